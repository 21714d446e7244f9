import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { ApiKeys, KeyVerdict } from '../payment/api-keys.ts';
import { paymentProblem } from '../payment/paid-terms.ts';
import {
  failedReceipt,
  type HeldPayment,
  type Offer,
  type PaymentDesk,
  type Receipt,
} from '../payment/payment-desk.ts';
import { facilitatorUnavailable, PaymentFailure } from '../payment/payment-failure.ts';
import { type ExactPayment, readPayment } from '../payment/payment-payload.ts';
import { isGone } from '../payment/x402-fastify.ts';
import type { PaidOperation } from '../prices.ts';
import type { Tool } from './tool.ts';
import { toolResource } from './tool-resource.ts';
import { answered } from './tool-results.ts';

export interface ToolTillOptions {
  readonly config: Config;
  readonly keys: ApiKeys;
  /** Undefined: payments are not taken. */
  readonly desk: PaymentDesk | undefined;
}

/** One call of a tool that is paid for. */
export interface PaidCall {
  readonly tool: Tool;
  readonly operation: PaidOperation;
  /** As they were sent; a payment buys the answer to exactly these. */
  readonly args: unknown;
  /** What `_meta["x402/payment"]` holds. */
  readonly payment: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Makes the answer's JSON. */
  readonly make: () => Promise<string>;
}

/** Where `_meta` holds the receipt. */
const RECEIPT = 'x402/payment-response';

/** A payment repeats the terms, of which the schema of the arguments is a part. */
const MAX_PAYMENT_LENGTH = 32 * 1024;

/**
 * Sells the answers of tools on the terms of the HTTP paths, at the same desk: a payment that was used on one is used
 * on the other. An answer leaves when a key's call was counted or a payment was settled, and not otherwise.
 */
export class ToolTill {
  readonly #options: ToolTillOptions;
  readonly #offers = new Map<string, Offer>();

  constructor(options: ToolTillOptions) {
    this.#options = options;
  }

  /** Once, when the desk is ready. @throws Error when a price cannot be asked */
  async open(tools: readonly Tool[]): Promise<void> {
    const { desk, config } = this.#options;
    if (desk === undefined) return;
    for (const tool of tools) {
      if (tool.paid === undefined) continue;
      this.#offers.set(tool.name, await desk.offer(toolResource(tool, tool.paid, config)));
    }
  }

  /** @throws whatever `make` throws, which is never charged; ProblemError when a payment does not buy the answer */
  async sell(call: PaidCall): Promise<CallToolResult> {
    const { keys, desk } = this.#options;
    const verdict = keys.begin(call.request.headers.authorization);
    if (verdict.kind === 'granted') return onKey(call, verdict);
    const refusal = verdict.kind === 'refused' ? verdict.hint : undefined;
    const offer = this.#offers.get(call.tool.name);
    if (desk === undefined || offer === undefined) throw this.#problem(keysOnly(refusal), call);
    if (call.payment === undefined || call.payment === null) return unpaid(offer, refusal);
    await call.request.server.limitPayment(call.request);
    let held: HeldPayment | undefined;
    try {
      const admission = await desk.admit(readToolPayment(call.payment), offer, requestOf(call));
      if (admission.kind === 'paid') return receipted(await call.make(), admission.receipt);
      held = admission.held;
      return await this.#onPayment(call, desk, held);
    } catch (error) {
      if (!(error instanceof PaymentFailure)) throw error;
      if (error.statusCode !== 402) throw this.#problem(error, call);
      const receipt =
        error.settlementFailed && held !== undefined ? failedReceipt(held, error.reason) : undefined;
      return terms(offer, `${error.message} ${error.hint}`, receipt);
    }
  }

  async #onPayment(call: PaidCall, desk: PaymentDesk, held: HeldPayment): Promise<CallToolResult> {
    let answer: string;
    try {
      answer = await call.make();
    } catch (error) {
      desk.release(held);
      throw error;
    }
    if (isGone(call.request, call.reply)) {
      desk.release(held);
      throw facilitatorUnavailable(new Error('The caller has hung up.'));
    }
    try {
      return receipted(answer, await desk.settle(held));
    } catch (error) {
      if (error instanceof PaymentFailure) throw error;
      call.request.log.error({ err: error }, 'a payment cannot be recorded');
      throw facilitatorUnavailable(error);
    }
  }

  #problem(failure: PaymentFailure, { operation }: PaidCall): Error {
    return paymentProblem(this.#options.config, failure, operation);
  }
}

/** A call counts when its answer is one that can still arrive. */
async function onKey(
  { make, request, reply }: PaidCall,
  verdict: Extract<KeyVerdict, { kind: 'granted' }>,
): Promise<CallToolResult> {
  let answer: string;
  try {
    answer = await make();
  } catch (error) {
    verdict.release();
    throw error;
  }
  if (isGone(request, reply)) verdict.release();
  else reply.header('x-quota-remaining', String(verdict.commit()));
  return answered(answer);
}

/** @throws PaymentFailure `payment_required` when it cannot be read */
function readToolPayment(payment: unknown): ExactPayment {
  if (JSON.stringify(payment).length > MAX_PAYMENT_LENGTH) {
    throw new PaymentFailure('payment_required', 'The payment is too long.', {
      hint: 'Send the payment that an x402 version 2 client signs for these terms, and nothing more.',
      reason: 'invalid_payload',
    });
  }
  return readPayment(payment);
}

/** What a payment is for, whatever the order of the arguments. */
function requestOf({ tool, args }: PaidCall): string {
  const entries = Object.entries((args ?? {}) as object).sort(([left], [right]) => (left < right ? -1 : 1));
  return `tool ${tool.name} ${JSON.stringify(entries)}`;
}

function receipted(answer: string, receipt: Receipt): CallToolResult {
  return { ...answered(answer), _meta: { [RECEIPT]: receipt } };
}

function unpaid(offer: Offer, refusal: string | undefined): CallToolResult {
  const offered =
    'Sign a payment for one of accepts[] with an x402 version 2 client and call the tool again with it, as an object, in _meta["x402/payment"]. Or send a valid key with the HTTP request as "Authorization: Bearer <key>".';
  return terms(offer, `${refusal ?? 'This tool is paid for by the call.'} ${offered}`);
}

/** What to pay, in the form that clients read. */
function terms(offer: Offer, error: string, receipt?: Receipt): CallToolResult {
  const required = { ...offer.required, error };
  return {
    isError: true,
    structuredContent: required,
    content: [{ type: 'text', text: JSON.stringify(required) }],
    ...(receipt === undefined ? {} : { _meta: { [RECEIPT]: receipt } }),
  };
}

function keysOnly(refusal: string | undefined): PaymentFailure {
  return new PaymentFailure('payment_required', refusal ?? 'This tool is for holders of a key.', {
    hint: 'Send a valid key with the HTTP request as "Authorization: Bearer <key>". Payments per call are not taken here.',
  });
}
