import { existsSync, readFileSync } from 'node:fs';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { type FigureName, TOPICS } from '../../db/schema/neighbourhoods.ts';
import { FIGURE_NAMES } from '../../ingest/sources/cbs/figure-columns.ts';
import type { SourceOverride } from '../../ingest/sources/source.ts';
import { csvRows } from './csv-rows.ts';
import { writeTable } from './key-figure-table.ts';
import { writeToMirror } from './mirror-folder.ts';
import { type SalePriceRow, writeSalePriceTable } from './sale-price-table.ts';

const FOLDER = '../shared/data/cbs';

/** Whether the real rows of 2023 and the files of distances and prices are at hand. */
export const HAS_CBS_2023 = existsSync(`${FOLDER}/kwb2023_85618NED_woz_postcode_18116_regions.csv`);

export const PORTAL_FILE_2021 = `${FOLDER}/nabijheid_2021_85231NED_statline_csv_mini.csv`;
const HISTORY = `${FOLDER}/gemeentelijke-indeling_1970-2025.csv`;
const HISTORY_URL = 'https://example.org/gemeentelijke-indeling.csv';
const PROXIMITY_URL = 'https://example.org/nabijheid';

/** The SOURCES_FILE of an operator who loads these files. */
export const CBS_2023_OVERRIDES: Readonly<Record<string, SourceOverride>> = {
  'cbs-municipality-periods': { urls: { history: HISTORY_URL } },
  'cbs-proximity': {
    editions: [
      { year: 2023, id: '85830NED', url: `${PROXIMITY_URL}-2023.csv` },
      { year: 2021, id: '85231NED', url: `${PROXIMITY_URL}-2021.csv` },
      { year: 2020, id: '84953NED', url: `${PROXIMITY_URL}-2020.csv` },
    ],
  },
};

type HomeValueColumn = 'Key' | 'Gemiddelde WOZ' | 'Meest voorkomende postcode';

/** Home values of all 18,116 regions of 2023 by code, in thousands of euros; null where none is published. */
export function homeValues2023(): Map<string, number | null> {
  const rows = csvRows<HomeValueColumn>(`${FOLDER}/kwb2023_85618NED_woz_postcode_18116_regions.csv`);
  return new Map(
    rows.map((row) => [row.Key.trim(), row['Gemiddelde WOZ'] === '' ? null : Number(row['Gemiddelde WOZ'])]),
  );
}

/** Names of the regions of eleven municipalities, and of the country. */
export function regionNames2023(): Map<string, string> {
  const rows = csvRows<'Key' | 'Title'>(`${FOLDER}/kwb2023_85618NED_WijkenEnBuurten_selected.csv`);
  return new Map(rows.map((row) => [row.Key.trim(), row.Title]));
}

/** Sale prices as published, by the year and by the code of the municipality. */
export function salePrices(): SalePriceRow[] {
  const years = ['2012', '2016', '2020', '2024'] as const;
  const codes = codesByName();
  const rows = csvRows<"Regio's" | (typeof years)[number]>(
    `${FOLDER}/prices_83625NED_municipalities_2012_2016_2020_2024.csv`,
  );
  return rows.flatMap((row) => {
    const code = codes.get(foldName(row["Regio's"]));
    // The last line names the source; some names of the past are spelt otherwise in the list of municipalities.
    if (code === undefined) return [];
    return years.map((year) => ({
      region: `GM${code}`,
      period: `${year}JJ00`,
      price: row[year] === '' ? null : Number(row[year]),
    }));
  });
}

/** Rows of a proximity page, cells as they stand there: decimal commas, dots for missing values. */
export function proximityPage(year: 2020 | 2023): Record<string, string>[] {
  return csvRows<string>(pageFile(year), ';') as Record<string, string>[];
}

/**
 * Lays the real rows out as the publisher serves them: home values of 2023 as an OData table whose other columns are
 * empty (the publisher's file of them is not at hand), sale prices as an OData table with keys for labels, distances
 * as files of the portal. The page excerpts get the portal's heading for the codes, and the file of 2021, which has
 * names only, the codes of the districts of Amsterdam and of the country.
 */
export async function writeCbs2023Mirror(mirror: string): Promise<void> {
  const topics: readonly FigureName[] = [...TOPICS.people.figures, ...TOPICS.housing.figures];
  const since2024 = ['builtOver10YearsAgoPct', 'builtLast10YearsPct'];
  const names = regionNames2023();
  writeTable(mirror, {
    year: 2023,
    id: '85618NED',
    regions: [...homeValues2023()].map(([code, avgHomeValueEur]) => {
      const name = names.get(code);
      return { code, ...(name === undefined ? {} : { name }), cells: { avgHomeValueEur } };
    }),
    without: FIGURE_NAMES.filter((name) => !topics.includes(name) || since2024.includes(name)),
    pageRows: 10_000,
  });
  writeSalePriceTable(mirror, { rows: salePrices(), pageRows: 1000 });
  writeToMirror(mirror, HISTORY_URL, readFileSync(HISTORY, 'utf8'));
  for (const year of [2020, 2023] as const) {
    const content = readFileSync(pageFile(year), 'utf8');
    writeToMirror(
      mirror,
      `${PROXIMITY_URL}-${year}.csv`,
      content.replace(';Codering;', ';Regioaanduiding/Codering (code);'),
    );
  }
  writeToMirror(mirror, `${PROXIMITY_URL}-2021.csv`, await portalFile2021WithCodes());
  // No real key file of that year is at hand: one line stands in.
  writeToMirror(mirror, 'https://download.cbs.nl/postcode/2023-cbs-pc6huisnr20230801_buurt_20250225.zip', {
    'pc6hnr20230801_gwb.csv':
      'PC6;Huisnummer;Buurt2023;Wijk2023;Gemeente2023\n6981CH;4;02210100;022101;0221\n',
  });
}

async function portalFile2021WithCodes(): Promise<string> {
  const path = `${FOLDER}/kwb2020_84799NED_WijkenEnBuurten_full.parquet`;
  const regions = await parquetReadObjects({ file: await asyncBufferFromFile(path) });
  const codes = new Map(
    regions
      .map((row) => [String(row.Title).trim(), String(row.Key)] as const)
      .filter(([, code]) => code.startsWith('WK0363') || code.startsWith('NL')),
  );
  const [header, ...lines] = readFileSync(PORTAL_FILE_2021, 'utf8').trimEnd().split('\n');
  const withCodes = lines.map((line) => {
    const name = /^"([^"]*)"/.exec(line)?.[1] ?? '';
    return `${line};"${codes.get(name) ?? name}"`;
  });
  return [`${header};"Regioaanduiding/Codering (code)"`, ...withCodes, ''].join('\n');
}

function pageFile(year: 2020 | 2023): string {
  return `${FOLDER}/nabijheid${year}_${year === 2020 ? '84953NED' : '85830NED'}_page_excerpt.csv`;
}

/** Of several municipalities of one name the newest: the list is ordered by code, not by time. */
function codesByName(): Map<string, string> {
  const periods = csvRows<'gemeentecode' | 'gemeentenaam' | 'begindatum'>(HISTORY, ';');
  const oldestFirst = periods.toSorted((left, right) => left.begindatum.localeCompare(right.begindatum));
  return new Map(oldestFirst.map((period) => [foldName(period.gemeentenaam), period.gemeentecode]));
}

/** Some names lost their leading apostrophe in the file, and labels tell towns from provinces of one name. */
function foldName(name: string): string {
  return name.replace(/ \(gemeente\)$/, '').replace(/^'/, '');
}
