import { BUILDINGS, CONCEPTS, LISTINGS, OBJECTS } from '../../../ingest/sources/rce/linked-data.ts';
import { type MapLayer, pageUrl } from '../../../ingest/sources/rce/map-layer.ts';
import { MONUMENTS, PROTECTED_AREAS } from '../../../ingest/sources/rce/sources.ts';
import { writeAnswer } from '../../support/heritage-mirror.ts';
import { writeToMirror } from '../../support/mirror-folder.ts';

export type Attributes = Readonly<Record<string, unknown>>;
export type Row = Readonly<Record<string, string>>;

export interface Feature {
  readonly properties: Attributes;
  readonly geometry: unknown;
}

/** What the publisher serves; what is left out is empty, but for one listing of a monument elsewhere. */
export interface HeritageFiles {
  readonly points?: readonly Feature[];
  readonly outlines?: readonly Feature[];
  readonly listings?: readonly Row[];
  readonly archaeologicalListings?: readonly Row[];
  readonly objects?: readonly Row[];
  readonly buildings?: readonly Row[];
  readonly townscapes?: readonly Feature[];
  readonly worldHeritage?: readonly Feature[];
}

export const POINTS_LAYER: MapLayer = {
  sourceId: MONUMENTS.id,
  url: MONUMENTS.urls.points ?? '',
  layer: 'openbaar:rijksmonumentpunten',
  sortBy: 'rijksmonument_nummer',
  pageFeatures: 10_000,
};
export const OUTLINES_LAYER: MapLayer = { ...POINTS_LAYER, layer: 'openbaar:rijksmonumentcontouren' };
export const TOWNSCAPES_LAYER: MapLayer = {
  sourceId: PROTECTED_AREAS.id,
  url: PROTECTED_AREAS.urls.townscapes ?? '',
  layer: 'rce:Townscapes',
  pageFeatures: 10_000,
};
export const WORLD_HERITAGE_LAYER: MapLayer = { ...TOWNSCAPES_LAYER, layer: 'rce:WorldHeritage' };

/** Lays out one page or answer of everything that the group asks for. */
export function writeHeritage(mirror: string, files: HeritageFiles): void {
  writePage(mirror, POINTS_LAYER, files.points ?? []);
  writePage(mirror, OUTLINES_LAYER, files.outlines ?? []);
  writePage(mirror, TOWNSCAPES_LAYER, files.townscapes ?? []);
  writePage(mirror, WORLD_HERITAGE_LAYER, files.worldHeritage ?? []);
  writeAnswer(mirror, LISTINGS('built'), files.listings ?? [listing(999_999, '1965-01-01')], {
    bindings: true,
  });
  writeAnswer(mirror, LISTINGS('archaeological'), files.archaeologicalListings ?? []);
  writeAnswer(mirror, OBJECTS, files.objects ?? []);
  writeAnswer(mirror, BUILDINGS, files.buildings ?? [], { bindings: true });
}

/** One page of a layer, as a map service gives it. */
export function writePage(
  mirror: string,
  layer: MapLayer,
  features: readonly Feature[],
  { start = 0, matched }: { start?: number; matched?: number | string } = {},
): void {
  const page = {
    type: 'FeatureCollection',
    features: features.map((feature) => ({ type: 'Feature', ...feature })),
    numberMatched: matched ?? features.length,
    timeStamp: '2025-11-03T06:00:00.000Z',
  };
  writeToMirror(mirror, pageUrl(layer, start), JSON.stringify(page));
}

/** A monument of the layer of points. */
export function monumentFeature(
  number: number,
  [x, y]: readonly [number, number],
  attributes: Attributes = {},
): Feature {
  return {
    properties: {
      rijksmonument_nummer: number,
      complex_nummer: null,
      juridische_status: 'rijksmonument',
      aard_monument: 'onroerend gebouwd',
      kwaliteit_geometrie: 'exact',
      hoofdcategorie: 'Religieuze gebouwen',
      subcategorie: 'Kerk en kerkonderdeel',
      rijksmonumenturl: `https://monumentenregister.cultureelerfgoed.nl/monumenten/${number}`,
      ...attributes,
    },
    geometry: { type: 'Point', coordinates: [x, y] },
  };
}

/** A square of RD New metres as a ring of GeoJSON. */
export function square(westM: number, southM: number, sizeM: number): number[][] {
  return [
    [westM, southM],
    [westM + sizeM, southM],
    [westM + sizeM, southM + sizeM],
    [westM, southM + sizeM],
    [westM, southM],
  ];
}

/** A townscape with the attributes of the layer. */
export function townscape(
  number: number,
  rings: readonly number[][][],
  attributes: Attributes = {},
): Feature {
  return {
    properties: {
      BRON_ID: String(number),
      NAAM: `Townscape ${number}`,
      JURSTATUS: 'rijksbeschermd stads- of dorpsgezicht',
      AANGEWEZEN: '1969/05/13',
      INTREKKING: '',
      AANGEWEZ_S: '19690513',
      ...attributes,
    },
    geometry: { type: 'Polygon', coordinates: rings },
  };
}

/** A listing as the knowledge graph gives it. */
export function listing(
  number: number,
  listed: string,
  {
    status = CONCEPTS.listed,
    base = 'https://data.cultureelerfgoed.nl/term/id/rn/2/',
  }: {
    readonly status?: string;
    readonly base?: string;
  } = {},
): Row {
  return { number: String(number), status: `${base}${status}`, listed };
}
