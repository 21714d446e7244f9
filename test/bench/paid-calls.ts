import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { termsOf, walletOf } from '../support/buyer.ts';
import { limited, type Measurement, median } from './measurement.ts';

const CALLS = 200;
const WARM_UP = 40;

/** A facilitator that agrees to everything and tells how long it took. It moves nothing: the gate is measured. */
export interface AgreeingFacilitator {
  readonly url: string;
  /** Milliseconds that its answers have taken since the last question. */
  takeMs(): number;
  close(): void;
}

export async function openAgreeingFacilitator(): Promise<AgreeingFacilitator> {
  let spentMs = 0;
  let settled = 0;
  const server: Server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const startedAt = performance.now();
    const { paymentPayload, paymentRequirements } = JSON.parse(body) as {
      paymentPayload: { payload: { authorization: { from: string } } };
      paymentRequirements: { network: string };
    };
    const payer = paymentPayload.payload.authorization.from;
    settled += request.url === '/settle' ? 1 : 0;
    const answer =
      request.url === '/settle'
        ? {
            success: true,
            payer,
            network: paymentRequirements.network,
            transaction: `0x${settled.toString(16).padStart(64, '0')}`,
          }
        : { isValid: true, payer };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    spentMs += performance.now() - startedAt;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeMs() {
      const taken = spentMs;
      spentMs = 0;
      return taken;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * What a payment adds to a call, without the facilitator's own time: paid calls and calls at a server whose doors are
 * open, in turns, one at a time, each paid by a signature of its own that was made before.
 */
export async function measurePaidCalls(
  paidUrl: string,
  openUrl: string,
  facilitator: AgreeingFacilitator,
): Promise<Measurement> {
  const wallet = walletOf(privateKeyToAccount(generatePrivateKey()));
  const terms = await termsOf(paidUrl);
  const payments: string[] = [];
  for (let index = 0; index < WARM_UP + CALLS; index += 1) {
    const payment = await wallet.createPaymentPayload(terms);
    payments.push(Buffer.from(JSON.stringify(payment)).toString('base64'));
  }
  const added: number[] = [];
  for (const payment of payments) {
    facilitator.takeMs();
    const paid = await millisecondsOf(paidUrl, { 'payment-signature': payment });
    const own = paid - facilitator.takeMs();
    added.push(own - (await millisecondsOf(openUrl)));
  }
  return limited('paid_call_added_ms', 'ms', median(added.slice(WARM_UP)), 15);
}

async function millisecondsOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url, { headers });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${text}`);
  return performance.now() - startedAt;
}
