import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { ProblemError } from '../errors.ts';
import { operation } from '../openapi/operation.ts';
import type { KeyAccount, KeyAccounts, KeyVerdict } from '../payment/api-keys.ts';
import { ACCOUNT_USAGE_EXAMPLE, type AccountUsage, AccountUsageSchema } from '../schemas/account-usage.ts';

/** What is left to the holder of a key. */
export const accountRoutes: FastifyPluginAsyncTypebox<{ readonly accounts: KeyAccounts }> = async (
  app,
  { accounts },
) => {
  app.get(
    '/v1/account/usage',
    {
      schema: operation(
        {
          operationId: 'getAccountUsage',
          tag: 'Service',
          summary: 'What is left of the calls of an API key',
          description:
            'Send the key as `Authorization: Bearer <key>`. Asking costs no call. Calls are counted when they are answered with 200, trial calls first. A key whose calls are used up is answered too; one that is unknown, revoked or expired is not, and neither is a payment: 402 with the reason in `hint`.',
          example: ACCOUNT_USAGE_EXAMPLE,
          problems: ['invalid_parameter', 'payment_required', 'not_acceptable', 'payment_unavailable'],
          conditional: false,
        },
        AccountUsageSchema,
        Type.Object({}, { additionalProperties: false }),
      ),
    },
    async ({ headers }, reply) => {
      const account = accounts.account(headers.authorization);
      if (account.kind !== 'account') throw keyRequired(account);
      reply.header('cache-control', 'private, no-store');
      return usageOf(account);
    },
  );
};

function keyRequired(verdict: Exclude<KeyVerdict, { kind: 'granted' }>): ProblemError {
  const refusal = verdict.kind === 'refused' ? verdict.hint : undefined;
  return new ProblemError('payment_required', {
    detail: refusal ?? 'This path is for holders of a key.',
    // As on the paths that are paid for: who looks at the hint alone must see that a key was sent in vain.
    hint: `${refusal === undefined ? '' : `${refusal} `}Send a valid key as "Authorization: Bearer <key>". A payment does not let in here.`,
    members: { pay_with: ['api_key'] },
  });
}

function usageOf(account: KeyAccount): AccountUsage {
  const { plan, trialCalls } = account;
  return {
    key: account.prefix,
    plan: account.planName,
    period: account.month,
    resets_on: firstOfNextMonth(account.month),
    included: plan.callsPerMonth,
    used: account.callsInMonth,
    trial: {
      included: plan.trialCalls,
      used: trialCalls,
      remaining: Math.max(0, plan.trialCalls - trialCalls),
    },
    remaining: account.remaining,
    expires_at: account.expiresAt,
  };
}

/** @param month `YYYY-MM` */
function firstOfNextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
}
