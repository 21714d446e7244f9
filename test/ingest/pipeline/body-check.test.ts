import { describe, expect, it } from 'vitest';
import { CacheFolder } from '../../../ingest/pipeline/download-cache.ts';
import { body, startPublisher } from '../../support/publisher.ts';
import { CSV, failure, fetcher, request } from './fetcher-fixture.ts';

describe('what is not the file', () => {
  it.each([
    ['zip', '<!DOCTYPE html><html><body>Maintenance</body></html>', /a web page/],
    ['csv', '\n <HTML><head><title>Error</title>', /a web page/],
    ['xml', '<!-- x --><html lang="nl">', /a web page/],
    ['any', '<!doctype html>', /a web page/],
    ['zip', CSV, /text that begins "kenteken,merk/],
    ['sqlite', 'PK\x03\x04 a zip', /a zip file/],
    ['json', CSV, /text that begins/],
    ['csv', '{"error":true}', /text that begins/],
    ['csv', 'k\0e\0n\0t\0', /binary data/],
    ['csv', '', /an empty file/],
  ] as const)('is refused where %s is expected: %j', async (expected, content, found) => {
    const publisher = await startPublisher(body(content, { 'content-type': 'application/octet-stream' }));
    const { fetcher: one, dataDir } = fetcher();
    const url = `${publisher.url}/file`;
    const error = await failure(one.file(request(url, expected)));
    expect(error.code).toBe('unexpected_content');
    expect(error.found).toMatch(found);
    expect(publisher.requests).toHaveLength(1);
    // Nothing of it stays: the next run does not go on from an error page.
    expect(new CacheFolder(dataDir, 'plates', url).partial()).toBeUndefined();
  });

  it.each([
    ['zip', 'PK\x03\x04...'],
    ['sqlite', 'SQLite format 3\0...'],
    ['json', '\uFEFF\n [1]'],
    ['xml', '<?xml version="1.0"?><gml/>'],
    ['csv', '\uFEFF"kenteken";"merk"'],
    ['any', 'anything'],
  ] as const)('is told from %s', async (expected, content) => {
    const publisher = await startPublisher(body(content));
    const file = await fetcher().fetcher.file(request(`${publisher.url}/file`, expected));
    expect(file.bytes).toBe(Buffer.byteLength(content));
  });

  it('is a national file that is too small; a sample may be small', async () => {
    const publisher = await startPublisher(body(CSV));
    const small = { ...request(`${publisher.url}/rows.csv`), minimumBytes: 1000 };
    const error = await failure(fetcher({ label: 'national' }).fetcher.file(small));
    expect(error.code).toBe('too_small');
    expect((await fetcher({ label: 'sample' }).fetcher.file(small)).bytes).toBe(CSV.length);
  });
});
