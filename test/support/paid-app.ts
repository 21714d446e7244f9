import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { HttpFacilitator } from '../../api/payment/facilitator.ts';
import { type PaidResource, PaymentDesk } from '../../api/payment/payment-desk.ts';
import { type X402FastifyOptions, x402Fastify } from '../../api/payment/x402-fastify.ts';
import { Payments } from '../../db/payments.ts';
import { openFacilitator, type TestFacilitator } from './facilitator.ts';
import { Ledger } from './ledger.ts';

export const PAY_TO = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C';

/** What the payer has at first: a dollar. */
export const FUNDS = 1_000_000n;

export interface PaidApp {
  readonly app: FastifyInstance;
  readonly url: string;
  readonly ledger: Ledger;
  readonly facilitator: TestFacilitator;
  readonly payments: Payments;
  readonly payer: PrivateKeyAccount;
  readonly dataDir: string;
  /** How often the handler of `/paid` ran. */
  readonly runs: () => number;
  /** What `/paid` does from now on. */
  handle(handler: Handler): void;
  /** Sets the clock of the payments forward. */
  pass(ms: number): void;
  close(): Promise<void>;
}

export type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** What is sold for `price` US dollars. */
export function resource(path: string, price = '$0.04'): PaidResource {
  return {
    endpoint: path.slice(1),
    resource: `http://shop.example${path}`,
    accepts: { scheme: 'exact', network: 'eip155:8453', payTo: PAY_TO, price, maxTimeoutSeconds: 300 },
  };
}

interface PaidAppOptions extends Pick<X402FastifyOptions, 'onProtectedRequest'> {
  readonly timeoutMs?: number;
  readonly price?: string;
  /** Over something else than the ledger. */
  readonly facilitator?: TestFacilitator;
  /** Shares ledger, facilitator and record of payments with another server. */
  readonly beside?: PaidApp;
  readonly extend?: (app: FastifyInstance) => void;
  readonly serverOptions?: FastifyServerOptions;
}

/**
 * A server with a route that is paid for, `/paid`, with a free one, and with another at the same price, over real
 * HTTP; its facilitator is the package's own, over a ledger in memory.
 */
export async function openPaidApp({
  timeoutMs = 5000,
  price = '$0.04',
  beside,
  facilitator: own,
  extend,
  serverOptions = {},
  onProtectedRequest,
}: PaidAppOptions = {}): Promise<PaidApp> {
  const ledger = beside?.ledger ?? new Ledger();
  const facilitator = beside?.facilitator ?? own ?? (await openFacilitator(ledger.signer()));
  const dataDir = beside?.dataDir ?? mkdtempSync(join(tmpdir(), 'payments-'));
  const payments = new Payments(dataDir);
  const payer = beside?.payer ?? privateKeyToAccount(generatePrivateKey());
  if (beside === undefined) ledger.setBalance(payer.address, FUNDS);
  let later = 0;
  let runs = 0;
  let handler: Handler = () => ({ answer: 42 });
  const desk = new PaymentDesk({
    network: 'eip155:8453',
    facilitator: new HttpFacilitator({ url: facilitator.url, network: 'eip155:8453', timeoutMs }),
    ledger: payments,
    now: () => new Date(Date.now() + later),
  });
  const app = Fastify({ exposeHeadRoutes: false, ...serverOptions });
  app.register(x402Fastify, { desk, ...(onProtectedRequest === undefined ? {} : { onProtectedRequest }) });
  app.register(async (routes) => {
    routes.get('/paid', { config: { x402: resource('/paid', price) } }, (request, reply) => {
      runs += 1;
      return handler(request, reply);
    });
    routes.get('/other', { config: { x402: resource('/other', price) } }, async () => ({ other: true }));
    routes.get('/free', async () => ({ free: true }));
    extend?.(routes);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    app,
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    ledger,
    facilitator,
    payments,
    payer,
    dataDir,
    runs: () => runs,
    handle(next) {
      handler = next;
    },
    pass(ms) {
      later += ms;
    },
    async close() {
      app.server.closeAllConnections();
      await app.close();
      payments.close();
      if (beside !== undefined) return;
      await facilitator.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
