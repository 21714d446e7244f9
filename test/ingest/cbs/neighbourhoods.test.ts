import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findRegion, neighbourhoodOfAddress } from '../../../db/queries/neighbourhoods.ts';
import type { Snapshot } from '../../../db/store.ts';
import { checkNullShares } from '../../../ingest/pipeline/check.ts';
import { NEIGHBOURHOODS } from '../../../ingest/sources/cbs/neighbourhoods.ts';
import type { FetchRequest } from '../../../ingest/sources/source.ts';
import { ingestFromMirror, type MirrorRun, snapshotOf } from '../../support/group-run.ts';
import { ORDINARY_CELLS, writeTable } from '../../support/key-figure-table.ts';
import { writeToMirror } from '../../support/mirror-folder.ts';

const KEYS_2025 = 'https://download.cbs.nl/postcode/2025-cbs-pc6huisnr20250801_buurt.zip';
const KEYS_2024 = 'https://download.cbs.nl/postcode/2024-cbs-pc6huisnr20240801_buurt_20250218.zip';
const KEYS_2023 = 'https://download.cbs.nl/postcode/2023-cbs-pc6huisnr20230801_buurt_20250225.zip';
const KEYS_2019 = 'https://www.cbs.nl/-/media/_excel/2019/42/2019-cbs-pc6huisnr20190801_buurt.zip';

const DOESBURG = { code: 'BU02210100', name: 'De oude Stad', cells: ORDINARY_CELLS };
const KEYS = 'PC6;Huisnummer;Buurt2025;Wijk2025;Gemeente2025\n6981CH;4;02210100;022101;0221\n';

/** Sources that a national load needs otherwise. */
const ALONE = { 'police-crime': { options: { years: 0 } }, 'cbs-areas': { editions: [] } };

let dataDir: string;
let mirror: string;
const open: Snapshot[] = [];

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'neighbourhoods-'));
  dataDir = join(folder, 'data');
  mirror = join(folder, 'mirror');
  return () => rmSync(folder, { recursive: true, force: true });
});
afterEach(() => {
  for (const snapshot of open.splice(0)) snapshot.database.close();
});

async function ingest(overrides: MirrorRun['overrides'] = {}) {
  const report = await ingestFromMirror(NEIGHBOURHOODS, { dataDir, mirror, overrides });
  const snapshot = snapshotOf(dataDir);
  open.push(snapshot);
  return { report, snapshot };
}

function figuresOf(snapshot: Snapshot, code: string, year: number): Record<string, unknown> | undefined {
  return snapshot.database
    .prepare<[string, number], Record<string, unknown>>(
      `SELECT * FROM region_figures WHERE code = ? AND edition_year = ?`,
    )
    .get(code, year);
}

describe('key figures over OData v3', () => {
  beforeEach(() => writeToMirror(mirror, KEYS_2025, { 'pc6hnr20250801_gwb.csv': KEYS }));

  it('become whole euros, percentages and kilometres of a named region', async () => {
    writeTable(mirror, { year: 2024, id: '85984NED', regions: [DOESBURG] });
    const { snapshot } = await ingest();
    expect(figuresOf(snapshot, 'BU02210100', 2024)).toMatchObject({
      name: 'De oude Stad',
      kind: 'neighbourhood',
      municipality_code: 'GM0221',
      residents: 2480,
      avg_home_value_eur: 335_000,
      avg_income_per_resident_eur: 26_400,
      median_household_wealth_eur: 121_000,
      households_lowest_40pct: 41.2,
      distance_supermarket_km: 0.4,
      built_over_10_years_ago_pct: null,
    });
  });

  it('pitfall 1: come in pages, all of which are read', async () => {
    const regions = Array.from({ length: 25 }, (_, position) => ({
      code: `BU022101${String(position).padStart(2, '0')}`,
      cells: ORDINARY_CELLS,
    }));
    writeTable(mirror, { year: 2024, id: '85984NED', regions, pageRows: 10 });
    const { report } = await ingest();
    expect(report.rows).toMatchObject({ key_figures: 25 });
  });

  it('pitfall 1: a national load stops when rows are missing that the table says it has', async () => {
    const regions = [DOESBURG, { code: 'BU02210101', cells: ORDINARY_CELLS }];
    writeTable(mirror, { year: 2024, id: '85984NED', regions, pageRows: 1 });
    const lastPage = { value: [] };
    writeToMirror(
      mirror,
      'https://opendata.cbs.nl/ODataFeed/odata/85984NED/TypedDataSet/?$format=json&$skip=1',
      JSON.stringify(lastPage),
    );
    const anySize = ({ minimumBytes: _, ...request }: FetchRequest) => request;
    const group: typeof NEIGHBOURHOODS = {
      ...NEIGHBOURHOODS,
      fetch: (fetcher) =>
        NEIGHBOURHOODS.fetch({
          ...fetcher,
          file: (request) => fetcher.file(anySize(request)),
          optionalFile: (request) => fetcher.optionalFile(anySize(request)),
        }),
    };
    await expect(
      ingestFromMirror(group, { dataDir, mirror, label: 'national', overrides: ALONE }),
    ).rejects.toThrow(/expected 2 rows, found 1/);
  });

  it('pitfalls 9 and 11: a sentinel and a missing value are null, zero is zero', async () => {
    const cells = { ...ORDINARY_CELLS, residents: 0, men: 0, women: 0, households: 0, avgGasM3: -99997 };
    writeTable(mirror, {
      year: 2024,
      id: '85984NED',
      regions: [{ ...DOESBURG, cells: { ...cells, avgHomeValueEur: null, dwellings: '         .' } }],
    });
    const { snapshot } = await ingest();
    expect(figuresOf(snapshot, 'BU02210100', 2024)).toMatchObject({
      residents: 0,
      avg_gas_m3: null,
      avg_home_value_eur: null,
      dwellings: null,
    });
  });

  it('pitfall 17: a distance of -1 is none; a negative wealth is one', async () => {
    const cells = { ...ORDINARY_CELLS, distancePrimarySchoolKm: -1, medianHouseholdWealthEur: -4 };
    writeTable(mirror, { year: 2024, id: '85984NED', regions: [{ ...DOESBURG, cells }] });
    const { snapshot, report } = await ingest();
    expect(figuresOf(snapshot, 'BU02210100', 2024)).toMatchObject({
      distance_primary_school_km: null,
      median_household_wealth_eur: -4000,
    });
    expect(report.notes.map((note) => note.text)).toContain(
      'negative distancePrimarySchoolKm, taken as missing',
    );
  });

  it('stops on a table of another year than the declared one', async () => {
    writeTable(mirror, { year: 2024, id: '85984NED', regions: [DOESBURG], period: '2022' });
    await expect(ingest()).rejects.toThrow(/expected the table of 2024, found that of 2022/);
  });

  it('stops when the publisher offers none of the tables', async () => {
    await expect(ingest()).rejects.toThrow(/expected at least one of these tables, found none/);
  });

  it('takes tables that the operator names', async () => {
    writeTable(mirror, { year: 2019, id: '84583NED', regions: [DOESBURG] });
    const { snapshot } = await ingest({ 'cbs-key-figures': { editions: [{ year: 2019, id: '84583NED' }] } });
    expect(figuresOf(snapshot, 'BU02210100', 2019)?.residents).toBe(2480);
  });

  it('pitfall 13: a new edition without figures does not count as filled, nor as lost values', async () => {
    const early = { residents: 2500, men: 1250, women: 1250, households: 1350 };
    writeTable(mirror, { year: 2024, id: '85984NED', regions: [DOESBURG] });
    writeTable(mirror, { year: 2025, id: '86165NED', regions: [{ ...DOESBURG, cells: early }] });
    const { snapshot } = await ingest();
    const filled = snapshot.database
      .prepare(`SELECT topic, max(edition_year) AS year FROM topic_edition WHERE filled GROUP BY topic`)
      .all();
    expect(filled).toContainEqual({ topic: 'people', year: 2025 });
    expect(filled).toContainEqual({ topic: 'housing', year: 2024 });
    const before = { table: 'key_figures', rows: 100, nullShares: { avg_home_value_eur: 0.1 } };
    const after = { table: 'key_figures', rows: 120, nullShares: { avg_home_value_eur: 0.25 } };
    expect(checkNullShares([after], [before])).toEqual([]);
    expect(checkNullShares([{ ...after, rows: 100 }], [before])).toHaveLength(1);
  });
});

describe('key figures over OData v4', () => {
  it('are one row a figure, with an attribute where there is none', async () => {
    const base = 'https://datasets.cbs.nl/odata/v1/CBS/83765NED';
    const put = (name: string, value: unknown[], next?: string) =>
      writeToMirror(
        mirror,
        `${base}/${name}`,
        JSON.stringify({ '@odata.context': base, value, ...(next && { '@odata.nextLink': next }) }),
      );
    const titles: [string, string, string][] = [
      ['T001036', 'Aantal inwoners', 'aantal'],
      ['3000', 'Mannen', 'aantal'],
      ['4000', 'Vrouwen', 'aantal'],
      ['10680', '0 tot 15 jaar', 'aantal'],
      ['53050', '15 tot 25 jaar', 'aantal'],
      ['53310', '25 tot 45 jaar', 'aantal'],
      ['53715', '45 tot 65 jaar', 'aantal'],
      ['80200', '65 jaar of ouder', 'aantal'],
      ['1050010_2', 'Huishoudens totaal', 'aantal'],
      ['1050015', 'Eenpersoonshuishoudens', 'aantal'],
      ['1016040', 'Huishoudens zonder kinderen', 'aantal'],
      ['1016030', 'Huishoudens met kinderen', 'aantal'],
      ['M000114', 'Gemiddelde huishoudensgrootte', 'aantal'],
    ];
    put(
      'MeasureCodes',
      titles.map(([Identifier, Title, Unit]) => ({ Identifier, Title, Unit, MeasureGroupId: 'M000352' })),
    );
    put('MeasureGroups', [{ Id: 'M000352', ParentId: null, Title: 'Bevolking' }]);
    put('WijkenEnBuurtenCodes', [{ Identifier: 'BU03070100', Title: 'Hof' }]);
    const row = (Measure: string, Value: number | null, ValueAttribute = 'None') => ({
      Measure,
      Value,
      ValueAttribute,
      WijkenEnBuurten: 'BU03070100',
    });
    put('Observations', [row('T001036', 1100), row('M999999', 7)], `${base}/Observations?$skip=2`);
    put('Observations?$skip=2', [row('3000', null, 'Confidential'), row('4000', 560)]);
    writeToMirror(mirror, KEYS_2025, { 'pc6hnr20250801_gwb.csv': KEYS });
    const { snapshot } = await ingest({
      'cbs-key-figures': { editions: [{ year: 2017, id: '83765NED' }], options: { protocol: 'v4' } },
    });
    expect(figuresOf(snapshot, 'BU03070100', 2017)).toMatchObject({
      name: 'Hof',
      residents: 1100,
      men: null,
      women: 560,
      avg_home_value_eur: null,
    });
  });
});

describe('the key of postcodes and numbers', () => {
  beforeEach(() => writeTable(mirror, { year: 2024, id: '85984NED', regions: [DOESBURG] }));

  it('leads to the region, whose names come from the companion file where no table has it', async () => {
    writeToMirror(mirror, KEYS_2025, {
      'pc6hnr20250801_gwb.csv': `${KEYS}1011AB;99;0363AF01;0363AF;0363\n`,
      'buurt_2025.csv': 'buurt2025;buurtnaam2025\n0363AF01;Oosterdokseiland\n',
      'wijk_2025.csv': 'wijk2025;wijknaam2025\n0363AF;Haven\n',
    });
    const { snapshot } = await ingest();
    expect(neighbourhoodOfAddress(snapshot, '6981CH', 4)).toMatchObject({
      code: 'BU02210100',
      name: 'De oude Stad',
    });
    expect(neighbourhoodOfAddress(snapshot, '1011AB', 99)).toMatchObject({
      code: 'BU0363AF01',
      name: 'Oosterdokseiland',
      districtCode: 'WK0363AF',
    });
    expect(neighbourhoodOfAddress(snapshot, '6981CH', 5)).toBeUndefined();
    const source = snapshot.require('neighbourhoods').sources.get('cbs-postcode-keys');
    expect(source).toMatchObject({ dataYear: 2025, stateDate: '2025-08-01' });
  });

  it('pitfall 18: the file of 2024 has commas', async () => {
    writeToMirror(mirror, KEYS_2024, {
      'pc6hnr20240801_gwb.csv':
        'PC6,Huisnummer,Buurt2024,Wijk2024,Gemeente2024\n6981CH,4,02210100,022101,0221\n',
      'buurt_2024.csv': 'Buurt2024,buurtnaam2024\n02210100,De oude Stad\n',
    });
    const { snapshot } = await ingest();
    expect(neighbourhoodOfAddress(snapshot, '6981CH', 4)?.code).toBe('BU02210100');
  });

  it('pitfall 19: codes that were written as numbers get their zeros back', async () => {
    writeToMirror(mirror, KEYS_2019, {
      'pc6hnr20190801_gwb.csv': 'pc,huisnummer,gwb_code,wijkcode,gemeentecode\n6981CH,4,2210100,22101,221\n',
      'gem2019.csv': 'Gemcode2019;Gemeentenaam2019\n221;Doesburg\n',
    });
    const editions = [{ year: 2019, id: 'pc6hnr20190801', url: KEYS_2019 }];
    const { snapshot } = await ingest({ 'cbs-postcode-keys': { editions } });
    expect(neighbourhoodOfAddress(snapshot, '6981CH', 4)?.code).toBe('BU02210100');
  });

  it('pitfall 20: an older file is taken where the newest is not there; it may lie in a folder', async () => {
    writeToMirror(mirror, KEYS_2023, {
      pc6huisnr20230801: { 'pc6hnr20230801_gwb.csv': KEYS.replaceAll('2025', '2023') },
    });
    const { snapshot } = await ingest();
    expect(neighbourhoodOfAddress(snapshot, '6981CH', 4)?.code).toBe('BU02210100');
    expect(snapshot.require('neighbourhoods').sources.get('cbs-postcode-keys')?.dataYear).toBe(2023);
  });

  it('pitfall 20: says where to look when no file is there', async () => {
    await expect(ingest()).rejects.toThrow(/www\.cbs\.nl.*editions of the source/);
  });

  it('keeps the first of two neighbourhoods of one number, and counts the other', async () => {
    writeToMirror(mirror, KEYS_2025, {
      'pc6hnr20250801_gwb.csv': `${KEYS}6981CH;4;02210101;022101;0221\n`,
    });
    const { snapshot, report } = await ingest();
    expect(neighbourhoodOfAddress(snapshot, '6981CH', 4)?.code).toBe('BU02210100');
    expect(report.notes).toContainEqual({
      sourceId: 'cbs-postcode-keys',
      text: 'number is in a second neighbourhood: the first is kept',
      rows: 1,
    });
  });

  it('goes on without the names when their file has another header', async () => {
    writeToMirror(mirror, KEYS_2025, {
      'pc6hnr20250801_gwb.csv': `${KEYS}1011AB;99;0363AF01;0363AF;0363\n`,
      'buurt_2025.csv': 'sleutel;tekst\n0363AF01;Oosterdokseiland\n',
    });
    const { snapshot, report } = await ingest();
    expect(neighbourhoodOfAddress(snapshot, '1011AB', 99)).toMatchObject({ code: 'BU0363AF01', name: null });
    expect(report.notes.map((note) => note.text)).toContain(
      'file of neighbourhood names has an unknown header',
    );
  });

  it('stops on a header without the neighbourhood, and on too many unreadable rows', async () => {
    writeToMirror(mirror, KEYS_2025, { 'pc6hnr20250801_gwb.csv': 'PC6;Huisnummer\n6981CH;4\n' });
    await expect(ingest()).rejects.toThrow(/expected postcode, house number and neighbourhood/);
    writeToMirror(mirror, KEYS_2025, {
      'pc6hnr20250801_gwb.csv': `${KEYS}6981C;4;02210100;022101;0221\n6981CH;0;02210100;022101;0221\n`,
    });
    await expect(ingest()).rejects.toThrow(/not a postcode and number/);
  });

  it('shows analysts the postcode again', async () => {
    writeToMirror(mirror, KEYS_2025, {
      'pc6hnr20250801_gwb.csv': `${KEYS}1012LG;5;0363AF01;0363AF;0363\n9999ZZ;99999;02210100;022101;0221\n`,
    });
    const { snapshot } = await ingest();
    const rows = snapshot.database
      .prepare('SELECT postcode, house_number, neighbourhood_code FROM postcode_neighbourhood ORDER BY key')
      .raw()
      .all();
    expect(rows).toEqual([
      ['1012LG', 5, 'BU0363AF01'],
      ['6981CH', 4, 'BU02210100'],
      ['9999ZZ', 99_999, 'BU02210100'],
    ]);
    expect(findRegion(snapshot, 'BU0363AF01')?.name).toBeNull();
  });
});
