import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { replaceFile } from '../../db/manifest.ts';

/**
 * What is known of a file that was got before. Kept as `<origin>.json` in the folder of its address:
 * - `publisher.json`: downloaded; its validators may be sent back to the publisher
 * - `local.json`: read from a mirror or a local file. Never used for a conditional request: the publisher's "not
 *   modified" must not turn a sample into national data.
 */
const CachedFile = Type.Object({
  url: Type.String(),
  /** File name inside the folder, or an absolute path for a local file, which is read where it is. */
  file: Type.String(),
  bytes: Type.Integer(),
  modifiedMs: Type.Number(),
  sha256: Type.String(),
  etag: Type.Union([Type.String(), Type.Null()]),
  lastModified: Type.Union([Type.String(), Type.Null()]),
  retrievedAt: Type.String(),
});

export type CachedFile = Static<typeof CachedFile>;

export type Origin = 'publisher' | 'local';

/** A download that was cut: what has arrived so far, and the validator that says whether it is still the same. */
const PartialDownload = Type.Object({
  url: Type.String(),
  /** Bytes that are known to be on the disk; what the file has beyond them is not trusted. */
  bytes: Type.Integer(),
  /** For `If-Range`: a strong ETag, or the last modification. */
  validator: Type.String(),
});

export type PartialDownload = Static<typeof PartialDownload>;

/** The folder of one address in the cache: `DATA_DIR/cache/<source>/<hash of the address>/`. */
export class CacheFolder {
  readonly path: string;
  readonly #url: string;

  constructor(dataDir: string, sourceId: string, url: string) {
    this.#url = url;
    this.path = join(dataDir, 'cache', sourceId, sha256Of(url).slice(0, 32));
    mkdirSync(this.path, { recursive: true });
  }

  get partPath(): string {
    return join(this.path, 'body.part');
  }

  /** Where a body is kept: named by its hash, so that a crash never leaves one body with another's description. */
  bodyPath(sha256: string): string {
    return join(this.path, `${sha256.slice(0, 16)}.body`);
  }

  /** What is known of the file that was got before. */
  describe(origin: Origin): CachedFile | undefined {
    const cached = readJson(CachedFile, join(this.path, `${origin}.json`));
    return cached?.url === this.#url ? cached : undefined;
  }

  /** The downloaded file; `undefined` when there is none or its bytes are not what was downloaded. */
  async downloaded(): Promise<(CachedFile & { path: string }) | undefined> {
    const cached = this.describe('publisher');
    if (cached === undefined) return undefined;
    const path = resolve(this.path, cached.file);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined || stat.size !== cached.bytes) return undefined;
    // Touched since (restored from a backup, edited): only then is it worth reading all of it again.
    if (stat.mtimeMs !== cached.modifiedMs && (await sha256OfFile(path)) !== cached.sha256) return undefined;
    return { ...cached, path };
  }

  /** Describes a body that is in place, then removes the one it replaces. */
  store(
    origin: Origin,
    file: Omit<CachedFile, 'url' | 'bytes' | 'modifiedMs'>,
  ): CachedFile & { path: string } {
    const path = resolve(this.path, file.file);
    const stat = statSync(path);
    const description: CachedFile = {
      url: this.#url,
      ...file,
      bytes: stat.size,
      modifiedMs: stat.mtimeMs,
    };
    replaceFile(join(this.path, `${origin}.json`), `${JSON.stringify(description, null, 2)}\n`);
    this.#removeUnused();
    return { ...description, path };
  }

  partial(): PartialDownload | undefined {
    const partial = readJson(PartialDownload, join(this.path, 'part.json'));
    const size = statSync(this.partPath, { throwIfNoEntry: false })?.size ?? 0;
    return partial?.url === this.#url && partial.bytes > 0 && size >= partial.bytes ? partial : undefined;
  }

  storePartial(partial: Omit<PartialDownload, 'url'>): void {
    replaceFile(join(this.path, 'part.json'), `${JSON.stringify({ url: this.#url, ...partial })}\n`);
  }

  removePartial(): void {
    rmSync(this.partPath, { force: true });
    rmSync(join(this.path, 'part.json'), { force: true });
  }

  #removeUnused(): void {
    const used = new Set(
      (['publisher', 'local'] as const).map(
        (origin) => readJson(CachedFile, join(this.path, `${origin}.json`))?.file,
      ),
    );
    for (const name of readdirSync(this.path)) {
      if (name.endsWith('.body') && !used.has(name)) rmSync(join(this.path, name), { force: true });
    }
  }
}

/** A damaged description is as good as none: the file is got again. */
function readJson<Schema extends TSchema>(schema: Schema, path: string): Static<Schema> | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return Value.Check(schema, parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Hash of a file's bytes, read as a stream. */
export async function sha256OfFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const stream = createReadStream(path, { highWaterMark: 1 << 20, ...(signal ? { signal } : {}) });
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
