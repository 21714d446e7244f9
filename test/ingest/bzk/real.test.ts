import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveabilityOf } from '../../../db/queries/liveability.ts';
import { NATIONAL_MEAN } from '../../../db/schema/liveability.ts';
import type { Snapshot } from '../../../db/store.ts';
import type { RunReport } from '../../../ingest/pipeline/run-report.ts';
import { LIVEABILITY } from '../../../ingest/sources/bzk/liveability.ts';
import { midRanks } from '../../../ingest/sources/bzk/percentiles.ts';
import { readScoreCsv, readScoreFeatures, type ScoreRow } from '../../../ingest/sources/bzk/score-rows.ts';
import { ingestFromMirror, snapshotOf } from '../../support/group-run.ts';
import { writeToMirror } from '../../support/mirror-folder.ts';

const FOLDER = '../shared/data/environment';
const NEIGHBOURHOODS_2024 = `${FOLDER}/lbm_buurtscore24_attributes_all_12147.csv`;

async function readRows(path: string): Promise<ScoreRow[]> {
  const found: ScoreRow[] = [];
  for await (const { parser, rows } of readScoreCsv(createReadStream(path))) {
    for (const row of rows) {
      const parsed = parser.parse(row);
      if (typeof parsed === 'string') throw new Error(`${parsed}: ${row.join(',')}`);
      found.push(parsed);
    }
  }
  return found;
}

describe.skipIf(!existsSync(NEIGHBOURHOODS_2024))(
  'the real scores of all 12,147 neighbourhoods of 2024',
  () => {
    let folder: string;
    let snapshot: Snapshot;
    let report: RunReport;
    let rows: ScoreRow[];

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'lbm-2024-'));
      const mirror = join(folder, 'mirror');
      const dataDir = join(folder, 'data');
      const url = 'https://example.org/buurtscore24.csv';
      writeToMirror(mirror, url, readFileSync(NEIGHBOURHOODS_2024));
      rows = await readRows(NEIGHBOURHOODS_2024);
      report = await ingestFromMirror(LIVEABILITY, {
        dataDir,
        mirror,
        overrides: { 'bzk-leefbaarometer': { urls: { scores: url } } },
      });
      snapshot = snapshotOf(dataDir);
    });

    afterAll(() => {
      snapshot?.database.close();
      rmSync(folder, { recursive: true, force: true });
    });

    /** Mid-ranks of deviation and dimensions, of two decimals; from sources outside of this project. */
    const VECTORS: [string, number, number, number, number, number, number][] = [
      ['BU00140000', 87.56, 81.52, 6.16, 14.87, 97.96, 16.26],
      ['BU0363AB10', 99.03, 26.21, 4.09, 1.35, 99.75, 23.95],
      ['BU05990325', 36.87, 9.09, 0.43, 1.72, 98.37, 60.19],
      ['BU07960101', 80.96, 71.72, 9.0, 11.5, 96.74, 51.26],
      ['BU16800000', 68.7, 81.59, 93.39, 68.49, 23.12, 63.25],
      ['BU00340101', 1.68, 84.25, 1.87, 4.63, 71.23, 6.15],
    ];

    it.each(VECTORS)('%s ranks where it should', (code, ...expected) => {
      const position = rows.findIndex((row) => row.code === code);
      const ranks = (
        [
          'deviation',
          'physicalEnvironment',
          'nuisanceAndSafety',
          'socialCohesion',
          'amenities',
          'housingStock',
        ] as const
      ).map((measure) => midRanks(rows.map((row) => row[measure]))[position] ?? Number.NaN);
      expect(ranks.map((rank) => Number(rank.toFixed(2)))).toEqual(expected);
      const newest = liveabilityOf(snapshot, [code])?.newest;
      expect([
        newest?.percentile,
        newest?.physicalEnvironmentPercentile,
        newest?.nuisanceAndSafetyPercentile,
        newest?.socialCohesionPercentile,
        newest?.amenitiesPercentile,
        newest?.housingStockPercentile,
      ]).toEqual(ranks.map((rank) => Math.min(99, Math.max(1, Math.round(rank)))));
    });

    it('are all read, and of the classes of the publisher without exception', () => {
      expect(report.rows).toMatchObject({ liveability_score: 12_147 });
      expect(report.rejected).toEqual([]);
      expect(report.notes).toEqual([]);
      const counts = snapshot.database
        .prepare('SELECT count(*) FROM liveability_score GROUP BY situation_class ORDER BY situation_class')
        .pluck()
        .all();
      expect(counts).toEqual([11, 27, 98, 513, 554, 2667, 3435, 2805, 2037]);
    });

    it('have the publisher classes of the deviation and of every dimension', () => {
      const [header = '', ...lines] = readFileSync(NEIGHBOURHOODS_2024, 'utf8').trimEnd().split(/\r?\n/);
      const names = header.split(',');
      const columns = ['kafw', 'kfys', 'konv', 'ksoc', 'kvrz', 'kwon'];
      const published = new Map(
        lines.map((line) => {
          // Names with commas are quoted; only the end of a line is looked at, where no text stands.
          const cells = line.split(',').slice(-(names.length - names.indexOf('year')));
          const cell = (name: string) => Number(cells[names.indexOf(name) - names.indexOf('year')]);
          return [line.slice(0, 10), columns.map(cell)] as const;
        }),
      );
      const stored = snapshot.database
        .prepare<[], [string, ...number[]]>(
          `SELECT area_code, deviation_class, physical_environment_class, nuisance_and_safety_class,
                social_cohesion_class, amenities_class, housing_stock_class FROM liveability_score`,
        )
        .raw()
        .all();
      const different = stored.filter(([code, ...classes]) => classes.join() !== published.get(code)?.join());
      expect(stored).toHaveLength(12_147);
      expect(different).toEqual([]);
    });

    it('the point answer of the map service reads as the row of the file', async () => {
      const found = [];
      const path = `${FOLDER}/lbm_wfs_buurtscore24_point_response.json`;
      for await (const batch of readScoreFeatures(path)) {
        for (const row of batch.rows) found.push(batch.parser.parse(row));
      }
      expect(found).toEqual([rows.find((row) => row.code === 'BU0363AB10')]);
    });

    it('the 342 municipalities read in their own order of columns', async () => {
      const municipalities = await readRows(`${FOLDER}/lbm_gemeentescore24_attributes_342.csv`);
      expect(municipalities).toHaveLength(342);
      expect(municipalities[0]).toMatchObject({ code: 'GM0014', kind: 'municipality', deviation: 0.0272893 });
    });
  },
);

describe.skipIf(!existsSync(FOLDER))('the real district file of Amstelveen', () => {
  it('holds both identities to the last digit, over four years', async () => {
    const rows = await readRows(`${FOLDER}/lbm_wijk_scores_amstelveen_2014_2022.csv`);
    expect(rows[0]).toMatchObject({
      code: 'WK036201',
      kind: 'district',
      name: 'Randwijck',
      year: 2014,
      score: 4.270599604867483,
    });
    expect(new Set(rows.map((row) => row.year)).size).toBe(4);
    for (const row of rows) {
      const sum =
        row.physicalEnvironment +
        row.nuisanceAndSafety +
        row.socialCohesion +
        row.amenities +
        row.housingStock;
      expect(Math.abs(row.deviation - sum)).toBeLessThan(1e-12);
      expect(Math.abs(row.score - (NATIONAL_MEAN + row.deviation))).toBeLessThan(1e-12);
    }
  });
});
