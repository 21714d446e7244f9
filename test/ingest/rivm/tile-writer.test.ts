import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AIR_CONCENTRATION, NOISE_LDEN, type Quantity } from '../../../db/cell-values.ts';
import { cellAt, decodeTile, type Tile, tileId } from '../../../db/raster.ts';
import { TileWriter } from '../../../ingest/sources/rivm/tile-writer.ts';

interface Raster {
  readonly width: number;
  readonly height: number;
  readonly quantity: Quantity;
  readonly values: ArrayLike<number>;
  /** Rows of the bands, repeated. */
  readonly bandRows: readonly number[];
}

function write({ width, height, quantity, values, bandRows }: Raster) {
  const tiles = new Map<number, Tile>();
  const grid = { width, height, cellSizeM: 10, westM: 0, northM: 400_000 };
  const writer = new TileWriter(grid, quantity, null, (row, column, data) => {
    tiles.set(tileId(1, row, column), decodeTile(data, quantity.encoding));
  });
  for (let firstRow = 0, band = 0; firstRow < height; band += 1) {
    const rows = Math.min(bandRows[band % bandRows.length] ?? 1, height - firstRow);
    const part = Array.prototype.slice.call(values, firstRow * width, (firstRow + rows) * width);
    const array = values instanceof Uint8Array ? Uint8Array.from(part) : Float64Array.from(part);
    writer.add({ firstRow, rows, values: array });
    firstRow += rows;
  }
  writer.end();
  const stored = (column: number, row: number) => {
    const place = cellAt(
      { ...grid, westRdXM: 0, northRdYM: 400_000 },
      column * 10 + 5,
      400_000 - row * 10 - 5,
    );
    if (place === undefined) return undefined;
    return tiles.get(tileId(1, place.tileRow, place.tileColumn))?.cell(place.index) ?? quantity.noData;
  };
  return { tiles, counts: writer.counts, stored };
}

describe('cutting rows into tiles', () => {
  it('puts each cell where it is looked up, however the rows come', () => {
    const size = fc.integer({ min: 1, max: 300 });
    const bandRows = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(size, size, bandRows, fc.integer({ min: 1, max: 9999 }), (width, height, bands, seed) => {
        const values = Uint8Array.from({ length: width * height }, (_, cell) => (cell * seed) % 121);
        const { stored, counts } = write({ width, height, quantity: NOISE_LDEN, values, bandRows: bands });
        for (const [column, row] of [
          [0, 0],
          [width - 1, 0],
          [0, height - 1],
          [width - 1, height - 1],
          [width >> 1, height >> 1],
          [Math.min(width - 1, 128), Math.min(height - 1, 127)],
        ] as const) {
          expect(stored(column, row)).toBe(values[row * width + column]);
        }
        expect(counts.value + counts.zero + counts.noData).toBe(width * height);
        expect(counts.zero).toBe(values.filter((value) => value === 0).length);
      }),
      { numRuns: 60 },
    );
  });

  it('leaves tiles without data out, and keeps those with nothing but zeros', () => {
    const values = new Uint8Array(384 * 128).fill(128);
    for (let row = 0; row < 128; row += 1) values.fill(0, row * 384 + 128, row * 384 + 256);
    values[383] = 60;
    const { tiles, counts } = write({
      width: 384,
      height: 128,
      quantity: NOISE_LDEN,
      values,
      bandRows: [128],
    });
    expect([...tiles.keys()]).toEqual([tileId(1, 0, 1), tileId(1, 0, 2)]);
    expect(counts).toMatchObject({
      value: 1,
      zero: 128 * 128,
      noData: 384 * 128 - 1 - 128 * 128,
      lowest: 60,
      highest: 60,
    });
  });

  it('counts what cannot be, with the first place of it, and stores it as no data', () => {
    const values = [12.3, 400, -999, 151];
    const { counts, stored } = write({
      width: 2,
      height: 2,
      quantity: AIR_CONCENTRATION,
      values,
      bandRows: [1],
    });
    expect(counts).toMatchObject({ value: 1, zero: 0, noData: 3, impossible: 2 });
    expect(counts.example).toEqual({ row: 0, column: 1, value: 400 });
    expect([stored(0, 0), stored(1, 0)]).toEqual([1230, AIR_CONCENTRATION.noData]);
  });

  it('of a raster without a figure knows no lowest one', () => {
    const { tiles, counts } = write({
      width: 1,
      height: 1,
      quantity: AIR_CONCENTRATION,
      values: [0],
      bandRows: [1],
    });
    expect(tiles.size).toBe(0);
    expect(counts).toMatchObject({ value: 0, zero: 0, noData: 1, lowest: null, highest: null });
  });
});
