import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { TileEncoding } from './schema/environment.ts';

/** Cells along the side of a tile: smaller ones bloat the file, larger ones take longer to look up. */
export const TILE_SIZE = 128;
export const TILE_CELLS = TILE_SIZE * TILE_SIZE;

/** Where the cells of a raster lie: square ones, row 0 in the north, in metres. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  readonly cellSizeM: number;
  readonly westRdXM: number;
  readonly northRdYM: number;
}

/** A tile does not hold what it should: the file is damaged, or of another version. */
export class TileError extends Error {
  override readonly name = 'TileError';
  readonly code = 'bad_tile';
}

const ROW_FACTOR = 2 ** 16;
const LAYER_FACTOR = 2 ** 32;

/** Key of a tile: layer, and row and column of the tile from the north-west. An integer under 2^53. */
export function tileId(layer: number, tileRow: number, tileColumn: number): number {
  if (layer >= 2 ** 21 || tileRow >= ROW_FACTOR || tileColumn >= ROW_FACTOR) {
    throw new RangeError(`There is no tile ${tileColumn}, ${tileRow} of layer ${layer}.`);
  }
  return layer * LAYER_FACTOR + tileRow * ROW_FACTOR + tileColumn;
}

/** The cells of one tile as bytes for a column: row by row from the north, deflated without a header. */
export function encodeTile(cells: Uint8Array | Uint16Array): Buffer {
  if (cells.length !== TILE_CELLS)
    throw new TileError(`A tile has ${TILE_CELLS} cells, not ${cells.length}.`);
  if (cells instanceof Uint8Array) return deflateRawSync(cells, { level: 6 });
  const bytes = Buffer.allocUnsafe(TILE_CELLS * 2);
  for (let at = 0; at < TILE_CELLS; at += 1) bytes.writeUInt16LE(cells[at] as number, at * 2);
  return deflateRawSync(bytes, { level: 6 });
}

/** Reads what {@link encodeTile} wrote. @throws TileError when the bytes are something else */
export function decodeTile(bytes: Uint8Array, encoding: TileEncoding): Tile {
  const expected = encoding === 'uint8' ? TILE_CELLS : TILE_CELLS * 2;
  let inflated: Buffer;
  try {
    inflated = inflateRawSync(bytes, { maxOutputLength: expected });
  } catch (cause) {
    throw new TileError(`the tile cannot be inflated: ${(cause as Error).message}`, { cause });
  }
  if (inflated.length !== expected) {
    throw new TileError(`expected a tile of ${expected} bytes, found ${inflated.length}.`);
  }
  return new Tile(inflated, encoding);
}

/** The cells of one tile. */
export class Tile {
  readonly #bytes: Buffer;
  readonly #encoding: TileEncoding;

  constructor(bytes: Buffer, encoding: TileEncoding) {
    this.#bytes = bytes;
    this.#encoding = encoding;
  }

  /** The number stored in a cell, counted row by row from the north-west. */
  cell(index: number): number {
    return this.#encoding === 'uint8' ? this.#bytes.readUInt8(index) : this.#bytes.readUInt16LE(index * 2);
  }
}

export interface CellPlace {
  readonly tileRow: number;
  readonly tileColumn: number;
  /** Of the cell in its tile, row by row. */
  readonly index: number;
}

/**
 * The cell that a point of the Dutch grid lies in. A cell owns its western and its northern edge.
 * @returns undefined outside the raster, and for coordinates that are no numbers
 */
export function cellAt(grid: Grid, x: number, y: number): CellPlace | undefined {
  const column = Math.floor((x - grid.westRdXM) / grid.cellSizeM);
  const row = Math.floor((grid.northRdYM - y) / grid.cellSizeM);
  if (!(column >= 0 && column < grid.width && row >= 0 && row < grid.height)) return undefined;
  return {
    tileRow: Math.floor(row / TILE_SIZE),
    tileColumn: Math.floor(column / TILE_SIZE),
    index: (row % TILE_SIZE) * TILE_SIZE + (column % TILE_SIZE),
  };
}

/** The tiles that were looked at last, so that addresses of one street cost one inflation. */
export class TileCache {
  readonly #tiles = new Map<string, Tile | null>();
  readonly #capacity: number;

  /** @param capacity tiles; each is 16 or 32 KiB */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /**
   * @param release tiles of the same number differ between releases
   * @param load null where the raster has no such tile
   */
  get(release: string, id: number, load: () => Tile | null): Tile | null {
    const key = `${release} ${id}`;
    let tile = this.#tiles.get(key);
    if (tile === undefined) tile = load();
    // A map keeps the order of insertion: what was used last stands last.
    else this.#tiles.delete(key);
    this.#tiles.set(key, tile);
    if (this.#tiles.size > this.#capacity) {
      for (const oldest of this.#tiles.keys()) {
        this.#tiles.delete(oldest);
        break;
      }
    }
    return tile;
  }

  get size(): number {
    return this.#tiles.size;
  }
}
