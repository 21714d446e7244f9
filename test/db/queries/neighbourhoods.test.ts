import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figuresOfRegion, findRegion, type Region } from '../../../db/queries/neighbourhoods.ts';
import type { Snapshot } from '../../../db/store.ts';
import { NEIGHBOURHOODS } from '../../../ingest/sources/cbs/neighbourhoods.ts';
import { ingestFromMirror, snapshotOf } from '../../support/group-run.ts';
import { ORDINARY_CELLS, writeTable } from '../../support/key-figure-table.ts';
import { writeToMirror } from '../../support/mirror-folder.ts';

/** 2025: residents only. 2024: all but income. 2023: all but energy. As the editions stand in an autumn. */
const FULL = { ...ORDINARY_CELLS, avgElectricityKwh: null };
const PEOPLE_ONLY = { residents: 2500, men: 1250, women: 1250, households: 1350 };
const NO_INCOME = {
  ...FULL,
  avgHomeValueEur: 360,
  avgIncomePerResidentEur: null,
  medianHouseholdWealthEur: null,
};
const TOO_FEW = { ...FULL, avgIncomePerResidentEur: null };

let folder: string;
let snapshot: Snapshot;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'figures-'));
  const mirror = join(folder, 'mirror');
  const dataDir = join(folder, 'data');
  const around = [
    { code: 'GM0637', name: 'Zoetermeer', change: '.' },
    { code: 'WK063701', name: 'Wijk 01 Centrum' },
  ];
  const wide = (cells: object) => around.map((region) => ({ ...region, cells }));
  writeTable(mirror, {
    year: 2023,
    id: '85618NED',
    regions: [
      ...wide({ ...FULL, avgIncomePerResidentEur: 31.5 }),
      { code: 'BU06370100', name: 'Groot', cells: FULL },
      { code: 'BU06370101', name: 'Klein', cells: TOO_FEW },
      { code: 'BU06370102', name: 'Dorp', cells: FULL },
      { code: 'BU06370103', name: 'Haven', cells: FULL },
    ],
  });
  writeTable(mirror, {
    year: 2024,
    id: '85984NED',
    regions: [
      ...wide(NO_INCOME),
      { code: 'BU06370100', name: 'Groot', cells: NO_INCOME },
      { code: 'BU06370101', name: 'Klein', cells: { ...NO_INCOME, avgHomeValueEur: null } },
      { code: 'BU06370102', name: 'Rokkeveen', change: '2', cells: NO_INCOME },
      { code: 'BU06370103', name: 'Haven', change: '3', cells: NO_INCOME },
    ],
  });
  writeTable(mirror, {
    year: 2025,
    id: '86165NED',
    regions: [
      ...wide(PEOPLE_ONLY),
      { code: 'BU06370100', name: 'Groot', cells: PEOPLE_ONLY },
      { code: 'BU06370101', name: 'Klein', cells: PEOPLE_ONLY },
      { code: 'BU06370102', name: 'Rokkeveen', cells: PEOPLE_ONLY },
      { code: 'BU06370103', name: 'Haven', cells: PEOPLE_ONLY },
      { code: 'BU06370104', name: 'Nieuw', change: '3', cells: PEOPLE_ONLY },
    ],
  });
  writeToMirror(mirror, 'https://download.cbs.nl/postcode/2025-cbs-pc6huisnr20250801_buurt.zip', {
    'pc6hnr20250801_gwb.csv': 'PC6;Huisnummer;Buurt2025\n2711AA;1;06370100\n',
  });
  await ingestFromMirror(NEIGHBOURHOODS, { dataDir, mirror });
  snapshot = snapshotOf(dataDir);
});

afterAll(() => {
  snapshot.database.close();
  rmSync(folder, { recursive: true, force: true });
});

function region(code: string, year?: number): Region {
  const found = findRegion(snapshot, code, year);
  if (found === undefined) throw new Error(`no region ${code}`);
  return found;
}

describe('figures of a region', () => {
  it('pitfall 13: each topic comes from the newest edition in which it is filled', () => {
    const figures = figuresOfRegion(snapshot, region('BU06370100'));
    expect(figures.people).toMatchObject({ dataYear: 2025, missing: null, figures: { residents: 2500 } });
    expect(figures.housing).toMatchObject({ dataYear: 2024, figures: { avgHomeValueEur: 360_000 } });
    expect(figures.income).toMatchObject({
      dataYear: 2023,
      level: 'neighbourhood',
      figures: { avgIncomePerResidentEur: 26_400 },
    });
  });

  it('a figure that is withheld in that edition is null, not older', () => {
    const { housing } = figuresOfRegion(snapshot, region('BU06370101'));
    expect(housing).toMatchObject({
      dataYear: 2024,
      missing: 'suppressed',
      figures: { avgHomeValueEur: null, ownerOccupiedPct: 48 },
    });
  });

  it('income widens to the district, and says so; housing does not', () => {
    const { income, housing } = figuresOfRegion(snapshot, region('BU06370101'));
    expect(income).toMatchObject({
      dataYear: 2023,
      level: 'district',
      regionCode: 'WK063701',
      regionName: 'Wijk 01 Centrum',
      missing: null,
      figures: { avgIncomePerResidentEur: 31_500 },
    });
    expect(housing.level).toBe('neighbourhood');
  });

  it('pitfall 15: the figures of the area that had the code before are not taken', () => {
    const figures = figuresOfRegion(snapshot, region('BU06370102'));
    expect(figures.people.dataYear).toBe(2025);
    // In 2023 the code was that of Dorp.
    expect(figures.income).toMatchObject({ level: 'district', figures: { avgIncomePerResidentEur: 31_500 } });
    expect(region('BU06370102', 2023).name).toBe('Dorp');
    expect(figuresOfRegion(snapshot, region('BU06370102', 2023)).housing.dataYear).toBe(2023);
  });

  it('tells that the borders moved after the year of the figures', () => {
    const { people, income, housing } = figuresOfRegion(snapshot, region('BU06370103'));
    expect([people.bordersMoved, housing.bordersMoved, income.bordersMoved]).toEqual([false, false, true]);
  });

  it('a new area has what was counted since, and null with a reason for the rest', () => {
    const { people, housing, income } = figuresOfRegion(snapshot, region('BU06370104'));
    expect(people).toMatchObject({ dataYear: 2025, missing: null });
    expect(housing).toMatchObject({ dataYear: null, missing: 'area_absent' });
    expect(housing.figures.avgHomeValueEur).toBeNull();
    expect(income.level).toBe('district');
  });

  it('a topic that no edition has filled is not published', () => {
    const { energy, density } = figuresOfRegion(snapshot, region('GM0637'));
    expect(energy).toMatchObject({ dataYear: null, missing: 'not_published', level: 'municipality' });
    expect(energy.figures).toEqual({ avgElectricityKwh: null, avgGasM3: null, districtHeatingPct: null });
    expect(density).toMatchObject({ dataYear: 2024, missing: null });
  });
});
