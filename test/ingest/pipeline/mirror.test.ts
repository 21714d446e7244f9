import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openZip } from '../../../ingest/formats/zip.ts';
import { findInMirror, mirrorPaths, packFolder } from '../../../ingest/pipeline/mirror.ts';
import { temporaryDataDir } from '../../db/fixture.ts';

function put(path: string, content: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
}

describe('the layout of a mirror', () => {
  it.each([
    ['https://service.pdok.nl/lv/bag/lvbag.zip', 'service.pdok.nl/lv/bag/lvbag.zip'],
    [
      'https://opendata.cbs.nl/84799NED/UntypedDataSet?$format=json&$skip=10000',
      'opendata.cbs.nl/84799NED/UntypedDataSet?$format=json&$skip=10000',
    ],
    ['https://example.org/a/?$top=5', 'example.org/a/index.html?$top=5'],
    ['https://example.org/', 'example.org/index.html'],
    ['http://localhost:8080/a.csv', 'localhost:8080/a.csv'],
    ['https://example.org/map?layer=a/b', 'example.org/map?layer=a%2Fb'],
    ['https://example.org/Buurt%202024.csv', 'example.org/Buurt 2024.csv'],
    ['https://example.org/a%2Fb.csv', 'example.org/a%2Fb.csv'],
  ])('puts %s at %s', (url, path) => {
    const mirror = temporaryDataDir();
    put(join(mirror, path), 'content');
    expect(mirrorPaths(mirror, url)[0]).toBe(join(mirror, path));
    expect(findInMirror(mirror, url)?.path).toBe(join(mirror, path));
  });

  it('also finds a name with the decoded query', () => {
    const mirror = temporaryDataDir();
    put(join(mirror, "example.org/rows.csv?$where=starts_with(kenteken,'8')"), 'content');
    const url = 'https://example.org/rows.csv?$where=starts_with(kenteken,%278%27)';
    expect(findInMirror(mirror, url)?.path).toContain("kenteken,'8'");
  });

  it('cuts a long name and adds a hash of the query, which tells queries with the same beginning apart', () => {
    const query = `$select=${'kolom,'.repeat(50)}x`;
    const hash = createHash('sha256').update(query).digest('hex').slice(0, 12);
    const [path] = mirrorPaths('/mirror', `https://example.org/rows.csv?${query}`);
    expect(path).toBe(`/mirror/example.org/${`rows.csv?${query}`.slice(0, 150)}~${hash}`);
    expect(mirrorPaths('/mirror', `https://example.org/rows.csv?${query}y`)[0]).not.toBe(path);
  });

  it('gives what the publisher said of a file', () => {
    const mirror = temporaryDataDir();
    put(join(mirror, 'example.org/a.csv'), 'a');
    put(join(mirror, 'example.org/a.csv.headers.json'), '{"etag": "\\"1\\""}');
    expect(findInMirror(mirror, 'https://example.org/a.csv')).toMatchObject({
      etag: '"1"',
      lastModified: null,
    });
  });

  it('holds no file for an ordinary folder', () => {
    const mirror = temporaryDataDir();
    put(join(mirror, 'example.org/folder/a.csv'), 'a');
    expect(findInMirror(mirror, 'https://example.org/folder')).toBeUndefined();
  });

  it('never reaches outside its folder, whatever the address', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '..',
            '.',
            '%2e%2e',
            '%252e%252e',
            '..%2f..',
            '..%5c',
            'a',
            '/',
            '\\',
            '%00',
            '?',
            '~',
          ),
          { maxLength: 12 },
        ),
        fc.constantFrom('https://example.org/', 'https://../', 'https://%2e%2e/', 'https://...//'),
        (parts, start) => {
          const url = start + parts.join('/');
          if (!URL.canParse(url)) return;
          for (const path of mirrorPaths('/srv/mirror', url)) {
            expect(join(path).startsWith(`/srv/mirror${sep}`)).toBe(true);
            expect(path).not.toContain('\0');
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('a folder that stands for a zip file', () => {
  it('is found by its name, also with a query', () => {
    const mirror = temporaryDataDir();
    put(join(mirror, 'example.org/a.zip/rows.csv'), 'a');
    put(join(mirror, 'example.org/get.zip?id=1/rows.csv'), 'b');
    expect(findInMirror(mirror, 'https://example.org/a.zip')?.packed).toBe(true);
    expect(findInMirror(mirror, 'https://example.org/get.zip?id=1')?.packed).toBe(true);
  });

  it('is packed with its folders; zip folders inside it become zip files inside it', async () => {
    const folder = join(temporaryDataDir(), 'extract.zip');
    put(join(folder, 'b.xml'), '<b/>');
    put(join(folder, 'sub', 'a.xml'), '<a/>');
    put(join(folder, '9999VBO.zip', '9999VBO-0001.xml'), '<vbo/>');
    const target = join(temporaryDataDir(), 'packed');
    await packFolder(folder, target);
    const outer = await openZip(target);
    expect(outer.entries.map((entry) => entry.name)).toEqual(['9999VBO.zip', 'b.xml', 'sub/a.xml']);
    const nestedPath = join(temporaryDataDir(), 'nested');
    const chunks: Buffer[] = [];
    for await (const chunk of await outer.stream(outer.find(/VBO\.zip$/))) chunks.push(chunk as Buffer);
    writeFileSync(nestedPath, Buffer.concat(chunks));
    const nested = await openZip(nestedPath);
    expect(nested.entries.map((entry) => entry.name)).toEqual(['9999VBO-0001.xml']);
    outer.close();
    nested.close();
  });

  it('has the same bytes whenever it is packed, as long as its content is the same', async () => {
    const hashes: string[] = [];
    for (const seconds of [1_000_000_000, 1_700_000_000]) {
      const folder = join(temporaryDataDir(), 'a.zip');
      put(join(folder, 'rows.csv'), 'a');
      put(join(folder, 'n.zip', 'rows.csv'), 'b');
      utimesSync(join(folder, 'rows.csv'), seconds, seconds);
      const target = join(temporaryDataDir(), 'packed');
      await packFolder(folder, target);
      hashes.push(createHash('sha256').update(readFileSync(target)).digest('hex'));
    }
    expect(hashes[0]).toBe(hashes[1]);
  });

  it('that cannot be read is an error, not half an archive', async () => {
    await expect(packFolder('/no/such/folder.zip', join(temporaryDataDir(), 'packed'))).rejects.toThrow(
      /ENOENT/,
    );
  });
});
