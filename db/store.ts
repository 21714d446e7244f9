import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { GROUPS, type Group, type ReleaseLabel } from './groups.ts';
import { type Manifest, type ManifestEntry, manifestPath, readManifest } from './manifest.ts';

/** A group has no release to answer from: nothing was ingested yet, or the file is damaged. */
export class DatasetUnavailableError extends Error {
  override readonly name = 'DatasetUnavailableError';
  readonly code = 'dataset_unavailable';
  readonly group: Group;

  constructor(group: Group, options?: ErrorOptions) {
    super(`There is no usable release of ${group}. Run "npm run ingest -- ${group}".`, options);
    this.group = group;
  }
}

/**
 * Whether an error says that the bytes of a release file are not what was written, or cannot be read: the disk, or a
 * person, has changed them under the open file.
 */
export function isDamage(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const code = (cause as { code?: unknown }).code;
    // Z_...: a packed column, such as a raster's tile, cannot be unpacked.
    if (typeof code === 'string' && /^(SQLITE_(CORRUPT|IOERR|NOTADB)|Z_(DATA|BUF)_ERROR$)/.test(code))
      return true;
  }
  return false;
}

/** The store was closed: the process is ending. */
export class StoreClosedError extends Error {
  override readonly name = 'StoreClosedError';
  readonly code = 'store_closed';

  constructor() {
    super('The store is closed, since the service is stopping. Ask again when it is up.');
  }
}

/** One source of an attached release, with the newest time at which any of its files was retrieved. */
export interface AttachedSource {
  id: string;
  name: string;
  publisher: string;
  licence: string;
  licenceUrl: string;
  attribution: string;
  url: string;
  edition: string | null;
  dataYear: number | null;
  /** `YYYY-MM-DD` */
  stateDate: string | null;
  /** RFC 3339, UTC. */
  retrievedAt: string;
  rejectedRows: number;
}

export interface AttachedRelease {
  group: Group;
  entry: ManifestEntry;
  id: string;
  label: ReleaseLabel;
  builtAt: string;
  publishedAt: string;
  sources: ReadonlyMap<string, AttachedSource>;
}

/**
 * One consistent set of releases, open read-only. All queries of a request go to one snapshot, so that an answer
 * never mixes releases.
 *
 * Tables are named without their group, since names are unique over the groups; only the tables that a release has
 * about itself (`release`, `source`, `source_file`, ...) occur in each file.
 */
export class Snapshot {
  readonly database: Database.Database;
  readonly drizzle: BetterSQLite3Database;
  readonly releases: Readonly<Partial<Record<Group, AttachedRelease>>>;
  /** Changes whenever any group's release changes; used in ETags. */
  readonly version: string;

  constructor(database: Database.Database, releases: Partial<Record<Group, AttachedRelease>>) {
    this.database = database;
    this.drizzle = drizzle(database);
    this.releases = releases;
    this.version = Object.values(releases)
      .map((attached) => attached.id)
      .join('.');
  }

  /** @throws DatasetUnavailableError when the group has no release */
  require(group: Group): AttachedRelease {
    const attached = this.releases[group];
    if (attached === undefined) throw new DatasetUnavailableError(group);
    return attached;
  }
}

/** A query that is prepared once per snapshot. `build` must use `sql.placeholder` for whatever varies. */
export function preparedQuery<Prepared>(
  build: (database: BetterSQLite3Database) => Prepared,
): (snapshot: Snapshot) => Prepared {
  const cache = new WeakMap<Snapshot, Prepared>();
  return (snapshot) => {
    let prepared = cache.get(snapshot);
    if (prepared === undefined) {
      prepared = build(snapshot.drizzle);
      cache.set(snapshot, prepared);
    }
    return prepared;
  };
}

/** As {@link preparedQuery}, for what Drizzle has no words for: FTS5 and R*Tree. */
export function preparedStatement<Parameters extends unknown[], Row>(
  sql: string,
): (snapshot: Snapshot) => Database.Statement<Parameters, Row> {
  const cache = new WeakMap<Snapshot, Database.Statement<Parameters, Row>>();
  return (snapshot) => {
    let statement = cache.get(snapshot);
    if (statement === undefined) {
      statement = snapshot.database.prepare<Parameters, Row>(sql);
      cache.set(snapshot, statement);
    }
    return statement;
  };
}

interface Held {
  snapshot: Snapshot;
  users: number;
  retired: boolean;
}

export interface StoreOptions {
  dataDir: string;
  /** Page cache of each attached file, in KiB. */
  cacheKib?: number;
  /** How often the manifest is looked at when the file system does not report changes. */
  pollMs?: number;
  /** Groups that are not opened although they may have a release. */
  leaveOut?: readonly Group[];
  onReopen?: (snapshot: Snapshot) => void;
  /**
   * A published release could not be opened. The group's previous release stays in use (at start, where there is
   * none, the group is left out) and it is tried again at every look at the manifest. Called once per problem.
   */
  onError?: (error: Error) => void;
}

/**
 * Serves the current releases and follows `current.json`. When that changes, the new files are opened and tried
 * beside the old ones; requests that are under way finish on the old ones, which are closed after the last.
 */
export class Store {
  readonly #options: Required<Pick<StoreOptions, 'dataDir' | 'cacheKib' | 'pollMs'>> & StoreOptions;
  #held: Held;
  /** Of the manifest that is fully in use. */
  #manifestStamp: string | undefined;
  readonly #reported = new Set<string>();
  #watcher: FSWatcher | undefined;
  #poll: NodeJS.Timeout | undefined;

  /** @throws ManifestError when `current.json` is damaged; a damaged release only makes its own group unavailable */
  constructor(options: StoreOptions) {
    this.#options = { cacheKib: 2048, pollMs: 5000, ...options };
    const stamp = stampOf(manifestPath(options.dataDir));
    const { snapshot, complete } = this.#open(stamp, {});
    if (complete) this.#manifestStamp = stamp;
    this.#held = { snapshot, users: 0, retired: false };
  }

  /** Starts to follow the manifest; until then releases change only by {@link refresh}. */
  follow(): void {
    try {
      // The folder also holds a database that every paid request writes: only the manifest matters.
      this.#watcher = watch(this.#options.dataDir, (_event, name) => {
        if (name === null || name === basename(manifestPath(this.#options.dataDir))) this.refresh();
      });
      this.#watcher.on('error', () => this.#watcher?.close());
    } catch {
      // Some file systems cannot be watched: the poll below suffices.
    }
    this.#poll = setInterval(() => this.refresh(), this.#options.pollMs);
    this.#poll.unref();
  }

  /** Runs `work` on one set of releases, from beginning to end. */
  async read<Result>(work: (snapshot: Snapshot) => Result | Promise<Result>): Promise<Result> {
    const held = this.#held;
    if (held.retired) throw new StoreClosedError();
    held.users += 1;
    try {
      return await work(held.snapshot);
    } finally {
      held.users -= 1;
      closeIfUnused(held);
    }
  }

  /** The releases that a request beginning now would see. For a look at what is served, not for queries. */
  get current(): Snapshot {
    return this.#held.snapshot;
  }

  /** Re-opens when the manifest has changed. Never throws: a bad release leaves the old set in use. */
  refresh(): void {
    const old = this.#held;
    const stamp = stampOf(manifestPath(this.#options.dataDir));
    if (stamp === this.#manifestStamp || old.retired) return;
    let opened: Opened;
    try {
      opened = this.#open(stamp, old.snapshot.releases);
    } catch (error) {
      this.#report(error as Error, stamp);
      return;
    }
    if (opened.complete) {
      this.#manifestStamp = stamp;
      this.#reported.clear();
    }
    if (opened.snapshot.version === old.snapshot.version) {
      opened.snapshot.database.close();
      return;
    }
    this.#held = { snapshot: opened.snapshot, users: 0, retired: false };
    old.retired = true;
    closeIfUnused(old);
    this.#options.onReopen?.(opened.snapshot);
  }

  /** Stops following, and closes the files as soon as the requests that are under way have ended. */
  close(): void {
    this.#watcher?.close();
    clearInterval(this.#poll);
    this.#held.retired = true;
    closeIfUnused(this.#held);
  }

  /**
   * Opens what the manifest names. In the place of a release that cannot be used comes the one that is in use; a
   * group that has none is left out. So one bad file holds up no other group.
   * @throws DatasetUnavailableError when the release in use cannot be opened again either: the old set then stays
   */
  #open(stamp: string, inUse: Snapshot['releases']): Opened {
    const { dataDir, cacheKib, leaveOut = [] } = this.#options;
    const groups = { ...readManifest(dataDir).groups };
    for (const group of leaveOut) delete groups[group];
    const replaced = new Set<Group>();
    for (;;) {
      try {
        return { snapshot: openSnapshot(dataDir, { groups }, cacheKib), complete: replaced.size === 0 };
      } catch (error) {
        if (!(error instanceof DatasetUnavailableError) || replaced.has(error.group)) throw error;
        this.#report(error, stamp);
        replaced.add(error.group);
        const old = inUse[error.group];
        if (old === undefined) delete groups[error.group];
        else groups[error.group] = old.entry;
      }
    }
  }

  #report(error: Error, stamp: string): void {
    const problem = `${stamp} ${error.message}`;
    if (this.#reported.has(problem)) return;
    this.#reported.add(problem);
    this.#options.onError?.(error);
  }
}

interface Opened {
  snapshot: Snapshot;
  /** Every release that the manifest names is in use. */
  complete: boolean;
}

function closeIfUnused(held: Held): void {
  if (held.retired && held.users === 0 && held.snapshot.database.open) held.snapshot.database.close();
}

function stampOf(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? 'absent' : `${stat.ino}:${stat.mtimeNs}:${stat.size}`;
}

/**
 * Opens the releases that a manifest names, read-only, on one connection.
 *
 * SQLite opens an attached file with the flags of the connection's main file, and better-sqlite3 does not take
 * `file:` addresses; so the first release is opened read-only as the main file, and every release, it included, is
 * attached under its group's name.
 */
export function openSnapshot(dataDir: string, manifest: Manifest, cacheKib = 2048): Snapshot {
  const entries = GROUPS.flatMap((group) => {
    const entry = manifest.groups[group];
    return entry === undefined ? [] : [{ group, entry, path: join(dataDir, entry.file) }];
  });
  const first = entries[0];
  if (first === undefined) {
    const empty = new Database(':memory:');
    empty.pragma('query_only = ON');
    return new Snapshot(empty, {});
  }
  const database = openReadOnly(first.group, first.path);
  try {
    const releases: Partial<Record<Group, AttachedRelease>> = {};
    for (const { group, entry, path } of entries) {
      releases[group] = attach(database, group, entry, path);
      database.pragma(`${group}.cache_size = -${cacheKib}`);
    }
    // Names without a group find the first group's tables in the main file, not in its attached twin.
    database.pragma(`main.cache_size = -${cacheKib}`);
    database.pragma('query_only = ON');
    // One read transaction for as long as the snapshot is open: without it every query takes and frees a file lock
    // and looks for a journal in every file, which costs more than most of our queries do.
    database.exec('BEGIN');
    return new Snapshot(database, releases);
  } catch (error) {
    database.close();
    throw error;
  }
}

function openReadOnly(group: Group, path: string): Database.Database {
  try {
    return new Database(path, { readonly: true, fileMustExist: true });
  } catch (cause) {
    throw new DatasetUnavailableError(group, { cause });
  }
}

function attach(
  database: Database.Database,
  group: Group,
  entry: ManifestEntry,
  path: string,
): AttachedRelease {
  try {
    // The group's name comes from the fixed list, the path is bound.
    database.prepare(`ATTACH DATABASE ? AS ${group}`).run(path);
    return describe(database, group, entry);
  } catch (cause) {
    throw new DatasetUnavailableError(group, { cause });
  }
}

/** Reads the release's own rows: this is also the self-test that the file is one, and is readable. */
function describe(database: Database.Database, group: Group, entry: ManifestEntry): AttachedRelease {
  const row = database
    .prepare<[], { id: string; label: ReleaseLabel; builtAt: string }>(
      `SELECT id, label, built_at AS builtAt FROM ${group}.release`,
    )
    .get();
  if (row === undefined || row.id !== entry.release) {
    throw new Error(`${entry.file} does not hold the release ${entry.release} that current.json names.`);
  }
  const sources = database
    .prepare<[string], AttachedSource>(
      `SELECT source.id, name, publisher, licence, licence_url AS licenceUrl, attribution, source.url, edition,
              data_year AS dataYear, state_date AS stateDate, rejected_rows AS rejectedRows,
              coalesce(max(source_file.retrieved_at), ?) AS retrievedAt
         FROM ${group}.source LEFT JOIN ${group}.source_file ON source_file.source_id = source.id
        GROUP BY source.id`,
    )
    .all(row.builtAt);
  return {
    group,
    entry,
    id: row.id,
    label: row.label,
    builtAt: row.builtAt,
    publishedAt: entry.publishedAt,
    sources: new Map(sources.map((attached) => [attached.id, attached])),
  };
}
