import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryDataDir } from '../../db/fixture.ts';
import { beginning, body, rest, startPublisher, status } from '../../support/publisher.ts';
import { CSV, cutBy, failure, fetcher, request, sha256, ZIP } from './fetcher-fixture.ts';

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
