import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPlans } from '../../../api/payment/plans.ts';
import { SettingsError } from '../../../db/settings.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const path = join(temporaryFolder(), 'plans.json');

function plansIn(text: string) {
  writeFileSync(path, text);
  return readPlans({ PLANS_FILE: path });
}

describe('the plans', () => {
  it('are three where the operator names none', () => {
    expect([...readPlans({})]).toEqual([
      ['trial', { callsPerMonth: 0, trialCalls: 100, expiresAfterDays: 30 }],
      ['starter', { callsPerMonth: 1000, trialCalls: 100, expiresAfterDays: null }],
      ['pro', { callsPerMonth: 25_000, trialCalls: 100, expiresAfterDays: null }],
    ]);
  });

  it('are those of the file instead', () => {
    const plans = plansIn(
      '{"partner": {"included_calls_per_month": 5, "trial_calls": 0, "expires_after_days": 365}}',
    );
    expect([...plans]).toEqual([['partner', { callsPerMonth: 5, trialCalls: 0, expiresAfterDays: 365 }]]);
  });

  it.each([
    ['not JSON', '{"partner":'],
    ['no object', '[]'],
    ['no plan', '{}'],
    [
      'a name in upper case',
      '{"Pro": {"included_calls_per_month":5,"trial_calls":0,"expires_after_days":null}}',
    ],
    ['a missing number', '{"pro": {"included_calls_per_month":5,"trial_calls":0}}'],
    [
      'a negative number',
      '{"pro": {"included_calls_per_month":-5,"trial_calls":0,"expires_after_days":null}}',
    ],
    ['a fraction', '{"pro": {"included_calls_per_month":0.5,"trial_calls":0,"expires_after_days":null}}'],
    [
      'another key',
      '{"pro": {"included_calls_per_month":5,"trial_calls":0,"expires_after_days":null,"price":1}}',
    ],
  ])('refuse %s, and name the file and what to write', (_what, text) => {
    expect(() => plansIn(text)).toThrow(SettingsError);
    expect(() => plansIn(text)).toThrow(/plans\.json \(PLANS_FILE\) cannot be used:\n.*"trial_calls": 100/);
  });

  it('refuse a file that is not there', () => {
    expect(() => readPlans({ PLANS_FILE: '/nowhere/plans.json' })).toThrow(/ENOENT/);
  });
});
