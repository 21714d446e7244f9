import { smallGeoTiff } from './small-geotiff.ts';
import type { StandIn, StandInAnswer, StandInRequest } from './stand-in.ts';

const CELL_M = 0.5;
const NO_DATA = 3.4028234663852886e38;
const MOST_CELLS = 2000;

interface Disc {
  readonly xM: number;
  readonly yM: number;
  readonly radiusM: number;
}

/** Where the model has no ground: a house, a warehouse, a lake. All else is ground. */
const HOLES: readonly Disc[] = [
  { xM: 121_828.874, yM: 486_751.728, radiusM: 8 },
  { xM: 120_029, yM: 482_590, radiusM: 30 },
  { xM: 150_000, yM: 480_000, radiusM: 200 },
];

/** Metres NAP of a made-up country that falls from the south-east to the north-west, below the sea near Amsterdam. */
export function standInHeightM(xM: number, yM: number): number {
  return (
    Math.round((((xM - 130_000) / 1000) * 0.1 - (yM - 480_000) / 10_000 + Math.sin(xM / 7) * 0.02) * 100) /
    100
  );
}

/** The height model AHN: WCS 2.0.1, one coverage. */
export const AHN_STAND_IN: StandIn = {
  id: 'ahn',
  setting: 'AHN_WCS_URL',
  answer: (request) => coverage(request, 0),
  // Another part of the country, in a file without a fault.
  wrongObject: (request) => coverage(request, 10_000),
};

function coverage({ query }: StandInRequest, shiftM: number): StandInAnswer {
  const parameter = (name: string) => [...query].find(([key]) => key.toUpperCase() === name)?.[1] ?? '';
  if (parameter('SERVICE').toUpperCase() !== 'WCS' || parameter('VERSION') !== '2.0.1') {
    return exception('InvalidParameterValue', 'service or version');
  }
  if (parameter('REQUEST') !== 'GetCoverage') return exception('OperationNotSupported', 'request');
  if (parameter('COVERAGEID') !== 'dtm_05m') return exception('NoSuchCoverage', 'coverageid');
  if (parameter('FORMAT') !== 'image/tiff') return exception('InvalidParameterValue', 'format');
  const [x, y] = [subset(query, 'x'), subset(query, 'y')];
  if (x === undefined || y === undefined) return exception('InvalidAxisLabel', 'subset');
  const width = Math.round((x.to - x.from) / CELL_M);
  const height = Math.round((y.to - y.from) / CELL_M);
  if (!(width > 0 && height > 0 && width <= MOST_CELLS && height <= MOST_CELLS)) {
    return exception('InvalidSubsetting', 'subset');
  }
  const [westM, northM] = [x.from + shiftM, y.to];
  const values = Float32Array.from({ length: width * height }, (_, cell) => {
    const xM = westM + ((cell % width) + 0.5) * CELL_M;
    const yM = northM - (Math.floor(cell / width) + 0.5) * CELL_M;
    const isHole = HOLES.some((hole) => Math.hypot(hole.xM - xM, hole.yM - yM) < hole.radiusM);
    return isHole ? NO_DATA : standInHeightM(xM, yM);
  });
  const body = smallGeoTiff({
    width,
    height,
    cellSizeM: CELL_M,
    westM,
    northM,
    noData: String(NO_DATA),
    values,
  });
  return { contentType: 'image/tiff', body };
}

function subset(query: URLSearchParams, axis: string): { from: number; to: number } | undefined {
  for (const [name, text] of query) {
    const found = name.toUpperCase() === 'SUBSET' ? /^(\w+)\(([-\d.]+),([-\d.]+)\)$/.exec(text) : null;
    if (found?.[1] === axis) return { from: Number(found[2]), to: Number(found[3]) };
  }
  return undefined;
}

/** The service reports errors of the protocol with status 200. */
function exception(code: string, locator: string): StandInAnswer {
  return {
    contentType: 'text/xml; charset=utf-8',
    body: `<?xml version="1.0"?><ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows/2.0" version="2.0.1"><ows:Exception exceptionCode="${code}" locator="${locator}"/></ows:ExceptionReport>`,
  };
}
