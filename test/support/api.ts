import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type AppOptions, buildApp } from '../../api/app.ts';
import { readConfig } from '../../api/config.ts';
import type { ApiKeys } from '../../api/payment/api-keys.ts';
import { Store } from '../../db/store.ts';
import { NO_RATE_LIMITS } from './no-limits.ts';

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

/** Lets everybody in on paid paths: most tests are about what is sold, not about how. */
export const OPEN_DOOR: ApiKeys = {
  begin: () => ({
    kind: 'granted',
    keyId: 0,
    remaining: 1000,
    resize: () => true,
    commit: () => 999,
    release: () => {},
  }),
};

interface TestApiOptions extends Pick<AppOptions, 'payments' | 'keys' | 'accounts'> {
  readonly env?: NodeJS.ProcessEnv;
  readonly extend?: (app: FastifyInstance) => void;
}

/**
 * The HTTP side on a data folder of its own, without a port. Close it when done.
 * @param publish fills the data folder
 * @param options `extend` adds routes of the test's own; `keys` says who may call paid paths, by default everybody
 */
export async function openTestApi(
  publish: (dataDir: string) => void = () => {},
  { env = {}, extend, keys = OPEN_DOOR, ...options }: TestApiOptions = {},
): Promise<TestApi> {
  const dataDir = mkdtempSync(join(tmpdir(), 'api-'));
  publish(dataDir);
  let now = new Date(TEST_NOW);
  const config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    LIVE: 'off',
    ...NO_RATE_LIMITS,
    ...env,
  });
  const store = new Store({ dataDir, leaveOut: config.leftOutGroups });
  const app = buildApp({ config, store, keys, now: () => now, ...options });
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
