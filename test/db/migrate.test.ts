import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { GROUPS } from '../../db/groups.ts';
import { applyMigrations, createTables, schemaVersion } from '../../db/migrate.ts';

function tablesOf(database: Database.Database): string[] {
  return database
    .prepare<[], string>(
      `SELECT name FROM sqlite_master
        WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> '__drizzle_migrations'`,
    )
    .pluck()
    .all();
}

function migrated(name: Parameters<typeof applyMigrations>[1]): Database.Database {
  const database = new Database(':memory:');
  applyMigrations(database, name);
  return database;
}

function schemaOf(database: Database.Database): unknown[] {
  return database
    .prepare(
      `SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE '%drizzle_migrations%' ORDER BY name`,
    )
    .all();
}

/** What every release says of itself. */
const ABOUT_ITSELF = [
  'release',
  'source',
  'source_file',
  'rejection',
  'column_profile',
  'accepted_change',
  'source_rows',
  'source_note',
  'source_column',
  'table_rows',
  'null_share_change',
];

describe.each([...GROUPS])('the migrations of %s', (group) => {
  it('make the tables that every release has about itself, and others', () => {
    const tables = tablesOf(migrated(group));
    expect(tables).toEqual(expect.arrayContaining(ABOUT_ITSELF));
    expect(tables.length).toBeGreaterThan(ABOUT_ITSELF.length);
  });

  it('make the same tables in a new release file, without a record of themselves', () => {
    const database = new Database(':memory:');
    createTables(database, group);
    expect(schemaOf(database)).toEqual(schemaOf(migrated(group)));
    expect(
      database.prepare("SELECT 1 FROM sqlite_master WHERE name LIKE '%migrations'").get(),
    ).toBeUndefined();
  });

  it('can be applied twice', () => {
    const database = migrated(group);
    const before = tablesOf(database);
    applyMigrations(database, group);
    expect(tablesOf(database)).toEqual(before);
  });

  it('have a version of their own', () => {
    expect(schemaVersion(group)).toMatch(/^[0-9a-f]{12}$/);
  });
});

it('no table name occurs in two groups, since queries name tables without their group', () => {
  const about = new Set(ABOUT_ITSELF);
  const owners = new Map<string, string[]>();
  for (const group of GROUPS) {
    for (const table of tablesOf(migrated(group))) {
      if (!about.has(table)) owners.set(table, [...(owners.get(table) ?? []), group]);
    }
  }
  expect([...owners].filter(([, groups]) => groups.length > 1)).toEqual([]);
});

it('different groups have different schema versions', () => {
  expect(new Set([...GROUPS, 'operations' as const].map(schemaVersion)).size).toBe(GROUPS.length + 1);
});
