import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ZipFile } from 'yazl';
import { type AskerOptions, createAsker } from '../../../ingest/pipeline/asker.ts';
import { type ProbeFinding, probeSource } from '../../../ingest/pipeline/probe.ts';
import type { Probe } from '../../../ingest/sources/probe.ts';
import { checkColumns } from '../../../ingest/sources/probe-checks.ts';
import { UnexpectedFormatError } from '../../../ingest/sources/source.ts';
import { temporaryDataDir } from '../../db/fixture.ts';
import { beginning, body, type Publisher, startPublisher, status } from '../../support/publisher.ts';
import { CSV, SOURCE } from './fetcher-fixture.ts';

const header = checkColumns({
  plate: { names: ['kenteken'], required: true },
  make: { names: ['merk'], required: true },
  colour: { names: ['kleur'] },
});

/** Probes of the file that stands at the source's address `rows`. */
const ROWS: Probe = {
  name: 'the rows',
  addresses: ({ urls }) => [{ url: urls.rows ?? '' }],
  ask: 'first',
  expect: { kind: 'csv', header },
  declared: { file: 'rdw/data-set.ts', key: 'urls.rows' },
};

function ask(
  url: string,
  probe: Partial<Probe>,
  options: Partial<AskerOptions> = {},
): Promise<ProbeFinding[]> {
  const asker = createAsker({
    userAgent: 'dutch-address-vehicle-facts/0.1.0 (+mailto:operator@example.org)',
    signal: new AbortController().signal,
    stallMs: 2000,
    ...options,
  });
  onTestFinished(() => asker.close());
  return probeSource({ ...SOURCE, urls: { rows: url } }, [{ ...ROWS, ...probe }], asker);
}

/** A publisher that gives parts of one file. */
function partsOf(content: Buffer): Promise<Publisher> {
  return startPublisher((request, response) => {
    const [, from = '0', to = '0'] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    const part = content.subarray(Number(from), Number(to) + 1);
    const last = Number(from) + part.length - 1;
    response.writeHead(206, { 'content-range': `bytes ${from}-${last}/${content.length}` });
    response.end(part);
  });
}

async function zipOf(files: Readonly<Record<string, string>>, compress = true): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name, { compress });
  zip.end();
  return buffer(zip.outputStream);
}

const ROWS_OF_PLATES = Array.from({ length: 30_000 }, (_, row) => `${row * 7919},MERK ${row % 97}`).join(
  '\n',
);

describe('a probe of a file', () => {
  it('agrees when the header has the columns that are read, and tells what a load can do without', async () => {
    const publisher = await startPublisher(body(CSV));
    expect(await ask(`${publisher.url}/rows.csv`, {})).toEqual([
      {
        sourceId: 'plates',
        state: 'agrees',
        url: `${publisher.url}/rows.csv`,
        text: 'the rows; 29 bytes; without the columns kleur, which a load can do without',
        change: null,
      },
    ]);
  });

  it('names the column that is gone, and the line of the declaration', async () => {
    const publisher = await startPublisher(body('kenteken,fabrikant\n85XXXB,PEUGEOT\n'));
    const [finding] = await ask(`${publisher.url}/rows.csv`, {});
    expect(finding?.state).toBe('drifted');
    expect(finding?.text).toContain(`plates: ${publisher.url}/rows.csv: expected the rows, found`);
    expect(finding?.text).toContain('required columns are missing: merk');
    expect(finding?.change).toMatch(/^ingest\/sources\/rdw\/data-set\.ts:\d+ \(urls\.rows\)$/);
  });

  it('asks for the first kilobytes only, names its operator, and hangs up on a publisher that sends all', async () => {
    let sent = 0;
    const publisher = await startPublisher((_, response) => {
      response.writeHead(200, { 'content-length': 10_000_000_000 });
      response.write(CSV);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(1000))) sent += 1000;
      };
      response.on('drain', more);
      more();
    });
    const [finding] = await ask(`${publisher.url}/rows.csv`, {});
    expect(finding?.text).toContain('10,000,000,000 bytes');
    expect(sent).toBeLessThan(10_000_000);
    expect(publisher.requests).toHaveLength(1);
    expect(publisher.requests[0]?.headers).toMatchObject({
      range: 'bytes=0-32767',
      'accept-encoding': 'identity',
      'user-agent': 'dutch-address-vehicle-facts/0.1.0 (+mailto:operator@example.org)',
    });
  });

  it('does not take an error page for data', async () => {
    const publisher = await startPublisher(body('<!DOCTYPE html><title>Onderhoud</title>'));
    const [finding] = await ask(publisher.url, {});
    expect(finding).toMatchObject({ state: 'drifted', text: expect.stringContaining('found a web page') });
  });

  it('holds it to its smallest size', async () => {
    const publisher = await startPublisher(body(CSV));
    const [finding] = await ask(publisher.url, { expect: { kind: 'csv', header, minimumBytes: 1000 } });
    expect(finding).toMatchObject({
      state: 'drifted',
      text: expect.stringMatching(/expected at least 1,000 bytes, found 29\./),
    });
  });
});

describe('a probe of a zip', () => {
  const expectZip = (entry: RegExp): Partial<Probe> => ({
    expect: { kind: 'zip', entries: [entry], csv: { entry, header } },
  });

  it.each([true, false])(
    'reads its directory and the header of an entry (deflated: %s)',
    async (deflated) => {
      const text = `kenteken,merk\n${ROWS_OF_PLATES}`;
      const zip = await zipOf({ 'leesmij.txt': 'x', 'rows/a.csv': text }, deflated);
      const publisher = await partsOf(zip);
      const [finding] = await ask(publisher.url, expectZip(/\.csv$/));
      expect(finding?.text).toBe(
        `the rows; ${zip.length.toLocaleString('en')} bytes; without the columns kleur, which a load can do without`,
      );
    },
  );

  it('names what it holds instead of what was expected', async () => {
    const publisher = await partsOf(await zipOf({ 'rows.xlsx': 'x' }));
    const [finding] = await ask(publisher.url, expectZip(/\.csv$/));
    expect(finding?.state).toBe('drifted');
    expect(finding?.text).toMatch(/expected entries that match .*csv.*, found rows\.xlsx\./);
  });

  it('says so when it is cut', async () => {
    const zip = await zipOf({ 'rows.csv': ROWS_OF_PLATES });
    const publisher = await partsOf(zip.subarray(0, zip.length - 400));
    expect(await ask(publisher.url, expectZip(/\.csv$/))).toMatchObject([{ state: 'drifted' }]);
  });

  it('does without a look inside where the publisher gives no parts', async () => {
    const publisher = await startPublisher(body(await zipOf({ 'rows.csv': ROWS_OF_PLATES })));
    expect(await ask(publisher.url, expectZip(/\.csv$/))).toMatchObject([
      { state: 'agrees', text: expect.stringContaining('cannot be looked into') },
    ]);
  });
});

describe('a probe of a document', () => {
  const document = (check: () => readonly string[]): Partial<Probe> => ({
    expect: { kind: 'document', begins: 'json', check },
  });

  it('is checked by the source, whose sentence is that of a load', async () => {
    const publisher = await startPublisher(body('{"value": []}'));
    const error = new UnexpectedFormatError({
      sourceId: 'plates',
      file: publisher.url,
      expected: 'the table of 2025',
      found: 'that of 2024',
      remedy: 'Correct the editions of the source.',
    });
    const throwing = document(() => {
      throw error;
    });
    expect(await ask(publisher.url, throwing)).toMatchObject([{ state: 'drifted', text: error.message }]);
    expect(
      await ask(
        publisher.url,
        document(() => ['41 rows']),
      ),
    ).toMatchObject([{ state: 'agrees', text: 'the rows; 41 rows' }]);
  });

  it('does not hide a fault of our own', async () => {
    const publisher = await startPublisher(body('{}'));
    const faulty = document(() => {
      throw new TypeError('x is not a function');
    });
    await expect(ask(publisher.url, faulty)).rejects.toThrow('x is not a function');
  });
});

describe('a publisher that does not answer', () => {
  it.each([
    ['refuses us', status(403)],
    ['is busy', status(429)],
    ['has a fault', status(503)],
    ['falls silent', beginning(`${CSV}${'x'.repeat(1000)}`, 10)],
  ])('and %s is unreachable, which is no drift', async (_, answer) => {
    const publisher = await startPublisher(answer);
    const [finding] = await ask(publisher.url, {}, { stallMs: 300 });
    expect(finding).toMatchObject({ state: 'unreachable', change: null });
  });

  it('because nothing listens there is unreachable as well', async () => {
    expect(await ask('http://127.0.0.1:9/rows.csv', {})).toMatchObject([{ state: 'unreachable' }]);
  });
});

describe('several addresses', () => {
  const addresses = (...paths: readonly string[]): Partial<Probe> => ({
    addresses: ({ urls }) =>
      paths.map((path, at) => ({ url: `${urls.rows}${path}`, edition: { year: 2026 - at, id: path } })),
  });

  it('that stand in for each other are asked until one is there', async () => {
    const publisher = await startPublisher(status(404), body(CSV));
    const findings = await ask(publisher.url, addresses('/a', '/b', '/c'));
    expect(findings.map(({ state, url }) => [state, url])).toEqual([
      ['absent', `${publisher.url}/a`],
      ['agrees', `${publisher.url}/b`],
    ]);
    expect(findings[0]?.text).toBe(`the rows of 2026: not at ${publisher.url}/a`);
  });

  it('are all asked where each is loaded', async () => {
    const publisher = await startPublisher(status(404), body(CSV), body('x,y\n1,2\n'));
    const findings = await ask(publisher.url, { ...addresses('/a', '/b', '/c'), ask: 'each' });
    expect(findings.map(({ state }) => state)).toEqual(['absent', 'agrees', 'drifted']);
  });

  it('that are all gone are drift, with the page to look at', async () => {
    const publisher = await startPublisher(status(404), status(410));
    const [finding, ...others] = await ask(publisher.url, addresses('/a', '/b'));
    expect(others).toEqual([]);
    expect(finding?.state).toBe('drifted');
    expect(finding?.text).toMatch(/\/a, .*\/b: expected the rows, found nothing at any of these addresses/);
    expect(finding?.text).toContain('See https://example.org/');
  });

  it('that a load can do without may all be gone', async () => {
    const publisher = await startPublisher(status(404));
    const findings = await ask(publisher.url, { ...addresses('/a', '/b'), optional: true });
    expect(findings.map(({ state }) => state)).toEqual(['absent', 'absent']);
  });
});

it('a file of the operator is asked where it lies', async () => {
  const path = join(temporaryDataDir(), 'rows.csv');
  writeFileSync(path, CSV);
  expect(await ask(path, {})).toMatchObject([{ state: 'agrees' }]);
  expect(await ask(`${path}.gone`, {})).toMatchObject([{ state: 'drifted' }]);
});
