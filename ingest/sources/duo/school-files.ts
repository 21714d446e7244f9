import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { SCHOOL_KINDS, type SchoolKind } from '../../../db/schema/schools.ts';
import { type CsvTable, readCsv } from '../../formats/csv.ts';
import { decodeText } from '../../formats/text-encoding.ts';
import { eachInFile, inFile } from '../format-error.ts';
import { CC_BY_4, type FetchedFile, type Fetcher, type SourceDeclaration } from '../source.ts';
import { SchoolParser } from './school-rows.ts';

const PORTAL = 'https://onderwijsdata.duo.nl/dataset';

/**
 * School locations. Those of institutions (`instellingen*`) stand for the same schools once more: counted with them
 * there would be twice as many.
 */
export const DUO_SCHOOLS: SourceDeclaration = {
  id: 'duo-schools',
  name: 'Locations of primary, secondary and special schools',
  publisher: 'Dienst Uitvoering Onderwijs (DUO)',
  // The portal says CC BY 4.0 of some of its data sets and CC0 of others: the one that asks for more is met.
  licence: CC_BY_4,
  attribution:
    'Source: Dienst Uitvoering Onderwijs (DUO), open onderwijsdata, CC BY 4.0. Coordinates are added by this ' +
    'service from the address register.',
  homepage: 'https://onderwijsdata.duo.nl/',
  cadence: 'monthly',
  // Weekly, so that schools follow the addresses, in which they are looked up.
  cron: '10 6 * * 3',
  urls: {
    primary: `${PORTAL}/786f12ea-6224-42fd-ab72-de4d7d879535/resource/dcc9c9a5-6d01-410b-967f-810557588ba4/download/vestigingenbo.csv`,
    secondary: `${PORTAL}/c8e6ffdd-cc2b-44ee-880f-0ff03f72e868/resource/5187f8d5-ff9c-4284-8e06-4311f0354956/download/vestigingenvo.csv`,
    special: `${PORTAL}/033ab279-8e6f-44a2-8455-6ad42147762f/resource/8f0f1639-712d-4adb-bb59-cabd43730dc8/download/vestigingenso.csv`,
  },
};

/** Some 350 bytes a school. */
export const SMALLEST_BYTES: Readonly<Record<SchoolKind, number>> = {
  primary: 1_000_000,
  secondary: 100_000,
  special: 20_000,
};

export interface SchoolFile {
  readonly kind: SchoolKind;
  readonly file: FetchedFile;
}

/** Special schools are left out where their file is not there. */
export async function fetchSchools(fetcher: Fetcher): Promise<SchoolFile[]> {
  const { id, urls } = fetcher.declaration(DUO_SCHOOLS.id);
  const files: SchoolFile[] = [];
  for (const kind of SCHOOL_KINDS) {
    const request = {
      sourceId: id,
      url: urls[kind] ?? '',
      expect: 'csv',
      minimumBytes: SMALLEST_BYTES[kind],
    } as const;
    const file = kind === 'special' ? await fetcher.optionalFile(request) : await fetcher.file(request);
    if (file !== undefined) files.push({ kind, file });
  }
  return files;
}

export interface SchoolTable extends CsvTable {
  readonly parser: SchoolParser;
}

/**
 * Opens one file of at most a few megabytes. The portal's files are UTF-8 with a byte order mark and commas; older
 * ones, and those of the publisher's former site, are windows-1252 with semicolons.
 * @throws UnexpectedFormatError when it is no CSV, or required columns are missing
 */
export async function openSchools({ kind, file }: SchoolFile): Promise<SchoolTable> {
  const bytes = await readFile(file.path);
  const encoding = decodeText(bytes).encoding === 'utf-8' ? 'utf8' : 'windows-1252';
  const expected = `a CSV with the columns of ${kind} schools`;
  return inFile(file, expected, async () => {
    const { header, batches } = await readCsv(Readable.from([bytes]), { delimiter: 'detect', encoding });
    return { header, batches: eachInFile(file, expected, batches), parser: new SchoolParser(kind, header) };
  });
}
