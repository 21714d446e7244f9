import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Area,
  areaCentroid,
  boundingBox,
  containsPoint,
  decodeArea,
  encodeArea,
  GeometryError,
} from '../../db/geometry.ts';

const ring = (...corners: readonly (readonly [number, number])[]) => Float64Array.from(corners.flat());

/** A square of 10 with a hole of 4 in its middle. */
const FRAME: Area = [
  [ring([0, 0], [10, 0], [10, 10], [0, 10], [0, 0]), ring([3, 3], [3, 7], [7, 7], [7, 3])],
];

describe('an area as bytes', () => {
  it('is read as it was written', () =>
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.float64Array({ maxLength: 12 }), { maxLength: 3 }), { maxLength: 3 }),
        (area) => {
          expect(decodeArea(encodeArea(area))).toEqual(area);
        },
      ),
    ));

  it('that was cut, lengthened or never one is refused', () => {
    const bytes = encodeArea(FRAME);
    expect(() => decodeArea(bytes.subarray(0, -1))).toThrow(GeometryError);
    expect(() => decodeArea(Buffer.concat([bytes, Buffer.alloc(8)]))).toThrow(GeometryError);
    expect(() => decodeArea(Buffer.alloc(8, 0xff))).toThrow(GeometryError);
    expect(() => decodeArea(Buffer.alloc(0))).toThrow(GeometryError);
  });
});

describe('a point in an area', () => {
  it.each([
    [1, 1, true],
    [5, 5, false],
    [11, 5, false],
    [-1, 0, false],
    // Level with corners.
    [-1, 10, false],
    [2, 3, true],
    [8, 7, true],
    // On edges and corners, of the outline and of the hole.
    [0, 5, true],
    [10, 10, true],
    [3, 5, true],
    [7, 7, true],
  ])('%d, %d: %s', (x, y, inside) => {
    expect(containsPoint(FRAME, x, y)).toBe(inside);
  });

  it('counts in any of several polygons', () => {
    const two: Area = [...FRAME, [ring([20, 0], [30, 0], [30, 10], [20, 10])]];
    expect(containsPoint(two, 25, 5)).toBe(true);
    expect(containsPoint(two, 15, 5)).toBe(false);
    expect(containsPoint([], 1, 1)).toBe(false);
    expect(containsPoint([[]], 1, 1)).toBe(false);
  });

  it('does not depend on where a ring begins, its direction, or whether it is closed', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5 }),
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: -2, max: 12 }),
        fc.integer({ min: -2, max: 12 }),
        (shift, reverse, close, x, y) => {
          const corners: [number, number][] = [
            [0, 0],
            [10, 0],
            [10, 4],
            [4, 4],
            [4, 10],
            [0, 10],
          ];
          const turned = [...corners.slice(shift), ...corners.slice(0, shift)];
          if (reverse) turned.reverse();
          if (close) turned.push(turned[0] as [number, number]);
          const inside = x >= 0 && y >= 0 && x <= 10 && y <= 10 && (x <= 4 || y <= 4);
          expect(containsPoint([[ring(...turned)]], x, y)).toBe(inside);
        },
      ),
    ));
});

describe('the centre of an area', () => {
  it('is that of its surface, not the mean of its corners', () => {
    const crowded = ring([0, 0], [2, 0], [2, 0.1], [2, 0.2], [2, 0.3], [2, 2], [0, 2]);
    expect(areaCentroid([[crowded]])?.x).toBeCloseTo(1, 12);
    expect(areaCentroid([[crowded]])?.y).toBeCloseTo(1, 12);
  });

  it('moves away from a hole, whichever way the hole turns', () => {
    const outer = ring([0, 0], [4, 0], [4, 4], [0, 4]);
    const hole: [number, number][] = [
      [2, 0],
      [4, 0],
      [4, 4],
      [2, 4],
    ];
    for (const corners of [hole, [...hole].reverse()]) {
      expect(areaCentroid([[outer, ring(...corners)]])).toEqual({ x: 1, y: 2 });
    }
  });

  it('weighs several polygons by their surface', () => {
    const small = ring([0, 0], [1, 0], [1, 1], [0, 1]);
    const large = ring([10, 0], [10, 3], [13, 3], [13, 0]);
    expect(areaCentroid([[small], [large]])?.x).toBeCloseTo((0.5 + 9 * 11.5) / 10, 12);
  });

  it('is the middle where there is no surface, and none where there is nothing', () => {
    expect(areaCentroid([[ring([200000, 450000], [200010, 450000], [200000, 450000])]])).toEqual({
      x: 200005,
      y: 450000,
    });
    expect(areaCentroid([[ring([3, 4])]])).toEqual({ x: 3, y: 4 });
    expect(areaCentroid([])).toBeUndefined();
    expect(areaCentroid([[new Float64Array()]])).toBeUndefined();
  });

  it('moves with the area, at the distances of the national grid', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 280_000 }),
        fc.integer({ min: 300_000, max: 625_000 }),
        (dx, dy) => {
          const moved = FRAME.map((polygon) =>
            polygon.map((one) => one.map((value, at) => value + (at % 2 === 0 ? dx : dy))),
          );
          const centre = areaCentroid(moved);
          expect(centre?.x).toBeCloseTo(dx + 5, 6);
          expect(centre?.y).toBeCloseTo(dy + 5, 6);
        },
      ),
    ));

  it('the box holds all polygons', () => {
    expect(boundingBox([...FRAME, [ring([20, -3], [30, 0], [30, 10])]])).toEqual({
      minX: 0,
      minY: -3,
      maxX: 30,
      maxY: 10,
    });
    expect(boundingBox([])).toBeUndefined();
  });
});
