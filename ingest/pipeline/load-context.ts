import type { Database } from 'better-sqlite3';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Group, ReleaseLabel } from '../../db/groups.ts';
import { normaliseColumnName } from '../formats/columns.ts';
import type { Insert, LoadContext, OtherRelease, SourceDeclaration, SqlValue } from '../sources/source.ts';
import type { OtherReleases } from './existing-releases.ts';
import type { ProgressReporter } from './progress.ts';

const ROWS_PER_TRANSACTION = 100_000;
const EXAMPLES_PER_REASON = 5;
const LONGEST_EXAMPLE = 200;
/** Reasons and notes are fixed phrases; a source that puts values into them must not fill the memory. */
const DISTINCT_TEXTS = 200;
const OTHER = 'other';
const LONGEST_COLUMN_NAME = 120;
/** Of all files of a source; the widest table of any publisher has some 340. */
const MOST_COLUMNS = 3000;

/** A row could not be inserted: a source broke the schema's rules. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
  readonly code = 'row_not_loadable';
}

export interface Rejection {
  readonly sourceId: string;
  readonly reason: string;
  readonly rows: number;
  readonly examples: readonly { line?: number; value: string }[];
}

export interface Note {
  readonly sourceId: string;
  readonly text: string;
  readonly rows: number;
}

/** What a source said its data describe. */
export interface SourceFacts {
  readonly edition?: string;
  readonly dataYear?: number;
  readonly stateDate?: string;
}

/** A column as it stands in the publisher's files. */
export interface PublishedColumn {
  readonly name: string;
  /** The source lists all columns of its publisher, and this is not among them. */
  readonly unknown: boolean;
}

export interface LoadContextOptions {
  readonly group: Group;
  readonly label: ReleaseLabel;
  readonly database: Database;
  /** With the operator's overrides applied. */
  readonly declarations: readonly SourceDeclaration[];
  /** Of the groups that this one reads. */
  readonly otherReleases?: OtherReleases;
  readonly progress: ProgressReporter;
  readonly signal: AbortSignal;
}

/** Steps 2 to 5: what sources load rows with, and what they told about them. */
export class BuildContext implements LoadContext {
  readonly label: ReleaseLabel;
  readonly database: Database;
  readonly signal: AbortSignal;
  readonly #options: LoadContextOptions;
  readonly #inserts = new Map<string, Insert>();
  readonly #rejections = new Map<string, Map<string, { rows: number; examples: Rejection['examples'] }>>();
  readonly #notes = new Map<string, Map<string, number>>();
  readonly #rowsRead = new Map<string, number>();
  readonly #facts = new Map<string, SourceFacts>();
  readonly #columns = new Map<string, Map<string, PublishedColumn>>();
  #pending = 0;
  #inserted = 0;

  constructor(options: LoadContextOptions) {
    this.#options = options;
    this.label = options.label;
    this.database = options.database;
    this.signal = options.signal;
  }

  declaration(sourceId: string): SourceDeclaration {
    const found = this.#options.declarations.find((candidate) => candidate.id === sourceId);
    if (found === undefined) {
      throw new Error(`The group ${this.#options.group} declares no source "${sourceId}".`);
    }
    return found;
  }

  release(group: Group): OtherRelease | undefined {
    const others = this.#options.otherReleases;
    if (others?.has(group) !== true) {
      throw new Error(`The group ${this.#options.group} does not say that it reads ${group}.`);
    }
    return others.get(group);
  }

  insert<Table extends SQLiteTable>(
    table: Table,
    columns: readonly (keyof Table['$inferInsert'] & string)[],
    options: { onConflict?: 'fail' | 'ignore' | 'replace' } = {},
  ): Insert {
    const sql = insertSql(table, columns, options.onConflict ?? 'fail');
    let insert = this.#inserts.get(sql);
    if (insert === undefined) {
      insert = this.#prepare(sql, getTableName(table));
      this.#inserts.set(sql, insert);
    }
    return insert;
  }

  #prepare(sql: string, tableName: string): Insert {
    const statement = this.database.prepare<[readonly SqlValue[]]>(sql);
    return (values) => {
      if (this.#pending === 0 && !this.database.inTransaction) this.database.exec('BEGIN');
      try {
        statement.run(values);
      } catch (cause) {
        throw loadError(tableName, values, cause);
      }
      this.#inserted += 1;
      this.#pending += 1;
      if (this.#pending >= ROWS_PER_TRANSACTION) this.commit();
    };
  }

  commit(): void {
    this.#pending = 0;
    if (this.database.inTransaction) this.database.exec('COMMIT');
    this.signal.throwIfAborted();
  }

  read(sourceId: string, rows: number): void {
    this.#rowsRead.set(sourceId, (this.#rowsRead.get(sourceId) ?? 0) + rows);
  }

  reject(sourceId: string, reason: string, example: { line?: number; value: string }): void {
    const reasons = entryOf(this.#rejections, sourceId, () => new Map());
    const key = reasons.has(reason) || reasons.size < DISTINCT_TEXTS ? reason : OTHER;
    const counted = reasons.get(key);
    if (counted !== undefined && counted.examples.length >= EXAMPLES_PER_REASON) {
      counted.rows += 1;
      return;
    }
    const kept = { ...example, value: example.value.slice(0, LONGEST_EXAMPLE) };
    reasons.set(key, { rows: (counted?.rows ?? 0) + 1, examples: [...(counted?.examples ?? []), kept] });
  }

  note(sourceId: string, text: string): void {
    const texts = entryOf(this.#notes, sourceId, () => new Map());
    const key = texts.has(text) || texts.size < DISTINCT_TEXTS ? text : OTHER;
    texts.set(key, (texts.get(key) ?? 0) + 1);
  }

  columns(sourceId: string, names: readonly string[], unknown: readonly string[] = []): void {
    const columns = entryOf(this.#columns, sourceId, () => new Map<string, PublishedColumn>());
    for (const name of names) {
      const text = name
        .replace(/^\uFEFF/, '')
        .trim()
        .slice(0, LONGEST_COLUMN_NAME);
      const key = normaliseColumnName(text);
      if (key === '' || columns.has(key) || columns.size >= MOST_COLUMNS) continue;
      columns.set(key, { name: text, unknown: unknown.includes(name) });
    }
  }

  describe(sourceId: string, facts: SourceFacts): void {
    this.#facts.set(sourceId, { ...this.#facts.get(sourceId), ...facts });
  }

  progress(stage: string, totalBytes?: number): ReturnType<LoadContext['progress']> {
    return this.#options.progress.stage(this.#options.group, stage, totalBytes);
  }

  /** How many rows were inserted into all tables. */
  get inserted(): number {
    return this.#inserted;
  }

  rejections(): Rejection[] {
    return [...this.#rejections].flatMap(([sourceId, reasons]) =>
      [...reasons].map(([reason, counted]) => ({ sourceId, reason, ...counted })),
    );
  }

  notes(): Note[] {
    return [...this.#notes].flatMap(([sourceId, texts]) =>
      [...texts].map(([text, rows]) => ({ sourceId, text, rows })),
    );
  }

  columnsOf(sourceId: string): readonly PublishedColumn[] {
    return [...(this.#columns.get(sourceId)?.values() ?? [])];
  }

  /** Rows that a source said it has read; `undefined` where it did not say. */
  countedRows(sourceId: string): number | undefined {
    return this.#rowsRead.get(sourceId);
  }

  /** Rows that were read from a source; where it did not say, all that were inserted and its rejected ones. */
  rowsRead(sourceId: string): number {
    const read = this.#rowsRead.get(sourceId);
    return read ?? this.#inserted + this.rejectedRows(sourceId);
  }

  rejectedRows(sourceId: string): number {
    let rows = 0;
    for (const counted of this.#rejections.get(sourceId)?.values() ?? []) rows += counted.rows;
    return rows;
  }

  facts(sourceId: string): SourceFacts {
    return this.#facts.get(sourceId) ?? {};
  }
}

function entryOf<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

function insertSql(table: SQLiteTable, columns: readonly string[], onConflict: string): string {
  const known = getTableColumns(table);
  const names = columns.map((key) => {
    const column = known[key];
    if (column === undefined) throw new Error(`The table ${getTableName(table)} has no column "${key}".`);
    return `"${column.name}"`;
  });
  const verb = onConflict === 'replace' ? 'INSERT OR REPLACE' : 'INSERT';
  // Not INSERT OR IGNORE: that would also swallow a null in a column that must not be null.
  const tail = onConflict === 'ignore' ? ' ON CONFLICT DO NOTHING' : '';
  const places = names.map(() => '?').join(', ');
  return `${verb} INTO "${getTableName(table)}" (${names.join(', ')}) VALUES (${places})${tail}`;
}

function loadError(tableName: string, values: readonly SqlValue[], cause: unknown): Error {
  const { code, message } = cause as { code?: string; message: string };
  // A full disk or a damaged file is not the row's fault.
  if (code !== undefined && !code.startsWith('SQLITE_CONSTRAINT')) return cause as Error;
  const row = values.map((value) => (Buffer.isBuffer(value) ? `<${value.length} bytes>` : String(value)));
  return new LoadError(
    `A row does not fit the table ${tableName}: ${message}. Values: ${row.join(', ').slice(0, LONGEST_EXAMPLE)}. ` +
      'The source must reject such rows, or the schema must allow them.',
    { cause },
  );
}
