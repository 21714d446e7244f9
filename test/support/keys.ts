import { generateKey } from '../../api/payment/api-key-text.ts';
import { type Plan, type Plans, readPlans } from '../../api/payment/plans.ts';
import { StoredKeys } from '../../api/payment/stored-keys.ts';
import { ApiKeyRecords, type NewApiKey } from '../../db/api-key-records.ts';
import { TEST_NOW } from './api.ts';

/** Plans by name, each with the calls that it includes a month. */
export function plansOf(calls: Readonly<Record<string, number>>): Plans {
  const entries = Object.entries(calls).map(([name, callsPerMonth]): [string, Plan] => [
    name,
    { callsPerMonth, trialCalls: 0, expiresAfterDays: null },
  ]);
  return new Map(entries);
}

/** Makes a key, as the operator does. @returns the header that its holder sends, and its first part */
export function giveKey(
  dataDir: string,
  details: Partial<NewApiKey> = {},
): { authorization: string; prefix: string } {
  const { key, prefix, hash } = generateKey();
  const records = new ApiKeyRecords(dataDir);
  const createdAt = '2026-11-01T00:00:00.000Z';
  records.add({ prefix, hash, plan: 'starter', label: '', createdAt, expiresAt: null, ...details });
  records.close();
  return { authorization: `Bearer ${key}`, prefix };
}

export function openKeys(
  dataDir: string,
  options: Partial<{ plans: Plans; now: () => Date; onError: (error: unknown) => void }> = {},
): StoredKeys {
  return new StoredKeys({
    dataDir,
    plans: readPlans({}),
    now: () => new Date(TEST_NOW),
    onError: (error) => {
      throw error;
    },
    ...options,
  });
}
