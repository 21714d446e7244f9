import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { expectGolden } from '../support/golden.ts';
import { JOINED_PLATES, writeJoinedVehicles } from '../support/inspection-mirror.ts';
import { HAS_REAL_FILES } from '../support/real-mirror.ts';
import { ingestOrThrow, START_TIMEOUT_MS } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/**
 * Complete reports of vehicles of which the register's rows were recorded, as they are kept in `golden/`. Not every
 * column was recorded of each.
 */
describe.skipIf(!HAS_REAL_FILES)('the vehicle report of', () => {
  const folder = temporaryFolder();
  let api: TestApi | undefined;

  beforeAll(async () => {
    const mirror = join(folder, 'mirror');
    const loaded = join(folder, 'data');
    writeJoinedVehicles(mirror);
    await ingestOrThrow(['vehicles', 'inspections', '--mirror', mirror, '--label', 'partial'], {
      DATA_DIR: loaded,
    });
    // The rows are as fresh as the day on which the test runs.
    const env = { VEHICLE_MAX_AGE: '9999d' };
    api = await openTestApi((dataDir) => cpSync(loaded, dataDir, { recursive: true }), { env });
  }, START_TIMEOUT_MS);
  afterAll(() => api?.close());

  it.each(JOINED_PLATES)('%s is as it was', async (plate) => {
    const response = await api?.app.inject(`/v1/vehicle/report?licence_plate=${plate}`);
    await expectGolden(response?.json(), `golden/vehicle-${plate}.json`);
  });
});
