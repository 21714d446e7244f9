import { readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Allowance } from '../../db/api-keys.ts';
import { SettingsError } from '../../db/settings.ts';

/** Environment variables about keys. */
export const KeySettings = Type.Object({
  PLANS_FILE: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'JSON file with the plans that keys can have, instead of the built-in trial, starter and pro; see README.',
    }),
  ),
});

const MAX_CALLS = 1_000_000_000;

const PlanSchema = Type.Object(
  {
    included_calls_per_month: Type.Integer({ minimum: 0, maximum: MAX_CALLS }),
    trial_calls: Type.Integer({ minimum: 0, maximum: MAX_CALLS }),
    /** Null: never. */
    expires_after_days: Type.Union([Type.Integer({ minimum: 1, maximum: 36_500 }), Type.Null()]),
  },
  { additionalProperties: false },
);

const PlanName = '^[a-z][a-z0-9_-]{0,31}$';

const PlansSchema = Type.Record(Type.String({ pattern: PlanName }), PlanSchema, {
  minProperties: 1,
  additionalProperties: false,
});

/** What a key of the plan may do, and how long. */
export interface Plan extends Allowance {
  /** Null: keys do not expire by themselves. */
  readonly expiresAfterDays: number | null;
}

export type Plans = ReadonlyMap<string, Plan>;

const BUILT_IN: Static<typeof PlansSchema> = {
  trial: { included_calls_per_month: 0, trial_calls: 100, expires_after_days: 30 },
  starter: { included_calls_per_month: 1000, trial_calls: 100, expires_after_days: null },
  pro: { included_calls_per_month: 25_000, trial_calls: 100, expires_after_days: null },
};

const ACCEPTED =
  'Write { "<name>": { "included_calls_per_month": 1000, "trial_calls": 100, "expires_after_days": null } }, ' +
  'with names in lower case, e.g. "starter".';

/**
 * The plans that the operator offers.
 * @throws SettingsError naming the file and what in it cannot be used
 */
export function readPlans({ PLANS_FILE: path }: Static<typeof KeySettings>): Plans {
  if (path === undefined) return plansOf(BUILT_IN);
  const read = readJson(path);
  const [first] = Value.Errors(PlansSchema, read);
  if (first !== undefined) {
    const where = first.instancePath === '' ? '' : ` at ${first.instancePath.slice(1).replaceAll('/', '.')}`;
    throw refused(path, `${first.message}${where}`);
  }
  return plansOf(read as Static<typeof PlansSchema>);
}

function plansOf(plans: Static<typeof PlansSchema>): Plans {
  const entries = Object.entries(plans).map(([name, plan]): [string, Plan] => [
    name,
    {
      callsPerMonth: plan.included_calls_per_month,
      trialCalls: plan.trial_calls,
      expiresAfterDays: plan.expires_after_days,
    },
  ]);
  return new Map(entries);
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw refused(path, (error as Error).message);
  }
}

function refused(path: string, why: string): SettingsError {
  return new SettingsError(`${path} (PLANS_FILE) cannot be used:\n  ${why}. ${ACCEPTED}`);
}
