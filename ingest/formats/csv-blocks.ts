import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parse } from 'csv-parse/sync';
import { CsvError } from './csv.ts';
import {
  type BlockMapper,
  type ColumnCut,
  InlineMapper,
  type MapperModule,
  type Positions,
} from './csv-block-mapper.ts';
import { ThreadPool } from './csv-block-pool.ts';

/**
 * Reads a large CSV file on several threads. The file is cut into blocks of whole records; threads parse them (with
 * csv-parse) and map them to something small; the results come back in the order of the file.
 */
export interface CsvBlocksOptions<At extends Positions, Result> {
  readonly path: string;
  /** Makes the mapper of each thread. */
  readonly mapper: MapperModule<At, Result>;
  /** Finds the columns that are wanted in the header; -1 for one that is absent. All others are not parsed. */
  readonly columns: (header: readonly string[]) => At;
  /** 0 works in this thread. By default as many as there are cores, at most 2, and none for a small file. */
  readonly threads?: number;
  readonly blockBytes?: number;
}

export interface CsvBlock<Result> {
  readonly result: Result;
  /** Records in the block. */
  readonly rows: number;
  /** Line of the block's first record, counted in records; the header is line 1. */
  readonly firstLine: number;
  /** Position in the file after the block. */
  readonly endByte: number;
}

const BLOCK_BYTES = 512 * 1024;
/** Starting threads takes longer than reading a file of this size. */
const SMALL_FILE_BYTES = 8 * 1024 * 1024;
/** A third thread would wait for the one that inserts. */
const MAXIMUM_THREADS = 2;
/** So that a thread finds its next block ready while the results of its last are being used. */
const BLOCKS_PER_THREAD = 2;

/**
 * Maps a comma-separated UTF-8 file block by block.
 * @throws CsvError naming the line: bad quoting, a record of another length than the header, not UTF-8, no header
 */
export async function* readCsvBlocks<At extends Positions, Result>(
  options: CsvBlocksOptions<At, Result>,
): AsyncGenerator<CsvBlock<Result>> {
  const file = await open(options.path, 'r');
  let mapper: BlockMapper<Result> | undefined;
  try {
    const blocks = new BlockReader(file, options.blockBytes ?? BLOCK_BYTES);
    const header = await blocks.header();
    const cut = cutTo(options.columns(header), header.length);
    const threads = options.threads ?? (await defaultThreads(options.path));
    mapper =
      threads === 0
        ? new InlineMapper(options.mapper, cut)
        : new ThreadPool<Result>(options.mapper.url, cut, threads);
    yield* inOrder(blocks, mapper, Math.max(threads, 1) * BLOCKS_PER_THREAD);
  } finally {
    await mapper?.close();
    await file.close();
  }
}

function cutTo<At extends Positions>(positions: At, columns: number): ColumnCut<At> {
  const kept = [...new Set(Object.values(positions))].filter((at) => at >= 0).sort((a, b) => a - b);
  if (kept.length === 0) throw new CsvError('none of the wanted columns is in the header.');
  const keep = new Uint8Array(columns);
  for (const at of kept) keep[at] = 1;
  // indexOf gives -1 for -1, which is never kept.
  const at = Object.fromEntries(Object.entries(positions).map(([key, old]) => [key, kept.indexOf(old)]));
  return { keep, at: at as At };
}

async function defaultThreads(path: string): Promise<number> {
  const { size } = await stat(path);
  return size <= SMALL_FILE_BYTES ? 0 : Math.min(MAXIMUM_THREADS, availableParallelism());
}

async function* inOrder<Result>(
  blocks: BlockReader,
  mapper: BlockMapper<Result>,
  inFlight: number,
): AsyncGenerator<CsvBlock<Result>> {
  const pending: { mapped: ReturnType<BlockMapper<Result>['map']>; endByte: number }[] = [];
  let firstLine = 2;
  let atEnd = false;
  while (true) {
    while (!atEnd && pending.length < inFlight) {
      const block = await blocks.next();
      if (block === undefined) {
        atEnd = true;
      } else {
        const mapped = mapper.map(block.bytes, block.length);
        // Its error is thrown when its turn comes; until then it is not an unhandled one.
        mapped.catch(() => {});
        pending.push({ mapped, endByte: block.endByte });
      }
    }
    const next = pending.shift();
    if (next === undefined) return;
    const { result, rows, bytes } = await next.mapped.catch((cause: Error) => {
      throw new CsvError(`in the records from line ${firstLine}: ${cause.message}`, { cause });
    });
    blocks.giveBack(bytes);
    yield { result, rows, firstLine, endByte: next.endByte };
    firstLine += rows;
  }
}

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const CARRIAGE_RETURN = 0x0d;

interface Block {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly length: number;
  readonly endByte: number;
}

/** Cuts a file into blocks that end where a record ends. Buffers go to the threads and come back: memory is flat. */
class BlockReader {
  readonly #file: FileHandle;
  readonly #blockBytes: number;
  readonly #spare: Uint8Array<ArrayBuffer>[] = [];
  /** Bytes that were read but not yet given out. */
  #rest: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  #position = 0;
  #ended = false;

  constructor(file: FileHandle, blockBytes: number) {
    this.#file = file;
    this.#blockBytes = blockBytes;
  }

  async header(): Promise<string[]> {
    const { bytes, filled } = await this.#fill();
    const end = firstRecordEnd(bytes, filled);
    if (end < 0 && !this.#ended) throw new CsvError('the header line does not end.');
    const text = Buffer.from(bytes.buffer, 0, end < 0 ? filled : end);
    const header = parseHeader(text);
    if (header === undefined) throw new CsvError('the file is empty: it has no header line.');
    this.#rest = bytes.slice(end < 0 ? filled : end, filled);
    this.giveBack(bytes);
    return header.map((name) => name.replace(/^\uFEFF/, '').trim());
  }

  async next(): Promise<Block | undefined> {
    const { bytes, filled } = await this.#fill();
    if (filled === 0) return undefined;
    const length = this.#ended ? filled : lastRecordEnd(bytes, filled);
    if (length <= 0) {
      throw new CsvError(
        `a record near byte ${this.#position - filled} is longer than ${bytes.length} bytes: a quote is not closed.`,
      );
    }
    this.#rest = bytes.slice(length, filled);
    return { bytes, length, endByte: this.#position - (filled - length) };
  }

  /** A buffer that is no longer used, e.g. one that came back from a thread. */
  giveBack(bytes: Uint8Array<ArrayBuffer>): void {
    this.#spare.push(bytes);
  }

  async #fill(): Promise<{ bytes: Uint8Array<ArrayBuffer>; filled: number }> {
    const bytes = this.#spare.pop() ?? new Uint8Array(this.#blockBytes);
    bytes.set(this.#rest);
    let filled = this.#rest.length;
    while (!this.#ended && filled < bytes.length) {
      const { bytesRead } = await this.#file.read(bytes, filled, bytes.length - filled, this.#position);
      this.#ended = bytesRead === 0;
      this.#position += bytesRead;
      filled += bytesRead;
    }
    return { bytes, filled };
  }
}

function parseHeader(line: Buffer): string[] | undefined {
  try {
    const [header] = parse(line, { bom: true, skip_empty_lines: true });
    return header;
  } catch (cause) {
    throw new CsvError(`in the header line: ${(cause as Error).message}`, { cause });
  }
}

/** Position after the first line break outside quotes; -1 when there is none. */
function firstRecordEnd(bytes: Uint8Array, length: number): number {
  let quoted = false;
  for (let at = 0; at < length; at += 1) {
    if (bytes[at] === QUOTE) quoted = !quoted;
    else if (bytes[at] === NEWLINE && !quoted) return at + 1;
  }
  return -1;
}

/**
 * Position after the last line break outside quotes; 0 when there is none. The bytes begin with a record, and a
 * doubled quote inside a field opens and closes at once, so that only the number of quotes before a line break counts.
 */
function lastRecordEnd(bytes: Uint8Array, length: number): number {
  let end = bytes.subarray(0, length).lastIndexOf(NEWLINE) + 1;
  let quotes = countQuotes(bytes, 0, end);
  while (quotes % 2 === 1) {
    const earlier = bytes.subarray(0, end - 1).lastIndexOf(NEWLINE) + 1;
    quotes -= countQuotes(bytes, earlier, end);
    end = earlier;
  }
  return end;
}

function countQuotes(bytes: Uint8Array, start: number, end: number): number {
  const searched = bytes.subarray(start, end);
  let count = 0;
  for (let at = searched.indexOf(QUOTE); at >= 0; at = searched.indexOf(QUOTE, at + 1)) count += 1;
  return count;
}

/** Counts the records of a CSV file, without its header and without empty lines. */
export async function countCsvRecords(path: string): Promise<number> {
  let quoted = false;
  let lineBytes = 0;
  let lines = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: BLOCK_BYTES })) {
    for (const byte of chunk as Buffer) {
      if (byte === QUOTE) quoted = !quoted;
      if (byte === NEWLINE && !quoted) {
        if (lineBytes > 0) lines += 1;
        lineBytes = 0;
      } else if (byte !== CARRIAGE_RETURN) {
        lineBytes += 1;
      }
    }
  }
  if (lineBytes > 0) lines += 1;
  return Math.max(lines - 1, 0);
}
