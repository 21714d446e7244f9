import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { DictionaryTable } from '../../../db/schema/vehicles.ts';
import type { ColumnSpec } from '../../formats/columns.ts';
import type { MapperModule } from '../../formats/csv-block-mapper.ts';
import { type CsvBlock, readCsvBlocks } from '../../formats/csv-blocks.ts';
import { asFormatError } from '../format-error.ts';
import type { FetchedFile, LoadContext } from '../source.ts';
import { DuplicateCounter, EXPECTED_FILE, resolveDataSetColumns } from './data-set-file.ts';
import type { DownloadedDataSet } from './download.ts';
import { type PackedRows, type RowColumn, RowUnpacker, type StoredValue } from './packed-rows.ts';

/** How the files of a data set are read: by several threads, into packed rows. */
export interface PackedRead<Values, Key extends string, Column extends string> {
  readonly context: LoadContext;
  readonly row: readonly RowColumn<Values, Key>[];
  readonly columns: Readonly<Record<Column, ColumnSpec>>;
  readonly notRead: readonly string[];
  readonly mapper: MapperModule<Readonly<Record<Column, number>>, PackedRows>;
  /** Threads that read; see readCsvBlocks. */
  readonly threads?: number;
}

export interface PackedLoad<Values, Key extends string, Column extends string>
  extends PackedRead<Values, Key, Column> {
  readonly table: SQLiteTable;
  /** Dictionary tables by vocabulary; the words of other vocabularies are stored as they are. */
  readonly dictionaries: Readonly<Record<string, DictionaryTable>>;
}

/**
 * Loads the files of a large data set, read by several threads, into a table.
 * @throws UnexpectedFormatError when a file is not CSV, or lacks a column that is needed
 */
export async function loadPacked<Values, Key extends string, Column extends string>(
  load: PackedLoad<Values, Key, Column>,
  downloaded: DownloadedDataSet,
): Promise<void> {
  const { context } = load;
  const dictionaries = new Dictionaries(Object.keys(load.dictionaries));
  const insert = context.insert(
    load.table,
    load.row.map((column) => column.key),
    { onConflict: 'ignore' },
  );
  for (const file of downloaded.files) {
    const duplicates = new DuplicateCounter(context, downloaded.sourceId);
    await readPacked(load, downloaded.sourceId, file, dictionaries, (values) => {
      insert(values);
      duplicates.given();
    });
    context.commit();
    duplicates.report();
  }
  for (const [vocabulary, table] of Object.entries(load.dictionaries)) {
    dictionaries.write(context, vocabulary, table);
  }
}

/**
 * Reads one file, and counts its rows and what is wrong with them.
 * @param take is given the values of each row in the order of `read.row`, in the same array every time
 * @throws UnexpectedFormatError when the file is not CSV, or lacks a column that is needed
 */
export async function readPacked<Values, Key extends string, Column extends string>(
  read: PackedRead<Values, Key, Column>,
  sourceId: string,
  file: FetchedFile,
  dictionaries: Dictionaries,
  take: (values: readonly StoredValue[]) => void,
): Promise<void> {
  const { context } = read;
  // Threads number the words of each file anew.
  const unpacker = new RowUnpacker(read.row, dictionaries.storeWord);
  const progress = context.progress(`load ${sourceId}`, file.bytes);
  const blocks = readCsvBlocks({
    path: file.path,
    mapper: read.mapper,
    columns: (header) => resolveDataSetColumns(context, sourceId, read.columns, read.notRead, header),
    ...(read.threads === undefined ? {} : { threads: read.threads }),
  });
  let rows = 0;
  try {
    for await (const block of blocks) {
      unpacker.unpack(block.result, take);
      report(context, sourceId, block);
      rows += block.rows;
      progress.at(block.endByte, rows);
      context.signal.throwIfAborted();
    }
  } catch (error) {
    throw asFormatError(error, file, EXPECTED_FILE);
  }
  context.read(sourceId, rows);
  progress.done();
}

function report(context: LoadContext, sourceId: string, block: CsvBlock<PackedRows>): void {
  for (const { reason, row, value } of block.result.rejected) {
    context.reject(sourceId, reason, { line: block.firstLine + row, value });
  }
  for (const [column, values] of Object.entries(block.result.discarded)) {
    for (let value = 0; value < values; value += 1) context.note(sourceId, `unusable value in ${column}`);
  }
}

/** Gives ids to words in the order of first sight, so that the common ones have ids of one byte. */
export class Dictionaries {
  readonly #ids = new Map<string, Map<string, number>>();

  /** @param vocabularies those that have a dictionary; the words of others are stored as they are */
  constructor(vocabularies: readonly string[]) {
    for (const vocabulary of vocabularies) this.#ids.set(vocabulary, new Map());
  }

  readonly storeWord = (vocabulary: string, word: string): number | string => {
    const ids = this.#ids.get(vocabulary);
    if (ids === undefined) return word;
    let id = ids.get(word);
    if (id === undefined) {
      id = ids.size + 1;
      ids.set(word, id);
    }
    return id;
  };

  /** The words of a vocabulary by their ids. */
  *words(vocabulary: string): Generator<[id: number, word: string]> {
    for (const [word, id] of this.#ids.get(vocabulary) ?? []) yield [id, word];
  }

  /** Fills the table of a vocabulary. */
  write(context: LoadContext, vocabulary: string, table: DictionaryTable): void {
    const insert = context.insert(table, ['id', 'text']);
    for (const row of this.words(vocabulary)) insert(row);
    context.commit();
  }
}
