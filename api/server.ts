import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import { ManifestError } from '../db/manifest.ts';
import { OperationsError } from '../db/operations.ts';
import { Payments } from '../db/payments.ts';
import { loadDotEnv, SettingsError } from '../db/settings.ts';
import { DatasetUnavailableError, Store } from '../db/store.ts';
import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { StoredKeys } from './payment/stored-keys.ts';
import { exampleRequests } from './reports/example-requests.ts';

/** Requests that are under way get this long to end when the process is asked to stop. */
const GRACE_MS = 10_000;

/** The process: settings, store, listening, and an end without broken answers. */
async function main(): Promise<void> {
  loadDotEnv();
  const config = readConfig(process.env);
  // The log is the app's, and the app needs the store: what the store reports at first waits for it.
  let app: FastifyInstance | undefined;
  const store = new Store({
    dataDir: config.dataDir,
    cacheKib: config.sqliteCacheKib,
    pollMs: config.releasePollMs,
    leaveOut: config.leftOutGroups,
    onReopen: (snapshot) => app?.log.info({ releases: snapshot.version }, 'serving new releases'),
    onError: (error) => app?.log.error({ err: error }, 'a new release cannot be opened; the old one stays'),
  });
  // Written only where something is sold.
  const payments = config.payment === undefined ? undefined : new Payments(config.dataDir);
  const keys = new StoredKeys({
    dataDir: config.dataDir,
    plans: config.plans,
    now: () => new Date(),
    onError: (error) => app?.log.error({ err: error }, 'keys cannot be read or counted'),
  });
  app = buildApp({ config, store, keys, accounts: keys, ...(payments === undefined ? {} : { payments }) });
  const running = app;
  try {
    await listen(running, config);
  } catch (error) {
    payments?.close();
    store.close();
    throw error;
  }
  closeWithGrace({ delay: GRACE_MS }, async ({ err, signal }) => {
    if (err !== undefined) running.log.error({ err }, 'stopping after an unexpected error');
    else running.log.info({ signal }, 'stopping');
    await running.close();
    keys.close();
    payments?.close();
    store.close();
  });
  store.follow();
  process.stdout.write(greeting(running, config, store));
}

async function listen(app: FastifyInstance, config: Config): Promise<void> {
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE') {
      throw new SettingsError(
        `Port ${config.port} is taken by another process. Stop it, or choose another: PORT=${config.port + 1} npm start`,
      );
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
      throw new SettingsError(
        `This process may not listen on ${config.host} port ${config.port} (${code}). Choose another HOST or PORT.`,
      );
    }
    throw error;
  }
}

function greeting(app: FastifyInstance, config: Config, store: Store): string {
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  const base = `http://localhost:${port}`;
  const requests = exampleRequests(store.current).map((path) => `  curl '${base}${path}'`);
  const paid =
    config.payment === undefined
      ? 'Paid paths answer holders of keys only: PAY_TO_ADDRESS is not set, so no payments are taken.'
      : `Payments go to ${config.payment.payTo} on ${config.payment.network}.`;
  return `\nServing on ${base}, reference at ${base}/docs. Try:\n${requests.join('\n')}\n${paid}\n\n`;
}

try {
  await main();
} catch (error) {
  // What an operator can mend is one message, not a stack.
  const mendable =
    error instanceof SettingsError ||
    error instanceof ManifestError ||
    error instanceof OperationsError ||
    error instanceof DatasetUnavailableError;
  process.stderr.write(`${mendable ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exitCode = 1;
}
