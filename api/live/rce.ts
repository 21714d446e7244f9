import { toRdPoint } from '../../db/dutch-coordinates.ts';
import type { GeoJsonFeature } from '../../db/geojson.ts';
import { isListed, locationQualityOf, numberOf, textOf } from '../../db/monument-values.ts';
import type { RdPoint } from '../../db/rd-new.ts';
import type { LocationQuality } from '../../db/schema/heritage.ts';
import type { LiveAnswer, LiveSource } from './live-source.ts';
import { FEATURE_TYPES, readMapFeatures, readMapGeometry } from './map-features.ts';
import { UnexpectedAnswer, Upstream, type UpstreamAnswer, type UpstreamDeps } from './upstream.ts';

export const MONUMENT_MAP: LiveSource = {
  id: 'rce-monuments',
  name: 'National listed monuments (rijksmonumenten)',
  publisher: 'Cultural Heritage Agency of the Netherlands (RCE)',
  licence: 'CC-BY-4.0',
  licenceUrl: 'https://creativecommons.org/licenses/by/4.0/',
  attribution: 'Source: Rijksdienst voor het Cultureel Erfgoed, CC BY 4.0',
  url: 'https://monumentenregister.cultureelerfgoed.nl/',
};

/** A listed monument near a place, as the map has it: without its day of listing and its addresses. */
export interface LiveMonument {
  readonly number: number;
  readonly registerUrl: string;
  /** One of 13 Dutch names, as published. */
  readonly mainCategory: string | null;
  readonly locationQuality: LocationQuality | null;
  readonly distanceM: number;
}

/** Far more than stand on 50 x 50 m. */
const MOST_MONUMENTS = 500;
const TTL_MS = 24 * 60 * 60 * 1000;
/** Coordinates in answers are rounded. */
const ROUNDING_M = 1;

/** The register of listed monuments as a map service (WFS 2.0.0). */
export class MonumentMap {
  readonly #upstream: Upstream;

  constructor(baseUrl: string, deps: UpstreamDeps) {
    this.#upstream = new Upstream({ id: 'rce', name: 'the register of listed monuments', baseUrl }, deps);
  }

  /**
   * Listed monuments within a distance of a place of the Dutch grid, the nearest first.
   * @throws UpstreamUnavailable
   */
  monumentsWithin(
    xM: number,
    yM: number,
    radiusM: number,
    signal: AbortSignal,
  ): Promise<LiveAnswer<readonly LiveMonument[]>> {
    const box = [xM - radiusM, yM - radiusM, xM + radiusM, yM + radiusM].map(toMillimetres);
    return this.#upstream.ask({
      query: {
        service: 'WFS',
        version: '2.0.0',
        request: 'GetFeature',
        typeNames: 'openbaar:rijksmonumentpunten',
        count: MOST_MONUMENTS,
        outputFormat: 'application/json',
        srsName: 'EPSG:28992',
        bbox: `${box.join()},urn:ogc:def:crs:EPSG::28992`,
      },
      accept: FEATURE_TYPES,
      read: (answer) => readMonumentsWithin(answer, xM, yM, radiusM),
      ttlMs: TTL_MS,
      signal,
    });
  }
}

/**
 * The listed monuments of an answer that lie within the distance: the box that was asked for has corners. Those under
 * procedure, and those taken off the list, are no listed monuments.
 * @throws UnexpectedAnswer when a monument lies outside the box, or some are left out
 */
export function readMonumentsWithin(
  answer: UpstreamAnswer,
  xM: number,
  yM: number,
  radiusM: number,
): LiveMonument[] {
  const { features, matched } = readMapFeatures(answer);
  if (features.length < (matched ?? 0) || features.length >= MOST_MONUMENTS) {
    throw new UnexpectedAnswer('some of the monuments may be left out');
  }
  const nearest = new Map<number, LiveMonument>();
  for (const feature of features) {
    const inBox = pointsOf(feature).filter(
      (point) => Math.max(Math.abs(point.xM - xM), Math.abs(point.yM - yM)) <= radiusM + ROUNDING_M,
    );
    if (inBox.length === 0) throw new UnexpectedAnswer('a monument lies outside the box');
    const distanceM = Math.min(...inBox.map((point) => Math.hypot(point.xM - xM, point.yM - yM)));
    const monument = readMonument(feature.properties, distanceM);
    if (monument === null || distanceM > radiusM) continue;
    const known = nearest.get(monument.number);
    if (known === undefined || distanceM < known.distanceM) nearest.set(monument.number, monument);
  }
  return [...nearest.values()].sort(
    (one, other) => one.distanceM - other.distanceM || one.number - other.number,
  );
}

/** In metres of the Dutch grid, whichever way the service writes them. */
function pointsOf(feature: GeoJsonFeature): RdPoint[] {
  const geometry = readMapGeometry(feature);
  if (geometry?.type !== 'points') throw new UnexpectedAnswer('a monument has no point');
  return geometry.points.flatMap(({ x, y }) => toRdPoint(x, y) ?? []);
}

function readMonument(properties: Readonly<Record<string, unknown>>, distanceM: number): LiveMonument | null {
  const status = textOf(properties.juridische_status);
  const number = numberOf(properties.rijksmonument_nummer);
  if (status === null || number === null) throw new UnexpectedAnswer('a monument has no number or status');
  if (!isListed(status)) return null;
  const url = textOf(properties.rijksmonumenturl) ?? '';
  return {
    number,
    registerUrl: /^https:\/\/\S+$/.test(url)
      ? url
      : `https://monumentenregister.cultureelerfgoed.nl/monumenten/${number}`,
    mainCategory: textOf(properties.hoofdcategorie),
    locationQuality: locationQualityOf(properties.kwaliteit_geometrie),
    distanceM,
  };
}

function toMillimetres(metres: number): number {
  return Math.round(metres * 1000) / 1000;
}
