import { afterEach, describe, expect, it } from 'vitest';
import { TOWERS } from '../support/towers.ts';
import { MISBEHAVIOURS } from './misbehaviour.ts';
import { startUpstreams, type Upstreams, type UpstreamsOptions } from './server.ts';
import type { Misbehaviour, StandIn } from './stand-in.ts';

let started: Upstreams | undefined;
afterEach(() => started?.close());

async function start(options: UpstreamsOptions = { standIns: [TOWERS] }): Promise<Upstreams> {
  started = await startUpstreams(options);
  return started;
}

/** Asks as a client does; an error is what undici says of it. */
async function ask(url: string, init: RequestInit = {}) {
  try {
    const response = await fetch(url, init);
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    const { name, cause } = error as Error;
    return { error: (cause as { code?: string } | undefined)?.code ?? name };
  }
}

describe('the stand-ins', () => {
  it('answer below their own path, on the address that their setting is to be', async () => {
    const { env, requests } = await start();
    const url = env.AHN_WCS_URL;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/towers$/);
    expect(await ask(`${url}/high?name=Dom`, { method: 'POST', body: 'x' })).toMatchObject({
      status: 200,
      text: '{"name":"Dom","heightM":112}',
    });
    expect(await ask(new URL('/other', url).href)).toMatchObject({ status: 404 });
    expect(requests).toEqual([
      expect.objectContaining({ id: 'towers', method: 'POST', path: '/high', body: 'x' }),
    ]);
    expect(requests[0]?.query.get('name')).toBe('Dom');
  });

  it.each<[Misbehaviour, object]>([
    ['stall', { error: 'TimeoutError' }],
    ['status_500', { status: 500 }],
    ['status_403', { status: 403 }],
    ['status_429', { status: 429 }],
    ['cut_body', { error: 'UND_ERR_SOCKET' }],
    ['html', { status: 200, text: expect.stringContaining('<html>') }],
    ['wrong_object', { status: 200, text: '{"name":"Dom","heightM":112}' }],
    ['down', { error: 'ECONNREFUSED' }],
  ])('misbehave on demand: %s', async (misbehaviour, expected) => {
    const { env, misbehave } = await start();
    await misbehave('towers', misbehaviour);
    const url = `${env.AHN_WCS_URL}?name=Martinitoren`;
    expect(await ask(url, { signal: AbortSignal.timeout(200) })).toMatchObject(expected);
    await misbehave('towers', undefined);
    expect(await ask(url)).toMatchObject({ status: 200, text: '{"name":"Martinitoren","heightM":112}' });
  });

  it('say when to come back with a 429', async () => {
    const { env, misbehave } = await start();
    await misbehave('towers', 'status_429');
    expect((await ask(env.AHN_WCS_URL)).headers?.get('retry-after')).toBe('7');
  });

  it('show a fault of their own instead of hiding it', async () => {
    const broken: StandIn = {
      ...TOWERS,
      answer() {
        throw new Error('no tower was given');
      },
    };
    const { env } = await start({ standIns: [broken] });
    expect(await ask(env.AHN_WCS_URL)).toMatchObject({ status: 500, text: 'Error: no tower was given' });
  });

  it('refuse what they cannot do', async () => {
    const { misbehave } = await start({
      standIns: [{ id: 'plain', setting: 'AHN_WCS_URL', answer: TOWERS.answer }],
    });
    await expect(misbehave('plain', 'wrong_object')).rejects.toThrow(
      'plain has no answer about a wrong object.',
    );
    await expect(misbehave('towers', 'down')).rejects.toThrow(
      '"towers" is not a stand-in. There are: plain.',
    );
  });
});

describe('the control path', () => {
  it('changes how a stand-in behaves while it runs', async () => {
    const { url, env } = await start();
    const line = (behaviour: string) => `towers ${behaviour} ${env.AHN_WCS_URL}\n`;
    expect(await ask(`${url}/control`)).toMatchObject({ status: 200, text: line('truthful') });
    for (const misbehaviour of Object.keys(MISBEHAVIOURS)) {
      const answer = await ask(`${url}/control/towers/${misbehaviour}`, { method: 'PUT' });
      expect(answer).toMatchObject({ status: 200, text: line(misbehaviour) });
    }
    expect(await ask(env.AHN_WCS_URL)).toEqual({ error: 'ECONNREFUSED' });
    const answer = await ask(`${url}/control/towers`, { method: 'DELETE' });
    expect(answer).toMatchObject({ status: 200, text: line('truthful') });
    expect(await ask(env.AHN_WCS_URL)).toMatchObject({ status: 200 });
  });

  it.each([
    ['PUT', '/control/towers/loud', 400, '"loud" is not a misbehaviour. There are: stall,'],
    ['PUT', '/control/churches/down', 400, '"churches" is not a stand-in. There are: towers.'],
    ['PUT', '/control/towers', 405, 'PUT /control/<id>/<misbehaviour>'],
    ['GET', '/', 404, 'PUT /control/<id>/<misbehaviour>'],
  ])('refuses %s %s', async (method, path, status, text) => {
    const { url } = await start();
    expect(await ask(url + path, { method })).toMatchObject({ status, text: expect.stringContaining(text) });
  });
});
