import { readFileSync } from 'node:fs';
import { toRdArea } from '../../db/dutch-coordinates.ts';
import { readFeatureCollection, readGeoJsonGeometry } from '../../db/geojson.ts';
import { type Area, boundingBox, containsPoint } from '../../db/geometry.ts';
import { situationClass } from '../../ingest/sources/bzk/classes.ts';
import { csvRows } from '../support/csv-rows.ts';
import { featuresAnswer, type MapFeature, wfsException } from './map-service.ts';
import type { StandIn, StandInAnswer, StandInRequest } from './stand-in.ts';

const SAMPLE = new URL('../../ingest/sample/', import.meta.url);
const SCORES =
  'www.leefbaarometer.nl/resources/open-data-leefbaarometer-meting-2024.zip/Leefbaarometer 3.0 - Meting 2024 - open data/';
const OUTLINES =
  'api.pdok.nl/cbs/wijken-en-buurten-2025/ogc/v1/collections/buurten/items%3Ff=json&limit=1000';

interface ScoredArea extends MapFeature {
  readonly area: Area;
}

type ScoreRow = Record<'jaar' | 'afw' | 'fys' | 'onv' | 'soc' | 'vrz' | 'won' | 'lbm' | string, string>;

/** Outlines of the sample's neighbourhoods in the Dutch grid, by code. */
function readOutlines(): Map<string, Area> {
  const page: unknown = JSON.parse(readFileSync(new URL(OUTLINES, SAMPLE), 'utf8'));
  return new Map(
    readFeatureCollection(page, 'the sample').features.flatMap((feature) => {
      const geometry = readGeoJsonGeometry(feature.geometry);
      const area = geometry?.type === 'area' ? toRdArea(geometry.area) : undefined;
      return area === undefined ? [] : [[String(feature.properties.bu_code), area] as const];
    }),
  );
}

/** Scores of one year on the outlines; a district is drawn by those of its neighbourhoods that are known. */
function readLayer(level: 'buurt' | 'wijk', outlines: ReadonlyMap<string, Area>, year: string): ScoredArea[] {
  const file = new URL(`${SCORES}Leefbaarometer-scores ${level}en 2002-2024.csv`, SAMPLE);
  const [code, name] = level === 'buurt' ? ['bu_code', 'bu_naam'] : ['wk_code', 'wk_naam'];
  return (csvRows(file.pathname.replaceAll('%20', ' ')) as ScoreRow[]).flatMap((row, at) => {
    if (row.jaar !== year) return [];
    const id = row[code] ?? '';
    const area = [...outlines].flatMap(([neighbourhood, outline]) =>
      neighbourhood.slice(2).startsWith(id.slice(2)) ? outline : [],
    );
    if (area.length === 0) return [];
    const { afw, fys, onv, soc, vrz, won } = row;
    const properties = {
      gemeente: 'Amsterdam',
      name: row[name],
      id,
      scale: level,
      kscore: situationClass(Number(row.lbm)),
      ...Object.fromEntries(
        Object.entries({ afw, fys, onv, soc, vrz, won }).map(([key, value]) => [
          key,
          Number(Number(value).toPrecision(6)),
        ]),
      ),
      year,
    };
    const coordinates = area.map((polygon) => polygon.map(positionsOf));
    return { id: `${level}score.${at}`, area, geometry: { type: 'MultiPolygon', coordinates }, properties };
  });
}

function positionsOf(ring: Float64Array): number[][] {
  return Array.from({ length: ring.length / 2 }, (_, at) => [ring[2 * at] ?? 0, ring[2 * at + 1] ?? 0]);
}

const outlines = readOutlines();
const LAYERS: ReadonlyMap<string, readonly ScoredArea[]> = new Map(
  (['buurt', 'wijk'] as const).flatMap((level) =>
    ['2022', '2024'].map((year) => [`lbm3:${level}score${year.slice(2)}`, readLayer(level, outlines, year)]),
  ),
);

/** Scores of the sample's neighbourhoods and districts, by the place that lies in them. */
export const LEEFBAAROMETER_STAND_IN: StandIn = {
  id: 'leefbaarometer',
  setting: 'LEEFBAAROMETER_WFS_URL',
  answer: (request) => answerAreas(request, (area, x, y) => containsPoint(area, x, y)),
  /** The filter is not looked at: another area comes first. */
  wrongObject: (request) => answerAreas(request, (area, x, y) => !containsPoint(area, x, y), 1),
};

function answerAreas(
  { query }: StandInRequest,
  fits: (area: Area, x: number, y: number) => boolean,
  most = 1000,
): StandInAnswer {
  const layer = LAYERS.get(query.get('typeName') ?? '');
  if (query.get('request') !== 'GetFeature' || layer === undefined) {
    return wfsException('InvalidParameterValue', 'Feature type unknown');
  }
  const filter = query.get('CQL_FILTER');
  const point = /^INTERSECTS\(geom,POINT\((-?[\d.]+) (-?[\d.]+)\)\)$/.exec(filter ?? '');
  if (filter !== null && point === null)
    return wfsException('NoApplicableCode', 'Could not parse CQL filter');
  const [x, y] = [Number(point?.[1]), Number(point?.[2])];
  const found = filter === null ? layer : layer.filter(({ area }) => fits(area, x, y));
  const sent = found.slice(0, Math.min(most, Number(query.get('count') ?? 1000)));
  return featuresAnswer(
    sent.map(({ id, geometry, properties }) => ({ id, geometry, properties })),
    Math.min(found.length, most),
  );
}

/** A place in a neighbourhood of the sample, in metres of the Dutch grid. */
export function placeIn(code: string): readonly [number, number] {
  const box = boundingBox(outlines.get(code) ?? []);
  if (box === undefined) throw new Error(`The sample has no outline of ${code}.`);
  return [(box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2];
}
