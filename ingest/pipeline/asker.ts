import { mkdtempSync, rmSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent } from 'undici';
import { statusFailure } from './download.ts';
import { FetchError } from './fetch-error.ts';
import { connectionFailure, get, single, TemporaryFailure } from './http-request.ts';
import { findInMirror, packFolder } from './mirror.ts';
import { REAL_CLOCK } from './retry.ts';

/** A part of a body. */
export interface Part {
  readonly bytes: Buffer;
  /** Size of the whole; undefined where the publisher does not say. */
  readonly totalBytes: number | undefined;
  /** The publisher gives parts that begin elsewhere than at the beginning. */
  readonly ranges: boolean;
}

/** Asks publishers, a mirror folder or the own disk for small parts of files. */
export interface Asker {
  /** Whether a folder stands in for the publishers: then sizes say nothing. */
  readonly mirrored: boolean;
  /**
   * @throws FetchError `not_found` where there is nothing, `connection_failed`, `stalled`, `http_status`, `forbidden`
   *   or `rate_limited` where the publisher could not be asked
   */
  part(url: string, start: number, length: number, headers?: Readonly<Record<string, string>>): Promise<Part>;
  close(): Promise<void>;
}

export interface AskerOptions {
  readonly mirror?: string | undefined;
  readonly userAgent: string;
  readonly signal: AbortSignal;
  /** How long a connection may be silent, in milliseconds. */
  readonly stallMs?: number;
}

/** One question at a time and one connection a host: what we ask is free, and nobody waits for it. */
export function createAsker({ mirror, userAgent, signal, stallMs = 30_000 }: AskerOptions): Asker {
  const agent = new Agent({ connections: 1, pipelining: 1, connectTimeout: stallMs });
  const disk = new DiskReader();
  return {
    mirrored: mirror !== undefined,
    async part(url, start, length, headers = {}) {
      signal.throwIfAborted();
      const path = await disk.pathOf(url, mirror);
      if (path !== undefined) return readPart(path, start, length);
      const asked = { ...headers, 'user-agent': userAgent, 'accept-encoding': 'identity' };
      try {
        return await requestPart(url, start, length, asked, { dispatcher: agent, signal, stallMs });
      } catch (error) {
        throw error instanceof TemporaryFailure ? error.failure : error;
      }
    },
    async close() {
      disk.close();
      await agent.destroy();
    },
  };
}

async function requestPart(
  url: string,
  start: number,
  length: number,
  headers: Readonly<Record<string, string>>,
  options: Parameters<typeof get>[3],
): Promise<Part> {
  const range = { accept: '*/*', ...headers, range: `bytes=${start}-${start + length - 1}` };
  const response = await get(url, range, {}, options);
  const { statusCode } = response;
  // A body of no bytes has no part that could be given.
  if (statusCode === 416) {
    await response.body.dump();
    return { bytes: Buffer.alloc(0), totalBytes: 0, ranges: true };
  }
  const ranges = statusCode === 206;
  if (!ranges && statusCode !== 200) throw await statusFailure(url, response, REAL_CLOCK);
  if (!ranges && start > 0) {
    response.body.destroy();
    throw notUnderstood(url, `bytes from ${start} on`, 'the whole file');
  }
  const encoding = single(response.headers['content-encoding'])?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    response.body.destroy();
    throw notUnderstood(url, 'a body without encoding', `the encoding "${encoding}"`);
  }
  const bytes = await readAtMost(url, response.body, length, options);
  return { bytes, totalBytes: totalOf(response.headers, ranges), ranges };
}

async function readAtMost(
  url: string,
  body: AsyncIterable<Buffer>,
  length: number,
  options: Parameters<typeof get>[3],
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let received = 0;
  try {
    // Leaving the loop ends the connection: nothing more is sent.
    for await (const chunk of body) {
      chunks.push(chunk);
      received += chunk.length;
      if (received >= length) break;
    }
  } catch (error) {
    throw connectionFailure(url, error, options);
  }
  return Buffer.concat(chunks).subarray(0, length);
}

function totalOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  ranges: boolean,
): number | undefined {
  const text = ranges
    ? /\/(\d+)$/.exec(single(headers['content-range']) ?? '')?.[1]
    : single(headers['content-length']);
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

function notUnderstood(url: string, expected: string, found: string): FetchError {
  const remedy = 'It cannot be looked into from afar: a load will tell.';
  return new FetchError({ code: 'http_status', url, expected, found, remedy });
}

async function readPart(path: string, start: number, length: number): Promise<Part> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
    return { bytes: buffer.subarray(0, bytesRead), totalBytes: (await stat(path)).size, ranges: true };
  } finally {
    await handle.close();
  }
}

/** Finds what lies on the own disk; folders that stand for zip files are packed once, into a temporary folder. */
class DiskReader {
  readonly #packed = new Map<string, string>();
  #folder: string | undefined;

  /** @returns undefined for what has to be asked over the network */
  async pathOf(url: string, mirror: string | undefined): Promise<string | undefined> {
    if (isAbsolute(url) || url.startsWith('file:')) {
      const path = isAbsolute(url) ? url : fileURLToPath(url);
      if ((await stat(path).catch(() => undefined))?.isFile() === true) return path;
      throw notThere(url, 'Put the file there, or correct the path.');
    }
    if (!URL.canParse(url)) throw badAddress(url);
    if (mirror === undefined) return undefined;
    const found = findInMirror(mirror, url);
    if (found === undefined) throw notThere(url, 'Add the file to the mirror.');
    return found.packed ? this.#pack(found.path) : found.path;
  }

  async #pack(folder: string): Promise<string> {
    let path = this.#packed.get(folder);
    if (path === undefined) {
      this.#folder ??= mkdtempSync(join(tmpdir(), 'probe-'));
      path = join(this.#folder, `${this.#packed.size}.zip`);
      await packFolder(folder, path);
      this.#packed.set(folder, path);
    }
    return path;
  }

  close(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}

function notThere(url: string, remedy: string): FetchError {
  return new FetchError({ code: 'not_found', url, expected: 'a file', found: 'none', remedy });
}

function badAddress(url: string): FetchError {
  return new FetchError({
    code: 'bad_address',
    url,
    expected: 'an https address, a file: address or an absolute path',
    found: `"${url}"`,
    remedy: 'Correct the address.',
  });
}
