import { cellEncoder, IMPOSSIBLE, type Quantity } from '../../db/cell-values.ts';
import type { RasterReading } from '../../db/queries/environment.ts';
import type { RasterKey } from '../../db/schema/environment.ts';
import type { LiveAnswer } from './live-source.ts';
import { FEATURE_TYPES, readMapFeatures } from './map-features.ts';
import { LIVE_MAPS, type LiveMap } from './rivm-maps.ts';
import { UnexpectedAnswer, Upstream, type UpstreamAnswer, type UpstreamDeps } from './upstream.ts';
import { UpstreamUnavailable } from './upstream-unavailable.ts';

/** What one map says of one place. */
export interface LiveReading extends Pick<RasterReading, 'value' | 'state'> {
  readonly map: LiveMap;
  /** Year that the figure describes. */
  readonly dataYear: number;
}

/** By raster; null for a map of which the publisher offers no edition that is known here. */
export type LiveReadings = Readonly<Record<RasterKey, LiveAnswer<LiveReading> | null>>;

/** Under these types the service sends its errors, with status 200 or another. */
const EXCEPTION_TYPES = ['text/xml', 'application/xml', 'application/vnd.ogc.se_xml'];
const EXCEPTION_STATUSES = [400, 404];
/** Nine maps are asked for one place: two places at a time. */
const MAX_CONCURRENT = 18;
/** A map stays as it is; a new edition has another name. */
const TTL_MS = 24 * 60 * 60 * 1000;
/** How long a layer that is not offered is passed over. */
const ABSENT_MS = 60 * 60 * 1000;

/** The noise and air maps as a map service (WMS 1.3.0), asked for the figure of a place. */
export class EnvironmentMaps {
  readonly #upstream: Upstream;
  readonly #deps: UpstreamDeps;
  /** Until when, by the name of a layer that the service does not have. */
  readonly #absentUntilMs = new Map<string, number>();

  constructor(baseUrl: string, deps: UpstreamDeps) {
    this.#deps = deps;
    this.#upstream = new Upstream(
      { id: 'rivm', name: 'the noise and air map service of RIVM', baseUrl, maxConcurrent: MAX_CONCURRENT },
      deps,
    );
  }

  /**
   * What each map says of a place in metres of the Dutch grid.
   * @throws UpstreamUnavailable also when the publisher offers no known edition of a map that is needed
   */
  async readingsAt(xM: number, yM: number, signal: AbortSignal): Promise<LiveReadings> {
    const readings = await Promise.all(
      LIVE_MAPS.map(async (map) => [map.key, await this.#read(map, xM, yM, signal)] as const),
    );
    return Object.fromEntries(readings) as Record<RasterKey, LiveAnswer<LiveReading> | null>;
  }

  /** The newest edition that is offered. */
  async #read(
    map: LiveMap,
    xM: number,
    yM: number,
    signal: AbortSignal,
  ): Promise<LiveAnswer<LiveReading> | null> {
    for (const { name, year } of map.layers) {
      if ((this.#absentUntilMs.get(name) ?? 0) > this.#nowMs()) continue;
      const answer = await this.#ask(name, map.quantity, xM, yM, signal);
      if (answer.value !== 'absent') return { ...answer, value: { ...answer.value, map, dataYear: year } };
      this.#absentUntilMs.set(name, this.#nowMs() + ABSENT_MS);
      this.#deps.log?.warn({ upstream: this.#upstream.id, layer: name }, 'a layer is not offered any more');
    }
    if (!map.required) return null;
    throw new UpstreamUnavailable(
      this.#upstream,
      'unexpected_answer',
      `it offers none of the known layers of ${map.key}`,
    );
  }

  #nowMs(): number {
    return this.#deps.now().getTime();
  }

  #ask(layer: string, quantity: Quantity, xM: number, yM: number, signal: AbortSignal) {
    return this.#upstream.ask({
      query: {
        SERVICE: 'WMS',
        VERSION: '1.3.0',
        REQUEST: 'GetFeatureInfo',
        LAYERS: layer,
        QUERY_LAYERS: layer,
        // The Dutch grid keeps east before north, also in this version of the protocol.
        CRS: 'EPSG:28992',
        BBOX: [xM - 50, yM - 50, xM + 50, yM + 50].map(toMillimetres).join(),
        // The place lies in the middle of the middle pixel.
        WIDTH: 101,
        HEIGHT: 101,
        I: 50,
        J: 50,
        INFO_FORMAT: 'application/json',
      },
      accept: [...FEATURE_TYPES, ...EXCEPTION_TYPES],
      answerStatuses: EXCEPTION_STATUSES,
      read: (answer) => readMapFigure(answer, quantity),
      isHit: (reading) => reading !== 'absent' && reading.value !== null,
      ttlMs: TTL_MS,
      signal,
    });
  }
}

/**
 * The figure in an answer of the map service.
 * @returns `absent` when the service does not have the layer
 * @throws UnexpectedAnswer for any other error, another shape, or a figure that the quantity cannot have
 */
export function readMapFigure(
  answer: UpstreamAnswer,
  quantity: Quantity,
): Pick<RasterReading, 'value' | 'state'> | 'absent' {
  if (EXCEPTION_TYPES.includes(answer.contentType)) {
    if (/\bcode="LayerNotDefined"/.test(answer.text())) return 'absent';
    throw new UnexpectedAnswer('it is an exception of the map service');
  }
  if (answer.status !== 200) throw new UnexpectedAnswer(`features with status ${answer.status}`);
  const { features } = readMapFeatures(answer);
  const [feature] = features;
  if (feature === undefined) return { value: null, state: 'outside' };
  if (features.length > 1) throw new UnexpectedAnswer('more than one figure of a place');
  // Another service of the publisher names it after the layer: that would be another product.
  const figure = feature.properties.GRAY_INDEX;
  if (figure === null) return { value: null, state: 'no_data' };
  if (typeof figure !== 'number') throw new UnexpectedAnswer('it has no figure GRAY_INDEX');
  const stored = cellEncoder(quantity, null)(figure);
  if (stored === IMPOSSIBLE) throw new UnexpectedAnswer(`a figure that is not ${quantity.range}`);
  if (stored === quantity.noData) return { value: null, state: 'no_data' };
  if (stored === 0 && quantity.zeroIsNoSource) return { value: null, state: 'no_source' };
  return { value: stored / Math.round(1 / quantity.scale), state: 'value' };
}

function toMillimetres(metres: number): number {
  return Math.round(metres * 1000) / 1000;
}
