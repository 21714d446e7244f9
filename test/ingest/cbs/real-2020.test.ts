import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  figuresOfRegion,
  findRegion,
  neighbourhoodOfAddress,
  type RegionFigures,
} from '../../../db/queries/neighbourhoods.ts';
import type { Snapshot } from '../../../db/store.ts';
import { readPage } from '../../../ingest/formats/odata.ts';
import type { RunReport } from '../../../ingest/pipeline/run-report.ts';
import { NEIGHBOURHOODS } from '../../../ingest/sources/cbs/neighbourhoods.ts';
import { ingestFromMirror, snapshotOf } from '../../support/group-run.ts';
import { HAS_KEY_FIGURES_2020, writeKeyFigures2020Mirror } from '../../support/kwb-2020-mirror.ts';
import { writeToMirror } from '../../support/mirror-folder.ts';

describe.skipIf(!HAS_KEY_FIGURES_2020)('the complete key figures of 2020', () => {
  let folder: string;
  let snapshot: Snapshot;
  let report: RunReport;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kwb-2020-'));
    const mirror = join(folder, 'mirror');
    const dataDir = join(folder, 'data');
    await writeKeyFigures2020Mirror(mirror);
    writeToMirror(mirror, 'https://www.cbs.nl/-/media/_excel/2020/39/2020-cbs-pc6huisnr20200801-buurt.zip', {
      'pc6hnr20200801_gwb.csv':
        'PC6;Huisnummer;Buurt2020;Wijk2020;Gemeente2020\n6981CH;4;02210100;022101;0221\n',
    });
    report = await ingestFromMirror(NEIGHBOURHOODS, { dataDir, mirror });
    snapshot = snapshotOf(dataDir);
  });

  afterAll(() => {
    snapshot?.database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function figures(code: string): RegionFigures {
    const region = findRegion(snapshot, code);
    if (region === undefined) throw new Error(code);
    return figuresOfRegion(snapshot, region);
  }

  it('has every region once, by kind, with its name', () => {
    const counts = snapshot.database
      .prepare('SELECT kind, count(*) AS n, count(name) AS named FROM region GROUP BY kind ORDER BY n')
      .all();
    expect(counts).toEqual([
      { kind: 'country', n: 1, named: 1 },
      { kind: 'municipality', n: 355, named: 355 },
      { kind: 'district', n: 3177, named: 3177 },
      { kind: 'neighbourhood', n: 13_808, named: 13_808 },
    ]);
    expect(report.rejected).toEqual([]);
    expect(report.rows).toMatchObject({ region: 17_341, key_figures: 17_341 });
  });

  it('has the residents and households of the country', () => {
    expect(figures('NL00').people.figures).toMatchObject({ residents: 17_407_585, households: 7_997_800 });
  });

  it('has the row of BU02210100, which the key leads to', () => {
    const region = neighbourhoodOfAddress(snapshot, '6981CH', 4);
    expect(region).toMatchObject({ code: 'BU02210100', name: 'De oude Stad binnen de gracht' });
    const { people, density } = figures('BU02210100');
    expect(people).toMatchObject({ dataYear: 2020, level: 'neighbourhood', missing: null });
    expect(people.figures).toMatchObject({ residents: 2480, households: 1345 });
    expect(density.figures.urbanityClass).toBeGreaterThanOrEqual(1);
  });

  it('pitfall 13: what was not filled in March 2021 is not published, not zero', () => {
    const { housing, energy, income } = figures('BU02210100');
    expect([housing.missing, energy.missing, income.missing]).toEqual(Array(3).fill('not_published'));
    expect(housing.figures.avgHomeValueEur).toBeNull();
  });

  it('the 13 regions of Doesburg have what the publisher answered for them', async () => {
    const path = '../shared/data/cbs/kwb2020_84799NED_TypedDataSet_doesburg.json';
    const { rows } = await readPage(path, 'https://opendata.cbs.nl/');
    const answered = rows.map((row) => ({
      code: String(row.WijkenEnBuurten).trim(),
      residents: row.AantalInwoners_5,
      avg_household_size: row.GemiddeldeHuishoudensgrootte_32,
      distance_supermarket_km: row.AfstandTotGroteSupermarkt_106,
    }));
    const stored = snapshot.database
      .prepare(
        `SELECT code, residents, avg_household_size, distance_supermarket_km FROM region_figures
          WHERE code = 'GM0221' OR municipality_code = 'GM0221'`,
      )
      .all();
    expect(answered).toHaveLength(13);
    expect(stored).toHaveLength(13);
    expect(stored).toEqual(expect.arrayContaining(answered));
  });

  it('neighbourhoods fall short of their municipality by residents without a known place', () => {
    const sums = snapshot.database
      .prepare<[], { kind: string; residents: number }>(
        `SELECT kind, sum(residents) AS residents FROM region_figures GROUP BY kind`,
      )
      .all();
    expect(Object.fromEntries(sums.map((row) => [row.kind, row.residents]))).toMatchObject({
      municipality: 17_407_585,
      neighbourhood: 17_397_650,
    });
  });
});
