import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The tables that every release file carries about itself, so that the file explains itself to whoever opens it.
 * One row in `release`; one row per downloaded file in `source_file`.
 */
export const release = sqliteTable('release', {
  id: text('id').primaryKey(),
  group: text('group').notNull(),
  label: text('label', { enum: ['national', 'partial', 'sample'] }).notNull(),
  builtAt: text('built_at').notNull(),
  codeVersion: text('code_version').notNull(),
  schemaVersion: text('schema_version').notNull(),
  /** Hash of everything that went in; an equal fingerprint means that a new build would hold the same. */
  fingerprint: text('fingerprint').notNull(),
});

export const sourceFile = sqliteTable(
  'source_file',
  {
    id: integer('id').primaryKey(),
    sourceId: text('source_id').notNull(),
    url: text('url').notNull(),
    etag: text('etag'),
    lastModified: text('last_modified'),
    sha256: text('sha256').notNull(),
    bytes: integer('bytes').notNull(),
    retrievedAt: text('retrieved_at').notNull(),
  },
  (table) => [index('source_file_source').on(table.sourceId)],
);

/** One row per source: what it is called, whose it is, and the day its data describe. */
export const source = sqliteTable('source', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  publisher: text('publisher').notNull(),
  licence: text('licence').notNull(),
  licenceUrl: text('licence_url').notNull(),
  attribution: text('attribution').notNull(),
  url: text('url').notNull(),
  /** The publisher's edition, e.g. a year or a table id. */
  edition: text('edition'),
  /** The year that the figures describe, where they have one. */
  dataYear: integer('data_year'),
  /** The day whose state the data describe, `YYYY-MM-DD`. */
  stateDate: text('state_date'),
  rejectedRows: integer('rejected_rows').notNull(),
});

/** Rows that the parser refused, by reason, with up to a few examples. */
export const rejection = sqliteTable(
  'rejection',
  {
    sourceId: text('source_id').notNull(),
    reason: text('reason').notNull(),
    rows: integer('rows').notNull(),
    /** JSON array of `{ line, value }`. */
    examples: text('examples').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.reason] })],
);

/** Row count of each table and share of nulls in each column, compared with the next build's. */
export const columnProfile = sqliteTable(
  'column_profile',
  {
    table: text('table').notNull(),
    column: text('column').notNull(),
    rows: integer('rows').notNull(),
    nullShare: real('null_share').notNull(),
  },
  (table) => [primaryKey({ columns: [table.table, table.column] })],
);
