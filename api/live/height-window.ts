import { inflateSync } from 'node:zlib';
import { addDecoder, BaseDecoder, fromArrayBuffer, type GeoTIFFImage } from 'geotiff';
import { UnexpectedAnswer } from './upstream-answer.ts';

/** Heights of the bare ground around a place, row by row from the north-west; NaN where the model has none. */
export interface HeightWindow {
  readonly width: number;
  readonly height: number;
  readonly cellSizeM: number;
  readonly westRdXM: number;
  readonly northRdYM: number;
  readonly heightsM: Float64Array;
}

/** The ground at a place. */
export interface GroundLevel {
  /** Metres to NAP, rounded to centimetres: the model is precise to some 5 cm. */
  readonly heightM: number;
  readonly cellSizeM: number;
  /** How many cells the height is the median of. */
  readonly cells: number;
  /** Distance from the place to the nearest of these cells and to the farthest, metres. */
  readonly nearestM: number;
  readonly farthestM: number;
}

/** Cells that the ground level is the median of: 25 m2 at half a metre. */
const CELLS = 100;
/** More cells than any window that is asked for: a file that states more is not what was asked. */
const MOST_CELLS = 400 * 400;
const MOST_BLOCK_BYTES = 4 * 1024 * 1024;
/** What an LZW block can grow to is bounded by its size only. */
const MOST_LZW_FILE_BYTES = 64 * 1024;

const RD_NEW = 28992;
const USER_DEFINED = 32767;
const COMPRESSIONS = { none: 1, lzw: 5, deflate: 8, oldDeflate: 32946 } as const;

/** The platform's inflater with a bound on its output: a small answer stays small. */
class DeflateDecoder extends BaseDecoder {
  override decodeBlock(block: ArrayBufferLike): ArrayBufferLike {
    const inflated = inflateSync(new Uint8Array(block), { maxOutputLength: MOST_BLOCK_BYTES });
    return inflated.buffer.slice(inflated.byteOffset, inflated.byteOffset + inflated.byteLength);
  }
}

addDecoder([COMPRESSIONS.deflate, COMPRESSIONS.oldDeflate], async () => DeflateDecoder);

/**
 * Reads a GeoTIFF of heights on the Dutch grid, as the height model's coverage service answers.
 * @throws UnexpectedAnswer when it is something else, is cut short, or is larger than any window that is asked for
 */
export async function readHeightWindow(bytes: Buffer): Promise<HeightWindow> {
  try {
    const { buffer, byteOffset, byteLength } = bytes;
    const file = await fromArrayBuffer(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
    const image = await file.getImage(0);
    await requireSmall(image, byteLength);
    requireDutchGrid(image);
    const [cellSizeM = Number.NaN, downM = Number.NaN] = image.getResolution();
    const [westRdXM = Number.NaN, northRdYM = Number.NaN] = image.getOrigin();
    if (!(cellSizeM > 0) || !(Math.abs(cellSizeM + downM) < cellSizeM * 1e-6)) {
      throw new UnexpectedAnswer(`its cells of ${cellSizeM} x ${downM} m are not square, north up`);
    }
    const [values] = await image.readRasters({ samples: [0], interleave: false });
    const width = image.getWidth();
    const height = image.getHeight();
    if (values === undefined || values.length !== width * height) {
      throw new UnexpectedAnswer('it holds fewer cells than it states');
    }
    const heightsM = Float64Array.from(values, (value) => (isHeight(value) ? value : Number.NaN));
    return { width, height, cellSizeM, westRdXM, northRdYM, heightsM };
  } catch (error) {
    if (error instanceof UnexpectedAnswer) throw error;
    // The library's message may repeat bytes of the answer.
    throw new UnexpectedAnswer('it cannot be read as a GeoTIFF');
  }
}

/**
 * The ground level at a place: the median of the cells nearest to it that have a height. The place of an address lies
 * inside a building as a rule, where the model has holes, as it has under trees and over water; a single cell at the
 * wall would be taken for the ground.
 * @returns null when no cell of the window has a height
 * @throws UnexpectedAnswer when the window does not hold the place
 */
export function groundLevelAt(window: HeightWindow, xM: number, yM: number): GroundLevel | null {
  const { width, height, cellSizeM, westRdXM, northRdYM, heightsM } = window;
  const column = Math.floor((xM - westRdXM) / cellSizeM);
  const row = Math.floor((northRdYM - yM) / cellSizeM);
  if (!(column >= 0 && column < width && row >= 0 && row < height)) {
    throw new UnexpectedAnswer('its cells lie elsewhere than was asked');
  }
  const cells: { heightM: number; distanceM: number }[] = [];
  for (const [index, heightM] of heightsM.entries()) {
    if (Number.isNaN(heightM)) continue;
    const cellXM = westRdXM + ((index % width) + 0.5) * cellSizeM;
    const cellYM = northRdYM - (Math.floor(index / width) + 0.5) * cellSizeM;
    cells.push({ heightM, distanceM: Math.hypot(cellXM - xM, cellYM - yM) });
  }
  const nearest = cells.sort((left, right) => left.distanceM - right.distanceM).slice(0, CELLS);
  const [first, last] = [nearest[0], nearest.at(-1)];
  if (first === undefined || last === undefined) return null;
  return {
    // Adding 0 makes a rounded -0 an ordinary 0.
    heightM: Math.round(medianOf(nearest.map(({ heightM }) => heightM)) * 100) / 100 + 0,
    cellSizeM,
    cells: nearest.length,
    nearestM: first.distanceM,
    farthestM: last.distanceM,
  };
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** No data is written as 3.4e38 by this service and as -9999 by other products of the model. 0 is a height. */
function isHeight(value: number): boolean {
  return value > -9998 && value < 10_000;
}

async function requireSmall(image: GeoTIFFImage, fileBytes: number): Promise<void> {
  const cells = image.getWidth() * image.getHeight();
  const blockCells = image.getTileWidth() * image.getTileHeight();
  if (image.getSamplesPerPixel() !== 1) throw new UnexpectedAnswer('it is a picture, not a table of heights');
  if (!(cells > 0 && cells <= MOST_CELLS)) throw new UnexpectedAnswer(`it states ${cells} cells`);
  if (!(blockCells > 0 && blockCells * image.getBytesPerPixel() <= MOST_BLOCK_BYTES)) {
    throw new UnexpectedAnswer(`it states blocks of ${blockCells} cells`);
  }
  const compression = Number((await image.fileDirectory.loadValue('Compression')) ?? COMPRESSIONS.none);
  if (!(Object.values(COMPRESSIONS) as number[]).includes(compression)) {
    throw new UnexpectedAnswer(`it has compression ${compression}`);
  }
  if (compression === COMPRESSIONS.lzw && fileBytes > MOST_LZW_FILE_BYTES) {
    throw new UnexpectedAnswer(`it has ${fileBytes} bytes of LZW`);
  }
}

function requireDutchGrid(image: GeoTIFFImage): void {
  const keys = image.getGeoKeys();
  const code: unknown = keys?.ProjectedCSTypeGeoKey;
  const citation = `${keys?.PCSCitationGeoKey ?? ''} ${keys?.GTCitationGeoKey ?? ''}`;
  if (code === RD_NEW || (code === USER_DEFINED && /\bRD[ _]New\b/i.test(citation))) return;
  throw new UnexpectedAnswer(`its grid is ${code === undefined ? 'not named' : `EPSG:${String(code)}`}`);
}
