import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellAt, decodeTile, encodeTile, TILE_CELLS, TileCache, TileError, tileId } from '../../db/raster.ts';

/** Cells as they occur: long runs of a few numbers. */
function cells(highest: number): fc.Arbitrary<number[]> {
  const run = fc.record({
    value: fc.integer({ min: 0, max: highest }),
    length: fc.integer({ min: 1, max: 400 }),
  });
  return fc.infiniteStream(run).map((runs) => {
    const found: number[] = [];
    while (found.length < TILE_CELLS) {
      const { value, length } = runs.next().value as { value: number; length: number };
      for (let at = 0; at < length && found.length < TILE_CELLS; at += 1) found.push(value);
    }
    return found;
  });
}

describe('tiles', () => {
  it.each([
    ['uint8', 255],
    ['uint16', 65_535],
  ] as const)('of %s hold what was put in, in every cell', (encoding, highest) => {
    fc.assert(
      fc.property(cells(highest), (values) => {
        const array = encoding === 'uint8' ? Uint8Array.from(values) : Uint16Array.from(values);
        const tile = decodeTile(encodeTile(array), encoding);
        const read = Array.from({ length: TILE_CELLS }, (_, index) => tile.cell(index));
        // As text: a runner that compares 16,384 numbers one by one takes seconds.
        expect(read.join() === values.join()).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('of one number are a few bytes', () => {
    expect(encodeTile(new Uint8Array(TILE_CELLS).fill(54)).length).toBeLessThan(40);
  });

  it('have the lower byte of two first, on every machine', () => {
    const tile = decodeTile(
      deflateRawSync(Buffer.from([0x34, 0x12, ...Array(TILE_CELLS * 2 - 2).fill(0)])),
      'uint16',
    );
    expect(tile.cell(0)).toBe(0x1234);
  });

  it('are refused when they are of another size or encoding, or are no tiles', () => {
    expect(() => encodeTile(new Uint8Array(5))).toThrow(TileError);
    expect(() => decodeTile(encodeTile(new Uint8Array(TILE_CELLS)), 'uint16')).toThrow(
      /expected a tile of 32768/,
    );
    expect(() => decodeTile(encodeTile(new Uint16Array(TILE_CELLS)), 'uint8')).toThrow(TileError);
    expect(() => decodeTile(Buffer.from('not deflated'), 'uint8')).toThrow(TileError);
    expect(() => decodeTile(deflateRawSync(Buffer.alloc(50_000_000)), 'uint8')).toThrow(TileError);
  });
});

describe('tile ids', () => {
  it('are distinct whole numbers that sort by layer, row and column', () => {
    const part = fc.tuple(
      fc.integer({ min: 0, max: 2 ** 21 - 1 }),
      fc.integer({ min: 0, max: 65_535 }),
      fc.integer({ min: 0, max: 65_535 }),
    );
    fc.assert(
      fc.property(part, part, (one, other) => {
        const [first, second] = [tileId(...one), tileId(...other)];
        expect(Number.isSafeInteger(first)).toBe(true);
        expect(Math.sign(first - second)).toBe(
          Math.sign(one[0] - other[0] || one[1] - other[1] || one[2] - other[2]),
        );
      }),
    );
  });

  it('have bounds', () => {
    expect(() => tileId(1, 65_536, 0)).toThrow(RangeError);
    expect(() => tileId(2 ** 21, 0, 0)).toThrow(RangeError);
  });
});

describe('the cell of a point', () => {
  const grid = { width: 300, height: 200, cellSizeM: 10, westRdXM: 1000, northRdYM: 500_000 };

  it('is counted from the north-west', () => {
    expect(cellAt(grid, 1000, 500_000)).toEqual({ tileRow: 0, tileColumn: 0, index: 0 });
    expect(cellAt(grid, 1009.99, 499_990.01)).toEqual({ tileRow: 0, tileColumn: 0, index: 0 });
    expect(cellAt(grid, 1010, 499_990)).toEqual({ tileRow: 0, tileColumn: 0, index: 129 });
    expect(cellAt(grid, 1000 + 1285, 500_000 - 1295)).toEqual({ tileRow: 1, tileColumn: 1, index: 128 });
  });

  it.each([
    [999.99, 499_000],
    [4000, 499_000],
    [2000, 500_000.01],
    [2000, 498_000],
    [Number.NaN, 499_000],
    [2000, Number.POSITIVE_INFINITY],
  ])('%d, %d lies in none', (x, y) => {
    expect(cellAt(grid, x, y)).toBeUndefined();
  });

  it('of every point inside holds that point', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1000, max: 4000, maxExcluded: true, noNaN: true }),
        fc.double({ min: 498_000, max: 500_000, minExcluded: true, noNaN: true }),
        (x, y) => {
          const place = cellAt(grid, x, y);
          if (place === undefined) throw new Error(`${x}, ${y} lies in no cell.`);
          const column = place.tileColumn * 128 + (place.index % 128);
          const row = place.tileRow * 128 + Math.floor(place.index / 128);
          const slack = 1e-6;
          expect(x).toBeGreaterThanOrEqual(1000 + column * 10 - slack);
          expect(x).toBeLessThanOrEqual(1010 + column * 10 + slack);
          expect(y).toBeLessThanOrEqual(500_000 - row * 10 + slack);
          expect(y).toBeGreaterThanOrEqual(499_990 - row * 10 - slack);
        },
      ),
    );
  });
});

describe('the cache of tiles', () => {
  const tile = decodeTile(encodeTile(new Uint8Array(TILE_CELLS)), 'uint8');

  it('keeps what was used last, absent tiles too, apart by release', () => {
    const cache = new TileCache(2);
    const loaded: string[] = [];
    const get = (release: string, id: number) =>
      cache.get(release, id, () => {
        loaded.push(`${release} ${id}`);
        return id === 7 ? null : tile;
      });
    expect(get('a', 7)).toBeNull();
    expect(get('a', 8)).toBe(tile);
    expect(get('a', 7)).toBeNull();
    expect(get('b', 7)).toBeNull();
    expect(get('a', 7)).toBeNull();
    expect(loaded).toEqual(['a 7', 'a 8', 'b 7']);
    get('a', 8);
    expect(loaded).toEqual(['a 7', 'a 8', 'b 7', 'a 8']);
    expect(cache.size).toBe(2);
  });

  it('forgets nothing but the oldest when a tile cannot be read', () => {
    const cache = new TileCache(2);
    const fail = () => {
      throw new TileError('damaged');
    };
    expect(() => cache.get('a', 1, fail)).toThrow(TileError);
    expect(cache.size).toBe(0);
  });
});
