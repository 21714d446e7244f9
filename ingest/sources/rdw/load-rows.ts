import { createReadStream } from 'node:fs';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { OnDiscard } from '../../../db/vehicle-register/field-values.ts';
import type { ColumnSpec } from '../../formats/columns.ts';
import { readCsv } from '../../formats/csv.ts';
import { asFormatError } from '../format-error.ts';
import type { LoadContext, SqlValue } from '../source.ts';
import { DuplicateCounter, EXPECTED_FILE, resolveDataSetColumns } from './data-set-file.ts';
import type { DownloadedDataSet } from './download.ts';

export interface RowLoad<Column extends string, Values extends Readonly<Record<string, SqlValue>>> {
  readonly context: LoadContext;
  readonly table: SQLiteTable;
  readonly columns: Readonly<Record<Column, ColumnSpec>>;
  readonly notRead: readonly string[];
  /** @returns the row by the keys of the Drizzle table, or the reason why it cannot be used */
  readonly parse: (
    fields: readonly string[],
    at: Readonly<Record<Column, number>>,
    onDiscard: OnDiscard,
  ) => Values | string;
  /** The keys of the Drizzle table that `parse` fills. */
  readonly keys: readonly (keyof Values & string)[];
  /** The column that names a rejected row. */
  readonly example: NoInfer<Column>;
}

/** Loads the files of a data set that one thread reads fast enough. */
export async function loadRows<Column extends string, Values extends Readonly<Record<string, SqlValue>>>(
  load: RowLoad<Column, Values>,
  downloaded: DownloadedDataSet,
): Promise<void> {
  const { context } = load;
  const { sourceId } = downloaded;
  const insert = context.insert(load.table, load.keys, { onConflict: 'ignore' });
  const onDiscard = (column: string) => context.note(sourceId, `unusable value in ${column}`);
  for (const file of downloaded.files) {
    const progress = context.progress(`load ${sourceId}`, file.bytes);
    const duplicates = new DuplicateCounter(context, sourceId);
    let line = 1;
    try {
      const stream = createReadStream(file.path);
      const table = await readCsv(stream, { delimiter: ',' });
      const at = resolveDataSetColumns(context, sourceId, load.columns, load.notRead, table.header);
      for await (const batch of table.batches) {
        for (const fields of batch) {
          line += 1;
          const values = load.parse(fields, at, onDiscard);
          if (typeof values === 'string') {
            context.reject(sourceId, values, { line, value: fields[at[load.example]] ?? '' });
            continue;
          }
          insert(load.keys.map((key) => values[key] ?? null));
          duplicates.given();
        }
        progress.at(stream.bytesRead, line - 1);
        context.signal.throwIfAborted();
      }
    } catch (error) {
      throw asFormatError(error, file, EXPECTED_FILE);
    }
    context.commit();
    context.read(sourceId, line - 1);
    duplicates.report();
    progress.done();
  }
}
