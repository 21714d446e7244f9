import { cellEncoder, IMPOSSIBLE, type Quantity } from '../../../db/cell-values.ts';
import { encodeTile, TILE_CELLS, TILE_SIZE } from '../../../db/raster.ts';
import type { RasterBand, RasterGrid } from '../../formats/raster.ts';

/** What the cells of a raster turned out to be. */
export interface CellCounts {
  value: number;
  zero: number;
  noData: number;
  /** Numbers that cannot be figures of this quantity; they are stored as no data. */
  impossible: number;
  /** Lowest and highest stored figure; null where there is none. */
  lowest: number | null;
  highest: number | null;
  /** The first impossible number, with the row and column that it stands in. */
  example: { readonly row: number; readonly column: number; readonly value: number } | null;
}

/**
 * Cuts the rows of a raster into tiles. It holds one row of tiles: memory grows with the width of the raster and not
 * with its height. Tiles without a figure and without a zero are left out.
 */
export class TileWriter {
  readonly counts: CellCounts = {
    value: 0,
    zero: 0,
    noData: 0,
    impossible: 0,
    lowest: null,
    highest: null,
    example: null,
  };
  readonly #grid: RasterGrid;
  readonly #quantity: Quantity;
  readonly #encode: (value: number) => number;
  /** By byte, for rasters of bytes: a look into a table instead of a chain of comparisons a cell. */
  readonly #byteTable: Int32Array;
  readonly #tiles: readonly (Uint8Array | Uint16Array)[];
  readonly #write: (tileRow: number, tileColumn: number, data: Buffer) => void;
  #row = 0;

  /** @param write takes each finished tile, from north to south and from west to east */
  constructor(
    grid: RasterGrid,
    quantity: Quantity,
    declaredNoData: number | null,
    write: (tileRow: number, tileColumn: number, data: Buffer) => void,
  ) {
    this.#grid = grid;
    this.#quantity = quantity;
    this.#encode = cellEncoder(quantity, declaredNoData);
    this.#byteTable = Int32Array.from({ length: 256 }, (_, byte) => this.#encode(byte));
    this.#write = write;
    const make = () =>
      quantity.encoding === 'uint8' ? new Uint8Array(TILE_CELLS) : new Uint16Array(TILE_CELLS);
    this.#tiles = Array.from({ length: Math.ceil(grid.width / TILE_SIZE) }, make);
    this.#clear();
  }

  /** Takes the next rows. */
  add(band: RasterBand): void {
    for (let row = 0; row < band.rows; row += 1) {
      this.#addRow(band, row);
      this.#row += 1;
      if (this.#row % TILE_SIZE === 0) this.#flush();
    }
  }

  /** Writes what is left of the last row of tiles. */
  end(): void {
    if (this.#row % TILE_SIZE !== 0) this.#flush();
  }

  #addRow({ values }: RasterBand, row: number): void {
    const { width } = this.#grid;
    const { noData } = this.#quantity;
    const encode = this.#encode;
    const table = values instanceof Uint8Array ? this.#byteTable : undefined;
    const start = row * width;
    const inTile = (this.#row % TILE_SIZE) * TILE_SIZE;
    for (let from = 0, tileColumn = 0; from < width; from += TILE_SIZE, tileColumn += 1) {
      const tile = this.#tiles[tileColumn] as Uint8Array | Uint16Array;
      const cells = Math.min(TILE_SIZE, width - from);
      for (let cell = 0; cell < cells; cell += 1) {
        const value = values[start + from + cell] as number;
        const stored = table === undefined ? encode(value) : (table[value] as number);
        if (stored === IMPOSSIBLE) this.#countImpossible(from + cell, value);
        else if (stored !== noData) tile[inTile + cell] = stored;
      }
    }
  }

  #countImpossible(column: number, value: number): void {
    this.counts.impossible += 1;
    this.counts.example ??= { row: this.#row, column, value };
  }

  #flush(): void {
    const tileRow = Math.ceil(this.#row / TILE_SIZE) - 1;
    this.#tiles.forEach((tile, tileColumn) => {
      if (this.#count(tile)) this.#write(tileRow, tileColumn, encodeTile(tile));
    });
    this.#clear();
    const seen = this.#row * this.#grid.width;
    this.counts.noData = seen - this.counts.value - this.counts.zero;
  }

  /** @returns whether the tile holds anything */
  #count(tile: Uint8Array | Uint16Array): boolean {
    const { noData, zeroIsNoSource } = this.#quantity;
    let [values, zeros] = [0, 0];
    let lowest = this.counts.lowest ?? Number.POSITIVE_INFINITY;
    let highest = this.counts.highest ?? Number.NEGATIVE_INFINITY;
    for (const stored of tile) {
      if (stored === noData) continue;
      if (stored === 0 && zeroIsNoSource) {
        zeros += 1;
        continue;
      }
      values += 1;
      if (stored < lowest) lowest = stored;
      if (stored > highest) highest = stored;
    }
    this.counts.value += values;
    this.counts.zero += zeros;
    if (values > 0) Object.assign(this.counts, { lowest, highest });
    return values + zeros > 0;
  }

  #clear(): void {
    for (const tile of this.#tiles) tile.fill(this.#quantity.noData);
  }
}
