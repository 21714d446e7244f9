import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VEHICLE_REPORT_EXAMPLE } from '../../api/schemas/vehicle-report-example.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { expectGolden } from '../support/golden.ts';
import { ingestOrThrow, START_TIMEOUT_MS } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Complete reports of the sample's vehicles, as they are kept in `golden/`. */
const PLATES = [
  ['a recall that is open, and one that is repaired', '84LHZ6'],
  ['a finding that comes back at every inspection', '47NGF2'],
  ['an illogical odometer', '15FRTS'],
  ['a plug-in hybrid', 'T905GL'],
  ['a hydrogen car', 'N746PK'],
  ['an electric car', 'S338NX'],
  ['a car that also runs on LPG', '91PXGT'],
  ['a truck with a tachograph', '84BKR7'],
  ['a trailer', 'WDLB58'],
  ['a car over 50 years old', 'DL4718'],
  ['an exported car', '6KLD93'],
  ['a motorcycle', 'MT47DX'],
] as const;

const folder = temporaryFolder();
let api: TestApi;

beforeAll(async () => {
  const sample = join(folder, 'data');
  await ingestOrThrow(['sample'], { DATA_DIR: sample });
  api = await openTestApi((dataDir) => cpSync(sample, dataDir, { recursive: true }));
}, START_TIMEOUT_MS);
afterAll(() => api.close());

const report = async (plate: string) =>
  (await api.app.inject(`/v1/vehicle/report?licence_plate=${plate}`)).json();

describe('the vehicle report of', () => {
  it.each(PLATES)('%s is as it was: %s', async (_what, plate) => {
    await expectGolden(await report(plate), `golden/vehicle-${plate}.json`);
  });
});

it('the example of the document is what the sample answers', async () => {
  const answer = await report(VEHICLE_REPORT_EXAMPLE.plate);
  const withoutTimes = (one: typeof VEHICLE_REPORT_EXAMPLE) => ({
    ...one,
    source: one.source.map((source) => ({ ...source, retrieved_at: '' })),
  });
  expect(withoutTimes(answer)).toEqual(withoutTimes(VEHICLE_REPORT_EXAMPLE));
});
