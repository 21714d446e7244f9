import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type AreaKind, NATIONAL_MEAN } from '../../../db/schema/liveability.ts';
import { type ColumnSpec, resolveColumns } from '../../formats/columns.ts';
import { readCsv } from '../../formats/csv.ts';

/** One area in one year, as the publisher gives it. */
export interface ScoreRow {
  readonly code: string;
  readonly kind: AreaKind;
  readonly name: string | null;
  readonly year: number;
  readonly score: number;
  readonly deviation: number;
  readonly physicalEnvironment: number;
  readonly nuisanceAndSafety: number;
  readonly socialCohesion: number;
  readonly amenities: number;
  readonly housingStock: number;
  /** The publisher's class of the score; only the map service gives it. */
  readonly publishedClass: number | null;
}

/** Why a row has no score: some areas are listed without one, the others are faults. */
export type RowProblem = 'no score' | 'unknown area code' | 'unreadable year' | 'unreadable score';

/**
 * The score files (`bu_code, bu_naam, jaar, lbm, afw, ...`, since 2020 with `versie`) and the attributes of the map
 * service (`id, name, year, afw, ...`, without `lbm`) in one: every column has one meaning under all its names.
 */
const COLUMNS = {
  code: {
    names: ['bu_code', 'wk_code', 'gm_code', 'buurtcode', 'wijkcode', 'gemeentecode', 'id'],
    required: true,
  },
  name: { names: ['bu_naam', 'wk_naam', 'gm_naam', 'buurtnaam', 'wijknaam', 'gemeentenaam', 'name', 'naam'] },
  year: { names: ['jaar', 'year'], required: true },
  score: { names: ['lbm'] },
  deviation: { names: ['afw'], required: true },
  physicalEnvironment: { names: ['fys'], required: true },
  nuisanceAndSafety: { names: ['onv'], required: true },
  socialCohesion: { names: ['soc'], required: true },
  amenities: { names: ['vrz'], required: true },
  housingStock: { names: ['won'], required: true },
  publishedClass: { names: ['kscore'] },
} as const satisfies Record<string, ColumnSpec>;

type Column = keyof typeof COLUMNS;

const KINDS: readonly (readonly [RegExp, AreaKind])[] = [
  [/^BU\d{4}[0-9A-Z]{4}$/, 'neighbourhood'],
  [/^WK\d{4}[0-9A-Z]{2}$/, 'district'],
  [/^GM\d{4}$/, 'municipality'],
];

/** Turns rows of one header into scores. */
export class ScoreParser {
  readonly #index: Readonly<Record<Column, number>>;

  /** @throws MissingColumnsError when the header is of neither layout */
  constructor(header: readonly string[]) {
    this.#index = resolveColumns<Column>(COLUMNS, header).index;
  }

  parse(row: readonly unknown[]): ScoreRow | RowProblem {
    const cell = (column: Column) => row[this.#index[column]];
    const code = String(cell('code') ?? '').trim();
    const kind = KINDS.find(([pattern]) => pattern.test(code))?.[1];
    if (kind === undefined) return 'unknown area code';
    // A number in the files, text in the map service.
    const year = parseNumber(cell('year'));
    if (typeof year !== 'number' || !Number.isInteger(year) || year < 2000 || year > 2100) {
      return 'unreadable year';
    }
    const contributions = {
      deviation: parseNumber(cell('deviation')),
      physicalEnvironment: parseNumber(cell('physicalEnvironment')),
      nuisanceAndSafety: parseNumber(cell('nuisanceAndSafety')),
      socialCohesion: parseNumber(cell('socialCohesion')),
      amenities: parseNumber(cell('amenities')),
      housingStock: parseNumber(cell('housingStock')),
    };
    const givenScore = parseNumber(cell('score'));
    const cells = [givenScore, ...Object.values(contributions)];
    if (cells.includes(undefined)) return 'unreadable score';
    if (!allNumbers(contributions)) return 'no score';
    return {
      code,
      kind,
      name: String(cell('name') ?? '').trim() || null,
      year,
      score: givenScore ?? NATIONAL_MEAN + contributions.deviation,
      ...contributions,
      publishedClass: parseNumber(cell('publishedClass')) ?? null,
    };
  }
}

function allNumbers<Key extends string>(
  values: Readonly<Record<Key, number | null | undefined>>,
): values is Readonly<Record<Key, number>> {
  return Object.values(values).every((value) => typeof value === 'number');
}

/** @returns null for an empty cell, `undefined` for one that is not a number */
function parseNumber(cell: unknown): number | null | undefined {
  if (cell === null || cell === undefined) return null;
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : undefined;
  const text = String(cell).trim();
  if (text === '' || text === '.' || text === 'NA') return null;
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i.test(text)) return undefined;
  return Number(text.replace(',', '.'));
}

/** A batch of rows with the parser for their header. */
export interface ScoreBatch {
  readonly header: readonly string[];
  readonly parser: ScoreParser;
  readonly rows: readonly (readonly unknown[])[];
}

/** Rows of a CSV file of either layout; delimiter by header, since it has changed between editions. */
export async function* readScoreCsv(input: Readable): AsyncGenerator<ScoreBatch> {
  const table = await readCsv(input, { delimiter: 'detect' });
  const parser = new ScoreParser(table.header);
  for await (const rows of table.batches) yield { header: table.header, parser, rows };
}

/** The answer of the map service is not a collection of features. */
export class FeatureError extends Error {
  override readonly name = 'FeatureError';
  readonly code = 'bad_features';
}

/** Attributes of the features of one saved page; geometry, if any, is left out. */
export async function readFeatureAttributes(path: string): Promise<readonly Record<string, unknown>[]> {
  const text = await readFile(path, 'utf8');
  let page: unknown;
  try {
    page = JSON.parse(text);
  } catch (cause) {
    throw new FeatureError(`${path}: the map service did not answer in JSON: ${text.slice(0, 200)}`, {
      cause,
    });
  }
  if (!isRecord(page) || !Array.isArray(page.features)) {
    throw new FeatureError(`${path}: expected a GeoJSON FeatureCollection.`);
  }
  return page.features.map((feature: unknown) => {
    if (!isRecord(feature) || !isRecord(feature.properties)) {
      throw new FeatureError(`${path}: a feature has no properties.`);
    }
    return feature.properties;
  });
}

/** The features of one saved page as rows. */
export async function* readScoreFeatures(path: string): AsyncGenerator<ScoreBatch> {
  const attributes = await readFeatureAttributes(path);
  const [first] = attributes;
  if (first === undefined) return;
  const header = Object.keys(first);
  yield {
    header,
    parser: new ScoreParser(header),
    rows: attributes.map((attribute) => header.map((column) => attribute[column])),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
