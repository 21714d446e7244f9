import { readFileSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';

export type Corner = readonly [number, number];

export interface PackageLayer {
  readonly name: string;
  readonly features: readonly {
    readonly polygons: readonly (readonly (readonly Corner[])[])[];
    /** Columns by name, the same in all features. */
    readonly cells: Readonly<Record<string, string | number | null>>;
  }[];
}

/** Writes a GeoPackage of multipolygons in RD New and returns its bytes. */
export function writePackage(path: string, layers: readonly PackageLayer[]): Buffer {
  rmSync(path, { force: true });
  const file = new Database(path);
  file.exec(`
    CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT, last_change TEXT, srs_id INTEGER);
    CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id INTEGER);`);
  for (const { name, features } of layers) {
    const columns = Object.keys(features[0]?.cells ?? {});
    const declared = ['fid INTEGER PRIMARY KEY', 'geom BLOB', ...columns.map((column) => `"${column}"`)];
    file.exec(`CREATE TABLE "${name}" (${declared.join(', ')})`);
    file.prepare(`INSERT INTO gpkg_contents VALUES (?, 'features', '2025-11-01T00:00:00Z', 28992)`).run(name);
    file.prepare(`INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', 'MULTIPOLYGON', 28992)`).run(name);
    const places = columns.map(() => ', ?').join('');
    const insert = file.prepare(`INSERT INTO "${name}" VALUES (NULL, ?${places})`);
    for (const { polygons, cells } of features) {
      insert.run(multipolygon(polygons), ...columns.map((column) => cells[column] ?? null));
    }
  }
  file.close();
  return readFileSync(path);
}

/** `GP`, version 0, little-endian without an envelope, then well-known binary. */
function multipolygon(polygons: PackageLayer['features'][number]['polygons']): Buffer {
  const header = Buffer.from([0x47, 0x50, 0, 1, 0, 0, 0, 0]);
  header.writeInt32LE(28992, 4);
  const count = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  const kind = (code: number) => Buffer.concat([Buffer.from([1]), count(code)]);
  const rings = polygons.map((polygon) =>
    Buffer.concat([
      kind(3),
      count(polygon.length),
      ...polygon.flatMap((ring) => [count(ring.length), Buffer.from(Float64Array.from(ring.flat()).buffer)]),
    ]),
  );
  return Buffer.concat([header, kind(6), count(polygons.length), ...rings]);
}
