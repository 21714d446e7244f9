import { parentPort, type Transferable, workerData } from 'node:worker_threads';
import {
  type MapperModule,
  mapBlock,
  type Positions,
  type ThreadData,
  type ThreadReply,
  type ThreadRequest,
} from './csv-block-mapper.ts';

/** The body of a reading thread: bytes in, mapped records out, in the order of asking. */
export function run(createMapper: MapperModule<Positions, unknown>['createMapper']): void {
  const { cut } = workerData as ThreadData;
  const mapper = createMapper(cut.at);
  parentPort?.on('message', ({ bytes, length }: ThreadRequest) => {
    try {
      const rows = mapBlock(bytes, length, cut.keep, mapper);
      const { result, transfer } = mapper.end();
      reply({ ok: true, block: { result, rows, bytes } }, [bytes.buffer, ...(transfer ?? [])]);
    } catch (error) {
      reply({ ok: false, message: (error as Error).message }, []);
    }
  });
}

function reply(message: ThreadReply<unknown>, transfer: readonly Transferable[]): void {
  parentPort?.postMessage(message, [...transfer]);
}
