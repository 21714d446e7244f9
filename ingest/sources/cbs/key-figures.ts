import { fetchPages, type ODataRow, readPages } from '../../formats/odata.ts';
import {
  CC_BY_4,
  type FetchedFile,
  type Fetcher,
  type SourceDeclaration,
  type SourceEdition,
} from '../source.ts';

/**
 * Key figures of districts and neighbourhoods. A table is one year; it is filled in instalments over two years and
 * renewed each quarter, so several years are loaded and each topic is answered from the newest that has it.
 */
export const KEY_FIGURES: SourceDeclaration = {
  id: 'cbs-key-figures',
  name: 'Key figures of districts and neighbourhoods (Kerncijfers wijken en buurten)',
  publisher: 'Statistics Netherlands (CBS)',
  licence: CC_BY_4,
  attribution: 'Source: Statistics Netherlands (CBS), Kerncijfers wijken en buurten, CC BY 4.0',
  homepage: 'https://www.cbs.nl/nl-nl/reeksen/publicatie/kerncijfers-wijken-en-buurten',
  cadence: 'a table a year; new figures are added to the tables of the last years each quarter',
  cron: '20 5 6 * *',
  urls: {
    // The other service, ODataApi, answers 500 to any result of more than 10,000 rows; this one pages.
    v3: 'https://opendata.cbs.nl/ODataFeed/odata',
    v4: 'https://datasets.cbs.nl/odata/v1/CBS',
  },
  editions: [
    { year: 2026, id: '86358NED' },
    { year: 2025, id: '86165NED' },
    { year: 2024, id: '85984NED' },
    { year: 2023, id: '85618NED' },
    { year: 2022, id: '85318NED' },
    { year: 2021, id: '85039NED' },
    { year: 2020, id: '84799NED' },
  ],
  options: {
    /** `v3` (wide rows, with the divisions' changes) or `v4` (one row a figure). */
    protocol: 'v3',
  },
};

export type Protocol = 'v3' | 'v4';

/** What was downloaded of one table. */
export interface EditionFiles {
  readonly edition: SourceEdition;
  readonly protocol: Protocol;
  /** v3: `TableInfos`, absent in some mirrors. */
  readonly info: FetchedFile | undefined;
  /** v3: `DataProperties`; v4: `MeasureCodes`. */
  readonly columns: readonly FetchedFile[];
  /** v4: `MeasureGroups`. */
  readonly groups: readonly FetchedFile[];
  readonly regions: readonly FetchedFile[];
  readonly data: readonly FetchedFile[];
}

export interface KeyFigureFiles {
  readonly editions: readonly EditionFiles[];
  /** Declared editions that the publisher does not offer (yet, or any more). */
  readonly absent: readonly SourceEdition[];
}

/** Downloads all declared editions that exist. */
export async function fetchKeyFigures(fetcher: Fetcher): Promise<KeyFigureFiles> {
  const declaration = fetcher.declaration(KEY_FIGURES.id);
  const editions: EditionFiles[] = [];
  const absent: SourceEdition[] = [];
  for (const edition of declaration.editions ?? []) {
    const files = await fetchEdition(fetcher, declaration, edition);
    if (files === undefined) absent.push(edition);
    else editions.push(files);
  }
  return { editions, absent };
}

/** Every file of the editions, for the release's record. */
export function keyFigureFiles(fetched: KeyFigureFiles): FetchedFile[] {
  return fetched.editions.flatMap((edition) => [
    ...(edition.info === undefined ? [] : [edition.info]),
    ...edition.columns,
    ...edition.groups,
    ...edition.regions,
    ...edition.data,
  ]);
}

async function fetchEdition(
  fetcher: Fetcher,
  declaration: SourceDeclaration,
  edition: SourceEdition,
): Promise<EditionFiles | undefined> {
  const protocol = protocolOf(declaration, edition);
  const base = edition.url ?? `${declaration.urls[protocol] ?? ''}/${edition.id}`;
  const request = (url: string) => ({ sourceId: declaration.id, url, expect: 'json' as const });
  // Version 3 answers in Atom XML unless it is asked for JSON; the parameter must stand first, as in its own links.
  const address = (name: string) => (protocol === 'v3' ? `${base}/${name}?$format=json` : `${base}/${name}`);
  const pages = (name: string) => fetchPages(address(name), (url) => fetcher.file(request(url)));

  const columns = await fetcher.optionalFile(
    request(address(protocol === 'v3' ? 'DataProperties' : 'MeasureCodes')),
  );
  if (columns === undefined) return undefined;
  if (protocol === 'v4') {
    return {
      edition,
      protocol,
      info: undefined,
      columns: [columns],
      groups: await pages('MeasureGroups'),
      regions: await pages('WijkenEnBuurtenCodes'),
      data: await pages('Observations'),
    };
  }
  return {
    edition,
    protocol,
    info: await fetcher.optionalFile(request(address('TableInfos'))),
    columns: [columns],
    groups: [],
    regions: await pages('WijkenEnBuurten'),
    data: await pages('TypedDataSet'),
  };
}

function protocolOf(declaration: SourceDeclaration, edition: SourceEdition): Protocol {
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
