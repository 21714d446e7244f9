import type { Database } from 'better-sqlite3';
import type { Group } from './groups.ts';

/** How good a release is by its own account: what it lost, gained and let through. */
export interface ReleaseQuality {
  /** Checks that it failed and that an operator let through, each in a sentence. */
  accepted: { check: string; text: string }[];
  /** Rows by table of the release that it was compared with; empty where there was none. */
  rowsBefore: Record<string, number>;
  /** Columns whose share of nulls, 0..1, moved by more than one percentage point. */
  nullShareChanges: { table: string; column: string; shareBefore: number; share: number }[];
  sources: ReadonlyMap<string, SourceQuality>;
}

export interface SourceQuality {
  /** Rows that were read, rejected ones included; null where that was not counted. */
  rowsRead: number | null;
  /** The same of the release that it was compared with. */
  rowsReadBefore: number | null;
  /** Rows that were refused, by reason, the most frequent first, with the first few of each. */
  rejections: { reason: string; rows: number; examples: RejectedExample[] }[];
  /** The publisher's columns, of a source that told them. */
  columns: string[];
  /** Those that the publisher did not have before. */
  newColumns: string[];
  /** What else was noted, the most frequent first. */
  notes: { text: string; rows: number }[];
}

export interface RejectedExample {
  line?: number;
  value: string;
}

/**
 * Reads what a release says of its quality.
 * @param schema the group that the release is attached as, or `main` where the file itself is open; never free text,
 *   since it becomes part of the queries
 */
export function readReleaseQuality(database: Database, schema: Group | 'main'): ReleaseQuality {
  const all = <Row>(sql: string) => database.prepare<[], Row>(sql).all();
  const rejections = all<{ sourceId: string; reason: string; rows: number; examples: string }>(
    `SELECT source_id AS sourceId, reason, rows, examples FROM ${schema}.rejection ORDER BY rows DESC, reason`,
  );
  // A release of an earlier version of this software stays readable: it has less to tell.
  const optional = <Row>(table: string, sql: string) =>
    hasTable(database, schema, table) ? all<Row>(sql) : [];
  const counted = optional<{ sourceId: string; rowsRead: number | null; rowsReadBefore: number | null }>(
    'source_rows',
    `SELECT source_id AS sourceId, rows_read AS rowsRead, rows_read_before AS rowsReadBefore
       FROM ${schema}.source_rows`,
  );
  const columns = optional<{ sourceId: string; column: string; isNew: 0 | 1 }>(
    'source_column',
    `SELECT source_id AS sourceId, "column", is_new AS isNew FROM ${schema}.source_column ORDER BY 2`,
  );
  const notes = optional<{ sourceId: string; text: string; rows: number }>(
    'source_note',
    `SELECT source_id AS sourceId, text, rows FROM ${schema}.source_note ORDER BY rows DESC, text`,
  );
  const tables = optional<{ table: string; rowsBefore: number }>(
    'table_rows',
    `SELECT "table", rows_before AS rowsBefore FROM ${schema}.table_rows WHERE rows_before IS NOT NULL ORDER BY 1`,
  );
  const ids = all<{ id: string }>(`SELECT id FROM ${schema}.source`);
  return {
    accepted: optional('accepted_change', `SELECT "check", text FROM ${schema}.accepted_change ORDER BY id`),
    rowsBefore: Object.fromEntries(tables.map(({ table, rowsBefore }) => [table, rowsBefore])),
    nullShareChanges: optional(
      'null_share_change',
      `SELECT "table", "column", share_before AS shareBefore, share FROM ${schema}.null_share_change
        ORDER BY abs(share - share_before) DESC, 1, 2`,
    ),
    sources: new Map(
      ids.map(({ id }) => {
        const rows = counted.find(({ sourceId }) => sourceId === id);
        return [
          id,
          {
            rowsRead: rows?.rowsRead ?? null,
            rowsReadBefore: rows?.rowsReadBefore ?? null,
            rejections: ofSource(id, rejections).map(({ reason, rows: refused, examples }) => ({
              reason,
              rows: refused,
              examples: JSON.parse(examples) as RejectedExample[],
            })),
            columns: ofSource(id, columns).map(({ column }) => column),
            newColumns: ofSource(id, columns)
              .filter(({ isNew }) => isNew === 1)
              .map(({ column }) => column),
            notes: ofSource(id, notes).map(({ text, rows: noted }) => ({ text, rows: noted })),
          },
        ];
      }),
    ),
  };
}

function ofSource<Row extends { sourceId: string }>(id: string, rows: readonly Row[]): Row[] {
  return rows.filter((row) => row.sourceId === id);
}

function hasTable(database: Database, schema: Group | 'main', table: string): boolean {
  return (
    database.prepare(`SELECT 1 FROM ${schema}.sqlite_master WHERE type = 'table' AND name = ?`).get(table) !==
    undefined
  );
}
