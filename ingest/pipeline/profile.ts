import Database from 'better-sqlite3';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { ReleaseLabel } from '../../db/groups.ts';
import { readReleaseQuality } from '../../db/release-quality.ts';
import { columnProfile, release, source, sourceFile } from '../../db/schema/release.ts';
import { normaliseColumnName } from '../formats/columns.ts';

export interface TableProfile {
  readonly table: string;
  readonly rows: number;
  /** Share of nulls in each column, 0..1; 0 in a table without rows. */
  readonly nullShares: Readonly<Record<string, number>>;
}

export interface PreviousRelease {
  readonly id: string;
  readonly label: ReleaseLabel;
  readonly profiles: readonly TableProfile[];
  /** Rows read, by source. */
  readonly rowsRead: ReadonlyMap<string, number>;
  /** The publisher's columns by source, normalised; of sources that told them. */
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>;
  readonly dates: PublishedDates;
}

/** How new a publisher's data are, as far as it says. */
export interface PublishedDates {
  /** By source. */
  readonly sources: ReadonlyMap<
    string,
    { readonly stateDate: string | null; readonly dataYear: number | null }
  >;
  /** By source and address. */
  readonly files: ReadonlyMap<string, { readonly sha256: string; readonly lastModified: string | null }>;
}

/** The key of {@link PublishedDates.files}. */
export function fileKey({ sourceId, url }: { readonly sourceId: string; readonly url: string }): string {
  return `${sourceId} ${url}`;
}

/**
 * Counts the rows and nulls of tables: one scan a table, since the largest have millions of rows.
 * Columns that cannot be null are not looked at.
 */
export function profileTables(database: Database.Database, tables: readonly SQLiteTable[]): TableProfile[] {
  return tables.map((table) => {
    const name = getTableName(table);
    const columns = Object.values(getTableColumns(table));
    const nullable = columns.filter((column) => !column.notNull && !column.primary);
    const counts = ['count(*)', ...nullable.map((column) => `count("${column.name}")`)].join(', ');
    const [rows = 0, ...filled] =
      database.prepare<[], number[]>(`SELECT ${counts} FROM "${name}"`).raw().get() ?? [];
    const nullShares: Record<string, number> = {};
    for (const column of columns) nullShares[column.name] = 0;
    nullable.forEach((column, position) => {
      nullShares[column.name] = rows === 0 ? 0 : (rows - (filled[position] ?? 0)) / rows;
    });
    return { table: name, rows, nullShares };
  });
}

/**
 * Reads what a release file says of its own tables.
 * @throws when the file cannot be read
 */
export function readPreviousRelease(path: string): PreviousRelease {
  const database = new Database(path, { readonly: true, fileMustExist: true });
  try {
    const reader = drizzle(database);
    const [described] = reader.select({ id: release.id, label: release.label }).from(release).all();
    if (described === undefined) throw new Error(`${path} has no row in its release table.`);
    const profiles = new Map<string, { table: string; rows: number; nullShares: Record<string, number> }>();
    for (const row of reader.select().from(columnProfile).all()) {
      const profile = profiles.get(row.table) ?? { table: row.table, rows: row.rows, nullShares: {} };
      profile.nullShares[row.column] = row.nullShare;
      profiles.set(row.table, profile);
    }
    const dates = {
      sources: new Map(
        reader
          .select({ id: source.id, stateDate: source.stateDate, dataYear: source.dataYear })
          .from(source)
          .all()
          .map((row) => [row.id, row]),
      ),
      files: new Map(
        reader
          .select()
          .from(sourceFile)
          .all()
          .map((row) => [fileKey(row), row]),
      ),
    };
    return { ...described, profiles: [...profiles.values()], dates, ...readSources(database) };
  } finally {
    database.close();
  }
}

function readSources(database: Database.Database): Pick<PreviousRelease, 'rowsRead' | 'columns'> {
  const rowsRead = new Map<string, number>();
  const columns = new Map<string, Set<string>>();
  for (const [id, quality] of readReleaseQuality(database, 'main').sources) {
    if (quality.rowsRead !== null) rowsRead.set(id, quality.rowsRead);
    if (quality.columns.length > 0) columns.set(id, new Set(quality.columns.map(normaliseColumnName)));
  }
  return { rowsRead, columns };
}
