import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { protectedAreasAt } from '../../../db/queries/heritage.ts';
import { rdToWgs84 } from '../../../db/rd-new.ts';
import type { Snapshot } from '../../../db/store.ts';
import { HERITAGE } from '../../../ingest/sources/rce/heritage.ts';
import {
  ARCHAEOLOGICAL_OUTLINES,
  CONCEPTS,
  POINTS,
  TOWNSCAPES,
  WORLD_HERITAGE,
} from '../../../ingest/sources/rce/linked-data.ts';
import { townscapeState } from '../../../ingest/sources/rce/protected-areas.ts';
import { MONUMENTS, PROTECTED_AREAS } from '../../../ingest/sources/rce/sources.ts';
import type { SourceOverride } from '../../../ingest/sources/source.ts';
import { ingestFromMirror, snapshotOf } from '../../support/group-run.ts';
import { writeAnswer } from '../../support/heritage-mirror.ts';
import { writeToMirror } from '../../support/mirror-folder.ts';
import {
  type Feature,
  type HeritageFiles,
  listing,
  monumentFeature,
  square,
  townscape,
  writeHeritage,
} from './heritage-files.ts';

let dataDir: string;
let mirror: string;
const open: Snapshot[] = [];

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'areas-'));
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
  return {
    report,
    snapshot,
    notes: Object.fromEntries(report.notes.map(({ text, rows }) => [text, rows])),
    at: (x: number, y: number) => protectedAreasAt(snapshot, x, y),
    namesAt: (x: number, y: number) => protectedAreasAt(snapshot, x, y).map(({ name }) => name),
  };
}

function load(files: HeritageFiles) {
  writeHeritage(mirror, files);
  return ingest();
}

const worldHeritage = (name: string, rings: number[][][], attributes = {}): Feature => ({
  properties: { NAAM: name, ...attributes },
  geometry: { type: 'Polygon', coordinates: rings },
});

const archaeological = (number: number, attributes = {}) =>
  monumentFeature(number, [0, 0], { aard_monument: 'archeologisch', ...attributes });

describe('a townscape', () => {
  it('has its number, name, day and page', async () => {
    const { at, report } = await load({
      townscapes: [
        townscape(1325, [square(230_000, 540_000, 100)], { NAAM: 'Orvelte', AANGEWEZEN: '1967/08/07' }),
      ],
    });
    expect(at(230_050, 540_050)).toEqual([
      {
        id: 1,
        kind: 'townscape',
        number: 1325,
        name: 'Orvelte',
        designatedOn: '1967-08-07',
        registerUrl: 'https://archisarchief.cultureelerfgoed.nl/Beschermde_Gezichten/BG1325',
      },
    ]);
    expect(at(230_101, 540_050)).toEqual([]);
    expect(report.rejected).toEqual([]);
  });

  it('has a hole, and parts', async () => {
    const parts = townscape(2, [], { NAAM: 'Eelde / Paterswolde' });
    const { namesAt } = await load({
      townscapes: [
        townscape(1, [square(1_000, 400_000, 1_000), square(1_400, 400_400, 200)], { NAAM: 'Ring' }),
        {
          ...parts,
          geometry: {
            type: 'MultiPolygon',
            coordinates: [[square(5_000, 400_000, 10)], [square(6_000, 400_000, 10)]],
          },
        },
      ],
    });
    expect(namesAt(1_100, 400_100)).toEqual(['Ring']);
    expect(namesAt(1_500, 400_500)).toEqual([]);
    expect(namesAt(1_400, 400_500)).toEqual(['Ring']);
    expect(namesAt(5_005, 400_005)).toEqual(['Eelde / Paterswolde']);
    expect(namesAt(6_005, 400_005)).toEqual(['Eelde / Paterswolde']);
    expect(namesAt(5_500, 400_005)).toEqual([]);
  });

  it('in procedure, valued but not protected, or withdrawn is none', async () => {
    const here = [square(1_000, 400_000, 1_000)];
    const { namesAt, notes } = await load({
      townscapes: [
        townscape(1, here, { JURSTATUS: 'in procedure', AANGEWEZEN: '' }),
        townscape(2, here, { JURSTATUS: 'gewaardeerd, niet beschermd' }),
        townscape(3, here, { INTREKKING: '1997/05/20' }),
        townscape(4, here, { JURSTATUS: 'rijksmonument', NAAM: 'As older editions say it' }),
      ],
    });
    expect(namesAt(1_500, 400_500)).toEqual(['As older editions say it']);
    expect(notes).toMatchObject({ 'townscape that is not in force: in procedure, or withdrawn': 3 });
  });

  it('of a status that is not known is refused: nobody can say whether it protects', async () => {
    writeHeritage(mirror, {
      townscapes: [townscape(1, [square(1, 400_000, 9)], { JURSTATUS: 'voorgedragen' })],
    });
    await expect(ingest()).rejects.toThrow(/status of the townscape is not known/);
    expect(townscapeState(undefined)).toBe('unknown');
  });

  it('has its day from the twin where the first is empty', async () => {
    const { at } = await load({
      townscapes: [townscape(1, [square(1_000, 400_000, 10)], { AANGEWEZEN: '', AANGEWEZ_S: '19690505' })],
    });
    expect(at(1_005, 400_005)[0]?.designatedOn).toBe('1969-05-05');
  });

  it('pitfall 25: keeps its name from a single file in windows-1252, at an address of the operator', async () => {
    writeHeritage(mirror, {});
    const url = 'https://data.example/StadsEnDorpsgezichten.geojson';
    const feature = { type: 'Feature', ...townscape(1, [square(1_000, 400_000, 10)], { NAAM: 'Höfke' }) };
    writeToMirror(mirror, url, Buffer.from(JSON.stringify({ features: [feature] }), 'latin1'));
    const { namesAt } = await ingest({
      [PROTECTED_AREAS.id]: { urls: { ...PROTECTED_AREAS.urls, townscapes: url } },
    });
    expect(namesAt(1_005, 400_005)).toEqual(['Höfke']);
  });

  it('without the attribute of the status stops the load, and says which', async () => {
    writeHeritage(mirror, { townscapes: [{ properties: { NAAM: 'Aalden' }, geometry: null }] });
    await expect(ingest()).rejects.toThrow(/rce-protected-areas.*JURSTATUS.*NAAM/);
  });
});

describe('areas that overlap', () => {
  it('pitfall 4: are all there, each once, by kind and number', async () => {
    const here = [square(1_000, 400_000, 1_000)];
    const { at, snapshot } = await load({
      townscapes: [townscape(20, here), townscape(3, here), townscape(20, [square(1_200, 400_200, 500)])],
      worldHeritage: [worldHeritage('Hollandse Waterlinies', here, { WERELDERFGOEDNUMMER: '759' })],
      outlines: [{ ...archaeological(46_001), geometry: { type: 'Polygon', coordinates: here } }],
    });
    expect(at(1_500, 400_500).map(({ kind, number }) => [kind, number])).toEqual([
      ['townscape', 3],
      ['townscape', 20],
      ['world_heritage', 759],
      ['archaeological_site', 46_001],
    ]);
    expect(snapshot.database.prepare('SELECT count(*) FROM protected_area').pluck().get()).toBe(4);
  });
});

describe('world heritage', () => {
  it('of several parts under one number is one site; without a number it has no page', async () => {
    const { at, snapshot } = await load({
      worldHeritage: [
        worldHeritage('Waddenzee', [square(1_000, 400_000, 10)], { UNESCO_ID: 1314 }),
        worldHeritage('Waddenzee', [square(2_000, 400_000, 10)], { UNESCO_ID: 1314 }),
        worldHeritage('Schokland en omgeving', [square(3_000, 400_000, 10)]),
      ],
    });
    expect(at(2_005, 400_005)).toMatchObject([
      { number: 1314, registerUrl: 'https://whc.unesco.org/en/list/1314' },
    ]);
    expect(at(3_005, 400_005)).toMatchObject([{ number: null, registerUrl: null }]);
    expect(snapshot.database.prepare('SELECT count(*) FROM protected_area').pluck().get()).toBe(2);
  });

  it('does not reach into the buffer zone around it', async () => {
    const { at, notes } = await load({
      worldHeritage: [
        worldHeritage('Rietveld Schröderhuis', [square(1_000, 400_000, 10)], { ZONE: 'Kernzone' }),
        worldHeritage('Rietveld Schröderhuis', [square(1_000, 400_000, 90)], { ZONE: 'Bufferzone' }),
      ],
    });
    expect(at(1_005, 400_005)).toHaveLength(1);
    expect(at(1_055, 400_055)).toEqual([]);
    expect(notes).toMatchObject({ 'buffer zone of a world heritage site': 1 });
  });
});

describe('archaeological sites', () => {
  const outline = (number: number, size: number, attributes = {}): Feature => ({
    ...archaeological(number, attributes),
    geometry: { type: 'MultiPolygon', coordinates: [[square(1_000, 400_000, size)]] },
  });

  it('are the outlines of listed archaeological monuments, with their day of listing', async () => {
    const { at, notes } = await load({
      outlines: [
        outline(1, 100),
        outline(2, 100, { aard_monument: 'onroerend gebouwd' }),
        outline(3, 100, { juridische_status: 'voorbeschermd' }),
        outline(4, 100),
      ],
      archaeologicalListings: [
        listing(1, '1982-11-01'),
        listing(4, '1982-11-01', { status: '3e79bb7c-b459-4998-a9ed-78d91d069227' }),
      ],
    });
    expect(at(1_050, 400_050)).toEqual([
      {
        id: 1,
        kind: 'archaeological_site',
        number: 1,
        name: null,
        designatedOn: '1982-11-01',
        registerUrl: 'https://monumentenregister.cultureelerfgoed.nl/monumenten/1',
      },
    ]);
    expect(notes).toMatchObject({
      'outline of a built monument': 1,
      'outline of a monument that is not listed now': 2,
    });
  });

  it('pitfall 8: outlines that a conversion left at 0,0 are refused', async () => {
    writeHeritage(mirror, {
      outlines: [{ ...archaeological(1), geometry: { type: 'Polygon', coordinates: [square(0, 0, 0)] } }],
    });
    await expect(ingest()).rejects.toThrow(/outline outside the Netherlands/);
  });
});

describe('areas from the knowledge graph, for when the layers have moved', () => {
  it('are literals in degrees, and only those in force', async () => {
    const graph = { service: 'linked-data' };
    const concept = (id: string) => `https://data.cultureelerfgoed.nl/term/id/rn/${id}`;
    writeHeritage(mirror, {});
    const corners = square(206_400, 447_400, 40).map(([x = 0, y = 0]) => rdToWgs84(x, y));
    const box = `((${corners.map(({ longitude, latitude }) => `${longitude} ${latitude}`).join(',')}))`;
    writeAnswer(mirror, TOWNSCAPES, [
      {
        number: '1325',
        status: concept(`2/${CONCEPTS.protectedTownscape}`),
        name: 'Orvelte',
        designated: '1967-08-07',
        wkt: `MultiPolygon (${box})`,
      },
      {
        number: '1325',
        status: concept(CONCEPTS.protectedTownscape),
        name: 'Orvelte',
        wkt: 'Point (6.65 52.85)',
      },
      {
        number: '1326',
        status: concept('00000000-0000-0000-0000-000000000000'),
        name: 'Other',
        wkt: `POLYGON${box}`,
      },
    ]);
    writeAnswer(mirror, WORLD_HERITAGE, [{ number: '1349', wkt: `POLYGON ${box}` }], { bindings: true });
    for (const nature of ['built', 'archaeological'] as const) writeAnswer(mirror, POINTS(nature), []);
    writeAnswer(mirror, ARCHAEOLOGICAL_OUTLINES, [
      { number: '46001', status: concept(CONCEPTS.listed), wkt: `Polygon ${box}` },
    ]);
    const { at, notes } = await ingest({
      [PROTECTED_AREAS.id]: { options: { ...PROTECTED_AREAS.options, ...graph } },
      [MONUMENTS.id]: { options: { ...MONUMENTS.options, ...graph } },
    });
    expect(
      at(206_420, 447_414).map(({ kind, number, designatedOn }) => [kind, number, designatedOn]),
    ).toEqual([
      ['townscape', 1325, '1967-08-07'],
      ['world_heritage', 1349, null],
      ['archaeological_site', 46_001, null],
    ]);
    expect(notes).toMatchObject({
      'point of an area': 1,
      'townscape that is not in force: in procedure, or withdrawn': 1,
    });
  });
});

describe('the release', () => {
  it('pitfall 26: claims no year of the data, since the day of the download is none', async () => {
    const { snapshot } = await load({ townscapes: [townscape(1, [square(1_000, 400_000, 10)])] });
    const sources = [...snapshot.require('heritage').sources.values()];
    expect(sources.map(({ id, dataYear, stateDate, licence }) => [id, dataYear, stateDate, licence])).toEqual(
      [
        ['rce-linked-data', null, null, 'CC-BY-4.0'],
        ['rce-monuments', null, null, 'CC-BY-4.0'],
        ['rce-protected-areas', null, null, 'CC-BY-4.0'],
      ],
    );
    for (const { attribution } of sources)
      expect(attribution).toContain('Rijksdienst voor het Cultureel Erfgoed');
  });

  it('needs "map" or "linked-data" as the service', async () => {
    writeHeritage(mirror, {});
    const wrong = { [MONUMENTS.id]: { options: { ...MONUMENTS.options, service: 'wfs' } } };
    await expect(ingest(wrong)).rejects.toThrow(/rce-monuments: the option service is "wfs"; write "map" or/);
  });
});
