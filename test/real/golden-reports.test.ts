import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { HAS_CBS_2023 } from '../support/cbs-2023-mirror.ts';
import { doesburgExtract } from '../support/doesburg-mirror.ts';
import { expectGolden } from '../support/golden.ts';
import type { MirrorContent } from '../support/mirror-folder.ts';
import { HAS_REAL_FILES } from '../support/real-mirror.ts';
import { layOutReportFiles, REPORT_OVERRIDES } from '../support/report-mirror.ts';
import { ingestOrThrow, START_TIMEOUT_MS } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { chainExtract, readChain } from '../support/the-hague-chain.ts';

const GROUPS = ['addresses', 'neighbourhoods', 'liveability', 'heritage', 'environment', 'schools'];

/** Town and what its part of the register holds, each loaded on its own. */
const TOWNS: readonly (readonly [
  town: string,
  extract: () => MirrorContent,
  addresses: readonly Address[],
])[] = [
  [
    'Doesburg',
    doesburgExtract,
    [
      ['a house under renovation', 'doesburg-house', 'postcode=6981CH&house_number=4'],
      ['a houseboat', 'doesburg-houseboat', 'postcode=6982CZ&house_number=20'],
    ],
  ],
  [
    'The Hague',
    () => chainExtract(readChain()),
    [
      ['a unit in seven buildings', 'the-hague-seven-buildings', 'postcode=2595TA&house_number=133'],
      [
        'a home among many on one number',
        'the-hague-home',
        'postcode=2594AN&house_number=265&house_letter=B&addition=3',
      ],
      ['an annex', 'the-hague-annex', 'postcode=2592HR&house_number=1&addition=BIS'],
      ['a clinic across the border of the town', 'voorburg-clinic', 'postcode=2273JE&house_number=227'],
    ],
  ],
];

type Address = readonly [what: string, name: string, query: string];

/**
 * Complete reports from publishers' own files, as they are kept in `golden/`. The files at hand are of several years
 * and in part excerpts, so much is null that a complete store has; noise and air are made up.
 */
describe.skipIf(!HAS_REAL_FILES || !HAS_CBS_2023).each(TOWNS)(
  'in %s, the report of',
  (_town, extract, addresses) => {
    const folder = temporaryFolder();
    let api: TestApi | undefined;

    beforeAll(async () => {
      const mirror = join(folder, 'mirror');
      const dataDir = join(folder, 'data');
      const sourcesFile = join(folder, 'sources.json');
      await layOutReportFiles(mirror, extract());
      writeFileSync(sourcesFile, JSON.stringify(REPORT_OVERRIDES));
      await ingestOrThrow([...GROUPS, '--mirror', mirror, '--label', 'partial'], {
        DATA_DIR: dataDir,
        SOURCES_FILE: sourcesFile,
      });
      api = await openTestApi((empty) => cpSync(dataDir, empty, { recursive: true }));
    }, START_TIMEOUT_MS);
    afterAll(() => api?.close());

    it.each(addresses)('%s is as it was', async (_what, name, query) => {
      const response = await api?.app.inject(`/v1/home/report?${query}`);
      await expectGolden(response?.json(), `golden/report-${name}.json`);
    });
  },
);
