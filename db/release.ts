import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import type { Group, ReleaseLabel } from './groups.ts';
import { acquireLock } from './lock.ts';
import {
  type ManifestEntry,
  ManifestError,
  readManifest,
  setCurrent,
  syncFile,
  syncFolder,
} from './manifest.ts';
import { createTables } from './migrate.ts';

/** A release could not be built, checked, published or rolled back; the message says what to do. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
  readonly code = 'release_unusable';
}

/** What the `release` row of a file says. */
export interface ReleaseInfo {
  id: string;
  group: Group;
  label: ReleaseLabel;
  builtAt: string;
  codeVersion: string;
  schemaVersion: string;
  fingerprint: string;
}

export interface ReleaseFile extends ReleaseInfo {
  path: string;
  bytes: number;
  current: boolean;
}

const BUILD_PREFIX = '.building-';

/** Unique, and sortable by time (to the millisecond, since "earlier" is decided by it): `20261127T060000123Z-3fa1`. */
export function newReleaseId(now: Date): string {
  const stamp = now.toISOString().replace(/[-:.]/g, '');
  return `${stamp}-${randomBytes(2).toString('hex')}`;
}

/**
 * The id of a group's next release: sorts behind all that there are, also when the clock has been set back since.
 * @param now the clock; its time is used where it is later than the newest release's
 */
export function nextReleaseId(dataDir: string, group: Group, now: Date): string {
  const served = readManifest(dataDir).groups[group];
  const ids = [...releaseIds(dataDir, group), served?.release ?? '', served?.rolledBackFrom ?? ''];
  const newest = Math.max(0, ...ids.filter(isReleaseId).map(timeOf));
  return newReleaseId(new Date(Math.max(now.getTime(), newest + 1)));
}

function timeOf(releaseId: string): number {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z/.exec(releaseId) ?? [];
  const [year = 0, month = 1, ...others] = parts.map(Number);
  return Date.UTC(year, month - 1, ...others);
}

/** Of the files in a group's folder, whatever is in them. */
function releaseIds(dataDir: string, group: Group): string[] {
  const folder = groupFolder(dataDir, group);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sqlite'))
    .map((name) => basename(name, '.sqlite'))
    .filter(isReleaseId);
}

/** Tells a release's file name from whatever else lies in a group's folder. */
export function isReleaseId(value: string): boolean {
  return /^\d{8}T\d{9}Z-[0-9a-f]{4}$/.test(value);
}

/** A release that is being made, or whose making was cut short. */
export function isBuildFile(name: string): boolean {
  return name.startsWith(BUILD_PREFIX);
}

export function groupFolder(dataDir: string, group: Group): string {
  return join(dataDir, group);
}

export function releasePath(dataDir: string, group: Group, releaseId: string): string {
  return join(groupFolder(dataDir, group), `${releaseId}.sqlite`);
}

/**
 * Opens a new build file for a group, with its tables and without its ordinary indexes: those are made after the
 * rows by {@link createDeferredIndexes}. The file is not synced before it is sealed, since a build that is cut short
 * is thrown away. It keeps its rollback journal: better-sqlite3 refuses to do without (SQLite's defensive mode), and
 * for a file that only grows it is small; one in memory would grow with every page that random keys touch.
 */
export function openBuild(dataDir: string, group: Group, releaseId: string): Build {
  const folder = groupFolder(dataDir, group);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${BUILD_PREFIX}${releaseId}.sqlite`);
  const build: Build = { path, database: new Database(path), deferredIndexes: [] };
  const { database } = build;
  try {
    database.pragma('page_size = 8192');
    database.pragma('synchronous = OFF');
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('temp_store = FILE');
    database.pragma('cache_size = -65536');
    database.pragma('journal_mode = OFF');
    createTables(database, group);
    // Foreign keys are checked once, after the load, not once per row.
    database.pragma('foreign_keys = OFF');
    build.deferredIndexes = dropIndexes(database);
    return build;
  } catch (error) {
    discardBuild(build);
    throw error;
  }
}

export interface Build {
  path: string;
  database: Database.Database;
  /** `CREATE INDEX` statements to run after the rows. */
  deferredIndexes: string[];
}

function dropIndexes(database: Database.Database): string[] {
  const rows = database
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql LIKE 'CREATE INDEX%'`,
    )
    .all();
  for (const row of rows) database.exec(`DROP INDEX "${row.name}"`);
  return rows.map((row) => row.sql);
}

/** Makes the indexes that {@link openBuild} left out, then gathers the planner's statistics. */
export function createDeferredIndexes(build: Build, onIndex: (statement: string) => void = () => {}): void {
  for (const statement of build.deferredIndexes) {
    onIndex(statement);
    build.database.exec(statement);
  }
  build.database.exec('ANALYZE');
}

/**
 * Verifies a release file's own consistency.
 * @returns what is wrong; empty when the file is sound
 */
export function verifyFile(path: string): string[] {
  let database: Database.Database | undefined;
  try {
    database = new Database(path, { readonly: true, fileMustExist: true });
    return integrityProblems(database);
  } catch (error) {
    return [(error as Error).message];
  } finally {
    database?.close();
  }
}

/** `PRAGMA integrity_check` and `foreign_key_check` on an open file; empty when it is sound. */
export function integrityProblems(database: Database.Database): string[] {
  const integrity = database.pragma('integrity_check(20)') as { integrity_check: string }[];
  const problems = integrity.map((row) => row.integrity_check).filter((text) => text !== 'ok');
  if (problems.length > 0) return problems;
  const foreign = database
    .prepare<[], { child: string; parent: string; n: number }>(
      `SELECT "table" AS child, parent, count(*) AS n FROM pragma_foreign_key_check GROUP BY 1, 2`,
    )
    .all();
  return foreign.map(
    (row) => `${row.n} rows of ${row.child} name a row of ${row.parent} that does not exist`,
  );
}

/** Closes the build file so that its bytes are final and on the disk. */
export function sealBuild(build: Build): void {
  if (build.database.inTransaction) build.database.exec('COMMIT');
  build.database.close();
  syncFile(build.path);
  chmodSync(build.path, 0o444);
}

/** Throws a build away, and what sources have put beside it under names that begin with its own. */
export function discardBuild(build: Build): void {
  if (build.database.open) build.database.close();
  const folder = dirname(build.path);
  const own = readdirSync(folder).filter((name) => name.startsWith(basename(build.path)));
  for (const name of own) rmSync(join(folder, name), { force: true });
}

/**
 * Removes what killed runs have left behind: builds, and whole files that never came to be served. Call with the
 * group's lock held.
 * @returns the names of the removed files
 */
export function removeAbandonedBuilds(dataDir: string, group: Group): string[] {
  const folder = groupFolder(dataDir, group);
  if (!existsSync(folder)) return [];
  const abandoned = [...readdirSync(folder).filter(isBuildFile), ...neverServed(dataDir, group)];
  for (const name of abandoned) rmSync(join(folder, name), { force: true });
  return abandoned;
}

/**
 * Files newer than any release that was served: the run that made them ended between the rename and the manifest.
 * Kept, they would be taken for the release before the next one. Where nothing is served nobody can tell.
 */
function neverServed(dataDir: string, group: Group): string[] {
  const served = readManifest(dataDir).groups[group];
  if (served === undefined) return [];
  const newest = served.rolledBackFrom ?? served.release;
  return releaseIds(dataDir, group)
    .filter((id) => id > newest)
    .map((id) => `${id}.sqlite`);
}

/**
 * Gives a sealed build its final name and makes it the served release of its group.
 * A crash between the two steps leaves the old release served and a complete, unused file behind, which
 * {@link removeAbandonedBuilds} removes.
 */
export function publishBuild(dataDir: string, build: Build, info: ReleaseInfo): ManifestEntry {
  const path = releasePath(dataDir, info.group, info.id);
  renameSync(build.path, path);
  syncFolder(groupFolder(dataDir, info.group));
  try {
    const previous = readManifest(dataDir).groups[info.group]?.release;
    return makeCurrent(dataDir, info, previous === undefined ? {} : { previous });
  } catch (error) {
    // A damaged manifest is mended by hand, and this file may be the one to put back then.
    const served =
      error instanceof ManifestError || readManifest(dataDir).groups[info.group]?.release === info.id;
    if (!served) rmSync(path, { force: true });
    throw error;
  }
}

function makeCurrent(
  dataDir: string,
  info: ReleaseInfo,
  history: Pick<ManifestEntry, 'previous' | 'rolledBackFrom'>,
): ManifestEntry {
  const entry: ManifestEntry = {
    release: info.id,
    file: `${info.group}/${info.id}.sqlite`,
    label: info.label,
    publishedAt: new Date().toISOString(),
    ...history,
  };
  // Two groups may be published at the same moment by two processes; the manifest is read, changed and replaced.
  const lock = acquireLock(join(dataDir, 'manifest.lock'), 'Another publish', 30_000);
  try {
    setCurrent(dataDir, info.group, entry);
  } finally {
    lock.release();
  }
  return entry;
}

/** Reads a release file's own description. */
export function readReleaseInfo(path: string): ReleaseInfo {
  const database = new Database(path, { readonly: true, fileMustExist: true });
  try {
    const row = database
      .prepare<[], ReleaseInfo>(
        `SELECT id, "group", label, built_at AS builtAt, code_version AS codeVersion,
                schema_version AS schemaVersion, fingerprint FROM release`,
      )
      .get();
    if (row === undefined) throw new ReleaseError(`${path} has no row in its release table.`);
    return row;
  } finally {
    database.close();
  }
}

/** All complete releases of a group, newest first; files that cannot be read are left out. */
export function listReleases(dataDir: string, group: Group): ReleaseFile[] {
  const folder = groupFolder(dataDir, group);
  if (!existsSync(folder)) return [];
  const current = readManifest(dataDir).groups[group]?.release;
  const releases: ReleaseFile[] = [];
  for (const name of readdirSync(folder).sort().reverse()) {
    if (!name.endsWith('.sqlite') || name.startsWith('.')) continue;
    const path = join(folder, name);
    try {
      const info = readReleaseInfo(path);
      releases.push({ ...info, path, bytes: statSync(path).size, current: info.id === current });
    } catch {
      // Not a release: `verify` names such files.
    }
  }
  return releases;
}

/**
 * Serves the release that was served before the current one; the newest of all where none is current. A release that
 * was rolled back before is not put back.
 * What counts is the id that `current.json` names, so that it also works when that release's file is gone or damaged.
 * @throws ReleaseError when there is none, or when it fails its integrity check
 */
export function rollBack(dataDir: string, group: Group): ManifestEntry {
  const current = readManifest(dataDir).groups[group];
  const previous = listReleases(dataDir, group).find(
    (candidate) =>
      current === undefined || (candidate.id < current.release && !isPassedOver(candidate.id, current)),
  );
  if (previous === undefined) {
    throw new ReleaseError(`There is no earlier release of ${group} to roll back to.`);
  }
  const problems = verifyFile(previous.path);
  if (problems.length > 0) {
    throw new ReleaseError(`${previous.path} is damaged and was not put back: ${problems[0]}`);
  }
  const rolledBackFrom = current?.rolledBackFrom ?? current?.release;
  return makeCurrent(dataDir, previous, rolledBackFrom === undefined ? {} : { rolledBackFrom });
}

/** Between the served release and the one that it replaced: rolled back, or never served. */
function isPassedOver(id: string, served: ManifestEntry): boolean {
  return served.previous !== undefined && id > served.previous && id < served.release;
}

/**
 * Deletes old releases of a group, never the served one nor the `keep` newest others. Releases that were rolled back
 * are not counted, and go as soon as there is one that follows them.
 * @returns the deleted files
 */
export function pruneReleases(dataDir: string, group: Group, keep: number): ReleaseFile[] {
  const served = readManifest(dataDir).groups[group];
  const spare = listReleases(dataDir, group).filter((candidate) => !candidate.current);
  const passedOver = spare.filter(({ id }) => served !== undefined && isPassedOver(id, served));
  const others = spare.filter((candidate) => !passedOver.includes(candidate));
  const surplus = [...passedOver, ...others.slice(keep)];
  for (const candidate of surplus) rmSync(candidate.path, { force: true });
  return surplus;
}
