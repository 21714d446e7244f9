import type { x402ResourceServer } from '@x402/core/server';
import type { PaymentRequirements, SettleResponse } from '@x402/core/types';
import { FacilitatorUnavailable } from './facilitator.ts';
import type { ExactPayment } from './payment-payload.ts';

export type SettlementOutcome =
  /** The money has moved; the transaction is null where nobody told its hash. */
  | { readonly kind: 'settled'; readonly transaction: string | null }
  | { readonly kind: 'refused'; readonly reason: string | undefined }
  /** The facilitator was not reached. */
  | { readonly kind: 'notSent'; readonly error: unknown }
  | { readonly kind: 'unknown'; readonly transaction: string | null; readonly error: unknown };

/** What is to be settled. */
interface Settlement {
  readonly payment: ExactPayment;
  readonly requirements: PaymentRequirements;
  /** It was asked for before, and the outcome is not known. */
  readonly maybeCharged: boolean;
}

const NONCE_USED = 'invalid_exact_evm_nonce_already_used';

/** Failures after which the transaction may yet come to be: it was sent and not seen, or the sending broke off. */
const UNDECIDED: ReadonlySet<string | undefined> = new Set([
  'settlement_pending',
  'invalid_exact_evm_transaction_failed',
]);

/**
 * Asks the facilitator to settle, and finds out what became of it when the answer does not come. Asking twice is
 * safe: the token takes a nonce once. That a nonce counts as used is taken for success only after we have asked
 * ourselves: before, the payer may have cancelled it.
 */
export async function settleOnce(
  server: x402ResourceServer,
  settlement: Settlement,
): Promise<SettlementOutcome> {
  let sent: string | null = null;
  let cause: unknown;
  if (!settlement.maybeCharged) {
    const first = await trySettle(server, settlement);
    if (first.kind !== 'unknown') return first;
    sent = first.transaction;
    cause = first.error;
    const seen = await wasUsed(server, settlement);
    if (seen === 'used') return { kind: 'settled', transaction: sent };
    // Where it took too long the caller has waited enough; the payment can be sent again.
    if (seen !== 'unused' || isTimeout(cause)) return first;
  } else if ((await wasUsed(server, settlement)) === 'used') {
    return { kind: 'settled', transaction: null };
  }
  const again = await trySettle(server, settlement);
  if (again.kind === 'settled') return again;
  if (again.kind === 'refused' && again.reason === NONCE_USED) return { kind: 'settled', transaction: sent };
  // Any other refusal may be one of a payment that has been taken: an account that is empty since, for one.
  return { kind: 'unknown', transaction: transactionOf(again) ?? sent, error: errorOf(again) ?? cause };
}

async function trySettle(
  server: x402ResourceServer,
  { payment, requirements }: Settlement,
): Promise<SettlementOutcome> {
  let answer: SettleResponse;
  try {
    answer = await server.settlePayment(payment, requirements);
  } catch (error) {
    const notSent = error instanceof FacilitatorUnavailable && error.kind === 'notSent';
    return notSent ? { kind: 'notSent', error } : { kind: 'unknown', transaction: null, error };
  }
  const transaction = /^0x[0-9a-fA-F]{64}$/.test(answer.transaction) ? answer.transaction : null;
  if (!answer.success) {
    // A transaction that is named was mined and reverted, unless it is pending.
    const undecided =
      UNDECIDED.has(answer.errorReason) &&
      (transaction === null || answer.errorReason === 'settlement_pending');
    return undecided
      ? { kind: 'unknown', transaction, error: new Error(`The facilitator says ${answer.errorReason}.`) }
      : { kind: 'refused', reason: answer.errorReason };
  }
  if (transaction === null || answer.network !== requirements.network) {
    const error = new Error('The facilitator says that it settled, and names no transaction on the network.');
    return { kind: 'unknown', transaction: null, error };
  }
  return { kind: 'settled', transaction };
}

async function wasUsed(
  server: x402ResourceServer,
  { payment, requirements }: Settlement,
): Promise<'used' | 'unused' | 'unknown'> {
  try {
    const { isValid, invalidReason } = await server.verifyPayment(payment, requirements);
    if (isValid) return 'unused';
    return invalidReason === NONCE_USED ? 'used' : 'unknown';
  } catch {
    return 'unknown';
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof FacilitatorUnavailable && error.kind === 'timeout';
}

function transactionOf(outcome: SettlementOutcome): string | null {
  return 'transaction' in outcome ? outcome.transaction : null;
}

function errorOf(outcome: SettlementOutcome): unknown {
  return 'error' in outcome ? outcome.error : undefined;
}
