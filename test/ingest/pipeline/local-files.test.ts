import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryDataDir } from '../../db/fixture.ts';
import { body, startPublisher } from '../../support/publisher.ts';
import { CSV, failure, fetcher, request, sha256 } from './fetcher-fixture.ts';

describe('a local file', () => {
  it('is read where it is, by path or by file: address', async () => {
    const dataDir = temporaryDataDir();
    const path = join(dataDir, 'rows.csv');
    writeFileSync(path, CSV);
    const { fetcher: one } = fetcher({ dataDir });
    for (const url of [path, pathToFileURL(path).href]) {
      expect(await one.file(request(url))).toMatchObject({
        url,
        path,
        sha256: sha256(CSV),
        unchanged: false,
      });
    }
    expect(await fetcher({ dataDir }).fetcher.file(request(path))).toMatchObject({ unchanged: true });
  });

  it('that is not there is an absent edition', async () => {
    const { fetcher: one } = fetcher();
    await expect(one.optionalFile(request('/nowhere/rows.csv'))).resolves.toBeUndefined();
  });

  it('is looked at like a download', async () => {
    const dataDir = temporaryDataDir();
    writeFileSync(join(dataDir, 'rows.csv'), '<html>');
    const error = await failure(fetcher({ dataDir }).fetcher.file(request(join(dataDir, 'rows.csv'))));
    expect(error.code).toBe('unexpected_content');
  });

  it('has an address that can be one', async () => {
    expect((await failure(fetcher().fetcher.file(request('rows.csv')))).code).toBe('bad_address');
  });
});

describe('a mirror', () => {
  it('answers for the publishers; what it lacks is absent', async () => {
    const mirror = temporaryDataDir();
    mkdirSync(join(mirror, 'example.org', 'data'), { recursive: true });
    writeFileSync(join(mirror, 'example.org', 'data', 'rows.csv'), CSV);
    writeFileSync(
      join(mirror, 'example.org', 'data', 'rows.csv.headers.json'),
      JSON.stringify({ etag: '"m1"', lastModified: 'Thu, 26 Nov 2026 05:00:00 GMT' }),
    );
    const { fetcher: one } = fetcher({ mirror });
    const file = await one.file(request('https://example.org/data/rows.csv'));
    expect(file).toMatchObject({ etag: '"m1"', sha256: sha256(CSV), unchanged: false });
    await expect(one.optionalFile(request('https://example.org/data/other.csv'))).resolves.toBeUndefined();
    const error = await failure(one.file(request('https://example.org/data/other.csv')));
    expect(error.expected).toContain(join(mirror, 'example.org', 'data', 'other.csv'));
  });

  it('never makes a publisher say that the sample has not changed', async () => {
    const publisher = await startPublisher(body(`${CSV}00BBL8,OPEL\n`, { etag: '"v1"' }));
    const url = `${publisher.url}/rows.csv`;
    const mirror = temporaryDataDir();
    const folder = join(mirror, new URL(url).host);
    mkdirSync(folder);
    writeFileSync(join(folder, 'rows.csv'), CSV);
    writeFileSync(join(folder, 'rows.csv.headers.json'), '{"etag": "\\"v1\\""}');
    const dataDir = temporaryDataDir();
    await fetcher({ dataDir, mirror }).fetcher.file(request(url));
    const file = await fetcher({ dataDir }).fetcher.file(request(url));
    expect(publisher.requests[0]?.headers['if-none-match']).toBeUndefined();
    expect(file.unchanged).toBe(false);
  });

  it('that does not exist is named', () => {
    expect(() => fetcher({ mirror: '/no/such/mirror' })).toThrow(/\/no\/such\/mirror/);
  });
});
