import { stat } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import { addDecoder, BaseDecoder, fromFile, type GeoTIFF, type GeoTIFFImage } from 'geotiff';
import {
  type RasterBand,
  RasterError,
  type RasterFile,
  type RasterGrid,
  type RasterValues,
  requireDutchGrid,
} from './raster.ts';
import { decodeTiffLzw } from './tiff-lzw.ts';

/** Rows that are read at once where the file's blocks do not force more. */
const BAND_ROWS = 128;
/** A band is at least one block high, and blocks can be as high as the file. */
const MAXIMUM_BAND_BYTES = 128 * 1024 * 1024;

const RD_NEW = 28992;
const USER_DEFINED = 32767;
const PIXEL_IS_POINT = 2;

/** A decoder whose output is bounded by the size that a block may have: what is stated small stays small. */
abstract class BoundedDecoder extends BaseDecoder {
  abstract decompress(block: Uint8Array, maximumBytes: number): Uint8Array;

  override decodeBlock(block: ArrayBufferLike): ArrayBufferLike {
    const { tileWidth, tileHeight, bitsPerSample } = this.parameters;
    const bits = typeof bitsPerSample === 'number' ? [bitsPerSample] : [...bitsPerSample];
    const bytes = tileWidth * tileHeight * bits.reduce((sum, one) => sum + Math.ceil(one / 8), 0);
    // A file of one strip may state the largest number there is as that strip's height.
    const maximumBytes = Math.max(1, Math.min(bytes, MAXIMUM_BAND_BYTES));
    const { buffer, byteOffset, byteLength } = this.decompress(new Uint8Array(block), maximumBytes);
    return buffer.slice(byteOffset, byteOffset + byteLength);
  }
}

/** The platform's own inflater is several times faster than the library's, which is in JavaScript. */
class DeflateDecoder extends BoundedDecoder {
  override decompress(block: Uint8Array, maximumBytes: number): Uint8Array {
    return inflateSync(block, { maxOutputLength: maximumBytes });
  }
}

class LzwDecoder extends BoundedDecoder {
  override decompress(block: Uint8Array, maximumBytes: number): Uint8Array {
    return decodeTiffLzw(block, maximumBytes);
  }
}

addDecoder(5, async () => LzwDecoder);
addDecoder([8, 32946], async () => DeflateDecoder);

/**
 * Opens a GeoTIFF of one band on the Dutch grid, in any layout: strips or tiles, with or without compression and
 * predictor, integers or floats, either byte order, BigTIFF, cloud-optimised (its first image is the full one).
 * Values are given with the file's own scale and offset applied.
 * @throws RasterError when it is not one, is cut short, or lies on another grid
 */
export async function openGeoTiff(path: string, name = path): Promise<RasterFile> {
  let file: GeoTIFF | undefined;
  try {
    const { size } = await stat(path);
    file = await fromFile(path);
    const image = await file.getImage(0);
    const grid = await gridOf(image, name);
    requireDutchGrid(name, grid);
    await requireReadablePredictor(image, name);
    await requireWholeBlocks(image, size, name);
    return new GeoTiffFile(file, image, grid, await scalingOf(image), name);
  } catch (cause) {
    await file?.close();
    throw asRasterError(cause, name);
  }
}

class GeoTiffFile implements RasterFile {
  readonly grid: RasterGrid;
  readonly declaredNoData: number | null;
  readonly #file: GeoTIFF;
  readonly #image: GeoTIFFImage;
  readonly #scaling: Scaling | null;
  readonly #name: string;

  constructor(file: GeoTIFF, image: GeoTIFFImage, grid: RasterGrid, scaling: Scaling | null, name: string) {
    this.#file = file;
    this.#image = image;
    this.#scaling = scaling;
    this.#name = name;
    this.grid = grid;
    this.declaredNoData = image.getGDALNoData();
  }

  async *bands(): AsyncGenerator<RasterBand> {
    const { width, height } = this.grid;
    const bandRows = this.#bandRows();
    for (let firstRow = 0; firstRow < height; firstRow += bandRows) {
      const rows = Math.min(bandRows, height - firstRow);
      let values: RasterValues | undefined;
      try {
        const window = [0, firstRow, width, firstRow + rows];
        [values] = await this.#image.readRasters({ window, samples: [0], interleave: false });
      } catch (cause) {
        throw asRasterError(cause, `${this.#name}: rows ${firstRow} to ${firstRow + rows - 1}`);
      }
      if (values === undefined) throw new RasterError(`${this.#name}: it holds no values.`);
      yield { firstRow, rows, values: this.#scaling === null ? values : this.#scaled(values, this.#scaling) };
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  /** Whole blocks, so that each is decoded once. */
  #bandRows(): number {
    const image = this.#image;
    const blockRows = image.getTileHeight();
    if (!(blockRows > 0)) throw new RasterError(`${this.#name}: its blocks have no height.`);
    const bandRows = blockRows * Math.max(1, Math.floor(BAND_ROWS / blockRows));
    const bytes = Math.min(bandRows, this.grid.height) * this.grid.width * image.getBytesPerPixel();
    if (bytes <= MAXIMUM_BAND_BYTES) return bandRows;
    throw new RasterError(
      `${this.#name}: its blocks are ${blockRows} rows high, so that ${bytes} bytes would be read at once. ` +
        'Rewrite it with "gdal_translate -co TILED=YES -co COMPRESS=DEFLATE" and give the new file as the address.',
    );
  }

  #scaled(values: RasterValues, { scale, offset }: Scaling): Float64Array {
    const noData = this.declaredNoData;
    return Float64Array.from(values, (value) => (value === noData ? value : value * scale + offset));
  }
}

/** Values are stored as they are where this is null. */
interface Scaling {
  readonly scale: number;
  readonly offset: number;
}

async function scalingOf(image: GeoTIFFImage): Promise<Scaling | null> {
  const metadata = await image.getGDALMetadata(0);
  const number = (key: string, otherwise: number) => {
    const text = metadata?.[key];
    return typeof text === 'string' && Number.isFinite(Number(text)) ? Number(text) : otherwise;
  };
  const [scale, offset] = [number('SCALE', 1), number('OFFSET', 0)];
  return scale === 1 && offset === 0 ? null : { scale, offset };
}

async function gridOf(image: GeoTIFFImage, name: string): Promise<RasterGrid> {
  if (image.getSamplesPerPixel() !== 1) {
    throw new RasterError(
      `${name}: expected one value a cell, found ${image.getSamplesPerPixel()}: this is a picture, not a table of values.`,
    );
  }
  requireRdNew(image, name);
  const [scaleX = Number.NaN, scaleY = Number.NaN] = image.getResolution();
  const transformation: unknown = image.fileDirectory.getValue('ModelTransformation');
  const turned =
    ArrayBuffer.isView(transformation) || Array.isArray(transformation)
      ? Number((transformation as ArrayLike<number>)[1]) !== 0 ||
        Number((transformation as ArrayLike<number>)[4]) !== 0
      : false;
  if (turned || !(scaleX > 0) || !(Math.abs(scaleX + scaleY) < scaleX * 1e-6)) {
    throw new RasterError(
      `${name}: expected square cells, north up, found cells of ${scaleX} x ${scaleY} m${turned ? ', turned' : ''}.`,
    );
  }
  const [originX = Number.NaN, originY = Number.NaN] = image.getOrigin();
  const [tie] = await image.getTiePoints();
  // The tie point names any place of the raster, the corner of the first cell as a rule; or that cell's centre.
  const half = image.getGeoKeys()?.GTRasterTypeGeoKey === PIXEL_IS_POINT ? 0.5 : 0;
  return {
    width: image.getWidth(),
    height: image.getHeight(),
    cellSizeM: scaleX,
    westM: originX - ((tie?.i ?? 0) + half) * scaleX,
    northM: originY + ((tie?.j ?? 0) + half) * scaleX,
  };
}

function requireRdNew(image: GeoTIFFImage, name: string): void {
  const keys = image.getGeoKeys();
  const code: unknown = keys?.ProjectedCSTypeGeoKey;
  if (code === RD_NEW) return;
  // Written by software that spells the system out instead of naming its code.
  const citation = `${keys?.PCSCitationGeoKey ?? ''} ${keys?.GTCitationGeoKey ?? ''}`;
  if (code === USER_DEFINED && /\bRD[ _]New\b/i.test(citation)) return;
  throw new RasterError(
    `${name}: expected the Dutch grid (EPSG:28992), found ${code === undefined ? 'no coordinate system' : `EPSG:${String(code)}`}.`,
  );
}

/**
 * The library adds the differences of a horizontal predictor up in the byte order of this machine, so that larger
 * numbers in the other order come out wrong, without an error.
 */
async function requireReadablePredictor(image: GeoTIFFImage, name: string): Promise<void> {
  const predictor = await image.fileDirectory.loadValue('Predictor');
  if (Number(predictor) !== 2 || image.littleEndian || image.getBitsPerSample() === 8) return;
  throw new RasterError(
    `${name}: it is big-endian with predictor 2, which cannot be read. ` +
      'Rewrite it with "gdal_translate -co ENDIANNESS=LITTLE -co TILED=YES -co COMPRESS=DEFLATE".',
  );
}

/**
 * What lies behind the end of a file is read as zeros, and zero means "no noise modelled": so a file that was cut
 * short is refused before anything is read of it.
 */
async function requireWholeBlocks(image: GeoTIFFImage, fileBytes: number, name: string): Promise<void> {
  const directory = image.fileDirectory;
  const [offsets, counts] = image.isTiled
    ? [await directory.loadValue('TileOffsets'), await directory.loadValue('TileByteCounts')]
    : [await directory.loadValue('StripOffsets'), await directory.loadValue('StripByteCounts')];
  const starts = listOf(offsets);
  const lengths = listOf(counts);
  const across = Math.ceil(image.getWidth() / image.getTileWidth());
  const blocks = across * Math.ceil(image.getHeight() / image.getTileHeight());
  if (starts.length < blocks || lengths.length < blocks) {
    throw new RasterError(`${name}: expected ${blocks} blocks, found ${starts.length}.`);
  }
  let end = 0;
  for (let at = 0; at < blocks; at += 1) {
    // A block without bytes was left out: all of it is no data.
    if (lengths[at] !== 0) end = Math.max(end, Number(starts[at]) + Number(lengths[at]));
  }
  if (end > fileBytes) {
    throw new RasterError(
      `${name}: expected at least ${end} bytes, found ${fileBytes}: the file was cut short. Download it again.`,
    );
  }
}

function listOf(value: unknown): ArrayLike<number | bigint> {
  if (ArrayBuffer.isView(value)) return value as unknown as ArrayLike<number | bigint>;
  return Array.isArray(value) ? (value as number[]) : [Number(value)];
}

function asRasterError(cause: unknown, name: string): Error {
  if (cause instanceof RasterError) return cause;
  return new RasterError(
    `${name}: cannot be read as a GeoTIFF: ${cause instanceof Error ? cause.message : String(cause)}`,
    { cause },
  );
}
