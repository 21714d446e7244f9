import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totalCrime } from '../../db/queries/crime.ts';
import { findRegion } from '../../db/queries/neighbourhoods.ts';
import { neighbourhoodAt } from '../../db/queries/region-areas.ts';
import type { Snapshot } from '../../db/store.ts';
import type { RunReport } from '../../ingest/pipeline/run-report.ts';
import { NEIGHBOURHOODS } from '../../ingest/sources/cbs/neighbourhoods.ts';
import type { SourceOverride } from '../../ingest/sources/source.ts';
import { writeCrimeTable } from '../support/crime-table.ts';
import { csvRows } from '../support/csv-rows.ts';
import { ingestFromMirror, snapshotOf } from '../support/group-run.ts';
import { type TableRegion, writeTable } from '../support/key-figure-table.ts';
import { writeToMirror } from '../support/mirror-folder.ts';
import { isInside } from '../support/point-in-rings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { readChain } from '../support/the-hague-chain.ts';

const FOLDER = join(import.meta.dirname, '../../../shared/data/cbs');
const HAS_FILES = existsSync(FOLDER);
const KEYS = 'https://download.cbs.nl/postcode/2025-cbs-pc6huisnr20250801_buurt.zip';

interface Feature {
  readonly properties: Readonly<Record<string, string | number | null>>;
  readonly geometry: { readonly coordinates: number[][][][] };
}

const featuresOf = (name: string): Feature[] =>
  (JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as { features: Feature[] }).features;

const COUNTRY: readonly TableRegion[] = [
  { code: 'NL00', cells: { residents: 17_942_942 } },
  { code: 'BU02210100', name: 'De oude Stad', cells: { residents: 2515 } },
];

interface Loaded {
  readonly report: RunReport;
  readonly snapshot: Snapshot;
  readonly database: Database.Database;
}

/** Loads real files under the operator's settings, with as little else as the group needs. */
async function load(
  folder: string,
  overrides: Readonly<Record<string, SourceOverride>>,
  regions: readonly TableRegion[] = COUNTRY,
  fill: (mirror: string) => void = () => {},
): Promise<Loaded> {
  const mirror = join(folder, 'mirror');
  writeToMirror(mirror, KEYS, {
    'pc6hnr20250801_gwb.csv':
      'PC6;Huisnummer;Buurt2025;Wijk2025;Gemeente2025\n6981CH;4;02210100;022101;0221\n',
  });
  for (const [year, id] of [
    [2024, '85984NED'],
    [2025, '86165NED'],
  ] as const) {
    writeTable(mirror, { year, id, regions });
  }
  fill(mirror);
  const dataDir = join(folder, 'data');
  const report = await ingestFromMirror(NEIGHBOURHOODS, { dataDir, mirror, overrides });
  const snapshot = snapshotOf(dataDir);
  return { report, snapshot, database: snapshot.database };
}

const mapOf = (year: number, name: string) => ({
  'cbs-areas': { editions: [{ year, id: name, url: join(FOLDER, name) }] },
});

describe.skipIf(!HAS_FILES)('the real outlines', () => {
  const folder = temporaryFolder();
  const open: Snapshot[] = [];
  const loadMap = async (year: number, name: string) => {
    const loaded = await load(join(folder, name), mapOf(year, name));
    open.push(loaded.snapshot);
    return loaded;
  };
  const codesOf = ({ database }: Loaded) =>
    database
      .prepare<[], string>('SELECT code FROM region_area JOIN region ON region.id = region_id ORDER BY code')
      .pluck()
      .all();
  afterAll(() => {
    for (const snapshot of open) snapshot.database.close();
  });

  it('of Ermelo: 17 areas, of which the water is left out; the GeoPackage and GeoJSON say the same', async () => {
    const file = await loadMap(2021, 'wijkenbuurten_2021_buurten_ermelo.gpkg');
    const text = await loadMap(2021, 'wijkenbuurten_2021_buurten_ermelo_rd.geojson');
    const codes = codesOf(file);
    expect(codes).toHaveLength(16);
    expect(codes).not.toContain('BU02339997');
    expect(codesOf(text)).toEqual(codes);
    for (const { report } of [file, text]) {
      expect(report.rejected).toEqual([]);
      expect(report.notes).toContainEqual({ sourceId: 'cbs-areas', text: 'water area, left out', rows: 1 });
    }
    // The station, the village of Speuld, and the lake.
    for (const { snapshot } of [file, text]) {
      expect(neighbourhoodAt(snapshot, 170_859, 479_061)?.region.municipalityCode).toBe('GM0233');
      expect(neighbourhoodAt(snapshot, 166_500, 481_500)).toBeUndefined();
    }
    const residents = ({ database }: Loaded) =>
      database.prepare('SELECT count(*) FROM region_area WHERE residents < 0').pluck().get();
    expect(residents(file)).toBe(0);
  });

  it('of Ermelo hold every corner of their own GeoJSON, and only one neighbourhood holds its middle', async () => {
    const { snapshot } = await loadMap(2021, 'wijkenbuurten_2021_buurten_ermelo_rd.geojson');
    for (const { properties, geometry } of featuresOf('wijkenbuurten_2021_buurten_ermelo_rd.geojson')) {
      if (properties.water !== 'NEE') continue;
      const [x = 0, y = 0] = geometry.coordinates[0]?.[0]?.[0] ?? [];
      expect(neighbourhoodAt(snapshot, x, y), String(properties.buurtcode)).toBeDefined();
    }
  });

  it('of Baarn: 223 columns, sentinels in most of them, degrees', async () => {
    const name = 'wijkenbuurten_2024_v1_buurten_baarn_wgs84.geojson';
    const features = featuresOf(name);
    expect(Object.keys(features[0]?.properties ?? {})).toHaveLength(223);
    const cells = features.flatMap(({ properties }) => Object.values(properties));
    expect(cells.filter((cell) => Number(cell) <= -99_990).length).toBeGreaterThan(3000);
    const loaded = await loadMap(2024, name);
    expect(codesOf(loaded)).toEqual(features.map(({ properties }) => properties.buurtcode).sort());
    const residents = loaded.database
      .prepare('SELECT code, residents FROM region_area JOIN region ON region.id = region_id ORDER BY code')
      .raw()
      .all();
    expect(residents).toEqual(
      features
        .map(({ properties }) => [properties.buurtcode, properties.aantal_inwoners])
        .sort(([left], [right]) => String(left).localeCompare(String(right))),
    );
    // Station Baarn, in metres.
    expect(neighbourhoodAt(loaded.snapshot, 148_100, 469_500)?.region.municipalityCode).toBe('GM0308');
  });

  it('of The Hague: each address of the real chain is in the neighbourhood that its figures are of', async () => {
    const name = 'wijkenbuurten_2022_buurten_denhaag_leidschendam-voorburg_rd.geojson';
    const { snapshot } = await loadMap(2022, name);
    const features = featuresOf(name);
    const { units } = readChain();
    expect(units).toHaveLength(834);
    const held = new Map<string, number>();
    for (const { id, x, y } of units) {
      // By another way: all polygons, one after another, by the definition.
      const expected = features.filter(({ geometry }) =>
        geometry.coordinates.some((rings) =>
          isInside(
            rings.map((ring) => ring.map(([at = 0, up = 0]) => [at, up])),
            x,
            y,
          ),
        ),
      );
      expect(expected, id).toHaveLength(1);
      const { buurtcode, buurtnaam } = expected[0]?.properties ?? {};
      const found = neighbourhoodAt(snapshot, x, y);
      expect(found, id).toMatchObject({ region: { code: buurtcode, name: buurtnaam }, editionYear: 2022 });
      held.set(String(buurtcode), (held.get(String(buurtcode)) ?? 0) + 1);
    }
    // Both sides of the municipal border.
    expect(new Set([...held.keys()].map((code) => code.slice(0, 6)))).toEqual(new Set(['BU0518', 'BU1916']));
  });
});

describe.skipIf(!HAS_FILES)('real registered crime', () => {
  const folder = temporaryFolder();

  it('the rows that were recorded: 1,127,693 in 2012 and 805,327 in 2024, which is 44.9 per 1,000', async () => {
    const rows = [
      { code: 'NL00', year: 2012, crimes: 1_127_693 },
      { code: 'NL00', year: 2024, crimes: 805_327 },
    ];
    const { snapshot, database } = await load(join(folder, 'rows'), {}, undefined, (mirror) =>
      writeCrimeTable(mirror, { rows }),
    );
    const country = findRegion(snapshot, 'NL00');
    const national = country && totalCrime(snapshot, country)?.total.national;
    const counts = database.prepare('SELECT year, crimes FROM registered_crime ORDER BY year').raw().all();
    database.close();
    expect(counts).toEqual([
      [2012, 1_127_693],
      [2024, 805_327],
    ]);
    expect(national?.crimes).toBe(805_327);
    expect(national?.per1000Residents?.toFixed(1)).toBe('44.9');
  });

  describe('the portal file of all municipalities', () => {
    let loaded: Loaded;
    beforeAll(async () => {
      // The municipalities of today by code and name.
      const municipalities = readMunicipalities();
      expect(municipalities).toHaveLength(342);
      const path = join(FOLDER, 'crime_47013NED_totaal_gemeenten2026_2024.csv');
      const editions = [{ year: 2024, id: 'portal', url: path }];
      loaded = await load(join(folder, 'portal'), { 'police-crime': { editions } }, [
        ...COUNTRY,
        ...municipalities,
      ]);
    });
    afterAll(() => loaded?.database.close());

    it('finds the code of each of the 342 by its name', () => {
      expect(loaded.report.rejected).toEqual([]);
      const count = loaded.database
        .prepare(`SELECT count(*) FROM crime_rate WHERE kind = 'municipality' AND crimes > 0`)
        .pluck()
        .get();
      expect(count).toBe(342);
    });

    it('adds up, with the 202 that are unassigned, to the 805,559 of the country', () => {
      const sum = loaded.database
        .prepare<[string], number>('SELECT sum(crimes) FROM crime_rate WHERE kind = ?')
        .pluck();
      expect(Number(sum.get('municipality')) + 202).toBe(805_559);
      expect(sum.get('country')).toBe(805_559);
    });

    it.each([
      ['GM0221', 298],
      ['GM0363', 82_964],
      ['GM0307', 6911],
      ['GM0344', 25271],
      ['GM0003', null],
    ])('%s has %s', (code, crimes) => {
      const found = loaded.database.prepare(`SELECT crimes FROM crime_rate WHERE code = ?`).pluck().get(code);
      expect(found ?? null).toBe(crimes);
    });
  });
});

type MunicipalityColumn = 'gemeentecode' | 'gemeentenaam' | 'einddatum';

function readMunicipalities(): TableRegion[] {
  const rows = csvRows<MunicipalityColumn>(join(FOLDER, 'gemeentelijke-indeling_1970-2025.csv'), ';');
  return rows
    .filter(({ einddatum }) => einddatum === '')
    .map(({ gemeentecode, gemeentenaam }) => ({ code: `GM${gemeentecode}`, name: gemeentenaam }));
}
