type Corner = readonly [number, number];
type Rings = readonly (readonly Corner[])[];

export type Shape =
  | { readonly type: 'point'; readonly x: number; readonly y: number }
  | { readonly type: 'polygon'; readonly rings: Rings }
  | { readonly type: 'multipolygon'; readonly polygons: readonly Rings[] };

interface Form {
  readonly envelope?: number;
  readonly littleEndian?: boolean;
  readonly form?: string;
}

const CODES = { point: 1, polygon: 3, multipolygon: 6 } as const;
const ISO: Readonly<Record<string, number>> = { xy: 0, xyz: 1000, xym: 2000, xyzm: 3000 };

/** Writes a geometry as the GeoPackage standard has it. */
export function geoPackageBytes(shape: Shape, form: Form = {}): Buffer {
  const { envelope = 1, littleEndian = true, form: dimensions = 'xy' } = form;
  const pieces: Buffer[] = [];
  const uint32 = (value: number) => {
    const bytes = Buffer.alloc(4);
    if (littleEndian) bytes.writeUInt32LE(value);
    else bytes.writeUInt32BE(value);
    pieces.push(bytes);
  };
  const double = (value: number) => {
    const bytes = Buffer.alloc(8);
    if (littleEndian) bytes.writeDoubleLE(value);
    else bytes.writeDoubleBE(value);
    pieces.push(bytes);
  };
  const extra = { xy: 0, xyz: 1, xym: 1, xyzm: 2, 'ewkb xyz': 1 }[dimensions] ?? 0;
  const position = ([x, y]: Corner) => {
    double(x);
    double(y);
    for (let more = 0; more < extra; more += 1) double(-99);
  };
  const begin = (type: keyof typeof CODES) => {
    pieces.push(Buffer.of(littleEndian ? 1 : 0));
    uint32(dimensions === 'ewkb xyz' ? CODES[type] + 0x8000_0000 : CODES[type] + (ISO[dimensions] ?? 0));
  };
  const rings = (all: Rings) => {
    uint32(all.length);
    for (const ring of all) {
      uint32(ring.length);
      for (const corner of ring) position(corner);
    }
  };
  const flags = (envelope << 1) | (littleEndian ? 1 : 0);
  pieces.push(Buffer.from('GP'), Buffer.of(0, flags));
  uint32(28992);
  pieces.push(Buffer.alloc([0, 32, 48, 48, 64][envelope] ?? 0, 0x7f));
  begin(shape.type);
  if (shape.type === 'point') position([shape.x, shape.y]);
  else if (shape.type === 'polygon') rings(shape.rings);
  else {
    uint32(shape.polygons.length);
    for (const polygon of shape.polygons) {
      begin('polygon');
      rings(polygon);
    }
  }
  return Buffer.concat(pieces);
}
