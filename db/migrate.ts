import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Group } from './groups.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/** The databases that have migrations: one a group, and the one that a running server writes. */
export type MigratedDatabase = Group | 'operations';

/** Brings the open database to the newest schema. */
export function applyMigrations(database: Database.Database, name: MigratedDatabase): void {
  migrate(drizzle(database), { migrationsFolder: join(MIGRATIONS, name) });
}

/**
 * Makes the newest tables in an empty release file, without a record of migrations: a release is never migrated.
 * Not by {@link applyMigrations}, which rolls back what SQLite has rolled back already when the disk is full, and so
 * hides why it failed.
 */
export function createTables(database: Database.Database, group: Group): void {
  const statements = readMigrationFiles({ migrationsFolder: join(MIGRATIONS, group) }).flatMap(
    ({ sql }) => sql,
  );
  database.transaction(() => {
    for (const statement of statements) database.exec(statement);
  })();
}

/** Short hash of a database's migration journal: two files with the same version have the same tables. */
export function schemaVersion(name: MigratedDatabase): string {
  const journal = readFileSync(join(MIGRATIONS, name, 'meta', '_journal.json'));
  return createHash('sha256').update(journal).digest('hex').slice(0, 12);
}
