import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { MissingColumnsError, resolveColumns } from '../../formats/columns.ts';
import { readCsv } from '../../formats/csv.ts';
import { inFile } from '../format-error.ts';
import {
  CC_BY_4,
  type FetchedFile,
  type Fetcher,
  type SourceDeclaration,
  type SourceEdition,
  UnexpectedFormatError,
} from '../source.ts';

/**
 * The municipalities and their provinces. Only with this list do the towns of the address register get one
 * municipality each, and it must be the list of the extract's state date: municipalities merge every January, and
 * now and then in between (Weesp went into Amsterdam on 2022-03-24).
 *
 * Two forms are read. By default the yearly CBS table "Gebieden in Nederland" of the state date's year. Where the
 * operator names a file in `urls.history`, that one instead: a CSV with a row for each period of each municipality
 * (`provinciecode;provincienaam;gemeentecode;gemeentenaam;begindatum;einddatum`), exact to the day.
 */
export const CBS_MUNICIPALITIES: SourceDeclaration = {
  id: 'cbs-municipalities',
  name: 'Municipalities and provinces (Gebieden in Nederland)',
  publisher: 'Statistics Netherlands (CBS)',
  licence: CC_BY_4,
  attribution: 'Source: Statistics Netherlands (CBS), Gebieden in Nederland, CC BY 4.0.',
  homepage:
    'https://www.cbs.nl/nl-nl/onze-diensten/methoden/classificaties/overig/gemeentelijke-indelingen-per-jaar',
  cadence: 'yearly, 1 January',
  cron: '30 5 2 * *',
  urls: {
    properties: 'https://opendata.cbs.nl/ODataApi/odata/{table}/DataProperties?$format=json',
    // All columns: their numbers change from year to year, and the answer stays under the service's 10,000 rows.
    rows: 'https://opendata.cbs.nl/ODataApi/odata/{table}/TypedDataSet?$format=json',
    history: '',
  },
  editions: [
    { year: 2026, id: '86247NED' },
    { year: 2025, id: '86059NED' },
    { year: 2024, id: '85755NED' },
    { year: 2023, id: '85385NED' },
    { year: 2022, id: '85067NED' },
    { year: 2021, id: '84929NED' },
    { year: 2020, id: '84721NED' },
    { year: 2019, id: '84378NED' },
    { year: 2018, id: '83859NED' },
  ],
};

/** One period of one municipality. */
export interface Municipality {
  /** 4 digits */
  readonly code: string;
  readonly name: string;
  /** 2 digits */
  readonly provinceCode: string;
  readonly provinceName: string;
  /** `YYYY-MM-DD`; null where the list has no dates: valid whenever it is used. */
  readonly beginsOn: string | null;
  /** First day on which it no longer existed. */
  readonly endsOn: string | null;
}

export interface MunicipalityFiles {
  readonly form: 'history' | 'table';
  /** The list itself. */
  readonly rows: FetchedFile;
  /** What the table's columns mean. */
  readonly properties?: FetchedFile;
  readonly edition: string;
  readonly year: number | null;
}

/**
 * Gets the list for a state date: the table of its year or, where that is not published yet, of the year before.
 * @throws UnexpectedFormatError when no edition is old enough
 */
export async function fetchMunicipalities(fetcher: Fetcher, stateDate: string): Promise<MunicipalityFiles> {
  const declaration = fetcher.declaration(CBS_MUNICIPALITIES.id);
  const sourceId = declaration.id;
  const history = declaration.urls.history ?? '';
  if (history !== '') {
    const rows = await fetcher.file({ sourceId, url: history, expect: 'any' });
    return { form: 'history', rows, edition: 'history', year: null };
  }
  const year = Number(stateDate.slice(0, 4));
  const editions = [...(declaration.editions ?? [])]
    .filter((edition) => edition.year <= year)
    .sort((a, b) => b.year - a.year);
  for (const edition of editions) {
    const files = await fetchMunicipalityTable(fetcher, declaration, edition);
    if (files !== undefined) return files;
  }
  throw new UnexpectedFormatError({
    sourceId,
    file: declaration.urls.rows ?? '',
    expected: `a list of the municipalities of ${year} or before`,
    found: `none that is published (editions: ${editions.map((edition) => edition.id).join(', ') || 'none'})`,
    remedy: `Add the table of ${year} to the editions of ${sourceId}, or name a file in its urls.history.`,
  });
}

/** Gets the list of one year; `undefined` where the publisher does not offer it. */
export async function fetchMunicipalityTable(
  fetcher: Fetcher,
  { id: sourceId, urls }: SourceDeclaration,
  edition: SourceEdition,
): Promise<MunicipalityFiles | undefined> {
  const rowsUrl = tableUrl(urls.rows ?? '', edition);
  const rows = await fetcher.optionalFile({ sourceId, url: rowsUrl, expect: 'json' });
  if (rows === undefined) return undefined;
  const url = tableUrl(urls.properties ?? '', edition);
  const properties = await fetcher.file({ sourceId, url, expect: 'json' });
  return { form: 'table', rows, properties, edition: edition.id, year: edition.year };
}

/** The address of a table: that of the edition, or the template with its id. */
export function tableUrl(template: string, edition: SourceEdition): string {
  return edition.url ?? template.replace('{table}', encodeURIComponent(edition.id));
}

/** Reads the list, in either form. */
export async function readMunicipalities(files: MunicipalityFiles): Promise<Municipality[]> {
  const municipalities =
    files.form === 'history'
      ? await inFile(files.rows, 'the CSV download of the table', () => readHistory(files.rows))
      : readTable(
          readFileSync(files.rows.path, 'utf8'),
          readFileSync(files.properties?.path ?? '', 'utf8'),
          files,
        );
  if (municipalities.length === 0) throw unexpected(files.rows, 'municipalities', 'none');
  return municipalities;
}

/** The municipalities that existed on a day, by code. */
export function municipalitiesOn(
  municipalities: readonly Municipality[],
  day: string,
): ReadonlyMap<string, Municipality> {
  return new Map(
    municipalities
      .filter(
        ({ beginsOn, endsOn }) => (beginsOn === null || beginsOn <= day) && (endsOn === null || endsOn > day),
      )
      .map((municipality) => [municipality.code, municipality]),
  );
}

const HISTORY_COLUMNS = {
  code: { names: ['gemeentecode'], required: true },
  name: { names: ['gemeentenaam'], required: true },
  provinceCode: { names: ['provinciecode'], required: true },
  provinceName: { names: ['provincienaam'], required: true },
  beginsOn: { names: ['begindatum'] },
  endsOn: { names: ['einddatum'] },
} as const;

async function readHistory(file: FetchedFile): Promise<Municipality[]> {
  const table = await readCsv(Readable.from([readFileSync(file.path)]), { delimiter: 'detect' });
  const { index } = columnsOf(table.header, file);
  const municipalities: Municipality[] = [];
  for await (const batch of table.batches) {
    for (const row of batch) {
      municipalities.push({
        code: code(row[index.code], 4, file),
        name: (row[index.name] ?? '').trim(),
        provinceCode: code(row[index.provinceCode], 2, file),
        provinceName: provinceName((row[index.provinceName] ?? '').trim()),
        beginsOn: row[index.beginsOn]?.trim() || null,
        endsOn: row[index.endsOn]?.trim() || null,
      });
    }
  }
  return municipalities;
}

function columnsOf(header: readonly string[], file: FetchedFile) {
  try {
    return resolveColumns(HISTORY_COLUMNS, header);
  } catch (cause) {
    if (!(cause instanceof MissingColumnsError)) throw cause;
    throw unexpected(file, 'a list of municipalities', cause.message);
  }
}

interface Property {
  ID: number;
  ParentID: number | null;
  Type: string;
  Key?: string | null;
  Title: string;
}

/**
 * Reads a yearly table. Its columns are numbered through all the regional divisions that it holds (`Code_28` was the
 * province once, and is something else another year), so they are found by the title of their group.
 */
export function readTable(
  rowsJson: string,
  propertiesJson: string,
  files: MunicipalityFiles,
): Municipality[] {
  const properties = valuesOf<Property>(propertiesJson, files.properties ?? files.rows);
  const key = (group: RegExp, title: RegExp) => {
    const groups = new Set(properties.filter((one) => group.test(one.Title.trim())).map((one) => one.ID));
    const found = properties.find(
      (one) => one.Key && one.ParentID !== null && groups.has(one.ParentID) && title.test(one.Title.trim()),
    );
    if (!found?.Key) {
      const titles = properties.map((one) => one.Title.trim()).slice(0, 60);
      throw unexpected(
        files.properties ?? files.rows,
        `a column ${title} in a group ${group}`,
        titles.join(', '),
      );
    }
    return found.Key;
  };
  const columns = {
    name: key(/^gemeenten?\b/i, /^naam\b/i),
    provinceCode: key(/^provincies?\b/i, /^code\b/i),
    provinceName: key(/^provincies?\b/i, /^naam\b/i),
  };
  const rows = valuesOf<Record<string, unknown>>(rowsJson, files.rows);
  const text = (row: Record<string, unknown>, column: string) => String(row[column] ?? '').trim();
  return rows
    .filter((row) => /^GM\d{4}$/.test(text(row, 'RegioS')))
    .map((row) => ({
      code: text(row, 'RegioS').slice(2),
      name: text(row, columns.name),
      provinceCode: code(text(row, columns.provinceCode).replace(/^PV/, ''), 2, files.rows),
      provinceName: provinceName(text(row, columns.provinceName)),
      beginsOn: null,
      endsOn: null,
    }));
}

function valuesOf<Row>(json: string, file: FetchedFile): Row[] {
  const parsed: unknown = JSON.parse(json.replace(/^\uFEFF/, ''));
  const body = parsed as { value?: unknown; 'odata.nextLink'?: unknown };
  if (!Array.isArray(body.value)) throw unexpected(file, 'an OData answer with "value"', json.slice(0, 80));
  if (body['odata.nextLink'] !== undefined)
    throw unexpected(file, 'all rows in one answer', 'a link to more');
  return body.value as Row[];
}

/** One province has had a Frisian name since 1997, which not every list has taken over. */
function provinceName(name: string): string {
  return name === 'Friesland' ? 'Fryslân' : name;
}

function code(text: string | undefined, digits: number, file: FetchedFile): string {
  const padded = (text ?? '').trim().padStart(digits, '0');
  if (!/^\d+$/.test(padded) || padded.length !== digits) {
    throw unexpected(file, `a code of ${digits} digits`, `"${text ?? ''}"`);
  }
  return padded;
}

function unexpected(file: FetchedFile, expected: string, found: string): UnexpectedFormatError {
  return new UnexpectedFormatError({ sourceId: file.sourceId, file: file.url, expected, found });
}
