import { packPostcodeNumber } from '../../../db/postcode-number.ts';
import { postcodeNumber } from '../../../db/schema/neighbourhoods.ts';
import { MissingColumnsError, type ResolvedColumns, resolveColumns } from '../../formats/columns.ts';
import { readCsv } from '../../formats/csv.ts';
import { openZip, type ZipArchive, type ZipEntry } from '../../formats/zip.ts';
import { inFile } from '../format-error.ts';
import {
  CC_BY_4,
  type FetchedFile,
  type Fetcher,
  type LoadContext,
  type SourceDeclaration,
  type SourceEdition,
  UnexpectedFormatError,
} from '../source.ts';
import type { AreaRegister } from './areas.ts';
import { parseRegionCode, type RegionCode } from './cells.ts';

const DOWNLOADS = 'https://download.cbs.nl/postcode';
const MEDIA = 'https://www.cbs.nl/-/media/_excel';

/**
 * Neighbourhood of each postcode and house number, as of 1 August. File names carry dates, some of them wrong, and
 * files are issued again under other names, so the newest address that answers is taken.
 */
export const POSTCODE_KEYS: SourceDeclaration = {
  id: 'cbs-postcode-keys',
  name: 'Neighbourhood, district and municipality by postcode and house number',
  publisher: 'Statistics Netherlands (CBS)',
  licence: CC_BY_4,
  attribution:
    'Source: Statistics Netherlands (CBS), buurt, wijk en gemeente voor postcode huisnummer, CC BY 4.0',
  homepage: 'https://www.cbs.nl/nl-nl/maatwerk/2025/38/buurt-wijk-en-gemeente-2025-voor-postcode-huisnummer',
  cadence: 'yearly, in September, as of 1 August',
  cron: '50 5 6 * *',
  urls: {},
  editions: [
    // Not announced: the name that the last three years lead to expect.
    { year: 2026, id: 'pc6hnr20260801', url: `${DOWNLOADS}/2026-cbs-pc6huisnr20260801_buurt.zip` },
    { year: 2025, id: 'pc6hnr20250801', url: `${DOWNLOADS}/2025-cbs-pc6huisnr20250801_buurt.zip` },
    { year: 2024, id: 'pc6hnr20240801', url: `${DOWNLOADS}/2024-cbs-pc6huisnr20240801_buurt_20250218.zip` },
    { year: 2024, id: 'pc6hnr20240801', url: `${DOWNLOADS}/2024-cbs-pc6huisnr20240801_buurt.zip` },
    { year: 2023, id: 'pc6hnr20230801', url: `${DOWNLOADS}/2023-cbs-pc6huisnr20230801_buurt_20250225.zip` },
    { year: 2022, id: 'pc6hnr20220801', url: `${MEDIA}/2022/37/2022-cbs-pc6huisnr20210801_buurt.zip` },
    { year: 2021, id: 'pc6hnr20210801', url: `${MEDIA}/2021/36/2021-cbs-pc6huisnr20200801_buurt.zip` },
    { year: 2020, id: 'pc6hnr20200801', url: `${MEDIA}/2020/39/2020-cbs-pc6huisnr20200801-buurt.zip` },
  ],
};

/** The delimiter is a comma in 2024 and a semicolon otherwise; names carry the year (`Buurt2025`). */
const COLUMNS = {
  postcode: { names: ['PC6', 'PC', 'postcode'], required: true },
  houseNumber: { names: ['Huisnummer', 'huisnr'], required: true },
  neighbourhood: { names: ['Buurt', 'gwb_code', 'buurtcode'], required: true },
} as const;
const NAME_COLUMNS = {
  code: { names: ['Buurt', 'buurtcode', 'gwb_code'] },
  name: { names: ['buurtnaam', 'naam'] },
} as const;

const KEY_ENTRY = /(^|\/)[^/]*_gwb[^/]*\.csv$/i;
const NAMES_ENTRY = /(^|\/)(buurt|brt)[^/]*\.csv$/i;

/** What every file must have. */
export const POSTCODE_KEY_FILE = {
  keys: KEY_ENTRY,
  minimumBytes: 5_000_000,
  /** @throws MissingColumnsError */
  checkHeader: (header: readonly string[]) => resolveColumns(COLUMNS, header.map(withoutYear)),
} as const;

/** The address of an edition's file. */
export function postcodeKeyUrl(edition: SourceEdition): string {
  return edition.url ?? `${DOWNLOADS}/${edition.id}`;
}

export interface PostcodeKeyFiles {
  readonly edition: SourceEdition;
  readonly file: FetchedFile;
}

/** @throws UnexpectedFormatError when none of the declared addresses answers */
export async function fetchPostcodeKeys(fetcher: Fetcher): Promise<PostcodeKeyFiles> {
  const declaration = fetcher.declaration(POSTCODE_KEYS.id);
  const editions = declaration.editions ?? [];
  for (const edition of editions) {
    const file = await fetcher.optionalFile({
      sourceId: POSTCODE_KEYS.id,
      url: postcodeKeyUrl(edition),
      expect: 'zip',
      minimumBytes: POSTCODE_KEY_FILE.minimumBytes,
    });
    if (file !== undefined) return { edition, file };
  }
  throw new UnexpectedFormatError({
    sourceId: POSTCODE_KEYS.id,
    file: editions.map((edition) => edition.url ?? edition.id).join(', '),
    expected: 'a file at one of these addresses',
    found: 'none',
    remedy: `See ${POSTCODE_KEYS.homepage} for the new address and set it in the editions of the source.`,
  });
}

/**
 * Loads the key; regions that the key figures do not have are added to the register of areas.
 * @throws UnexpectedFormatError
 */
export function loadPostcodeKeys(
  context: LoadContext,
  files: PostcodeKeyFiles,
  areas: AreaRegister,
): Promise<void> {
  const expected = 'a zip with the CSV file of postcodes and numbers';
  return inFile(files.file, expected, () => loadZip(context, files, areas));
}

async function loadZip(
  context: LoadContext,
  { edition, file }: PostcodeKeyFiles,
  areas: AreaRegister,
): Promise<void> {
  const zip = await openZip(file.path);
  try {
    const names = await readNames(context, zip);
    await loadKeys(context, zip, file, { edition, names, areas });
  } finally {
    zip.close();
  }
  context.describe(POSTCODE_KEYS.id, {
    edition: edition.id,
    dataYear: edition.year,
    stateDate: `${edition.year}-08-01`,
  });
}

interface KeyContext {
  readonly edition: SourceEdition;
  readonly names: ReadonlyMap<string, string>;
  readonly areas: AreaRegister;
}

async function loadKeys(
  context: LoadContext,
  zip: ZipArchive,
  file: FetchedFile,
  { edition, names, areas }: KeyContext,
): Promise<void> {
  const entry = zip.find(KEY_ENTRY);
  const table = await readCsv(await zip.stream(entry), { delimiter: 'detect' });
  const { index } = columnsOf(table.header, COLUMNS, file, entry);
  context.columns(POSTCODE_KEYS.id, table.header.map(withoutYear));
  const progress = context.progress('postcode keys', entry.bytes);
  // A number that touches two neighbourhoods keeps the first: the key has no letters to tell its parts apart.
  const insert = context.insert(postcodeNumber, ['key', 'regionId'], { onConflict: 'ignore' });
  const regionIds = new Map<string, number | undefined>();
  let read = 0;
  let accepted = 0;
  let rowBytes = 0;
  for await (const rows of table.batches) {
    // All rows are of nearly one length.
    rowBytes ||= (rows[0]?.join(';').length ?? 0) + 1;
    for (const row of rows) {
      read += 1;
      const rawCode = row[index.neighbourhood] ?? '';
      if (!regionIds.has(rawCode)) {
        const region = regionOfKeyCode(rawCode);
        const name = region === undefined ? null : (names.get(region.code) ?? null);
        regionIds.set(rawCode, region && areas.meantBy(region, name, edition.year).id);
      }
      const regionId = regionIds.get(rawCode);
      const key = keyOf(row[index.postcode] ?? '', row[index.houseNumber] ?? '');
      if (regionId === undefined || key === undefined) {
        const reason = regionId === undefined ? 'unknown neighbourhood code' : 'not a postcode and number';
        context.reject(POSTCODE_KEYS.id, reason, { line: read + 1, value: row.join(';') });
        continue;
      }
      insert([key, regionId]);
      accepted += 1;
    }
    progress.at(Math.min(entry.bytes, read * rowBytes), read);
  }
  progress.done();
  context.read(POSTCODE_KEYS.id, read);
  context.commit();
  noteDuplicates(context, accepted);
}

function noteDuplicates(context: LoadContext, accepted: number): void {
  const { kept } = context.database
    .prepare<[], { kept: number }>('SELECT count(*) AS kept FROM postcode_number')
    .get() ?? { kept: 0 };
  for (let row = kept; row < accepted; row += 1) {
    context.note(POSTCODE_KEYS.id, 'number is in a second neighbourhood: the first is kept');
  }
}

function keyOf(postcode: string, houseNumber: string): number | undefined {
  if (!/^\s*\d{1,5}\s*$/.test(houseNumber)) return undefined;
  return packPostcodeNumber(postcode.replaceAll(' ', '').toUpperCase(), Number(houseNumber));
}

/** Codes have no prefix, and no leading zeros in the years in which they were written as numbers. */
export function regionOfKeyCode(cell: string): RegionCode | undefined {
  const bare = cell.trim().replace(/^BU/i, '').toUpperCase();
  return bare === '' ? undefined : parseRegionCode(`BU${bare.padStart(8, '0')}`);
}

/** Names are for regions that no table of figures has: a load without them is a load. */
async function readNames(context: LoadContext, zip: ZipArchive): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const entry = zip.entries.find(
    (candidate) => NAMES_ENTRY.test(candidate.name) && !KEY_ENTRY.test(candidate.name),
  );
  if (entry === undefined) return names;
  const table = await readCsv(await zip.stream(entry), { delimiter: 'detect' });
  const { index } = resolveColumns(NAME_COLUMNS, table.header.map(withoutYear));
  if (index.code < 0 || index.name < 0) {
    context.note(POSTCODE_KEYS.id, 'file of neighbourhood names has an unknown header');
    return names;
  }
  for await (const rows of table.batches) {
    for (const row of rows) {
      const region = regionOfKeyCode(row[index.code] ?? '');
      const name = (row[index.name] ?? '').trim();
      if (region !== undefined && name !== '') names.set(region.code, name);
    }
  }
  return names;
}

function columnsOf<Key extends string>(
  header: readonly string[],
  specs: Parameters<typeof resolveColumns<Key>>[0],
  file: FetchedFile,
  entry: ZipEntry,
): ResolvedColumns<Key> {
  try {
    // PC6 is the only name whose digit is not a year.
    return resolveColumns(specs, header.map(withoutYear));
  } catch (error) {
    if (!(error instanceof MissingColumnsError)) throw error;
    throw new UnexpectedFormatError({
      sourceId: POSTCODE_KEYS.id,
      file: `${file.url}, ${entry.name}`,
      expected: 'postcode, house number and neighbourhood',
      found: error.message,
    });
  }
}

/** `Buurt2025` is `Buurt`, `buurtnaam2024` is `buurtnaam`. */
function withoutYear(name: string): string {
  return name.replace(/\d{4}$/, '');
}
