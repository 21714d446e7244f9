import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { expectGolden } from '../support/golden.ts';
import { ingestOrThrow } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startUpstreams, type Upstreams } from '../upstreams/server.ts';

/** Complete reports of the sample, its publishers stood in for, as they are kept in `golden/`. */
const ADDRESSES = [
  ['an office in Amsterdam', 'amstel-1', 'postcode=1011PN&house_number=1'],
  ['a flat in a neighbourhood of few', 'de-ruijterkade-105-1', 'postcode=1011AB&house_number=105&addition=1'],
  ['a houseboat', 'brouwersgracht-605b', 'postcode=1015GK&house_number=605&house_letter=B'],
  ['a listed house', 'koepoortstraat-2', 'postcode=6981AS&house_number=2'],
  ['a caravan pitch', 'halve-maanweg-3', 'postcode=6981ED&house_number=3'],
  ['a farm in a hamlet', 'drieerweg-104', 'postcode=3852MB&house_number=104'],
  ['a unit in two buildings', '1e-sweelinckstraat-7', 'postcode=2517GA&house_number=7'],
  ['a house without a postcode', 'park-ride-noord-3', 'q=Park+%26+Ride+Noord+3%2C+Amsterdam'],
] as const;

describe('the report of', () => {
  const sample = join(temporaryFolder(), 'data');
  let upstreams: Upstreams;
  let api: TestApi;

  beforeAll(async () => {
    await ingestOrThrow(['sample'], { DATA_DIR: sample });
    upstreams = await startUpstreams();
    const env = { LIVE: 'on', ...upstreams.env, EP_ONLINE_API_KEY: 'a-key' };
    api = await openTestApi((dataDir) => cpSync(sample, dataDir, { recursive: true }), { env });
  });
  afterAll(async () => {
    await api.close();
    await upstreams.close();
  });

  it.each(ADDRESSES)('%s is as it was', async (_what, name, query) => {
    const response = await api.app.inject(`/v1/home/report?${query}`);
    await expectGolden(response.json(), `golden/report-${name}.json`);
  });
});
