import type { ApiUsageRow } from '../../db/api-key-records.ts';
import { type ApiKeyRow, TRIAL_PERIOD, unitsLeft } from '../../db/api-keys.ts';
import { dutchDay } from '../calendar.ts';
import type { Plans } from './plans.ts';

/** A key as the operator sees it. Calls are those of the current month on the Dutch calendar. */
export interface KeyDescription {
  readonly prefix: string;
  readonly state: 'valid' | 'used_up' | 'expired' | 'revoked' | 'plan_unknown';
  readonly plan: string;
  readonly label: string;
  readonly month: string;
  readonly used: number;
  /** Null when the plan is not offered any more. */
  readonly included: number | null;
  readonly trial_used: number;
  readonly trial_calls: number | null;
  readonly remaining: number;
  readonly created_at: string;
  readonly rotated_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

export function describeKey(held: {
  row: ApiKeyRow;
  usage: readonly ApiUsageRow[];
  plans: Plans;
  now: Date;
}): KeyDescription {
  const { row, usage, plans, now } = held;
  const plan = plans.get(row.plan);
  const month = dutchDay(now).slice(0, 7);
  const callsOf = (period: string) => usage.find((one) => one.period === period)?.calls ?? 0;
  const use = { trialCalls: callsOf(TRIAL_PERIOD), callsInMonth: callsOf(month), held: 0 };
  const remaining = plan === undefined ? 0 : unitsLeft(plan, use);
  return {
    prefix: row.prefix,
    state: stateOf(row, remaining, plan !== undefined, now),
    plan: row.plan,
    label: row.label,
    month,
    used: use.callsInMonth,
    included: plan?.callsPerMonth ?? null,
    trial_used: use.trialCalls,
    trial_calls: plan?.trialCalls ?? null,
    remaining,
    created_at: row.createdAt,
    rotated_at: row.rotatedAt,
    expires_at: row.expiresAt,
    revoked_at: row.revokedAt,
  };
}

function stateOf(row: ApiKeyRow, remaining: number, isOffered: boolean, now: Date): KeyDescription['state'] {
  if (row.revokedAt !== null) return 'revoked';
  if (row.expiresAt !== null && row.expiresAt <= now.toISOString()) return 'expired';
  if (!isOffered) return 'plan_unknown';
  return remaining > 0 ? 'valid' : 'used_up';
}

/** Keys one a line. */
export function keyTable(keys: readonly KeyDescription[]): string {
  if (keys.length === 0) return 'No keys. Make one with: npm run keys -- create --plan trial\n';
  const rows = keys.map((key) => [
    key.prefix,
    key.state,
    key.plan,
    `${key.used} of ${key.included ?? '?'} in ${key.month}`,
    `trial ${key.trial_used} of ${key.trial_calls ?? '?'}`,
    key.expires_at === null ? 'does not expire' : `expires ${key.expires_at.slice(0, 10)}`,
    key.label,
  ]);
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** One key, with its calls by period. */
export function keyDetails(
  key: KeyDescription,
  calls: readonly { readonly period: string; readonly calls: number }[],
): string {
  const lines = [
    `${key.prefix}: ${key.state}, plan ${key.plan}${key.label === '' ? '' : `, ${key.label}`}`,
    `Left: ${key.remaining} calls (${key.used} of ${key.included ?? '?'} used in ${key.month}, trial ${key.trial_used} of ${key.trial_calls ?? '?'})`,
    `Created ${key.created_at}${key.rotated_at === null ? '' : `, rotated ${key.rotated_at}`}, ${
      key.expires_at === null ? 'does not expire' : `expires ${key.expires_at}`
    }${key.revoked_at === null ? '' : `, revoked ${key.revoked_at}`}`,
    ...calls.map(({ period, calls: count }) => `  ${period.padEnd(7)}  ${count}`),
  ];
  return `${lines.join('\n')}\n`;
}
