import type { Area, Ring } from './geometry.ts';
import { isWithinRdNew, type RdPoint, wgs84ToRd } from './rd-new.ts';

/**
 * A point of the Netherlands in RD New, whichever way it is written: RD New metres, degrees as longitude and
 * latitude, or the other way round (servers differ with the name of the coordinate system). The three cannot be
 * mistaken for each other. Undefined outside the Netherlands.
 */
export function toRdPoint(first: number, second: number): RdPoint | undefined {
  const point = toRd(first, second);
  return point !== undefined && isWithinRdNew(point.xM, point.yM) ? point : undefined;
}

/**
 * An area in RD New, from any of the ways above. Areas may reach over the border and into the sea.
 * @returns undefined when any corner lies elsewhere, e.g. at 0,0, where a broken conversion leaves them
 */
export function toRdArea(area: Area): Area | undefined {
  const polygons: Ring[][] = [];
  for (const polygon of area) {
    const rings: Ring[] = [];
    for (const ring of polygon) {
      const converted = new Float64Array(ring.length);
      for (let at = 0; at + 1 < ring.length; at += 2) {
        const point = toRd(ring[at] ?? Number.NaN, ring[at + 1] ?? Number.NaN);
        if (point === undefined) return undefined;
        converted[at] = point.xM;
        converted[at + 1] = point.yM;
      }
      rings.push(converted);
    }
    polygons.push(rings);
  }
  return polygons;
}

function toRd(first: number, second: number): RdPoint | undefined {
  if (first >= -50_000 && first <= 350_000 && second >= 250_000 && second <= 750_000) {
    return { xM: first, yM: second };
  }
  if (isLongitude(first) && isLatitude(second)) return wgs84ToRd(second, first);
  if (isLatitude(first) && isLongitude(second)) return wgs84ToRd(first, second);
  return undefined;
}

function isLongitude(degrees: number): boolean {
  return degrees >= 2 && degrees <= 9;
}

function isLatitude(degrees: number): boolean {
  return degrees >= 49.5 && degrees <= 56;
}
