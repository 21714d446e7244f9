import { describe, expect, it } from 'vitest';
import { MissingColumnsError } from '../../../ingest/formats/columns.ts';
import { CsvError } from '../../../ingest/formats/csv.ts';
import { ZipError } from '../../../ingest/formats/zip.ts';
import { inFile } from '../../../ingest/sources/format-error.ts';
import { type FetchedFile, UnexpectedFormatError } from '../../../ingest/sources/source.ts';

const FILE: FetchedFile = {
  sourceId: 'years',
  url: 'https://example.org/years.zip',
  path: '/cache/years.body',
  bytes: 1,
  sha256: '0',
  etag: null,
  lastModified: null,
  retrievedAt: '2026-11-27T06:00:00.000Z',
  unchanged: false,
};

function reading(error: Error, entry?: string): Promise<unknown> {
  return inFile(FILE, 'a CSV file of years', () => Promise.reject(error), entry).catch((caught) => caught);
}

describe('what a reader finds wrong in a file', () => {
  it.each([
    ['CSV', new CsvError('a quote is not closed on line 7.')],
    ['zip', new ZipError('years.csv is damaged: its checksum does not match.')],
    ['columns', new MissingColumnsError(['year'], ['jaar'])],
  ])(
    'of the format %s is told with the source, the file, what was expected and what to do',
    async (_, cause) => {
      const error = await reading(cause, 'years.csv');
      expect(error).toBeInstanceOf(UnexpectedFormatError);
      expect(error).toMatchObject({ code: 'unexpected_format', sourceId: 'years', cause });
      const { message } = error as Error;
      expect(message).toMatch(
        /^years: https:\/\/example\.org\/years\.zip > years\.csv: expected a CSV file of years, found /,
      );
      expect(message).toContain(cause.message.replace(/\.$/, ''));
      expect(message).toMatch(/Run again later/);
    },
  );

  it('is told once, by the reader that is nearest', async () => {
    const details = { sourceId: 'years', file: 'years.csv', expected: 'years', found: 'months' };
    const error = new UnexpectedFormatError(details);
    expect(await reading(error)).toBe(error);
  });

  it.each([
    ['a full disk', Object.assign(new Error('no space'), { code: 'ENOSPC' })],
    ['the operator', new Error('Stopped by SIGTERM.')],
  ])('is not confused with %s', async (_, error) => {
    expect(await reading(error)).toBe(error);
  });
});
