import { GeoJsonError, readGeoJsonGeometry } from '../../../db/geojson.ts';
import type { Area } from '../../../db/geometry.ts';
import { wgs84ToRd } from '../../../db/rd-new.ts';
import { MissingColumnsError, resolveColumns } from '../../formats/columns.ts';
import { readGeoJson } from '../../formats/geojson.ts';
import { GeoPackage, GeoPackageError, readGeoPackageGeometry } from '../../formats/geopackage.ts';
import { UnexpectedFormatError } from '../source.ts';
import { parseText } from './cells.ts';
import { DISTRICT_MAP, type MapFiles, type MapLayer } from './district-map.ts';

/** One area of the map as the publisher gives it. */
export interface MapFeature {
  readonly code: unknown;
  readonly name: string | null;
  /** `JA`, `NEE` or `B` (Belgian enclave); null where the map does not say. */
  readonly water: string | null;
  readonly residents: unknown;
  /** Year of the map; null where it does not say. */
  readonly year: number | null;
  /** RD New metres; null where there is none, or none that can be read. */
  readonly area: Area | null;
}

/** Names in the GeoPackage, in WFS (same words, in camel case), in OGC API Features, and in older shapefiles. */
const RESIDENTS = { names: ['aantal_inwoners', 'aantalInwoners', 'aant_inw'] } as const;
const WATER = { names: ['water', 'h2o'] } as const;
const YEAR = { names: ['jaar', 'year'] } as const;
/** `2024BU03080000`, older `jaarstatcode`. */
const YEAR_CODE = { names: ['jrstatcode', 'jaarstatcode'] } as const;
const SHARED = { residents: RESIDENTS, water: WATER, year: YEAR, yearCode: YEAR_CODE };
const COLUMNS = {
  buurten: {
    ...SHARED,
    code: { names: ['buurtcode', 'bu_code', 'buCode'], required: true },
    name: { names: ['buurtnaam', 'bu_naam', 'buNaam'] },
  },
  wijken: {
    ...SHARED,
    code: { names: ['wijkcode', 'wk_code', 'wkCode'], required: true },
    name: { names: ['wijknaam', 'wk_naam', 'wkNaam'] },
  },
} as const;

/** @throws MissingColumnsError when a layer has no codes */
export function checkMapHeader(layer: MapLayer, header: readonly string[]): void {
  resolveColumns<string>(COLUMNS[layer], header);
}

/** Exports name layers as they like (`CBS_Buurten`). */
const LAYER_NAMES: Readonly<Record<MapLayer, RegExp>> = { buurten: /buurt(en)?/i, wijken: /wijk(en)?/i };

/**
 * Reads the areas of a layer, one at a time or a page at a time.
 * @throws UnexpectedFormatError when the neighbourhoods, or the column with their codes, are not there
 */
export async function* readMapLayer(files: MapFiles, layer: MapLayer): AsyncGenerator<MapFeature> {
  if (files.form === 'geopackage') {
    yield* readPackageLayer(files.file, layer);
    return;
  }
  for (const { path, url } of files.pages[layer]) {
    const { features } = await readGeoJson(path, url);
    // Services leave out what is null: a page's columns are those that any of its features has.
    const header = [...new Set(features.flatMap(({ properties }) => Object.keys(properties)))];
    if (header.length === 0) continue;
    const read = featureReader(layer, header, url);
    for (const { properties, geometry } of features) {
      yield read(
        (name) => properties[name],
        readArea(() => readGeoJsonGeometry(geometry)),
      );
    }
  }
}

function* readPackageLayer(
  { path, url }: { readonly path: string; readonly url: string },
  layer: MapLayer,
): Generator<MapFeature> {
  const source = new GeoPackage(path);
  try {
    const layers = source.layers();
    const table =
      layers.find((name) => name === layer) ?? layers.find((name) => LAYER_NAMES[layer].test(name));
    const geometry = table === undefined ? undefined : source.geometryColumn(table);
    if (table === undefined || geometry === undefined) {
      // A cut-out may have neighbourhoods only.
      if (layer === 'wijken') return;
      throw new UnexpectedFormatError({
        sourceId: DISTRICT_MAP.id,
        file: url,
        expected: `a layer "${layer}"`,
        found: layers.join(', ') || 'no layer',
      });
    }
    const read = featureReader(layer, source.columns(table), url);
    for (const row of source.rows(table)) {
      const bytes = row[geometry];
      yield read(
        (name) => row[name],
        readArea(() => (Buffer.isBuffer(bytes) ? readGeoPackageGeometry(bytes) : null)),
      );
    }
  } finally {
    source.close();
  }
}

function featureReader(layer: MapLayer, header: readonly string[], url: string) {
  const { index } = columnsOf(layer, header, url);
  return (cell: (name: string) => unknown, area: Area | null): MapFeature => {
    const at = (position: number) => (position < 0 ? null : cell(header[position] ?? ''));
    return {
      code: at(index.code),
      name: parseText(at(index.name)),
      water: parseText(at(index.water)),
      residents: at(index.residents),
      year: parseYear(at(index.year)) ?? parseYear(at(index.yearCode)),
      area,
    };
  };
}

function columnsOf(layer: MapLayer, header: readonly string[], url: string) {
  try {
    return resolveColumns(COLUMNS[layer], header);
  } catch (error) {
    if (!(error instanceof MissingColumnsError)) throw error;
    throw new UnexpectedFormatError({
      sourceId: DISTRICT_MAP.id,
      file: url,
      expected: `the code of each area of the layer "${layer}"`,
      found: error.message,
    });
  }
}

function parseYear(cell: unknown): number | null {
  const year = /^\d{4}/.exec(String(cell ?? ''))?.[0];
  return year === undefined ? null : Number(year);
}

type ReadGeometry = typeof readGeoPackageGeometry | typeof readGeoJsonGeometry;

/** Lines, points and broken geometries are no areas. */
function readArea(read: () => ReturnType<ReadGeometry>): Area | null {
  try {
    const geometry = read();
    return geometry?.type === 'area' ? toRdNew(geometry.area) : null;
  } catch (error) {
    if (error instanceof GeoJsonError || error instanceof GeoPackageError) return null;
    throw error;
  }
}

/** GeoJSON is in degrees by its standard, and in metres in many exports; nothing in the country is both. */
function toRdNew(area: Area): Area {
  const [x = 0, y = 0] = area[0]?.[0] ?? [];
  if (Math.abs(x) > 180 || Math.abs(y) > 90) return area;
  return area.map((polygon) =>
    polygon.map((ring) => {
      const metres = new Float64Array(ring.length);
      for (let at = 0; at + 1 < ring.length; at += 2) {
        const { xM, yM } = wgs84ToRd(ring[at + 1] as number, ring[at] as number);
        metres[at] = xM;
        metres[at + 1] = yM;
      }
      return metres;
    }),
  );
}
