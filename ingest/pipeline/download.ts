import type { Dispatcher } from 'undici';
import type { FetchRequest, Progress } from '../sources/source.ts';
import { quote } from './body-check.ts';
import type { CachedFile, CacheFolder } from './download-cache.ts';
import { FetchError, type FetchErrorCode } from './fetch-error.ts';
import { get, type HttpOptions, single, TemporaryFailure } from './http-request.ts';
import { receive } from './receive.ts';
import { backOffMs, LONGEST_RETRY_AFTER_MS, type RetryClock, retryAfterMs } from './retry.ts';

export interface DownloadOptions extends HttpOptions {
  readonly clock: RetryClock;
  /** Tries in a row without a byte gained. */
  readonly maximumTries: number;
  readonly userAgent: string;
  /** Headers of the publisher's optional key. */
  readonly token: Readonly<Record<string, string>>;
  readonly minimumBytes: number;
  onTokenRefused(): void;
  progress(totalBytes?: number): Progress;
  message(text: string): void;
}

export type Downloaded = CachedFile & { path: string; unchanged: boolean };

/**
 * Downloads a file into its folder of the cache: not again when the publisher says that it has not changed, from
 * where it was cut when the publisher allows it, and with patience.
 * @throws FetchError when it cannot be had
 */
export async function download(
  request: FetchRequest,
  folder: CacheFolder,
  options: DownloadOptions,
): Promise<Downloaded> {
  let token = options.token;
  for (let failures = 0; ; ) {
    const before = folder.partial()?.bytes ?? 0;
    try {
      return await tryOnce(request, folder, { ...options, token });
    } catch (error) {
      if (isRefusedToken(error, token)) {
        // A wrong key is worse than none: the publisher refuses what it gives to everyone.
        options.message(`${request.url}: the publisher refused the app token; going on without it.`);
        options.onTokenRefused();
        token = {};
        continue;
      }
      if (!(error instanceof TemporaryFailure)) throw error;
      const gained = (folder.partial()?.bytes ?? 0) > before;
      failures = gained ? 1 : failures + 1;
      const waitMs = error.waitMs ?? backOffMs(failures, options.clock.random);
      if (failures >= options.maximumTries || waitMs > LONGEST_RETRY_AFTER_MS) throw error.failure;
      options.message(`${error.failure.message} Trying again in ${Math.ceil(waitMs / 1000)} s.`);
      await options.clock.sleep(waitMs, options.signal);
    }
  }
}

function isRefusedToken(error: unknown, token: Readonly<Record<string, string>>): boolean {
  return error instanceof FetchError && error.code === 'forbidden' && Object.keys(token).length > 0;
}

async function tryOnce(
  request: FetchRequest,
  folder: CacheFolder,
  options: DownloadOptions,
): Promise<Downloaded> {
  options.signal.throwIfAborted();
  const partial = folder.partial();
  const cached = partial === undefined ? await folder.downloaded() : undefined;
  const headers: Record<string, string> = {
    'user-agent': options.userAgent,
    accept: '*/*',
    // Archives and databases gain nothing from compression, and only unencoded bodies can be resumed.
    'accept-encoding':
      partial !== undefined || request.expect === 'zip' || request.expect === 'sqlite' ? 'identity' : 'gzip',
    ...request.headers,
  };
  if (partial !== undefined) {
    headers.range = `bytes=${partial.bytes}-`;
    headers['if-range'] = partial.validator;
  }
  if (cached !== undefined && cached.etag !== null) headers['if-none-match'] = cached.etag;
  if (cached !== undefined && cached.lastModified !== null) {
    headers['if-modified-since'] = cached.lastModified;
  }

  const response = await get(request.url, headers, options.token, options);
  if (response.statusCode === 304 && cached !== undefined) {
    await response.body.dump();
    return { ...cached, unchanged: true };
  }
  if (response.statusCode === 200) return take(request, response, 0, folder, options);
  if (response.statusCode === 206 && partial !== undefined && continues(response, partial.bytes)) {
    return take(request, response, partial.bytes, folder, options);
  }
  if (partial !== undefined && (response.statusCode === 206 || response.statusCode === 416)) {
    // The part does not fit what the publisher has now: it is dropped, and the whole file asked for.
    await response.body.dump();
    folder.removePartial();
    return tryOnce(request, folder, options);
  }
  throw await statusFailure(request.url, response, options.clock);
}

async function take(
  request: FetchRequest,
  response: Dispatcher.ResponseData,
  offset: number,
  folder: CacheFolder,
  options: DownloadOptions,
): Promise<Downloaded> {
  const length = Number(single(response.headers['content-length']));
  const progress = options.progress(Number.isFinite(length) ? offset + length : undefined);
  try {
    const before = folder.describe('publisher')?.sha256;
    const file = await receive(request, response, offset, folder, {
      ...options,
      retrievedAt: new Date(options.clock.now()).toISOString(),
      onBytes: (bytes) => progress.at(bytes, 0),
    });
    return { ...file, unchanged: file.sha256 === before };
  } finally {
    progress.done();
  }
}

/** True when the part of a 206 begins where ours ends. */
function continues(response: Dispatcher.ResponseData, offset: number): boolean {
  return single(response.headers['content-range'])?.startsWith(`bytes ${offset}-`) ?? false;
}

/** Answers that may be different in a while; 202 means that the publisher is still preparing the file. */
function isTemporary(status: number): boolean {
  return status === 202 || status === 408 || status === 425 || status === 429 || status >= 500;
}

/** Why an answer is no answer, by its status. */
export async function statusFailure(
  url: string,
  response: Dispatcher.ResponseData,
  clock: RetryClock,
): Promise<Error> {
  const status = response.statusCode;
  const { code, remedy } = meaning(status);
  const failure = new FetchError({
    code,
    url,
    expected: 'the file (status 200)',
    found: `status ${status}${await bodyStart(response)}`,
    remedy,
  });
  if (!isTemporary(status)) return failure;
  return new TemporaryFailure(failure, retryAfterMs(single(response.headers['retry-after']), clock.now()));
}

function meaning(status: number): { code: FetchErrorCode; remedy: string } {
  if (status === 404 || status === 410) {
    return {
      code: 'not_found',
      remedy: 'The publisher moved or withdrew it: set its new address in the file that SOURCES_FILE names.',
    };
  }
  if (status === 401 || status === 403) {
    return {
      code: 'forbidden',
      remedy:
        'The publisher refuses us: check whether the address needs a key, or whether OPERATOR_CONTACT is set.',
    };
  }
  if (status === 429) {
    return {
      code: 'rate_limited',
      remedy: 'We ask too often: run again later, or set the app token of this source.',
    };
  }
  if (isTemporary(status)) {
    return { code: 'http_status', remedy: 'The publisher has a fault or is busy: run again later.' };
  }
  return {
    code: 'http_status',
    remedy: 'The publisher refuses the request: compare the address with its documentation.',
  };
}

/** The beginning of an error's text: publishers of data portals say there what they did not understand. */
async function bodyStart(response: Dispatcher.ResponseData): Promise<string> {
  try {
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      response.body.destroy();
      const text = chunk.subarray(0, 200).toString('utf8').trim();
      return /^[\P{Cc}\s]+$/u.test(text) ? `: ${quote(text)}` : '';
    }
  } catch {
    // The status says enough.
  }
  return '';
}
