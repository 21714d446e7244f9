import type { Readable } from 'node:stream';
import yauzl from 'yauzl';

/** The archive is damaged, hostile, or does not hold what was looked for. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
  readonly code = 'bad_zip';
}

export interface ZipEntry {
  readonly name: string;
  /** Size after inflating, as the archive states it. */
  readonly bytes: number;
  readonly compressedBytes: number;
}

/**
 * A zip file, read entry by entry without unpacking it: zip64, entries in any order. Entry names are only ever
 * compared, never used as paths, so a name that points outside the archive does no harm.
 */
export class ZipArchive {
  readonly entries: readonly ZipEntry[];
  readonly #path: string;
  readonly #file: yauzl.ZipFile;
  readonly #byName: ReadonlyMap<string, yauzl.Entry>;

  constructor(path: string, file: yauzl.ZipFile, entries: readonly yauzl.Entry[]) {
    this.#path = path;
    this.#file = file;
    this.#byName = new Map(entries.map((entry) => [entry.fileName, entry]));
    this.entries = entries.map((entry) => ({
      name: entry.fileName,
      bytes: entry.uncompressedSize,
      compressedBytes: entry.compressedSize,
    }));
  }

  /**
   * The one entry whose name matches.
   * @throws ZipError when there is none, naming those that are there
   */
  find(pattern: RegExp): ZipEntry {
    const entry = this.entries.find((candidate) => pattern.test(candidate.name));
    if (entry === undefined) {
      const names = this.entries.slice(0, 10).map((candidate) => candidate.name);
      throw new ZipError(
        `${this.#path}: no entry matches ${pattern}; it holds ${names.join(', ') || 'nothing'}.`,
      );
    }
    return entry;
  }

  /** The inflated bytes of an entry; more bytes than the archive states, or a wrong checksum, is an error. */
  stream(entry: ZipEntry): Promise<Readable> {
    const found = this.#byName.get(entry.name);
    if (found === undefined) throw new ZipError(`${this.#path}: no entry ${entry.name}.`);
    return new Promise((resolve, reject) => {
      this.#file.openReadStream(found, (error, stream) => {
        if (error) reject(new ZipError(`${this.#path}: ${entry.name}: ${error.message}`, { cause: error }));
        else resolve(stream);
      });
    });
  }

  close(): void {
    this.#file.close();
  }
}

/**
 * Opens a zip file and reads its directory.
 * @throws ZipError when it is not one, or is cut short
 */
export function openZip(path: string): Promise<ZipArchive> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(new ZipError(`${path}: ${error.message}`, { cause: error }));
    yauzl.open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, file) => {
      if (error) return fail(error);
      const entries: yauzl.Entry[] = [];
      file.on('error', fail);
      file.on('entry', (entry: yauzl.Entry) => {
        if (!entry.fileName.endsWith('/')) entries.push(entry);
        file.readEntry();
      });
      file.on('end', () => resolve(new ZipArchive(path, file, entries)));
      file.readEntry();
    });
  });
}
