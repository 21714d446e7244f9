import type { Database } from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import type { Group, ReleaseLabel } from '../../db/groups.ts';
import type { ManifestEntry } from '../../db/manifest.ts';
import { schemaVersion } from '../../db/migrate.ts';
import { createDeferredIndexes, openBuild, publishBuild, sealBuild } from '../../db/release.ts';
import { columnProfile, release, source, sourceFile } from '../../db/schema/release.ts';

/** A source as a test describes it; the rest is made up. */
export interface TestSource {
  readonly id: string;
  readonly name?: string;
  readonly stateDate?: string | null;
  readonly dataYear?: number | null;
  readonly edition?: string | null;
}

/** The build file as a test fills it. */
export type BuildDatabase = BetterSQLite3Database & { readonly $client: Database };

export interface TestRelease {
  readonly group: Group;
  /** Names the release; a later one needs another. */
  readonly id?: string;
  readonly label?: ReleaseLabel;
  readonly sources: readonly TestSource[];
  /** Rows by table, as the profile of the release says. */
  readonly rows?: Readonly<Record<string, number>>;
  /** `$client` is the connection itself, for what Drizzle has no words for. */
  readonly fill: (database: BuildDatabase) => void;
}

export const TEST_BUILT_AT = '2026-11-27T06:00:00.000Z';
export const TEST_RETRIEVED_AT = '2026-11-27T05:10:00.000Z';

/** Builds and publishes a small release with the functions that the pipeline uses. */
export function publishTestRelease(dataDir: string, test: TestRelease): ManifestEntry {
  const { group, id = '20261127T060000Z-test', label = 'national' } = test;
  const info = {
    id,
    group,
    label,
    builtAt: TEST_BUILT_AT,
    codeVersion: '0.1.0',
    schemaVersion: schemaVersion(group),
    fingerprint: id,
  };
  const build = openBuild(dataDir, group, id);
  const database = drizzle(build.database);
  database.insert(release).values(info).run();
  for (const one of test.sources) {
    database
      .insert(source)
      .values({
        id: one.id,
        name: one.name ?? `Data set ${one.id}`,
        publisher: 'A publisher',
        licence: 'CC0-1.0',
        licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
        attribution: 'A publisher, CC0.',
        url: `https://publisher.example/${one.id}`,
        edition: one.edition ?? null,
        dataYear: one.dataYear ?? null,
        stateDate: one.stateDate === undefined ? '2026-11-26' : one.stateDate,
        rejectedRows: 0,
      })
      .run();
    database
      .insert(sourceFile)
      .values({
        sourceId: one.id,
        url: `https://publisher.example/${one.id}/rows.csv`,
        sha256: '0'.repeat(64),
        bytes: 1,
        retrievedAt: TEST_RETRIEVED_AT,
      })
      .run();
  }
  for (const [table, rows] of Object.entries(test.rows ?? {})) {
    database.insert(columnProfile).values({ table, column: 'id', rows, nullShare: 0 }).run();
  }
  test.fill(database);
  createDeferredIndexes(build);
  sealBuild(build);
  return publishBuild(dataDir, build, info);
}
