import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '../../../api/errors.ts';
import type { StoredKeys } from '../../../api/payment/stored-keys.ts';
import { ApiKeyRecords } from '../../../db/api-key-records.ts';
import { openTestApi, TEST_NOW, type TestApi } from '../../support/api.ts';
import { giveKey, openKeys, plansOf } from '../../support/keys.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PLANS = plansOf({ starter: 10, small: 1 });

let dataDir: string;
let api: TestApi;
let keys: StoredKeys;
let now: Date;
let runs: number;
let answer: (reply: FastifyReply) => unknown;

beforeEach(async () => {
  dataDir = temporaryFolder();
  now = new Date(TEST_NOW);
  runs = 0;
  answer = () => ({ answer: 42 });
  keys = openKeys(dataDir, { plans: PLANS, now: () => now });
  api = await openTestApi(undefined, {
    keys,
    accounts: keys,
    extend: (app) => {
      app.get('/v1/sold', { config: { paid: 'vehicleReport' } }, (_request, reply) => {
        runs += 1;
        return answer(reply);
      });
    },
  });
});
afterEach(async () => {
  await api.close();
  keys.close();
});

const buy = (authorization?: string) =>
  api.app.inject({ url: '/v1/sold', headers: authorization === undefined ? {} : { authorization } });

const usage = (authorization?: string) =>
  api.app.inject({
    url: '/v1/account/usage',
    headers: authorization === undefined ? {} : { authorization },
  });

describe('a key', () => {
  it('lets in, and says how many calls are left', async () => {
    const { authorization } = giveKey(dataDir);
    const first = await buy(authorization);
    expect([first.statusCode, first.json()]).toEqual([200, { answer: 42 }]);
    expect(first.headers['x-quota-remaining']).toBe('9');
    expect((await buy(authorization)).headers['x-quota-remaining']).toBe('8');
  });

  it('is known at once when the operator makes it, and not any more when it is revoked', async () => {
    const { authorization, prefix } = giveKey(dataDir);
    expect((await buy(authorization)).statusCode).toBe(200);
    const records = new ApiKeyRecords(dataDir);
    records.revoke(records.find(prefix)?.id ?? 0, now.toISOString());
    records.close();
    const refused = await buy(authorization);
    expect(refused.statusCode).toBe(402);
    expect(refused.json().detail).toBe(`The key ${prefix} was revoked on 2026-11-27.`);
  });

  it('serves exactly the calls that are left when more come at once', async () => {
    const { authorization } = giveKey(dataDir);
    answer = () => new Promise((resolve) => setImmediate(() => resolve({ answer: 42 })));
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(authorization)));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(10).fill(402)]);
    expect(runs).toBe(10);
    expect((await usage(authorization)).json()).toMatchObject({ used: 10, remaining: 0 });
  });

  it.each([
    [
      'an error of the caller',
      () => {
        throw new ProblemError('address_unknown', { detail: 'No.', hint: 'Try another.' });
      },
      400,
    ],
    [
      'an error of ours',
      () => {
        throw new Error('broken');
      },
      500,
    ],
    ['nothing new', (reply: FastifyReply) => reply.code(304).send(), 304],
  ] as const)('loses no call by %s', async (_what, handler, status) => {
    const { authorization } = giveKey(dataDir, { plan: 'small' });
    answer = handler;
    const failed = await buy(authorization);
    expect(failed.statusCode).toBe(status);
    expect(failed.headers['x-quota-remaining']).toBeUndefined();
    answer = () => ({ answer: 42 });
    expect((await buy(authorization)).headers['x-quota-remaining']).toBe('0');
    expect((await buy(authorization)).statusCode).toBe(402);
  });

  it('has its calls back in the next month', async () => {
    const { authorization, prefix } = giveKey(dataDir, { plan: 'small' });
    await buy(authorization);
    const refused = await buy(authorization);
    expect(refused.json()).toMatchObject({
      code: 'payment_required',
      detail: `The calls of the key ${prefix} are used up. 1 more are included from the first day of next month.`,
      charged: false,
    });
    // Midnight in the Netherlands is 23:00 UTC.
    now = new Date('2026-11-30T22:59:59Z');
    expect((await buy(authorization)).statusCode).toBe(402);
    now = new Date('2026-11-30T23:00:00Z');
    expect((await buy(authorization)).statusCode).toBe(200);
  });

  it('ends when it expires', async () => {
    const { authorization, prefix } = giveKey(dataDir, { expiresAt: '2026-11-27T11:00:01.000Z' });
    expect((await buy(authorization)).statusCode).toBe(200);
    now = new Date('2026-11-27T11:00:01Z');
    const refused = await buy(authorization);
    expect(refused.statusCode).toBe(402);
    expect(refused.json().detail).toBe(`The key ${prefix} expired on 2026-11-27.`);
  });

  it('lets nobody in by a plan that is not offered any more', async () => {
    const { authorization } = giveKey(dataDir, { plan: 'gold' });
    expect((await buy(authorization)).json().detail).toMatch(/plan of the key .* "gold", is not offered/);
  });

  it.each([
    ['of somebody else', `Bearer dnl_Ab12Cd34_${'x'.repeat(32)}`, /not known here/],
    ['with another secret', undefined, /not known here/],
    ['in another form', 'Bearer secret', /no key of this service/],
    ['of another scheme', 'Basic dXNlcjpwYXNz', /no key of this service/],
  ])('%s does not let in, and nothing of it is repeated', async (_what, given, detail) => {
    const { authorization } = giveKey(dataDir);
    const sent = given ?? authorization.replace(/.{4}$/, '0000');
    const refused = await buy(sent);
    expect(refused.statusCode).toBe(402);
    expect(refused.json()).toMatchObject({ code: 'payment_required', detail: expect.stringMatching(detail) });
    expect(refused.json().hint).toMatch(detail);
    expect(refused.json().hint).toContain('Authorization: Bearer');
    expect(refused.body).not.toContain(sent.slice(-20));
    expect(runs).toBe(0);
  });

  it('is not looked for in a file that does not exist, nor is one made for it', async () => {
    expect((await buy(`Bearer dnl_Ab12Cd34_${'x'.repeat(32)}`)).statusCode).toBe(402);
    expect(existsSync(join(dataDir, 'operations.sqlite'))).toBe(false);
  });
});

describe('a record of keys that cannot be read', () => {
  it('sells nothing for a key, and says so without its own words; free paths answer', async () => {
    writeFileSync(join(dataDir, 'operations.sqlite'), 'not a database, at whatever length it may be');
    const errors: unknown[] = [];
    const broken = openKeys(dataDir, { onError: (error) => errors.push(error) });
    const own = await openTestApi(undefined, {
      keys: broken,
      accounts: broken,
      env: { RATE_LIMIT_PER_MINUTE: '100' },
      extend: (app) => {
        app.get('/v1/sold', { config: { paid: 'vehicleReport' } }, async () => ({ answer: 42 }));
        app.get('/v1/free', async () => ({ free: true }));
      },
    });
    const headers = { authorization: `Bearer dnl_Ab12Cd34_${'x'.repeat(32)}` };
    for (const url of ['/v1/sold', '/v1/account/usage']) {
      const refused = await own.app.inject({ url, headers });
      expect(refused.statusCode, url).toBe(503);
      expect(refused.headers['retry-after']).toBe('10');
      expect(refused.json()).toMatchObject({ code: 'payment_unavailable', charged: false });
      expect(refused.body).not.toContain('sqlite');
    }
    expect((await own.app.inject({ url: '/v1/free', headers })).statusCode).toBe(200);
    expect(errors.length).toBeGreaterThan(0);
    await own.close();
    broken.close();
  });
});

describe('/v1/account/usage', () => {
  it('tells a holder what is left, and costs no call', async () => {
    const { authorization, prefix } = giveKey(dataDir, { expiresAt: '2027-11-27T11:00:00.000Z' });
    await buy(authorization);
    await usage(authorization);
    const told = await usage(authorization);
    expect(told.statusCode).toBe(200);
    expect(told.headers['cache-control']).toBe('private, no-store');
    expect(told.json()).toEqual({
      key: prefix,
      plan: 'starter',
      period: '2026-11',
      resets_on: '2026-12-01',
      included: 10,
      used: 1,
      trial: { included: 0, used: 0, remaining: 0 },
      remaining: 9,
      expires_at: '2027-11-27T11:00:00.000Z',
    });
  });

  it('counts the trial apart, and names the first day of next year in December', async () => {
    now = new Date('2026-12-05T11:00:00Z');
    const plans = new Map([['starter', { callsPerMonth: 5, trialCalls: 2, expiresAfterDays: null }]]);
    const own = openKeys(dataDir, { plans, now: () => now });
    const { authorization } = giveKey(dataDir);
    for (let call = 0; call < 3; call += 1) {
      const verdict = own.begin(authorization);
      if (verdict.kind === 'granted') verdict.commit();
    }
    const other = await openTestApi(undefined, { keys: own, accounts: own });
    const told = await other.app.inject({ url: '/v1/account/usage', headers: { authorization } });
    expect(told.json()).toMatchObject({
      resets_on: '2027-01-01',
      used: 1,
      trial: { included: 2, used: 2, remaining: 0 },
      remaining: 4,
    });
    await other.close();
    own.close();
  });

  it('answers a key whose calls are used up', async () => {
    const { authorization } = giveKey(dataDir, { plan: 'small' });
    await buy(authorization);
    expect((await usage(authorization)).json()).toMatchObject({ used: 1, remaining: 0 });
  });

  it('asks for a key', async () => {
    const refused = await usage();
    expect(refused.statusCode).toBe(402);
    expect(refused.json()).toMatchObject({
      code: 'payment_required',
      detail: 'This path is for holders of a key.',
      pay_with: ['api_key'],
    });
    expect((await usage('Bearer wrong')).json().detail).toMatch(/no key of this service/);
  });
});
