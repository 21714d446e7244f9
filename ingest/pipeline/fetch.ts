import { existsSync, statSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent } from 'undici';
import type { Group, ReleaseLabel } from '../../db/groups.ts';
import type { FetchedFile, Fetcher, FetchRequest, SourceDeclaration } from '../sources/source.ts';
import { checkHead, HEAD_BYTES } from './body-check.ts';
import { download } from './download.ts';
import { type CachedFile, CacheFolder, sha256OfFile } from './download-cache.ts';
import { FetchError } from './fetch-error.ts';
import { findInMirror, type MirroredFile, mirrorPaths, packFolder } from './mirror.ts';
import type { ProgressReporter } from './progress.ts';
import { REAL_CLOCK, type RetryClock } from './retry.ts';

export interface FetcherOptions {
  readonly group: Group;
  readonly label: ReleaseLabel;
  /** With the operator's overrides applied. */
  readonly declarations: readonly SourceDeclaration[];
  readonly dataDir: string;
  /** Folder that stands in for the publishers; nothing is downloaded then. Its layout: mirror.ts. */
  readonly mirror?: string;
  /** Tells publishers who asks: name of the service and how to reach its operator. */
  readonly userAgent: string;
  /** Values of the settings that the declarations' app tokens name. */
  readonly tokens?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly progress: ProgressReporter;
  readonly clock?: RetryClock;
  /** How long a connection may be silent, in milliseconds. */
  readonly stallMs?: number;
  readonly maximumTries?: number;
}

export interface ClosableFetcher extends Fetcher {
  close(): Promise<void>;
}

/** Step 1 of the pipeline: gets files from publishers, a mirror folder or the own disk, into the cache. */
export function createFetcher(options: FetcherOptions): ClosableFetcher {
  requireMirror(options.mirror);
  // Few connections a host: what we fetch is free, and its publisher has others to serve.
  const agents = new Map<number, Agent>();
  const agentOf = (source: SourceDeclaration): Agent => {
    const connections = source.connections ?? 1;
    const agent =
      agents.get(connections) ?? new Agent({ connections, pipelining: 1, connectTimeout: 30_000 });
    agents.set(connections, agent);
    return agent;
  };
  const underWay = new Map<string, Promise<FetchedFile>>();
  const refusedTokens = new Set<string>();

  const declaration = (sourceId: string): SourceDeclaration => {
    const found = options.declarations.find((candidate) => candidate.id === sourceId);
    if (found === undefined) throw new Error(`The group ${options.group} declares no source "${sourceId}".`);
    return found;
  };

  const fetchOne = async (request: FetchRequest): Promise<FetchedFile> => {
    options.signal.throwIfAborted();
    const source = declaration(request.sourceId);
    const local = localFile(request, options.mirror);
    const folder = new CacheFolder(options.dataDir, request.sourceId, request.url);
    if (local !== undefined) return readLocal(request, local, folder, options);
    const { path, etag, sha256, bytes, lastModified, retrievedAt, unchanged } = await download(
      request,
      folder,
      {
        dispatcher: agentOf(source),
        stallMs: options.stallMs ?? 60_000,
        signal: options.signal,
        clock: options.clock ?? REAL_CLOCK,
        maximumTries: options.maximumTries ?? 6,
        userAgent: options.userAgent,
        token: refusedTokens.has(source.id) ? {} : tokenHeaders(source, request.url, options.tokens ?? {}),
        onTokenRefused: () => refusedTokens.add(source.id),
        minimumBytes: minimumBytes(request, options.label),
        progress: (totalBytes) => options.progress.stage(options.group, stageName(request.url), totalBytes),
        message: (text) => options.progress.message(options.group, text),
      },
    );
    return {
      sourceId: request.sourceId,
      url: request.url,
      path,
      bytes,
      sha256,
      etag,
      lastModified,
      retrievedAt,
      unchanged,
    };
  };

  const file = (request: FetchRequest): Promise<FetchedFile> => {
    const key = `${request.sourceId} ${request.url}`;
    // Two that want the same file at the same time share one download; asked again later, it is looked at again.
    let pending = underWay.get(key);
    if (pending === undefined) {
      pending = fetchOne(request).finally(() => underWay.delete(key));
      underWay.set(key, pending);
    }
    return pending;
  };

  return {
    label: options.label,
    declaration,
    file,
    async optionalFile(request) {
      try {
        return await file(request);
      } catch (error) {
        if (error instanceof FetchError && error.code === 'not_found') return undefined;
        throw error;
      }
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

function requireMirror(mirror: string | undefined): void {
  if (mirror === undefined || statSync(mirror, { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new FetchError({
    code: 'bad_address',
    url: mirror,
    expected: 'a folder that holds the mirror',
    found: 'no folder',
    remedy: 'Correct the path after --mirror.',
  });
}

/** A small sample is not a cut file: only the whole country has a smallest size. */
function minimumBytes(request: FetchRequest, label: ReleaseLabel): number {
  return label === 'national' ? (request.minimumBytes ?? 0) : 0;
}

function tokenHeaders(
  source: SourceDeclaration,
  url: string,
  tokens: Readonly<Record<string, string>>,
): Record<string, string> {
  const token = source.appToken === undefined ? undefined : tokens[source.appToken.setting];
  if (source.appToken === undefined || token === undefined || token === '') return {};
  const hosts = Object.values(source.urls).map(hostOf);
  return hosts.includes(hostOf(url)) ? { [source.appToken.header]: token } : {};
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

function stageName(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host} ${basename(pathname)}`;
}

/** Where the bytes lie on the own disk; `undefined` when they have to be downloaded. */
function localFile(request: FetchRequest, mirror: string | undefined): MirroredFile | undefined {
  const { url } = request;
  const path = isAbsolute(url) ? url : url.startsWith('file:') ? fileURLToPath(url) : undefined;
  if (path !== undefined) {
    if (existsSync(path)) return { path, packed: false, etag: null, lastModified: null };
    throw notFound(request, 'a file at this path', 'none', 'Put the file there, or correct the path.');
  }
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new FetchError({
      code: 'bad_address',
      url,
      expected: 'an https address, a file: address or an absolute path',
      found: `"${url}"`,
      remedy: `Correct the address of "${request.sourceId}" in the file that SOURCES_FILE names.`,
    });
  }
  if (mirror === undefined) return undefined;
  const found = findInMirror(mirror, url);
  if (found !== undefined) return found;
  const remedy = 'Add the file to the mirror, or leave --mirror away to download it.';
  throw notFound(request, `the file ${mirrorPaths(mirror, url)[0] ?? url} in the mirror`, 'none', remedy);
}

function notFound(request: FetchRequest, expected: string, found: string, remedy: string): FetchError {
  return new FetchError({ code: 'not_found', url: request.url, expected, found, remedy });
}

/** A local file is read where it is; a folder that stands for a zip file is packed into the cache. */
async function readLocal(
  request: FetchRequest,
  local: MirroredFile,
  folder: CacheFolder,
  options: FetcherOptions,
): Promise<FetchedFile> {
  const path = local.packed ? join(folder.path, 'packing.tmp') : local.path;
  if (local.packed) await pack(local.path, path);
  const head = await readHead(path);
  checkHead(request, head);
  const { size } = await stat(path);
  const minimum = minimumBytes(request, options.label);
  if (size < minimum) {
    throw new FetchError({
      code: 'too_small',
      url: request.url,
      expected: `at least ${minimum} bytes in ${local.path}`,
      found: `${size} bytes`,
      remedy: 'Copy the whole file, or build a partial release with --label partial.',
    });
  }
  const sha256 = await sha256OfFile(path, options.signal);
  const before = folder.describe('local');
  const unchanged = before?.sha256 === sha256;
  if (local.packed) await place(path, folder.bodyPath(sha256));
  const now = new Date((options.clock ?? REAL_CLOCK).now()).toISOString();
  const stored: CachedFile & { path: string } = folder.store('local', {
    file: local.packed ? basename(folder.bodyPath(sha256)) : local.path,
    sha256,
    etag: local.etag,
    lastModified: local.lastModified,
    retrievedAt: unchanged ? before.retrievedAt : now,
  });
  return {
    sourceId: request.sourceId,
    url: request.url,
    path: stored.path,
    bytes: size,
    sha256,
    etag: local.etag,
    lastModified: local.lastModified,
    retrievedAt: stored.retrievedAt,
    unchanged,
  };
}

async function pack(folder: string, path: string): Promise<void> {
  try {
    await packFolder(folder, path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function place(from: string, to: string): Promise<void> {
  if (existsSync(to)) await rm(from, { force: true });
  else await rename(from, to);
}

async function readHead(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
