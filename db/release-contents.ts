import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { desc, max } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { columnProfile, rejection, source, sourceFile } from './schema/release.ts';

/** What a release file says it holds. */
export interface ReleaseContents {
  bytes: number;
  sources: SourceContents[];
  /** Rows by table, of the tables that hold the publishers' data. */
  rows: Record<string, number>;
}

export interface SourceContents {
  id: string;
  edition: string | null;
  dataYear: number | null;
  /** The day whose state the data describe, `YYYY-MM-DD`. */
  stateDate: string | null;
  /** When the newest of its files was downloaded; null for a source without files of its own. */
  retrievedAt: string | null;
  rejectedRows: number;
  /** Rows that were refused, by reason, the most frequent first. */
  rejections: { reason: string; rows: number }[];
}

/**
 * Reads what a release file tells about itself; for people, not for answers.
 * @throws when the file cannot be read
 */
export function readReleaseContents(path: string): ReleaseContents {
  const database = new Database(path, { readonly: true, fileMustExist: true });
  try {
    const reader = drizzle(database);
    const rejections = reader.select().from(rejection).orderBy(desc(rejection.rows)).all();
    const files = reader
      .select({ sourceId: sourceFile.sourceId, retrievedAt: max(sourceFile.retrievedAt) })
      .from(sourceFile)
      .groupBy(sourceFile.sourceId)
      .all();
    const retrievedAt = new Map(files.map((row) => [row.sourceId, row.retrievedAt]));
    const sources = reader
      .select()
      .from(source)
      .all()
      .map(({ id, edition, dataYear, stateDate, rejectedRows }) => ({
        id,
        edition,
        dataYear,
        stateDate,
        retrievedAt: retrievedAt.get(id) ?? null,
        rejectedRows,
        rejections: rejections
          .filter((row) => row.sourceId === id)
          .map(({ reason, rows }) => ({ reason, rows })),
      }));
    const tables = reader
      .selectDistinct({ table: columnProfile.table, rows: columnProfile.rows })
      .from(columnProfile)
      .all();
    return {
      bytes: statSync(path).size,
      sources,
      rows: Object.fromEntries(tables.map(({ table, rows }) => [table, rows])),
    };
  } finally {
    database.close();
  }
}
