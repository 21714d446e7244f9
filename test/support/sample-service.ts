import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { ingestOrThrow, type Service, START_TIMEOUT_MS, startService } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface SampleService {
  /** Base address of the running server; only inside tests. */
  readonly url: string;
  readonly dataDir: string;
}

/** The real server on the bundled sample, for all tests of a file. Call it at the top level or in a suite. */
export function sampleService(): SampleService {
  const dataDir = join(temporaryFolder(), 'data');
  let service: Service | undefined;
  beforeAll(async () => {
    await ingestOrThrow(['sample'], { DATA_DIR: dataDir });
    service = await startService({ DATA_DIR: dataDir });
  }, START_TIMEOUT_MS);
  afterAll(() => service?.stop());
  return {
    dataDir,
    get url() {
      if (service === undefined) throw new Error('The server is not running yet.');
      return service.url;
    },
  };
}
