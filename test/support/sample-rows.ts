import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Row = Readonly<Record<string, unknown>> & { readonly WijkenEnBuurten: string };

/**
 * Sets cells of an area's row in a table of Statistics Netherlands, in a copy of the sample.
 * @param table `85984NED`
 * @param cells by the publisher's names of the columns
 */
export function setSampleCells(
  mirror: string,
  table: string,
  code: string,
  cells: Readonly<Record<string, unknown>>,
): void {
  let found = false;
  for (const path of pagesOf(mirror, table)) {
    const page = JSON.parse(readFileSync(path, 'utf8')) as { value: Row[] };
    page.value = page.value.map((row) => {
      if (row.WijkenEnBuurten.trim() !== code) return row;
      found = true;
      const unknown = Object.keys(cells).filter((name) => !(name in row));
      if (unknown.length > 0) throw new Error(`${table} has no column ${unknown.join(', ')}.`);
      return { ...row, ...cells };
    });
    writeFileSync(path, JSON.stringify(page));
  }
  if (!found) throw new Error(`${table} has no row of ${code}.`);
}

/** Gives columns of a table of the sample other names, as in other years. */
export function renameSampleColumns(
  mirror: string,
  table: string,
  names: Readonly<Record<string, string>>,
): void {
  const folder = join(mirror, 'opendata.cbs.nl/ODataFeed/odata', table);
  for (const file of readdirSync(folder)) {
    let text = readFileSync(join(folder, file), 'utf8');
    for (const [old, renamed] of Object.entries(names)) text = text.replaceAll(`"${old}"`, `"${renamed}"`);
    writeFileSync(join(folder, file), text);
  }
}

/** Names of the columns that a table of the sample has figures in. */
export function sampleColumns(mirror: string, table: string): string[] {
  const [first] = pagesOf(mirror, table);
  const page = JSON.parse(readFileSync(first ?? '', 'utf8')) as { value: Row[] };
  const named = ['ID', 'WijkenEnBuurten', 'Gemeentenaam_1', 'SoortRegio_2', 'Codering_3'];
  return Object.keys(page.value[0] ?? {}).filter(
    (name) => !named.includes(name) && !name.startsWith('Indelingswijziging'),
  );
}

function pagesOf(mirror: string, table: string): string[] {
  const folder = join(mirror, 'opendata.cbs.nl/ODataFeed/odata', table);
  return readdirSync(folder)
    .filter((name) => name.startsWith('TypedDataSet'))
    .map((name) => join(folder, name));
}
