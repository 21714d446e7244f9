import type { Config } from '../config.ts';
import { ProblemError } from '../errors.ts';
import type { PaidOperation } from '../prices.ts';
import type { ProblemMembers } from '../schemas/problem.ts';
import type { PaidResource } from './payment-desk.ts';
import type { PaymentFailure } from './payment-failure.ts';

/** At most 32 characters of ASCII, else facilitators leave it out. */
const SERVICE_NAME = 'Dutch address and vehicle facts';

/** The terms on which an operation is sold, the same whatever carries the payment. */
export function paidTerms(
  { payment, prices }: Config,
  operation: PaidOperation,
): Pick<PaidResource, 'endpoint' | 'mimeType' | 'serviceName' | 'tags' | 'accepts'> {
  return {
    endpoint: operation,
    mimeType: 'application/json',
    serviceName: SERVICE_NAME,
    tags: ['netherlands', 'open-data'],
    accepts: {
      scheme: 'exact',
      network: payment?.network ?? 'eip155:8453',
      payTo: payment?.payTo ?? '',
      price: `$${prices[operation]}`,
      maxTimeoutSeconds: payment?.validSeconds ?? 300,
    },
  };
}

/** What an operation costs and what lets a call in, as answers tell it. */
export function priceTag(
  { payment, prices }: Config,
  operation: PaidOperation,
): Required<Pick<ProblemMembers, 'price' | 'pay_with'>> {
  return {
    price: { amount: prices[operation], currency: 'USD' },
    pay_with: payment === undefined ? ['api_key'] : ['x402', 'api_key'],
  };
}

/** A payment's failure as a problem; of the one whose outcome is unknown also whether it was charged is. */
export function paymentProblem(
  config: Config,
  failure: PaymentFailure,
  operation: PaidOperation | undefined,
): ProblemError {
  const { code, message, hint, transaction } = failure;
  const members: ProblemMembers = {
    ...(code === 'payment_outcome_unknown' ? { charged: null } : {}),
    ...(code === 'payment_required' && operation !== undefined ? priceTag(config, operation) : {}),
    ...(transaction === undefined ? {} : { transaction }),
  };
  return new ProblemError(code, { detail: message, hint, members, cause: failure });
}
