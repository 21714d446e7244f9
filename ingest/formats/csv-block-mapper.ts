import { isUtf8 } from 'node:buffer';
import type { Transferable } from 'node:worker_threads';
import { parse } from 'csv-parse/sync';
import { cutColumns } from './csv-cut.ts';

/** What becomes of the records of a block. Everything in it must survive being sent from one thread to another. */
export interface Mapped<Result> {
  readonly result: Result;
  /** Buffers in the result that are handed over instead of copied. */
  readonly transfer?: readonly Transferable[];
}

/** Records in, something small out. It may keep what it has learnt from block to block, e.g. words it has met. */
export interface RecordMapper<Result> {
  add(records: readonly (readonly string[])[]): void;
  /** Ends the block: what has become of the records since the last end. */
  end(): Mapped<Result>;
}

export type Positions = Readonly<Record<string, number>>;

/**
 * A module that threads load by its address and this thread calls directly; it exports `createMapper`, which is told
 * where each column stands in a record (-1: nowhere).
 */
export interface MapperModule<At extends Positions, Result> {
  readonly url: URL;
  readonly createMapper: (at: At) => RecordMapper<Result>;
}

/** How the columns of the file become those of the records. */
export interface ColumnCut<At extends Positions> {
  /** For each column of the file 1 when it is kept. */
  readonly keep: Uint8Array;
  /** Positions in what is kept. */
  readonly at: At;
}

export interface MappedBlock<Result> {
  readonly result: Result;
  readonly rows: number;
  /** The block's buffer, to be used again. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface BlockMapper<Result> {
  map(bytes: Uint8Array<ArrayBuffer>, length: number): Promise<MappedBlock<Result>>;
  close(): Promise<void>;
}

/** Parsed at once; larger pieces live long enough to be moved by the garbage collector. */
const PIECE_BYTES = 64 * 1024;
const NEWLINE = 0x0a;
const QUOTE = 0x22;

/**
 * Parses a block of whole records and gives them to the mapper. Fields stay text.
 * @returns the number of records
 * @throws Error saying what is wrong with it
 */
export function mapBlock<Result>(
  bytes: Uint8Array<ArrayBuffer>,
  length: number,
  keep: Uint8Array,
  mapper: RecordMapper<Result>,
): number {
  if (!isUtf8(bytes.subarray(0, length))) throw new Error('the text is not UTF-8.');
  const left = cutColumns(bytes, length, keep);
  const text = Buffer.from(bytes.buffer, 0, left);
  let rows = 0;
  for (let start = 0; start < left; ) {
    const end = pieceEnd(text, start);
    const records = parse(text.subarray(start, end), { skip_empty_lines: true });
    mapper.add(records);
    rows += records.length;
    start = end;
  }
  return rows;
}

/** A line break may stand inside quotes; pieces with quotes are not made smaller. */
function pieceEnd(text: Buffer, start: number): number {
  if (text.length - start <= PIECE_BYTES) return text.length;
  const end = text.lastIndexOf(NEWLINE, start + PIECE_BYTES) + 1;
  return end > start && !text.subarray(start, end).includes(QUOTE) ? end : text.length;
}

/** Works in the calling thread. */
export class InlineMapper<At extends Positions, Result> implements BlockMapper<Result> {
  readonly #keep: Uint8Array;
  readonly #mapper: RecordMapper<Result>;

  constructor(module: MapperModule<At, Result>, cut: ColumnCut<At>) {
    this.#keep = cut.keep;
    this.#mapper = module.createMapper(cut.at);
  }

  async map(bytes: Uint8Array<ArrayBuffer>, length: number): Promise<MappedBlock<Result>> {
    const rows = mapBlock(bytes, length, this.#keep, this.#mapper);
    return { result: this.#mapper.end().result, rows, bytes };
  }

  async close(): Promise<void> {}
}

/** What a thread is started with. */
export interface ThreadData {
  readonly cut: ColumnCut<Positions>;
}

export interface ThreadRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly length: number;
}

export type ThreadReply<Result> =
  | { readonly ok: true; readonly block: MappedBlock<Result> }
  | { readonly ok: false; readonly message: string };
