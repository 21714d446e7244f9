import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { crimeByOffence, totalCrime } from '../../../db/queries/crime.ts';
import { findRegion, type Region } from '../../../db/queries/neighbourhoods.ts';
import type { Snapshot } from '../../../db/store.ts';
import { NEIGHBOURHOODS } from '../../../ingest/sources/cbs/neighbourhoods.ts';
import { CRIME_CANARIES, CRIME_INVARIANTS } from '../../../ingest/sources/cbs/police-crime.ts';
import { type CrimeTable, type CrimeTableRow, writeCrimeTable } from '../../support/crime-table.ts';
import { ingestFromMirror, type MirrorRun, snapshotOf } from '../../support/group-run.ts';
import { ORDINARY_CELLS, type TableRegion, writeTable } from '../../support/key-figure-table.ts';
import { writeToMirror } from '../../support/mirror-folder.ts';

const KEYS = 'https://download.cbs.nl/postcode/2025-cbs-pc6huisnr20250801_buurt.zip';
const FEED = 'https://dataderden.cbs.nl/ODataFeed/odata/47018NED';

const OFFENCES = {
  '0.0.0': 'Totaal misdrijven',
  '1.1.1': '1.1.1 Diefstal/inbraak woning',
  '2.6.10': '2.6.10 Bestrijdingsmiddelen',
};

let dataDir: string;
let mirror: string;
const open: Snapshot[] = [];

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'crime-'));
  dataDir = join(folder, 'data');
  mirror = join(folder, 'mirror');
  writeToMirror(mirror, KEYS, {
    'pc6hnr20250801_gwb.csv':
      'PC6;Huisnummer;Buurt2025;Wijk2025;Gemeente2025\n6981CH;4;02210100;022101;0221\n',
  });
  return () => rmSync(folder, { recursive: true, force: true });
});
afterEach(() => {
  for (const snapshot of open.splice(0)) snapshot.database.close();
});

/** Residents by code; men and women go with them. */
function region(code: string, residents: number | null, more: Partial<TableRegion> = {}): TableRegion {
  const cells = { ...ORDINARY_CELLS, residents, men: residents, women: residents === null ? null : 0 };
  return { code, ...more, cells: { ...cells, households: null } };
}

function keyFigures(year: number, regions: readonly TableRegion[]): void {
  writeTable(mirror, { year, id: year === 2025 ? '86165NED' : '85984NED', regions });
}

const NEIGHBOURHOOD = region('BU02210100', 2500, { name: 'De oude Stad' });
const ORDINARY = [region('NL00', 18_000_000), region('GM0221', 11_000), NEIGHBOURHOOD];

function crime(rows: readonly CrimeTableRow[], table: Partial<CrimeTable> = {}): void {
  writeCrimeTable(mirror, { rows, ...table });
}

const country = (crimes: unknown, year = 2025): CrimeTableRow => ({ code: 'NL00', year, crimes });
const inStad = (crimes: unknown, more: Partial<CrimeTableRow> = {}): CrimeTableRow => ({
  code: 'BU02210100',
  year: 2025,
  crimes,
  ...more,
});

async function ingest(overrides: MirrorRun['overrides'] = {}) {
  const report = await ingestFromMirror(NEIGHBOURHOODS, { dataDir, mirror, overrides });
  const snapshot = snapshotOf(dataDir);
  open.push(snapshot);
  return { report, snapshot };
}

function areaOf(snapshot: Snapshot, code = 'BU02210100', year = 2025): Region {
  const found = findRegion(snapshot, code, year);
  if (found === undefined) throw new Error(`${code} is not there`);
  return found;
}

const totalOf = (snapshot: Snapshot, code?: string) => totalCrime(snapshot, areaOf(snapshot, code))?.total;

describe('the table of registered crime', () => {
  beforeEach(() => keyFigures(2025, ORDINARY));

  it('becomes crimes per 1,000 residents, of the neighbourhood and of the country', async () => {
    crime([country(810_000), inStad(125)]);
    const { snapshot } = await ingest();
    expect(totalCrime(snapshot, areaOf(snapshot))).toEqual({
      year: 2025,
      divisionYear: 2025,
      provisional: false,
      areaResidents: 2500,
      nationalResidents: 18_000_000,
      bordersMoved: false,
      total: {
        code: '0.0.0',
        title: 'Totaal misdrijven',
        area: { crimes: 125, per1000Residents: 50, missing: null },
        national: { crimes: 810_000, per1000Residents: 45, missing: null },
      },
    });
    const source = snapshot.require('neighbourhoods').sources.get('police-crime');
    expect(source).toMatchObject({ edition: '47018NED', dataYear: 2025, stateDate: '2025-12-31' });
    expect(source?.attribution).toContain('Politie via CBS');
  });

  it('pitfalls 5 and 6: keys are padded when asked for and trimmed when read', async () => {
    crime([country(1), inStad(7, { offence: '1.1.1' }), inStad(0, { offence: '2.6.10' })], {
      offences: OFFENCES,
    });
    const { report, snapshot } = await ingest();
    const asked = report.files
      .map(({ url }) => decodeURIComponent(url))
      .filter((url) => url.includes('filter'));
    expect(asked).toContain(
      `${FEED}/TypedDataSet?$format=json&$filter=SoortMisdrijf eq '0.0.0 ' and Perioden eq '2025JJ00'`,
    );
    // Six characters are full.
    expect(asked.filter((url) => url.includes("'2.6.10'"))).toHaveLength(1);
    const codes = snapshot.database.prepare('SELECT code FROM offence ORDER BY id').pluck().all();
    expect(codes).toEqual(['0.0.0', '1.1.1', '2.6.10']);
  });

  it('pitfall 7: is on a host of its own', async () => {
    crime([country(1), inStad(1)]);
    const { report } = await ingest();
    const hosts = report.files
      .filter((file) => file.sourceId === 'police-crime')
      .map(({ url }) => new URL(url).host);
    expect(new Set(hosts)).toEqual(new Set(['dataderden.cbs.nl']));
  });

  it('pitfall 11: withheld is null, not published is no row, and zero is zero', async () => {
    crime([country(900, 2025), inStad(60), inStad(null, { offence: '1.1.1' })], { offences: OFFENCES });
    const { snapshot } = await ingest();
    const rows = snapshot.database
      .prepare(`SELECT offence_code, crimes, per_1000_residents FROM crime_rate WHERE code = 'BU02210100'`)
      .raw()
      .all();
    expect(rows).toEqual([
      ['0.0.0', 60, 24],
      ['1.1.1', null, null],
    ]);
    const byCode = new Map(
      crimeByOffence(snapshot, areaOf(snapshot))?.offences.map((rates) => [rates.code, rates.area]),
    );
    expect(byCode.get('0.0.0')).toEqual({ crimes: 60, per1000Residents: 24, missing: null });
    expect(byCode.get('1.1.1')).toEqual({ crimes: null, per1000Residents: null, missing: 'withheld' });
    expect(byCode.get('2.6.10')).toEqual({ crimes: null, per1000Residents: null, missing: 'not_published' });
  });

  it('zero crimes is a rate of zero', async () => {
    crime([country(1), inStad(0)]);
    const { snapshot } = await ingest();
    expect(totalOf(snapshot)?.area).toEqual({ crimes: 0, per1000Residents: 0, missing: null });
  });

  it('has its offences by code and Dutch title, whether or not the title repeats the code', async () => {
    crime([country(1)], { offences: { ...OFFENCES, '1.4.6': 'Straatroof' } });
    const { snapshot } = await ingest();
    expect(snapshot.database.prepare('SELECT code, title FROM offence ORDER BY id').raw().all()).toEqual([
      ['0.0.0', 'Totaal misdrijven'],
      ['1.1.1', 'Diefstal/inbraak woning'],
      ['2.6.10', 'Bestrijdingsmiddelen'],
      ['1.4.6', 'Straatroof'],
    ]);
  });

  it('is loaded for the newest year and the one before; months and older years are left', async () => {
    const years = { 2022: 'Definitief', 2023: 'Definitief', 2024: 'Definitief', 2025: 'Voorlopig' };
    crime(
      [2022, 2023, 2024, 2025].map((year) => country(year, year)),
      { years },
    );
    const { snapshot } = await ingest();
    expect(snapshot.database.prepare('SELECT year, provisional FROM crime_year').raw().all()).toEqual([
      [2024, 0],
      [2025, 1],
    ]);
    expect(totalCrime(snapshot, areaOf(snapshot))).toMatchObject({ year: 2025, provisional: true });
  });

  it('answers from the year before while the newest is not filled', async () => {
    keyFigures(2024, ORDINARY);
    crime([country(800_000, 2024), inStad(100, { year: 2024 }), country(null), inStad(null)]);
    const { snapshot, report } = await ingest();
    expect(totalCrime(snapshot, areaOf(snapshot))).toMatchObject({
      year: 2024,
      total: { area: { crimes: 100, per1000Residents: 40 } },
    });
    expect(report.notes.map(({ text }) => text)).toContain('2025 is not filled yet');
  });

  it('pitfalls 3, 4 and 23: one offence and year a question, and links to further pages as they stand', async () => {
    const rows = [country(9), inStad(1), { code: 'GM0221', year: 2025, crimes: 5 }];
    crime(rows, { pageRows: 1 });
    const { snapshot, report } = await ingest();
    expect(snapshot.database.prepare('SELECT count(*) FROM registered_crime').pluck().get()).toBe(3);
    const pages = report.files.filter(
      ({ url }) => url.includes('TypedDataSet') && url.includes('dataderden'),
    );
    expect(pages.map(({ url }) => /\$skip=(\d)/.exec(url)?.[1])).toEqual([undefined, '1', '2']);
  });

  it('pitfall 12: the number in the column name may change', async () => {
    crime([country(9), inStad(5)], { column: 4 });
    const { snapshot } = await ingest();
    expect(totalOf(snapshot)?.area.crimes).toBe(5);
  });

  it('pitfall 23: stops when the service does not apply the filter', async () => {
    crime([country(9)], { offences: OFFENCES });
    const filter = encodeURIComponent("SoortMisdrijf eq '1.1.1 ' and Perioden eq '2025JJ00'");
    writeToMirror(
      mirror,
      `${FEED}/TypedDataSet?$format=json&$filter=${filter}`,
      JSON.stringify({
        value: [
          {
            SoortMisdrijf: '0.0.0 ',
            WijkenEnBuurten: 'NL00      ',
            Perioden: '2025JJ00',
            GeregistreerdeMisdrijven_1: 9,
          },
        ],
      }),
    );
    await expect(ingest()).rejects.toThrow(/only rows of the offence and the year in the address/);
  });

  it('pitfall 23: pages that overlap do not count an area twice', async () => {
    crime([country(9), inStad(5), inStad(5)]);
    await expect(ingest()).rejects.toThrow(/region twice in one answer/);
  });

  it.each(['many', -1, 2.5])('refuses %s as a number of crimes', async (crimes) => {
    crime([country(9), inStad(crimes)]);
    await expect(ingest()).rejects.toThrow(/not a number of crimes/);
  });

  it('pitfall 24: the total is no part of a sum; offences that exceed it stop the load', async () => {
    const rows = [country(10), { ...country(6), offence: '1.1.1' }, { ...country(4), offence: '2.6.10' }];
    crime(rows, { offences: OFFENCES });
    const { snapshot } = await ingest();
    const sum = crimeByOffence(snapshot, areaOf(snapshot, 'NL00'))
      ?.offences.filter(({ code }) => code !== '0.0.0')
      .reduce((total, { national }) => total + (national.crimes ?? 0), 0);
    expect(sum).toBe(10);
    crime([...rows.slice(0, 2), { ...country(5), offence: '2.6.10' }], { offences: OFFENCES });
    await expect(ingest()).rejects.toThrow(/the offences are not more than their total/);
  });

  it('of another name than the declared one is not taken for it', async () => {
    crime([country(9)]);
    writeToMirror(
      mirror,
      `${FEED}/DataProperties?$format=json`,
      JSON.stringify({ value: [{ ID: 0, Type: 'Topic', Key: 'Overlast_1', Title: 'Overlast' }] }),
    );
    await expect(ingest()).rejects.toThrow(/expected a column "GeregistreerdeMisdrijven", found Overlast_1/);
  });

  it('may be left out by the operator, or be missing from a part of the country', async () => {
    const { snapshot, report } = await ingest({ 'police-crime': { options: { years: 0 } } });
    expect(report.notes).toContainEqual({ sourceId: 'police-crime', text: 'no table is offered', rows: 1 });
    expect(totalCrime(snapshot, areaOf(snapshot))).toBeUndefined();
  });
});

describe('the residents of a rate', () => {
  it('pitfall 14: are of the division that the crimes are laid out in, never of another year', async () => {
    keyFigures(2024, [region('NL00', 17_000_000), region('BU02210100', 1000, { name: 'De oude Stad' })]);
    keyFigures(2025, ORDINARY);
    crime([country(850_000, 2024), inStad(125, { year: 2024 })]);
    const { snapshot } = await ingest();
    // The country's borders do not move: its residents are of the year of the crimes.
    expect(totalOf(snapshot)).toMatchObject({
      area: { per1000Residents: 50 },
      national: { per1000Residents: 50 },
    });
  });

  it('pitfall 14: no rate where the key figures of that year are not loaded', async () => {
    keyFigures(2024, ORDINARY);
    crime([country(850_000), inStad(125)]);
    const { snapshot } = await ingest();
    expect(totalOf(snapshot)).toMatchObject({
      area: { crimes: 125, per1000Residents: null, missing: 'residents_not_loaded' },
      national: { crimes: 850_000, per1000Residents: null, missing: 'residents_not_loaded' },
    });
  });

  it('pitfall 14: stops when another division fits the table better, and says which', async () => {
    const codes = Array.from({ length: 20 }, (_, at) => `BU0221${String(100 + at).padStart(4, '0')}`);
    keyFigures(2024, [region('NL00', 100), ...codes.map((code) => region(code, 100, { name: code }))]);
    keyFigures(2025, [
      region('NL00', 100),
      ...codes.slice(2).map((code) => region(code, 100, { name: code })),
    ]);
    crime([country(9), ...codes.map((code) => ({ code, year: 2025, crimes: 1 }))]);
    await expect(ingest()).rejects.toThrow(
      /neighbourhoods of the division of 2025, found 18 of 20 that are in it, and 20 that are in that of 2024.*"divisionYear".*2024/,
    );
    const options = { table: '47018NED', divisionYear: 2024, years: 2 };
    const { snapshot } = await ingest({ 'police-crime': { options } });
    expect(totalOf(snapshot, codes[0])?.area.per1000Residents).toBe(10);
  });

  it('pitfall 14: notes municipalities whose neighbourhoods have too few of its crimes', async () => {
    keyFigures(2025, ORDINARY);
    crime([country(900), { code: 'GM0221', year: 2025, crimes: 100 }, inStad(89)]);
    const text = 'municipality whose neighbourhoods have less than 90 % of its crimes';
    expect((await ingest()).report.notes.map((note) => note.text)).toContain(text);
    crime([country(900), { code: 'GM0221', year: 2025, crimes: 100 }, inStad(90)]);
    expect((await ingest()).report.notes.map((note) => note.text)).not.toContain(text);
  });

  it('pitfall 15: a code that was given to another area has no rate of the one before', async () => {
    keyFigures(2024, [region('NL00', 100), region('BU02210100', 2000, { name: 'Het oude Dorp' })]);
    keyFigures(2025, [
      region('NL00', 18_000_000),
      region('BU02210100', 2500, { name: 'De oude Stad', change: '3' }),
    ]);
    crime([country(9), inStad(125)]);
    const { snapshot } = await ingest();
    const former = areaOf(snapshot, 'BU02210100', 2024);
    expect(former.name).toBe('Het oude Dorp');
    expect(totalCrime(snapshot, former)?.total.area.missing).toBe('area_absent');
    expect(totalOf(snapshot)?.area.per1000Residents).toBe(50);
  });

  it.each([
    [50, { per1000Residents: 60, missing: null }],
    [45, { per1000Residents: null, missing: 'few_residents' }],
    [0, { per1000Residents: null, missing: 'few_residents' }],
    [null, { per1000Residents: null, missing: 'residents_unknown' }],
    [-99997, { per1000Residents: null, missing: 'residents_unknown' }],
  ])('pitfall 9: of %s residents', async (residents, expected) => {
    keyFigures(2025, [region('NL00', 100), region('BU02210100', residents)]);
    crime([country(9), inStad(3)]);
    const { snapshot } = await ingest();
    expect(totalOf(snapshot)?.area).toEqual({ crimes: 3, ...expected });
    const rate = snapshot.database
      .prepare(`SELECT per_1000_residents FROM crime_rate WHERE code = 'BU02210100'`)
      .pluck()
      .get();
    expect(rate).toBe(expected.per1000Residents);
  });

  it('water has no rate, whatever the tables say', async () => {
    keyFigures(2025, [region('NL00', 100), region('BU02219997', 100)]);
    crime([country(9), { code: 'BU02219997', year: 2025, crimes: 3 }]);
    const { snapshot } = await ingest();
    expect(totalOf(snapshot, 'BU02219997')?.area.missing).toBe('fictitious_area');
  });
});

describe('a national load', () => {
  const check = (snapshot: Snapshot, sql: string) => snapshot.database.prepare(sql).pluck().get();

  it('without the table stops, and says how to go without', async () => {
    keyFigures(2025, ORDINARY);
    const group: typeof NEIGHBOURHOODS = {
      ...NEIGHBOURHOODS,
      fetch: (fetcher) =>
        NEIGHBOURHOODS.fetch({
          ...fetcher,
          file: (request) => fetcher.file({ ...request, minimumBytes: 0 }),
          optionalFile: (request) => fetcher.optionalFile({ ...request, minimumBytes: 0 }),
        }),
    };
    await expect(ingestFromMirror(group, { dataDir, mirror, label: 'national' })).rejects.toThrow(
      /police-crime.*set "years" to 0 to go without it/,
    );
  });

  it('knows the number of 2024, and asks for all neighbourhoods, offences and municipalities', async () => {
    keyFigures(2025, ORDINARY);
    const rows = [country(805_327, 2024), { code: 'GM0221', year: 2024, crimes: 805_125 }];
    crime(rows);
    const held = async () => {
      const { snapshot } = await ingest();
      return CRIME_CANARIES.map(({ sql }) => check(snapshot, sql) === 1);
    };
    expect(await held()).toEqual([true, true, true, true]);
    crime([country(1_127_693, 2024), inStad(1, { year: 2024 }), { code: 'GM0221', year: 2024, crimes: 9 }], {
      offences: OFFENCES,
    });
    expect(await held()).toEqual([false, false, false, false]);
  });

  it('breaks no invariant when all is well', async () => {
    keyFigures(2025, ORDINARY);
    crime([country(9), inStad(3)]);
    const { snapshot } = await ingest();
    for (const { name, sql } of CRIME_INVARIANTS) expect(check(snapshot, sql), name).toBe(0);
  });
});

describe("the police's portal file by municipality", () => {
  const FILE = 'https://data.politie.example/misdrijven.csv';
  const EDITIONS = { 'police-crime': { editions: [{ year: 2024, id: 'portal', url: FILE }] } };
  const lines = (...rows: string[]) =>
    [
      '"Geregistreerde misdrijven en aangiften; soort misdrijf, gemeente 2025"',
      '"Soort misdrijf: Totaal misdrijven"',
      '""',
      '"Onderwerp";"Geregistreerde misdrijven";"Geregistreerde misdrijven"',
      '"Perioden";"2023";"2024"',
      '"Regio\'s";"aantal";"aantal"',
      ...rows,
      '"Bron: Politie"',
    ].join('\n');
  const GOOD = [
    '"Nederland";"900";"1000"',
    '"Doesburg";"290";"298"',
    '"Utrecht (gemeente)";".";"500"',
    '"Buitenland";".";"."',
    '"Gemeenten; niet in te delen";"1";"202"',
    '"Oost-Nederland (RE)";"600";"798"',
  ];

  beforeEach(() =>
    keyFigures(2025, [
      region('NL00', 18_000_000),
      region('GM0221', 11_000, { name: 'Doesburg' }),
      region('GM0344', 370_000, { name: 'Utrecht' }),
    ]),
  );

  it('gives totals of municipalities by their names, and none of neighbourhoods', async () => {
    writeToMirror(mirror, FILE, lines(...GOOD));
    const { snapshot } = await ingest(EDITIONS);
    const rows = snapshot.database
      .prepare('SELECT code, year, crimes FROM crime_rate ORDER BY code')
      .raw()
      .all();
    expect(rows).toEqual([
      ['GM0221', 2024, 298],
      ['GM0344', 2024, 500],
      ['NL00', 2024, 1000],
    ]);
    expect(snapshot.database.prepare('SELECT division_year FROM crime_year').pluck().get()).toBe(2025);
  });

  it.each([
    ['a file that is cut', lines(...GOOD).replace('"Bron: Politie"', ''), /a last line "Bron: Politie"/],
    ['a lost line', lines(...GOOD.filter((line) => !line.includes('Doesburg'))), /country's 1000, found 702/],
    ['another offence', lines(...GOOD).replace('Totaal misdrijven', 'Straatroof'), /"Soort misdrijf: Totaal/],
    ['another year', lines(...GOOD).replace('"2024"', '"2022"'), /of 2024/],
    ['a word for a number', lines(...GOOD).replace('"298"', '"veel"'), /a number of crimes for Doesburg/],
  ])('stops on %s', async (_case, text, message) => {
    writeToMirror(mirror, FILE, text);
    await expect(ingest(EDITIONS)).rejects.toThrow(message);
  });
});
