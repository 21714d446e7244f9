import { salePrice } from '../../../db/schema/neighbourhoods-municipalities.ts';
import { type ODataRow, readPages } from '../../formats/odata.ts';
import { type Canary, CC_BY_4, type Invariant, type LoadContext, type SourceDeclaration } from '../source.ts';
import { parseFigure, parseRegionCode, parseText } from './cells.ts';
import { openPortalFile } from './portal-file.ts';
import {
  columnsOfDataProperties,
  columnsOfMeasures,
  foldName,
  type TableColumn,
  UnresolvedFigureError,
} from './table-columns.ts';
import {
  checkTableInfo,
  type EditionsOfTable,
  oldestFirst,
  readAllRows,
  type TableFiles,
} from './table-files.ts';

/** Average sale prices by municipality: one table with all years since 1995, and no lower level. */
export const SALE_PRICES: SourceDeclaration = {
  id: 'cbs-sale-prices',
  name: 'Average sale prices of existing owner-occupied homes by municipality (Bestaande koopwoningen; gemiddelde verkoopprijzen, regio)',
  publisher: 'Statistics Netherlands (CBS)',
  licence: CC_BY_4,
  attribution:
    'Source: Statistics Netherlands (CBS) and the Land Registry (Kadaster), Bestaande koopwoningen; gemiddelde verkoopprijzen, regio, CC BY 4.0',
  homepage: 'https://www.cbs.nl/nl-nl/cijfers/detail/83625NED',
  cadence: 'yearly, in the first months of the next year',
  cron: '40 5 6 * *',
  urls: {
    v3: 'https://opendata.cbs.nl/ODataFeed/odata',
    v4: 'https://datasets.cbs.nl/odata/v1/CBS',
  },
  // The year is that of the table's last known figures; all years that it has are loaded.
  editions: [{ year: 2024, id: '83625NED' }],
  options: {
    /** `v3` (one row a region and year) or `v4` (the same with the measure beside it). */
    protocol: 'v3',
  },
};

export const SALE_PRICE_CANARIES: readonly Canary[] = [
  {
    name: 'a sale price of 300 municipalities or more in the newest year',
    sql: `SELECT count(*) FROM sale_price WHERE region_code LIKE 'GM%'
             AND year = (SELECT max(year) FROM sale_price) HAVING count(*) >= 300`,
  },
  {
    name: 'sale prices of Amsterdam',
    sql: `SELECT 1 FROM sale_price WHERE region_code = 'GM0363' AND year >= 2020`,
  },
];

export const SALE_PRICE_INVARIANTS: readonly Invariant[] = [
  {
    // The lowest of 1995 are some 50,000; Bloemendaal and Laren pass a million.
    name: 'sale prices are in euros, not in thousands',
    sql: `SELECT count(*) FROM sale_price WHERE avg_sale_price_eur NOT BETWEEN 20000 AND 5000000`,
  },
];

const STEM = 'GemiddeldeVerkoopprijs';

/** Loads the price of each municipality and of the country in each year; none fetched is no error here. */
export async function loadSalePrices(context: LoadContext, fetched: EditionsOfTable): Promise<void> {
  if (fetched.editions.length === 0) {
    context.note(SALE_PRICES.id, 'no table is offered');
    return;
  }
  const [files] = oldestFirst(context, SALE_PRICES.id, fetched).slice(-1);
  if (files === undefined) return;
  const progress = context.progress('sale prices');
  const loader = new PriceLoader(context);
  const table = await openTable(files);
  context.columns(SALE_PRICES.id, table.columnNames);
  for await (const rows of table.pages) {
    for (const row of rows) loader.add(row[table.regionKey], row.Perioden, table.price(row));
    progress.at(0, loader.read);
  }
  progress.done();
  if (files.protocol === 'v3') await checkTableInfo(context, files, loader.read);
  context.read(SALE_PRICES.id, loader.read);
  const { newestYear } = loader;
  context.describe(SALE_PRICES.id, {
    edition: files.edition.id,
    ...(newestYear === undefined ? {} : { dataYear: newestYear, stateDate: `${newestYear}-12-31` }),
  });
}

interface PriceTable {
  readonly columnNames: readonly string[];
  readonly regionKey: string;
  readonly pages: AsyncIterable<readonly ODataRow[]>;
  /** The cell with the price; undefined in a row of another measure. */
  price(row: ODataRow): unknown;
}

async function openTable(files: TableFiles): Promise<PriceTable> {
  const [file] = files.data;
  if (files.protocol === 'csv' && file !== undefined) {
    const { columns, codeKey, pages } = await openPortalFile(file);
    const key = priceColumn(files, columns);
    return { columnNames: namesOf(columns), regionKey: codeKey, pages, price: (row) => row[key] };
  }
  const regionKey = 'RegioS';
  const pages = readPages(files.data);
  const described = await readAllRows(files.columns);
  if (files.protocol === 'v3') {
    const columns = columnsOfDataProperties(described);
    const key = priceColumn(files, columns);
    return { columnNames: namesOf(columns), regionKey, pages, price: (row) => row[key] };
  }
  const measures = columnsOfMeasures(described, await readAllRows(files.groups));
  const measure = priceColumn(files, measures);
  // Any attribute but "None" says why there is no value.
  const price = (row: ODataRow) => (row.ValueAttribute === 'None' ? row.Value : null);
  return {
    columnNames: namesOf(measures),
    regionKey,
    pages,
    price: (row) => (row.Measure === measure ? price(row) : null),
  };
}

function namesOf(columns: readonly TableColumn[]): string[] {
  return columns.map(({ name }) => name);
}

/** @throws UnresolvedFigureError when the price is not there, twice there, or not in euros */
export function priceColumn(
  { edition }: Pick<TableFiles, 'edition'>,
  columns: readonly TableColumn[],
): string {
  const found = columns.filter((column) => column.name === foldName(STEM));
  const [column] = found;
  const unit = column?.unit?.toLowerCase() ?? 'euro';
  if (column !== undefined && found.length === 1 && unit === 'euro') return column.key;
  const problem =
    column === undefined
      ? `${STEM} is not there`
      : found.length > 1
        ? `${STEM} is there ${found.length} times`
        : `${column.key} has the unit "${unit}" instead of euro`;
  throw new UnresolvedFigureError(
    `table ${edition.id}: ${problem}. If the publisher renamed the column, correct ingest/sources/cbs/sale-prices.ts.`,
  );
}

class PriceLoader {
  read = 0;
  newestYear: number | undefined;
  readonly #context: LoadContext;
  readonly #insert: ReturnType<LoadContext['insert']>;

  constructor(context: LoadContext) {
    this.#context = context;
    this.#insert = context.insert(salePrice, ['regionCode', 'year', 'avgSalePriceEur']);
  }

  add(regionCell: unknown, periodCell: unknown, priceCell: unknown): void {
    this.read += 1;
    // A municipality that is no more keeps its rows, empty since the day it was merged.
    const price = parseFigure(priceCell);
    if (price === null) return;
    const code = parseText(regionCell) ?? '';
    const region = parseRegionCode(code);
    const year = yearOfPeriod(periodCell);
    if (region === undefined && LARGER_AREA.test(code)) {
      this.#context.note(SALE_PRICES.id, 'province or larger area: not kept');
    } else if (price === undefined || region === undefined || year === undefined) {
      const what = price === undefined ? 'unreadable price' : 'unknown region code or year';
      this.#context.reject(SALE_PRICES.id, what, { value: `${regionCell} ${periodCell} ${priceCell}` });
    } else {
      this.#insert([region.code, year, Math.round(price)]);
      this.newestYear = Math.max(year, this.newestYear ?? year);
    }
  }
}

/** Parts of the country, provinces, COROP regions. */
const LARGER_AREA = /^(LD|PV|CR)\d\d$/;

/** `2024JJ00` in the data sets, `2024` or `2024*` (provisional) in portal files. */
function yearOfPeriod(cell: unknown): number | undefined {
  const match = /^(\d{4})(?:JJ00|\*)?$/.exec(parseText(cell) ?? '');
  return match === null ? undefined : Number(match[1]);
}
