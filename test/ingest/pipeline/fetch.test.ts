import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CacheFolder } from '../../../ingest/pipeline/download-cache.ts';
import { createFetcher, type FetcherOptions } from '../../../ingest/pipeline/fetch.ts';
import { FetchError } from '../../../ingest/pipeline/fetch-error.ts';
import { SILENT } from '../../../ingest/pipeline/progress.ts';
import {
  CC0,
  type Fetcher,
  type FetchRequest,
  type SourceDeclaration,
} from '../../../ingest/sources/source.ts';
import { temporaryDataDir } from '../../db/fixture.ts';
import { beginning, body, type Publisher, rest, startPublisher, status } from '../../support/publisher.ts';

const SOURCE: SourceDeclaration = {
  id: 'plates',
  name: 'Plates',
  publisher: 'A publisher',
  licence: CC0,
  attribution: 'A publisher',
  homepage: 'https://example.org/',
  cadence: 'daily',
  cron: '0 6 * * *',
  urls: {},
  appToken: { setting: 'PLATES_TOKEN', header: 'X-App-Token' },
};

const CSV = 'kenteken,merk\n85XXXB,PEUGEOT\n';
const ZIP = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(5000, 7)]);

/** A fetcher whose waits take no time; they are noted instead. */
function fetcher(options: Partial<FetcherOptions> = {}): {
  fetcher: Fetcher;
  waits: number[];
  messages: string[];
  dataDir: string;
} {
  const waits: number[] = [];
  const messages: string[] = [];
  const dataDir = options.dataDir ?? temporaryDataDir();
  const made = createFetcher({
    group: 'vehicles',
    label: 'partial',
    declarations: [SOURCE],
    dataDir,
    userAgent: 'dutch-address-vehicle-facts/0.1.0 (+mailto:operator@example.org)',
    signal: new AbortController().signal,
    progress: { ...SILENT, message: (_, text) => messages.push(text) },
    clock: {
      sleep: async (ms) => {
        waits.push(ms);
      },
      random: () => 0.5,
      now: () => Date.parse('2026-11-27T06:00:00Z'),
    },
    stallMs: 5000,
    maximumTries: 3,
    ...options,
  });
  onTestFinished(() => made.close());
  return { fetcher: made, waits, messages, dataDir };
}

/** Breaks the connection as soon as bytes of an unfinished body have arrived. */
function cutBy(publisher: Publisher): Pick<FetcherOptions, 'progress'> {
  return { progress: { ...SILENT, stage: () => ({ at: () => publisher.cut(), done: () => {} }) } };
}

function request(url: string, expect: FetchRequest['expect'] = 'csv'): FetchRequest {
  return { sourceId: 'plates', url, expect };
}

async function failure(promise: Promise<unknown>): Promise<FetchError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FetchError);
  return error as FetchError;
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

describe('a download', () => {
  it('is streamed into the cache with its hash, validators and time', async () => {
    const publisher = await startPublisher(
      body(CSV, { etag: '"v1"', 'last-modified': 'Thu, 26 Nov 2026 05:00:00 GMT' }),
    );
    const { fetcher: one, dataDir } = fetcher();
    const file = await one.file(request(`${publisher.url}/rows.csv`));
    expect(readFileSync(file.path, 'utf8')).toBe(CSV);
    expect(file.path.startsWith(join(dataDir, 'cache', 'plates'))).toBe(true);
    expect(file).toMatchObject({
      sourceId: 'plates',
      bytes: CSV.length,
      sha256: sha256(CSV),
      etag: '"v1"',
      lastModified: 'Thu, 26 Nov 2026 05:00:00 GMT',
      retrievedAt: '2026-11-27T06:00:00.000Z',
      unchanged: false,
    });
  });

  it('tells the publisher who asks, and how to reach them', async () => {
    const publisher = await startPublisher(body(CSV));
    await fetcher().fetcher.file(request(`${publisher.url}/rows.csv`));
    expect(publisher.requests[0]?.headers['user-agent']).toBe(
      'dutch-address-vehicle-facts/0.1.0 (+mailto:operator@example.org)',
    );
  });

  it('is not repeated when the publisher answers 304: the file of the last time is used', async () => {
    const publisher = await startPublisher(
      body(CSV, { etag: '"v1"', 'last-modified': 'Thu, 26 Nov 2026 05:00:00 GMT' }),
      status(304),
    );
    const dataDir = temporaryDataDir();
    const url = `${publisher.url}/rows.csv`;
    const first = await fetcher({ dataDir }).fetcher.file(request(url));
    const second = await fetcher({ dataDir }).fetcher.file(request(url));
    expect(publisher.requests[1]?.headers).toMatchObject({
      'if-none-match': '"v1"',
      'if-modified-since': 'Thu, 26 Nov 2026 05:00:00 GMT',
    });
    expect(second).toEqual({ ...first, unchanged: true });
  });

  it('is repeated without conditions when the cached file was damaged meanwhile', async () => {
    const publisher = await startPublisher(body(CSV, { etag: '"v1"' }));
    const dataDir = temporaryDataDir();
    const url = `${publisher.url}/rows.csv`;
    const first = await fetcher({ dataDir }).fetcher.file(request(url));
    writeFileSync(first.path, CSV.replace('PEUGEOT', 'RENAULT'));
    const second = await fetcher({ dataDir }).fetcher.file(request(url));
    expect(publisher.requests[1]?.headers['if-none-match']).toBeUndefined();
    expect(readFileSync(second.path, 'utf8')).toBe(CSV);
  });

  it('counts as unchanged when the same bytes came again, and as changed when others came', async () => {
    const publisher = await startPublisher(body(CSV), body(CSV), body(`${CSV}00BBL8,OPEL\n`));
    const dataDir = temporaryDataDir();
    const url = `${publisher.url}/rows.csv`;
    const unchanged: boolean[] = [];
    for (let run = 0; run < 3; run += 1) {
      unchanged.push((await fetcher({ dataDir }).fetcher.file(request(url))).unchanged);
    }
    expect(unchanged).toEqual([false, true, false]);
  });

  it('is shared by two that want it at the same time; asked again later, the publisher is asked again', async () => {
    const publisher = await startPublisher(body(CSV), body(`${CSV}00BBL8,OPEL\n`));
    const { fetcher: one } = fetcher();
    const url = `${publisher.url}/rows.csv`;
    const [first, second] = await Promise.all([one.file(request(url)), one.file(request(url))]);
    expect(publisher.requests).toHaveLength(1);
    expect(second).toEqual(first);
    expect((await one.file(request(url))).unchanged).toBe(false);
  });

  it('takes compressed text and keeps it as text', async () => {
    const publisher = await startPublisher(body(gzipSync(CSV), { 'content-encoding': 'gzip' }));
    const file = await fetcher().fetcher.file(request(`${publisher.url}/rows.csv`));
    expect(publisher.requests[0]?.headers['accept-encoding']).toBe('gzip');
    expect(readFileSync(file.path, 'utf8')).toBe(CSV);
    expect(file.sha256).toBe(sha256(CSV));
  });

  it('gives undefined for an edition that is not there yet, and an error where it must be', async () => {
    const publisher = await startPublisher(status(404), status(410), status(404));
    const { fetcher: one } = fetcher();
    await expect(one.optionalFile(request(`${publisher.url}/2027.csv`))).resolves.toBeUndefined();
    await expect(one.optionalFile(request(`${publisher.url}/2026.csv`))).resolves.toBeUndefined();
    const error = await failure(one.file(request(`${publisher.url}/2025.csv`)));
    expect(error.code).toBe('not_found');
    expect(error.remedy).toContain('SOURCES_FILE');
  });

  it('does not take a failing publisher for an absent edition', async () => {
    const publisher = await startPublisher(status(500));
    const error = await failure(fetcher().fetcher.optionalFile(request(`${publisher.url}/2027.csv`)));
    expect(error.code).toBe('http_status');
  });

  it('stops when the operator stops the run', async () => {
    const publisher = await startPublisher((_, response) => response.writeHead(200).write('kenteken'));
    const stopping = new AbortController();
    const { fetcher: one } = fetcher({
      signal: stopping.signal,
      progress: {
        ...SILENT,
        stage: () => ({ at: () => stopping.abort(new Error('stopped by the operator')), done: () => {} }),
      },
    });
    await expect(one.file(request(`${publisher.url}/rows.csv`))).rejects.toThrow('stopped by the operator');
  });
});

describe('a download that is cut', () => {
  it('goes on where it was cut', async () => {
    const publisher = await startPublisher(
      beginning(ZIP, 3000, { etag: '"v1"', 'accept-ranges': 'bytes' }),
      rest(ZIP, 3000, '"v1"'),
    );
    const { fetcher: one, waits } = fetcher(cutBy(publisher));
    const file = await one.file(request(`${publisher.url}/a.zip`, 'zip'));
    expect(publisher.requests[1]?.headers).toMatchObject({ range: 'bytes=3000-', 'if-range': '"v1"' });
    expect(file.sha256).toBe(sha256(ZIP));
    expect(waits).toHaveLength(1);
  });

  it('goes on in the next run when the first was ended', async () => {
    const publisher = await startPublisher(beginning(ZIP, 3000, { etag: '"v1"' }), rest(ZIP, 3000, '"v1"'));
    const options = { ...cutBy(publisher), dataDir: temporaryDataDir() };
    const url = `${publisher.url}/a.zip`;
    const error = await failure(fetcher({ ...options, maximumTries: 1 }).fetcher.file(request(url, 'zip')));
    expect(error.message).toMatch(/expected 5004 bytes, found 3000 bytes/);
    expect(error.code).toBe('cut_short');
    const file = await fetcher(options).fetcher.file(request(url, 'zip'));
    expect(publisher.requests[1]?.headers.range).toBe('bytes=3000-');
    expect(file.sha256).toBe(sha256(ZIP));
  });

  it('begins anew when the publisher has another file by now', async () => {
    const other = Buffer.concat([ZIP, Buffer.alloc(10, 1)]);
    const publisher = await startPublisher(
      beginning(ZIP, 3000, { etag: '"v1"' }),
      body(other, { etag: '"v2"' }),
    );
    const file = await fetcher(cutBy(publisher)).fetcher.file(request(`${publisher.url}/a.zip`, 'zip'));
    expect(publisher.requests[1]?.headers['if-range']).toBe('"v1"');
    expect(file.sha256).toBe(sha256(other));
    expect(file.etag).toBe('"v2"');
  });

  it('begins anew when the part is longer than what the publisher has', async () => {
    const short = ZIP.subarray(0, 2000);
    const publisher = await startPublisher(
      beginning(ZIP, 3000, { etag: '"v1"' }),
      status(416),
      body(short, { etag: '"v2"' }),
    );
    const file = await fetcher(cutBy(publisher)).fetcher.file(request(`${publisher.url}/a.zip`, 'zip'));
    expect(file.sha256).toBe(sha256(short));
  });

  it('begins anew when a range other than the one asked for comes', async () => {
    const publisher = await startPublisher(
      beginning(ZIP, 3000, { etag: '"v1"' }),
      rest(ZIP, 0, '"v1"'),
      body(ZIP, { etag: '"v1"' }),
    );
    const file = await fetcher(cutBy(publisher)).fetcher.file(request(`${publisher.url}/a.zip`, 'zip'));
    expect(file.sha256).toBe(sha256(ZIP));
    expect(publisher.requests.map(({ headers }) => headers.range)).toEqual([
      undefined,
      'bytes=3000-',
      undefined,
    ]);
  });

  it.each([
    ['has only a weak ETag', { etag: 'W/"v1"' }],
    ['says that it takes no ranges', { etag: '"v1"', 'accept-ranges': 'none' }],
  ])('begins anew when the publisher %s', async (_, headers) => {
    const publisher = await startPublisher(beginning(ZIP, 3000, headers), body(ZIP));
    const file = await fetcher(cutBy(publisher)).fetcher.file(request(`${publisher.url}/a.zip`, 'zip'));
    expect(publisher.requests[1]?.headers.range).toBeUndefined();
    expect(file.sha256).toBe(sha256(ZIP));
  });

  it('is noticed under a content encoding', async () => {
    const packed = gzipSync(CSV.repeat(1000));
    const publisher = await startPublisher((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(packed.subarray(0, packed.length - 10));
    });
    const error = await failure(fetcher().fetcher.file(request(`${publisher.url}/rows.csv`)));
    expect(error.code).toBe('cut_short');
  });

  it('is noticed when the encoded body is shorter than announced, although it can be decoded', async () => {
    const packed = gzipSync(CSV);
    const announced = Buffer.concat([packed, Buffer.alloc(100)]);
    const publisher = await startPublisher(
      beginning(announced, packed.length, { 'content-encoding': 'gzip' }),
    );
    const error = await failure(fetcher(cutBy(publisher)).fetcher.file(request(`${publisher.url}/rows.csv`)));
    expect(error.code).toBe('cut_short');
  });

  it('may be cut more often than it may fail, as long as it gains', async () => {
    const publisher = await startPublisher(
      beginning(ZIP, 1000, { etag: '"v1"' }),
      ...[1000, 2000, 3000].map((from) => rest(ZIP, from, '"v1"', from + 1000)),
      rest(ZIP, 4000, '"v1"'),
    );
    const { fetcher: one } = fetcher({ ...cutBy(publisher), maximumTries: 2 });
    const file = await one.file(request(`${publisher.url}/a.zip`, 'zip'));
    expect(file.sha256).toBe(sha256(ZIP));
    expect(publisher.requests).toHaveLength(5);
  });

  it('ends when the connection stays silent', async () => {
    const publisher = await startPublisher((_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('kenteken');
    });
    const { fetcher: one } = fetcher({ stallMs: 100, maximumTries: 1 });
    const error = await failure(one.file(request(`${publisher.url}/rows.csv`)));
    expect(error.code).toBe('stalled');
  });
});

describe('a publisher that is busy', () => {
  it('is asked again after the time that it names', async () => {
    const publisher = await startPublisher(
      status(429, { 'retry-after': '7' }),
      status(503, { 'retry-after': 'Fri, 27 Nov 2026 06:01:00 GMT' }),
      body(CSV),
    );
    const { fetcher: one, waits } = fetcher();
    await one.file(request(`${publisher.url}/rows.csv`));
    expect(waits).toEqual([7000, 60_000]);
  });

  it('is asked again when it is still preparing the answer (202)', async () => {
    const publisher = await startPublisher(status(202, {}, 'processing'), body(CSV));
    const { fetcher: one, waits } = fetcher();
    await one.file(request(`${publisher.url}/rows.csv`));
    expect(waits).toEqual([750]);
  });

  it('is left alone when it asks for more patience than a run has', async () => {
    const publisher = await startPublisher(status(429, { 'retry-after': '86400' }));
    const { fetcher: one, waits } = fetcher();
    expect((await failure(one.file(request(`${publisher.url}/rows.csv`)))).code).toBe('rate_limited');
    expect(waits).toEqual([]);
  });

  it('is given up after some tries, with longer and longer waits', async () => {
    const publisher = await startPublisher(status(502, {}, 'bad gateway'));
    const { fetcher: one, waits } = fetcher({ maximumTries: 4 });
    const error = await failure(one.file(request(`${publisher.url}/rows.csv`)));
    expect(error.found).toBe('status 502: "bad gateway"');
    expect(waits).toEqual([750, 1500, 3000]);
    expect(publisher.requests).toHaveLength(4);
  });

  it('is asked again when it does not take the connection', async () => {
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as import('node:net').AddressInfo;
    await new Promise((resolve) => listener.close(resolve));
    const { fetcher: one, waits } = fetcher();
    const error = await failure(one.file(request(`http://127.0.0.1:${port}/rows.csv`)));
    expect(error.code).toBe('connection_failed');
    expect(waits).toHaveLength(2);
  });

  it('is not asked again when the request itself is wrong', async () => {
    const publisher = await startPublisher(status(400, {}, '{"code":"query.soql.no-such-column"}'));
    const error = await failure(fetcher().fetcher.file(request(`${publisher.url}/rows.csv`)));
    expect(error.found).toContain('no-such-column');
    expect(publisher.requests).toHaveLength(1);
  });
});

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

describe('a redirect', () => {
  it('is followed within the host', async () => {
    const publisher = await startPublisher(status(302, { location: '/new.csv' }), body(CSV));
    const file = await fetcher().fetcher.file(request(`${publisher.url}/rows.csv`));
    expect(publisher.requests.map(({ path }) => path)).toEqual(['/rows.csv', '/new.csv']);
    expect(file.url).toBe(`${publisher.url}/rows.csv`);
  });

  it('to another host over http is refused', async () => {
    const publisher = await startPublisher(status(301, { location: 'http://localhost:1/rows.csv' }));
    const error = await failure(fetcher().fetcher.file(request(`${publisher.url}/rows.csv`)));
    expect(error.code).toBe('redirect_refused');
    expect(error.found).toContain('http://localhost:1/rows.csv');
  });

  it('that goes round in circles is refused', async () => {
    const publisher = await startPublisher(status(302, { location: '/rows.csv' }));
    const error = await failure(fetcher().fetcher.file(request(`${publisher.url}/rows.csv`)));
    expect(error.code).toBe('redirect_refused');
    expect(publisher.requests).toHaveLength(6);
  });
});

describe('an app token', () => {
  const tokens = { PLATES_TOKEN: 'secret' };

  it('is sent to the hosts of the source only', async () => {
    const publisher = await startPublisher(body(CSV));
    const other = await startPublisher(body(CSV));
    const declarations = [{ ...SOURCE, urls: { rows: `${publisher.url}/rows.csv` } }];
    const { fetcher: one } = fetcher({ declarations, tokens });
    await one.file(request(`${publisher.url}/rows.csv`));
    await one.file(request(`${other.url}/rows.csv`));
    expect(publisher.requests[0]?.headers['x-app-token']).toBe('secret');
    expect(other.requests[0]?.headers['x-app-token']).toBeUndefined();
  });

  it('pitfall 17: a wrong token is worse than none, so a 403 is asked again without it', async () => {
    const publisher = await startPublisher(status(403, {}, 'Invalid app_token specified'), body(CSV));
    const declarations = [{ ...SOURCE, urls: { rows: `${publisher.url}/rows.csv` } }];
    const { fetcher: one, messages } = fetcher({ declarations, tokens });
    await one.file(request(`${publisher.url}/rows.csv`));
    await one.file(request(`${publisher.url}/fuel.csv`));
    expect(publisher.requests.map(({ headers }) => headers['x-app-token'])).toEqual([
      'secret',
      undefined,
      undefined,
    ]);
    expect(messages[0]).toContain('refused the app token');
    expect(messages.join()).not.toContain('secret');
  });

  it('does not hide that the publisher refuses everyone', async () => {
    const publisher = await startPublisher(status(403));
    const declarations = [{ ...SOURCE, urls: { rows: `${publisher.url}/rows.csv` } }];
    const error = await failure(
      fetcher({ declarations, tokens }).fetcher.file(request(`${publisher.url}/rows.csv`)),
    );
    expect(error.code).toBe('forbidden');
  });
});

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
