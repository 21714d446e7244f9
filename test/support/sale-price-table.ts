import { writeODataTable } from './odata-table.ts';

export interface SalePriceRow {
  readonly region: string;
  readonly period: string;
  readonly price: unknown;
}

export interface SalePriceTable {
  readonly rows: readonly SalePriceRow[];
  readonly unit?: string;
  readonly column?: string;
  readonly pageRows?: number;
}

/** Writes the publisher's table of sale prices into a mirror: keys of regions padded to 6, years as `2024JJ00`. */
export function writeSalePriceTable(mirror: string, table: SalePriceTable): void {
  const column = table.column ?? 'GemiddeldeVerkoopprijs_1';
  writeODataTable(mirror, {
    id: '83625NED',
    properties: [
      { ID: 0, ParentID: null, Type: 'GeoDimension', Key: 'RegioS', Title: "Regio's" },
      { ID: 1, ParentID: null, Type: 'TimeDimension', Key: 'Perioden', Title: 'Perioden' },
      { ID: 2, ParentID: null, Type: 'Topic', Key: column, Title: column, Unit: table.unit ?? 'euro' },
    ],
    rows: table.rows.map(({ region, period, price }, position) => ({
      ID: position,
      RegioS: region.padEnd(6),
      Perioden: period,
      [column]: price,
    })),
    period: '1995 - 2024',
    ...(table.pageRows === undefined ? {} : { pageRows: table.pageRows }),
  });
}
