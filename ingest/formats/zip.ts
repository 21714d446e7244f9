import { closeSync, createWriteStream, openSync, read, rmSync } from 'node:fs';
import { pipeline, Readable, Transform } from 'node:stream';
import { pipeline as pipelineDone } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
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

/** Registers deflate to about 1:21 and the plainest tables to about 1:60; a bomb to 1:1000. */
const MAXIMUM_RATIO = 400;
/** Below this, a high ratio does no harm. */
const RATIO_MATTERS_FROM_BYTES = 16 * 1024 * 1024;
/** Large pieces: a register's 75 GB would otherwise pass through the streams in pieces of 16 KiB. */
const PIECE_BYTES = 256 * 1024;
const STORED = 0;
const DEFLATED = 8;

/**
 * A zip file, read entry by entry without unpacking it: zip64, entries in any order, zips within zips. Entry names
 * are only ever compared, never used as paths, so a name that points outside the archive does no harm.
 */
export class ZipArchive {
  /** Without folders and without what macOS puts beside the files. */
  readonly entries: readonly ZipEntry[];
  readonly #source: ZipSource;
  readonly #file: yauzl.ZipFile;
  readonly #entryOf: ReadonlyMap<ZipEntry, yauzl.Entry>;

  constructor(source: ZipSource, file: yauzl.ZipFile, entries: readonly yauzl.Entry[]) {
    this.#source = source;
    this.#file = file;
    this.#entryOf = new Map(
      entries.filter((entry) => !isLitter(entry.fileName)).map((entry) => [describe(entry), entry]),
    );
    this.entries = [...this.#entryOf.keys()];
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
        `${this.#source.name}: no entry matches ${pattern}; it holds ${names.join(', ') || 'nothing'}.`,
      );
    }
    return entry;
  }

  /**
   * The inflated bytes of an entry. More or fewer bytes than the archive states, or a wrong checksum, destroy the
   * stream with a {@link ZipError}.
   */
  async stream(entry: ZipEntry): Promise<Readable> {
    const found = this.#known(entry);
    const name = `${this.#source.name}: ${entry.name}`;
    if (entry.bytes > RATIO_MATTERS_FROM_BYTES && entry.bytes > entry.compressedBytes * MAXIMUM_RATIO) {
      throw new ZipError(`${name} would inflate ${entry.compressedBytes} bytes to ${entry.bytes}: refused.`);
    }
    const raw = await this.#raw(found, name);
    const check = new IntegrityCheck(name, entry.bytes, found.crc32);
    // Errors of either stream reach the reader through `check`.
    const report = () => {};
    if (found.compressionMethod === STORED) return pipeline(raw, check, report);
    return pipeline(raw, createInflateRaw({ chunkSize: PIECE_BYTES }), check, report);
  }

  /**
   * Opens an entry that is a zip itself. A stored one is read where it lies; a deflated one is first inflated into
   * a temporary file whose path begins with `scratch`, which `close` of the inner archive deletes.
   */
  async openNested(entry: ZipEntry, scratch: string): Promise<ZipArchive> {
    const found = this.#known(entry);
    const name = `${this.#source.name} > ${entry.name}`;
    if (found.compressionMethod === STORED) {
      const { fileDataStart } = await this.#file.readLocalFileHeaderPromise(found, { minimal: true });
      const start = this.#source.start + fileDataStart;
      return openSource({ name, path: this.#source.path, start, bytes: entry.bytes, temporary: false });
    }
    const path = `${scratch}-${process.pid}-${nestedCount++}.zip`;
    try {
      await pipelineDone(await this.stream(entry), createWriteStream(path, { flags: 'wx' }));
      return await openSource({ name, path, start: 0, bytes: entry.bytes, temporary: true });
    } catch (error) {
      rmSync(path, { force: true });
      throw error;
    }
  }

  close(): void {
    this.#file.close();
    if (this.#source.temporary) rmSync(this.#source.path, { force: true });
  }

  #known(entry: ZipEntry): yauzl.Entry {
    const found = this.#entryOf.get(entry);
    if (found === undefined) throw new ZipError(`${this.#source.name}: no entry ${entry.name}.`);
    if (found.isEncrypted()) throw new ZipError(`${this.#source.name}: ${entry.name} is encrypted.`);
    if (found.compressionMethod !== STORED && found.compressionMethod !== DEFLATED) {
      throw new ZipError(
        `${this.#source.name}: ${entry.name} uses compression method ${found.compressionMethod}; ` +
          'only stored and deflated entries can be read.',
      );
    }
    return found;
  }

  async #raw(entry: yauzl.Entry, name: string): Promise<Readable> {
    try {
      return await this.#file.openReadStreamPromise(entry, { decodeFileData: false });
    } catch (cause) {
      throw new ZipError(`${name}: ${(cause as Error).message}`, { cause });
    }
  }
}

let nestedCount = 0;

/** Where a zip lies: a whole file, or a part of one. */
interface ZipSource {
  /** For messages. */
  name: string;
  path: string;
  start: number;
  /** Size of the part; undefined for the rest of the file. */
  bytes?: number;
  temporary: boolean;
}

function describe(entry: yauzl.Entry): ZipEntry {
  return { name: entry.fileName, bytes: entry.uncompressedSize, compressedBytes: entry.compressedSize };
}

function isLitter(name: string): boolean {
  return name.endsWith('/') || /(^|\/)(__MACOSX\/|\.DS_Store$|\._)/.test(name);
}

/**
 * Opens a zip file and reads its directory.
 * @throws ZipError when it is not one, or is cut short
 */
export function openZip(path: string): Promise<ZipArchive> {
  return openSource({ name: path, path, start: 0, temporary: false });
}

async function openSource(source: ZipSource): Promise<ZipArchive> {
  try {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true };
    const file =
      source.bytes === undefined
        ? await yauzl.openPromise(source.path, options)
        : await yauzl.fromRandomAccessReaderPromise(
            new FilePart(source.path, source.start),
            source.bytes,
            options,
          );
    try {
      const entries: yauzl.Entry[] = [];
      for await (const entry of file.eachEntry()) entries.push(entry);
      return new ZipArchive(source, file, entries);
    } catch (error) {
      file.close();
      throw error;
    }
  } catch (cause) {
    throw new ZipError(`${source.name}: ${(cause as Error).message}`, { cause });
  }
}

/** A part of a file, read as if it were a file of its own. */
class FilePart extends yauzl.RandomAccessReader {
  readonly #handle: number;
  readonly #start: number;

  constructor(path: string, start: number) {
    super();
    this.#handle = openSync(path, 'r');
    this.#start = start;
  }

  /** Not a `ReadStream`: that one closes its file, which belongs to the whole part, when it is destroyed. */
  override _readStreamForRange(start: number, end: number): Readable {
    let position = this.#start + start;
    const stop = this.#start + end;
    const handle = this.#handle;
    return new Readable({
      highWaterMark: PIECE_BYTES,
      read(size) {
        const piece = Buffer.allocUnsafe(Math.min(size, stop - position));
        if (piece.length === 0) {
          this.push(null);
          return;
        }
        read(handle, piece, 0, piece.length, position, (error, bytesRead) => {
          if (error) this.destroy(error);
          else {
            position += bytesRead;
            this.push(bytesRead === 0 ? null : piece.subarray(0, bytesRead));
          }
        });
      },
    });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    read(this.#handle, buffer, offset, length, this.#start + position, callback);
  }

  override close(callback: (error: Error | null) => void): void {
    closeSync(this.#handle);
    setImmediate(callback, null);
  }
}

/** The publisher's own size and checksum: the reader below the archive checks neither for stored entries. */
class IntegrityCheck extends Transform {
  readonly #name: string;
  readonly #bytes: number;
  readonly #crc32: number;
  #seenBytes = 0;
  #seenCrc32 = 0;

  constructor(name: string, bytes: number, checksum: number) {
    super({ highWaterMark: PIECE_BYTES });
    this.#name = name;
    this.#bytes = bytes;
    this.#crc32 = checksum;
  }

  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error: Error | null, chunk?: Buffer) => void,
  ) {
    this.#seenBytes += chunk.length;
    this.#seenCrc32 = crc32(chunk, this.#seenCrc32);
    if (this.#seenBytes > this.#bytes) {
      done(new ZipError(`${this.#name} holds more than the ${this.#bytes} bytes that the archive states.`));
    } else done(null, chunk);
  }

  override _flush(done: (error?: Error | null) => void) {
    if (this.#seenBytes < this.#bytes) {
      done(new ZipError(`${this.#name} ends after ${this.#seenBytes} of ${this.#bytes} bytes.`));
    } else if (this.#seenCrc32 !== this.#crc32) {
      done(new ZipError(`${this.#name} is damaged: its checksum does not match. Download it again.`));
    } else done();
  }
}
