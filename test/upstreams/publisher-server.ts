import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FIXED_ANSWERS, sendHalf, sendWhole } from './misbehaviour.ts';
import type { Misbehaviour, StandIn, StandInAnswer, StandInRequest } from './stand-in.ts';

/** Longest question that is read. */
const MAX_BODY_BYTES = 1024 * 1024;

/** One stand-in on a port of its own, so that it can really be down. */
export class PublisherServer {
  readonly standIn: StandIn;
  readonly #onRequest: (request: StandInRequest) => void;
  readonly #server: Server;
  #port: number;
  #misbehaviour: Misbehaviour | undefined;

  /** @param port 0 for any that is free */
  constructor(standIn: StandIn, port: number, onRequest: (request: StandInRequest) => void) {
    this.standIn = standIn;
    this.#port = port;
    this.#onRequest = onRequest;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        // A fault of the stand-in itself: whoever writes its test is to see it.
        if (!response.headersSent)
          sendWhole(response, { status: 500, contentType: 'text/plain', body: String(error) });
      });
    });
  }

  /** Where its setting is to lead. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}/${this.standIn.id}`;
  }

  get misbehaviour(): Misbehaviour | undefined {
    return this.#misbehaviour;
  }

  async listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** @throws Error when the stand-in has no other object to answer about */
  async misbehave(misbehaviour: Misbehaviour | undefined): Promise<void> {
    if (misbehaviour === 'wrong_object' && this.standIn.wrongObject === undefined) {
      throw new Error(`${this.standIn.id} has no answer about a wrong object.`);
    }
    const stalled = this.#misbehaviour === 'stall';
    this.#misbehaviour = misbehaviour;
    if (misbehaviour === 'down') await this.close();
    else if (!this.#server.listening) await this.listen();
    // Whoever waits for an answer would wait for ever.
    else if (stalled) this.#server.closeAllConnections();
  }

  /** Refuses connections from now on, and breaks those that are open. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(message, `/${this.standIn.id}`);
    if (request === undefined) {
      sendWhole(response, { status: 404, contentType: 'text/plain', body: 'Nothing is here.' });
      return;
    }
    this.#onRequest(request);
    const misbehaviour = this.#misbehaviour;
    if (misbehaviour === 'stall') return;
    const fixed = misbehaviour === undefined ? undefined : FIXED_ANSWERS[misbehaviour];
    const answer = fixed ?? (await this.#answerOf(misbehaviour, request));
    if (misbehaviour === 'cut_body') sendHalf(response, answer);
    else sendWhole(response, answer);
  }

  #answerOf(
    misbehaviour: Misbehaviour | undefined,
    request: StandInRequest,
  ): StandInAnswer | Promise<StandInAnswer> {
    const wrong = misbehaviour === 'wrong_object' ? this.standIn.wrongObject?.(request) : undefined;
    return wrong ?? this.standIn.answer(request);
  }
}

/** @returns undefined when the path is not below the stand-in's own */
async function readRequest(message: IncomingMessage, root: string): Promise<StandInRequest | undefined> {
  const url = new URL(message.url ?? '/', 'http://localhost');
  if (url.pathname !== root && !url.pathname.startsWith(`${root}/`)) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Error('The question is too long.');
    chunks.push(chunk);
  }
  const headers = Object.entries(message.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ]);
  return {
    method: message.method ?? 'GET',
    path: url.pathname.slice(root.length) || '/',
    query: url.searchParams,
    headers: Object.fromEntries(headers) as StandInRequest['headers'],
    body: Buffer.concat(chunks).toString('utf8'),
  };
}
