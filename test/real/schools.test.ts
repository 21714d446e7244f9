import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schoolDenomination } from '../../api/vocabulary/school.ts';
import { nearestSchools } from '../../db/queries/schools.ts';
import { wgs84ToRd } from '../../db/rd-new.ts';
import { address, OBJECT_STATUSES, OBJECT_TYPES, street, town } from '../../db/schema/addresses.ts';
import type { Snapshot } from '../../db/store.ts';
import type { RunReport } from '../../ingest/pipeline/run-report.ts';
import { SCHOOLS } from '../../ingest/sources/duo/schools.ts';
import { ingestFromMirror, snapshotOf } from '../support/group-run.ts';
import { HAS_REAL_FILES } from '../support/real-mirror.ts';
import { type RealSchool, realSchools, writeSchoolsMirror } from '../support/schools-mirror.ts';
import { publishTestRelease } from '../support/store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/**
 * 321 real rows of November 2024. The cut extracts of the address register at hand have none of their addresses, so
 * the points that a re-user found for them in the whole register stand in for it.
 */
describe.skipIf(!HAS_REAL_FILES)('real schools of DUO', () => {
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  let schools: readonly RealSchool[];
  let report: RunReport;
  let snapshot: Snapshot;

  beforeAll(async () => {
    schools = realSchools();
    const mirror = join(folder, 'mirror');
    writeSchoolsMirror(mirror);
    publishPoints(dataDir, schools);
    report = await ingestFromMirror(SCHOOLS, { dataDir, mirror });
    snapshot = snapshotOf(dataDir);
  });
  afterAll(() => snapshot?.database.close());

  const count = (where: string) =>
    snapshot.database.prepare<[], number>(`SELECT count(*) FROM school WHERE ${where}`).pluck().get();

  it('refuse nothing, and keep the location whose row stands twice once', () => {
    expect(report.rejected).toEqual([]);
    expect(report.notes).toContainEqual({
      sourceId: 'duo-schools',
      text: 'location stands twice: the first row is kept',
      rows: 1,
    });
  });

  it('are 208 primary, 75 secondary and 37 special locations', () => {
    expect(report.rows).toEqual({ school: 320 });
    expect([count(`kind = 'primary'`), count(`kind = 'secondary'`), count(`kind = 'special'`)]).toEqual([
      208, 75, 37,
    ]);
    expect(count(`kind = 'secondary' AND structure IS NULL`)).toBe(0);
  });

  it('are all found by postcode, number and letter, where the register has them', () => {
    const rows = snapshot.database
      .prepare<[], { code: string; x: number; y: number; quality: string; town: string }>(
        `SELECT location_code AS code, rd_x_m AS x, rd_y_m AS y, location_quality AS quality, town FROM school`,
      )
      .all();
    for (const { code, x, y, quality, town: name } of rows) {
      const real = schools.find((one) => one.locationCode === code);
      const point = wgs84ToRd(real?.latitude ?? 0, real?.longitude ?? 0);
      expect(quality, code).toBe('address');
      expect(Math.hypot(x - point.xM, y - point.yM), code).toBeLessThan(0.01);
      expect(name, code).toBe(real?.town);
    }
  });

  it('near Koepoortstraat in Doesburg: the three primary schools of the town, the nearest first', () => {
    const found = nearestSchools(snapshot, 206_420, 447_414, 'primary', 3);
    expect(found.map(({ name }) => name)).toEqual([
      'Basisschool De Horizon',
      'MKC Anne Frank Doesburg',
      'Openbare Basisschool De Wetelaar',
    ]);
    expect(found.every(({ distanceM }) => distanceM < 3000)).toBe(true);
  });

  it('have a website or none, where the publisher has a blank', () => {
    expect(schools.some(({ website }) => website === ' ')).toBe(true);
    expect(count('website IS NULL')).toBeGreaterThan(0);
    expect(count(`website NOT LIKE '%_.__%'`)).toBe(0);
  });

  it('have denominations that we have a word for', () => {
    const unknown = schools.filter(
      ({ denomination }) => schoolDenomination(denomination) === denomination.toLowerCase(),
    );
    expect(unknown.map(({ denomination }) => denomination)).toEqual([]);
  });
});

/** One address for each school, at the point and with the spelling of its town that the re-user found. */
function publishPoints(dataDir: string, schools: readonly RealSchool[]): void {
  publishTestRelease(dataDir, {
    group: 'addresses',
    label: 'partial',
    sources: [],
    fill(database) {
      const towns = [...new Set(schools.map((one) => one.town))];
      for (const [id, name] of towns.entries()) database.insert(town).values({ id, name }).run();
      database.insert(street).values({ id: 1, name: 'Straat', townId: 0, inService: true }).run();
      for (const [id, one] of schools.entries()) {
        const { xM, yM } = wgs84ToRd(one.latitude, one.longitude);
        database
          .insert(address)
          .values({
            postcode: one.postcode,
            houseNumber: one.houseNumber,
            houseLetter: one.houseLetter,
            streetId: 1,
            townId: towns.indexOf(one.town),
            addressId: id,
            objectId: id,
            objectType: OBJECT_TYPES.unit,
            objectStatus: OBJECT_STATUSES.in_use,
            isMain: true,
            rdXM: xM,
            rdYM: yM,
          })
          .run();
      }
    },
  });
}
