import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { x402Facilitator } from '@x402/core/facilitator';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import type { FacilitatorEvmSigner } from '@x402/evm';
import { ExactEvmScheme } from '@x402/evm/exact/facilitator';

/** What a facilitator does instead of its work, or after it. */
export type Misbehaviour =
  /** Answers, or begins its work, when the test lets it. */
  | { readonly kind: 'wait'; readonly until: Promise<void>; readonly afterWork?: boolean }
  /** Never answers. */
  | { readonly kind: 'hang'; readonly afterWork?: boolean }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly type: string;
      readonly body: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly afterWork?: boolean;
    }
  /** Closes the connection. */
  | { readonly kind: 'reset'; readonly afterWork?: boolean };

type Call = 'verify' | 'settle';

interface CallBody {
  readonly paymentPayload: PaymentPayload;
  readonly paymentRequirements: PaymentRequirements;
}

export interface TestFacilitator {
  readonly url: string;
  readonly calls: Record<Call, number>;
  /** The last call's headers and body. */
  readonly last: { headers: IncomingMessage['headers']; body: Readonly<Record<string, unknown>> };
  /** Of every later call, or of the next few. */
  misbehave(call: Call, how: Misbehaviour, times?: number): void;
  behave(): void;
  close(): Promise<void>;
}

/** The package's own facilitator, over HTTP as the public ones are. @param signer its side of a chain or of a ledger */
export async function openFacilitator(signer: FacilitatorEvmSigner): Promise<TestFacilitator> {
  const facilitator = new x402Facilitator().register('eip155:8453', new ExactEvmScheme(signer));
  const calls = { verify: 0, settle: 0 };
  const last: TestFacilitator['last'] = { headers: {}, body: {} };
  const faults = new Map<Call, { how: Misbehaviour; left: number }>();

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = request.url === '/verify' ? 'verify' : 'settle';
    calls[call] += 1;
    last.headers = request.headers;
    last.body = JSON.parse(await readAll(request)) as TestFacilitator['last']['body'];
    const fault = faults.get(call);
    const how = fault !== undefined && fault.left > 0 ? fault.how : undefined;
    if (fault !== undefined) fault.left -= 1;
    if (how?.kind === 'wait' && how.afterWork !== true) await how.until;
    else if (how !== undefined && how.kind !== 'wait' && how.afterWork !== true)
      return misbehave(response, how);
    const { paymentPayload, paymentRequirements } = last.body as unknown as CallBody;
    const result = await facilitator[call](paymentPayload, paymentRequirements);
    if (how?.kind === 'wait') await how.until;
    else if (how !== undefined) return misbehave(response, how);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(result));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
  });
  const url = await listening(server);
  return {
    url,
    calls,
    last,
    misbehave: (call, how, times = Number.POSITIVE_INFINITY) => faults.set(call, { how, left: times }),
    behave: () => faults.clear(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function misbehave(response: ServerResponse, how: Exclude<Misbehaviour, { kind: 'wait' }>): void {
  if (how.kind === 'reset') response.destroy();
  else if (how.kind === 'answer') {
    response.writeHead(how.status, { 'content-type': how.type, ...how.headers }).end(how.body);
  }
}

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
