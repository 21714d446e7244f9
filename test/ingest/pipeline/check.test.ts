import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  checkCanaries,
  checkDates,
  checkIntegrity,
  checkInvariants,
  checkLabel,
  checkMinimumRows,
  checkNotEmpty,
  checkNullShares,
  checkRejectedShares,
  checkRowDrops,
} from '../../../ingest/pipeline/check.ts';
import { type PublishedDates, profileTables, type TableProfile } from '../../../ingest/pipeline/profile.ts';
import { vehicleLike } from './vehicle-like.ts';

function profile(rows: number, nullShares: Readonly<Record<string, number>> = {}): TableProfile {
  return { table: 'vehicle', rows, nullShares };
}

function database(sql: string): Database.Database {
  const made = new Database(':memory:');
  onTestFinished(() => {
    made.close();
  });
  made.exec(sql);
  return made;
}

describe('row counts', () => {
  it('hold the national floor', () => {
    const floor = { vehicle: 15_000_000 };
    expect(checkMinimumRows([profile(15_000_000)], floor)).toEqual([]);
    const [failure] = checkMinimumRows([profile(14_999_999)], floor);
    expect(failure).toMatchObject({ check: 'minimum_rows' });
    expect(failure?.text).toContain('expected at least 15,000,000 rows');
    expect(failure?.text).toContain('found 14,999,999');
    expect(failure?.text).toContain('--label partial');
    expect(checkMinimumRows([], floor)).toHaveLength(1);
  });

  it('may fall by 2 % and grow by anything', () => {
    expect(checkRowDrops([profile(980)], [profile(1000)])).toEqual([]);
    expect(checkRowDrops([profile(5000)], [profile(1000)])).toEqual([]);
    const [failure] = checkRowDrops([profile(979)], [profile(1000)]);
    expect(failure?.text).toMatch(/1,000 .*found 979, 2\.1 % fewer/);
    expect(failure?.text).toContain('--accept-change');
  });

  it('of a table that is new are not compared', () => {
    expect(checkRowDrops([profile(10)], [])).toEqual([]);
  });

  it('are not all zero', () => {
    expect(checkNotEmpty([profile(0), profile(1)])).toEqual([]);
    expect(checkNotEmpty([profile(0)])).toHaveLength(1);
  });
});

describe('null shares', () => {
  const compare = (before: number, after: number) =>
    checkNullShares([profile(1000, { make: after })], [profile(1000, { make: before })]).length;

  it('of a column that was mostly filled may rise by 10 percentage points', () => {
    expect(compare(0.3, 0.39)).toBe(0);
    expect(compare(0.3, 0.41)).toBe(1);
    expect(compare(0.3, 0)).toBe(0);
  });

  it('of a column that was mostly empty may do as they like, but not reach 100 %', () => {
    expect(compare(0.6, 0.9)).toBe(0);
    expect(compare(0.98, 1)).toBe(1);
    // Five values of a thousand may well be corrected away.
    expect(compare(0.995, 1)).toBe(0);
    expect(compare(1, 1)).toBe(0);
  });

  it('are named with the column', () => {
    const [failure] = checkNullShares([profile(9, { make: 1 })], [profile(9, { make: 0 })]);
    expect(failure?.text).toMatch(/vehicle\.make: expected about 0\.0 % empty .* found 100\.0 % empty/);
  });

  it('of new columns and of tables that were empty are not compared', () => {
    expect(checkNullShares([profile(9, { make: 1 })], [profile(9)])).toEqual([]);
    expect(checkNullShares([profile(9, { make: 1 })], [profile(0, { make: 0 })])).toEqual([]);
  });

  it('are counted with one query a table, over the columns that can be null', () => {
    const made =
      database(`CREATE TABLE vehicle_like (plate INTEGER PRIMARY KEY, make TEXT, seats INTEGER, kind INTEGER NOT NULL);
      INSERT INTO vehicle_like VALUES (1, 'OPEL', 5, 1), (2, NULL, 4, 1), (3, NULL, 2, 1), (4, NULL, NULL, 1)`);
    expect(profileTables(made, [vehicleLike])).toEqual([
      { table: 'vehicle_like', rows: 4, nullShares: { plate: 0, make: 0.75, seats: 0.25, kind: 0 } },
    ]);
  });
});

describe('dates', () => {
  function dates(
    stateDate: string | null,
    dataYear: number | null,
    lastModified: string | null = null,
    sha256 = 'a',
  ): PublishedDates {
    return {
      sources: new Map([['bag', { stateDate, dataYear }]]),
      files: new Map([['bag https://example.org/bag.zip', { sha256, lastModified }]]),
    };
  }

  it.each([
    [
      'a state date',
      dates('2026-10-08', 2026),
      dates('2026-11-08', 2026),
      /data of 2026-11-08.*those of 2026-10-08/,
    ],
    ['a year, where there is no day', dates(null, 2022), dates(null, 2024), /data of 2024.*those of 2022/],
    [
      'a file, where the server says so',
      dates(null, null, 'Wed, 04 Nov 2026 06:00:00 GMT', 'b'),
      dates(null, null, 'Thu, 05 Nov 2026 06:00:00 GMT', 'a'),
      /https:\/\/example\.org\/bag\.zip: expected a file that was last modified on Thu, 05 Nov 2026.*Wed, 04 Nov/,
    ],
  ])('never go back: %s', (_, found, before, text) => {
    expect(checkDates(found, before)).toEqual([{ check: 'older_data', text: expect.stringMatching(text) }]);
    expect(checkDates(before, found)).toEqual([]);
  });

  it('of the same bytes may be told differently by another server', () => {
    const found = dates(null, null, 'Wed, 04 Nov 2026 06:00:00 GMT');
    expect(checkDates(found, dates(null, null, 'Thu, 05 Nov 2026 06:00:00 GMT'))).toEqual([]);
  });

  it('that are not told, or cannot be read, are not compared', () => {
    const told = dates('2026-11-08', 2026, 'Thu, 05 Nov 2026 06:00:00 GMT', 'a');
    for (const untold of [dates(null, null, null, 'b'), dates(null, null, 'yesterday', 'b')]) {
      expect(checkDates(untold, told)).toEqual([]);
      expect(checkDates(told, untold)).toEqual([]);
    }
    expect(checkDates(told, { sources: new Map(), files: new Map() })).toEqual([]);
  });
});

describe('other checks', () => {
  it('rejected rows are measured per source', () => {
    const count = { sourceId: 'fuel', rejected: 2, read: 100, reason: 'no plate' };
    expect(checkRejectedShares([count], 0.02)).toEqual([]);
    const [failure] = checkRejectedShares([{ ...count, rejected: 3 }], 0.02);
    expect(failure?.text).toMatch(/fuel: .*at most 2\.0 %.*3\.0 % \(3 of 100\).*"no plate"/);
    expect(checkRejectedShares([{ ...count, rejected: 0, read: 0 }], 0)).toEqual([]);
  });

  it('a canary must be found', () => {
    const made = database("CREATE TABLE vehicle (plate TEXT); INSERT INTO vehicle VALUES ('85XXXB')");
    const canary = (plate: string) => ({
      name: plate,
      sql: `SELECT 1 FROM vehicle WHERE plate = '${plate}'`,
    });
    expect(checkCanaries(made, [canary('85XXXB')])).toEqual([]);
    expect(checkCanaries(made, [canary('0001TJ')])[0]?.text).toContain('0001TJ');
  });

  it('an invariant may have the exceptions that are tolerated', () => {
    const made = database('CREATE TABLE score (a REAL, b REAL); INSERT INTO score VALUES (1, 1), (1, 2)');
    const rule = { name: 'a is b', sql: 'SELECT count(*) FROM score WHERE a <> b' };
    expect(checkInvariants(made, [{ ...rule, tolerated: 1 }])).toEqual([]);
    expect(checkInvariants(made, [rule])[0]?.text).toMatch(/a is b: expected no exception, found 1/);
  });

  it('rows that name a row that does not exist are found', () => {
    const made = database(`CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE child (parent_id INTEGER REFERENCES parent (id));
      PRAGMA foreign_keys = OFF; INSERT INTO child VALUES (7)`);
    expect(checkIntegrity(made)[0]?.text).toMatch(/1 rows of child/);
  });

  it('a sample never follows a national release', () => {
    expect(checkLabel('national', 'sample')).toEqual([]);
    expect(checkLabel('sample', 'partial')).toEqual([]);
    expect(checkLabel('sample', 'national')).toHaveLength(1);
    expect(checkLabel('partial', 'national')[0]?.text).toContain('DATA_DIR');
  });
});
