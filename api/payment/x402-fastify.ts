import type { PaymentRequired } from '@x402/core/types';
import type { FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import {
  ANSWER_AGAIN_MS,
  failedReceipt,
  type HeldPayment,
  type Offer,
  type PaidResource,
  type PaymentDesk,
  type Receipt,
  receiptHeader,
  requiredFor,
  requiredHeader,
} from './payment-desk.ts';
import { facilitatorUnavailable, PaymentFailure } from './payment-failure.ts';
import { readPaymentHeader } from './payment-payload.ts';
import { withholdReply } from './withhold-reply.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is paid for: it answers only who has paid, or whom `onProtectedRequest` lets in. */
    x402?: PaidResource;
  }
}

/** Lets a request in without a payment, or says why the credentials that it has do not do. */
export type Access = { readonly grantAccess: true } | { readonly refusal: string } | undefined;

export interface X402FastifyOptions {
  /** Undefined: no payments are taken; only `onProtectedRequest` lets in. */
  readonly desk: PaymentDesk | undefined;
  /** Asked first, e.g. for API keys. */
  readonly onProtectedRequest?: (request: FastifyRequest) => Access;
  /** Body of the answer to who has not paid. */
  readonly describe?: (failure: PaymentFailure, request: FastifyRequest) => { type: string; body: string };
}

/** What a request on a paid route may do. Its answer is kept in until it is decided. */
type Passage =
  | { readonly kind: 'granted' }
  | { readonly kind: 'held'; readonly held: HeldPayment; readonly url: string }
  | { readonly kind: 'paid'; readonly receipt: Receipt };

/** An answer that was bought, as it was given. */
interface GivenAnswer {
  readonly requestUrl: string;
  readonly type: string;
  readonly body: string;
}

/** Answers that were bought in the last minutes, for buyers whom they did not reach. */
const GIVEN_ANSWERS_BYTES = 32 * 1024 * 1024;

/**
 * Payments of x402 version 2 for routes that declare `config.x402`. Register it before them. A route is known by its
 * own configuration, never by a pattern of its path: no spelling of a request can be matched differently here and by
 * the router. Payments are verified before anything of the request is looked at, and settled when the answer is
 * ready and a 200, before its first byte leaves; all else is never charged.
 */
export const x402Fastify = plugin<X402FastifyOptions>(
  async (app, { desk, onProtectedRequest, describe = describeAsJson }) => {
    const resources = new Map<PaidResource, string>();
    const offers = new Map<PaidResource, Offer>();
    const passages = new WeakMap<FastifyRequest, Passage>();
    const given = new LRUCache<string, GivenAnswer>({
      max: 10_000,
      maxSize: GIVEN_ANSWERS_BYTES,
      sizeCalculation: ({ body }) => body.length + 500,
      ttl: ANSWER_AGAIN_MS,
    });

    app.addHook('onRoute', ({ config, method, url }) => {
      if (config?.x402 === undefined) return;
      for (const one of [method].flat()) {
        // A HEAD or OPTIONS would be charged for an answer without a body, or run the handler unpaid.
        if (one !== 'GET' && one !== 'POST') {
          throw new Error(`${one} ${url} is paid for; only GET and POST can be. Set exposeHeadRoute: false.`);
        }
      }
      resources.set(config.x402, url);
    });

    app.addHook('onReady', async () => {
      await desk?.initialize();
      for (const resource of resources.keys()) {
        if (desk !== undefined) offers.set(resource, await desk.offer(resource));
      }
    });

    app.addHook('onRequest', async (request, reply) => {
      const resource = request.routeOptions.config.x402;
      if (resource === undefined) return;
      const guard = withholdReply(reply);
      const access = onProtectedRequest?.(request);
      if (access !== undefined && 'grantAccess' in access) {
        passages.set(request, { kind: 'granted' });
        return;
      }
      const offer = offers.get(resource);
      // Without terms a client knows at least what is sold here, and that there is nothing to sign.
      const required = offer?.required ?? requiredFor(resource, []);
      const refuse = (failure: PaymentFailure) => {
        guard.open();
        return sendFailure(failure, request, reply, required, describe);
      };
      if (desk === undefined) return refuse(keysOnly(access?.refusal));
      if (offer === undefined) throw new Error(`${request.routeOptions.url} has no price.`);
      const header = request.headers['payment-signature'];
      if (header === undefined) return refuse(unpaid(access?.refusal, request));

      const url = `${request.method} ${request.url}`;
      try {
        const payment = readPaymentHeader(header);
        const admission = await desk.admit(payment, offer, url);
        if (admission.kind === 'held') {
          passages.set(request, { kind: 'held', held: admission.held, url });
          return;
        }
        passages.set(request, { kind: 'paid', receipt: admission.receipt });
        const again = given.get(keyOf(admission.receipt.payer, payment.payload.authorization.nonce));
        if (again !== undefined && again.requestUrl === url) return reply.type(again.type).send(again.body);
      } catch (error) {
        if (error instanceof PaymentFailure) return refuse(error);
        throw error;
      }
    });

    app.addHook('onSend', async (request, reply, payload) => {
      if (request.routeOptions.config.x402 === undefined) return payload;
      const passage = passages.get(request);
      // Errors are answered by way of this hook too: what was decided stays decided.
      passages.delete(request);
      const guard = withholdReply(reply);
      if (passage === undefined || passage.kind === 'granted') {
        guard.open();
        return payload;
      }
      const bought =
        passage.kind === 'paid' ? passage.receipt : await settle(request, reply, payload, passage);
      guard.open();
      if (bought === undefined) return payload;
      if (bought instanceof PaymentFailure) {
        const required = offers.get(request.routeOptions.config.x402)?.required;
        return prepareFailure(bought, request, reply, required, describe, passage);
      }
      if (reply.statusCode === 200) {
        reply.header('payment-response', receiptHeader(bought)).header('cache-control', 'private, no-store');
      }
      return payload;
    });

    /** @returns undefined when there is nothing to charge for */
    async function settle(
      request: FastifyRequest,
      reply: FastifyReply,
      payload: unknown,
      { held, url }: Extract<Passage, { kind: 'held' }>,
    ): Promise<Receipt | PaymentFailure | undefined> {
      if (desk === undefined) return undefined;
      try {
        if (reply.statusCode !== 200 || isGone(request, reply)) {
          desk.release(held);
          return isOtherSuccess(reply) ? notForSale(request) : undefined;
        }
        const receipt = await desk.settle(held);
        if (typeof payload === 'string') {
          const type = String(reply.getHeader('content-type') ?? 'application/json; charset=utf-8');
          given.set(keyOf(held.identity.payer, held.identity.nonce), {
            requestUrl: url,
            type,
            body: payload,
          });
        }
        return receipt;
      } catch (error) {
        if (error instanceof PaymentFailure) return error;
        request.log.error({ err: error }, 'a payment cannot be recorded');
        return reply.statusCode === 200 ? facilitatorUnavailable(error) : undefined;
      }
    }
  },
  { name: 'x402-fastify', fastify: '5.x' },
);

function keyOf(payer: string, nonce: string): string {
  return `${payer.toLowerCase()} ${nonce.toLowerCase()}`;
}

/** Who has hung up would pay for an answer that cannot arrive. */
export function isGone({ raw }: FastifyRequest, reply: FastifyReply): boolean {
  const { socket } = raw;
  return reply.raw.destroyed || socket.destroyed === true || socket.writable === false;
}

function isOtherSuccess({ statusCode }: FastifyReply): boolean {
  return statusCode > 200 && statusCode < 300;
}

/** A content that is not a 200 would leave without being paid for. */
function notForSale(request: FastifyRequest): PaymentFailure {
  const error = new Error(
    `${request.routeOptions.url} is paid for, and answered with a success other than 200.`,
  );
  request.log.error({ err: error }, 'an answer was kept back');
  return facilitatorUnavailable(error);
}

function keysOnly(refusal: string | undefined): PaymentFailure {
  return new PaymentFailure('payment_required', refusal ?? 'This path is for holders of a key.', {
    hint: `${because(refusal)}Send a valid key as "Authorization: Bearer <key>". Payments per call are not taken here.`,
  });
}

function unpaid(refusal: string | undefined, request: FastifyRequest): PaymentFailure {
  const old = request.headers['x-payment'] !== undefined;
  const offer = old
    ? 'X-PAYMENT is of x402 version 1; this is version 2: sign the terms in the PAYMENT-REQUIRED header and send them as PAYMENT-SIGNATURE.'
    : 'Pay with an x402 version 2 client, e.g. @x402/fetch: the terms are in the PAYMENT-REQUIRED header.';
  return new PaymentFailure('payment_required', refusal ?? 'This path is paid for by the call.', {
    hint: `${because(refusal)}${offer} Or send a valid key as "Authorization: Bearer <key>".`,
  });
}

/** Who looks at the hint alone must see that a key was sent in vain. */
function because(refusal: string | undefined): string {
  return refusal === undefined ? '' : `${refusal} `;
}

function sendFailure(
  failure: PaymentFailure,
  request: FastifyRequest,
  reply: FastifyReply,
  required: PaymentRequired | undefined,
  describe: NonNullable<X402FastifyOptions['describe']>,
): FastifyReply {
  return reply.send(prepareFailure(failure, request, reply, required, describe));
}

/** Headers of an answer that is not given, and must not be told of its replacement. */
const HEADERS_OF_ANSWER = [
  'content-length',
  'content-encoding',
  'etag',
  'last-modified',
  'content-disposition',
];

/** Turns a reply into the answer to who has not paid. @returns its body */
function prepareFailure(
  failure: PaymentFailure,
  request: FastifyRequest,
  reply: FastifyReply,
  required: PaymentRequired | undefined,
  describe: NonNullable<X402FastifyOptions['describe']>,
  passage?: Passage,
): string {
  const { type, body } = describe(failure, request);
  for (const name of HEADERS_OF_ANSWER) reply.removeHeader(name);
  reply.code(failure.statusCode).type(type).header('cache-control', 'no-store');
  if (failure.retryAfterS !== undefined) reply.header('retry-after', String(failure.retryAfterS));
  if (failure.statusCode === 402 && required !== undefined) {
    reply.header('payment-required', requiredHeader(required, failure.message));
  }
  if (failure.settlementFailed && passage?.kind === 'held') {
    reply.header('payment-response', receiptHeader(failedReceipt(passage.held, failure.reason)));
  }
  return body;
}

function describeAsJson({ code, message, hint, transaction }: PaymentFailure): {
  type: string;
  body: string;
} {
  return {
    type: 'application/json; charset=utf-8',
    body: JSON.stringify({
      code,
      error: message,
      hint,
      ...(transaction === undefined ? {} : { transaction }),
    }),
  };
}
