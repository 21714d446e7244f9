import { type ColumnSpec, normaliseColumnName, resolveColumns } from '../../formats/columns.ts';
import type { LoadContext } from '../source.ts';

/** What the readers of the register's files expect, for their errors. */
export const EXPECTED_FILE = 'the CSV download of the data set';

/**
 * Finds a data set's columns in a file's header and reports what is absent, and what is new.
 * @param notRead columns that are known and of no use
 * @throws MissingColumnsError when a required column is absent
 */
export function resolveDataSetColumns<Column extends string>(
  context: LoadContext,
  sourceId: string,
  columns: Readonly<Record<Column, ColumnSpec>>,
  notRead: readonly string[],
  header: readonly string[],
): Readonly<Record<Column, number>> {
  const resolved = resolveColumns(columns, header);
  for (const column of resolved.absent) {
    context.note(sourceId, `column that the file lacks: ${columns[column].names[0]}`);
  }
  const known = new Set(notRead.map(apiName));
  const unknown = resolved.unknown.filter((name) => !known.has(apiName(name)));
  context.columns(sourceId, header, unknown);
  return resolved.index;
}

/** The portal makes the name of a column in its API from its title so, with few exceptions. */
function apiName(title: string): string {
  return normaliseColumnName(title)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}

/**
 * Counts rows that were not inserted because their key was there already: the publisher's files have been seen to
 * hold rows twice. SQLite's own count of changes tells, without a look-up for every row.
 */
export class DuplicateCounter {
  readonly #context: LoadContext;
  readonly #sourceId: string;
  readonly #before: number;
  #given = 0;

  constructor(context: LoadContext, sourceId: string) {
    this.#context = context;
    this.#sourceId = sourceId;
    this.#before = changes(context);
  }

  /** A row was given to an insert that ignores keys that exist. */
  given(): void {
    this.#given += 1;
  }

  /** Call before anything else is inserted. */
  report(): void {
    const duplicates = this.#given - (changes(this.#context) - this.#before);
    for (let row = 0; row < duplicates; row += 1) {
      this.#context.note(this.#sourceId, 'row whose key was there already');
    }
  }
}

function changes(context: LoadContext): number {
  return context.database.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0;
}
