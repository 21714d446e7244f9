import Database from 'better-sqlite3';
import type { Area, Ring } from '../../db/geometry.ts';

/** The file is no GeoPackage, or holds a geometry of a kind that is not read. */
export class GeoPackageError extends Error {
  override readonly name = 'GeoPackageError';
  readonly code = 'bad_geopackage';
}

export type GeoPackageGeometry =
  | { readonly type: 'point'; readonly x: number; readonly y: number }
  | { readonly type: 'area'; readonly area: Area };

/** Bytes of the envelope by its code in the flags: none, xy, xyz, xym, xyzm. */
const ENVELOPE_BYTES = [0, 32, 48, 48, 64];
const EMPTY_FLAG = 0b0001_0000;

/**
 * Reads a geometry column's bytes: `GP`, version, flags, SRS id, envelope, then well-known binary in either byte
 * order, with or without heights and measures, which are left out.
 * @returns null for an empty geometry
 * @throws GeoPackageError for anything but points, polygons and multipolygons
 */
export function readGeoPackageGeometry(bytes: Buffer): GeoPackageGeometry | null {
  if (bytes.length < 8 || bytes.toString('latin1', 0, 2) !== 'GP') {
    throw new GeoPackageError('the geometry does not begin with "GP".');
  }
  const flags = bytes.readUInt8(3);
  const envelope = ENVELOPE_BYTES[(flags >> 1) & 0b111];
  if (envelope === undefined) throw new GeoPackageError(`unknown envelope in the flags ${flags}.`);
  if ((flags & EMPTY_FLAG) !== 0) return null;
  try {
    return new WellKnownBinary(bytes.subarray(8 + envelope)).geometry();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new GeoPackageError('the geometry ends too early.', { cause });
  }
}

class WellKnownBinary {
  readonly #bytes: Buffer;
  #at = 0;
  #littleEndian = true;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  geometry(): GeoPackageGeometry | null {
    const { kind, dimension } = this.#header();
    switch (kind) {
      case 1: {
        const [x = Number.NaN, y = Number.NaN] = this.#positions(1, dimension);
        // An empty point is written as not-a-number.
        return Number.isNaN(x) || Number.isNaN(y) ? null : { type: 'point', x, y };
      }
      case 3:
        return areaOrNull([this.#rings(dimension)]);
      case 6:
        return areaOrNull(this.#repeat(() => this.#part()));
      default:
        throw new GeoPackageError(`geometries of the kind ${kind} are not read.`);
    }
  }

  #part(): Ring[] {
    const { kind, dimension } = this.#header();
    if (kind !== 3) throw new GeoPackageError(`a multipolygon holds a geometry of the kind ${kind}.`);
    return this.#rings(dimension);
  }

  #header(): { kind: number; dimension: number } {
    this.#littleEndian = this.#bytes.readUInt8(this.#at) === 1;
    this.#at += 1;
    const code = this.#count();
    // ISO adds 1000 for heights, 2000 for measures; the extended form sets the two highest bits.
    const iso = Math.floor((code & 0x0fffffff) / 1000);
    const heights = iso === 1 || iso === 3 || code >>> 31 === 1;
    const measures = iso === 2 || iso === 3 || ((code >>> 30) & 1) === 1;
    if (((code >>> 29) & 1) === 1) this.#at += 4;
    return { kind: (code & 0x0fffffff) % 1000, dimension: 2 + Number(heights) + Number(measures) };
  }

  #rings(dimension: number): Ring[] {
    return this.#repeat(() => this.#positions(this.#count(), dimension));
  }

  #repeat<Part>(read: () => Part): Part[] {
    const count = this.#count();
    if (count > this.#bytes.length)
      throw new GeoPackageError(`${count} parts in ${this.#bytes.length} bytes.`);
    return Array.from({ length: count }, read);
  }

  #positions(count: number, dimension: number): Float64Array {
    if (count * dimension * 8 > this.#bytes.length - this.#at) {
      throw new GeoPackageError('the geometry ends too early.');
    }
    const positions = new Float64Array(count * 2);
    for (let position = 0; position < count; position += 1) {
      positions[position * 2] = this.#double(this.#at);
      positions[position * 2 + 1] = this.#double(this.#at + 8);
      this.#at += dimension * 8;
    }
    return positions;
  }

  #count(): number {
    const value = this.#littleEndian
      ? this.#bytes.readUInt32LE(this.#at)
      : this.#bytes.readUInt32BE(this.#at);
    this.#at += 4;
    return value;
  }

  #double(at: number): number {
    return this.#littleEndian ? this.#bytes.readDoubleLE(at) : this.#bytes.readDoubleBE(at);
  }
}

function areaOrNull(area: readonly Ring[][]): GeoPackageGeometry | null {
  const filled = area.filter((polygon) => (polygon[0]?.length ?? 0) > 0);
  return filled.length === 0 ? null : { type: 'area', area: filled };
}

/** A GeoPackage, opened read-only: it is an SQLite file. */
export class GeoPackage {
  readonly database: Database.Database;

  /** @throws GeoPackageError when the file is none */
  constructor(path: string) {
    try {
      this.database = new Database(path, { readonly: true, fileMustExist: true });
      this.database.prepare('SELECT 1 FROM gpkg_contents LIMIT 1').get();
    } catch (cause) {
      throw new GeoPackageError(`${path} is no GeoPackage: ${(cause as Error).message}`, { cause });
    }
  }

  /** Names of the layers with geometries. */
  layers(): string[] {
    return this.database
      .prepare<[], string>(`SELECT table_name FROM gpkg_contents WHERE data_type = 'features'`)
      .pluck()
      .all();
  }

  /** All rows of a layer, one at a time, with every column by its name. */
  rows(layer: string): IterableIterator<Readonly<Record<string, unknown>>> {
    const name = `"${layer.replaceAll('"', '""')}"`;
    return this.database.prepare<[], Record<string, unknown>>(`SELECT * FROM ${name}`).iterate();
  }

  /** Names of a layer's columns; none where there is no such layer. */
  columns(layer: string): string[] {
    return this.database
      .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
      .pluck()
      .all(layer);
  }

  /** Name of the column that holds a layer's geometry. */
  geometryColumn(layer: string): string | undefined {
    return this.database
      .prepare<[string], string>('SELECT column_name FROM gpkg_geometry_columns WHERE table_name = ?')
      .pluck()
      .get(layer);
  }

  /** The latest change of any layer, as the file states it (RFC 3339). */
  lastChange(): string | null {
    return (
      this.database.prepare<[], string | null>('SELECT max(last_change) FROM gpkg_contents').pluck().get() ??
      null
    );
  }

  close(): void {
    this.database.close();
  }
}
