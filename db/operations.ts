import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { GROUPS, type Group, isGroup } from './groups.ts';
import { acquireLock, groupLockPath, type Lock, LockedError } from './lock.ts';
import { applyMigrations } from './migrate.ts';
import { ingestRun, plannedRun } from './schema/operations.ts';

/** How long a writer waits for another process's transaction, which is a few rows. */
const BUSY_TIMEOUT_MS = 5_000;

export type RunOutcome = (typeof ingestRun.$inferSelect)['outcome'];

/** One run of a group's ingest, as it is remembered. Times are RFC 3339, UTC. */
export interface IngestRun {
  id: number;
  group: Group;
  startedAt: string;
  /** Null while it runs. */
  finishedAt: string | null;
  outcome: RunOutcome;
  release: string | null;
  errorCode: string | null;
  error: string | null;
  /** Rows per table, rejected rows per source, seconds per step, notes. Null while it runs. */
  report: unknown;
}

/** The record of runs cannot be written: the disk is full, or damaged. */
export class OperationsError extends Error {
  override readonly name = 'OperationsError';
  readonly code: 'disk_full' | 'operations_unusable';

  /** What SQLite refused, in a sentence; any other error as it is. */
  static of(error: unknown, dataDir: string): unknown {
    const { code } = (error ?? {}) as { code?: unknown };
    if (typeof code !== 'string' || !/^SQLITE_(FULL|IOERR|CORRUPT|NOTADB|READONLY|CANTOPEN)/.test(code))
      return error;
    // A full disk is told as an I/O error too: the file that processes share cannot grow.
    const full = code === 'SQLITE_FULL' || code.startsWith('SQLITE_IOERR_SHM');
    return new OperationsError(full, operationsPath(dataDir), error as Error);
  }

  private constructor(full: boolean, path: string, cause: Error) {
    super(
      `${path}: expected to write the record of runs, found "${cause.message}". ` +
        (full ? 'Make room on its disk.' : 'Look whether its disk is full, read-only or damaged.'),
      { cause },
    );
    this.code = full ? 'disk_full' : 'operations_unusable';
  }
}

/** How a run ended. */
export interface RunEnd {
  outcome: Exclude<RunOutcome, 'running'>;
  /** The release that was published or put back. */
  release?: string | undefined;
  /** Stable code and sentence of the failure. */
  errorCode?: string | undefined;
  error?: string | undefined;
  /** Anything that JSON can hold. */
  report: unknown;
}

/** What the scheduler means to do next for a group. */
export interface PlannedRun {
  group: Group;
  dueAt: string;
  reason: (typeof plannedRun.$inferSelect)['reason'];
  recordedAt: string;
}

/** What is known about a group's runs; all null in a store that nothing was ever loaded into. */
export interface RunStatus {
  lastRun: IngestRun | null;
  /** The last run that found the data up to date or published new ones. */
  lastGoodRun: IngestRun | null;
  plannedRun: PlannedRun | null;
}

export function operationsPath(dataDir: string): string {
  return join(dataDir, 'operations.sqlite');
}

/**
 * A connection that may write `operations.sqlite`. Makes the file where there is none, and brings it to the newest
 * schema.
 * @throws OperationsError when it cannot be written
 */
export function openOperationsDatabase(dataDir: string): Database.Database {
  mkdirSync(dataDir, { recursive: true });
  const database = new Database(operationsPath(dataDir), { timeout: BUSY_TIMEOUT_MS });
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    migrateOnce(database, dataDir);
  } catch (error) {
    database.close();
    throw OperationsError.of(error, dataDir);
  }
  return database;
}

/**
 * The record of ingest runs, in what is written while the service runs. Unlike a release it is one file that
 * several processes write at the same time: it has a write-ahead log, and writers wait for each other.
 */
export class Operations {
  readonly #dataDir: string;
  readonly #database: Database.Database;
  readonly #drizzle: BetterSQLite3Database;

  /** @throws OperationsError when `operations.sqlite` cannot be written */
  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#database = openOperationsDatabase(dataDir);
    this.#drizzle = drizzle(this.#database);
  }

  /** @returns the run's number, for {@link recordRunEnd} */
  recordRunStart(group: Group, startedAt: string): number {
    const row = this.#drizzle
      .insert(ingestRun)
      .values({ group, startedAt, outcome: 'running' })
      .returning({ id: ingestRun.id })
      .get();
    return row.id;
  }

  recordRunEnd(id: number, end: RunEnd, finishedAt = new Date().toISOString()): void {
    this.#drizzle
      .update(ingestRun)
      .set({
        finishedAt,
        outcome: end.outcome,
        release: end.release ?? null,
        errorCode: end.errorCode ?? null,
        error: end.error ?? null,
        report: JSON.stringify(end.report ?? null),
      })
      .where(eq(ingestRun.id, id))
      .run();
  }

  /** The newest runs of a group, newest first. */
  lastRuns(group: Group, limit: number): IngestRun[] {
    return lastRuns(this.#drizzle, group, limit);
  }

  runStatus(): Record<Group, RunStatus> {
    return runStatus(this.#drizzle);
  }

  /** Replaces what the scheduler means to do next. */
  recordPlan(plan: readonly Omit<PlannedRun, 'recordedAt'>[], recordedAt = new Date().toISOString()): void {
    this.#drizzle.transaction((transaction) => {
      transaction.delete(plannedRun).run();
      for (const planned of plan) {
        transaction
          .insert(plannedRun)
          .values({ ...planned, recordedAt })
          .run();
      }
    });
  }

  /**
   * Ends the runs whose process was killed: those that count as running while nobody holds their group's lock.
   * @returns the runs that were ended
   */
  markAbandonedRuns(): IngestRun[] {
    const running = this.#drizzle.select().from(ingestRun).where(eq(ingestRun.outcome, 'running')).all();
    const abandoned: IngestRun[] = [];
    for (const group of new Set(running.map((row) => row.group).filter(isGroup))) {
      const lock = lockIfFree(this.#dataDir, group);
      if (lock === undefined) continue;
      try {
        const rows = this.#drizzle
          .update(ingestRun)
          .set({
            finishedAt: new Date().toISOString(),
            outcome: 'failed',
            errorCode: 'killed',
            error: 'The run was killed before it ended. Nothing was published; run it again.',
          })
          .where(
            and(
              eq(ingestRun.outcome, 'running'),
              // Not "all of the group": one that started after the look above may hold no lock yet.
              inArray(
                ingestRun.id,
                running.filter((row) => row.group === group).map((row) => row.id),
              ),
            ),
          )
          .returning()
          .all();
        abandoned.push(...rows.map(toIngestRun));
      } finally {
        lock.release();
      }
    }
    return abandoned;
  }

  close(): void {
    if (this.#database.open) this.#database.close();
  }
}

/**
 * The same for a process that must not write, e.g. a server's status page: opens read-only, reads, closes.
 * A store in which nothing was recorded yet has nothing to tell.
 */
export function readRunStatus(dataDir: string): Record<Group, RunStatus> {
  const path = operationsPath(dataDir);
  if (!existsSync(path)) return NOTHING_KNOWN;
  const database = new Database(path, { readonly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    // Another process may have made the file a moment ago, and its tables not yet.
    const tables = database
      .prepare<[], number>(`SELECT count(*) FROM sqlite_master WHERE name IN ('ingest_run', 'planned_run')`)
      .pluck()
      .get();
    return tables === 2 ? runStatus(drizzle(database)) : NOTHING_KNOWN;
  } finally {
    database.close();
  }
}

/** Two processes that open a new file at the same moment would both make its tables; the second waits. */
function migrateOnce(database: Database.Database, dataDir: string): void {
  const lock = acquireLock(join(dataDir, 'operations.lock'), 'Another migration', 30_000);
  try {
    applyMigrations(database, 'operations');
  } finally {
    lock.release();
  }
}

function lockIfFree(dataDir: string, group: Group): Lock | undefined {
  try {
    return acquireLock(groupLockPath(dataDir, group), group);
  } catch (error) {
    if (error instanceof LockedError) return undefined;
    throw error;
  }
}

function runStatus(database: BetterSQLite3Database): Record<Group, RunStatus> {
  const plans = database.select().from(plannedRun).all();
  return statusPerGroup((group) => {
    const good = database
      .select()
      .from(ingestRun)
      .where(and(eq(ingestRun.group, group), inArray(ingestRun.outcome, ['published', 'unchanged'])))
      // Not by time: a clock may be set back.
      .orderBy(desc(ingestRun.id))
      .limit(1)
      .get();
    const planned = plans.find((row) => row.group === group);
    return {
      lastRun: lastRuns(database, group, 1)[0] ?? null,
      lastGoodRun: good === undefined ? null : toIngestRun(good),
      plannedRun: planned === undefined ? null : { ...planned, group },
    };
  });
}

function statusPerGroup(of: (group: Group) => RunStatus): Record<Group, RunStatus> {
  return Object.fromEntries(GROUPS.map((group) => [group, of(group)])) as Record<Group, RunStatus>;
}

const NOTHING_KNOWN = statusPerGroup(() => ({ lastRun: null, lastGoodRun: null, plannedRun: null }));

function lastRuns(database: BetterSQLite3Database, group: Group, limit: number): IngestRun[] {
  return (
    database
      .select()
      .from(ingestRun)
      .where(eq(ingestRun.group, group))
      // Not by time: a clock may be set back.
      .orderBy(desc(ingestRun.id))
      .limit(limit)
      .all()
      .map(toIngestRun)
  );
}

function toIngestRun(row: typeof ingestRun.$inferSelect): IngestRun {
  return { ...row, group: row.group as Group, report: row.report === null ? null : JSON.parse(row.report) };
}
