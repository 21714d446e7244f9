import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.ts';
import { ingestOrThrow, type Service, START_TIMEOUT_MS, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const env = { DATA_DIR: join(folder, 'data'), PLANS_FILE: join(folder, 'plans.json') };
const LOOKUP = '/v1/address/lookup?postcode=1011PN&house_number=1';

let services: Service[];

beforeAll(async () => {
  writeFileSync(
    env.PLANS_FILE,
    '{"ten": {"included_calls_per_month": 7, "trial_calls": 3, "expires_after_days": null}}',
  );
  await ingestOrThrow(['sample'], env);
  services = await Promise.all([1, 2, 3].map(() => startService(env)));
}, START_TIMEOUT_MS);
afterAll(() => Promise.all(services.map((service) => service.stop())));

/** `npm run keys -- <args> --json`, in a process of its own. */
async function keys(...args: string[]) {
  const command = ['--import', 'tsx', 'api/payment/keys-cli.ts', ...args, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    env: { ...process.env, ...env },
  });
  return JSON.parse(stdout);
}

const call = (service: Service, key: string, path = LOOKUP) =>
  ask(service.url, path, { headers: { authorization: `Bearer ${key}` } });

describe('a key over several servers', () => {
  it('serves exactly the calls that are left, then asks for a payment', { timeout: 120_000 }, async () => {
    const { key, prefix } = await keys('create', '--plan', 'ten');
    // What is not found is not counted.
    const [first] = services;
    if (first === undefined) throw new Error('No server runs.');
    expect((await call(first, key, `${LOOKUP}999`)).status).toBe(400);

    const answers = await Promise.all(
      Array.from({ length: 21 }, (_, index) => call(services[index % services.length] ?? first, key)),
    );
    const served = answers.filter(({ status }) => status === 200);
    expect(served).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(11);
    // Calls under way count as not left, so two may be told the same number; nobody is told more than there was.
    const left = served.map(({ headers }) => Number(headers.get('x-quota-remaining')));
    expect(Math.max(...left)).toBeLessThan(10);
    expect(Math.min(...left)).toBe(0);

    const refused = await call(first, key);
    expect(refused.body).toMatchObject({
      code: 'payment_required',
      hint: expect.stringContaining(`The calls of the key ${prefix} are used up.`),
    });
    expect((await call(first, key, '/v1/account/usage')).body).toMatchObject({
      key: prefix,
      plan: 'ten',
      included: 7,
      used: 7,
      trial: { included: 3, used: 3, remaining: 0 },
      remaining: 0,
    });
    expect(await keys('usage', prefix)).toMatchObject({ state: 'used_up', used: 7, trial_used: 3 });
  });

  it('is let in by all as soon as it is made, and by none once it is replaced', {
    timeout: 120_000,
  }, async () => {
    const old = await keys('create', '--plan', 'ten');
    const statuses = async (key: string) =>
      Promise.all(services.map(async (service) => (await call(service, key)).status));
    expect(await statuses(old.key)).toEqual([200, 200, 200]);
    const fresh = await keys('rotate', old.prefix);
    expect(await statuses(old.key)).toEqual([402, 402, 402]);
    expect(await statuses(fresh.key)).toEqual([200, 200, 200]);
    expect(fresh.trial_used).toBe(3);
    await keys('revoke', fresh.prefix);
    expect(await statuses(fresh.key)).toEqual([402, 402, 402]);
    for (const service of services) expect(service.output()).not.toContain(old.key);
  });
});

describe('a server with limits', () => {
  it('refuses what is too much, with the time to wait', { timeout: START_TIMEOUT_MS }, async () => {
    const service = await startService({ ...env, RATE_LIMIT_PER_MINUTE: '5' });
    try {
      const answers = await Promise.all(Array.from({ length: 8 }, () => ask(service.url, '/v1/status')));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
      const [refused] = answers.filter(({ status }) => status === 429);
      expect(refused?.body).toMatchObject({ code: 'rate_limited', charged: false });
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await ask(service.url, '/healthz')).status).toBe(200);
    } finally {
      await service.stop();
    }
  });
});
