import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { body, startPublisher } from '../../support/publisher.ts';
import { callerOf, failureOf, ofTower, TOWERS } from '../../support/towers.ts';
import { startUpstreams, type Upstreams } from '../../upstreams/server.ts';

let upstreams: Upstreams;
beforeAll(async () => {
  upstreams = await startUpstreams({ standIns: [TOWERS] });
});
afterAll(() => upstreams.close());

/** What the stand-in is asked while `work` runs. */
async function asked(work: () => Promise<unknown>): Promise<number> {
  const before = upstreams.requests.length;
  await work();
  return upstreams.requests.length - before;
}

describe('the cache', () => {
  it('keeps a hit for its time', async () => {
    let now = Date.parse('2026-11-27T11:00:00Z');
    const { upstream, outcomes } = callerOf(upstreams.env.AHN_WCS_URL, {}, { now: () => new Date(now) });
    const ask = () => upstream.ask(ofTower('Martinitoren', { ttlMs: 60_000 }));
    const seen = await asked(async () => {
      await ask();
      now += 59_000;
      expect(await ask()).toEqual({ value: 112, mode: 'cached', retrievedAt: '2026-11-27T11:00:00.000Z' });
      now += 2000;
      expect(await ask()).toEqual({ value: 112, mode: 'live', retrievedAt: '2026-11-27T11:01:01.000Z' });
    });
    expect(seen).toBe(2);
    expect(outcomes).toEqual(['towers answered asked', 'towers cached', 'towers answered asked']);
  });

  it.each([
    { what: 'null', value: null, times: 2 },
    { what: 'an empty list', value: [], times: 2 },
    { what: 'zero', value: 0, times: 1 },
    { what: 'a list', value: [1], times: 1 },
  ])('of $what: for two questions, the publisher is asked $times times', async ({ value, times }) => {
    const { upstream } = callerOf(upstreams.env.AHN_WCS_URL);
    const request = { accept: ['application/json'], read: () => value, ttlMs: 60_000 };
    const seen = await asked(async () => {
      await upstream.ask({ ...request, signal: AbortSignal.timeout(10_000) });
      await upstream.ask({ ...request, signal: AbortSignal.timeout(10_000) });
    });
    expect(seen).toBe(times);
  });

  it('keeps nothing by default, nor an answer to another question', async () => {
    const { upstream } = callerOf(upstreams.env.AHN_WCS_URL);
    const seen = await asked(async () => {
      await upstream.ask(ofTower('Dom'));
      await upstream.ask(ofTower('Dom', { ttlMs: 60_000 }));
      await upstream.ask(ofTower('Martinitoren', { ttlMs: 60_000 }));
      await upstream.ask(ofTower('Dom', { ttlMs: 60_000, method: 'POST', body: 'x' }));
      await upstream.ask(ofTower('Dom', { ttlMs: 60_000, method: 'POST', body: 'y' }));
    });
    expect(seen).toBe(5);
  });
});

describe('the same question while it is being asked', () => {
  it('is asked once', async () => {
    const { upstream, outcomes } = callerOf(upstreams.env.AHN_WCS_URL);
    const seen = await asked(async () => {
      const answers = await Promise.all([1, 2, 3].map(() => upstream.ask(ofTower('Dom'))));
      expect(answers.map(({ value }) => value)).toEqual([112, 112, 112]);
    });
    expect(seen).toBe(1);
    expect(outcomes).toEqual(['towers answered asked', 'towers shared', 'towers shared']);
  });

  it('goes on when the first who asked has no more time', async () => {
    const publisher = await startPublisher(() => undefined);
    const { upstream } = callerOf(publisher.url);
    const first = new AbortController();
    const answers = Promise.all([
      failureOf(upstream.ask(ofTower('Dom', { signal: first.signal }))),
      upstream.ask(ofTower('Dom')),
    ]);
    // The first question stalls; a second publisher's answer comes once the first asker has left.
    await vi.waitUntil(() => publisher.requests.length === 1);
    first.abort();
    publisher.answerWith(body('{"name":"Dom","heightM":112}', { 'content-type': 'application/json' }));
    publisher.cut();
    const [failure, answer] = await answers;
    expect(failure.reason).toBe('timeout');
    expect(answer.value).toBe(112);
  });

  it('is given up when all who asked have left', async () => {
    let broken = false;
    const publisher = await startPublisher((_request, response) => {
      response.on('close', () => {
        broken = true;
      });
    });
    const { upstream } = callerOf(publisher.url);
    const stop = new AbortController();
    const failures = [1, 2].map(() => failureOf(upstream.ask(ofTower('Dom', { signal: stop.signal }))));
    await vi.waitUntil(() => publisher.requests.length === 1);
    stop.abort();
    expect((await Promise.all(failures)).map(({ reason }) => reason)).toEqual(['timeout', 'timeout']);
    await vi.waitUntil(() => broken);
  });
});

describe('many questions at a time', () => {
  it('wait for each other, and are refused when too many wait', async () => {
    const publisher = await startPublisher(() => undefined);
    const { upstream } = callerOf(publisher.url, { maxConcurrent: 2 });
    const stop = new AbortController();
    const names = Array.from({ length: 12 }, (_, index) => `tower ${index}`);
    const failures = names.map((name) => failureOf(upstream.ask(ofTower(name, { signal: stop.signal }))));
    // 2 are asked, 8 wait, 2 are too many.
    const refused = await Promise.all(failures.slice(10));
    expect(refused.map(({ reason }) => reason)).toEqual(['overloaded', 'overloaded']);
    await vi.waitUntil(() => publisher.requests.length === 2);
    stop.abort();
    await Promise.all(failures);
    expect(publisher.requests).toHaveLength(2);
  });
});
