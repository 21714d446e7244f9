import { constants, inflateRawSync } from 'node:zlib';
import yauzl from 'yauzl';
import type { Asker } from './asker.ts';

const STORED = 0;
const DEFLATED = 8;

/** A zip file that is read in parts where it lies: its directory, and the beginnings of entries. */
export interface RemoteZip {
  readonly names: readonly string[];
  /** The first bytes of an entry, inflated; undefined for one that is neither stored nor deflated. */
  start(name: string, compressedBytes: number): Promise<Buffer | undefined>;
}

/**
 * Opens a zip without downloading it.
 * @param totalBytes size of the whole file
 * @throws FetchError, or an error of the zip reader when it is no zip or is damaged
 */
export async function openRemoteZip(asker: Asker, url: string, totalBytes: number): Promise<RemoteZip> {
  const reader = new PartReader(asker, url);
  const file = await yauzl.fromRandomAccessReaderPromise(reader, totalBytes, {
    lazyEntries: true,
    autoClose: false,
  });
  const entries = new Map<string, yauzl.Entry>();
  for await (const entry of file.eachEntry()) entries.set(entry.fileName, entry);
  return {
    names: [...entries.keys()],
    async start(name, compressedBytes) {
      const entry = entries.get(name);
      if (entry === undefined || ![STORED, DEFLATED].includes(entry.compressionMethod)) return undefined;
      const { fileDataStart } = await file.readLocalFileHeaderPromise(entry, { minimal: true });
      const length = Math.min(compressedBytes, entry.compressedSize);
      const { bytes } = await asker.part(url, fileDataStart, length);
      // The part ends in the middle of the deflated stream: what could be inflated until there is enough.
      return entry.compressionMethod === STORED
        ? bytes
        : inflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
    },
  };
}

class PartReader extends yauzl.RandomAccessReader {
  readonly #asker: Asker;
  readonly #url: string;

  constructor(asker: Asker, url: string) {
    super();
    this.#asker = asker;
    this.#url = url;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.#asker.part(this.#url, position, length).then(
      ({ bytes }) => {
        bytes.copy(buffer, offset);
        if (bytes.length < length) callback(new Error(`the zip ends after ${position + bytes.length} bytes`));
        else callback(null, bytes.length);
      },
      (error: Error) => callback(error),
    );
  }

  override close(callback: (error: Error | null) => void): void {
    setImmediate(callback, null);
  }
}
