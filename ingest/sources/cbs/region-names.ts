import { type ODataRow, readPages } from '../../formats/odata.ts';
import type { FetchedFile } from '../source.ts';
import { parseText } from './cells.ts';

/**
 * Names of regions by their code, from the region dimension of a table: the rows of the table itself have only
 * the municipality's. Version 3 has `Key` (padded to 10) and `Title`, version 4 `Identifier` and `Title`.
 */
export async function readRegionNames(files: readonly FetchedFile[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for await (const rows of readPages(files)) {
    for (const row of rows) addName(names, row);
  }
  return names;
}

function addName(names: Map<string, string>, row: ODataRow): void {
  const code = parseText(row.Key ?? row.Identifier);
  const name = parseText(row.Title);
  if (code !== null && name !== null) names.set(code, name);
}
