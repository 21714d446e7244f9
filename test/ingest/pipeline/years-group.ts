import { readFileSync } from 'node:fs';
import { liveabilityYear } from '../../../db/schema/liveability.ts';
import { CC0, type FetchedFile, type GroupDeclaration } from '../../../ingest/sources/source.ts';

export const YEARS_URL = 'https://example.org/years.csv';

/**
 * A group with one small source, `year,areas` lines, over the tables of a real one: what the pipeline does does not
 * depend on what is loaded.
 */
export const YEARS: GroupDeclaration<FetchedFile> = {
  id: 'liveability',
  sources: [
    {
      id: 'years',
      name: 'Scored areas by year',
      publisher: 'A publisher',
      licence: CC0,
      attribution: 'A publisher, scored areas',
      homepage: 'https://example.org/',
      cadence: 'yearly',
      cron: '0 6 1 * *',
      urls: { years: YEARS_URL },
      options: { kind: 'district' },
    },
  ],
  fetch(fetcher) {
    const url = fetcher.declaration('years').urls.years ?? '';
    return fetcher.file({ sourceId: 'years', url, expect: 'csv', minimumBytes: 10 });
  },
  files: (file) => [file],
  async load(context, file) {
    const insert = context.insert(liveabilityYear, ['year', 'kind', 'scoredAreas']);
    const kind = String(context.declaration('years').options?.kind);
    const lines = readFileSync(file.path, 'utf8').trim().split('\n');
    for (const [index, text] of lines.entries()) {
      const [year, areas] = text.split(',').map(Number);
      if (year === undefined || areas === undefined || Number.isNaN(areas)) {
        context.reject('years', 'not two numbers', { line: index + 1, value: text });
      } else insert([year, kind, areas]);
    }
    context.read('years', lines.length);
    context.note('years', 'a note');
    context.describe('years', { edition: 'first', dataYear: 2024, stateDate: '2024-12-31' });
  },
  derive(context) {
    context.database.exec(
      `INSERT INTO liveability_year SELECT max(year), 'municipality', 342 FROM liveability_year`,
    );
  },
  tables: [liveabilityYear],
  minimumRows: { liveability_year: 3 },
  canaries: [
    { name: 'the year 2024', sql: `SELECT 1 FROM liveability_year WHERE year = 2024 AND kind = 'district'` },
  ],
  invariants: [
    { name: 'areas are counted', sql: 'SELECT count(*) FROM liveability_year WHERE scored_areas < 0' },
  ],
  maximumRejectedShare: 0.25,
};
