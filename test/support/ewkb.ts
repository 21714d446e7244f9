/** Rings of plane coordinates in metres: `[ring][vertex] = [x, y]`. A point is one ring of one vertex. */
export type Rings = readonly (readonly (readonly [number, number])[])[];

const POINT = 1;
const POLYGON = 3;
const HAS_SRID = 0x20000000;
const HAS_Z = 0x80000000;

/** Decodes PostGIS's hexadecimal EWKB of a point or polygon, little-endian, as in dumps of the register. */
export function decodeEwkb(hex: string): Rings {
  const bytes = Buffer.from(hex, 'hex');
  if (bytes.readUInt8(0) !== 1) throw new Error('Only little-endian EWKB is read.');
  const type = bytes.readUInt32LE(1);
  const vertexBytes = (type & HAS_Z) === 0 ? 16 : 24;
  let at = (type & HAS_SRID) === 0 ? 5 : 9;
  const vertex = (): readonly [number, number] => {
    const pair = [bytes.readDoubleLE(at), bytes.readDoubleLE(at + 8)] as const;
    at += vertexBytes;
    return pair;
  };
  const count = (): number => {
    const value = bytes.readUInt32LE(at);
    at += 4;
    return value;
  };
  const kind = type & 0xff;
  if (kind === POINT) return [[vertex()]];
  if (kind !== POLYGON) throw new Error(`EWKB type ${kind} is not read.`);
  return Array.from({ length: count() }, () => Array.from({ length: count() }, vertex));
}
