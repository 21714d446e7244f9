import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { monumentsOfObject, monumentsWithin } from '../../../db/queries/heritage.ts';
import { rdToWgs84 } from '../../../db/rd-new.ts';
import type { Snapshot } from '../../../db/store.ts';
import { HERITAGE } from '../../../ingest/sources/rce/heritage.ts';
import {
  ARCHAEOLOGICAL_OUTLINES,
  BUILDINGS,
  LISTINGS,
  OBJECTS,
  POINTS,
} from '../../../ingest/sources/rce/linked-data.ts';
import { LINKED_DATA, MONUMENTS } from '../../../ingest/sources/rce/sources.ts';
import type { SourceOverride } from '../../../ingest/sources/source.ts';
import { ingestFromMirror, snapshotOf } from '../../support/group-run.ts';
import { writeAnswer } from '../../support/heritage-mirror.ts';
import {
  type Attributes,
  type HeritageFiles,
  listing,
  monumentFeature,
  POINTS_LAYER,
  writeHeritage,
  writePage,
} from './heritage-files.ts';

const NO_LONGER_LISTED = '3e79bb7c-b459-4998-a9ed-78d91d069227';
const UNDER_PROCEDURE = '2e93edd1-098f-4f31-ae7e-72cb77f4d2ca';
/** A place in Doesburg. */
const HERE = [206_420, 447_414] as const;
const near = (dx: number, dy = 0) => [HERE[0] + dx, HERE[1] + dy] as const;

let dataDir: string;
let mirror: string;
const open: Snapshot[] = [];

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'monuments-'));
  dataDir = join(folder, 'data');
  mirror = join(folder, 'mirror');
  return () => rmSync(folder, { recursive: true, force: true });
});
afterEach(() => {
  for (const snapshot of open.splice(0)) snapshot.database.close();
});

async function ingest(overrides: Readonly<Record<string, SourceOverride>> = {}) {
  const report = await ingestFromMirror(HERITAGE, { dataDir, mirror, overrides });
  const snapshot = snapshotOf(dataDir);
  open.push(snapshot);
  const within = (radiusM: number) => monumentsWithin(snapshot, ...HERE, radiusM);
  const notes = Object.fromEntries(report.notes.map(({ text, rows }) => [text, rows]));
  return { report, snapshot, within, notes };
}

function load(files: HeritageFiles) {
  writeHeritage(mirror, files);
  return ingest();
}

const options = (source: { options?: SourceOverride['options'] }, changed: Attributes): SourceOverride => ({
  options: { ...source.options, ...changed } as NonNullable<SourceOverride['options']>,
});

describe('a monument', () => {
  it('has its point from the map, and the day of its listing from the knowledge graph', async () => {
    const { within, report } = await load({
      points: [monumentFeature(523080, near(6, 8), { complex_nummer: 523079 })],
      listings: [listing(523080, '2001-12-17')],
    });
    expect(within(25)).toEqual([
      {
        number: 523080,
        rdXM: HERE[0] + 6,
        rdYM: HERE[1] + 8,
        listedSince: '2001-12-17',
        nature: 'built',
        mainCategory: 'Religieuze gebouwen',
        subcategory: 'Kerk en kerkonderdeel',
        locationQuality: 'exact',
        complexNumber: 523079,
        registerUrl: 'https://monumentenregister.cultureelerfgoed.nl/monumenten/523080',
        distanceM: 10,
      },
    ]);
    expect(report.rejected).toEqual([]);
  });

  it('without a day in the knowledge graph has none', async () => {
    const { within, notes } = await load({ points: [monumentFeature(7, near(1))] });
    expect(within(25)).toMatchObject([{ number: 7, listedSince: null }]);
    expect(notes).toMatchObject({ 'no day of listing of a monument on the map': 1 });
  });

  it('pitfall 1: is found whether concepts have the "2/" in their address or not', async () => {
    const old = { base: 'https://data.cultureelerfgoed.nl/term/id/rn/' };
    const { within } = await load({
      points: [monumentFeature(7, near(1)), monumentFeature(8, near(2))],
      listings: [listing(7, '1965-02-03', old), listing(8, '1970-06-16')],
    });
    expect(within(25).map(({ listedSince }) => listedSince)).toEqual(['1965-02-03', '1970-06-16']);
  });

  it('pitfall 3: may be archaeological, asked apart from the built ones', async () => {
    const { within } = await load({
      points: [
        monumentFeature(46_001, near(3), { aard_monument: 'archeologisch', kwaliteit_geometrie: 'besluit' }),
      ],
      archaeologicalListings: [listing(46_001, '1982-11-01')],
    });
    expect(within(25)).toMatchObject([
      { nature: 'archaeological', listedSince: '1982-11-01', locationQuality: 'decision' },
    ]);
  });

  it('pitfall 6: keeps how well its place is known', async () => {
    const { within } = await load({
      points: [
        monumentFeature(1, near(1), { kwaliteit_geometrie: 'globaal' }),
        monumentFeature(2, near(2), { kwaliteit_geometrie: null }),
      ],
    });
    expect(within(25).map(({ locationQuality }) => locationQuality)).toEqual(['approximate', null]);
  });

  it('pitfall 7: of one house several are all there, pitfall 22: the nearest first', async () => {
    const { within } = await load({
      points: [monumentFeature(1, near(9)), monumentFeature(2, near(-3)), monumentFeature(3, near(5))],
    });
    expect(within(25).map(({ number }) => number)).toEqual([2, 3, 1]);
  });

  it('is within 25 m to the last centimetre, far north too, where an R*Tree is coarse', async () => {
    const north = [250_000.07, 590_000.04] as const;
    writeHeritage(mirror, {
      points: [
        monumentFeature(1, [north[0] + 15, north[1] + 20]),
        monumentFeature(2, [north[0] - 25, north[1]]),
        monumentFeature(3, [north[0], north[1] + 25.01]),
        monumentFeature(4, [north[0] + 18, north[1] - 24]),
      ],
    });
    const { snapshot } = await ingest();
    const found = monumentsWithin(snapshot, ...north, 25).map(({ number, distanceM }) => [number, distanceM]);
    expect(found.map(([number]) => number)).toEqual([1, 2]);
    expect(found.map(([, distance]) => distance)).toEqual([25, 25].map((m) => expect.closeTo(m, 6)));
  });

  it('with two points has one row: the better known, else the western one, in any order of rows', async () => {
    const features = [
      monumentFeature(1, near(5), { kwaliteit_geometrie: 'globaal' }),
      monumentFeature(1, near(5.09)),
      monumentFeature(2, near(7.09)),
      monumentFeature(2, near(7)),
    ];
    for (const points of [features, features.toReversed()]) {
      const { within, notes } = await load({ points });
      expect(within(25).map(({ number, distanceM }) => [number, distanceM])).toEqual([
        [1, expect.closeTo(5.09, 6)],
        [2, 7],
      ]);
      expect(notes).toMatchObject({ 'second point of a monument': 2 });
    }
  });

  it('is read under the names of a shapefile, numbers as reals, the place in degrees', async () => {
    const { properties } = monumentFeature(15_296, HERE);
    const { latitude, longitude } = rdToWgs84(...HERE);
    const { within } = await load({
      points: [
        {
          properties: {
            rijksmonum: '15296.000000',
            complex_nu: 0,
            juridische: properties.juridische_status,
            aard_monum: properties.aard_monument,
            kwaliteit_: 'globaal',
            hoofdcateg: 'Boerderijen, molens en bedrijven',
            subcategor: 'Boerderij',
          },
          // Some servers take the order of the coordinate system's definition.
          geometry: { type: 'Point', coordinates: [latitude, longitude] },
        },
      ],
    });
    const [found] = within(0.1);
    expect(found).toMatchObject({
      number: 15_296,
      complexNumber: null,
      locationQuality: 'approximate',
      registerUrl: 'https://monumentenregister.cultureelerfgoed.nl/monumenten/15296',
    });
  });
});

describe('what is no monument now', () => {
  it('is left out: under procedure, or taken off the list, by the map or by the knowledge graph', async () => {
    const { within, notes } = await load({
      points: [
        monumentFeature(1, near(1), { juridische_status: 'voorbeschermd' }),
        monumentFeature(2, near(2), { juridische_status: 'geen rijksmonument' }),
        monumentFeature(3, near(3)),
        monumentFeature(4, near(4)),
        monumentFeature(5, near(5)),
      ],
      listings: [
        listing(3, '1969-03-18', { status: NO_LONGER_LISTED }),
        listing(4, '1969-03-18', { status: UNDER_PROCEDURE }),
        // Taken off, and listed again.
        listing(5, '1969-03-18', { status: NO_LONGER_LISTED }),
        listing(5, '1988-01-01'),
      ],
    });
    expect(within(25).map(({ number, listedSince }) => [number, listedSince])).toEqual([[5, '1969-03-18']]);
    expect(notes).toMatchObject({
      'no listed monument: under procedure, or no longer listed': 2,
      'on the map, and no longer listed in the knowledge graph': 2,
    });
  });
});

describe('rows that cannot be used', () => {
  it('are counted by reason, and too many stop the load', async () => {
    writeHeritage(mirror, {
      points: [
        monumentFeature(1, near(1)),
        monumentFeature(2, [0, 0]),
        { ...monumentFeature(3, near(3)), geometry: null },
        monumentFeature(4, near(4), { aard_monument: 'roerend' }),
        monumentFeature(5, near(5), { rijksmonument_nummer: null, rijksmonumenturl: null }),
        { ...monumentFeature(6, near(6)), geometry: { type: 'Point', coordinates: ['1', '2'] } },
      ],
      listings: [listing(1, '1969-99-18'), listing(2, '1969-03-18')],
    });
    await expect(ingest()).rejects.toThrow(/rejected/i);
    const tolerant = { ...HERITAGE, maximumRejectedShare: 1 };
    const report = await ingestFromMirror(tolerant, { dataDir, mirror });
    expect(report.rejected.map(({ reason, rows }) => [reason, rows])).toEqual([
      ['listing date is no day', 1],
      ['location outside the Netherlands', 1],
      ['no location', 1],
      ['neither built nor archaeological', 1],
      ['no monument number', 1],
      ['location cannot be read', 1],
    ]);
  });
});

describe('the relation to the address register', () => {
  it('pitfall 6: says which unit a monument is, wherever its point lies', async () => {
    const { snapshot, within } = await load({
      points: [monumentFeature(524_327, near(300), { kwaliteit_geometrie: 'globaal' })],
      objects: [
        { number: '524327', object: '0599010000360091' },
        { number: '524327', object: '0599010000360091' },
      ],
      buildings: [{ number: '524327', building: '599100000000001' }],
    });
    expect(within(25)).toEqual([]);
    expect(monumentsOfObject(snapshot, 599010000360091)).toMatchObject([{ number: 524_327 }]);
    expect(monumentsOfObject(snapshot, 599010000486642)).toEqual([]);
    expect(snapshot.database.prepare('SELECT * FROM monument_building').all()).toEqual([
      { monument_number: 524_327, building_id: 599100000000001 },
    ]);
  });

  it('pitfall 7: lists every monument that one unit is', async () => {
    const { snapshot } = await load({
      points: [monumentFeature(9, near(9)), monumentFeature(8, near(8))],
      objects: [
        { number: '9', object: '0518010000364107' },
        { number: '8', object: '0518010000364107' },
      ],
    });
    expect(monumentsOfObject(snapshot, 518010000364107).map(({ number }) => number)).toEqual([8, 9]);
  });

  it('refuses 16 zeros, under which others would be found', async () => {
    const { snapshot, notes, report } = await load({
      points: [monumentFeature(9, near(9))],
      objects: [
        { number: '9', object: '0000000000000000' },
        { number: '10', object: '0518010000364107' },
      ],
    });
    expect(monumentsOfObject(snapshot, 0)).toEqual([]);
    expect(snapshot.database.prepare('SELECT * FROM monument_object').all()).toEqual([]);
    expect(notes).toMatchObject({
      'register id of zeros only': 1,
      'relation of a monument that is not listed now': 1,
    });
    expect(report.rejected).toEqual([]);
  });
});

describe('pages', () => {
  it('of the map are counted by what came, since servers cap them', async () => {
    const all = Array.from({ length: 5 }, (_, at) => monumentFeature(at + 1, near(at)));
    writeHeritage(mirror, {});
    writePage(mirror, POINTS_LAYER, all.slice(0, 2), { matched: 5 });
    writePage(mirror, POINTS_LAYER, all.slice(2, 4), { start: 2, matched: 5 });
    writePage(mirror, POINTS_LAYER, all.slice(4), { start: 4, matched: 5 });
    const { within } = await ingest();
    expect(within(25)).toHaveLength(5);
  });

  it('of the map that end before their own count stop the load', async () => {
    writeHeritage(mirror, {});
    writePage(mirror, POINTS_LAYER, [monumentFeature(1, near(1))], { matched: 3 });
    writePage(mirror, POINTS_LAYER, [], { start: 1, matched: 3 });
    await expect(ingest()).rejects.toThrow(/expected the rest of 3 features, found no more after 1/);
  });

  it('of a server that does not count end with one that is not full', async () => {
    const layer = { ...POINTS_LAYER, pageFeatures: 2 };
    writeHeritage(mirror, {});
    const overrides = { [MONUMENTS.id]: options(MONUMENTS, { pageFeatures: 2 }) };
    writePage(mirror, { ...layer, layer: 'openbaar:rijksmonumentcontouren' }, []);
    writePage(mirror, layer, [monumentFeature(1, near(1)), monumentFeature(2, near(2))], {
      matched: 'unknown',
    });
    writePage(mirror, layer, [monumentFeature(3, near(3))], { start: 2, matched: 'unknown' });
    const { within } = await ingest(overrides);
    expect(within(25)).toHaveLength(3);
  });

  it('of the knowledge graph are asked at multiples of their size, so that no row is skipped', async () => {
    const listings = Array.from({ length: 5 }, (_, at) => listing(at + 1, `196${at}-01-01`));
    writeHeritage(mirror, { points: listings.map((_, at) => monumentFeature(at + 1, near(at))) });
    const overrides = { [LINKED_DATA.id]: options(LINKED_DATA, { pageRows: 2 }) };
    for (const offset of [0, 2, 4]) {
      const page = { limit: 2, offset };
      writeAnswer(mirror, LISTINGS('built'), listings.slice(offset, offset + 2), page);
    }
    for (const question of [LISTINGS('archaeological'), OBJECTS, BUILDINGS]) {
      writeAnswer(mirror, question, [], { limit: 2 });
    }
    const { within } = await ingest(overrides);
    expect(within(25).map(({ listedSince }) => listedSince)).toEqual(listings.map(({ listed }) => listed));
  });

  it('of an endpoint that ignores OFFSET stop the load', async () => {
    writeHeritage(mirror, {});
    const same = [listing(1, '1965-01-01'), listing(2, '1965-01-01')];
    for (const offset of [0, 2]) writeAnswer(mirror, LISTINGS('built'), same, { limit: 2, offset });
    const overrides = { [LINKED_DATA.id]: options(LINKED_DATA, { pageRows: 2 }) };
    await expect(ingest(overrides)).rejects.toThrow(/found the rows of the page before/);
  });

  it('pitfall 1: no listing at all is a question in words of yesterday, not a country without monuments', async () => {
    writeHeritage(mirror, { points: [monumentFeature(1, near(1))], listings: [] });
    await expect(ingest()).rejects.toThrow(
      /expected listing dates of built monuments, found none\. .*concepts/,
    );
  });
});

describe('points from the knowledge graph, for when the layers have moved', () => {
  it('are literals in degrees, of any spelling, and give the same places', async () => {
    const overrides = { [MONUMENTS.id]: options(MONUMENTS, { service: 'linked-data' }) };
    const status = listing(1, '').status ?? '';
    writeHeritage(mirror, { listings: [listing(523_080, '2001-12-17')] });
    writeAnswer(mirror, POINTS('built'), [
      { number: '523080', status, wkt: 'Point (5.5654048693943 51.847938971116)' },
      { number: '523080', status, wkt: 'POINT(5.5654055 51.8479389)' },
      { number: '523081', status, wkt: 'MULTIPOINT((5.5654 51.8479),(5.5655 51.8479))' },
      { number: '9', status: status.replace(/[^/]*$/, NO_LONGER_LISTED), wkt: 'Point (5.5 51.8)' },
    ]);
    writeAnswer(mirror, POINTS('archaeological'), [{ number: '46001', status, wkt: 'Point (5.57 51.85)' }], {
      bindings: true,
    });
    writeAnswer(mirror, ARCHAEOLOGICAL_OUTLINES, []);
    const { snapshot, notes } = await ingest(overrides);
    expect(monumentsWithin(snapshot, 167_279, 428_833, 0.1)).toMatchObject([
      {
        number: 523_080,
        listedSince: '2001-12-17',
        nature: 'built',
        locationQuality: null,
        mainCategory: null,
      },
    ]);
    expect(
      monumentsWithin(snapshot, 167_279, 428_833, 1_000)
        .map(({ number }) => number)
        .sort(),
    ).toEqual([46_001, 523_080, 523_081]);
    expect(notes['second point of a monument']).toBe(2);
  });
});
