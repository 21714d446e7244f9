/**
 * Areas on a plane, in metres of the Dutch national grid (any other plane works as well).
 *
 * A ring is a `Float64Array` of x, y, x, y, ...; it may repeat its first point at the end or not. A polygon is its
 * outer ring followed by its holes, in either direction of turning. An area is one or more polygons.
 */
export type Ring = Float64Array;
export type Polygon = readonly Ring[];
export type Area = readonly Polygon[];

export interface Point {
  x: number;
  y: number;
}

export interface Box {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** The bytes are no area. */
export class GeometryError extends Error {
  override readonly name = 'GeometryError';
  readonly code = 'bad_geometry';
}

/**
 * An area as bytes for a column: little-endian 64-bit floats; the number of polygons, then for each its number of
 * rings, then for each its number of coordinates and the coordinates.
 */
export function encodeArea(area: Area): Buffer {
  let length = 1;
  for (const polygon of area) {
    length += 1;
    for (const ring of polygon) length += 1 + ring.length;
  }
  const bytes = Buffer.allocUnsafe(length * 8);
  let at = 0;
  const put = (value: number) => {
    at = bytes.writeDoubleLE(value, at);
  };
  put(area.length);
  for (const polygon of area) {
    put(polygon.length);
    for (const ring of polygon) {
      put(ring.length);
      for (const coordinate of ring) put(coordinate);
    }
  }
  return bytes;
}

/** Reads what {@link encodeArea} wrote. @throws GeometryError when the bytes are something else */
export function decodeArea(bytes: Buffer): Area {
  let at = 0;
  const take = () => {
    if (at + 8 > bytes.length) throw new GeometryError('the area ends too early.');
    const value = bytes.readDoubleLE(at);
    at += 8;
    return value;
  };
  const count = () => {
    const value = take();
    if (!Number.isInteger(value) || value < 0 || value > bytes.length / 8) {
      throw new GeometryError(`the area has ${value} as a number of parts.`);
    }
    return value;
  };
  const area = Array.from({ length: count() }, () =>
    Array.from({ length: count() }, () => Float64Array.from({ length: count() }, take)),
  );
  if (at !== bytes.length) throw new GeometryError('the area has bytes left over.');
  return area;
}

/** The smallest box around the area; undefined where it has no points. */
export function boundingBox(area: Area): Box | undefined {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (const polygon of area) {
    // Holes lie inside the outer ring.
    const ring = polygon[0] ?? new Float64Array();
    for (let at = 0; at + 1 < ring.length; at += 2) {
      const x = ring[at] as number;
      const y = ring[at + 1] as number;
      if (x < box.minX) box.minX = x;
      if (x > box.maxX) box.maxX = x;
      if (y < box.minY) box.minY = y;
      if (y > box.maxY) box.maxY = y;
    }
  }
  return box.minX === Infinity ? undefined : box;
}

/** True inside any of the polygons, outside their holes; every edge, also a hole's, belongs to the area. */
export function containsPoint(area: Area, x: number, y: number): boolean {
  return area.some((polygon) => polygonContains(polygon, x, y));
}

function polygonContains(polygon: Polygon, x: number, y: number): boolean {
  let inside = false;
  for (const ring of polygon) {
    const side = sideOfRing(ring, x, y);
    if (side === 'edge') return true;
    if (side === 'inside') inside = !inside;
  }
  return inside;
}

/** Counts the edges that a ray to the right crosses. */
function sideOfRing(ring: Ring, x: number, y: number): 'inside' | 'outside' | 'edge' {
  let inside = false;
  let x1 = ring[ring.length - 2] as number;
  let y1 = ring[ring.length - 1] as number;
  for (let at = 0; at + 1 < ring.length; at += 2) {
    const x2 = ring[at] as number;
    const y2 = ring[at + 1] as number;
    const cross = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
    if (
      cross === 0 &&
      x >= Math.min(x1, x2) &&
      x <= Math.max(x1, x2) &&
      y >= Math.min(y1, y2) &&
      y <= Math.max(y1, y2)
    ) {
      return 'edge';
    }
    if (y1 > y !== y2 > y && cross > 0 === y2 > y1) inside = !inside;
    x1 = x2;
    y1 = y2;
  }
  return inside ? 'inside' : 'outside';
}

/**
 * The centre of gravity of the area, not the mean of its corners: corners crowd where an outline is detailed.
 * An area without surface (a line, a point) has the centre of its box; one without points has none.
 */
export function areaCentroid(area: Area): Point | undefined {
  const box = boundingBox(area);
  if (box === undefined) return undefined;
  // Near the origin the products stay exact; far from it, they lose digits.
  const originX = box.minX;
  const originY = box.minY;
  let surface = 0;
  let momentX = 0;
  let momentY = 0;
  for (const polygon of area) {
    polygon.forEach((ring, position) => {
      const part = ringMoments(ring, originX, originY);
      // A hole takes away, whichever way round it was drawn.
      const sign = part.surface < 0 === (position === 0) ? -1 : 1;
      surface += sign * part.surface;
      momentX += sign * part.momentX;
      momentY += sign * part.momentY;
    });
  }
  const extent = Math.max(box.maxX - box.minX, box.maxY - box.minY);
  if (Math.abs(surface) <= extent * extent * 1e-12) {
    return { x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2 };
  }
  return { x: originX + momentX / surface, y: originY + momentY / surface };
}

function ringMoments(ring: Ring, originX: number, originY: number) {
  let surface = 0;
  let momentX = 0;
  let momentY = 0;
  let x1 = (ring[ring.length - 2] as number) - originX;
  let y1 = (ring[ring.length - 1] as number) - originY;
  for (let at = 0; at + 1 < ring.length; at += 2) {
    const x2 = (ring[at] as number) - originX;
    const y2 = (ring[at + 1] as number) - originY;
    const cross = x1 * y2 - x2 * y1;
    surface += cross / 2;
    momentX += ((x1 + x2) * cross) / 6;
    momentY += ((y1 + y2) * cross) / 6;
    x1 = x2;
    y1 = y2;
  }
  return { surface, momentX, momentY };
}
