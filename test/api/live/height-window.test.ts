import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groundLevelAt, type HeightWindow, readHeightWindow } from '../../../api/live/height-window.ts';
import { UnexpectedAnswer } from '../../../api/live/upstream.ts';
import { geoTiff } from '../../support/raster.ts';
import { smallGeoTiff } from '../../upstreams/small-geotiff.ts';

const NO_DATA = 3.4028234663852886e38;

/** A window of half-metre cells whose north-west corner is 1000, 2000; heights row by row. */
function windowOf(width: number, heightsM: readonly number[]): HeightWindow {
  return {
    width,
    height: heightsM.length / width,
    cellSizeM: 0.5,
    westRdXM: 1000,
    northRdYM: 2000,
    heightsM: Float64Array.from(heightsM),
  };
}

const deflated = (values: readonly number[], width: number) =>
  smallGeoTiff({
    width,
    height: values.length / width,
    cellSizeM: 0.5,
    westM: 1000,
    northM: 2000,
    noData: String(NO_DATA),
    values: Float32Array.from(values),
  });

describe('a window of heights', () => {
  it('is read from what the service sends: floats in a deflated strip, holes as 3.4e38, and 0 is a height', async () => {
    expect(await readHeightWindow(deflated([1.25, NO_DATA, 0, -0.5], 2))).toEqual(
      windowOf(2, [1.25, Number.NaN, 0, -0.5]),
    );
  });

  it('takes -9999, which other products of the model write, for no data too', async () => {
    const { heightsM } = await readHeightWindow(deflated([-9999, 322.4], 2));
    expect([...heightsM]).toEqual([Number.NaN, expect.closeTo(322.4)]);
  });

  const plain = { width: 2, height: 2, cellSizeM: 0.5, westM: 1000, northM: 2000 };
  const four = Float32Array.from([1, 2, 3, 4]);
  const report = Buffer.from('<?xml version="1.0"?><ows:ExceptionReport/>');
  it.each([
    ['a report of an error', report],
    ['nothing', Buffer.alloc(0)],
    ['a file that was cut short', deflated(Array.from({ length: 400 }, Math.random), 20).subarray(0, 300)],
    ['another grid', geoTiff(four, { ...plain, epsg: 4326 })],
    ['no grid', geoTiff(four, { ...plain, epsg: null })],
    [
      'far more cells than were asked for',
      geoTiff(new Float32Array(500 * 500), { ...plain, width: 500, height: 500 }),
    ],
  ])('is not read from %s', async (_what, bytes) => {
    await expect(readHeightWindow(bytes)).rejects.toThrow(UnexpectedAnswer);
  });

  it('bounds what a small file can grow to', async () => {
    const values = new Float32Array(2_000_000);
    const bomb = smallGeoTiff({ ...plain, noData: 'nan', values });
    expect(bomb.length).toBeLessThan(10_000);
    await expect(readHeightWindow(bomb)).rejects.toThrow(UnexpectedAnswer);
  });
});

describe('the ground level at a place', () => {
  it('is the median of the cells nearest to it, since the place itself lies in a hole', () => {
    const hole = Number.NaN;
    const window = windowOf(3, [1.1, 1.2, 1.3, 1.2, hole, 1.4, 9, 1.2, 1.3]);
    expect(groundLevelAt(window, 1000.75, 1999.25)).toEqual({
      heightM: 1.25,
      cellSizeM: 0.5,
      cells: 8,
      nearestM: 0.5,
      farthestM: expect.closeTo(Math.SQRT1_2),
    });
  });

  it('leaves out what lies farther than the nearest hundred cells', () => {
    const heights = Array.from({ length: 400 }, (_, cell) => (cell % 20 < 10 ? 1 : 5));
    expect(groundLevelAt(windowOf(20, heights), 1000.1, 1995)).toMatchObject({ heightM: 1, cells: 100 });
    expect(groundLevelAt(windowOf(20, heights), 1009.9, 1995)).toMatchObject({ heightM: 5, cells: 100 });
  });

  it('is not known where there is no ground at all', () => {
    expect(groundLevelAt(windowOf(2, [Number.NaN, Number.NaN]), 1000.1, 1999.9)).toBeNull();
  });

  it('is never minus zero', () => {
    expect(groundLevelAt(windowOf(1, [-0.001]), 1000.1, 1999.9)?.heightM).toBe(0);
  });

  it.each([
    [999.9, 1999.9],
    [1001, 1999.9],
    [1000.1, 2000.1],
    [1000.1, 1999],
  ])('is not taken from a window of elsewhere (%d, %d)', (x, y) => {
    expect(() => groundLevelAt(windowOf(2, [1, 2, 3, 4]), x, y)).toThrow(UnexpectedAnswer);
  });

  it('lies between the lowest and the highest cell', () => {
    const heights = fc.array(fc.integer({ min: -700, max: 32_000 }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(heights, (centimetres) => {
        const metres = centimetres.map((value) => value / 100);
        const level = groundLevelAt(windowOf(metres.length, metres), 1000.1, 1999.9);
        expect(level?.heightM).toBeGreaterThanOrEqual(Math.min(...metres));
        expect(level?.heightM).toBeLessThanOrEqual(Math.max(...metres));
      }),
    );
  });
});
