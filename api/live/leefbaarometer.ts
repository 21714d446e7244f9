import { toRdArea } from '../../db/dutch-coordinates.ts';
import type { GeoJsonFeature } from '../../db/geojson.ts';
import { type Area, containsPoint } from '../../db/geometry.ts';
import { NATIONAL_MEAN } from '../../db/schema/liveability.ts';
import type { LiveAnswer, LiveSource } from './live-source.ts';
import { FEATURE_TYPES, readMapFeatures, readMapGeometry } from './map-features.ts';
import { UnexpectedAnswer, Upstream, type UpstreamAnswer, type UpstreamDeps } from './upstream.ts';

export const LEEFBAAROMETER_MAP: LiveSource = {
  id: 'bzk-leefbaarometer',
  name: 'Leefbaarometer 3.0, liveability scores of neighbourhoods',
  publisher: 'Ministry of the Interior and Kingdom Relations (BZK)',
  licence: 'CC0-1.0',
  licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
  attribution: 'Source: Leefbaarometer 3.0, Ministry of the Interior and Kingdom Relations, CC0.',
  url: 'https://www.leefbaarometer.nl/page/Opendata',
};

/** Year of the layers: they are named by its last two digits, and a new measurement has new layers. */
export const LIVE_SCORE_YEAR = 2024;

/**
 * One layer for each kind of area. The layer whose detail depends on the scale is not for us: asked coarsely, it
 * gives a municipality's values in the place of a neighbourhood's.
 */
const LAYERS = {
  neighbourhood: { prefix: 'buurtscore', codes: /^BU\d{4}[0-9A-Z]{4}$/ },
  district: { prefix: 'wijkscore', codes: /^WK\d{4}[0-9A-Z]{2}$/ },
} as const;

export type LiveScoreKind = keyof typeof LAYERS;

/** The score of one area in one year. */
export interface LiveScore {
  readonly kind: LiveScoreKind;
  readonly code: string;
  readonly name: string | null;
  readonly year: number;
  /** The national mean plus the area's deviation: the service gives the deviation alone. */
  readonly score: number;
  /** Class of the score, 1..9. */
  readonly situationClass: number;
}

/** Areas meet at a point at most in a few; with more, the service has not looked at the place. */
const MOST_AREAS = 10;
/** Outlines of areas with much coast are long. */
const MAX_BYTES = 4 * 1024 * 1024;
/** A measurement stays as it is until the next. */
const TTL_MS = 24 * 60 * 60 * 1000;
/** Coordinates in answers are rounded. */
const BORDER_M = 1;
/** Each term is given to six digits. */
const TOLERANCE = 1e-5;

/** The Leefbaarometer as a map service (WFS 2.0.0). */
export class LeefbaarometerMap {
  readonly #upstream: Upstream;

  constructor(baseUrl: string, deps: UpstreamDeps) {
    this.#upstream = new Upstream(
      { id: 'leefbaarometer', name: 'the Leefbaarometer', baseUrl, maxBytes: MAX_BYTES },
      deps,
    );
  }

  /**
   * The score of the neighbourhood at a place, or else that of its district: neighbourhoods of fewer than about 100
   * residents have none.
   * @param xM of the Dutch grid, as `yM`
   * @returns null as value where neither has one
   * @throws UpstreamUnavailable
   */
  async scoreAt(xM: number, yM: number, signal: AbortSignal): Promise<LiveAnswer<LiveScore | null>> {
    const answer = await this.#ask('neighbourhood', xM, yM, signal);
    return answer.value === null ? this.#ask('district', xM, yM, signal) : answer;
  }

  #ask(
    kind: LiveScoreKind,
    xM: number,
    yM: number,
    signal: AbortSignal,
  ): Promise<LiveAnswer<LiveScore | null>> {
    return this.#upstream.ask({
      query: {
        service: 'WFS',
        version: '2.0.0',
        request: 'GetFeature',
        typeName: `lbm3:${LAYERS[kind].prefix}${String(LIVE_SCORE_YEAR).slice(-2)}`,
        CQL_FILTER: `INTERSECTS(geom,POINT(${xM} ${yM}))`,
        outputFormat: 'application/json',
        srsName: 'EPSG:28992',
        count: MOST_AREAS,
      },
      accept: FEATURE_TYPES,
      read: (answer) => readScoreAt(answer, kind, xM, yM),
      ttlMs: TTL_MS,
      signal,
    });
  }
}

/**
 * The area in an answer that holds the place; on a border the one with the lowest code.
 * @returns null where the answer has no area
 * @throws UnexpectedAnswer when its areas lie elsewhere, are of another kind, or do not add up
 */
export function readScoreAt(
  answer: UpstreamAnswer,
  kind: LiveScoreKind,
  xM: number,
  yM: number,
): LiveScore | null {
  const { features } = readMapFeatures(answer);
  if (features.length === 0) return null;
  const around = features.filter((feature) => isAround(areaOf(feature), xM, yM));
  if (around.length === 0) throw new UnexpectedAnswer('none of its areas holds the place');
  const [first] = around
    .map((feature) => readScore(feature.properties, kind))
    .sort((one, other) => (one.code < other.code ? -1 : 1));
  return first ?? null;
}

function areaOf(feature: GeoJsonFeature): Area {
  const geometry = readMapGeometry(feature);
  const area = geometry?.type === 'area' ? toRdArea(geometry.area) : undefined;
  if (area === undefined) throw new UnexpectedAnswer('an area has no outline in the Netherlands');
  return area;
}

function isAround(area: Area, xM: number, yM: number): boolean {
  return [
    [0, 0],
    [BORDER_M, 0],
    [-BORDER_M, 0],
    [0, BORDER_M],
    [0, -BORDER_M],
  ].some(([east = 0, north = 0]) => containsPoint(area, xM + east, yM + north));
}

function readScore(properties: Readonly<Record<string, unknown>>, kind: LiveScoreKind): LiveScore {
  const { id, name, kscore, afw, fys, onv, soc, vrz, won } = properties;
  if (typeof id !== 'string' || !LAYERS[kind].codes.test(id)) {
    throw new UnexpectedAnswer(`an area has no code of a ${kind}`);
  }
  // The service gives it as text.
  const year = Number(properties.year);
  if (year !== LIVE_SCORE_YEAR) throw new UnexpectedAnswer(`an area is not of ${LIVE_SCORE_YEAR}`);
  const dimensions = [fys, onv, soc, vrz, won].map(numberIn);
  const deviation = numberIn(afw);
  const sum = dimensions.reduce((total, dimension) => total + dimension, 0);
  if (Math.abs(sum - deviation) > TOLERANCE) {
    throw new UnexpectedAnswer('the dimensions do not add up to the deviation');
  }
  const situationClass = numberIn(kscore);
  if (!Number.isInteger(situationClass) || situationClass < 1 || situationClass > 9) {
    throw new UnexpectedAnswer('the class is not 1 to 9');
  }
  return {
    kind,
    code: id,
    name: typeof name === 'string' && name !== '' ? name : null,
    year,
    score: NATIONAL_MEAN + deviation,
    situationClass,
  };
}

function numberIn(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new UnexpectedAnswer('a figure of an area is no number');
  }
  return value;
}
