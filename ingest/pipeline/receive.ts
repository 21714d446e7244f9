import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import type { FetchRequest } from '../sources/source.ts';
import { checkHead, HEAD_BYTES } from './body-check.ts';
import type { CachedFile, CacheFolder } from './download-cache.ts';
import { FetchError } from './fetch-error.ts';
import { connectionFailure, type HttpOptions, single, TemporaryFailure } from './http-request.ts';

/** After so many bytes they are brought to the disk, so that a killed run can go on from there. */
const SYNC_BYTES = 64 * 1024 * 1024;

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

export interface ReceiveOptions extends HttpOptions {
  /** Fewer bytes than this are not the file. */
  readonly minimumBytes: number;
  readonly retrievedAt: string;
  onBytes(bytes: number): void;
}

/**
 * Writes the body of an answer to the cache: decoded, hashed while it streams, checked for length and kind.
 * A body that is cut is kept when the publisher's answer allows to resume it.
 * @param offset how much of the file is there already; the answer holds the rest
 * @throws TemporaryFailure when the body is cut, FetchError when it is not what was asked for
 */
export async function receive(
  request: FetchRequest,
  response: Dispatcher.ResponseData,
  offset: number,
  folder: CacheFolder,
  options: ReceiveOptions,
): Promise<CachedFile & { path: string }> {
  const { headers } = response;
  const encoding = (single(headers['content-encoding']) ?? 'identity').trim().toLowerCase();
  // Ranges count encoded bytes, so only a body that is stored as it came can be resumed.
  const validator = encoding === 'identity' ? resumeValidator(headers) : undefined;
  if (offset === 0) folder.removePartial();
  const handle = await open(folder.partPath, offset === 0 ? 'w+' : 'r+');
  const part = new Part(handle, offset, folder, validator);
  try {
    await part.hashPresent(options.signal);
    const received = await stream(request, response, encoding, part, options);
    checkLength(request.url, headers, offset, received);
    checkHead(request, await part.head());
    checkMinimum(request.url, part.bytes, options.minimumBytes);
    await handle.sync();
    const sha256 = part.hash.digest('hex');
    const body = folder.bodyPath(sha256);
    await rename(folder.partPath, body);
    folder.removePartial();
    return folder.store('publisher', {
      file: basename(body),
      sha256,
      etag: single(headers.etag) ?? null,
      lastModified: single(headers['last-modified']) ?? null,
      retrievedAt: options.retrievedAt,
    });
  } catch (error) {
    // A body that nobody has begun to read tells that it was destroyed, and nobody listening would end the process.
    response.body.on('error', () => {}).destroy();
    // A wrong file is thrown away; a cut one, also when the operator stops the run, is the start of the next try.
    const kept = !(error instanceof FetchError) && (await part.keep().catch(() => false));
    if (!kept) folder.removePartial();
    throw error;
  } finally {
    await handle.close();
  }
}

/** The file as far as it has arrived. */
class Part {
  readonly hash: Hash = createHash('sha256');
  bytes: number;
  readonly #handle: FileHandle;
  readonly #folder: CacheFolder;
  readonly #validator: string | undefined;
  #synced: number;

  constructor(handle: FileHandle, offset: number, folder: CacheFolder, validator: string | undefined) {
    this.#handle = handle;
    this.bytes = offset;
    this.#synced = offset;
    this.#folder = folder;
    this.#validator = validator;
  }

  async hashPresent(signal: AbortSignal): Promise<void> {
    await this.#handle.truncate(this.bytes);
    const buffer = Buffer.allocUnsafe(1 << 20);
    for (let at = 0; at < this.bytes; ) {
      signal.throwIfAborted();
      const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) break;
      this.hash.update(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
  }

  async write(chunk: Buffer): Promise<void> {
    this.hash.update(chunk);
    for (let written = 0; written < chunk.length; ) {
      const rest = chunk.length - written;
      const { bytesWritten } = await this.#handle.write(chunk, written, rest, this.bytes + written);
      written += bytesWritten;
    }
    this.bytes += chunk.length;
    if (this.bytes - this.#synced >= SYNC_BYTES) await this.keep();
  }

  /**
   * Notes how far the download got, once that is on the disk.
   * @returns false when there is nothing that could be resumed
   */
  async keep(): Promise<boolean> {
    if (this.#validator === undefined || this.bytes === 0) return false;
    await this.#handle.datasync();
    this.#synced = this.bytes;
    this.#folder.storePartial({ bytes: this.bytes, validator: this.#validator });
    return true;
  }

  async head(): Promise<Buffer> {
    const buffer = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await this.#handle.read(buffer, 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  }
}

/**
 * Not `stream/promises` pipeline: that gives up while the last chunk is still being written, and what is kept of a
 * cut download must be what is on the disk.
 * @returns how many encoded bytes came
 */
async function stream(
  request: FetchRequest,
  response: Dispatcher.ResponseData,
  encoding: string,
  part: Part,
  options: ReceiveOptions,
): Promise<number> {
  const start = part.bytes;
  let received = 0;
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      received += chunk.length;
      done(null, chunk);
    },
  });
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error ?? undefined;
  };
  const decoder = decoderOf(request.url, encoding);
  const decoded =
    decoder === undefined
      ? pipeline(response.body, count, fail)
      : pipeline(response.body, count, decoder, fail);
  let looked = start > 0;
  try {
    for await (const chunk of decoded as AsyncIterable<Buffer>) {
      await part.write(chunk);
      options.onBytes(start + received);
      // An error page is noticed at once, not after the gigabytes that it may be followed by.
      if (looked || part.bytes < HEAD_BYTES) continue;
      checkHead(request, await part.head());
      looked = true;
    }
  } catch (error) {
    if (error instanceof FetchError || isDiskError(error)) throw error;
    throw bodyFailure(request.url, response, start, received, failure ?? error, options);
  }
  return received;
}

function decoderOf(url: string, encoding: string): Transform | undefined {
  if (encoding === 'identity') return undefined;
  const decoder = DECODERS[encoding];
  if (decoder === undefined) throw unknownEncoding(url, encoding);
  return decoder();
}

function bodyFailure(
  url: string,
  response: Dispatcher.ResponseData,
  start: number,
  received: number,
  error: unknown,
  options: HttpOptions,
): Error {
  const failure = connectionFailure(url, error, options);
  if (!(failure instanceof TemporaryFailure) || failure.failure.code === 'stalled') return failure;
  const length = contentLength(response.headers);
  const expected = length === undefined ? 'the whole file' : `${start + length} bytes`;
  return cutShort(url, expected, `${start + received} bytes, then: ${failure.failure.found}`);
}

function checkLength(
  url: string,
  headers: Dispatcher.ResponseData['headers'],
  offset: number,
  received: number,
): void {
  const length = contentLength(headers);
  if (length !== undefined && length !== received) {
    throw cutShort(url, `${offset + length} bytes`, `${offset + received} bytes`);
  }
}

function contentLength(headers: Dispatcher.ResponseData['headers']): number | undefined {
  const text = single(headers['content-length']);
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** What `If-Range` may carry: a strong ETag, else the last modification. Weak ETags do not promise equal bytes. */
function resumeValidator(headers: Dispatcher.ResponseData['headers']): string | undefined {
  if (single(headers['accept-ranges'])?.trim().toLowerCase() === 'none') return undefined;
  const etag = single(headers.etag);
  return etag?.startsWith('"') ? etag : single(headers['last-modified']);
}

function checkMinimum(url: string, bytes: number, minimum: number): void {
  if (bytes >= minimum) return;
  throw new FetchError({
    code: 'too_small',
    url,
    expected: `at least ${minimum} bytes`,
    found: `${bytes} bytes`,
    remedy: 'The publisher served a cut or unfinished file: look at it in a browser and run again later.',
  });
}

function cutShort(url: string, expected: string, found: string): TemporaryFailure {
  return new TemporaryFailure(
    new FetchError({
      code: 'cut_short',
      url,
      expected,
      found,
      remedy: 'The connection ended early: run again, it resumes where the publisher allows it.',
    }),
  );
}

function unknownEncoding(url: string, encoding: string): FetchError {
  return new FetchError({
    code: 'unexpected_content',
    url,
    expected: 'a body without encoding, or gzip, deflate or br',
    found: `the content encoding "${encoding}"`,
    remedy:
      'Download the file by hand and give its path instead of the address in the file that SOURCES_FILE names.',
  });
}

/** Errors of the own disk, e.g. a full one: another try would not help. */
function isDiskError(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EFBIG'].includes((error as { code?: string }).code ?? '');
}
