import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { applyMigrations } from '../../../db/migrate.ts';
import { GROUP_DECLARATIONS } from '../../../ingest/sources/index.ts';

/**
 * Canaries are asked of national releases only, which no test is large enough to make: a statement that SQLite
 * refuses would first be met by an operator, after hours of loading.
 */
describe.each(GROUP_DECLARATIONS.map((group) => [group.id, group] as const))(
  'the checks of %s',
  (id, group) => {
    const database = new Database(':memory:');
    applyMigrations(database, id);
    afterAll(() => {
      database.close();
    });

    it.each(group.canaries.map(({ name, sql }) => [name, sql]))(
      'canary, as SQLite reads it: %s',
      (_name, sql) => {
        expect(() => database.prepare(sql).get()).not.toThrow();
      },
    );

    it('one canary at least misses what it looks for in a release without rows', () => {
      const missed = group.canaries.filter(({ sql }) => database.prepare(sql).get() === undefined);
      expect(missed.length).toBeGreaterThan(0);
    });

    it.each(group.invariants.map(({ name, sql }) => [name, sql]))(
      'invariant, as SQLite reads it: %s',
      (_name, sql) => {
        // No row breaks a rule where there are no rows.
        expect(Number(database.prepare(sql).pluck().get() ?? 0)).toBe(0);
      },
    );
  },
);
