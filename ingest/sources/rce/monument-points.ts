import { toRdPoint } from '../../../db/dutch-coordinates.ts';
import { GeoJsonError, type GeoJsonFeature, readGeoJsonGeometry } from '../../../db/geojson.ts';
import type { Point } from '../../../db/geometry.ts';
import { isListed, locationQualityOf, numberOf, textOf } from '../../../db/monument-values.ts';
import type { LocationQuality, MonumentNature } from '../../../db/schema/heritage.ts';
import type { ColumnSpec } from '../../formats/columns.ts';
import { readGeoJson } from '../../formats/geojson.ts';
import type { SparqlRow } from '../../formats/sparql-json.ts';
import { parseWkt, WktError } from '../../formats/wkt.ts';
import type { FetchedFile, Fetcher, LoadContext } from '../source.ts';
import { type FieldReader, fieldReader } from './feature-fields.ts';
import { conceptOf, natureOf } from './field-values.ts';
import { CONCEPTS, fetchAnswer, POINTS, readAnswer } from './linked-data.ts';
import { fetchMapLayer } from './map-layer.ts';
import { countOption, MONUMENTS, pageOf, serviceOption, textOption } from './sources.ts';

/** A monument as the layer of points has it. */
export interface MonumentPoint {
  readonly number: number;
  readonly xM: number;
  readonly yM: number;
  readonly nature: MonumentNature;
  readonly mainCategory: string | null;
  readonly subcategory: string | null;
  readonly locationQuality: LocationQuality | null;
  readonly complexNumber: number | null;
  readonly registerUrl: string;
}

/** Attributes of both layers of monuments: names of the map services, then those of the shapefiles. */
export const MONUMENT_FIELDS = {
  number: { names: ['rijksmonument_nummer', 'rijksmonumentnummer', 'rijksmonum'] },
  status: { names: ['juridische_status', 'juridische'], required: true },
  nature: { names: ['aard_monument', 'aard_monum'], required: true },
  quality: { names: ['kwaliteit_geometrie', 'kwaliteit_'] },
  mainCategory: { names: ['hoofdcategorie', 'hoofdcateg'] },
  subcategory: { names: ['subcategorie', 'subcategor'] },
  complexNumber: { names: ['complex_nummer', 'complexnummer', 'complex_nu'] },
  registerUrl: { names: ['rijksmonumenturl', 'rijksurl', 'ci_citation'] },
} as const satisfies Record<string, ColumnSpec>;

export type MonumentField = keyof typeof MONUMENT_FIELDS;

/** Points farther apart than this are two places of one monument. */
const ONE_PLACE_M = 25;

/** The better known, the lower. */
const QUALITY_RANKS = { exact: 0, decision: 1, approximate: 3 } as const satisfies Record<
  LocationQuality,
  number
>;
const UNKNOWN_QUALITY_RANK = 2;

export interface PointFiles {
  /** Pages of the map service. */
  readonly layer: readonly FetchedFile[];
  /** Answers of the knowledge graph, by nature. */
  readonly answers: readonly { readonly nature: MonumentNature; readonly files: readonly FetchedFile[] }[];
}

/** Downloads the points from wherever the option `service` says. */
export async function fetchMonumentPoints(fetcher: Fetcher): Promise<PointFiles> {
  const declaration = fetcher.declaration(MONUMENTS.id);
  if (serviceOption(declaration) === 'linked-data') {
    const built = await fetchAnswer(fetcher, POINTS('built'), MONUMENTS.id);
    const archaeological = await fetchAnswer(fetcher, POINTS('archaeological'), MONUMENTS.id);
    return {
      layer: [],
      answers: [
        { nature: 'built', files: built },
        { nature: 'archaeological', files: archaeological },
      ],
    };
  }
  const layer = await fetchMapLayer(fetcher, {
    sourceId: MONUMENTS.id,
    url: declaration.urls.points ?? '',
    layer: textOption(declaration, 'pointsLayer'),
    sortBy: textOption(declaration, 'sortBy'),
    pageFeatures: countOption(declaration, 'pageFeatures'),
  });
  return { layer, answers: [] };
}

/** One point for each listed monument, by number. */
export async function readMonumentPoints(
  context: LoadContext,
  files: PointFiles,
): Promise<Map<number, MonumentPoint>> {
  const points = new Map<number, MonumentPoint>();
  const progress = context.progress('monuments');
  let read = 0;
  const count = (rows: number) => {
    read += rows;
    context.read(MONUMENTS.id, rows);
    progress.at(0, read);
  };
  for (const file of files.layer) {
    const { features } = await readGeoJson(file.path, file.url);
    if (features.length > 0)
      readFeatures(context, points, features, fieldReader(context, file, features, MONUMENT_FIELDS));
    count(features.length);
  }
  for (const { nature, files: answer } of files.answers) {
    for await (const rows of readAnswer(answer)) {
      for (const row of rows) readRow(context, points, row, nature);
      count(rows.length);
    }
  }
  progress.done();
  return points;
}

/** Number of a feature's monument: its own attribute, or the end of the address of its page. */
export function monumentNumberOf(feature: GeoJsonFeature, field: FieldReader<MonumentField>): number | null {
  const own = numberOf(field(feature, 'number'));
  return own ?? numberOf(/(\d+)\/?$/.exec(textOf(field(feature, 'registerUrl')) ?? '')?.[1]);
}

/** Page of a monument in the register: the publisher's own address, or else by the pattern. */
export function registerUrlOf(context: LoadContext, number: number, stated: unknown = undefined): string {
  const text = textOf(stated) ?? '';
  if (/^https:\/\/\S+$/.test(text)) return text;
  return pageOf(textOption(context.declaration(MONUMENTS.id), 'registerPage'), number) ?? '';
}

function readFeatures(
  context: LoadContext,
  points: Map<number, MonumentPoint>,
  features: readonly GeoJsonFeature[],
  field: FieldReader<MonumentField>,
): void {
  for (const feature of features) {
    if (!isListed(field(feature, 'status'))) {
      context.note(MONUMENTS.id, 'no listed monument: under procedure, or no longer listed');
      continue;
    }
    const number = monumentNumberOf(feature, field);
    const nature = natureOf(field(feature, 'nature'));
    const example = { value: JSON.stringify(feature.properties) };
    if (number === null) context.reject(MONUMENTS.id, 'no monument number', example);
    else if (nature === undefined) context.reject(MONUMENTS.id, 'neither built nor archaeological', example);
    else {
      const facts = {
        number,
        nature,
        mainCategory: textOf(field(feature, 'mainCategory')),
        subcategory: textOf(field(feature, 'subcategory')),
        locationQuality: locationQualityOf(field(feature, 'quality')),
        complexNumber: numberOf(field(feature, 'complexNumber')),
        registerUrl: registerUrlOf(context, number, field(feature, 'registerUrl')),
      };
      addPoints(context, points, facts, () => pointsOf(readGeoJsonGeometry(feature.geometry)));
    }
  }
}

function readRow(
  context: LoadContext,
  points: Map<number, MonumentPoint>,
  row: SparqlRow,
  nature: MonumentNature,
): void {
  if (conceptOf(row.status ?? '') !== CONCEPTS.listed) {
    context.note(MONUMENTS.id, 'no listed monument: under procedure, or no longer listed');
    return;
  }
  const number = numberOf(row.number);
  if (number === null) {
    context.reject(MONUMENTS.id, 'no monument number', { value: JSON.stringify(row) });
    return;
  }
  const facts = {
    number,
    nature,
    mainCategory: null,
    subcategory: null,
    locationQuality: null,
    complexNumber: null,
    registerUrl: registerUrlOf(context, number),
  };
  addPoints(context, points, facts, () => pointsOf(parseWkt(row.wkt ?? '')));
}

function pointsOf(geometry: ReturnType<typeof readGeoJsonGeometry>): readonly Point[] {
  if (geometry?.type === 'area') throw new GeoJsonError('an area stands where a point should be.');
  return geometry?.points ?? [];
}

function addPoints(
  context: LoadContext,
  points: Map<number, MonumentPoint>,
  facts: Omit<MonumentPoint, 'xM' | 'yM'>,
  read: () => readonly Point[],
): void {
  const located = locate(context, facts.number, read);
  for (const { xM, yM } of located) {
    const point = { ...facts, xM, yM };
    const known = points.get(facts.number);
    if (known !== undefined) {
      const apart = Math.hypot(known.xM - xM, known.yM - yM);
      context.note(
        MONUMENTS.id,
        apart > ONE_PLACE_M
          ? `second point of a monument, over ${ONE_PLACE_M} m away`
          : 'second point of a monument',
      );
    }
    if (known === undefined || isBetter(point, known)) points.set(facts.number, point);
  }
}

function locate(context: LoadContext, number: number, read: () => readonly Point[]) {
  try {
    const points = read();
    const inside = points.flatMap(({ x, y }) => toRdPoint(x, y) ?? []);
    if (inside.length > 0) return inside;
    const reason = points.length === 0 ? 'no location' : 'location outside the Netherlands';
    context.reject(MONUMENTS.id, reason, { value: `${number} ${JSON.stringify(points)}` });
  } catch (error) {
    if (!(error instanceof GeoJsonError || error instanceof WktError)) throw error;
    context.reject(MONUMENTS.id, 'location cannot be read', { value: `${number}: ${error.message}` });
  }
  return [];
}

/**
 * Of two points of a monument (most have two in linked data, some centimetres apart) the better known one stays; of
 * equals the western, then the southern: so the order of the pages does not matter.
 */
function isBetter(one: MonumentPoint, other: MonumentPoint): boolean {
  const difference = rankOf(one) - rankOf(other) || one.xM - other.xM || one.yM - other.yM;
  return difference < 0;
}

function rankOf({ locationQuality }: MonumentPoint): number {
  return locationQuality === null ? UNKNOWN_QUALITY_RANK : QUALITY_RANKS[locationQuality];
}
