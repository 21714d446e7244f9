import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toRdArea, toRdPoint } from '../../db/dutch-coordinates.ts';
import { rdToWgs84 } from '../../db/rd-new.ts';

describe('a point of the Netherlands', () => {
  it('is the same in metres, as longitude and latitude, and swapped', () => {
    // A corner of the church of monument 523080, as its publisher gives it in both systems.
    const expected = { xM: expect.closeTo(167279, 1), yM: expect.closeTo(428833, 1) };
    expect(toRdPoint(167279, 428833)).toEqual({ xM: 167279, yM: 428833 });
    expect(toRdPoint(5.5654048693943, 51.847938971116)).toEqual(expected);
    expect(toRdPoint(51.847938971116, 5.5654048693943)).toEqual(expected);
  });

  it('however it is written, everywhere in the country', () => {
    const x = fc.double({ min: 14_000, max: 277_000, noNaN: true });
    const y = fc.double({ min: 307_000, max: 618_000, noNaN: true });
    fc.assert(
      fc.property(x, y, (xM, yM) => {
        const { longitude, latitude } = rdToWgs84(xM, yM);
        for (const point of [toRdPoint(longitude, latitude), toRdPoint(latitude, longitude)]) {
          expect(Math.hypot((point?.xM ?? 0) - xM, (point?.yM ?? 0) - yM)).toBeLessThan(0.05);
        }
      }),
    );
  });

  it.each([
    [0, 0],
    [428833, 167279],
    [-0.1276, 51.5072],
    [13.4, 52.5],
    [Number.NaN, 52],
    [-40_000, 400_000],
  ])('%d, %d is none', (first, second) => {
    expect(toRdPoint(first, second)).toBeUndefined();
  });
});

describe('an area', () => {
  it('may reach into the sea, beyond where an address can be', () => {
    expect(toRdArea([[Float64Array.of(-20_000, 400_000, 200_000, 640_000, 200_000, 400_000)]])).toHaveLength(
      1,
    );
  });

  it('pitfall 8: an outline that a conversion left at 0,0 is none', () => {
    expect(toRdArea([[Float64Array.of(0, 0, 0, 0, 0, 0)]])).toBeUndefined();
    expect(toRdArea([[Float64Array.of(167279, 428833, 167273, 428835, 0, 0)]])).toBeUndefined();
  });
});
