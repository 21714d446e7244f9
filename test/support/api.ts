import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../api/app.ts';
import { readConfig } from '../../api/config.ts';
import { Store } from '../../db/store.ts';

export interface TestApi {
  readonly app: FastifyInstance;
  readonly store: Store;
  readonly dataDir: string;
  /** Sets the clock. */
  setNow(instant: string): void;
  close(): Promise<void>;
}

/** Noon in the Netherlands on the day that most tests play on. */
export const TEST_NOW = '2026-11-27T11:00:00Z';

/**
 * The HTTP side on a data folder of its own, without a port. Close it when done.
 * @param publish fills the data folder
 * @param options `extend` adds routes of the test's own
 */
export async function openTestApi(
  publish: (dataDir: string) => void = () => {},
  { env = {}, extend }: { env?: NodeJS.ProcessEnv; extend?: (app: FastifyInstance) => void } = {},
): Promise<TestApi> {
  const dataDir = mkdtempSync(join(tmpdir(), 'api-'));
  publish(dataDir);
  let now = new Date(TEST_NOW);
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', LIVE: 'off', ...env });
  const store = new Store({ dataDir, leaveOut: config.leftOutGroups });
  const app = buildApp({ config, store, now: () => now });
  if (extend !== undefined) app.register(async (routes) => extend(routes));
  await app.ready();
  return {
    app,
    store,
    dataDir,
    setNow(instant) {
      now = new Date(instant);
    },
    async close() {
      await app.close();
      store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
