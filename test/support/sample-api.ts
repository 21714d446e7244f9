import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { ApiKeys } from '../../api/payment/api-keys.ts';
import type { Group } from '../../db/groups.ts';
import { manifestPath } from '../../db/manifest.ts';
import { Payments } from '../../db/payments.ts';
import { openTestApi, type TestApi } from './api.ts';
import { PAY_TO } from './paid-app.ts';
import { ingestOrThrow } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';

interface Setting {
  readonly env?: NodeJS.ProcessEnv;
  /** Groups that are not loaded. */
  readonly without?: readonly Group[];
  /** Whether payments are taken; nobody is asked to settle any. */
  readonly sells?: boolean;
  readonly keys?: ApiKeys;
}

/** Settings with which payments are taken; at this address nobody listens. */
const SELLING = { PAY_TO_ADDRESS: PAY_TO, FACILITATOR_URL: 'http://127.0.0.1:9' };

/** The HTTP side on the bundled sample, opened as often as a test needs. Call it at the top level. */
export function sampleApis(): (setting?: Setting) => Promise<TestApi> {
  const folder = temporaryFolder();
  const sample = join(folder, 'data');
  const open: { close(): Promise<void> | void }[] = [];
  beforeAll(() => ingestOrThrow(['sample'], { DATA_DIR: sample }), 120_000);
  afterAll(async () => {
    for (const one of open.reverse()) await one.close();
  });
  return async ({ env = {}, without = [], sells = false, keys } = {}) => {
    const payments = sells ? new Payments(join(folder, `payments-${open.length}`)) : undefined;
    if (payments !== undefined) open.push(payments);
    const api = await openTestApi(
      (dataDir) => {
        cpSync(sample, dataDir, { recursive: true });
        const path = manifestPath(dataDir);
        const manifest = JSON.parse(readFileSync(path, 'utf8')) as {
          groups: Partial<Record<Group, unknown>>;
        };
        for (const group of without) delete manifest.groups[group];
        writeFileSync(path, JSON.stringify(manifest));
      },
      {
        env: { ...(sells && SELLING), ...env },
        ...(payments !== undefined && { payments }),
        ...(keys !== undefined && { keys }),
      },
    );
    open.push(api);
    return api;
  };
}
