import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWithinRdNew, rdToWgs84, wgs84ToRd } from '../../db/rd-new.ts';

/** Largest error that the specification of this service allows. */
const MAXIMUM_ERROR_M = 0.25;
const METRES_PER_DEGREE_LATITUDE = 111_250;

/** latitude, longitude (ETRS89), x, y; from the publishers' own tables and answers. */
const POINTS: [name: string, latitude: number, longitude: number, xM: number, yM: number][] = [
  ['Amersfoort, the origin', 52.155172897, 5.387203657, 155000, 463000],
  ['Texel', 53.160753042, 4.824761912, 117380.12, 575040.34],
  ['Noord-Groningen', 53.41948205, 6.776726674, 247380.56, 604580.78],
  ['Zeeuws-Vlaanderen', 51.368607152, 3.397588595, 16460.91, 377380.23],
  ['Zuid-Limburg', 50.792584916, 5.773795548, 182260.45, 311480.67],
  ['Maasvlakte', 51.947393898, 4.072887101, 64640.89, 440700.0101],
  ['validation row 30010000', 51.728601274, 4.712120126, 108360.879, 415757.2745],
  ['Amstel 1, Amsterdam', 52.3676456, 4.90016547, 121828.874, 486751.728],
  ['Europalaan 93, Utrecht', 52.06415055, 5.10696041, 135782.745, 452910.011],
];

function errorToWgs84M(latitude: number, longitude: number, xM: number, yM: number): number {
  const found = rdToWgs84(xM, yM);
  const north = (found.latitude - latitude) * METRES_PER_DEGREE_LATITUDE;
  const east =
    (found.longitude - longitude) * METRES_PER_DEGREE_LATITUDE * Math.cos((latitude * Math.PI) / 180);
  return Math.hypot(north, east);
}

function errorToRdM(latitude: number, longitude: number, xM: number, yM: number): number {
  const found = wgs84ToRd(latitude, longitude);
  return Math.hypot(found.xM - xM, found.yM - yM);
}

describe('known points', () => {
  it.each(POINTS)('%s is within 0.25 m, both ways', (_, latitude, longitude, xM, yM) => {
    expect(errorToWgs84M(latitude, longitude, xM, yM)).toBeLessThanOrEqual(MAXIMUM_ERROR_M);
    expect(errorToRdM(latitude, longitude, xM, yM)).toBeLessThanOrEqual(MAXIMUM_ERROR_M);
  });

  it("equals the publisher's geocoder to the last decimal", () => {
    expect(rdToWgs84(121828.874, 486751.728)).toEqual({ latitude: 52.3676456, longitude: 4.90016547 });
    expect(rdToWgs84(135782.745, 452910.011)).toEqual({ latitude: 52.06415055, longitude: 5.10696041 });
  });
});

const OFFICIAL = fileURLToPath(
  new URL('../../../shared/data/address/rdnap/Z001_ETRS89andRDNAP_sample.txt', import.meta.url),
);

describe.skipIf(!existsSync(OFFICIAL))('the official validation points', () => {
  it('are within 0.25 m, both ways, wherever they lie in the Netherlands', () => {
    const rows = readFileSync(OFFICIAL, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => line.trim().split(/\s+/).map(Number));
    const inside = rows.filter(([, , , , x = 0, y = 0]) => isWithinRdNew(x, y));
    expect(inside.length).toBeGreaterThan(200);
    const worst = { toWgs84M: 0, toRdM: 0 };
    for (const [, latitude = 0, longitude = 0, , xM = 0, yM = 0] of inside) {
      worst.toWgs84M = Math.max(worst.toWgs84M, errorToWgs84M(latitude, longitude, xM, yM));
      worst.toRdM = Math.max(worst.toRdM, errorToRdM(latitude, longitude, xM, yM));
    }
    expect(worst.toWgs84M).toBeLessThanOrEqual(MAXIMUM_ERROR_M);
    expect(worst.toRdM).toBeLessThanOrEqual(MAXIMUM_ERROR_M);
  });
});

describe('anywhere in the Netherlands', () => {
  const x = fc.double({ min: 0, max: 280_000, noNaN: true });
  const y = fc.double({ min: 300_000, max: 625_000, noNaN: true });

  it('there and back ends within 2 mm', () => {
    fc.assert(
      fc.property(x, y, (xM, yM) => {
        const { latitude, longitude } = rdToWgs84(xM, yM);
        const back = wgs84ToRd(latitude, longitude);
        expect(Math.hypot(back.xM - xM, back.yM - yM)).toBeLessThan(0.002);
      }),
    );
  });

  it('a point lies inside the grid, and outside when its coordinates are swapped', () => {
    fc.assert(
      fc.property(x, y, (xM, yM) => {
        expect(isWithinRdNew(xM, yM)).toBe(true);
        expect(isWithinRdNew(yM, xM)).toBe(false);
      }),
    );
  });

  it('degrees are not taken for metres', () => {
    expect(isWithinRdNew(5.387203657, 52.155172897)).toBe(false);
  });
});
