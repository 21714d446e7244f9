import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWithinRdNew } from '../../../db/rd-new.ts';
import { GeoPackage, GeoPackageError, readGeoPackageGeometry } from '../../../ingest/formats/geopackage.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { geoPackageBytes } from './geopackage-bytes.ts';

const CORNERS = [
  [0, 0],
  [10, 0],
  [10, 10],
] as const;

describe('a geometry of a GeoPackage', () => {
  it('is read with every envelope, byte order and dimension', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(0, 1, 2, 3, 4),
        fc.boolean(),
        fc.constantFrom('xy', 'xyz', 'xym', 'xyzm', 'ewkb xyz'),
        fc.integer({ min: 0, max: 280_000 }),
        fc.integer({ min: 300_000, max: 625_000 }),
        (envelope, littleEndian, form, x, y) => {
          const bytes = geoPackageBytes({ type: 'point', x, y }, { envelope, littleEndian, form });
          expect(readGeoPackageGeometry(bytes)).toEqual({ type: 'point', x, y });
          const rings = [CORNERS.map(([dx, dy]) => [x + dx, y + dy] as const)];
          const area = [[Float64Array.from(rings.flat(2))]];
          const polygon = geoPackageBytes({ type: 'polygon', rings }, { envelope, littleEndian, form });
          expect(readGeoPackageGeometry(polygon)).toEqual({ type: 'area', area });
          const two = geoPackageBytes(
            { type: 'multipolygon', polygons: [rings, rings] },
            { envelope, littleEndian, form },
          );
          expect(readGeoPackageGeometry(two)).toEqual({ type: 'area', area: [...area, ...area] });
        },
      ),
    ));

  it('may be empty, by its flag or as a point of not-a-number', () => {
    const point = geoPackageBytes({ type: 'point', x: Number.NaN, y: Number.NaN });
    expect(readGeoPackageGeometry(point)).toBeNull();
    const flagged = geoPackageBytes({ type: 'point', x: 1, y: 1 });
    flagged.writeUInt8(flagged.readUInt8(3) | 0b0001_0000, 3);
    expect(readGeoPackageGeometry(flagged)).toBeNull();
    expect(readGeoPackageGeometry(geoPackageBytes({ type: 'multipolygon', polygons: [] }))).toBeNull();
  });

  it('that is cut short, of another kind or none at all is refused', () => {
    const polygon = geoPackageBytes({ type: 'polygon', rings: [[...CORNERS]] });
    for (let length = 0; length < polygon.length; length += 1) {
      expect(() => readGeoPackageGeometry(polygon.subarray(0, length))).toThrow(GeoPackageError);
    }
    const line = geoPackageBytes({ type: 'point', x: 1, y: 1 }, { envelope: 0 });
    line.writeUInt32LE(2, 9);
    expect(() => readGeoPackageGeometry(line)).toThrow(/kind 2/);
    const bomb = geoPackageBytes({ type: 'polygon', rings: [[...CORNERS]] }, { envelope: 0 });
    bomb.writeUInt32LE(0xffff_ffff, 13);
    expect(() => readGeoPackageGeometry(bomb)).toThrow(GeoPackageError);
  });
});

describe('a GeoPackage', () => {
  const folder = temporaryFolder();

  it('that is none is refused', () => {
    const path = join(folder, 'no.gpkg');
    writeFileSync(path, '<html>Not found</html>');
    expect(() => new GeoPackage(path)).toThrow(GeoPackageError);
    expect(() => new GeoPackage(join(folder, 'absent.gpkg'))).toThrow(GeoPackageError);
  });
});

const REAL = '../shared/data/address/bag-gpkg/bag.gpkg';

describe.skipIf(!existsSync(REAL))('the real GeoPackage of addresses of Amsterdam', () => {
  it('has points in the Netherlands, equal to the boxes of its own index', () => {
    const source = new GeoPackage(REAL);
    expect(source.columns('verblijfsobjecten')).toContain('feature_id');
    expect(source.columns('no such layer')).toEqual([]);
    expect(source.lastChange()).toMatch(/^\d{4}-\d{2}-\d{2}T/);
    const column = source.geometryColumn('verblijfsobjecten');
    expect(column).toBe('geom');
    interface Row {
      geom: Buffer;
      minx: number;
      miny: number;
    }
    const rows = source.database
      .prepare<[], Row>(
        'SELECT geom, CAST(minx AS REAL) AS minx, CAST(miny AS REAL) AS miny FROM verblijfsobjecten',
      )
      .all();
    expect(rows.length).toBeGreaterThan(100);
    for (const { geom, minx, miny } of rows) {
      const point = readGeoPackageGeometry(geom);
      if (point?.type !== 'point') throw new Error('a point was expected');
      expect(isWithinRdNew(point.x, point.y)).toBe(true);
      expect([point.x, point.y]).toEqual([expect.closeTo(minx, 3), expect.closeTo(miny, 3)]);
    }
    source.close();
  });
});
