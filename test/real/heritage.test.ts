import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toRdArea } from '../../db/dutch-coordinates.ts';
import { monumentsOfObject, monumentsWithin, protectedAreasAt } from '../../db/queries/heritage.ts';
import { wgs84ToRd } from '../../db/rd-new.ts';
import type { Snapshot } from '../../db/store.ts';
import { parseWkt } from '../../ingest/formats/wkt.ts';
import type { RunReport } from '../../ingest/pipeline/run-report.ts';
import { HERITAGE } from '../../ingest/sources/rce/heritage.ts';
import { ingestFromMirror, snapshotOf } from '../support/group-run.ts';
import {
  bagTestCases,
  HERITAGE_OVERRIDES,
  realPoints,
  realTownscapes,
  realTriples,
  writeHeritageMirror,
} from '../support/heritage-mirror.ts';
import { HAS_REAL_FILES } from '../support/real-mirror.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface RealTownscape {
  readonly properties: { readonly BRON_ID: string; readonly NAAM: string; readonly JURSTATUS: string };
  readonly geometry: { readonly type: string; readonly coordinates: number[][][] | number[][][][] };
}

describe.skipIf(!HAS_REAL_FILES)('real records of the Cultural Heritage Agency', () => {
  const folder = temporaryFolder();
  let report: RunReport;
  let snapshot: Snapshot;

  beforeAll(async () => {
    const mirror = join(folder, 'mirror');
    const dataDir = join(folder, 'data');
    writeHeritageMirror(mirror);
    report = await ingestFromMirror(HERITAGE, { dataDir, mirror, overrides: HERITAGE_OVERRIDES });
    snapshot = snapshotOf(dataDir);
  });
  afterAll(() => snapshot?.database.close());

  const count = (sql: string, ...values: unknown[]) =>
    snapshot.database
      .prepare<unknown[], number>(sql)
      .pluck()
      .get(...values);

  it('refuse nothing', () => {
    expect(report.rejected).toEqual([]);
  });

  it('triples: monument 523080, not its node 10255, is listed since 2001-12-17', () => {
    expect([...realTriples('#rijksmonumentnummer').values()]).toEqual(['523080']);
    const rows = snapshot.database
      .prepare('SELECT number, listed_since, nature FROM monument WHERE number IN (523080, 10255)')
      .all();
    expect(rows).toEqual([{ number: 523_080, listed_since: '2001-12-17', nature: 'built' }]);
  });

  it('triples: the outline in degrees and the one in metres are the same, to 10 cm', () => {
    const [degrees = ''] = realTriples('#asWKT').values();
    const [metres = ''] = realTriples('#asWKT-RD').values();
    const [inDegrees, inMetres] = [degrees, metres].map((wkt) => {
      const geometry = parseWkt(wkt);
      return geometry?.type === 'area' ? toRdArea(geometry.area) : undefined;
    });
    const corners = [...(inMetres?.[0]?.[0] ?? [])];
    expect(corners).toHaveLength(2 * 71);
    const apart = corners.map((metre, at) => Math.abs(metre - (inDegrees?.[0]?.[0]?.[at] ?? 0)));
    expect(Math.max(...apart)).toBeLessThan(0.1);
  });

  it('points: 416 of them are 292 monuments, one row each, at one of their own points', () => {
    const points = realPoints();
    expect(points).toHaveLength(416);
    expect(new Set(points.map(({ number }) => number)).size).toBe(292);
    // And the church and the house of the other files.
    expect(count('SELECT count(*) FROM monument')).toBe(292 + 2);
    // All second points lie within 10 cm of the first.
    expect(report.notes).toContainEqual(
      expect.objectContaining({ text: 'second point of a monument', rows: 124 }),
    );
    const distances = points.map(({ number, wkt }) => {
      const [longitude = 0, latitude = 0] = (/\((.*)\)/.exec(wkt)?.[1] ?? '').split(' ').map(Number);
      const { xM, yM } = wgs84ToRd(latitude, longitude);
      const near = monumentsWithin(snapshot, xM, yM, 25);
      return near.find((monument) => monument.number === Number(number))?.distanceM ?? Infinity;
    });
    expect(Math.max(...distances)).toBeLessThan(0.1);
    expect(distances.filter((distance) => distance === 0).length).toBeGreaterThanOrEqual(292);
  });

  it('test cases: the unit that is a monument is one, the others are none', () => {
    for (const { verblijfsobject, rijksmonument_nummer: number } of bagTestCases()) {
      const found = monumentsOfObject(snapshot, Number(verblijfsobject)).map((row) => String(row.number));
      expect(found, verblijfsobject).toEqual(number === null ? [] : [number]);
    }
  });

  it('test cases: pitfall 5: what only another register calls a monument is none here, and the source is named', () => {
    const disputed = bagTestCases().find(({ bron }) => bron.length === 1 && bron[0] === 'Kadaster');
    expect(monumentsOfObject(snapshot, Number(disputed?.verblijfsobject))).toEqual([]);
    expect(snapshot.require('heritage').sources.get('rce-monuments')?.attribution).toContain(
      'Rijksdienst voor het Cultureel Erfgoed',
    );
  });

  describe('townscapes of 2013', () => {
    const features = HAS_REAL_FILES
      ? (JSON.parse(realTownscapes()) as { features: RealTownscape[] }).features
      : [];
    /** A corner of the first polygon: on the border, which belongs to the area. */
    const cornerOf = ({ geometry }: RealTownscape) => {
      const [x = 0, y = 0] = geometry.coordinates.flat(
        geometry.type === 'MultiPolygon' ? 2 : 1,
      )[0] as number[];
      return [x, y] as const;
    };

    it('are 13 designated of 18, 3 of them in parts', () => {
      expect(features).toHaveLength(18);
      expect(count(`SELECT count(*) FROM protected_area WHERE kind = 'townscape'`)).toBe(13);
      expect(count('SELECT count(*) FROM protected_area_outline')).toBe(16);
    });

    it.each(features.map((feature) => [feature.properties.NAAM, feature] as const))('%s', (name, feature) => {
      const found = protectedAreasAt(snapshot, ...cornerOf(feature)).filter((area) => area.name === name);
      const designated = feature.properties.JURSTATUS === 'rijksmonument';
      expect(found).toHaveLength(designated ? 1 : 0);
      if (designated) expect(found[0]?.number).toBe(Number(feature.properties.BRON_ID));
    });

    it('have their days: Aalden since 1969-05-13, Oosterse Bos since 1969-05-05', () => {
      const rows = snapshot.database
        .prepare(
          `SELECT name, designated_on AS day FROM protected_area WHERE name IN ('Aalden', 'Oosterse Bos')`,
        )
        .all();
      expect(rows).toEqual([
        { name: 'Aalden', day: '1969-05-13' },
        { name: 'Oosterse Bos', day: '1969-05-05' },
      ]);
    });
  });
});
