import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readManifest } from '../../../db/manifest.ts';
import { nearestSchools } from '../../../db/queries/schools.ts';
import { SCHOOL_KINDS, SCHOOL_LOCATION, school } from '../../../db/schema/schools.ts';
import { DatasetUnavailableError, openSnapshot, type Snapshot } from '../../../db/store.ts';
import { publishTestRelease } from '../../support/store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Whole country, whole metres; every tenth school is not located. The same ones in every run. */
function someSchools(): (typeof school.$inferInsert)[] {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  return Array.from({ length: 400 }, (_, at) => ({
    id: at + 1,
    kind: SCHOOL_KINDS[at % 2] ?? 'primary',
    locationCode: `${String(at).padStart(4, '0')}00`,
    name: `School ${at}`,
    ...(at % 10 === 9
      ? {}
      : { rdXM: random(280_000), rdYM: 300_000 + random(325_000), locationQuality: 'address' as const }),
  }));
}

describe('the nearest schools', () => {
  const folder = temporaryFolder();
  const schools = someSchools();
  let snapshot: Snapshot;

  beforeAll(() => {
    const dataDir = join(folder, 'data');
    publishTestRelease(dataDir, {
      group: 'schools',
      sources: [{ id: 'duo-schools' }],
      fill(database) {
        database.insert(school).values(schools).run();
        database.$client.exec(
          `INSERT INTO ${SCHOOL_LOCATION}
           SELECT id, rd_x_m, rd_x_m, rd_y_m, rd_y_m FROM school WHERE rd_x_m IS NOT NULL`,
        );
      },
    });
    snapshot = openSnapshot(dataDir, readManifest(dataDir));
  });
  afterAll(() => snapshot.database.close());

  it('are those that measuring to every school finds, from any place, of either kind', () => {
    const place = fc.record({
      x: fc.integer({ min: -20_000, max: 300_000 }),
      y: fc.integer({ min: 280_000, max: 640_000 }),
      kind: fc.constantFrom('primary', 'secondary'),
      limit: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(place, ({ x, y, kind, limit }) => {
        const expected = schools
          .filter((one) => one.kind === kind && one.rdXM !== undefined)
          .map((one) => Math.hypot((one.rdXM ?? 0) - x, (one.rdYM ?? 0) - y))
          .sort((one, other) => one - other)
          .slice(0, limit);
        const found = nearestSchools(snapshot, x, y, kind as 'primary' | 'secondary', limit);
        expect(found.map(({ distanceM }) => distanceM)).toEqual(expected);
        expect(new Set(found.map((one) => one.kind))).toEqual(new Set([kind]));
      }),
    );
  });

  it('are at 0 m on the spot, with the facts of the school', () => {
    const [first] = schools;
    const [found] = nearestSchools(snapshot, first?.rdXM ?? 0, first?.rdYM ?? 0, 'primary', 1);
    expect(found).toMatchObject({ name: 'School 0', locationCode: '000000', distanceM: 0 });
  });

  it('are all that are located where more are asked for, and none of a kind without any', () => {
    expect(nearestSchools(snapshot, 150_000, 450_000, 'primary', 1000)).toHaveLength(200);
    expect(nearestSchools(snapshot, 150_000, 450_000, 'secondary', 1000)).toHaveLength(160);
    expect(nearestSchools(snapshot, 150_000, 450_000, 'special', 3)).toEqual([]);
  });

  it('cannot be told without a release', () => {
    const empty = openSnapshot(folder, { groups: {} });
    expect(() => nearestSchools(empty, 0, 0, 'primary', 3)).toThrow(DatasetUnavailableError);
    empty.database.close();
  });
});
