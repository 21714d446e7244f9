import { type Area, areaCentroid, type Point, type Polygon, type Ring } from '../../../db/geometry.ts';
import { isWithinRdNew } from '../../../db/rd-new.ts';
import type { RawGeometry, RawPositions } from './bag-records.ts';

/** The polygons of an object, without the heights that the publisher adds to some. */
export function areaOf(geometry: RawGeometry): Area {
  const polygons: Ring[][] = [];
  for (const raw of geometry.rings) {
    const ring = readRing(raw);
    const polygon = polygons[raw.polygon];
    if (polygon === undefined) polygons[raw.polygon] = [ring];
    else polygon.push(ring);
  }
  return polygons.filter((polygon): polygon is Polygon & Ring[] => polygon !== undefined);
}

/**
 * Where an object lies: its point or, for berths, pitches and the units that have an area instead, the centre of
 * gravity of that.
 * @returns null where it has neither, or where that cannot lie in the Netherlands
 */
export function locationOf(geometry: RawGeometry): Point | null {
  const point = geometry.point === null ? areaCentroid(areaOf(geometry)) : readPoint(geometry.point);
  if (point === undefined || !isWithinRdNew(point.x, point.y)) return null;
  return { x: roundToMillimetre(point.x), y: roundToMillimetre(point.y) };
}

function readPoint(raw: RawPositions): Point {
  const [x = Number.NaN, y = Number.NaN] = raw.text.trim().split(/\s+/, 2).map(Number);
  return { x, y };
}

function readRing(raw: RawPositions): Float64Array {
  const numbers = raw.text.trim().split(/\s+/);
  const corners = Math.floor(numbers.length / raw.dimension);
  const ring = new Float64Array(corners * 2);
  for (let corner = 0; corner < corners; corner += 1) {
    ring[corner * 2] = Number(numbers[corner * raw.dimension]);
    ring[corner * 2 + 1] = Number(numbers[corner * raw.dimension + 1]);
  }
  return ring;
}

function roundToMillimetre(value: number): number {
  return Math.round(value * 1000) / 1000;
}
