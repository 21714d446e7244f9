import { readFileSync } from 'node:fs';
import { sparqlUrl } from '../../ingest/formats/sparql-json.ts';
import {
  ARCHAEOLOGICAL_OUTLINES,
  BUILDINGS,
  LISTINGS,
  OBJECTS,
  POINTS,
  queryText,
} from '../../ingest/sources/rce/linked-data.ts';
import { pageUrl } from '../../ingest/sources/rce/map-layer.ts';
import { LINKED_DATA, MONUMENTS, PROTECTED_AREAS } from '../../ingest/sources/rce/sources.ts';
import type { SourceDeclaration } from '../../ingest/sources/source.ts';
import { writeToMirror } from './mirror-folder.ts';

const FOLDER = '../shared/data/environment';
const LISTED = 'https://data.cultureelerfgoed.nl/term/id/rn/2/b2d9a59a-fe1e-4552-9a05-3c2acddff864';

type Question = Parameters<typeof queryText>[1];
type Row = Readonly<Record<string, string>>;

/** What an operator sets to load points from the knowledge graph. */
export const HERITAGE_OVERRIDES = {
  [MONUMENTS.id]: { options: { ...MONUMENTS.options, service: 'linked-data' } },
};

/** Number and point (WKT, WGS84) of each line that was recorded from the knowledge graph, titles left out. */
export function realPoints(): { number: string; wkt: string }[] {
  return ['selected.psv', 'aamsveen_raw.txt']
    .flatMap((name) => readFileSync(`${FOLDER}/rce_cho_sparql_points_${name}`, 'utf8').split('\n'))
    .filter((line) => line.startsWith('https://'))
    .map((line) => line.split(' | '))
    .map(([, number = '', wkt = '']) => ({ number, wkt }));
}

/** Objects of one predicate of the real triples, by subject. */
export function realTriples(predicate: string): Map<string, string> {
  const lines = readFileSync(`${FOLDER}/rce_linkeddata_rijksmonument_10255.nt`, 'utf8').split('\n');
  const found = lines.map((line) => /^<([^>]*)> <([^>]*)> ["<]([^">]*)[">].*\.$/.exec(line));
  return new Map(
    found.flatMap((triple) => (triple?.[2]?.endsWith(predicate) ? [[triple[1] ?? '', triple[3] ?? '']] : [])),
  );
}

export interface BagTestCase {
  readonly verblijfsobject: string;
  readonly rijksmonument_nummer: string | null;
  readonly bron: readonly string[];
}

/** What the registers say of seven real addressable objects. */
export function bagTestCases(): BagTestCase[] {
  return JSON.parse(readFileSync(`${FOLDER}/rce_bag_test_cases.json`, 'utf8')) as BagTestCase[];
}

/** 18 of the 478 townscapes of 2013, as a feature collection in UTF-8. */
export function realTownscapes(): string {
  return readFileSync(`${FOLDER}/rce_stads_en_dorpsgezichten_2013_rd_sample.geojson`, 'utf8');
}

/** Lays the real files out as answers of the publisher's services. */
export function writeHeritageMirror(mirror: string): void {
  const points = realPoints().map((row) => ({ ...row, status: LISTED }));
  const church = { number: '523080', status: LISTED };
  const listed = realTriples('#datumInschrijvingInMonumentenregister').values().next().value ?? '';
  // The church has an outline and no point: one of the outline's corners stands in for it.
  const [corner = ''] = /\d+\.\d+ \d+\.\d+/.exec([...realTriples('#asWKT').values()][0] ?? '') ?? [];
  // Of this house only the number and the address are recorded: a place in Rotterdam stands in.
  const house = { number: '524327', status: LISTED, wkt: 'Point (4.482 51.922)' };
  writeAnswer(mirror, POINTS('built'), [...points, { ...church, wkt: `Point (${corner})` }, house]);
  writeAnswer(mirror, POINTS('archaeological'), []);
  writeAnswer(mirror, ARCHAEOLOGICAL_OUTLINES, []);
  writeAnswer(mirror, LISTINGS('built'), [{ ...church, listed }]);
  writeAnswer(mirror, LISTINGS('archaeological'), []);
  const relations = bagTestCases().flatMap(({ verblijfsobject: object, rijksmonument_nummer: number }) =>
    number === null ? [] : [{ number, object }],
  );
  writeAnswer(mirror, OBJECTS, relations);
  writeAnswer(mirror, BUILDINGS, []);
  // The file was windows-1252 when it was published.
  writeLayer(mirror, 'townscapes', Buffer.from(realTownscapes(), 'latin1'));
  writeLayer(mirror, 'worldHeritage', '{"type": "FeatureCollection", "features": []}');
}

/** Puts the rows of one question, a single page, where the pipeline asks for them. */
export function writeAnswer(
  mirror: string,
  question: Question,
  rows: readonly Row[],
  { declaration = LINKED_DATA, bindings = false, limit = 10_000, offset = 0 }: AnswerOptions = {},
): void {
  const url = sparqlUrl(declaration.urls.sparql ?? '', queryText(declaration, question, limit, offset));
  const terms = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, { type: 'literal', value }])),
  );
  writeToMirror(mirror, url, JSON.stringify(bindings ? { results: { bindings: terms } } : rows));
}

export interface AnswerOptions {
  readonly declaration?: SourceDeclaration;
  /** In the standard's form, not as a bare array. */
  readonly bindings?: boolean;
  readonly limit?: number;
  readonly offset?: number;
}

/** The first page of a layer of areas. */
function writeLayer(mirror: string, name: 'townscapes' | 'worldHeritage', body: string | Buffer): void {
  const layer = String(PROTECTED_AREAS.options?.[`${name}Layer`]);
  const url = PROTECTED_AREAS.urls[name] ?? '';
  writeToMirror(mirror, pageUrl({ sourceId: PROTECTED_AREAS.id, url, layer, pageFeatures: 10_000 }, 0), body);
}
