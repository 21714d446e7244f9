import type { OpenAPIV3_1 } from 'openapi-types';
import type { ProblemCode } from '../errors.ts';

/** Problems of every path that is paid for, beside its own. */
export const PAID_PROBLEMS: readonly ProblemCode[] = [
  'payment_required',
  'payment_already_used',
  'payment_in_progress',
  'payment_unavailable',
  'payment_outcome_unknown',
];

/** Two ways in; one of them is enough. */
export const SECURITY_SCHEMES: Record<string, OpenAPIV3_1.SecuritySchemeObject> = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key from the operator: `Authorization: Bearer <key>`. Each 200 counts as one call.',
  },
  x402: {
    type: 'apiKey',
    in: 'header',
    name: 'PAYMENT-SIGNATURE',
    description:
      'A signed payment of x402 version 2: base64 of JSON, made by a client such as `@x402/fetch` from the terms in `PAYMENT-REQUIRED`. It is settled only when the answer is a 200.',
  },
};

export const TWO_WAYS_IN: Record<string, string[]>[] = [{ apiKey: [] }, { x402: [] }];
export const KEY_ONLY: Record<string, string[]>[] = [{ apiKey: [] }];

/** The price of an operation, in the form that discovery crawlers read. */
export function paymentInfo(amount: string) {
  return { protocols: ['x402'], price: { mode: 'fixed', currency: 'USD', amount } };
}

const text = (description: string) => ({ description, schema: { type: 'string' } });

/** Headers of an answer that was paid for. */
export const SOLD_HEADERS = {
  'PAYMENT-RESPONSE': text(
    'How the payment was settled: base64 of JSON with `success`, `transaction`, `network` and `payer`. Only where the call was paid for by x402.',
  ),
  'X-Quota-Remaining': {
    description: 'Calls that are left in the plan of the key. Only where a key was sent.',
    schema: { type: 'integer' },
  },
  'Cache-Control': text("`private, no-store`: what was bought is the buyer's."),
};

export function paymentRequiredHeaders() {
  return {
    'PAYMENT-REQUIRED': text(
      'The terms of payment (x402 version 2): base64 of JSON with `accepts` (price in millionths of USDC, network, asset, pay-to) and how to call the path. Absent where the operator takes keys only.',
    ),
    'PAYMENT-RESPONSE': text('Why a payment was not settled; only where one was sent and failed.'),
  };
}
