import { createReadStream } from 'node:fs';
import { MissingColumnsError, resolveColumns } from '../../formats/columns.ts';
import { readCsv } from '../../formats/csv.ts';
import type { ODataRow } from '../../formats/odata.ts';
import { eachInFile, inFile } from '../format-error.ts';
import { type FetchedFile, UnexpectedFormatError } from '../source.ts';
import { columnsOfHeadings, type TableColumn } from './table-columns.ts';

/** A file that a person downloaded from the StatLine portal, as rows by heading. */
export interface PortalTable {
  readonly columns: readonly TableColumn[];
  /** Heading of the regions' codes. */
  readonly codeKey: string;
  /** Heading of the regions' names; absent in a file of keys. */
  readonly nameKey: string | undefined;
  /** Heading of the years; absent in a table of one year whose download left them out. */
  readonly periodKey: string | undefined;
  readonly pages: AsyncIterable<readonly ODataRow[]>;
}

const COLUMNS = {
  /**
   * The dimension itself in a file of keys; in a file of titles, which has only names there, a topic that has to be
   * chosen on the portal. Names will not do: some forty neighbourhoods are called Centrum.
   */
  code: {
    names: [
      'WijkenEnBuurten',
      'RegioS',
      'Codering_3',
      'Regioaanduiding/Codering (code)',
      'Codering (code)',
      'Regiocode (gemeente, wijk, buurt) (code)',
    ],
    required: true,
  },
  name: { names: ['Wijken en buurten', "Regio's"] },
  period: { names: ['Perioden'] },
} as const;

/**
 * Opens a portal file in either layout: "CSV met statistische symbolen" (a byte order mark, every field quoted and
 * padded, missing values a padded dot, headings of titles) or that of the untyped data set (headings of keys).
 * Decimal points and commas are both read.
 * @throws UnexpectedFormatError when the file is no CSV in UTF-8, or no column has the regions' codes
 */
export async function openPortalFile(file: FetchedFile): Promise<PortalTable> {
  const expected = 'a table of the StatLine portal as CSV in UTF-8';
  const { header, batches } = await inFile(file, expected, () =>
    readCsv(createReadStream(file.path), { delimiter: 'detect' }),
  );
  const { index } = columnsOf(header, file);
  return {
    columns: columnsOfHeadings(header),
    codeKey: header[index.code] ?? '',
    nameKey: header[index.name],
    periodKey: header[index.period],
    pages: rowsByHeading(header, eachInFile(file, expected, batches)),
  };
}

function columnsOf(header: readonly string[], file: FetchedFile) {
  try {
    return resolveColumns(COLUMNS, header);
  } catch (error) {
    if (!(error instanceof MissingColumnsError)) throw error;
    throw new UnexpectedFormatError({
      sourceId: file.sourceId,
      file: file.url,
      expected: 'a column with the codes of the regions, e.g. "Codering"',
      found: header.slice(0, 10).join(', '),
      remedy: 'On the portal choose the topic "Regioaanduiding > Codering" too and download the file again.',
    });
  }
}

async function* rowsByHeading(
  header: readonly string[],
  batches: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<readonly ODataRow[]> {
  for await (const batch of batches) {
    yield batch.map((cells) => Object.fromEntries(header.map((heading, at) => [heading, cells[at]])));
  }
}
