import { type FetchedFile, UnexpectedFormatError } from './source.ts';

/** The readers of formats know no files: their errors have these codes. */
const FORMAT_CODE = /^(bad_[a-z_]+|missing_columns)$/;

/**
 * Runs what reads a publisher's file. What a format's reader finds wrong in it is told with the file, what was
 * expected, and what to do; every other error stays as it is.
 * @param expected what the file should be, e.g. "a zip of CSV files"
 * @param entry of the zip that the file is
 * @throws UnexpectedFormatError
 */
export async function inFile<Result>(
  file: FetchedFile,
  expected: string,
  read: () => Promise<Result>,
  entry?: string,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw asFormatError(error, file, expected, entry);
  }
}

/** What {@link inFile} does, for rows that are read while they are asked for. */
export async function* eachInFile<Item>(
  file: FetchedFile,
  expected: string,
  items: AsyncIterable<Item>,
): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (error) {
    throw asFormatError(error, file, expected);
  }
}

/** The error to throw in the place of one that was caught while a file was read; see {@link inFile}. */
export function asFormatError(error: unknown, file: FetchedFile, expected: string, entry?: string): unknown {
  if (!(error instanceof Error && FORMAT_CODE.test((error as { code?: unknown } & Error).code as string))) {
    return error;
  }
  return new UnexpectedFormatError(
    {
      sourceId: file.sourceId,
      file: entry === undefined ? file.url : `${file.url} > ${entry}`,
      expected,
      found: error.message.replace(/\.$/, ''),
      remedy:
        'Run again later, in case it was caught half-made; if it stays so, the publisher has changed the file.',
    },
    { cause: error },
  );
}
