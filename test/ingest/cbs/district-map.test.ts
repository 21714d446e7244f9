import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { neighbourhoodAt } from '../../../db/queries/region-areas.ts';
import { rdToWgs84 } from '../../../db/rd-new.ts';
import type { Snapshot } from '../../../db/store.ts';
import { MAP_CANARIES, MAP_INVARIANTS } from '../../../ingest/sources/cbs/district-map.ts';
import { NEIGHBOURHOODS } from '../../../ingest/sources/cbs/neighbourhoods.ts';
import { ingestFromMirror, type MirrorRun, snapshotOf } from '../../support/group-run.ts';
import { ORDINARY_CELLS, writeTable } from '../../support/key-figure-table.ts';
import { writeToMirror } from '../../support/mirror-folder.ts';
import { type Corner, type PackageLayer, writePackage } from '../../support/small-geopackage.ts';

const KEYS = 'https://download.cbs.nl/postcode/2025-cbs-pc6huisnr20250801_buurt.zip';
const PACKAGE = (year: number, version: number) =>
  `https://service.pdok.nl/cbs/wijkenbuurten/${year}/atom/downloads/wijkenbuurten_${year}_v${version}.gpkg`;
const FEATURES = (year: number, layer: string) =>
  `https://api.pdok.nl/cbs/wijken-en-buurten-${year}/ogc/v1/collections/${layer}/items?f=json&limit=1000`;

let folder: string;
let dataDir: string;
let mirror: string;
const open: Snapshot[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'district-map-'));
  dataDir = join(folder, 'data');
  mirror = join(folder, 'mirror');
  writeToMirror(mirror, KEYS, {
    'pc6hnr20250801_gwb.csv':
      'PC6;Huisnummer;Buurt2025;Wijk2025;Gemeente2025\n6981CH;4;02210100;022101;0221\n',
  });
  const regions = [{ code: 'BU02210100', name: 'De oude Stad', cells: ORDINARY_CELLS }];
  writeTable(mirror, { year: 2025, id: '86165NED', regions });
  return () => rmSync(folder, { recursive: true, force: true });
});
afterEach(() => {
  for (const snapshot of open.splice(0)) snapshot.database.close();
});

async function ingest(overrides: MirrorRun['overrides'] = {}) {
  const report = await ingestFromMirror(NEIGHBOURHOODS, { dataDir, mirror, overrides });
  const snapshot = snapshotOf(dataDir);
  open.push(snapshot);
  return { report, snapshot };
}

const square = (x: number, y: number, size: number): Corner[] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];

/** Two neighbours, the left one with a hole and an island, and water. */
const LEFT = {
  code: 'BU02210100',
  name: 'De oude Stad',
  polygons: [[square(206_000, 447_000, 100), square(206_040, 447_040, 20)], [square(206_300, 447_000, 50)]],
};
const RIGHT = {
  code: 'BU02210101',
  name: 'Noordelijk Molenveld',
  polygons: [[square(206_100, 447_000, 100)]],
};
const WATER = { code: 'BU02219997', name: null, water: 'JA', polygons: [[square(206_000, 447_100, 100)]] };

const snakeCase = (areas: readonly (typeof LEFT | typeof WATER)[], year = 2025): PackageLayer => ({
  name: 'buurten',
  features: areas.map(({ polygons, ...area }) => ({
    polygons,
    cells: {
      buurtcode: area.code,
      buurtnaam: area.name,
      wijkcode: `WK${area.code.slice(2, 8)}`,
      gemeentecode: `GM${area.code.slice(2, 6)}`,
      water: 'water' in area ? area.water : 'NEE',
      aantal_inwoners: 2515,
      jrstatcode: `${year}${area.code}`,
    },
  })),
});

function writeMap(url: string, layers: readonly PackageLayer[]): void {
  writeToMirror(mirror, url, writePackage(join(folder, 'map.gpkg'), layers));
}

const codeAt = (snapshot: Snapshot, x: number, y: number) => neighbourhoodAt(snapshot, x, y)?.region.code;
const notes = (report: { notes: readonly { text: string }[] }) => report.notes.map(({ text }) => text);

describe('the map of districts and neighbourhoods as a GeoPackage', () => {
  it('tells which neighbourhood a point is in, and of which year', async () => {
    writeMap(PACKAGE(2025, 1), [snakeCase([LEFT, RIGHT])]);
    const { snapshot } = await ingest();
    expect(neighbourhoodAt(snapshot, 206_010, 447_010)).toMatchObject({
      region: {
        code: 'BU02210100',
        name: 'De oude Stad',
        districtCode: 'WK022101',
        municipalityCode: 'GM0221',
      },
      editionYear: 2025,
    });
    expect(codeAt(snapshot, 206_150, 447_050)).toBe('BU02210101');
    const source = snapshot.require('neighbourhoods').sources.get('cbs-areas');
    expect(source).toMatchObject({ edition: 'wijkenbuurten_2025', dataYear: 2025, stateDate: '2025-01-01' });
    expect(source?.attribution).toContain('Kadaster / Centraal Bureau voor de Statistiek');
  });

  it('with holes, and parts that lie apart', async () => {
    writeMap(PACKAGE(2025, 1), [snakeCase([LEFT, RIGHT])]);
    const { snapshot } = await ingest();
    expect(codeAt(snapshot, 206_050, 447_050)).toBeUndefined();
    expect(codeAt(snapshot, 206_320, 447_020)).toBe('BU02210100');
  });

  it('with borders inside, and nothing outside', async () => {
    writeMap(PACKAGE(2025, 1), [snakeCase([RIGHT, LEFT])]);
    const { snapshot } = await ingest();
    expect(codeAt(snapshot, 206_000, 447_030)).toBe('BU02210100');
    // In both: always the same one.
    expect(codeAt(snapshot, 206_100, 447_030)).toBe('BU02210100');
    expect(codeAt(snapshot, 205_999.99, 447_030)).toBeUndefined();
    expect(codeAt(snapshot, 0, 0)).toBeUndefined();
  });

  it('without its water areas and Belgian enclaves, by word or by code', async () => {
    const byCode = { ...WATER, code: 'BU02219998', water: 'NEE' };
    const enclave = { ...WATER, code: 'BU09980000', water: 'B' };
    writeMap(PACKAGE(2025, 1), [snakeCase([LEFT, WATER, byCode, enclave])]);
    const { snapshot, report } = await ingest();
    expect(snapshot.database.prepare('SELECT count(*) FROM region_area').pluck().get()).toBe(1);
    expect(report.notes).toContainEqual({ sourceId: 'cbs-areas', text: 'water area, left out', rows: 2 });
    expect(report.notes).toContainEqual({
      sourceId: 'cbs-areas',
      text: 'Belgian enclave, left out',
      rows: 1,
    });
  });

  it.each([-99997, -99995, -99991, -99999999, null])(
    'pitfall 9: %s residents are none',
    async (residents) => {
      const layer = snakeCase([LEFT]);
      const features = layer.features.map(({ polygons, cells }) => ({
        polygons,
        cells: { ...cells, aantal_inwoners: residents },
      }));
      writeMap(PACKAGE(2025, 1), [{ ...layer, features }]);
      const { snapshot } = await ingest();
      expect(snapshot.database.prepare('SELECT residents FROM region_area').pluck().get()).toBeNull();
    },
  );

  it('pitfall 10: with letters in the codes of Amsterdam', async () => {
    writeMap(PACKAGE(2025, 1), [snakeCase([{ ...LEFT, code: 'BU0363AF09' }])]);
    const { snapshot } = await ingest();
    expect(codeAt(snapshot, 206_010, 447_010)).toBe('BU0363AF09');
  });

  it('with districts, which answer no question for neighbourhoods', async () => {
    const district = {
      polygons: [[square(205_000, 446_000, 5000)]],
      cells: { wijkcode: 'WK022101', wijknaam: 'Wijk 01', water: 'NEE', jaar: 2025 },
    };
    writeMap(PACKAGE(2025, 1), [snakeCase([LEFT]), { name: 'wijken', features: [district] }]);
    const { snapshot } = await ingest();
    const kinds = snapshot.database
      .prepare('SELECT kind FROM region_area JOIN region ON region.id = region_id ORDER BY kind')
      .pluck()
      .all();
    expect(kinds).toEqual(['district', 'neighbourhood']);
    expect(codeAt(snapshot, 205_500, 446_500)).toBeUndefined();
  });

  it('pitfall 21: in its newest version, whichever of 3, 2 and 1 that is', async () => {
    writeMap(PACKAGE(2025, 2), [snakeCase([LEFT])]);
    writeMap(PACKAGE(2025, 1), [snakeCase([RIGHT])]);
    const { snapshot, report } = await ingest();
    expect(codeAt(snapshot, 206_010, 447_010)).toBe('BU02210100');
    expect(report.files.map(({ url }) => url)).toContain(PACKAGE(2025, 2));
    expect(report.files.map(({ url }) => url)).not.toContain(PACKAGE(2025, 1));
  });

  it('of the year of the postcode keys before that of a newer one, else the newest', async () => {
    writeMap(PACKAGE(2026, 1), [snakeCase([LEFT, RIGHT], 2026)]);
    writeMap(PACKAGE(2025, 3), [snakeCase([LEFT, RIGHT])]);
    expect(neighbourhoodAt((await ingest()).snapshot, 206_010, 447_010)?.editionYear).toBe(2025);
    rmSync(join(mirror, PACKAGE(2025, 3).replace('https://', '')));
    expect(neighbourhoodAt((await ingest()).snapshot, 206_150, 447_050)?.editionYear).toBe(2026);
  });

  it('from a file of the operator, with a layer of another name', async () => {
    const path = join(folder, 'own.gpkg');
    writePackage(path, [{ ...snakeCase([LEFT], 2021), name: 'CBS_Buurten' }]);
    const editions = [{ year: 2021, id: 'own', url: path }];
    const { snapshot } = await ingest({ 'cbs-areas': { editions } });
    expect(neighbourhoodAt(snapshot, 206_010, 447_010)?.editionYear).toBe(2021);
  });

  it('stops on a map of another year, without the layer, or without the codes', async () => {
    writeMap(PACKAGE(2025, 1), [snakeCase([LEFT], 2022)]);
    await expect(ingest()).rejects.toThrow(/expected the map of 2025, found that of 2022/);
    writeMap(PACKAGE(2025, 1), [{ name: 'gemeenten', features: [] }]);
    await expect(ingest()).rejects.toThrow(/expected a layer "buurten", found gemeenten/);
    const unnamed = [{ polygons: LEFT.polygons, cells: { sleutel: 'BU02210100' } }];
    writeMap(PACKAGE(2025, 1), [{ name: 'buurten', features: unnamed }]);
    await expect(ingest()).rejects.toThrow(/the code of each area of the layer "buurten"/);
  });

  it('refuses outlines that are none, or lie elsewhere', async () => {
    const far = { ...LEFT, polygons: [[square(1_000_000, 447_000, 10)]] };
    writeMap(PACKAGE(2025, 1), [snakeCase([far])]);
    await expect(ingest()).rejects.toThrow(/outline outside the country/);
    writeMap(PACKAGE(2025, 1), [snakeCase([{ ...LEFT, polygons: [] }])]);
    await expect(ingest()).rejects.toThrow(/no outline/);
  });

  it('holds its invariants and canaries', async () => {
    writeMap(PACKAGE(2025, 1), [snakeCase([LEFT])]);
    const { snapshot } = await ingest();
    const check = (sql: string) => snapshot.database.prepare(sql).pluck().get();
    for (const { name, sql } of MAP_INVARIANTS) expect(check(sql), name).toBe(0);
    // One neighbourhood, and not Amsterdam's: no map of the country.
    for (const { name, sql } of MAP_CANARIES) expect(check(sql), name).toBeUndefined();
  });
});

describe('the map as GeoJSON', () => {
  const collection = (features: readonly object[], next?: string) =>
    JSON.stringify({
      type: 'FeatureCollection',
      features,
      ...(next && {
        links: [
          { rel: 'self', href: 'x' },
          { rel: 'next', href: next },
        ],
      }),
    });
  const degrees = (polygons: readonly (readonly Corner[])[][]) =>
    polygons.map((polygon) =>
      polygon.map((ring) =>
        ring.map(([x, y]) => {
          const { latitude, longitude } = rdToWgs84(x, y);
          return [longitude, latitude];
        }),
      ),
    );
  const ogc = ({ code, polygons }: typeof LEFT, more: object = {}) => ({
    type: 'Feature',
    properties: { bu_code: code, bu_naam: 'De oude Stad', gm_code: 'GM0221', jaar: 2025, ...more },
    geometry: { type: 'MultiPolygon', coordinates: degrees(polygons) },
  });

  it('in degrees and with the names of OGC API Features, page by page', async () => {
    const next = `${FEATURES(2025, 'buurten')}&cursor=abc`;
    writeToMirror(mirror, FEATURES(2025, 'buurten'), collection([ogc(LEFT)], next));
    // What is null in all features of a page may be left out of it.
    writeToMirror(mirror, next, collection([ogc(RIGHT, { bu_naam: undefined })]));
    const { snapshot } = await ingest();
    expect(codeAt(snapshot, 206_010, 447_010)).toBe('BU02210100');
    expect(codeAt(snapshot, 206_050, 447_050)).toBeUndefined();
    expect(codeAt(snapshot, 206_150, 447_050)).toBe('BU02210101');
  });

  it('in metres and with the names of WFS', async () => {
    const feature = {
      type: 'Feature',
      properties: { buurtcode: 'BU02210100', buurtnaam: 'De oude Stad', aantalInwoners: 2515, water: 'NEE' },
      geometry: { type: 'Polygon', coordinates: LEFT.polygons[0] },
    };
    writeToMirror(mirror, 'https://example.org/buurten.geojson', collection([feature]));
    const editions = [{ year: 2025, id: 'own', url: 'https://example.org/{layer}.geojson' }];
    const { snapshot } = await ingest({ 'cbs-areas': { editions } });
    expect(codeAt(snapshot, 206_010, 447_010)).toBe('BU02210100');
    expect(snapshot.database.prepare('SELECT residents FROM region_area').pluck().get()).toBe(2515);
  });

  it('is asked for only where there is no GeoPackage of the year', async () => {
    writeToMirror(mirror, FEATURES(2025, 'buurten'), collection([ogc(RIGHT)]));
    writeMap(PACKAGE(2025, 1), [snakeCase([LEFT])]);
    const { snapshot } = await ingest();
    expect(codeAt(snapshot, 206_150, 447_050)).toBeUndefined();
  });

  it('stops on links that lead in a circle', async () => {
    writeToMirror(mirror, FEATURES(2025, 'buurten'), collection([ogc(LEFT)], FEATURES(2025, 'buurten')));
    await expect(ingest()).rejects.toThrow(/leads back/);
  });
});

describe('no map', () => {
  it('is no error in a part of the country, and no point has a neighbourhood', async () => {
    const { snapshot, report } = await ingest();
    expect(notes(report)).toContain('no map is offered');
    expect(codeAt(snapshot, 206_010, 447_010)).toBeUndefined();
  });

  it('stops a national load, unless the operator wants none', async () => {
    const anySize = { minimumBytes: 0 };
    const group: typeof NEIGHBOURHOODS = {
      ...NEIGHBOURHOODS,
      fetch: (fetcher) =>
        NEIGHBOURHOODS.fetch({
          ...fetcher,
          file: (request) => fetcher.file({ ...request, ...anySize }),
          optionalFile: (request) => fetcher.optionalFile({ ...request, ...anySize }),
        }),
    };
    const run = (overrides: NonNullable<MirrorRun['overrides']>) =>
      ingestFromMirror(group, { dataDir, mirror, label: 'national', overrides });
    const noCrime = { 'police-crime': { options: { years: 0 } } };
    await expect(run(noCrime)).rejects.toThrow(/cbs-areas.*leave the editions empty to go without/);
    // It then gets as far as the checks of a country.
    await expect(run({ ...noCrime, 'cbs-areas': { editions: [] } })).rejects.toThrow(/for the whole country/);
  });
});

describe('a GeoPackage that is none', () => {
  it('stops the load', async () => {
    const path = join(folder, 'plain.gpkg');
    const plain = new Database(path);
    plain.exec('CREATE TABLE buurten (buurtcode TEXT)');
    plain.close();
    const editions = [{ year: 2025, id: 'own', url: path }];
    await expect(ingest({ 'cbs-areas': { editions } })).rejects.toThrow(/is no GeoPackage/);
  });
});
