/** Every way in which a payment does not buy an answer, and its HTTP status. */
export const PAYMENT_FAILURES = {
  payment_required: 402,
  payment_already_used: 409,
  payment_in_progress: 409,
  payment_unavailable: 503,
  payment_outcome_unknown: 503,
} as const;

export type PaymentFailureCode = keyof typeof PAYMENT_FAILURES;

export interface PaymentFailureOptions extends ErrorOptions {
  /** What to do. */
  hint: string;
  /** The protocol's own code of the refusal; for `PAYMENT-RESPONSE` and the log. */
  reason?: string;
  retryAfterS?: number;
  /** Hash of the transaction that used the payment. */
  transaction?: string;
  /** The facilitator refused to move the money, after the answer was made. */
  settlementFailed?: boolean;
}

/** A payment that is missing, refused or used. The message is for the buyer: nothing in it is a facilitator's text. */
export class PaymentFailure extends Error {
  override readonly name = 'PaymentFailure';
  readonly code: PaymentFailureCode;
  readonly statusCode: number;
  readonly hint: string;
  readonly reason: string | undefined;
  readonly retryAfterS: number | undefined;
  readonly transaction: string | undefined;
  readonly settlementFailed: boolean;

  constructor(code: PaymentFailureCode, message: string, options: PaymentFailureOptions) {
    super(message, options);
    this.code = code;
    this.statusCode = PAYMENT_FAILURES[code];
    this.hint = options.hint;
    this.reason = options.reason;
    this.retryAfterS = options.retryAfterS;
    this.transaction = options.transaction;
    this.settlementFailed = options.settlementFailed ?? false;
  }
}

const SIGN_AGAIN =
  'Sign a new payment for the terms that come with this answer, and send it with the same request.';

interface Refusal {
  readonly message: string;
  readonly hint: string;
}

/** Why a facilitator refuses, in its own codes and in words for the buyer. What is not listed is not passed on. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  invalid_exact_evm_insufficient_balance: {
    message: 'The paying account does not hold enough of the token.',
    hint: 'Fund the account, then send the same request again.',
  },
  invalid_exact_evm_nonce_already_used: {
    message: 'This payment was used before.',
    hint: `It cannot be used again. ${SIGN_AGAIN}`,
  },
  invalid_exact_evm_signature: {
    message: 'The signature does not fit the payment.',
    hint: `Sign with the key of the paying account, over the terms as they are. ${SIGN_AGAIN}`,
  },
  invalid_exact_evm_payload_authorization_valid_before: {
    message: 'The payment has expired, or would within seconds.',
    hint: SIGN_AGAIN,
  },
  invalid_exact_evm_payload_authorization_valid_after: {
    message: 'The payment is not valid yet.',
    hint: `Let it be valid from now on. ${SIGN_AGAIN}`,
  },
  invalid_exact_evm_payload_authorization_value_mismatch: {
    message: 'The payment is not of the amount that this path costs.',
    hint: SIGN_AGAIN,
  },
  invalid_exact_evm_recipient_mismatch: {
    message: 'The payment goes to another account than the one that is asked for.',
    hint: SIGN_AGAIN,
  },
  invalid_exact_evm_token_name_mismatch: {
    message: 'The payment names another token than the one that is asked for.',
    hint: SIGN_AGAIN,
  },
  invalid_exact_evm_transaction_simulation_failed: {
    message: 'The token refuses this payment.',
    hint: 'Look whether the paying account holds enough of the token and may use it, then sign a new payment.',
  },
  invalid_exact_evm_transaction_failed: {
    message: 'The transaction of this payment failed on the chain.',
    hint: 'Look whether the paying account holds enough of the token, then sign a new payment.',
  },
};

const UNLISTED: Refusal = { message: 'The payment was refused.', hint: SIGN_AGAIN };

/** The refusal of a facilitator, in words and codes of ours. */
export function refusalOf(reason: string | undefined, settlementFailed = false): PaymentFailure {
  const known = reason !== undefined && Object.hasOwn(REFUSALS, reason);
  const { message, hint } = (known ? REFUSALS[reason] : undefined) ?? UNLISTED;
  return new PaymentFailure('payment_required', message, {
    hint,
    reason: known ? reason : 'payment_refused',
    settlementFailed,
  });
}

/** The terms that were accepted are not those that this path has now, e.g. since its price was changed. */
export function otherTerms(): PaymentFailure {
  return new PaymentFailure('payment_required', 'The payment accepts other terms than this path has now.', {
    hint: SIGN_AGAIN,
    reason: 'terms_mismatch',
  });
}

export function facilitatorUnavailable(cause: unknown): PaymentFailure {
  return new PaymentFailure('payment_unavailable', 'Payments cannot be checked or settled at the moment.', {
    hint: 'Send the same request with the same payment again in 10 seconds. It has not been charged.',
    retryAfterS: 10,
    cause,
  });
}

export function outcomeUnknown(cause?: unknown): PaymentFailure {
  return new PaymentFailure(
    'payment_outcome_unknown',
    'It is not known yet whether this payment was charged, so its answer is kept back.',
    {
      hint: 'Send the same request with the same payment again in 5 seconds: it is never charged twice. Sign no new one meanwhile; the chain tells whether the nonce of this one was used.',
      retryAfterS: 5,
      cause,
    },
  );
}

export function inProgress(): PaymentFailure {
  return new PaymentFailure('payment_in_progress', 'A request with this payment is being answered.', {
    hint: 'Send the same request with the same payment again in 2 seconds; do not sign a new one for it.',
    retryAfterS: 2,
  });
}

/** @param transaction null where the facilitator did not tell it */
export function alreadyUsed(transaction: string | null): PaymentFailure {
  const by = transaction === null ? '' : ` in transaction ${transaction}`;
  return new PaymentFailure('payment_already_used', `This payment was used before${by}.`, {
    hint: `Do not pay again for what it bought: that answer can be had again for 10 minutes with exactly the same request. For something else, sign a new payment.`,
    ...(transaction === null ? {} : { transaction }),
  });
}
