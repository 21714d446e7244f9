import { createReadStream } from 'node:fs';
import {
  type RasterBand,
  RasterError,
  type RasterFile,
  type RasterGrid,
  requireDutchGrid,
} from './raster.ts';

const BAND_ROWS = 128;
/** Longer than any number or key: what has no blank for so long is no grid. */
const LONGEST_WORD = 64;
const PIECE_BYTES = 256 * 1024;

const KEYS = [
  'ncols',
  'nrows',
  'xllcorner',
  'yllcorner',
  'xllcenter',
  'yllcenter',
  'cellsize',
  'dx',
  'dy',
  'nodata_value',
] as const;
type Key = (typeof KEYS)[number];

/**
 * Opens an Esri ASCII grid. Keys in any case and order, corner or centre of the south-western cell, any blanks and
 * line ends, rows cut over several lines, decimal point. The format names no coordinate system; these files are in
 * metres of the Dutch grid by their documentation, which the extent has to bear out.
 * @throws RasterError when it is not one, or lies elsewhere
 */
export async function openEsriAscii(path: string, name = path): Promise<RasterFile> {
  const header = await readHeader(path, name);
  const number = (key: Key) => header.get(key);
  const cellSize = number('cellsize') ?? squareCell(number('dx'), number('dy'), name);
  const [width, height] = [number('ncols'), number('nrows')];
  const west = cornerOf(number('xllcorner'), number('xllcenter'), cellSize);
  const south = cornerOf(number('yllcorner'), number('yllcenter'), cellSize);
  if (width === undefined || height === undefined || cellSize === undefined) {
    throw new RasterError(`${name}: expected NCOLS, NROWS and CELLSIZE, found ${keysFound(header)}.`);
  }
  if (west === undefined || south === undefined) {
    throw new RasterError(
      `${name}: expected XLLCORNER and YLLCORNER (or ...CENTER), found ${keysFound(header)}.`,
    );
  }
  const grid = { width, height, cellSizeM: cellSize, westM: west, northM: south + height * cellSize };
  requireDutchGrid(name, grid);
  return new EsriAsciiFile(path, name, grid, number('nodata_value') ?? null);
}

class EsriAsciiFile implements RasterFile {
  readonly grid: RasterGrid;
  readonly declaredNoData: number | null;
  readonly #path: string;
  readonly #name: string;

  constructor(path: string, name: string, grid: RasterGrid, declaredNoData: number | null) {
    this.#path = path;
    this.#name = name;
    this.grid = grid;
    this.declaredNoData = declaredNoData;
  }

  async *bands(): AsyncGenerator<RasterBand> {
    const { width, height } = this.grid;
    const expected = width * height;
    let values = new Float64Array(width * Math.min(BAND_ROWS, height));
    let filled = 0;
    let firstRow = 0;
    let isHeader = true;
    let skipValue = false;
    for await (const words of readWords(this.#path, this.#name)) {
      for (const word of words) {
        if (skipValue) {
          skipValue = false;
          continue;
        }
        if (isHeader && isKey(word)) {
          skipValue = true;
          continue;
        }
        isHeader = false;
        const cell = firstRow * width + filled;
        if (cell >= expected) {
          throw new RasterError(`${this.#name}: expected ${expected} values, found more.`);
        }
        values[filled] = this.#value(word, cell);
        filled += 1;
        if (filled < values.length) continue;
        const rows = filled / width;
        yield { firstRow, rows, values };
        firstRow += rows;
        filled = 0;
        values = new Float64Array(width * Math.min(BAND_ROWS, height - firstRow));
      }
    }
    if (firstRow < height) {
      const found = firstRow * width + filled;
      throw new RasterError(
        `${this.#name}: expected ${expected} values, found ${found}: the file was cut short. Download it again.`,
      );
    }
  }

  async close(): Promise<void> {}

  #value(word: string, cell: number): number {
    const value = toNumber(word);
    if (value !== undefined) return value;
    const { width } = this.grid;
    throw new RasterError(
      `${this.#name}: expected a number in row ${Math.floor(cell / width) + 1}, column ${(cell % width) + 1}, ` +
        `found "${word}".`,
    );
  }
}

async function readHeader(path: string, name: string): Promise<ReadonlyMap<Key, number>> {
  const header = new Map<Key, number>();
  let key: Key | undefined;
  for await (const words of readWords(path, name)) {
    for (const word of words) {
      if (key !== undefined) {
        const value = toNumber(word);
        if (value === undefined) {
          throw new RasterError(`${name}: expected a number after ${key.toUpperCase()}, found "${word}".`);
        }
        header.set(key, value);
        key = undefined;
      } else if (isKey(word)) key = word.toLowerCase() as Key;
      else if (toNumber(word) !== undefined) return header;
      else throw new RasterError(`${name}: expected the header of an Esri ASCII grid, found "${word}".`);
    }
  }
  return header;
}

/** The words of a text file, a piece of it at a time. */
async function* readWords(path: string, name: string): AsyncGenerator<string[]> {
  let rest = '';
  for await (const piece of createReadStream(path, { encoding: 'latin1', highWaterMark: PIECE_BYTES })) {
    const words = (rest + String(piece)).split(/[\s\0]+/);
    // The last word may go on in the next piece.
    rest = words.pop() ?? '';
    if (rest.length > LONGEST_WORD) {
      throw new RasterError(`${name}: expected an Esri ASCII grid, found ${rest.length} letters on end.`);
    }
    yield words.filter((word) => word !== '');
  }
  if (rest !== '') yield [rest];
}

function isKey(word: string): boolean {
  return (KEYS as readonly string[]).includes(word.toLowerCase());
}

/** Not `Number()` alone: that one takes "" and "0x10" for numbers. */
function toNumber(word: string): number | undefined {
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(word)) return Number(word);
  return /^[+-]?(nan|1\.#(qnan|ind))$/i.test(word) ? Number.NaN : undefined;
}

function squareCell(dx: number | undefined, dy: number | undefined, name: string): number | undefined {
  if (dx !== dy) throw new RasterError(`${name}: expected square cells, found ${dx} x ${dy} m.`);
  return dx;
}

function cornerOf(
  corner: number | undefined,
  centre: number | undefined,
  cellSize: number | undefined,
): number | undefined {
  if (corner !== undefined) return corner;
  return centre === undefined || cellSize === undefined ? undefined : centre - cellSize / 2;
}

function keysFound(header: ReadonlyMap<Key, number>): string {
  return [...header.keys()].map((key) => key.toUpperCase()).join(', ') || 'none of them';
}
