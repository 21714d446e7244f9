import { fetchPages, type ODataRow, readPages } from '../../formats/odata.ts';
import {
  type FetchedFile,
  type Fetcher,
  type LoadContext,
  type SourceDeclaration,
  type SourceEdition,
  UnexpectedFormatError,
} from '../source.ts';

/**
 * How a table of the publisher comes: `v3` (wide rows) and `v4` (one row a figure) are the two OData services, `csv`
 * is a file that a person downloaded from the StatLine portal.
 */
export type Protocol = 'v3' | 'v4' | 'csv';

/** What was downloaded of one table. */
export interface TableFiles {
  readonly sourceId: string;
  readonly edition: SourceEdition;
  readonly protocol: Protocol;
  /** v3: `TableInfos`, absent in some mirrors. */
  readonly info: FetchedFile | undefined;
  /** v3: `DataProperties`; v4: `MeasureCodes`. */
  readonly columns: readonly FetchedFile[];
  /** v4: `MeasureGroups`. */
  readonly groups: readonly FetchedFile[];
  /** Codes and names of the regions; a portal file has none beside it. */
  readonly regions: readonly FetchedFile[];
  readonly data: readonly FetchedFile[];
}

/** What was downloaded of a source with a table a year. */
export interface EditionsOfTable {
  readonly editions: readonly TableFiles[];
  /** Declared editions that the publisher does not offer (yet, or any more). */
  readonly absent: readonly SourceEdition[];
}

/**
 * Downloads all declared editions that exist. An edition whose `url` ends in `.csv` is a portal file; the address
 * may be a path. Otherwise the option `protocol` decides, or the `url` where an edition has one.
 * @param regions name of the dimension whose codes and names are wanted; null when none is
 */
export async function fetchEditions(
  fetcher: Fetcher,
  sourceId: string,
  regions: 'WijkenEnBuurten' | null,
): Promise<EditionsOfTable> {
  const declaration = fetcher.declaration(sourceId);
  const editions: TableFiles[] = [];
  const absent: SourceEdition[] = [];
  for (const edition of declaration.editions ?? []) {
    const files = await fetchTable(fetcher, declaration, edition, regions);
    if (files === undefined) absent.push(edition);
    else editions.push(files);
  }
  return { editions, absent };
}

/** Every file of the editions, for the release's record. */
export function filesOfEditions({ editions }: EditionsOfTable): FetchedFile[] {
  return editions.flatMap(({ info, columns, groups, regions, data }) => [
    ...(info === undefined ? [] : [info]),
    ...columns,
    ...groups,
    ...regions,
    ...data,
  ]);
}

async function fetchTable(
  fetcher: Fetcher,
  declaration: SourceDeclaration,
  edition: SourceEdition,
  regions: string | null,
): Promise<TableFiles | undefined> {
  const protocol = protocolOf(declaration, edition);
  const table = { sourceId: declaration.id, edition, protocol };
  const nothing = { info: undefined, columns: [], groups: [], regions: [] };
  if (protocol === 'csv') {
    const url = edition.url ?? '';
    const file = await fetcher.optionalFile({ sourceId: declaration.id, url, expect: 'csv' });
    return file && { ...table, ...nothing, data: [file] };
  }
  const request = (url: string) => ({ sourceId: declaration.id, url, expect: 'json' as const });
  const address = (name: string) => tableAddress(declaration, edition, protocol, name);
  const pages = (name: string) => fetchPages(address(name), (url) => fetcher.file(request(url)));

  const columns = await fetcher.optionalFile(
    request(address(protocol === 'v3' ? 'DataProperties' : 'MeasureCodes')),
  );
  if (columns === undefined) return undefined;
  if (protocol === 'v4') {
    return {
      ...table,
      info: undefined,
      columns: [columns],
      groups: await pages('MeasureGroups'),
      regions: regions === null ? [] : await pages(`${regions}Codes`),
      data: await pages('Observations'),
    };
  }
  return {
    ...table,
    info: await fetcher.optionalFile(request(address('TableInfos'))),
    columns: [columns],
    groups: [],
    regions: regions === null ? [] : await pages(regions),
    data: await pages('TypedDataSet'),
  };
}

/** The address of a part of a table, such as `DataProperties` or `TypedDataSet`. */
export function tableAddress(
  { urls }: SourceDeclaration,
  edition: SourceEdition,
  protocol: 'v3' | 'v4',
  part: string,
): string {
  const base = edition.url ?? `${urls[protocol] ?? ''}/${edition.id}`;
  // Version 3 answers in Atom XML unless it is asked for JSON; the parameter must stand first, as in its own links.
  return protocol === 'v3' ? `${base}/${part}?$format=json` : `${base}/${part}`;
}

/** @throws RangeError when the option `protocol` is neither */
export function protocolOf(declaration: SourceDeclaration, edition: SourceEdition): Protocol {
  if (edition.url !== undefined && /\.csv$/i.test(edition.url)) return 'csv';
  if (edition.url !== undefined) return /odata(?:feed|api)/i.test(edition.url) ? 'v3' : 'v4';
  const option = declaration.options?.protocol;
  if (option !== 'v3' && option !== 'v4') {
    throw new RangeError(
      `${declaration.id}: the option protocol is ${JSON.stringify(option)}; write "v3" or "v4".`,
    );
  }
  return option;
}

/** All rows of some pages; for the small tables of metadata. */
export async function readAllRows(files: readonly FetchedFile[]): Promise<ODataRow[]> {
  const rows: ODataRow[] = [];
  for await (const page of readPages(files)) rows.push(...page);
  return rows;
}

/**
 * Holds a v3 table against what it says of itself: lost pages and a wrong table id show.
 * @param read how many rows were read
 * @param year the year that the table should be of; left out for tables of many years
 * @throws UnexpectedFormatError when the table is of another year or, in a national load, rows are missing
 */
export async function checkTableInfo(
  context: LoadContext,
  { sourceId, info }: TableFiles,
  read: number,
  year?: number,
): Promise<void> {
  if (info === undefined) return;
  const [row] = await readAllRows([info]);
  const wrong = (expected: string, found: string, remedy: string) =>
    new UnexpectedFormatError({ sourceId, file: info.url, expected, found, remedy });
  const period = typeof row?.Period === 'string' ? row.Period.trim() : '';
  if (year !== undefined && /^\d{4}$/.test(period) && Number(period) !== year) {
    throw wrong(`the table of ${year}`, `that of ${period}`, 'Correct the editions of the source.');
  }
  const count = row?.RecordCount;
  if (context.label === 'national' && typeof count === 'number' && count !== read) {
    throw wrong(`${count} rows`, `${read}`, 'The table may be in renewal: run again later.');
  }
}

/**
 * The editions of a source, oldest first.
 * @throws UnexpectedFormatError when the publisher offers none of them
 */
export function oldestFirst(
  context: LoadContext,
  sourceId: string,
  { editions, absent }: EditionsOfTable,
): TableFiles[] {
  if (editions.length === 0) {
    throw new UnexpectedFormatError({
      sourceId,
      file: absent.map((edition) => edition.id).join(', '),
      expected: 'at least one of these tables',
      found: 'none',
      remedy: 'Look the table ids up at opendata.cbs.nl and set them in the editions of the source.',
    });
  }
  for (const edition of absent) {
    context.note(sourceId, `table ${edition.id} (${edition.year}) is not offered`);
  }
  return [...editions].sort((left, right) => left.edition.year - right.edition.year);
}
