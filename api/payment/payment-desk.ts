import { createHmac, randomUUID } from 'node:crypto';
import { encodePaymentRequiredHeader, encodePaymentResponseHeader, type RouteConfig } from '@x402/core/http';
import { type FacilitatorClient, x402ResourceServer } from '@x402/core/server';
import type { Network, PaymentRequired, PaymentRequirements, ResourceInfo } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/server';
import type { PaymentIdentity, PaymentLedger, SettlementEnd } from '../../db/payments.ts';
import {
  alreadyUsed,
  facilitatorUnavailable,
  inProgress,
  otherTerms,
  outcomeUnknown,
  refusalOf,
} from './payment-failure.ts';
import type { ExactPayment } from './payment-payload.ts';
import { type SettlementOutcome, settleOnce } from './settle-once.ts';

/** What is sold, and on which terms; of the package's own type, as far as it is used here. */
export interface PaidResource extends Pick<RouteConfig, 'description' | 'mimeType' | 'extensions'> {
  readonly accepts: Exclude<RouteConfig['accepts'], unknown[]>;
  /** Address of what is sold, without a query: buyers repeat it to facilitators. */
  readonly resource: string;
  readonly serviceName?: string;
  readonly tags?: string[];
  /** Name of what is sold in the record of payments. */
  readonly endpoint: string;
}

/** A resource with the terms that buyers sign. */
export interface Offer {
  readonly endpoint: string;
  readonly requirements: PaymentRequirements;
  readonly required: PaymentRequired;
}

/** A payment that is held for one request until it is settled or released. */
export interface HeldPayment {
  readonly payment: ExactPayment;
  readonly requirements: PaymentRequirements;
  readonly identity: PaymentIdentity;
  readonly attempt: string;
  /** An earlier request was asked to be settled with it, and the outcome is not known. */
  readonly maybeCharged: boolean;
}

/** What is told of a settlement, in `PAYMENT-RESPONSE`. */
export interface Receipt {
  readonly success: boolean;
  readonly transaction: string;
  readonly network: Network;
  readonly payer: string;
  readonly amount?: string;
  readonly errorReason?: string;
}

export type Admission =
  /** Make the answer, then settle or release. */
  | { readonly kind: 'held'; readonly held: HeldPayment }
  /** This same request was paid for minutes ago: answer it again. */
  | { readonly kind: 'paid'; readonly receipt: Receipt; readonly requestHash: string };

export interface PaymentDeskOptions {
  readonly network: Network;
  readonly facilitator: FacilitatorClient;
  readonly ledger: PaymentLedger;
  readonly now?: () => Date;
  /** Told what buyers are not: causes of failures. */
  readonly onError?: (error: unknown, what: string) => void;
}

/** So long after its settlement the same request is answered again without another payment. */
export const ANSWER_AGAIN_MS = 10 * 60_000;

/** A process that has held a payment for so long is gone. Longer than any answer and its settlement take. */
const HOLD_MS = 2 * 60_000;

/**
 * Sells answers for payments of x402 version 2, each payment once, whatever carries them: HTTP or a tool call. It
 * knows nothing of what is sold.
 */
export class PaymentDesk {
  readonly #server: x402ResourceServer;
  readonly #options: PaymentDeskOptions;
  readonly #now: () => Date;

  constructor(options: PaymentDeskOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => new Date());
    this.#server = new x402ResourceServer(options.facilitator).register(
      options.network,
      new ExactEvmScheme(),
    );
  }

  /** Once, before any offer is made. Asks nobody, provided that the facilitator's `getSupported` does not. */
  async initialize(): Promise<void> {
    await this.#server.initialize();
  }

  /** @throws Error when the price is nothing, or cannot be read */
  async offer(resource: PaidResource): Promise<Offer> {
    const { endpoint, accepts } = resource;
    const [requirements] = await this.#server.buildPaymentRequirements({
      scheme: accepts.scheme,
      network: accepts.network,
      payTo: fixed(accepts.payTo, endpoint),
      price: fixed(accepts.price, endpoint),
      ...(accepts.maxTimeoutSeconds === undefined ? {} : { maxTimeoutSeconds: accepts.maxTimeoutSeconds }),
    });
    if (requirements === undefined || BigInt(requirements.amount) <= 0n) {
      throw new Error(`${endpoint} costs nothing: its price must be above zero.`);
    }
    return { endpoint, requirements, required: requiredFor(resource, [requirements]) };
  }

  /**
   * Takes a payment for a request: verifies it and holds it, so that no other request has it.
   * @param request all of what was asked; only a keyed hash of it is kept, until it cannot be asked for again
   * @throws PaymentFailure
   */
  async admit(payment: ExactPayment, offer: Offer, request: string): Promise<Admission> {
    const { ledger } = this.#options;
    const identity = identityOf(payment, offer);
    const requestHash = this.#hash(request, payment);
    const before = this.#lookUp(identity, requestHash);
    if (before.kind === 'paid') return before;
    const maybeCharged = before.kind === 'maybeCharged';
    const bought = toFacilitator(payment, offer);
    // What was verified before and may have been charged would not pass again, and its terms are those of then.
    if (!maybeCharged) {
      try {
        await this.#verify(bought, offer);
      } catch (error) {
        // It may be used because another request with it was settled meanwhile.
        const meanwhile = this.#lookUp(identity, requestHash);
        if (meanwhile.kind === 'paid') return meanwhile;
        throw error;
      }
    }

    const requirements = maybeCharged ? payment.accepted : offer.requirements;
    const attempt = randomUUID();
    const now = this.#now();
    ledger.forgetRequests(new Date(now.getTime() - ANSWER_AGAIN_MS));
    const claimed = ledger.claim({
      ...identity,
      endpoint: offer.endpoint,
      amount: requirements.amount,
      attempt,
      requestHash,
      now,
      staleBefore: new Date(now.getTime() - HOLD_MS),
    });
    if (claimed) {
      // Read again: another request may have held it, and ended without knowing, since the look above.
      const held = { payment: bought, requirements, identity, attempt };
      return { kind: 'held', held: { ...held, maybeCharged: ledger.find(identity)?.maybeCharged ?? true } };
    }
    // Another request with it was faster, at this moment.
    const winner = this.#lookUp(identity, requestHash);
    if (winner.kind === 'paid') return winner;
    throw inProgress();
  }

  /**
   * Moves the money for an answer that is ready.
   * @returns the receipt; only then may the answer leave
   * @throws PaymentFailure; then it must not leave
   */
  async settle(held: HeldPayment): Promise<Receipt> {
    const { ledger, onError } = this.#options;
    const { identity, attempt } = held;
    if (!ledger.beginSettlement(identity, attempt, this.#now())) throw inProgress();
    const outcome = await settleOnce(this.#server, held);
    try {
      ledger.endSettlement(identity, attempt, this.#end(held, outcome), this.#now());
    } catch (error) {
      // It stays as being settled, and becomes unknown: the same payment finds out later.
      onError?.(error, 'the outcome of a settlement cannot be recorded');
    }
    switch (outcome.kind) {
      case 'settled': {
        const transaction = outcome.transaction ?? ledger.find(identity)?.transaction ?? '';
        return receiptOf(identity, held.requirements.amount, transaction);
      }
      case 'refused':
        throw refusalOf(outcome.reason, true);
      case 'notSent':
        onError?.(outcome.error, 'the facilitator cannot be reached to settle');
        throw held.maybeCharged ? outcomeUnknown(outcome.error) : facilitatorUnavailable(outcome.error);
      case 'unknown':
        onError?.(outcome.error, 'the outcome of a settlement is not known');
        throw outcomeUnknown(outcome.error);
    }
  }

  /** Gives a payment back that bought nothing; it can be used again. */
  release({ identity, attempt }: HeldPayment): void {
    this.#options.ledger.release(identity, attempt, this.#now());
  }

  async #verify(payment: ExactPayment, offer: Offer): Promise<void> {
    const fits =
      this.#server.findMatchingRequirements(offer.required.accepts, payment) !== undefined &&
      this.#server.validateExtensions(offer.required, payment).valid;
    if (!fits) throw otherTerms();
    let verdict: Awaited<ReturnType<x402ResourceServer['verifyPayment']>>;
    try {
      verdict = await this.#server.verifyPayment(payment, offer.requirements);
    } catch (error) {
      this.#options.onError?.(error, 'the facilitator cannot verify');
      throw facilitatorUnavailable(error);
    }
    if (!verdict.isValid) throw refusalOf(verdict.invalidReason);
  }

  /** @throws PaymentFailure when it pays for another request, or one that still runs */
  #lookUp(
    identity: PaymentIdentity,
    requestHash: string,
  ): { kind: 'free' | 'maybeCharged' } | Extract<Admission, { kind: 'paid' }> {
    const known = this.#options.ledger.find(identity);
    if (known === undefined) return { kind: 'free' };
    const same = known.requestHash === requestHash;
    const age = this.#now().getTime() - Date.parse(known.settledAt ?? known.updatedAt);
    if (known.state === 'settled') {
      if (!same || age > ANSWER_AGAIN_MS) throw alreadyUsed(known.transaction);
      return { kind: 'paid', receipt: receiptOf(known, known.amount, known.transaction ?? ''), requestHash };
    }
    const held = known.state === 'verified' || known.state === 'settling';
    if (held && age <= HOLD_MS) throw inProgress();
    if (!known.maybeCharged) return { kind: 'free' };
    if (!same) throw alreadyUsed(known.transaction);
    return { kind: 'maybeCharged' };
  }

  #end(held: HeldPayment, outcome: SettlementOutcome): SettlementEnd {
    switch (outcome.kind) {
      case 'settled':
        return { state: 'settled', transaction: outcome.transaction };
      case 'refused':
        return { state: 'failed', reason: refusalOf(outcome.reason).reason ?? '' };
      case 'notSent':
        return held.maybeCharged ? { state: 'unknown', transaction: null } : { state: 'released' };
      case 'unknown':
        return { state: 'unknown', transaction: outcome.transaction };
    }
  }

  /** The signature is part of it: who has only seen the chain's record of a payment shall not get its answer. */
  #hash(request: string, { accepted, payload }: ExactPayment): string {
    return createHmac('sha256', this.#options.ledger.secret)
      .update(JSON.stringify([request, accepted, payload.signature, payload.authorization]))
      .digest('base64url');
  }
}

/** What is sold, and the terms; without terms where no payments are taken. */
export function requiredFor(resource: PaidResource, accepts: PaymentRequirements[]): PaymentRequired {
  const { resource: url, description, mimeType, serviceName, tags, extensions } = resource;
  const info: ResourceInfo = {
    url,
    description: description ?? '',
    mimeType: mimeType ?? 'application/json',
    ...(serviceName === undefined ? {} : { serviceName }),
    ...(tags === undefined ? {} : { tags }),
  };
  return { x402Version: 2, resource: info, accepts, ...(extensions === undefined ? {} : { extensions }) };
}

/** The value of `PAYMENT-REQUIRED`. */
export function requiredHeader(required: PaymentRequired, error: string): string {
  return encodePaymentRequiredHeader({ ...required, error });
}

/** The value of `PAYMENT-RESPONSE`. */
export function receiptHeader(receipt: Receipt): string {
  return encodePaymentResponseHeader(receipt);
}

/** The receipt of a settlement that failed: no text of the facilitator is in it. */
export function failedReceipt({ identity }: HeldPayment, reason: string | undefined): Receipt {
  const { network, payer } = identity;
  return {
    success: false,
    errorReason: reason ?? 'payment_refused',
    transaction: '',
    network: network as Network,
    payer,
  };
}

function receiptOf({ network, payer }: PaymentIdentity, amount: string, transaction: string): Receipt {
  return { success: true, transaction, network: network as Network, payer, amount };
}

function identityOf({ payload }: ExactPayment, { requirements }: Offer): PaymentIdentity {
  return {
    network: requirements.network,
    asset: requirements.asset.toLowerCase(),
    payer: payload.authorization.from.toLowerCase(),
    nonce: payload.authorization.nonce.toLowerCase(),
  };
}

/** What a facilitator is told: the resource is ours, and of the extensions only those that were offered are passed on. */
function toFacilitator(payment: ExactPayment, { required }: Offer): ExactPayment {
  const { extensions, ...rest } = payment;
  const offered = required.extensions ?? {};
  const echoed = Object.entries(extensions ?? {}).filter(([name]) => Object.hasOwn(offered, name));
  return {
    ...rest,
    resource: required.resource,
    ...(echoed.length === 0 ? {} : { extensions: Object.fromEntries(echoed) }),
  };
}

/** Terms that differ from request to request could not be offered before one comes. */
function fixed<Term>(term: Term, endpoint: string): Exclude<Term, (...args: never[]) => unknown> {
  if (typeof term === 'function') throw new Error(`${endpoint}: pay-to and price must be fixed.`);
  return term as Exclude<Term, (...args: never[]) => unknown>;
}
