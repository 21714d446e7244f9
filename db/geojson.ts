import type { Area, Point, Ring } from './geometry.ts';

/** A text is no GeoJSON, or a geometry is not what its type says. */
export class GeoJsonError extends Error {
  override readonly name = 'GeoJsonError';
  readonly code = 'bad_geojson';
}

/** A geometry in the coordinates of its collection: a few points, or an area. */
export type PlaneGeometry =
  | { readonly type: 'points'; readonly points: readonly Point[] }
  | { readonly type: 'area'; readonly area: Area };

export interface GeoJsonFeature {
  readonly properties: Readonly<Record<string, unknown>>;
  /** As it stands; {@link readGeoJsonGeometry} reads it. */
  readonly geometry: unknown;
}

export interface GeoJsonPage {
  readonly features: readonly GeoJsonFeature[];
  /** How many features the whole question has, where the server says it. */
  readonly matched: number | undefined;
  /** Address of the next page, where the server pages by links (OGC API Features); absolute, as it stands. */
  readonly nextUrl: string | undefined;
}

/**
 * A parsed feature collection.
 * @param origin where it came from, for messages
 * @throws GeoJsonError when it is something else, e.g. a server's error in JSON
 */
export function readFeatureCollection(page: unknown, origin: string): GeoJsonPage {
  if (!isRecord(page) || !Array.isArray(page.features)) {
    throw new GeoJsonError(`${origin}: expected a feature collection, found no array "features".`);
  }
  const features = page.features.map((feature: unknown): GeoJsonFeature => {
    if (!isRecord(feature)) throw new GeoJsonError(`${origin}: a feature is no object.`);
    return {
      properties: isRecord(feature.properties) ? feature.properties : {},
      geometry: feature.geometry ?? null,
    };
  });
  const matched = wholeNumber(page.numberMatched) ?? wholeNumber(page.totalFeatures);
  return { features, matched, nextUrl: nextLink(page.links) };
}

function nextLink(links: unknown): string | undefined {
  if (!Array.isArray(links)) return undefined;
  const next: unknown = links.find((link) => isRecord(link) && link.rel === 'next');
  return isRecord(next) && typeof next.href === 'string' ? next.href : undefined;
}

/** Some servers say "unknown". */
function wholeNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

/**
 * Reads a geometry; heights are left out.
 * @returns null for a feature without one, or an empty one
 * @throws GeoJsonError for lines and collections, and for coordinates that are no numbers
 */
export function readGeoJsonGeometry(geometry: unknown): PlaneGeometry | null {
  if (geometry === null || geometry === undefined) return null;
  if (!isRecord(geometry)) throw new GeoJsonError('the geometry is no object.');
  const { type, coordinates } = geometry;
  switch (type) {
    case 'Point':
      return pointsOrNull(isEmpty(coordinates) ? [] : [readPosition(coordinates)]);
    case 'MultiPoint':
      return pointsOrNull(list(coordinates).map(readPosition));
    case 'Polygon':
      return areaOrNull([readRings(coordinates)]);
    case 'MultiPolygon':
      return areaOrNull(list(coordinates).map(readRings));
    default:
      throw new GeoJsonError(`geometries of the type ${JSON.stringify(type) ?? 'undefined'} are not read.`);
  }
}

/** Points as a geometry; null where there are none. */
export function pointsOrNull(points: readonly Point[]): PlaneGeometry | null {
  return points.length === 0 ? null : { type: 'points', points };
}

/** Polygons as a geometry, those without an outer ring left out; null where none is left. */
export function areaOrNull(polygons: readonly (readonly Ring[])[]): PlaneGeometry | null {
  const area = polygons.filter((polygon) => (polygon[0]?.length ?? 0) > 0);
  return area.length === 0 ? null : { type: 'area', area };
}

function readRings(value: unknown): Ring[] {
  return list(value).map((ring) => {
    const positions = list(ring);
    const coordinates = new Float64Array(positions.length * 2);
    for (const [at, position] of positions.entries()) {
      const { x, y } = readPosition(position);
      coordinates[at * 2] = x;
      coordinates[at * 2 + 1] = y;
    }
    return coordinates;
  });
}

function readPosition(value: unknown): Point {
  const [x, y] = list(value);
  if (typeof x !== 'number' || typeof y !== 'number') {
    throw new GeoJsonError('a position is no pair of numbers.');
  }
  return { x, y };
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new GeoJsonError('coordinates are no array.');
  return value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
