import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { discardBuild, openBuild } from '../../../db/release.ts';
import { liveabilityYear } from '../../../db/schema/liveability.ts';
import { BuildContext, LoadError } from '../../../ingest/pipeline/load-context.ts';
import { SILENT } from '../../../ingest/pipeline/progress.ts';
import { temporaryDataDir } from '../../db/fixture.ts';
import { YEARS } from './years-group.ts';

function context(signal = new AbortController().signal): BuildContext {
  const build = openBuild(temporaryDataDir(), 'liveability', 'test');
  onTestFinished(() => discardBuild(build));
  const { database } = build;
  return new BuildContext({
    group: 'liveability',
    label: 'partial',
    database,
    declarations: YEARS.sources,
    progress: SILENT,
    signal,
  });
}

describe('inserting', () => {
  it('takes values in the order of the columns that were named', () => {
    const loading = context();
    const insert = loading.insert(liveabilityYear, ['scoredAreas', 'kind', 'year']);
    insert([12_147, 'neighbourhood', 2024]);
    loading.commit();
    const rows = drizzle(loading.database).select().from(liveabilityYear).all();
    expect(rows).toEqual([{ year: 2024, kind: 'neighbourhood', scoredAreas: 12_147 }]);
    expect(loading.inserted).toBe(1);
  });

  it('fails on a second row with the same key, naming the table and the values', () => {
    const loading = context();
    const insert = loading.insert(liveabilityYear, ['year', 'kind', 'scoredAreas']);
    insert([2024, 'district', 1]);
    expect(() => insert([2024, 'district', 2])).toThrow(LoadError);
    expect(() => insert([2024, 'district', 2])).toThrow(/liveability_year: UNIQUE.*2024, district, 2/);
  });

  it('keeps the first or the last of them where the source asks for it', () => {
    const loading = context();
    const columns = ['year', 'kind', 'scoredAreas'] as const;
    const first = loading.insert(liveabilityYear, columns, { onConflict: 'ignore' });
    const last = loading.insert(liveabilityYear, columns, { onConflict: 'replace' });
    first([2022, 'district', 1]);
    first([2022, 'district', 2]);
    last([2024, 'district', 1]);
    last([2024, 'district', 2]);
    const areas = (year: number) =>
      drizzle(loading.database)
        .select({ areas: liveabilityYear.scoredAreas })
        .from(liveabilityYear)
        .where(eq(liveabilityYear.year, year))
        .get()?.areas;
    expect([areas(2022), areas(2024)]).toEqual([1, 2]);
  });

  it('never swallows a null where there must be a value, also when repeated keys are ignored', () => {
    const insert = context().insert(liveabilityYear, ['year', 'kind', 'scoredAreas'], {
      onConflict: 'ignore',
    });
    expect(() => insert([2024, 'district', null])).toThrow(/NOT NULL/);
  });

  it('commits on demand, and stops there when the run was stopped', () => {
    const stopping = new AbortController();
    const loading = context(stopping.signal);
    const insert = loading.insert(liveabilityYear, ['year', 'kind', 'scoredAreas']);
    insert([2024, 'district', 1]);
    expect(loading.database.inTransaction).toBe(true);
    loading.commit();
    expect(loading.database.inTransaction).toBe(false);
    insert([2022, 'district', 1]);
    stopping.abort(new Error('stopped'));
    expect(() => loading.commit()).toThrow('stopped');
    expect(loading.database.inTransaction).toBe(false);
  });

  it('ends transactions of a hundred thousand rows by itself', () => {
    const loading = context();
    const insert = loading.insert(liveabilityYear, ['year', 'kind', 'scoredAreas'], {
      onConflict: 'replace',
    });
    for (let row = 0; row < 99_999; row += 1) insert([2024, 'district', row]);
    expect(loading.database.inTransaction).toBe(true);
    insert([2024, 'district', 1]);
    expect(loading.database.inTransaction).toBe(false);
  });
});

describe('counting', () => {
  it('keeps the first five examples of each reason, cut to 200 characters', () => {
    const loading = context();
    for (let line = 1; line <= 7; line += 1)
      loading.reject('years', 'no year', { line, value: 'x'.repeat(500) });
    loading.reject('years', 'unknown kind', { value: 'street' });
    expect(loading.rejections()).toEqual([
      {
        sourceId: 'years',
        reason: 'no year',
        rows: 7,
        examples: [1, 2, 3, 4, 5].map((line) => ({ line, value: 'x'.repeat(200) })),
      },
      { sourceId: 'years', reason: 'unknown kind', rows: 1, examples: [{ value: 'street' }] },
    ]);
    expect(loading.rejectedRows('years')).toBe(8);
  });

  it('counts what is left out by design, apart from what is wrong', () => {
    const loading = context();
    loading.note('years', 'not current');
    loading.note('years', 'not current');
    expect(loading.notes()).toEqual([{ sourceId: 'years', text: 'not current', rows: 2 }]);
    expect(loading.rejectedRows('years')).toBe(0);
  });

  it('stays small when a source puts values into its reasons', () => {
    const loading = context();
    for (let value = 0; value < 1000; value += 1) loading.reject('years', `bad ${value}`, { value: '' });
    expect(loading.rejections().length).toBeLessThanOrEqual(201);
    expect(loading.rejectedRows('years')).toBe(1000);
  });

  it('keeps the columns of all files of a source, once each, as the publisher writes them', () => {
    const loading = context();
    loading.columns('years', ['\uFEFFJaar', ' Aantal ', ''], ['Jaar']);
    loading.columns('years', ['jaar', 'Toelichting'], ['Toelichting']);
    expect(loading.columnsOf('years')).toEqual([
      { name: 'Jaar', unknown: false },
      { name: 'Aantal', unknown: false },
      { name: 'Toelichting', unknown: true },
    ]);
    expect(loading.columnsOf('others')).toEqual([]);
  });

  it('measures rejected rows against what the source read, else against all rows', () => {
    const loading = context();
    const insert = loading.insert(liveabilityYear, ['year', 'kind', 'scoredAreas']);
    insert([2024, 'district', 1]);
    loading.reject('years', 'no year', { value: '' });
    expect(loading.rowsRead('years')).toBe(2);
    loading.read('years', 40);
    loading.read('years', 10);
    expect(loading.rowsRead('years')).toBe(50);
  });
});

it('gives the release of another group only to a group that says it reads it', () => {
  expect(() => context().release('addresses')).toThrow('does not say that it reads addresses');
});
