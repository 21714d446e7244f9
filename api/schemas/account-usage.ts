import { type Static, Type } from 'typebox';
import { Nullable } from './nullable.ts';

const calls = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

/** What the holder of a key is told of it. */
export const AccountUsageSchema = Type.Object(
  {
    key: Type.String({
      description: 'First part of the key that was sent, by which the operator knows it.',
      examples: ['dnl_Ab12Cd34'],
    }),
    plan: Type.String({ description: 'Plan of the key.', examples: ['starter'] }),
    period: Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}$',
      description: 'Current month on the Dutch calendar, `YYYY-MM`.',
      examples: ['2026-11'],
    }),
    resets_on: Type.String({
      format: 'date',
      description: 'Day from which the calls of the next month are included, `YYYY-MM-DD`.',
      examples: ['2026-12-01'],
    }),
    included: calls('Calls that the plan includes each month.', 1000),
    used: calls('Of these, calls that were answered with 200 in this period.', 12),
    trial: Type.Object(
      {
        included: calls('Calls that come once with the plan, and are used up first.', 100),
        used: calls('Of these, calls that were answered with 200.', 100),
        remaining: calls('Of these, calls that are left.', 0),
      },
      { title: 'TrialCalls', description: 'The free trial.', additionalProperties: false },
    ),
    remaining: calls('Calls that can still be made in this period, trial calls included.', 988),
    expires_at: Nullable(
      Type.String({
        format: 'date-time',
        description: 'From when the key lets nobody in, UTC; null: it does not expire.',
        examples: ['2027-11-27T11:00:00.000Z'],
      }),
    ),
  },
  { title: 'AccountUsage', additionalProperties: false },
);

export type AccountUsage = Static<typeof AccountUsageSchema>;

export const ACCOUNT_USAGE_EXAMPLE: AccountUsage = {
  key: 'dnl_Ab12Cd34',
  plan: 'starter',
  period: '2026-11',
  resets_on: '2026-12-01',
  included: 1000,
  used: 12,
  trial: { included: 100, used: 100, remaining: 0 },
  remaining: 988,
  expires_at: null,
};
