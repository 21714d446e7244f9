import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SILENT } from '../../../ingest/pipeline/progress.ts';
import { temporaryDataDir } from '../../db/fixture.ts';
import { body, startPublisher, status } from '../../support/publisher.ts';
import { CSV, failure, fetcher, request, SOURCE, sha256 } from './fetcher-fixture.ts';

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
