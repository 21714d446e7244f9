import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMunicipality, salePricesOf } from '../../db/queries/municipalities.ts';
import type { Snapshot } from '../../db/store.ts';
import type { RunReport } from '../../ingest/pipeline/run-report.ts';
import { NEIGHBOURHOODS } from '../../ingest/sources/cbs/neighbourhoods.ts';
import { openPortalFile } from '../../ingest/sources/cbs/portal-file.ts';
import { SALE_PRICE_CANARIES } from '../../ingest/sources/cbs/sale-prices.ts';
import {
  CBS_2023_OVERRIDES,
  HAS_CBS_2023,
  homeValues2023,
  PORTAL_FILE_2021,
  proximityPage,
  regionNames2023,
  salePrices,
  writeCbs2023Mirror,
} from '../support/cbs-2023-mirror.ts';
import { ingestFromMirror, snapshotOf } from '../support/group-run.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Real rows of home values, sale prices, distances and municipalities. */
describe.skipIf(!HAS_CBS_2023)('real home values, sale prices and distances', () => {
  const folder = temporaryFolder();
  let snapshot: Snapshot;
  let report: RunReport;

  beforeAll(async () => {
    const mirror = join(folder, 'mirror');
    const dataDir = join(folder, 'data');
    await writeCbs2023Mirror(mirror);
    report = await ingestFromMirror(NEIGHBOURHOODS, { dataDir, mirror, overrides: CBS_2023_OVERRIDES });
    snapshot = snapshotOf(dataDir);
  }, 120_000);
  afterAll(() => {
    snapshot?.database.close();
  });

  const rows = (sql: string) => snapshot.database.prepare<[], Record<string, unknown>>(sql).all();

  it('nothing of them is refused', () => {
    expect(report.rejected).toEqual([]);
  });

  describe('home values of 2023', () => {
    it('are those of 18,116 regions', () => {
      expect(
        rows(
          `SELECT kind, count(*) AS n, count(*) - count(avg_home_value_eur) AS missing
             FROM region_figures WHERE edition_year = 2023 GROUP BY kind ORDER BY n`,
        ),
      ).toEqual([
        { kind: 'country', n: 1, missing: 0 },
        { kind: 'municipality', n: 342, missing: 0 },
        { kind: 'district', n: 3352, missing: 127 },
        { kind: 'neighbourhood', n: 14_421, missing: 1833 },
      ]);
    });

    it('pitfalls 8 and 11: are in euros, each a thousand times the published one, or null', () => {
      const held = new Map(
        rows('SELECT code, avg_home_value_eur AS value FROM region_figures').map((row) => [
          row.code,
          row.value,
        ]),
      );
      const published = homeValues2023();
      expect(published.size).toBe(18_116);
      for (const [code, thousands] of published) {
        expect(held.get(code), code).toBe(thousands === null ? null : thousands * 1000);
      }
      expect([held.get('NL00'), held.get('GM0221'), held.get('BU05990112')]).toEqual([
        368_000, 287_000, 374_000,
      ]);
    });

    it('pitfall 10: are there for the letter codes that Amsterdam has had since', () => {
      expect(rows(`SELECT name, kind FROM region WHERE code = 'WK0363MH'`)).toEqual([
        { name: regionNames2023().get('WK0363MH'), kind: 'district' },
      ]);
    });
  });

  describe('sale prices', () => {
    it('of 2024 are those of 342 municipalities', () => {
      expect(rows(`SELECT count(*) AS n FROM sale_price WHERE year = 2024`)).toEqual([{ n: 342 }]);
      for (const { name, sql } of SALE_PRICE_CANARIES) expect(rows(sql)[0], name).toBeDefined();
    });

    it.each([
      ['GM0221', 406_835],
      ['GM0233', 545_808],
      ['GM0307', 510_887],
      ['GM0344', 519_924],
      ['GM0363', 617_647],
    ])('of %s is %i in 2024', (code, price) => {
      expect(salePricesOf(snapshot, code)).toMatchObject({ dataYear: 2024, avgSalePriceEur: price });
    });

    it('are held as published, empty years left out', () => {
      const published = salePrices().filter(({ price }) => price !== null);
      expect(rows('SELECT count(*) AS n FROM sale_price')).toEqual([{ n: published.length }]);
      for (const { region, period, price } of published) {
        const year = Number(period.slice(0, 4));
        expect(salePricesOf(snapshot, region).history, region).toContainEqual({
          year,
          avgSalePriceEur: price,
        });
      }
    });

    it('are of municipalities that the key figures know, where they are of 2024', () => {
      const unknown = rows(
        `SELECT region_code FROM sale_price LEFT JOIN region ON region.code = region_code
          WHERE year = 2024 AND region.id IS NULL`,
      );
      expect(unknown).toEqual([]);
    });

    it('of a municipality that is no more end with it', () => {
      expect(findMunicipality(snapshot, 'GM0457')).toMatchObject({
        name: 'Weesp',
        provinceName: 'Noord-Holland',
        isCurrent: false,
        endedOn: '2022-03-24',
      });
      expect(salePricesOf(snapshot, 'GM0457')).toMatchObject({ dataYear: 2020, newestYear: 2024 });
    });
  });

  it('the list of municipalities since 1970 has 342 that are still there, as the key figures of 2023', () => {
    expect(
      rows(
        `SELECT count(*) AS n FROM municipality_period JOIN region USING (code) WHERE municipality_period.last_year IS NULL`,
      ),
    ).toEqual([{ n: 342 }]);
    expect(rows('SELECT count(DISTINCT code) AS n FROM municipality_period')).toEqual([{ n: 788 }]);
  });

  describe('distances', () => {
    it.each([2020, 2023] as const)('of %i are those of the published page, row by row', (year) => {
      const held = new Map(
        rows(
          `SELECT code, name, gp_practice_km, pharmacy_km FROM region_proximity WHERE edition_year = ${year}`,
        ).map((row) => [row.code, row]),
      );
      const published = proximityPage(year);
      expect(held.size).toBe(published.length);
      for (const row of published) {
        expect(held.get(row.Codering)).toMatchObject({
          gp_practice_km: kilometres(row['Afstand tot huisartsenpraktijk (km)']),
          pharmacy_km: kilometres(row['Afstand tot apotheek (km)']),
        });
      }
    });

    it('of the country in 2023 are 1.1 km to a practice and 1.3 km to a pharmacy', () => {
      expect(
        rows(
          `SELECT gp_practice_km, pharmacy_km, cinema_km FROM region_proximity WHERE code = 'NL00' AND edition_year = 2023`,
        ),
      ).toEqual([{ gp_practice_km: 1.1, pharmacy_km: 1.3, cinema_km: null }]);
    });

    it('of a file of the portal are read past its byte order mark, quotes and padding', () => {
      expect(
        rows(
          `SELECT code, name, library_km FROM region_proximity WHERE edition_year = 2021 ORDER BY code LIMIT 3`,
        ),
      ).toEqual([
        { code: 'NL00', name: 'Nederland', library_km: 2 },
        { code: 'WK036300', name: 'Burgwallen-Oude Zijde', library_km: 1.1 },
        { code: 'WK036301', name: 'Burgwallen-Nieuwe Zijde', library_km: 1.5 },
      ]);
      expect(rows(`SELECT count(*) AS n FROM proximity WHERE edition_year = 2021`)).toEqual([{ n: 11 }]);
    });

    it('of that file as it was downloaded, with names only, are refused', async () => {
      const file = {
        sourceId: 'cbs-proximity',
        url: PORTAL_FILE_2021,
        path: PORTAL_FILE_2021,
        bytes: 427,
        sha256: '',
        etag: null,
        lastModified: null,
        retrievedAt: '',
        unchanged: false,
      };
      await expect(openPortalFile(file)).rejects.toThrow(/expected a column with the codes of the regions/);
    });
  });
});

function kilometres(cell: string | undefined): number | null {
  return cell === undefined || cell === '.' ? null : Number(cell.replace(',', '.'));
}
