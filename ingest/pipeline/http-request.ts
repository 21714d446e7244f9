import { type Dispatcher, request as send } from 'undici';
import { FetchError, type FetchErrorCode } from './fetch-error.ts';

/** A failure that may be over at the next try. */
export class TemporaryFailure extends Error {
  override readonly name = 'TemporaryFailure';
  /** What to throw when no try is left. */
  readonly failure: FetchError;
  /** How long the publisher asked us to wait. */
  readonly waitMs: number | undefined;

  constructor(failure: FetchError, waitMs?: number) {
    super(failure.message, { cause: failure });
    this.failure = failure;
    this.waitMs = waitMs;
  }
}

export interface HttpOptions {
  readonly dispatcher: Dispatcher;
  /** Silence for longer than this, before or within an answer, ends the try. */
  readonly stallMs: number;
  readonly signal: AbortSignal;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAXIMUM_REDIRECTS = 5;

/**
 * Sends a GET and follows redirects: only to https, or within the same host, and not for ever.
 * @param token headers that only the first host may see
 * @throws TemporaryFailure when no answer came, FetchError when a redirect is refused
 */
export async function get(
  url: string,
  headers: Readonly<Record<string, string>>,
  token: Readonly<Record<string, string>>,
  options: HttpOptions,
): Promise<Dispatcher.ResponseData> {
  const first = new URL(url);
  let target = first;
  for (let hops = 0; hops <= MAXIMUM_REDIRECTS; hops += 1) {
    const visible = target.origin === first.origin ? { ...headers, ...token } : headers;
    const response = await sendOnce(target, visible, url, options);
    if (!REDIRECTS.has(response.statusCode)) return response;
    const location = single(response.headers.location);
    await response.body.dump();
    target = redirectTarget(url, target, location);
  }
  throw refused(url, `more than ${MAXIMUM_REDIRECTS} redirects, the last to ${target.href}`);
}

async function sendOnce(
  target: URL,
  headers: Readonly<Record<string, string>>,
  url: string,
  options: HttpOptions,
): Promise<Dispatcher.ResponseData> {
  try {
    return await send(target, {
      headers,
      dispatcher: options.dispatcher,
      signal: options.signal,
      headersTimeout: options.stallMs,
      bodyTimeout: options.stallMs,
    });
  } catch (error) {
    throw connectionFailure(url, error, options);
  }
}

function redirectTarget(url: string, from: URL, location: string | undefined): URL {
  if (location === undefined || !URL.canParse(location, from.href)) {
    throw refused(url, `a redirect to ${location === undefined ? 'nowhere' : `"${location}"`}`);
  }
  const target = new URL(location, from);
  if (target.protocol !== 'https:' && target.origin !== from.origin) {
    throw refused(url, `a redirect to ${target.href}, which is not https`);
  }
  return target;
}

function refused(url: string, found: string): FetchError {
  return new FetchError({
    code: 'redirect_refused',
    url,
    expected: 'the file, or a redirect to an https address',
    found,
    remedy:
      'Find out where the publisher keeps the file now and set that address in the file that SOURCES_FILE names.',
  });
}

/** What an error of the connection means: worth another try, unless the operator stopped the run. */
export function connectionFailure(url: string, error: unknown, options: HttpOptions): Error {
  if (options.signal.aborted) return options.signal.reason as Error;
  const code = (error as { code?: string }).code ?? '';
  const seconds = Math.round(options.stallMs / 1000);
  const [kind, found]: [FetchErrorCode, string] =
    code === 'UND_ERR_BODY_TIMEOUT' || code === 'UND_ERR_HEADERS_TIMEOUT'
      ? ['stalled', `nothing for ${seconds} seconds`]
      : ['connection_failed', `${(error as Error).message}${code === '' ? '' : ` (${code})`}`];
  return new TemporaryFailure(
    new FetchError(
      {
        code: kind,
        url,
        expected: 'an answer of the publisher',
        found,
        remedy: 'Check the network and whether the address works in a browser, then run again: it resumes.',
      },
      { cause: error },
    ),
  );
}

/** The value of a header that may have been sent several times. */
export function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
