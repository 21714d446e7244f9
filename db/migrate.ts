import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import type { Group } from './groups.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/** The databases that have migrations: one a group, and the one that a running server writes. */
export type MigratedDatabase = Group | 'operations';

/** Brings the open database to the newest schema. */
export function applyMigrations(database: Database.Database, name: MigratedDatabase): void {
  migrate(drizzle(database), { migrationsFolder: join(MIGRATIONS, name) });
}

/** Short hash of a database's migration journal: two files with the same version have the same tables. */
export function schemaVersion(name: MigratedDatabase): string {
  const journal = readFileSync(join(MIGRATIONS, name, 'meta', '_journal.json'));
  return createHash('sha256').update(journal).digest('hex').slice(0, 12);
}
