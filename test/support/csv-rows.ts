import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

/** All rows of a small CSV file by column name: what the tests take their expectations from. */
export function csvRows<Column extends string>(path: string, delimiter = ','): Record<Column, string>[] {
  return parse(readFileSync(path, 'utf8'), { columns: true, bom: true, delimiter });
}
