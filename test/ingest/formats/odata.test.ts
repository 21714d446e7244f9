import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchPages, ODataError, readPage, readPages } from '../../../ingest/formats/odata.ts';

const FIRST = 'https://opendata.cbs.nl/ODataFeed/odata/83599NED/UntypedDataSet?$format=json';
const SECOND = 'https://opendata.cbs.nl/ODataFeed/OData/83599NED/UntypedDataSet/?$format=json&$skip=10000';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'odata-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A service that answers these addresses and no others. */
function service(pages: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const fetchPage = async (url: string) => {
    asked.push(url);
    const page = pages[url];
    if (page === undefined) throw new Error(`400 Bad Request: ${url}`);
    const path = join(folder, `${asked.length}.json`);
    writeFileSync(path, typeof page === 'string' ? page : JSON.stringify(page));
    return { path, url };
  };
  return { asked, fetchPage };
}

describe('pages of an OData result', () => {
  it('pitfall 4: requests the link to the next page exactly as it stands', async () => {
    const { asked, fetchPage } = service({
      [FIRST]: { value: [{ ID: 0 }], 'odata.nextLink': SECOND },
      [SECOND]: { value: [{ ID: 1 }] },
    });
    const files = await fetchPages(FIRST, fetchPage);
    expect(asked).toEqual([FIRST, SECOND]);
    const rows = [];
    for await (const page of readPages(files)) rows.push(...page);
    expect(rows).toEqual([{ ID: 0 }, { ID: 1 }]);
  });

  it.each(['odata.nextLink', '@odata.nextLink'])('pitfall 3: goes on at %s', async (link) => {
    const { asked, fetchPage } = service({
      [FIRST]: { value: [], [link]: SECOND },
      [SECOND]: { value: [] },
    });
    await fetchPages(FIRST, fetchPage);
    expect(asked).toHaveLength(2);
  });

  it('follows a link that is relative to its page', async () => {
    const base = 'https://datasets.cbs.nl/odata/v1/CBS/85984NED/Observations';
    const { asked, fetchPage } = service({
      [base]: { value: [], '@odata.nextLink': 'Observations?$skip=100000' },
      [`${base}?$skip=100000`]: { value: [] },
    });
    await fetchPages(base, fetchPage);
    expect(asked.at(-1)).toBe(`${base}?$skip=100000`);
  });

  it('takes a link for a link only where it is a key of its own', async () => {
    const { asked, fetchPage } = service({
      [FIRST]: { value: [{ Titel: '"odata.nextLink":"https://elsewhere.example/"' }] },
    });
    await fetchPages(FIRST, fetchPage);
    expect(asked).toEqual([FIRST]);
  });

  it.each([
    ['null', null],
    ['empty', ''],
  ])('ends at a link that is %s', async (_, link) => {
    const { asked, fetchPage } = service({ [FIRST]: { value: [], 'odata.nextLink': link } });
    await fetchPages(FIRST, fetchPage);
    expect(asked).toEqual([FIRST]);
  });

  it('refuses a link that is no text', async () => {
    const { fetchPage } = service({ [FIRST]: { value: [], 'odata.nextLink': 2 } });
    await expect(fetchPages(FIRST, fetchPage)).rejects.toThrow(/is not text/);
  });

  it('does not run in a circle', async () => {
    const { fetchPage } = service({ [FIRST]: { value: [], 'odata.nextLink': FIRST } });
    await expect(fetchPages(FIRST, fetchPage)).rejects.toThrow(/leads back to/);
  });

  it('pitfall 2: says so when the service answers in Atom XML', async () => {
    const { fetchPage } = service({ [FIRST]: '<?xml version="1.0"?><feed/>' });
    await expect(fetchPages(FIRST, fetchPage)).rejects.toThrow(/found XML or HTML.*\$format=json/);
  });

  it.each([
    ['an array', '[]'],
    ['no value', '{}'],
    ['rows that are not objects', '{"value":[1]}'],
  ])('refuses an answer that is %s', async (_, text) => {
    const path = join(folder, 'refused.json');
    writeFileSync(path, text);
    await expect(readPage(path, FIRST)).rejects.toThrow(ODataError);
  });

  it('neither loses nor repeats a row, however the rows fall into pages', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(5), { minLength: 1, maxLength: 6 }), async (sizes) => {
        const address = (page: number) => (page === 0 ? FIRST : `${SECOND}&page=${page}`);
        let id = 0;
        const pages = Object.fromEntries(
          sizes.map((size, page) => [
            address(page),
            {
              value: Array.from({ length: size }, () => ({ ID: id++ })),
              ...(page + 1 < sizes.length && { 'odata.nextLink': address(page + 1) }),
            },
          ]),
        );
        const files = await fetchPages(FIRST, service(pages).fetchPage);
        const ids = [];
        for await (const rows of readPages(files)) ids.push(...rows.map((row) => row.ID));
        expect(ids).toEqual(Array.from({ length: id }, (_, position) => position));
      }),
      { numRuns: 30 },
    );
  });
});

const REAL = '../shared/data/cbs';

describe.skipIf(!existsSync(REAL))('real recorded pages', () => {
  it('reads a first and a last page of v3', async () => {
    const first = await readPage(`${REAL}/odata_v3_feed_83599NED_UntypedDataSet_page1_cut.json`, FIRST);
    expect(first.nextUrl).toBe(SECOND);
    const last = await readPage(`${REAL}/odata_v3_feed_83599NED_UntypedDataSet_lastpage_cut.json`, SECOND);
    expect(last.nextUrl).toBeUndefined();
    expect(last.rows.length).toBeGreaterThan(0);
  });

  it('reads observations of v4', async () => {
    const page = await readPage(
      `${REAL}/odata_v4_80072ned_Observations_cut.json`,
      'https://beta-odata4.cbs.nl/',
    );
    expect(page.rows[0]).toMatchObject({ Id: 0, Measure: 'M001924', ValueAttribute: 'None', Value: 5.5 });
  });
});
