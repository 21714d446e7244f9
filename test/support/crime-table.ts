import { writeToMirror } from './mirror-folder.ts';

/** A row of the police table as a test writes it. */
export interface CrimeTableRow {
  readonly code: string;
  readonly year: number;
  /** Of all offences together unless it is given. */
  readonly offence?: string;
  /** As the publisher writes it. */
  readonly crimes: unknown;
}

export interface CrimeTable {
  readonly rows: readonly CrimeTableRow[];
  /** Codes with their titles; by default the total only. */
  readonly offences?: Readonly<Record<string, string>>;
  /** Status of each year that the table lists; rows may be of fewer. */
  readonly years?: Readonly<Record<number, string>>;
  readonly names?: Readonly<Record<string, string>>;
  /** Number in the name of the column with the counts. */
  readonly column?: number;
  /** Rows a page; by default all on one. */
  readonly pageRows?: number;
}

const BASE = 'https://dataderden.cbs.nl/ODataFeed/odata/47018NED';

/** Writes the police's table into a mirror as its host serves it: version 3, padded keys, filters by offence and year. */
export function writeCrimeTable(mirror: string, table: CrimeTable): void {
  const offences = table.offences ?? { '0.0.0': 'Totaal misdrijven' };
  const years = table.years ?? Object.fromEntries(table.rows.map(({ year }) => [year, 'Definitief']));
  const column = `GeregistreerdeMisdrijven_${table.column ?? 1}`;
  const put = (name: string, page: object) => writeToMirror(mirror, `${BASE}/${name}`, JSON.stringify(page));
  put('DataProperties?$format=json', {
    value: [
      { ID: 0, ParentID: null, Type: 'Dimension', Key: 'SoortMisdrijf', Title: 'Soort misdrijf' },
      {
        ID: 3,
        ParentID: null,
        Type: 'Topic',
        Key: column,
        Title: 'Geregistreerde misdrijven',
        Unit: 'aantal',
      },
    ],
  });
  put('SoortMisdrijf?$format=json', {
    value: Object.entries(offences).map(([code, title]) => ({ Key: code.padEnd(6), Title: title })),
  });
  put('Perioden?$format=json', {
    value: Object.entries(years).map(([year, status]) => ({
      Key: `${year}JJ00`,
      Title: year,
      Status: status,
    })),
  });
  put('WijkenEnBuurten?$format=json', {
    value: Object.entries(table.names ?? {}).map(([code, name]) => ({ Key: code.padEnd(10), Title: name })),
  });
  for (const offence of Object.keys(offences)) {
    for (const year of Object.keys(years)) {
      const filter = `SoortMisdrijf eq '${offence.padEnd(6)}' and Perioden eq '${year}JJ00'`;
      const rows = table.rows
        .filter((row) => (row.offence ?? '0.0.0') === offence && row.year === Number(year))
        .map(({ code, crimes }, position) => ({
          ID: position,
          SoortMisdrijf: offence.padEnd(6),
          WijkenEnBuurten: code.padEnd(10),
          Perioden: `${year}JJ00`,
          [column]: crimes,
        }));
      putPages(put, `$filter=${encodeURIComponent(filter)}`, rows, table.pageRows ?? rows.length);
    }
  }
}

function putPages(
  put: (name: string, page: object) => void,
  filter: string,
  rows: readonly object[],
  pageRows: number,
): void {
  put(`TypedDataSet?$format=json&${filter}`, page(filter, rows, 0, pageRows));
  for (let start = pageRows; start < rows.length; start += pageRows) {
    put(`TypedDataSet/?$format=json&$skip=${start}&${filter}`, page(filter, rows, start, pageRows));
  }
}

function page(filter: string, rows: readonly object[], start: number, pageRows: number): object {
  const next = start + pageRows;
  return {
    value: rows.slice(start, next),
    ...(next < rows.length && {
      'odata.nextLink': `${BASE}/TypedDataSet/?$format=json&$skip=${next}&${filter}`,
    }),
  };
}
