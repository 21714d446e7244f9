import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The one database that is written while the service runs: what the ingest did. */
export const ingestRun = sqliteTable(
  'ingest_run',
  {
    id: integer('id').primaryKey(),
    group: text('group').notNull(),
    startedAt: text('started_at').notNull(),
    finishedAt: text('finished_at'),
    /** `running` of a process that is gone means that it was killed. */
    outcome: text('outcome', {
      enum: ['running', 'published', 'unchanged', 'checked', 'failed', 'rolled_back'],
    }).notNull(),
    /** The release that was published or put back. */
    release: text('release'),
    /** Stable code and sentence of the failure. */
    errorCode: text('error_code'),
    error: text('error'),
    /** JSON: rows per table, rejected rows per source, seconds per step, notes. */
    report: text('report'),
  },
  (table) => [index('ingest_run_group').on(table.group, table.startedAt)],
);

/** What the scheduler means to do next: one row per group, replaced whenever its plan changes. */
export const plannedRun = sqliteTable('planned_run', {
  group: text('group').primaryKey(),
  dueAt: text('due_at').notNull(),
  /** Why then: by the sources' cron, because a run was missed, or because the last one failed. */
  reason: text('reason', { enum: ['schedule', 'catch_up', 'retry'] }).notNull(),
  recordedAt: text('recorded_at').notNull(),
});
