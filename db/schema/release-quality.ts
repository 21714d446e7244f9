import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * What a release file says of its own quality, for the person who decides whether to trust it: how it compares with
 * the release before it, and what was let through on purpose. Like those of `release.ts`, every release has these.
 */

/** What an operator let through with `--accept-change`: checks that this release failed and was published all the same. */
export const acceptedChange = sqliteTable('accepted_change', {
  id: integer('id').primaryKey(),
  /** The check, e.g. `row_drop`. */
  check: text('check').notNull(),
  /** Its sentence: what was expected and what was found. */
  text: text('text').notNull(),
});

/** Rows read from each source, rejected ones included. */
export const sourceRows = sqliteTable('source_rows', {
  sourceId: text('source_id').primaryKey(),
  /** Null where the source was not read row by row. */
  rowsRead: integer('rows_read'),
  /** The same of the release before; null where there is none to compare with. */
  rowsReadBefore: integer('rows_read_before'),
});

/** What else a source had to tell: rows left out by design, editions that are not offered. */
export const sourceNote = sqliteTable(
  'source_note',
  {
    sourceId: text('source_id').notNull(),
    text: text('text').notNull(),
    /** How often it was noted. */
    rows: integer('rows').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.text] })],
);

/** The publisher's columns, as they stand in its files. */
export const sourceColumn = sqliteTable(
  'source_column',
  {
    sourceId: text('source_id').notNull(),
    column: text('column').notNull(),
    /** The release before, or the source's own list of the publisher's columns, does not have it. */
    isNew: integer('is_new', { mode: 'boolean' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.column] })],
);

/** Rows of each table. */
export const tableRows = sqliteTable('table_rows', {
  table: text('table').primaryKey(),
  rows: integer('rows').notNull(),
  /** Of the release before; null where there is none to compare with. */
  rowsBefore: integer('rows_before'),
});

/** Columns whose share of nulls moved by more than one percentage point since the release before. */
export const nullShareChange = sqliteTable(
  'null_share_change',
  {
    table: text('table').notNull(),
    column: text('column').notNull(),
    /** 0..1 */
    shareBefore: real('share_before').notNull(),
    share: real('share').notNull(),
  },
  (table) => [primaryKey({ columns: [table.table, table.column] })],
);
