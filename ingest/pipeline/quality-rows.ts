import type Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { ReleaseLabel } from '../../db/groups.ts';
import {
  acceptedChange,
  nullShareChange,
  sourceColumn,
  sourceNote,
  sourceRows,
  tableRows,
} from '../../db/schema/release-quality.ts';
import { normaliseColumnName } from '../formats/columns.ts';
import type { SourceDeclaration } from '../sources/source.ts';
import type { CheckFailure } from './check.ts';
import type { BuildContext } from './load-context.ts';
import type { PreviousRelease, TableProfile } from './profile.ts';

/** Null shares move a little with every edition. */
const SMALLEST_MOVE = 0.01;

export type NullShareChange = typeof nullShareChange.$inferInsert;

/** Columns whose null share moved by more than one percentage point, in tables that hold rows now and before. */
export function nullShareChanges(
  profiles: readonly TableProfile[],
  before: readonly TableProfile[],
): NullShareChange[] {
  return profiles.flatMap(({ table, rows, nullShares }) => {
    const last = before.find((candidate) => candidate.table === table);
    if (last === undefined || last.rows === 0 || rows === 0) return [];
    return Object.entries(nullShares).flatMap(([column, share]) => {
      const shareBefore = last.nullShares[column];
      if (shareBefore === undefined || Math.abs(share - shareBefore) <= SMALLEST_MOVE) return [];
      return [{ table, column, shareBefore, share }];
    });
  });
}

/** Writes what a release says of its quality. Only releases with the same label are compared. */
export function writeQualityRows(
  database: Database.Database,
  content: {
    readonly label: ReleaseLabel;
    readonly declarations: readonly SourceDeclaration[];
    readonly context: BuildContext;
    readonly profiles: readonly TableProfile[];
    readonly previous: PreviousRelease | undefined;
    /** Checks that failed and were let through. */
    readonly accepted: readonly CheckFailure[];
  },
): void {
  const { label, declarations, context, profiles, accepted } = content;
  const previous = content.previous?.label === label ? content.previous : undefined;
  drizzle(database).transaction((writer) => {
    for (const { check, text } of accepted) writer.insert(acceptedChange).values({ check, text }).run();
    for (const { id } of declarations) {
      const rowsRead = context.countedRows(id) ?? null;
      const rowsReadBefore = previous?.rowsRead.get(id) ?? null;
      writer.insert(sourceRows).values({ sourceId: id, rowsRead, rowsReadBefore }).run();
      const known = previous?.columns.get(id);
      for (const { name, unknown } of context.columnsOf(id)) {
        const isNew = unknown || (known !== undefined && !known.has(normaliseColumnName(name)));
        writer.insert(sourceColumn).values({ sourceId: id, column: name, isNew }).run();
      }
    }
    for (const { sourceId, text, rows } of context.notes()) {
      writer.insert(sourceNote).values({ sourceId, text, rows }).run();
    }
    for (const { table, rows } of profiles) {
      const rowsBefore = previous?.profiles.find((candidate) => candidate.table === table)?.rows ?? null;
      writer.insert(tableRows).values({ table, rows, rowsBefore }).run();
    }
    for (const change of nullShareChanges(profiles, previous?.profiles ?? [])) {
      writer.insert(nullShareChange).values(change).run();
    }
  });
}
