import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { figuresOfRegion, findRegion } from '../../../db/queries/neighbourhoods.ts';
import { distancesOfRegion, type RegionDistances } from '../../../db/queries/proximity.ts';
import { AMENITIES } from '../../../db/schema/neighbourhoods-proximity.ts';
import type { Snapshot } from '../../../db/store.ts';
import { NEIGHBOURHOODS } from '../../../ingest/sources/cbs/neighbourhoods.ts';
import { ingestFromMirror, type MirrorRun, snapshotOf } from '../../support/group-run.ts';
import { ORDINARY_CELLS, writeTable } from '../../support/key-figure-table.ts';
import { writeToMirror } from '../../support/mirror-folder.ts';
import { FEED } from '../../support/odata-table.ts';
import { ALL_DISTANCES, writeProximityTable } from '../../support/proximity-table.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const CODE = 'BU02210100';
const DOESBURG = { code: CODE, name: 'De oude Stad' };
const FILLED = { ...DOESBURG, cells: ALL_DISTANCES };
const KEYS = 'https://download.cbs.nl/postcode/2025-cbs-pc6huisnr20250801_buurt.zip';

const root = temporaryFolder();
let folders = 0;
let dataDir: string;
let mirror: string;
const open: Snapshot[] = [];

beforeEach(() => {
  folders += 1;
  dataDir = join(root, `${folders}`, 'data');
  mirror = join(root, `${folders}`, 'mirror');
  writeTable(mirror, { year: 2024, id: '85984NED', regions: [{ ...DOESBURG, cells: ORDINARY_CELLS }] });
  writeToMirror(mirror, KEYS, {
    'pc6hnr20250801_gwb.csv':
      'PC6;Huisnummer;Buurt2025;Wijk2025;Gemeente2025\n6981CH;4;02210100;022101;0221\n',
  });
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

function distancesOf(snapshot: Snapshot, code = CODE, year?: number): RegionDistances {
  const region = findRegion(snapshot, code, year);
  if (region === undefined) throw new Error(code);
  return distancesOfRegion(snapshot, region, figuresOfRegion(snapshot, region).distance);
}

function kilometresOf(distances: RegionDistances) {
  return Object.fromEntries(AMENITIES.map((amenity) => [amenity, distances[amenity].km]));
}

describe('distances to amenities', () => {
  it('are eighteen, each from its own column', async () => {
    writeProximityTable(mirror, { year: 2024, id: '86134NED', regions: [FILLED] });
    const { snapshot } = await ingest();
    expect(kilometresOf(distancesOf(snapshot))).toEqual(ALL_DISTANCES);
    expect(distancesOf(snapshot).trainStation).toEqual({
      km: 13.9,
      dataYear: 2024,
      missing: null,
      bordersMoved: false,
      origin: 'proximity',
    });
    expect(snapshot.require('neighbourhoods').sources.get('cbs-proximity')).toMatchObject({
      dataYear: 2024,
      stateDate: '2024-01-01',
      licence: 'CC-BY-4.0',
    });
  });

  it('an amenity that the newest year lacks is taken from the newest that has it', async () => {
    writeProximityTable(mirror, { year: 2023, id: '85830NED', regions: [FILLED] });
    writeProximityTable(mirror, {
      year: 2025,
      id: '86270NED',
      regions: [{ ...DOESBURG, cells: { ...ALL_DISTANCES, cinema: null, library: 1.3 } }],
    });
    const { cinema, library } = distancesOf((await ingest()).snapshot);
    expect(cinema).toMatchObject({ km: 9.8, dataYear: 2023 });
    expect(library).toMatchObject({ km: 1.3, dataYear: 2025 });
  });

  it('pitfall 11: one that is withheld for this area is null, neither zero nor of an older year', async () => {
    const neighbours = [1, 2, 3].map((number) => ({ code: `BU0221010${number}`, cells: ALL_DISTANCES }));
    writeProximityTable(mirror, { year: 2023, id: '85830NED', regions: [FILLED, ...neighbours] });
    const withheld = { ...DOESBURG, cells: { restaurant: 0 } };
    writeProximityTable(mirror, { year: 2024, id: '86134NED', regions: [withheld, ...neighbours] });
    const distances = distancesOf((await ingest()).snapshot);
    expect(distances.pharmacy).toMatchObject({ km: null, dataYear: 2024, missing: 'suppressed' });
    expect(distances.restaurant).toMatchObject({ km: 0, dataYear: 2024, missing: null });
  });

  it('pitfall 13: a new table without figures changes nothing', async () => {
    writeProximityTable(mirror, { year: 2024, id: '86134NED', regions: [FILLED] });
    writeProximityTable(mirror, { year: 2025, id: '86270NED', regions: [DOESBURG] });
    expect(kilometresOf(distancesOf((await ingest()).snapshot))).toEqual(ALL_DISTANCES);
  });

  it('pitfalls 9, 17 and 22: sentinels and negative distances are missing, padded and comma texts are numbers', async () => {
    const cells = {
      ...ALL_DISTANCES,
      cafe: -99997,
      primarySchool: -1,
      cinema: '       .',
      library: '     1,4',
    };
    writeProximityTable(mirror, { year: 2024, id: '86134NED', regions: [{ ...DOESBURG, cells }] });
    const { snapshot, report } = await ingest();
    expect(snapshot.database.prepare('SELECT * FROM proximity').all()).toMatchObject([
      { cafe_km: null, primary_school_km: null, cinema_km: null, library_km: 1.4 },
    ]);
    expect(report.notes.map((note) => note.text)).toContain('negative primarySchool, taken as missing');
    expect(report.rejected).toEqual([]);
  });

  it('are refused as a whole when they are in metres', async () => {
    const cells = { ...ALL_DISTANCES, trainStation: 13_900 };
    writeProximityTable(mirror, { year: 2024, id: '86134NED', regions: [{ ...DOESBURG, cells }] });
    await expect(ingest()).rejects.toThrow(/distances are 0\.\.200 km/);
  });

  it('pitfalls 1, 3 and 4: come in pages over links that are asked for as they stand', async () => {
    const regions = Array.from({ length: 25 }, (_, number) => ({
      code: `BU022101${String(number).padStart(2, '0')}`,
      cells: ALL_DISTANCES,
    }));
    writeProximityTable(mirror, { year: 2024, id: '86134NED', regions, pageRows: 10 });
    const { report } = await ingest();
    expect(report.rows).toMatchObject({ proximity: 25 });
    expect(report.files.map((file) => file.url)).toEqual(
      expect.arrayContaining([
        `${FEED}/86134NED/TypedDataSet?$format=json`,
        `${FEED}/86134NED/TypedDataSet/?$format=json&$skip=10`,
        `${FEED}/86134NED/TypedDataSet/?$format=json&$skip=20`,
      ]),
    );
  });

  it('pitfall 2: an answer in Atom XML stops the load and names the remedy', async () => {
    writeProximityTable(mirror, { year: 2024, id: '86134NED', regions: [FILLED] });
    writeToMirror(mirror, `${FEED}/86134NED/TypedDataSet?$format=json`, '<feed xmlns="x"></feed>');
    await expect(ingest()).rejects.toThrow(/json/i);
  });

  it('pitfall 5: keys are padded, areas and years are those of the key figures', async () => {
    writeProximityTable(mirror, { year: 2024, id: '86134NED', regions: [FILLED] });
    writeProximityTable(mirror, { year: 2023, id: '85830NED', regions: [FILLED] });
    const { snapshot } = await ingest();
    expect(snapshot.database.prepare('SELECT code, first_year, last_year FROM region').all()).toEqual([
      { code: CODE, first_year: 2024, last_year: 2024 },
    ]);
    expect(snapshot.database.prepare('SELECT count(DISTINCT region_id) FROM proximity').pluck().get()).toBe(
      1,
    );
  });

  it('pitfall 15: a code that meant another area that year keeps its distances to itself', async () => {
    const other = { code: CODE, name: 'Beinum', cells: { ...ALL_DISTANCES, trainStation: 1 } };
    writeProximityTable(mirror, { year: 2023, id: '85830NED', regions: [other] });
    const { snapshot } = await ingest();
    expect(distancesOf(snapshot, CODE, 2024).trainStation).toMatchObject({
      km: null,
      missing: 'area_absent',
    });
    expect(distancesOf(snapshot, CODE, 2023).trainStation.km).toBe(1);
  });

  it('say when the borders of the area moved since', async () => {
    const moved = { ...DOESBURG, change: '3', cells: ORDINARY_CELLS };
    writeTable(mirror, { year: 2025, id: '86165NED', regions: [moved] });
    writeProximityTable(mirror, { year: 2024, id: '86134NED', regions: [FILLED] });
    expect(distancesOf((await ingest()).snapshot).trainStation.bordersMoved).toBe(true);
  });

  it('stop the load when the table is of another year than the declared one', async () => {
    writeProximityTable(mirror, { year: 2024, id: '86134NED', regions: [FILLED], period: '2019' });
    await expect(ingest()).rejects.toThrow(/cbs-proximity: .*expected the table of 2024, found that of 2019/);
  });
});

describe('without proximity tables', () => {
  it('four distances come from the key figures, the others are not published', async () => {
    const { snapshot, report } = await ingest();
    const distances = distancesOf(snapshot);
    expect(distances.supermarket).toEqual({
      km: 0.4,
      dataYear: 2024,
      missing: null,
      bordersMoved: false,
      origin: 'key_figures',
    });
    expect([distances.gpPractice.km, distances.daycare.km, distances.primarySchool.km]).toEqual([
      0.5, 0.3, 0.6,
    ]);
    expect(distances.trainStation).toMatchObject({ km: null, dataYear: null, missing: 'not_published' });
    expect(Object.keys(distances)).toEqual([...AMENITIES]);
    expect(report.notes).toContainEqual({ sourceId: 'cbs-proximity', text: 'no table is offered', rows: 1 });
  });
});

describe('proximity over OData v4', () => {
  it('is one row a figure, schools told apart by their group', async () => {
    const base = 'https://datasets.cbs.nl/odata/v1/CBS/86134NED';
    const put = (name: string, value: object[]) =>
      writeToMirror(mirror, `${base}/${name}`, JSON.stringify({ '@odata.context': base, value }));
    const titles = [
      'huisartsenpraktijk',
      'apotheek',
      'grote supermarkt',
      'ov. dagel. levensmiddelen',
      'warenhuis',
      'café e.d.',
      'restaurant',
      'kinderdagverblijf',
      'buitenschoolse opvang',
      'treinstations totaal',
      'oprit hoofdverkeersweg',
      'bibliotheek',
      'binnenzwembad',
      'bioscoop',
      'brandweerkazerne',
    ];
    const measure = (Identifier: string, title: string, MeasureGroupId: string) => ({
      Identifier,
      Title: `Afstand tot ${title}`,
      Unit: 'km',
      MeasureGroupId,
    });
    put('MeasureCodes', [
      ...titles.map((title, position) => measure(`D0000${position}`, title, 'G1')),
      measure('D000045', 'school', 'G2'),
      measure('D000046', 'school', 'G3'),
      measure('D000047', 'ziekenhuis', 'G4'),
    ]);
    put('MeasureGroups', [
      { Id: 'G1', ParentId: null, Title: 'Voorzieningen' },
      { Id: 'G2', ParentId: null, Title: 'Basisonderwijs' },
      { Id: 'G3', ParentId: null, Title: 'Voortgezet onderwijs' },
      { Id: 'G4', ParentId: null, Title: 'Ziekenhuis (incl. buitenpolikliniek)' },
    ]);
    put('WijkenEnBuurtenCodes', [{ Identifier: CODE, Title: 'De oude Stad' }]);
    const row = (Measure: string, Value: number | null, ValueAttribute = 'None') => ({
      Measure,
      Value,
      ValueAttribute,
      WijkenEnBuurten: CODE,
    });
    put('Observations', [row('D000045', 0.9), row('D000046', 1.5), row('D00000', null, 'Confidential')]);
    const { snapshot } = await ingest({
      'cbs-proximity': { editions: [{ year: 2024, id: '86134NED' }], options: { protocol: 'v4' } },
    });
    const { primarySchool, secondarySchool, gpPractice } = distancesOf(snapshot);
    expect([primarySchool.km, secondarySchool.km]).toEqual([0.9, 1.5]);
    // Withheld throughout: as good as not published, so the key figures stand in.
    expect(gpPractice).toMatchObject({ km: 0.5, origin: 'key_figures' });
  });
});
