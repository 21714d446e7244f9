import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { UpstreamUnavailable } from '../../../api/live/upstream-unavailable.ts';
import { body, startPublisher, status } from '../../support/publisher.ts';
import { callerOf, failureOf, ofTower, TOWERS } from '../../support/towers.ts';
import { startUpstreams, type Upstreams } from '../../upstreams/server.ts';
import type { Misbehaviour } from '../../upstreams/stand-in.ts';

let upstreams: Upstreams;
beforeAll(async () => {
  upstreams = await startUpstreams({ standIns: [TOWERS] });
});
afterEach(() => upstreams.misbehave('towers', undefined));
afterAll(() => upstreams.close());

/** An answer whose length is not announced. */
function inPieces(...pieces: readonly string[]) {
  return (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json' });
    for (const piece of pieces) response.write(piece);
    response.end();
  };
}

/** What the stand-in is asked while `work` runs. */
async function asked(work: () => Promise<unknown>): Promise<number> {
  const before = upstreams.requests.length;
  await work();
  return upstreams.requests.length - before;
}

describe('an upstream that answers', () => {
  it('gives what the reader makes of the answer, and when it was asked', async () => {
    const { upstream, outcomes, logged } = callerOf(upstreams.env.AHN_WCS_URL);
    expect(await upstream.ask(ofTower('Martinitoren'))).toEqual({
      value: 112,
      mode: 'live',
      retrievedAt: '2026-11-27T11:00:00.000Z',
    });
    expect(outcomes).toEqual(['towers answered asked']);
    expect(logged).toEqual([]);
  });

  it('is told who asks, with the headers of the declaration and of the question', async () => {
    const { upstream } = callerOf(
      upstreams.env.AHN_WCS_URL,
      { headers: { 'x-api-key': 'abc' } },
      { userAgent: 'facts/1 (+mailto:me@example.org)' },
    );
    await upstream.ask(
      ofTower('A B&C', { path: '/one', method: 'POST', body: 'a=1', headers: { 'x-crs': 'EPSG:28992' } }),
    );
    const seen = upstreams.requests.at(-1);
    expect(seen).toMatchObject({ method: 'POST', path: '/one', body: 'a=1' });
    expect(seen?.query.get('name')).toBe('A B&C');
    expect(seen?.headers).toMatchObject({
      'user-agent': 'facts/1 (+mailto:me@example.org)',
      'x-api-key': 'abc',
      'x-crs': 'EPSG:28992',
      accept: 'application/json',
    });
  });

  it('may say what it does not know with a status of its own', async () => {
    const publisher = await startPublisher(
      status(404, { 'content-type': 'application/problem+json; charset=utf-8' }, '{}'),
    );
    const { upstream } = callerOf(publisher.url);
    const { value } = await upstream.ask({
      accept: ['application/json', 'application/problem+json'],
      answerStatuses: [404],
      read: (answer) => (answer.status === 404 ? null : answer.json()),
      signal: AbortSignal.timeout(10_000),
    });
    expect(value).toBeNull();
  });

  it('may compress its answer', async () => {
    const publisher = await startPublisher(
      body(gzipSync('{"name":"Dom","heightM":112}'), {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      }),
    );
    expect((await callerOf(publisher.url).upstream.ask(ofTower('Dom'))).value).toBe(112);
  });
});

describe('an upstream that misbehaves', () => {
  const CASES: readonly [Misbehaviour, { reason: string; retryAfterS?: number; tries: number }][] = [
    ['stall', { reason: 'timeout', tries: 2 }],
    ['status_500', { reason: 'bad_status', tries: 2 }],
    ['status_403', { reason: 'refused', tries: 1 }],
    ['status_429', { reason: 'too_many_requests', retryAfterS: 7, tries: 1 }],
    ['cut_body', { reason: 'unexpected_answer', tries: 2 }],
    ['html', { reason: 'unexpected_answer', tries: 1 }],
    ['wrong_object', { reason: 'unexpected_answer', tries: 1 }],
    ['down', { reason: 'unreachable', tries: 0 }],
  ];

  it.each(CASES)('%s: gives no answer, but says why', async (misbehaviour, { tries, ...expected }) => {
    await upstreams.misbehave('towers', misbehaviour);
    const { upstream, outcomes, logged } = callerOf(upstreams.env.AHN_WCS_URL, { timeoutMs: 200 });
    let failure: UpstreamUnavailable | undefined;
    const seen = await asked(async () => {
      failure = await failureOf(upstream.ask(ofTower('Martinitoren', { ttlMs: 60_000 })));
    });
    expect(failure).toMatchObject({
      upstreamId: 'towers',
      upstreamName: 'the register of towers',
      retryAfterS: 30,
      ...expected,
    });
    expect(seen).toBe(tries);
    expect(outcomes).toEqual([`towers ${expected.reason} asked`]);
    expect(logged).toEqual([expect.objectContaining({ upstream: 'towers', reason: expected.reason })]);

    // Nothing of it is kept: truthful again, it answers.
    await upstreams.misbehave('towers', undefined);
    if (misbehaviour === 'status_429') return;
    expect((await upstream.ask(ofTower('Martinitoren'))).value).toBe(112);
  });

  it('is asked once more, and answers', async () => {
    const publisher = await startPublisher(
      status(503),
      body('{"name":"Dom","heightM":112}', { 'content-type': 'application/json' }),
    );
    expect((await callerOf(publisher.url).upstream.ask(ofTower('Dom'))).value).toBe(112);
    expect(publisher.requests).toHaveLength(2);
  });

  it('is not asked again by who has no more time', async () => {
    await upstreams.misbehave('towers', 'stall');
    const { upstream } = callerOf(upstreams.env.AHN_WCS_URL);
    const seen = await asked(async () => {
      const failure = await failureOf(
        upstream.ask(ofTower('Martinitoren', { signal: AbortSignal.timeout(100) })),
      );
      expect(failure.reason).toBe('timeout');
    });
    expect(seen).toBe(1);
  });

  it.each([
    ['a redirect to another host', status(302, { location: 'http://192.0.2.1/elsewhere' }), 'bad_status'],
    ['a redirect to itself', status(301, { location: '/' }), 'bad_status'],
    ['no media type', body('{}'), 'unexpected_answer'],
    [
      'an exception in XML where JSON was asked for',
      body('<ExceptionReport/>', { 'content-type': 'text/xml' }),
      'unexpected_answer',
    ],
    [
      'a 404 of a gateway',
      status(404, { 'content-type': 'text/html' }, '<h1>Not found</h1>'),
      'unexpected_answer',
    ],
    ['a 400', status(400, { 'content-type': 'application/json' }, '{}'), 'bad_status'],
    ['401', status(401), 'refused'],
    ['half of JSON', body('{"name":', { 'content-type': 'application/json' }), 'unexpected_answer'],
    [
      'damaged compression',
      body('not gzip', { 'content-type': 'application/json', 'content-encoding': 'gzip' }),
      'unexpected_answer',
    ],
    [
      'an encoding that was not asked for',
      body('{}', { 'content-type': 'application/json', 'content-encoding': 'zstd' }),
      'unexpected_answer',
    ],
    [
      'a body that says it is too large',
      body('x'.repeat(5000), { 'content-type': 'application/json' }),
      'too_large',
    ],
    [
      'a body that does not say that it is too large',
      inPieces('x'.repeat(3000), 'x'.repeat(3000)),
      'too_large',
    ],
    [
      'a small body that is large when unpacked',
      body(gzipSync('x'.repeat(5_000_000)), {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      }),
      'too_large',
    ],
  ] as const)('answers with %s', async (_what, answer, reason) => {
    const publisher = await startPublisher(answer);
    const { upstream } = callerOf(publisher.url, { maxBytes: 4096 });
    const failure = await failureOf(upstream.ask(ofTower('Dom', { answerStatuses: [404] })));
    expect(failure.reason).toBe(reason);
  });

  it('is left alone for as long as it asks with a 429', async () => {
    await upstreams.misbehave('towers', 'status_429');
    let now = Date.parse('2026-11-27T11:00:00Z');
    const { upstream } = callerOf(upstreams.env.AHN_WCS_URL, {}, { now: () => new Date(now) });
    expect((await failureOf(upstream.ask(ofTower('Dom')))).retryAfterS).toBe(7);
    await upstreams.misbehave('towers', undefined);
    now += 5000;
    const seen = await asked(async () => {
      expect(await failureOf(upstream.ask(ofTower('Dom')))).toMatchObject({
        reason: 'too_many_requests',
        retryAfterS: 2,
      });
    });
    expect(seen).toBe(0);
    now += 2000;
    expect((await upstream.ask(ofTower('Dom'))).value).toBe(112);
  });
});

describe('what the log is told', () => {
  it('is neither the question, nor a key, nor the text of the publisher', async () => {
    const publisher = await startPublisher(
      body('{"secret":"Kerkstraat 1"', { 'content-type': 'application/json' }),
      status(500, { 'content-type': 'text/plain' }, 'Kerkstraat 1'),
    );
    const { upstream, logged } = callerOf(`${publisher.url}/base`, { headers: { 'x-api-key': 'k3y' } });
    const failures = [
      await failureOf(upstream.ask(ofTower('Kerkstraat 1', { body: 'Kerkstraat 1', method: 'POST' }))),
      await failureOf(upstream.ask(ofTower('Kerkstraat 1'))),
      await failureOf(
        upstream.ask(
          ofTower('x', {
            answerStatuses: [500],
            accept: ['text/plain'],
            read: (answer) => {
              throw new TypeError(answer.text());
            },
          }),
        ),
      ),
    ];
    const written = JSON.stringify([
      logged,
      failures.map(({ message, cause, stack }) => [message, cause, stack]),
    ]);
    expect(logged).toHaveLength(3);
    expect(logged[0]).toMatchObject({ upstream: 'towers', host: new URL(publisher.url).host });
    expect(written).not.toMatch(/Kerkstraat|k3y|name=|base/);
  });
});

describe('the breaker', () => {
  afterEach(() => vi.useRealTimers());

  it('leaves alone who failed five times in a row, then tries once, then asks again', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-27T11:00:00Z') });
    const { upstream, breaker, logged } = callerOf(upstreams.env.AHN_WCS_URL, {}, { now: () => new Date() });
    const reasons = async (count: number) => {
      const seen: string[] = [];
      for (let index = 0; index < count; index += 1) {
        seen.push((await failureOf(upstream.ask(ofTower('Dom')))).reason);
      }
      return seen;
    };
    await upstreams.misbehave('towers', 'status_403');
    expect(await reasons(6)).toEqual([...Array(5).fill('refused'), 'resting']);
    expect(breaker).toEqual([false, true]);

    vi.setSystemTime(Date.parse('2026-11-27T11:00:12Z'));
    const seen = await asked(async () => {
      expect(await failureOf(upstream.ask(ofTower('Dom')))).toMatchObject({
        reason: 'resting',
        retryAfterS: 18,
      });
    });
    expect(seen).toBe(0);
    expect(logged).toHaveLength(6);

    // It still fails: one try, then it rests again.
    vi.setSystemTime(Date.parse('2026-11-27T11:00:31Z'));
    expect(await asked(() => reasons(2))).toBe(1);

    await upstreams.misbehave('towers', undefined);
    vi.setSystemTime(Date.parse('2026-11-27T11:01:02Z'));
    expect((await upstream.ask(ofTower('Dom'))).value).toBe(112);
    expect((await upstream.ask(ofTower('Dom'))).value).toBe(112);
    expect(breaker).toEqual([false, true, true, false]);
  });

  it('takes no early end for a sign that the publisher is back, but an answer of any kind', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-27T11:00:00Z') });
    const { upstream, breaker } = callerOf(upstreams.env.AHN_WCS_URL, {}, { now: () => new Date() });
    await upstreams.misbehave('towers', 'status_403');
    for (let index = 0; index < 5; index += 1) await failureOf(upstream.ask(ofTower('Dom')));

    vi.setSystemTime(Date.parse('2026-11-27T11:00:31Z'));
    await upstreams.misbehave('towers', 'stall');
    await failureOf(upstream.ask(ofTower('Dom', { signal: AbortSignal.timeout(20) })));
    expect((await failureOf(upstream.ask(ofTower('Dom')))).reason).toBe('resting');

    vi.setSystemTime(Date.parse('2026-11-27T11:01:02Z'));
    await upstreams.misbehave('towers', 'wrong_object');
    expect((await failureOf(upstream.ask(ofTower('Martinitoren')))).reason).toBe('unexpected_answer');
    expect(breaker.at(-1)).toBe(false);
  });

  it('counts tries, so that a stalled publisher holds up few', async () => {
    await upstreams.misbehave('towers', 'stall');
    const { upstream } = callerOf(upstreams.env.AHN_WCS_URL, { timeoutMs: 50 });
    const reasons: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      reasons.push((await failureOf(upstream.ask(ofTower(name)))).reason);
    }
    expect(reasons).toEqual(['timeout', 'timeout', 'timeout', 'resting']);
  });

  it.each([
    ['answers that its reader refuses', body('{}', { 'content-type': 'application/json' })],
    ['400s', status(400, { 'content-type': 'application/json' }, '{}')],
  ])('does not count %s: the publisher is well', async (_what, answer) => {
    const publisher = await startPublisher(answer);
    const { upstream, breaker } = callerOf(publisher.url);
    for (let index = 0; index < 8; index += 1) await failureOf(upstream.ask(ofTower('Dom')));
    expect(publisher.requests).toHaveLength(8);
    expect(breaker).toEqual([false]);
  });

  it('does not count who had no time to answer', async () => {
    await upstreams.misbehave('towers', 'stall');
    const { upstream, breaker } = callerOf(upstreams.env.AHN_WCS_URL);
    for (let index = 0; index < 8; index += 1) {
      await failureOf(upstream.ask(ofTower('Dom', { signal: AbortSignal.timeout(5) })));
    }
    expect(breaker).toEqual([false]);
  });
});
