import { deflateSync } from 'node:zlib';

export interface SmallGeoTiff {
  readonly width: number;
  readonly height: number;
  readonly cellSizeM: number;
  readonly westM: number;
  readonly northM: number;
  readonly noData: string;
  /** Row by row from the north-west. */
  readonly values: Float32Array;
}

type Tag = readonly [
  id: number,
  type: 'short' | 'long' | 'double' | 'ascii',
  values: readonly number[] | string,
];

const TYPES = { ascii: [2, 1], short: [3, 2], long: [4, 4], double: [12, 8] } as const;

/** A GeoTIFF of 32-bit floats on the Dutch grid in one deflated strip, as coverage services write small ones. */
export function smallGeoTiff({
  width,
  height,
  cellSizeM,
  westM,
  northM,
  noData,
  values,
}: SmallGeoTiff): Buffer {
  const strip = deflateSync(Buffer.from(values.buffer, values.byteOffset, values.byteLength));
  const tags: Tag[] = [
    [256, 'long', [width]],
    [257, 'long', [height]],
    [258, 'short', [32]],
    [259, 'short', [8]],
    [262, 'short', [1]],
    [273, 'long', [8]],
    [277, 'short', [1]],
    [278, 'long', [height]],
    [279, 'long', [strip.length]],
    [339, 'short', [3]],
    [33550, 'double', [cellSizeM, cellSizeM, 0]],
    [33922, 'double', [0, 0, 0, westM, northM, 0]],
    // Projected model, pixel is area, Amersfoort / RD New.
    [34735, 'short', [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 28992]],
    [42113, 'ascii', `${noData}\0`],
  ];
  const padding = Buffer.alloc(strip.length % 2);
  const directoryAt = 8 + strip.length + padding.length;
  const header = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0]);
  header.writeUInt32LE(directoryAt, 4);
  return Buffer.concat([header, strip, padding, directory(tags, directoryAt)]);
}

function directory(tags: readonly Tag[], directoryAt: number): Buffer {
  const entries = Buffer.alloc(2 + tags.length * 12 + 4);
  entries.writeUInt16LE(tags.length, 0);
  const outside: Buffer[] = [];
  let outsideAt = directoryAt + entries.length;
  for (const [index, [id, type, values]] of tags.entries()) {
    const [code, size] = TYPES[type];
    const bytes = bytesOf(type, values);
    const at = 2 + index * 12;
    entries.writeUInt16LE(id, at);
    entries.writeUInt16LE(code, at + 2);
    entries.writeUInt32LE(bytes.length / size, at + 4);
    if (bytes.length <= 4) {
      bytes.copy(entries, at + 8);
    } else {
      entries.writeUInt32LE(outsideAt, at + 8);
      outside.push(bytes);
      outsideAt += bytes.length;
    }
  }
  return Buffer.concat([entries, ...outside]);
}

function bytesOf(type: keyof typeof TYPES, values: readonly number[] | string): Buffer {
  if (typeof values === 'string') return Buffer.from(values, 'latin1');
  const size = TYPES[type][1];
  const bytes = Buffer.alloc(values.length * size);
  for (const [index, value] of values.entries()) {
    if (type === 'double') bytes.writeDoubleLE(value, index * size);
    else bytes.writeUIntLE(value, index * size, size);
  }
  return bytes;
}
