import { drizzle } from 'drizzle-orm/better-sqlite3';
import { expect, it } from 'vitest';
import { openBuild, releasePath, sealBuild } from '../../db/release.ts';
import { readReleaseContents } from '../../db/release-contents.ts';
import { columnProfile, rejection, source } from '../../db/schema/release.ts';
import { publishRelease, temporaryDataDir } from './fixture.ts';

it('tells sources, their newest download, and what was refused, the most frequent first', () => {
  const dataDir = temporaryDataDir();
  const id = '20261101T060000000Z-0001';
  const build = openBuild(dataDir, 'addresses', id);
  const database = drizzle(build.database);
  const about = { publisher: 'p', licence: 'l', licenceUrl: 'u', attribution: 'a', url: 'u', name: 'n' };
  database
    .insert(source)
    .values({ id: 'bag-extract', ...about, stateDate: '2026-11-08', rejectedRows: 12 })
    .run();
  database
    .insert(rejection)
    .values([
      { sourceId: 'bag-extract', reason: 'no town', rows: 2, examples: '[]' },
      { sourceId: 'bag-extract', reason: 'impossible date', rows: 10, examples: '[]' },
    ])
    .run();
  database
    .insert(columnProfile)
    .values([
      { table: 'address', column: 'id', rows: 1_000, nullShare: 0 },
      { table: 'address', column: 'postcode', rows: 1_000, nullShare: 0.01 },
      { table: 'street', column: 'id', rows: 50, nullShare: 0 },
    ])
    .run();
  sealBuild(build);
  expect(readReleaseContents(build.path)).toMatchObject({
    rows: { address: 1_000, street: 50 },
    sources: [
      {
        id: 'bag-extract',
        stateDate: '2026-11-08',
        edition: null,
        retrievedAt: null,
        rejectedRows: 12,
        rejections: [
          { reason: 'impossible date', rows: 10 },
          { reason: 'no town', rows: 2 },
        ],
      },
    ],
  });
});

it('takes the newest of a source’s downloads', () => {
  const dataDir = temporaryDataDir();
  const id = '20261101T060000000Z-0001';
  publishRelease(dataDir, { id });
  const contents = readReleaseContents(releasePath(dataDir, 'addresses', id));
  expect(contents.sources[0]?.retrievedAt).toBe('2026-11-12T02:00:00.000Z');
  expect(contents.bytes).toBeGreaterThan(8192);
});

it('fails on a file that is not there', () => {
  expect(() => readReleaseContents('/nowhere/a.sqlite')).toThrow();
});
