import { isUtf8 } from 'node:buffer';
import { type Transferable, Worker } from 'node:worker_threads';
import { parse } from 'csv-parse/sync';

/** What becomes of the records of a block. Everything in it must survive being sent from one thread to another. */
export interface Mapped<Result> {
  readonly result: Result;
  /** Buffers in the result that are handed over instead of copied. */
  readonly transfer?: readonly Transferable[];
}

/** Keeps what it has learnt from block to block, e.g. which words it has met. */
export type MapRows<Result> = (rows: readonly (readonly string[])[]) => Mapped<Result>;

/** A module that threads load by its address and this thread calls directly; it exports `createMapper`. */
export interface MapperModule<Settings, Result> {
  readonly url: URL;
  readonly createMapper: (settings: Settings) => MapRows<Result>;
}

export interface BlockSettings<Settings> {
  /** Fields of every record. */
  readonly columns: number;
  readonly mapper: Settings;
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

/**
 * Parses a block of whole records. Fields stay text.
 * @throws Error saying what is wrong with it
 */
export function parseBlock(bytes: Uint8Array, columns: number): string[][] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!isUtf8(buffer)) throw new Error('the text is not UTF-8.');
  const rows = parse(buffer, { skip_empty_lines: true });
  // csv-parse has compared the records of the block with each other.
  const first = rows[0]?.length ?? columns;
  if (first !== columns) throw new Error(`a record has ${first} fields, the header ${columns}.`);
  return rows;
}

/** Works in the calling thread. */
export class InlineMapper<Settings, Result> implements BlockMapper<Result> {
  readonly #columns: number;
  readonly #mapRows: MapRows<Result>;

  constructor(module: MapperModule<Settings, Result>, settings: BlockSettings<Settings>) {
    this.#columns = settings.columns;
    this.#mapRows = module.createMapper(settings.mapper);
  }

  async map(bytes: Uint8Array<ArrayBuffer>, length: number): Promise<MappedBlock<Result>> {
    const rows = parseBlock(bytes.subarray(0, length), this.#columns);
    return { result: this.#mapRows(rows).result, rows: rows.length, bytes };
  }

  async close(): Promise<void> {}
}

/** What a thread is started with. */
export interface ThreadData<Settings> {
  /** The module that runs in the thread, loaded by worker-entry.mjs. */
  readonly entry: string;
  readonly mapperUrl: string;
  readonly settings: BlockSettings<Settings>;
}

export interface ThreadRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly length: number;
}

export type ThreadReply<Result> =
  | { readonly ok: true; readonly block: MappedBlock<Result> }
  | { readonly ok: false; readonly message: string };

interface Waiting<Result> {
  resolve(block: MappedBlock<Result>): void;
  reject(error: Error): void;
}

interface Thread<Result> {
  readonly worker: Worker;
  /** A thread answers in the order in which it was asked. */
  readonly waiting: Waiting<Result>[];
}

/** Works in several threads; each keeps its own mapper. */
export class WorkerPool<Settings, Result> implements BlockMapper<Result> {
  readonly #threads: readonly Thread<Result>[];

  constructor(module: MapperModule<Settings, Result>, settings: BlockSettings<Settings>, threads: number) {
    const workerData: ThreadData<Settings> = {
      entry: new URL('./csv-block-thread.ts', import.meta.url).href,
      mapperUrl: module.url.href,
      settings,
    };
    this.#threads = Array.from({ length: threads }, () => startThread<Result>(workerData));
  }

  map(bytes: Uint8Array<ArrayBuffer>, length: number): Promise<MappedBlock<Result>> {
    const [first, ...others] = this.#threads;
    if (first === undefined) throw new Error('A pool has at least one thread.');
    let idlest = first;
    for (const thread of others) if (thread.waiting.length < idlest.waiting.length) idlest = thread;
    return new Promise((resolve, reject) => {
      idlest.waiting.push({ resolve, reject });
      const request: ThreadRequest = { bytes, length };
      idlest.worker.postMessage(request, [bytes.buffer]);
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }
}

function startThread<Result>(workerData: unknown): Thread<Result> {
  const worker = new Worker(new URL('./worker-entry.mjs', import.meta.url), { workerData });
  const waiting: Waiting<Result>[] = [];
  const failAll = (error: Error) => {
    for (const waiter of waiting.splice(0)) waiter.reject(error);
  };
  worker.on('message', (reply: ThreadReply<Result>) => {
    const waiter = waiting.shift();
    if (reply.ok) waiter?.resolve(reply.block);
    else waiter?.reject(new Error(reply.message));
  });
  worker.on('error', failAll);
  worker.on('exit', (code) => failAll(new Error(`the reading thread ended early with code ${code}.`)));
  return { worker, waiting };
}
