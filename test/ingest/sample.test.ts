import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GROUPS, type Group } from '../../db/groups.ts';
import { readManifest } from '../../db/manifest.ts';
import { neighbourhoodAt } from '../../db/queries/region-areas.ts';
import { OBJECT_STATUSES, OBJECT_TYPES } from '../../db/schema/addresses.ts';
import { snapshotOf } from '../support/group-run.ts';
import { openRelease } from '../support/release-file.ts';
import { type CommandResult, ingestOrThrow, START_TIMEOUT_MS } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SAMPLE = 'ingest/sample';

describe('the bundled sample', () => {
  const dataDir = join(temporaryFolder(), 'data');
  const releases = new Map<Group, Database.Database>();
  let result: CommandResult;

  beforeAll(async () => {
    result = await ingestOrThrow(['sample'], { DATA_DIR: dataDir });
    for (const group of GROUPS) releases.set(group, openRelease(dataDir, group));
  }, START_TIMEOUT_MS);
  afterAll(() => {
    for (const release of releases.values()) release.close();
  });

  const rows = (group: Group, sql: string) =>
    releases.get(group)?.prepare<[], Record<string, unknown>>(sql).all() ?? [];
  const count = (group: Group, table: string, where = '1') =>
    rows(group, `SELECT count(*) AS n FROM ${table} WHERE ${where}`)[0]?.n;

  it('is under 1 MB', () => {
    expect(folderBytes(SAMPLE)).toBeLessThan(1_000_000);
  });

  it('is readable: text files only', () => {
    for (const path of filesIn(SAMPLE)) expect(readFileSync(path).includes(0), path).toBe(false);
  });

  it('goes through the pipeline as every group, labelled sample, with nothing refused', () => {
    const { groups } = readManifest(dataDir);
    for (const group of GROUPS) {
      expect(groups[group]?.label, group).toBe('sample');
      expect(rows(group, 'SELECT label FROM release')).toEqual([{ label: 'sample' }]);
      expect(rows(group, 'SELECT * FROM rejection'), group).toEqual([]);
    }
    expect(result.stderr).not.toMatch(/error/i);
  });

  it(
    'loads once: a second "sample --if-empty" changes nothing',
    async () => {
      const before = readManifest(dataDir);
      await ingestOrThrow(['sample', '--if-empty'], { DATA_DIR: dataDir });
      expect(readManifest(dataDir)).toEqual(before);
    },
    START_TIMEOUT_MS,
  );

  it('counts', () => {
    expect(count('addresses', 'address')).toBe(37);
    expect(count('addresses', 'withdrawn_address')).toBe(2);
    expect(count('addresses', 'building')).toBe(23);
    expect(count('addresses', 'municipality')).toBe(5);
    expect(count('neighbourhoods', 'region')).toBe(41);
    expect(count('neighbourhoods', 'key_figures')).toBe(82);
    expect(count('neighbourhoods', 'proximity')).toBe(62);
    expect(count('neighbourhoods', 'sale_price')).toBe(23);
    expect(count('neighbourhoods', 'municipality_period')).toBe(5);
    expect(count('neighbourhoods', 'postcode_number')).toBe(25);
    expect(count('neighbourhoods', 'offence')).toBe(3);
    expect(count('neighbourhoods', 'registered_crime')).toBe(2 * (3 * 41 - 1));
    expect(count('neighbourhoods', 'region_area')).toBe(18);
    expect(count('liveability', 'liveability_score')).toBe(72);
    expect(count('environment', 'raster_layer')).toBe(9);
    expect(count('heritage', 'monument')).toBe(9);
    expect(count('heritage', 'monument_object')).toBe(7);
    expect(count('heritage', 'protected_area')).toBe(6);
    expect(count('schools', 'school')).toBe(10);
    expect(count('schools', 'school', `location_quality = 'address'`)).toBe(8);
    expect(Number(count('vehicles', 'vehicle'))).toBeGreaterThanOrEqual(20);
    expect(count('inspections', 'inspection')).toBe(29);
    expect(count('inspections', 'inspection_defect')).toBe(12);
    expect(count('inspections', 'defect_catalogue')).toBe(11);
  });

  it.each([
    ['a letter code of Amsterdam', `postcode = '1011PN'`, 1],
    ['a flat of several units', `postcode = '1082GB' AND house_number = 43`, 4],
    ['suffixes beside a plain number', `postcode = '1015RZ' AND house_number = 12`, 5],
    ['letters that differ in case only', `postcode = '1058BV' AND house_letter IN ('a', 'A')`, 2],
    ['a houseboat', `object_type = ${OBJECT_TYPES.berth} AND rd_x_m > 0 AND building_id IS NULL`, 1],
    ['a pitch with a secondary address', `object_type = ${OBJECT_TYPES.pitch}`, 2],
    ['secondary addresses', 'NOT is_main', 3],
    ['an address without a postcode', 'postcode IS NULL', 1],
    ['a duplicate that is formed', `object_status = ${OBJECT_STATUSES.formed}`, 1],
    ['a unit under renovation', `object_status = ${OBJECT_STATUSES.under_renovation}`, 1],
    ['a dummy area', `postcode = '1011AB' AND floor_area_m2 IS NULL`, 1],
    ['a dummy year', `building_id IN (SELECT id FROM building WHERE year_built IS NULL)`, 1],
    ['a very old house', `building_id IN (SELECT id FROM building WHERE year_built < 1500)`, 3],
    ['a unit in two buildings', 'object_id IN (SELECT object_id FROM unit_building)', 1],
    [
      'a number with its own town',
      'town_id <> (SELECT street.town_id FROM street WHERE street.id = street_id)',
      1,
    ],
    ['a farm', `postcode = '3852MB' AND building_id IN (SELECT id FROM building WHERE year_built = 1923)`, 1],
  ])('holds %s', (_case, where, expected) => {
    expect(count('addresses', 'address', where)).toBe(expected);
  });

  it.each([
    'Plein 1813',
    '1e Sweelinckstraat',
    'Curaçaostraat',
    'Drieërweg',
    "'t Kleine Loo",
    'Park & Ride Noord',
    'Tweede Tuindwarsstraat',
  ])('holds the street %s, whose name needs care', (name) => {
    const street = releases.get('addresses')?.prepare('SELECT name FROM street WHERE name = ?').all(name);
    expect(street).toHaveLength(1);
  });

  it('shows the current version only: of the closed, same-day and future ones nothing', () => {
    expect(
      rows('addresses', `SELECT postcode, floor_area_m2 FROM address WHERE object_id = 221010000330226`),
    ).toEqual([{ postcode: '6981CH', floor_area_m2: 223 }]);
    expect(rows('addresses', `SELECT 1 FROM building WHERE id = 233100000014204`)).toEqual([]);
  });

  it('has people of 2025 and all else of 2024', () => {
    const filled = rows(
      'neighbourhoods',
      'SELECT topic, max(edition_year) AS year FROM topic_edition WHERE filled GROUP BY topic ORDER BY topic',
    );
    expect(filled).toEqual(
      ['density', 'distance', 'energy', 'housing', 'income', 'people', 'wealth'].map((topic) => ({
        topic,
        year: topic === 'people' ? 2025 : 2024,
      })),
    );
  });

  it('has fifteen distances of 2025 and three of 2024', () => {
    const newest = rows(
      'neighbourhoods',
      'SELECT amenity, max(edition_year) AS year FROM proximity_edition WHERE filled GROUP BY amenity',
    );
    expect(newest).toHaveLength(18);
    expect(newest.filter(({ year }) => year === 2024).map(({ amenity }) => amenity)).toEqual([
      'cinema',
      'library',
      'swimmingPool',
    ]);
  });

  it('has prices of a municipality that is no more, up to its last year', () => {
    expect(
      rows('neighbourhoods', `SELECT max(year) AS year FROM sale_price WHERE region_code = 'GM0457'`),
    ).toEqual([{ year: 2020 }]);
  });

  it('has the real number of registered crimes of 2024 in the country', () => {
    expect(
      rows(
        'neighbourhoods',
        `SELECT crimes, residents, round(per_1000_residents, 1) AS rate FROM crime_rate
          WHERE code = 'NL00' AND offence_code = '0.0.0' AND year = 2024`,
      ),
    ).toEqual([{ crimes: 805_327, residents: 17_942_942, rate: 44.9 }]);
  });

  it('finds the schools in its own addresses, which are loaded before them', () => {
    const { release = '' } = readManifest(dataDir).groups.addresses ?? {};
    expect(
      rows('schools', `SELECT rows FROM source_note WHERE text = 'found in the addresses of ${release}'`),
    ).toEqual([{ rows: 8 }]);
    expect(
      rows(
        'schools',
        `SELECT name, town, location_quality FROM school WHERE location_quality IS NOT 'address'`,
      ),
    ).toEqual([
      { name: 'Basisschool De Horizon', town: 'DOESBURG', location_quality: null },
      { name: 'College De IJssel', town: 'Doesburg', location_quality: 'postcode' },
    ]);
  });

  it('draws the outline of each neighbourhood around its addresses', () => {
    const keys = new Map(
      rows(
        'neighbourhoods',
        'SELECT postcode, house_number, neighbourhood_code FROM postcode_neighbourhood',
      ).map((row) => [`${row.postcode} ${row.house_number}`, row.neighbourhood_code]),
    );
    const addresses = rows(
      'addresses',
      'SELECT postcode, house_number, rd_x_m AS x, rd_y_m AS y FROM address WHERE rd_x_m IS NOT NULL',
    );
    const snapshot = snapshotOf(dataDir);
    try {
      for (const { postcode, house_number, x, y } of addresses) {
        const expected = postcode === null ? 'BU0363NG02' : keys.get(`${postcode} ${house_number}`);
        const found = neighbourhoodAt(snapshot, Number(x), Number(y));
        expect(found?.region.code, `${postcode} ${house_number}`).toBe(expected);
      }
    } finally {
      snapshot.database.close();
    }
  });

  it('has areas for every postcode of the addresses', () => {
    const keys = new Set(
      rows('neighbourhoods', 'SELECT postcode, house_number FROM postcode_neighbourhood').map(
        (row) => `${row.postcode} ${row.house_number}`,
      ),
    );
    const addresses = rows(
      'addresses',
      'SELECT DISTINCT postcode, house_number FROM address WHERE postcode IS NOT NULL',
    );
    for (const { postcode, house_number } of addresses) {
      expect(keys.has(`${postcode} ${house_number}`), `${postcode} ${house_number}`).toBe(true);
    }
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function folderBytes(folder: string): number {
  return filesIn(folder).reduce((sum, path) => sum + statSync(path).size, 0);
}
