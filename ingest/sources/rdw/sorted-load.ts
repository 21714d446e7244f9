import type { Database } from 'better-sqlite3';
import { getTableName } from 'drizzle-orm';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { LoadContext } from '../source.ts';
import type { StoredValue } from './packed-rows.ts';

/**
 * Loads a table in the order of its key, whatever the order of the publisher's files.
 *
 * Inspections come in the order in which they were reported, so that each row belongs to another page of a table that
 * is sorted by plate: a gigabyte of pages read and written at random. They are therefore gathered in a scratch file
 * (attached as `stage`), which only grows at its end, and go into the table in one sorted pass. SQLite sorts with the
 * memory of its page cache and with temporary files; memory stays flat, and the table's pages come out full.
 */
export class SortedLoad {
  readonly #context: LoadContext;
  readonly #table: SQLiteTable;
  readonly #insert: (values: readonly StoredValue[]) => void;
  #given = 0;
  #pending = 0;

  /** @param table its key columns stand first */
  constructor(context: LoadContext, table: SQLiteTable) {
    this.#context = context;
    this.#table = table;
    const { database } = context;
    // No key: rows are only written and read once. But types: numbers are bound as floating-point ones, which are
    // twice as long as the integers that a typed column makes of them.
    const columns = getTableConfig(table).columns.map((column) => `"${column.name}" ${column.getSQLType()}`);
    database.exec(`CREATE TABLE stage."${getTableName(table)}" (${columns.join(', ')})`);
    this.#insert = prepareInsert(database, getTableName(table), columns.length);
  }

  /** One row, its values in the order of the table's columns. */
  add(values: readonly StoredValue[]): void {
    const { database } = this.#context;
    if (this.#pending === 0 && !database.inTransaction) database.exec('BEGIN');
    this.#insert(values);
    this.#given += 1;
    this.#pending += 1;
    if (this.#pending < ROWS_PER_TRANSACTION) return;
    this.#pending = 0;
    this.#context.commit();
  }

  /**
   * Moves all rows into the table. Of rows with equal keys the one with the highest value stays; the publisher's
   * files have been seen to hold rows twice.
   * @returns how many rows were left out
   */
  finish(): number {
    this.#context.commit();
    const { database } = this.#context;
    const name = getTableName(this.#table);
    const columns = columnNames(this.#table);
    const keys = keyNames(this.#table);
    const values = columns.map((column) => (keys.includes(column) ? column : `max(${column})`));
    const { changes } = database
      .prepare(
        `INSERT INTO main."${name}" (${columns.join(', ')})
         SELECT ${values.join(', ')} FROM stage."${name}"
          GROUP BY ${keys.join(', ')} ORDER BY ${keys.join(', ')}`,
      )
      .run();
    // Its pages are used again by the next table.
    database.exec(`DROP TABLE stage."${name}"`);
    this.#context.signal.throwIfAborted();
    return this.#given - changes;
  }
}

const ROWS_PER_TRANSACTION = 200_000;

function columnNames(table: SQLiteTable): string[] {
  return getTableConfig(table).columns.map((column) => `"${column.name}"`);
}

function keyNames(table: SQLiteTable): string[] {
  return getTableConfig(table).primaryKeys.flatMap((key) => key.columns.map((column) => `"${column.name}"`));
}

function prepareInsert(database: Database, table: string, columns: number) {
  const places = new Array<string>(columns).fill('?').join(', ');
  const statement = database.prepare<[readonly StoredValue[]]>(
    `INSERT INTO stage."${table}" VALUES (${places})`,
  );
  return (values: readonly StoredValue[]) => {
    statement.run(values);
  };
}
