import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type Dispatcher, errors, request as send } from 'undici';
import { CallFailed } from './call-failed.ts';
import { retryAfterSeconds } from './retry-after.ts';
import { UpstreamAnswer } from './upstream-answer.ts';

/** One HTTP request to a publisher, and which answers to it are answers. */
export interface Call {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Media types of an answer. */
  readonly accept: readonly string[];
  /** Statuses beside 200 that are answers. */
  readonly answerStatuses: readonly number[];
  readonly timeoutMs: number;
  /** Largest body, compressed and decompressed. */
  readonly maxBytes: number;
  readonly dispatcher: Dispatcher | undefined;
  /** The current instant, for a Retry-After that is a date. */
  readonly now: Date;
  readonly signal: AbortSignal;
}

/**
 * Asks once. Redirects are not followed: a key, an address or a plate would go where nobody configured it to go.
 * @throws CallFailed for everything but a whole answer with an accepted status and media type
 */
export async function callOnce(call: Call): Promise<UpstreamAnswer> {
  const startedAt = performance.now();
  const timeout = AbortSignal.timeout(call.timeoutMs);
  let begun = false;
  try {
    const response = await send(call.url, {
      method: call.method,
      headers: { ...call.headers, accept: call.accept.join(', '), 'accept-encoding': 'gzip, br' },
      body: call.body ?? null,
      signal: AbortSignal.any([call.signal, timeout]),
      ...(call.dispatcher === undefined ? {} : { dispatcher: call.dispatcher }),
    });
    begun = true;
    try {
      const contentType = mediaType(headerOf(response, 'content-type'));
      checkStatus(response, call);
      checkContentType(contentType, call.accept);
      return new UpstreamAnswer(response.statusCode, contentType, await readBody(response, call.maxBytes));
    } catch (error) {
      // A body that nobody reads would hold its connection.
      response.body.on('error', () => undefined).destroy();
      throw error;
    }
  } catch (error) {
    if (error instanceof CallFailed) throw error;
    if (timeout.aborted) {
      throw new CallFailed('timeout', `no whole answer within ${call.timeoutMs} ms`, { retryable: true });
    }
    if (call.signal.aborted) throw stopped(performance.now() - startedAt, call.timeoutMs);
    throw connectionFailed(error, begun);
  }
}

/** The caller has no more time. That is the publisher's failure only where it had a fair chance to answer. */
function stopped(elapsedMs: number, timeoutMs: number): CallFailed {
  return new CallFailed('timeout', `no answer before the deadline, after ${Math.round(elapsedMs)} ms`, {
    countsForBreaker: elapsedMs >= Math.min(timeoutMs / 2, 1000),
  });
}

function checkStatus(response: Dispatcher.ResponseData, call: Call): void {
  const status = response.statusCode;
  if (status === 200 || call.answerStatuses.includes(status)) return;
  const retryAfterS = retryAfterSeconds(headerOf(response, 'retry-after'), call.now);
  if (status === 401 || status === 403) throw new CallFailed('refused', `HTTP ${status}`);
  if (status === 429) throw new CallFailed('too_many_requests', 'HTTP 429', { retryAfterS });
  if (status >= 500) {
    // Who says when to come back does not want to be asked again at once.
    throw new CallFailed('bad_status', `HTTP ${status}`, {
      retryable: retryAfterS === undefined,
      retryAfterS,
    });
  }
  // A 4xx is about this one question: the publisher itself is well. A redirect is not: its address has changed.
  throw new CallFailed('bad_status', `HTTP ${status}`, { countsForBreaker: status < 400 });
}

function checkContentType(contentType: string, accept: readonly string[]): void {
  if (accept.includes(contentType)) return;
  const shown = /^[a-z0-9!#$&^_.+/-]{1,80}$/.test(contentType) ? contentType : 'none that can be read';
  throw new CallFailed('unexpected_answer', `content type ${shown} instead of ${accept.join(' or ')}`);
}

async function readBody(response: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  if (Number(headerOf(response, 'content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
  };
  const decoder = decoderOf(headerOf(response, 'content-encoding'));
  if (decoder === undefined) await collect(response.body);
  else await pipeline(response.body, decoder, collect);
  return Buffer.concat(chunks, bytes);
}

function decoderOf(encoding: string | undefined) {
  switch (encoding?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new CallFailed('unexpected_answer', 'its content encoding was not asked for');
  }
}

function tooLarge(maxBytes: number): CallFailed {
  return new CallFailed('too_large', `more than ${maxBytes} bytes`);
}

/** @param begun whether the head of the answer had come */
function connectionFailed(cause: unknown, begun: boolean): CallFailed {
  const code = codeOf(cause);
  if (begun) return new CallFailed('unexpected_answer', `body cut or damaged (${code})`, { retryable: true });
  return new CallFailed('unreachable', `no answer (${code})`, { retryable: true, cause });
}

function codeOf(error: unknown): string {
  if (error instanceof errors.UndiciError) return error.code;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'unknown';
}

function headerOf({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function mediaType(header: string | undefined): string {
  return header?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
