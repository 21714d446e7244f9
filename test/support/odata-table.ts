import { writeToMirror } from './mirror-folder.ts';

export const FEED = 'https://opendata.cbs.nl/ODataFeed/odata';

/** A table of the publisher's OData v3 service. */
export interface ODataTable {
  readonly id: string;
  /** `DataProperties`: groups and topics. */
  readonly properties: readonly object[];
  readonly rows: readonly object[];
  /** A dimension that is served by itself, with its codes and names. */
  readonly regions?: { readonly dimension: string; readonly rows: readonly object[] };
  /** What `TableInfos` says of the year; the document is left out of the mirror when null. */
  readonly period: string | null;
  /** Rows a page; by default all on one. */
  readonly pageRows?: number;
}

/** Writes a table into a mirror, paged by links as the service pages it. */
export function writeODataTable(mirror: string, table: ODataTable): void {
  const { rows, regions, period } = table;
  const base = `${FEED}/${table.id}`;
  const put = (name: string, page: object) =>
    writeToMirror(
      mirror,
      `${base}/${name}`,
      JSON.stringify({ 'odata.metadata': `${base}/$metadata`, ...page }),
    );
  put('DataProperties?$format=json', { value: table.properties });
  if (regions !== undefined) put(`${regions.dimension}?$format=json`, { value: regions.rows });
  if (period !== null)
    put('TableInfos?$format=json', { value: [{ Period: period, RecordCount: rows.length }] });
  const pageRows = table.pageRows ?? Math.max(1, rows.length);
  for (let start = 0; start === 0 || start < rows.length; start += pageRows) {
    const query = start === 0 ? '?$format=json' : `/?$format=json&$skip=${start}`;
    const next = start + pageRows;
    put(`TypedDataSet${query}`, {
      value: rows.slice(start, next),
      ...(next < rows.length && { 'odata.nextLink': `${base}/TypedDataSet/?$format=json&$skip=${next}` }),
    });
  }
}
