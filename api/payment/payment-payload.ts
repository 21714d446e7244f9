import type { PaymentPayload } from '@x402/core/types';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { PaymentFailure } from './payment-failure.ts';

/** Longest header that is read. A payment that repeats a discovery block has some 3,000 characters. */
export const MAX_PAYMENT_HEADER_LENGTH = 8192;

const address = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' });
const wholeNumber = Type.String({ pattern: '^[0-9]{1,78}$' });

const ExactPaymentSchema = Type.Object({
  x402Version: Type.Literal(2),
  accepted: Type.Object({
    scheme: Type.String(),
    network: Type.String(),
    amount: Type.String(),
    asset: Type.String(),
    payTo: Type.String(),
    maxTimeoutSeconds: Type.Number(),
    extra: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
  payload: Type.Object({
    // 65 bytes of a key; contracts that are wallets have longer ones.
    signature: Type.String({ pattern: '^0x([0-9a-fA-F]{2}){65,2000}$' }),
    authorization: Type.Object({
      from: address,
      to: address,
      value: wholeNumber,
      validAfter: wholeNumber,
      validBefore: wholeNumber,
      nonce: Type.String({ pattern: '^0x[0-9a-fA-F]{64}$' }),
    }),
  }),
  extensions: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

const validator = Compile(ExactPaymentSchema);

/** A payment of the scheme `exact` by `transferWithAuthorization`, of which every part has the right shape. */
export interface ExactPayment extends PaymentPayload {
  readonly payload: Static<typeof ExactPaymentSchema>['payload'];
}

/**
 * Reads a `PAYMENT-SIGNATURE` header.
 * @throws PaymentFailure `payment_required` when it cannot be read
 */
export function readPaymentHeader(header: string | readonly string[]): ExactPayment {
  if (typeof header !== 'string') throw unreadable('is sent more than once');
  if (header.length > MAX_PAYMENT_HEADER_LENGTH) throw unreadable('is too long');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(header)) throw unreadable('is not base64');
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(header, 'base64').toString('utf8'));
  } catch {
    throw unreadable('is not JSON in base64');
  }
  return readPayment(value);
}

/**
 * Takes from a payment what is known, and nothing else: what is not checked here must not reach a facilitator, which
 * might read another payment in it.
 * @throws PaymentFailure `payment_required` when it is not a payment that this service takes
 */
export function readPayment(value: unknown): ExactPayment {
  if (!validator.Check(value)) throw unreadable('is not an x402 version 2 payment of the scheme "exact"');
  const { accepted, payload, extensions } = value as Static<typeof ExactPaymentSchema>;
  const { from, to, value: amount, validAfter, validBefore, nonce } = payload.authorization;
  return {
    x402Version: 2,
    accepted: accepted as PaymentPayload['accepted'],
    payload: {
      signature: payload.signature,
      authorization: { from, to, value: amount, validAfter, validBefore, nonce },
    },
    ...(extensions === undefined ? {} : { extensions }),
  };
}

function unreadable(what: string): PaymentFailure {
  return new PaymentFailure('payment_required', `The payment ${what}.`, {
    hint: 'Send one x402 version 2 payment for one of the terms that come with this answer: over HTTP its JSON in base64 as PAYMENT-SIGNATURE, as @x402/fetch does; over MCP as an object in _meta["x402/payment"].',
    reason: 'invalid_payload',
  });
}
