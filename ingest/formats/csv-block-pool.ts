import { Worker } from 'node:worker_threads';
import type {
  BlockMapper,
  ColumnCut,
  MappedBlock,
  Positions,
  ThreadData,
  ThreadReply,
  ThreadRequest,
} from './csv-block-mapper.ts';
import { threadScript } from './thread-script.ts';

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
export class ThreadPool<Result> implements BlockMapper<Result> {
  readonly #threads: readonly Thread<Result>[];

  constructor(mapperUrl: URL, cut: ColumnCut<Positions>, threads: number) {
    const script = threadScript(new URL('./csv-block-thread.ts', import.meta.url), mapperUrl);
    this.#threads = Array.from({ length: threads }, () => startThread<Result>(script, { cut }));
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

/** Records die young: a nursery of this size is enough, and keeps the process small. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128 };

function startThread<Result>(script: string, workerData: ThreadData): Thread<Result> {
  // The parent's loader of TypeScript is of no use to a script, and takes long to start.
  const worker = new Worker(script, { eval: true, workerData, resourceLimits: THREAD_LIMITS, execArgv: [] });
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
