import type { Rings } from './ewkb.ts';

/** Whether a point lies inside a polygon with holes (even-odd). The tests' own, apart from what they test. */
export function isInside(rings: Rings, x: number, y: number): boolean {
  let inside = false;
  for (const ring of rings) {
    for (const [at, [x2, y2]] of ring.entries()) {
      const [x1, y1] = ring.at(at - 1) ?? [x2, y2];
      if (y1 > y !== y2 > y && x < ((x1 - x2) * (y - y2)) / (y1 - y2) + x2) inside = !inside;
    }
  }
  return inside;
}
