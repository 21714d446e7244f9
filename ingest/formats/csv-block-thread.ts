import { parentPort, type Transferable, workerData } from 'node:worker_threads';
import {
  type MapRows,
  parseBlock,
  type ThreadData,
  type ThreadReply,
  type ThreadRequest,
} from './csv-block-mapper.ts';

/** The body of a reading thread: bytes in, mapped records out, in the order of asking. */
const { mapperUrl, settings } = workerData as ThreadData<unknown>;
const { createMapper } = (await import(mapperUrl)) as { createMapper: (s: unknown) => MapRows<unknown> };
const mapRows = createMapper(settings.mapper);

parentPort?.on('message', ({ bytes, length }: ThreadRequest) => {
  try {
    const rows = parseBlock(bytes.subarray(0, length), settings.columns);
    const { result, transfer } = mapRows(rows);
    reply({ ok: true, block: { result, rows: rows.length, bytes } }, [bytes.buffer, ...(transfer ?? [])]);
  } catch (error) {
    reply({ ok: false, message: (error as Error).message }, []);
  }
});

function reply(message: ThreadReply<unknown>, transfer: readonly Transferable[]): void {
  parentPort?.postMessage(message, [...transfer]);
}
