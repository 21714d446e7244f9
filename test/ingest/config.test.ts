import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../db/settings.ts';
import {
  applyOverride,
  groupsToLoad,
  IngestSettings,
  loadSourceOverrides,
  withOverrides,
} from '../../ingest/config.ts';
import { CC0, type SourceDeclaration } from '../../ingest/sources/source.ts';
import { temporaryDataDir } from '../db/fixture.ts';
import { groupDeclaration } from './group-declaration.ts';
import { YEARS } from './pipeline/years-group.ts';

const SOURCE: SourceDeclaration = {
  id: 'bag-extract',
  name: 'Addresses',
  publisher: 'A publisher',
  licence: CC0,
  attribution: 'A publisher',
  homepage: 'https://example.org/',
  cadence: 'monthly',
  cron: '0 5 9 * *',
  urls: { extract: 'https://example.org/extract.zip', municipalities: 'https://example.org/gm.csv' },
  editions: [{ year: 2024, id: '85984NED' }],
  options: { shards: 36, light: false },
};

function file(content: unknown): string {
  const path = join(temporaryDataDir(), 'sources.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const load = (content: unknown) => loadSourceOverrides(file(content), [SOURCE]);

describe('settings of the ingest', () => {
  it('have defaults', () => {
    expect(readSettings(IngestSettings, {})).toEqual({
      DATA_DIR: './data',
      KEEP_RELEASES: 2,
      VEHICLE_HISTORY: 'on',
    });
  });

  it.each([
    ['KEEP_RELEASES', '0'],
    ['KEEP_RELEASES', 'many'],
    ['OPERATOR_CONTACT', 'a b\r\nX-Header: 1'],
    ['VEHICLE_APP_TOKEN', 'se cret'],
  ])('name what is wrong with %s', (name, value) => {
    expect(() => readSettings(IngestSettings, { [name]: value })).toThrow(new RegExp(`${name} is`));
  });

  it('never show a token', () => {
    expect(() => readSettings(IngestSettings, { VEHICLE_APP_TOKEN: 'se cret' })).not.toThrow(/se cret/);
  });
});

describe('the file of overrides', () => {
  it('changes addresses and options by name, times and editions as a whole', () => {
    const overrides = load({
      'bag-extract': {
        cron: '0 4 10 * *',
        urls: { extract: 'https://mirror.example.org/extract.zip' },
        editions: [{ year: 2025, id: '86165NED', url: 'file:///srv/86165NED.csv' }],
        options: { light: true },
      },
    });
    expect(applyOverride(SOURCE, overrides.get('bag-extract'))).toEqual({
      ...SOURCE,
      cron: '0 4 10 * *',
      urls: {
        extract: 'https://mirror.example.org/extract.zip',
        municipalities: 'https://example.org/gm.csv',
      },
      editions: [{ year: 2025, id: '86165NED', url: 'file:///srv/86165NED.csv' }],
      options: { shards: 36, light: true },
    });
  });

  it('changes nothing of sources that it does not name', () => {
    expect(applyOverride(SOURCE, load({}).get('bag-extract'))).toBe(SOURCE);
  });

  it.each([
    [
      'another source',
      { 'bag-extrakt': {} },
      /"bag-extrakt" is not a source. The sources are: bag-extract\./,
    ],
    ['another key', { 'bag-extract': { url: 'https://example.org' } }, /bag-extract\..*"urls"/],
    ['a wrong type', { 'bag-extract': { cron: 5 } }, /bag-extract\.cron/],
    ['no cron expression', { 'bag-extract': { cron: 'daily' } }, /bag-extract\.cron: "daily".*"0 5 9/],
    [
      'an unknown address',
      { 'bag-extract': { urls: { x: 'https://a.b' } } },
      /urls\.x: .*extract, municipalities/,
    ],
    [
      'a relative path',
      { 'bag-extract': { urls: { extract: 'x.zip' } } },
      /"x\.zip" is not an https address/,
    ],
    ['an unknown option', { 'bag-extract': { options: { x: 1 } } }, /options\.x: .*shards, light/],
    ['an option of another type', { 'bag-extract': { options: { shards: 'all' } } }, /must be a number.*36/],
    ['an edition without year', { 'bag-extract': { editions: [{ id: 'x' }] } }, /bag-extract\.editions/],
    ['a list', [], /must be a JSON object/],
    ['something that is not JSON', '{', /is not valid JSON/],
  ])('is refused with %s, naming the file', (_, content, message) => {
    expect(() => load(content)).toThrow(message);
    expect(() => load(content)).toThrow(/sources\.json \(SOURCES_FILE\)/);
  });

  it('names everything that is wrong at once', () => {
    expect(() => load({ x: {}, 'bag-extract': { cron: 'daily' } })).toThrow(
      /"x" is not a source[\s\S]*daily/,
    );
  });

  it('that does not exist is named', () => {
    expect(() => loadSourceOverrides('/no/such/file.json', [SOURCE])).toThrow(/\/no\/such\/file\.json/);
  });

  it('is applied to all groups', () => {
    const [years] = withOverrides([YEARS], file({ years: { urls: { years: '/srv/years.csv' } } }));
    expect(years?.sources[0]?.urls.years).toBe('/srv/years.csv');
    expect(withOverrides([YEARS], undefined)).toEqual([YEARS]);
  });
});

describe('the groups to load', () => {
  const groups = [YEARS, groupDeclaration('inspections', { 'inspection-reports': '30 7 * * *' })];
  const toLoad = (env: NodeJS.ProcessEnv) =>
    groupsToLoad(groups, readSettings(IngestSettings, env)).map(({ id }) => id);

  it('are all of them, but for the inspections where VEHICLE_HISTORY is off', () => {
    expect(toLoad({})).toEqual([YEARS.id, 'inspections']);
    expect(toLoad({ VEHICLE_HISTORY: 'off' })).toEqual([YEARS.id]);
  });

  it('may have overrides of sources that are left out', () => {
    const path = file({ 'inspection-reports': { cron: '0 9 * * *' } });
    expect(toLoad({ VEHICLE_HISTORY: 'off', SOURCES_FILE: path })).toEqual([YEARS.id]);
  });
});
