import { type GroundLevel, groundLevelAt, readHeightWindow } from './height-window.ts';
import type { LiveAnswer, LiveSource } from './live-source.ts';
import { Upstream, type UpstreamDeps } from './upstream.ts';

export const HEIGHT_MODEL: LiveSource = {
  id: 'ahn',
  name: 'Height model of the Netherlands (AHN), bare ground at 0.5 m',
  publisher: 'AHN: Rijkswaterstaat, the water authorities and the provinces',
  licence: 'CC0-1.0',
  licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
  attribution: 'Source: Actueel Hoogtebestand Nederland (AHN), CC0',
  url: 'https://www.ahn.nl/',
};

/** Half the side of the window around a place: first this, then, where it has no ground at all, the next. */
const WINDOWS_M = [20, 60] as const;
/** The ground stays: new flights are published about once a year. */
const TTL_MS = 7 * 24 * 60 * 60 * 1000;
/** The larger window has 58 kB of heights, as one tile of the service up to 256 kB. */
const MAX_BYTES = 512 * 1024;

/** The height model AHN as a coverage service (WCS 2.0.1). */
export class HeightModel {
  readonly #upstream: Upstream;

  constructor(baseUrl: string, deps: UpstreamDeps) {
    this.#upstream = new Upstream(
      { id: HEIGHT_MODEL.id, name: 'the height model AHN', baseUrl, maxBytes: MAX_BYTES },
      deps,
    );
  }

  /**
   * The level of the bare ground at a place, or nearest to it.
   * @param xM of the Dutch grid, as `yM`
   * @returns null as value where the model has no ground within 60 m: open water, or the inside of a large building
   * @throws UpstreamUnavailable
   */
  async groundLevelAt(xM: number, yM: number, signal: AbortSignal): Promise<LiveAnswer<GroundLevel | null>> {
    const [near, far] = WINDOWS_M;
    const answer = await this.#ask(xM, yM, near, signal);
    return answer.value === null ? this.#ask(xM, yM, far, signal) : answer;
  }

  #ask(xM: number, yM: number, halfM: number, signal: AbortSignal): Promise<LiveAnswer<GroundLevel | null>> {
    return this.#upstream.ask({
      query: {
        SERVICE: 'WCS',
        VERSION: '2.0.1',
        REQUEST: 'GetCoverage',
        COVERAGEID: 'dtm_05m',
        FORMAT: 'image/tiff',
        SUBSET: [
          `x(${onGrid(xM - halfM)},${onGrid(xM + halfM)})`,
          `y(${onGrid(yM - halfM)},${onGrid(yM + halfM)})`,
        ],
      },
      // An error of the protocol comes with status 200 too, as XML.
      accept: ['image/tiff', 'image/geotiff', 'image/x-geotiff'],
      read: async ({ body }) => groundLevelAt(await readHeightWindow(body), xM, yM),
      // Also a window without ground is kept: the next question about this place skips to the larger one.
      isHit: () => true,
      ttlMs: TTL_MS,
      signal,
    });
  }
}

/** On an edge of the model's cells, so that the service cuts them out and computes nothing anew. */
function onGrid(metres: number): number {
  return Math.round(metres * 2) / 2;
}
