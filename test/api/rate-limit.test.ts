import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { giveKey, openKeys } from '../support/keys.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let api: TestApi;
const closing: (() => unknown)[] = [];

async function open(env: NodeJS.ProcessEnv, dataDir = temporaryFolder()): Promise<void> {
  const keys = openKeys(dataDir);
  api = await openTestApi(undefined, {
    env,
    accounts: keys,
    extend: (app) => {
      app.get('/v1/free', async () => ({ free: true }));
    },
  });
  closing.push(() => keys.close());
}

afterEach(async () => {
  vi.useRealTimers();
  await api.close();
  for (const close of closing.splice(0)) close();
});

interface Asked {
  url?: string;
  from?: string;
  headers?: Record<string, string>;
}

const ask = ({ url = '/v1/free', from = '192.0.2.1', headers = {} }: Asked = {}) =>
  api.app.inject({ url, remoteAddress: from, headers });

const status = async (asked: Asked = {}) => (await ask(asked)).statusCode;

describe('a caller', () => {
  it('is told how many requests are left in the minute', async () => {
    await open({ RATE_LIMIT_PER_MINUTE: '3' });
    await ask();
    const { headers } = await ask();
    expect(headers).toMatchObject({
      'ratelimit-limit': '3',
      'ratelimit-remaining': '1',
      'ratelimit-reset': expect.stringMatching(/^(60|59)$/),
    });
    expect(headers['retry-after']).toBeUndefined();
  });

  it('is told when to come back after too many, and may then', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T11:00:00Z') });
    await open({ RATE_LIMIT_PER_MINUTE: '2' });
    await ask();
    await ask();
    vi.setSystemTime(new Date('2026-11-27T11:00:20Z'));
    const refused = await ask();
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '40',
      'ratelimit-limit': '2',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '40',
      // Else a page could not read why.
      'access-control-allow-origin': '*',
    });
    expect(refused.json()).toEqual({
      type: 'http://localhost:3000/openapi.json#/components/examples/rate_limited',
      title: 'Too many requests',
      status: 429,
      code: 'rate_limited',
      charged: false,
      detail: 'More than 2 requests in a minute came from this address.',
      hint: 'Send it again in 40 seconds, and watch RateLimit-Remaining: at 0, wait RateLimit-Reset seconds.',
    });
    vi.setSystemTime(new Date('2026-11-27T11:01:00Z'));
    expect(await status()).toBe(200);
  });

  it('is held to nothing where the limit is 0', async () => {
    await open({ RATE_LIMIT_PER_MINUTE: '0' });
    const { headers } = await ask();
    expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  });

  it.each(['/healthz', '/readyz', '/metrics'])('may ask %s as often as it likes', async (url) => {
    await open({ RATE_LIMIT_PER_MINUTE: '1' });
    await ask();
    expect(await status()).toBe(429);
    const answer = await ask({ url });
    expect(answer.statusCode).not.toBe(429);
    expect(answer.headers['ratelimit-limit']).toBeUndefined();
  });
});

describe('callers', () => {
  it('are told apart by address, of IPv6 by the network of 64 bits', async () => {
    await open({ RATE_LIMIT_PER_MINUTE: '1' });
    const statuses = [];
    for (const from of [
      '192.0.2.1',
      '::ffff:192.0.2.1',
      '192.0.2.2',
      '2001:db8:1:2::1',
      '2001:db8:1:2:ffff::9',
      '2001:db8:1:3::1',
      'fe80::1%eth0',
    ]) {
      statuses.push(await status({ from }));
    }
    expect(statuses).toEqual([200, 429, 200, 200, 429, 200, 200]);
  });

  it('cannot choose their address, unless they are the proxy that is trusted', async () => {
    const behind = (address: string, from: string) =>
      status({ from, headers: { 'x-forwarded-for': address } });
    await open({ RATE_LIMIT_PER_MINUTE: '1' });
    expect(await behind('198.51.100.1', '192.0.2.1')).toBe(200);
    expect(await behind('198.51.100.2', '192.0.2.1')).toBe(429);
    await api.close();

    await open({ RATE_LIMIT_PER_MINUTE: '1', TRUST_PROXY: '10.0.0.0/8, loopback' });
    expect(await behind('198.51.100.1', '10.1.2.3')).toBe(200);
    expect(await behind('198.51.100.2', '127.0.0.1')).toBe(200);
    expect(await behind('198.51.100.2', '10.1.2.3')).toBe(429);
    // What a caller writes itself stands before what the proxy adds.
    expect(await behind('203.0.113.9, 198.51.100.2', '10.1.2.3')).toBe(429);
    expect(await behind('198.51.100.3', '192.0.2.1')).toBe(200);
    expect(await behind('198.51.100.4', '192.0.2.1')).toBe(429);
    expect(await behind(`${'x'.repeat(3000)}`, '10.1.2.3')).toBe(200);
  });

  it('with a key are held to the limit of the key, from wherever they ask', async () => {
    const dataDir = temporaryFolder();
    const { authorization } = giveKey(dataDir);
    const other = giveKey(dataDir);
    await open({ RATE_LIMIT_PER_MINUTE: '1', RATE_LIMIT_KEY_PER_MINUTE: '2' }, dataDir);
    const headers = { authorization };
    const first = await ask({ headers });
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-remaining': '1' });
    expect(await status({ headers, from: '192.0.2.7' })).toBe(200);
    const refused = await ask({ headers, from: '192.0.2.8' });
    expect(refused.json().detail).toBe('More than 2 requests in a minute came with this key.');
    // Neither the address nor another key suffers by it.
    expect(await status()).toBe(200);
    expect(await status({ headers: { authorization: other.authorization } })).toBe(200);
  });

  it('with a key that lets nobody in are held as without', async () => {
    await open({ RATE_LIMIT_PER_MINUTE: '2', RATE_LIMIT_KEY_PER_MINUTE: '1000' });
    const guess = (index: number) =>
      status({ headers: { authorization: `Bearer dnl_Ab12Cd3${index}_${'x'.repeat(32)}` } });
    expect([await guess(1), await guess(2), await guess(3)]).toEqual([200, 200, 429]);
  });
});

describe('what costs much or finds nothing', () => {
  it('is held more tightly: paths that do not exist', async () => {
    await open({ RATE_LIMIT_PER_MINUTE: '100', RATE_LIMIT_NOT_FOUND_PER_MINUTE: '2' });
    const missing = { url: '/wp-login.php' };
    const found = await ask(missing);
    expect([found.statusCode, found.headers['ratelimit-limit']]).toEqual([404, '2']);
    expect(await status({ url: '/.env' })).toBe(404);
    const refused = await ask({ url: '/healthz/x' });
    expect(refused.statusCode).toBe(429);
    expect(refused.json().detail).toMatch(/for what does not exist/);
    expect(await status()).toBe(200);
  });

  it.each(['payment-signature', 'x-payment'])('is held more tightly: payments in %s', async (header) => {
    await open({ RATE_LIMIT_PER_MINUTE: '100', RATE_LIMIT_PAYMENT_PER_MINUTE: '1' });
    const paying = { headers: { [header]: 'e30=' } };
    expect(await status(paying)).toBe(200);
    const refused = await ask(paying);
    expect(refused.json()).toMatchObject({
      code: 'rate_limited',
      detail: expect.stringMatching(/a payment/),
    });
    expect(await status()).toBe(200);
  });
});

describe('a preflight', () => {
  it('is never refused: the page would not learn why', async () => {
    await open({ RATE_LIMIT_PER_MINUTE: '1' });
    await ask();
    const answer = await api.app.inject({
      method: 'OPTIONS',
      url: '/v1/free',
      remoteAddress: '192.0.2.1',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'GET' },
    });
    expect(answer.statusCode).toBe(204);
  });
});
