import type { FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import type { TObject } from 'typebox';
import type { PaymentLedger } from '../../db/payments.ts';
import type { ApiContext } from '../context.ts';
import { problemBody } from '../errors.ts';
import { OPERATION_NOTES, type OperationNotes } from '../openapi/operation.ts';
import type { PaidOperation } from '../prices.ts';
import type { ApiKeys, KeyVerdict } from './api-keys.ts';
import { bazaarBlock } from './bazaar.ts';
import { HttpFacilitator } from './facilitator.ts';
import { paidTerms, paymentProblem } from './paid-terms.ts';
import { type PaidResource, PaymentDesk, type PaymentDeskOptions } from './payment-desk.ts';
import type { PaymentConfig } from './settings.ts';
import { x402Fastify } from './x402-fastify.ts';

export interface GateOptions {
  readonly context: ApiContext;
  readonly keys: ApiKeys;
  /** Undefined: payments are not taken. */
  readonly desk: PaymentDesk | undefined;
}

/** The paths that are paid for. None of them may be served without the gate. */
const PAID_PATHS: Readonly<Record<PaidOperation, string>> = {
  homeReport: '/v1/home/report',
  vehicleReport: '/v1/vehicle/report',
  addressLookup: '/v1/address/lookup',
  addressReverse: '/v1/address/reverse',
  energyLabel: '/v1/energy-label',
};

/**
 * Where payments are verified and settled.
 * @returns undefined when the settings say that none are taken
 * @throws Error when they are taken and there is no record to keep of them
 */
export function openPaymentDesk(
  config: PaymentConfig | undefined,
  ledger: PaymentLedger | undefined,
  options: Pick<PaymentDeskOptions, 'now' | 'onError'>,
): PaymentDesk | undefined {
  if (config === undefined) return undefined;
  if (ledger === undefined) throw new Error('Payments are taken, and no record of them is kept.');
  const facilitator = new HttpFacilitator({
    url: config.facilitatorUrl,
    network: config.network,
    timeoutMs: config.facilitatorTimeoutMs,
    token: config.facilitatorToken,
  });
  return new PaymentDesk({ network: config.network, facilitator, ledger, ...options });
}

/**
 * Lets a request on a paid route in for a key, else for a payment, else answers 402. Register it before the routes:
 * those with `config.paid` are gated, and no route is served of which the gate does not know.
 */
export const gatePlugin = plugin<GateOptions>(
  async (app, { context, keys, desk }) => {
    const { config } = context;
    const gated = new Map<string, PaidOperation>();
    const verdicts = new WeakMap<FastifyRequest, Extract<KeyVerdict, { kind: 'granted' }>>();

    app.addHook('onRoute', (route) => {
      const operation = route.config?.paid;
      if (operation === undefined) return;
      const resource = paidResource(context, operation, route);
      route.config = { ...route.config, x402: resource };
      gated.set(route.url, operation);
    });

    app.addHook('onReady', async () => {
      for (const [operation, path] of Object.entries(PAID_PATHS)) {
        if (app.hasRoute({ method: 'GET', url: path }) && gated.get(path) !== operation) {
          throw new Error(`${path} is to be paid for as ${operation}, and has no gate.`);
        }
      }
      if (desk === undefined) {
        app.log.warn(
          'PAY_TO_ADDRESS is not set: no payments are taken, paid paths answer holders of keys only',
        );
      }
    });

    // A route that was there before this gate: better no answer than one for nothing.
    app.addHook('onRequest', async ({ routeOptions }) => {
      if (routeOptions.config.paid !== undefined && routeOptions.config.x402 === undefined) {
        throw new Error(`${routeOptions.url} is to be paid for, and has no gate.`);
      }
    });

    await app.register(x402Fastify, {
      desk,
      onProtectedRequest(request) {
        const verdict = keys.begin(request.headers.authorization);
        if (verdict.kind === 'none') return undefined;
        if (verdict.kind === 'refused') return { refusal: verdict.hint };
        verdicts.set(request, verdict);
        return { grantAccess: true };
      },
      describe(failure, { routeOptions: { url = '', config: route } }) {
        const body = problemBody(paymentProblem(config, failure, route.paid), config.publicBaseUrl);
        const preview = `${url}/preview`;
        // Who has nothing to pay with yet may see what there is to buy.
        if (failure.code === 'payment_required' && app.hasRoute({ method: 'GET', url: preview })) {
          body.hint += ` What the answer would hold is free to see: ${preview}`;
        }
        return { type: 'application/problem+json', body: JSON.stringify(body) };
      },
    });

    app.addHook('onSend', async (request, reply, payload) => {
      const verdict = verdicts.get(request);
      if (verdict === undefined) return payload;
      verdicts.delete(request);
      countCall(verdict, reply);
      return payload;
    });
  },
  { name: 'gate' },
);

/** A call counts when its answer is a 200 that can still arrive. */
function countCall(verdict: Extract<KeyVerdict, { kind: 'granted' }>, reply: FastifyReply): void {
  if (reply.statusCode === 200 && !reply.raw.destroyed) {
    reply.header('x-quota-remaining', String(verdict.commit()));
  } else {
    verdict.release();
  }
}

function paidResource(
  { config }: ApiContext,
  operation: PaidOperation,
  route: { url: string; method: string | string[]; schema?: unknown },
): PaidResource {
  const schema = (route.schema ?? {}) as { summary?: string; querystring?: TObject } & {
    [OPERATION_NOTES]?: OperationNotes;
  };
  const notes = schema[OPERATION_NOTES];
  return {
    ...paidTerms(config, operation),
    resource: `${config.publicBaseUrl}${route.url}`,
    description: schema.summary ?? '',
    extensions: {
      bazaar: bazaarBlock({
        method: [route.method].flat()[0] ?? 'GET',
        query: schema.querystring ?? {},
        exampleQuery: notes?.exampleQuery ?? {},
        exampleAnswer: notes?.example,
      }),
    },
  };
}
