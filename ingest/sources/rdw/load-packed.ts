import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { DictionaryTable } from '../../../db/schema/vehicles.ts';
import type { ColumnSpec } from '../../formats/columns.ts';
import type { MapperModule } from '../../formats/csv-block-mapper.ts';
import { type CsvBlock, readCsvBlocks } from '../../formats/csv-blocks.ts';
import type { FetchedFile, LoadContext } from '../source.ts';
import { asFormatError, DuplicateCounter, resolveDataSetColumns } from './data-set-file.ts';
import type { DownloadedDataSet } from './download.ts';
import { type PackedRows, type RowColumn, RowUnpacker } from './packed-rows.ts';

export interface PackedLoad<Values, Key extends string, Column extends string> {
  readonly context: LoadContext;
  readonly table: SQLiteTable;
  readonly row: readonly RowColumn<Values, Key>[];
  readonly columns: Readonly<Record<Column, ColumnSpec>>;
  readonly notRead: readonly string[];
  readonly mapper: MapperModule<Readonly<Record<Column, number>>, PackedRows>;
  /** Dictionary tables by vocabulary; the words of other vocabularies are stored as they are. */
  readonly dictionaries: Readonly<Record<string, DictionaryTable>>;
  /** Threads that read; see readCsvBlocks. */
  readonly threads?: number;
}

/**
 * Loads the files of a large data set, read by several threads, into a table.
 * @throws UnexpectedFormatError when a file is not CSV, or lacks a column that is needed
 */
export async function loadPacked<Values, Key extends string, Column extends string>(
  load: PackedLoad<Values, Key, Column>,
  downloaded: DownloadedDataSet,
): Promise<void> {
  const dictionaries = new Dictionaries(load.dictionaries);
  for (const file of downloaded.files) {
    try {
      await loadFile(load, downloaded.sourceId, file, dictionaries);
    } catch (error) {
      throw asFormatError(error, downloaded.sourceId, file);
    }
  }
  dictionaries.write(load.context);
}

async function loadFile<Values, Key extends string, Column extends string>(
  load: PackedLoad<Values, Key, Column>,
  sourceId: string,
  file: FetchedFile,
  dictionaries: Dictionaries,
): Promise<void> {
  const { context } = load;
  const insert = context.insert(
    load.table,
    load.row.map((column) => column.key),
    { onConflict: 'ignore' },
  );
  // Threads number the words of each file anew.
  const unpacker = new RowUnpacker(load.row, dictionaries.storeWord);
  const progress = context.progress(`load ${sourceId}`, file.bytes);
  const duplicates = new DuplicateCounter(context, sourceId);
  const blocks = readCsvBlocks({
    path: file.path,
    mapper: load.mapper,
    columns: (header) => resolveDataSetColumns(context, sourceId, load.columns, load.notRead, header),
    ...(load.threads === undefined ? {} : { threads: load.threads }),
  });
  let read = 0;
  for await (const block of blocks) {
    unpacker.unpack(block.result, (values) => {
      insert(values);
      duplicates.given();
    });
    report(context, sourceId, block);
    read += block.rows;
    progress.at(block.endByte, read);
    context.signal.throwIfAborted();
  }
  context.commit();
  context.read(sourceId, read);
  duplicates.report();
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
class Dictionaries {
  readonly #tables: Readonly<Record<string, DictionaryTable>>;
  readonly #ids = new Map<string, Map<string, number>>();

  constructor(tables: Readonly<Record<string, DictionaryTable>>) {
    this.#tables = tables;
    for (const vocabulary of Object.keys(tables)) this.#ids.set(vocabulary, new Map());
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

  write(context: LoadContext): void {
    for (const [vocabulary, table] of Object.entries(this.#tables)) {
      const insert = context.insert(table, ['id', 'text']);
      for (const [word, id] of this.#ids.get(vocabulary) ?? []) insert([id, word]);
    }
    context.commit();
  }
}
