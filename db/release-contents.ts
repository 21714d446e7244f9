import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { max } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { type ReleaseQuality, readReleaseQuality, type SourceQuality } from './release-quality.ts';
import { columnProfile, source, sourceFile } from './schema/release.ts';

/** What a release file says it holds. */
export interface ReleaseContents extends Omit<ReleaseQuality, 'sources'> {
  bytes: number;
  sources: SourceContents[];
  /** Rows by table, of the tables that hold the publishers' data. */
  rows: Record<string, number>;
}

export interface SourceContents extends Omit<SourceQuality, 'columns'> {
  id: string;
  edition: string | null;
  dataYear: number | null;
  /** The day whose state the data describe, `YYYY-MM-DD`. */
  stateDate: string | null;
  /** When the newest of its files was downloaded; null for a source without files of its own. */
  retrievedAt: string | null;
  rejectedRows: number;
}

/**
 * Reads what a release file tells about itself; for people, not for answers.
 * @throws when the file cannot be read
 */
export function readReleaseContents(path: string): ReleaseContents {
  const database = new Database(path, { readonly: true, fileMustExist: true });
  try {
    const reader = drizzle(database);
    const { sources: qualities, ...quality } = readReleaseQuality(database, 'main');
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
        ...ofSource(qualities, id),
      }));
    const tables = reader
      .selectDistinct({ table: columnProfile.table, rows: columnProfile.rows })
      .from(columnProfile)
      .all();
    return {
      bytes: statSync(path).size,
      sources,
      rows: Object.fromEntries(tables.map(({ table, rows }) => [table, rows])),
      ...quality,
    };
  } finally {
    database.close();
  }
}

/** Without all the columns that the publisher has: what is new among them is enough for a person. */
function ofSource(qualities: ReleaseQuality['sources'], id: string): Omit<SourceQuality, 'columns'> {
  const quality = qualities.get(id);
  if (quality === undefined) throw new Error(`The release has no source "${id}".`);
  const { columns: _, ...rest } = quality;
  return rest;
}
