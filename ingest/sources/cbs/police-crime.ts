import { fetchPages } from '../../formats/odata.ts';
import {
  type Canary,
  CC_BY_4,
  type FetchedFile,
  type Fetcher,
  type Invariant,
  type SourceDeclaration,
  type SourceEdition,
  UnexpectedFormatError,
} from '../source.ts';
import { parseText } from './cells.ts';
import { readAllRows } from './table-files.ts';

/**
 * Crimes that the police registered, by kind of offence and area. One table has all years; the areas of all of them
 * are those of one division, which moves on once a year.
 */
export const POLICE_CRIME: SourceDeclaration = {
  id: 'police-crime',
  name: 'Registered crime by offence, district and neighbourhood (Geregistreerde misdrijven, table 47018NED)',
  publisher: 'Dutch National Police, through Statistics Netherlands (CBS)',
  // Neither the police nor the table state a licence; that of the site which publishes it asks the most of us.
  licence: CC_BY_4,
  attribution: 'Source: Politie via CBS (dataderden.cbs.nl), Geregistreerde misdrijven, CC BY 4.0',
  homepage: 'https://data.politie.nl/',
  cadence: 'yearly, in the first quarter; the last years are corrected now and then',
  cron: '40 5 20 * *',
  urls: {
    // Tables of third parties have a host of their own, and only the older of the publisher's two protocols.
    feed: 'https://dataderden.cbs.nl/ODataFeed/odata',
  },
  /**
   * Portal files of the municipal table ("soort misdrijf, gemeente <year>", total crimes), one a year: they stand in
   * for the service where it cannot be reached, without districts, neighbourhoods and kinds of offences.
   */
  editions: [],
  options: {
    table: '47018NED',
    /** Year of the division into areas that the table uses for all its years. */
    divisionYear: 2025,
    /** How many of the newest years to load; 0 to go without the source. */
    years: 2,
  },
};

/** What was downloaded of the table, or of the portal files in its place. */
export interface CrimeFiles {
  readonly table: CrimeTableFiles | undefined;
  readonly portal: readonly { readonly edition: SourceEdition; readonly file: FetchedFile }[];
}

export interface CrimeTableFiles {
  readonly id: string;
  readonly divisionYear: number;
  readonly properties: FetchedFile;
  /** Kinds of offences, periods and regions: the table's dimensions. */
  readonly offences: readonly FetchedFile[];
  readonly periods: readonly FetchedFile[];
  readonly regions: readonly FetchedFile[];
  readonly counts: readonly CrimeCountFiles[];
}

/** The answer about one kind of offence in one year. */
export interface CrimeCountFiles {
  readonly offenceCode: string;
  readonly period: string;
  readonly pages: readonly FetchedFile[];
}

/**
 * Gets the newest years of the table, one kind of offence and one year a question: the service answers slowly, with
 * errors when asked for much, and its counting and skipping cannot be relied on.
 * @throws UnexpectedFormatError when a national load finds no table
 */
export async function fetchCrime(fetcher: Fetcher): Promise<CrimeFiles> {
  const declaration = fetcher.declaration(POLICE_CRIME.id);
  const editions = declaration.editions ?? [];
  if (editions.length > 0) return { table: undefined, portal: await fetchPortalFiles(fetcher, editions) };
  const table = await fetchTable(fetcher, declaration);
  return { table, portal: [] };
}

/** Every file, for the release's record. */
export function filesOfCrime({ table, portal }: CrimeFiles): FetchedFile[] {
  const files = portal.map(({ file }) => file);
  if (table === undefined) return files;
  const { properties, offences, periods, regions, counts } = table;
  return [...files, properties, ...offences, ...periods, ...regions, ...counts.flatMap(({ pages }) => pages)];
}

function fetchPortalFiles(fetcher: Fetcher, editions: readonly SourceEdition[]) {
  return Promise.all(
    editions.map(async (edition) => ({
      edition,
      file: await fetcher.file({
        sourceId: POLICE_CRIME.id,
        url: edition.url ?? edition.id,
        expect: 'csv',
      }),
    })),
  );
}

async function fetchTable(
  fetcher: Fetcher,
  declaration: SourceDeclaration,
): Promise<CrimeTableFiles | undefined> {
  const id = String(declaration.options?.table);
  const years = wholeOption(declaration, 'years');
  if (years === 0) return undefined;
  const divisionYear = wholeOption(declaration, 'divisionYear');
  const base = `${declaration.urls.feed ?? ''}/${id}`;
  const request = (url: string) => ({ sourceId: declaration.id, url, expect: 'json' as const });
  const pages = (query: string) => fetchPages(`${base}/${query}`, (url) => fetcher.file(request(url)));

  const properties = await fetcher.optionalFile(request(`${base}/DataProperties?$format=json`));
  if (properties === undefined) {
    if (fetcher.label !== 'national') return undefined;
    throw new UnexpectedFormatError({
      sourceId: declaration.id,
      file: base,
      expected: 'a table at this address',
      found: 'none',
      remedy:
        `Look the table up at ${declaration.homepage} and set "table" in the options of the source, ` +
        'or set "years" to 0 to go without it.',
    });
  }
  const offences = await pages('SoortMisdrijf?$format=json');
  const periods = await pages('Perioden?$format=json');
  const regions = await pages('WijkenEnBuurten?$format=json');
  const codes = (await readAllRows(offences))
    .map((row) => parseText(row.Key))
    .filter((code) => code !== null);
  const counts: CrimeCountFiles[] = [];
  for (const period of await newestYears(periods, years)) {
    for (const offenceCode of codes) {
      const query = `TypedDataSet?$format=json&$filter=${encodeFilter(offenceCode, period)}`;
      counts.push({ offenceCode, period, pages: await pages(query) });
    }
  }
  return { id, divisionYear, properties, offences, periods, regions, counts };
}

/** Keys are padded in comparisons: `'0.0.0'` finds nothing, `'0.0.0 '` does; `'2.6.10'` is full. */
function encodeFilter(offenceCode: string, period: string): string {
  const filter = `SoortMisdrijf eq '${offenceCode.padEnd(6)}' and Perioden eq '${period}'`;
  return encodeURIComponent(filter).replaceAll("'", '%27');
}

/** `2025JJ00`, `2024JJ00`: keys of whole years, the newest first. */
async function newestYears(periods: readonly FetchedFile[], years: number): Promise<string[]> {
  const keys = (await readAllRows(periods)).map((row) => parseText(row.Key));
  return keys
    .filter((key) => key !== null && /^\d{4}JJ00$/.test(key))
    .map(String)
    .sort()
    .reverse()
    .slice(0, years);
}

function wholeOption({ id, options }: SourceDeclaration, name: 'years' | 'divisionYear'): number {
  const value = options?.[name];
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw new RangeError(`${id}: the option ${name} is ${JSON.stringify(value)}; write a whole number.`);
}

export const CRIME_INVARIANTS: readonly Invariant[] = [
  {
    name: 'numbers of crimes are not below zero',
    sql: `SELECT count(*) FROM registered_crime WHERE crimes < 0`,
  },
  {
    name: 'every number of crimes is of a known region, offence and year',
    sql: `SELECT count(*) FROM registered_crime
           WHERE region_id NOT IN (SELECT id FROM region) OR offence_id NOT IN (SELECT id FROM offence)
              OR year NOT IN (SELECT year FROM crime_year)`,
  },
  {
    // A group of offences among the offences would be counted twice.
    name: 'the offences are not more than their total',
    sql: `SELECT count(*) FROM (
            SELECT 1 FROM registered_crime JOIN offence ON offence.id = offence_id GROUP BY region_id, year
            HAVING sum(crimes) FILTER (WHERE code <> '0.0.0') > sum(crimes) FILTER (WHERE code = '0.0.0'))`,
  },
];

const TOTALS = `registered_crime JOIN offence ON offence.id = offence_id AND offence.code = '0.0.0'
             JOIN region ON region.id = region_id`;

export const CRIME_CANARIES: readonly Canary[] = [
  {
    // The first publication had 805,327, a later one 805,559.
    name: 'the country had some 805,000 registered crimes in 2024',
    sql: `SELECT 1 WHERE NOT EXISTS (
            SELECT 1 FROM ${TOTALS}
             WHERE region.code = 'NL00' AND year = 2024 AND crimes NOT BETWEEN 797000 AND 813000)`,
  },
  {
    name: 'a year of crime figures has 13,000 neighbourhoods or more, if it has neighbourhoods',
    sql: `SELECT 1 WHERE NOT EXISTS (
            SELECT 1 FROM ${TOTALS} WHERE kind = 'neighbourhood' GROUP BY year HAVING count(*) < 13000)`,
  },
  {
    name: 'there are 50 kinds of offences or more, if there are neighbourhoods with crime figures',
    sql: `SELECT 1 WHERE (SELECT count(*) FROM offence) NOT BETWEEN 2 AND 49`,
  },
  {
    // A few hundred crimes of a year have no known place.
    name: 'the crimes of the municipalities add up to those of the country, but for 1 %',
    sql: `SELECT 1 WHERE NOT EXISTS (
            SELECT 1 FROM ${TOTALS} GROUP BY year
            HAVING sum(crimes) FILTER (WHERE kind = 'municipality')
                   NOT BETWEEN 0.99 * sum(crimes) FILTER (WHERE kind = 'country')
                           AND sum(crimes) FILTER (WHERE kind = 'country'))`,
  },
];
