import { join } from 'node:path';
import { Check } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locateNeighbourhood } from '../../../api/reports/locate-neighbourhood.ts';
import { resolveAddress } from '../../../api/reports/resolve-address.ts';
import { safetyReportSection } from '../../../api/reports/sections/safety-report.ts';
import { SourceList } from '../../../api/reports/source.ts';
import { SafetyReportBlockSchema } from '../../../api/schemas/home-safety-report.ts';
import { OFFENCE_CODES, offenceKey } from '../../../api/vocabulary/offence.ts';
import type { Snapshot } from '../../../db/store.ts';
import { NEIGHBOURHOODS } from '../../../ingest/sources/cbs/neighbourhoods.ts';
import { ADDRESSES } from '../../../ingest/sources/kadaster/addresses.ts';
import { type CrimeTableRow, writeCrimeTable } from '../../support/crime-table.ts';
import { ingestFromMirror, snapshotOf } from '../../support/group-run.ts';
import { copySample } from '../../support/mirror-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Addresses and key figures are those of the sample; the crimes are each test's own. */
const root = temporaryFolder();
const open: Snapshot[] = [];
let folders = 0;

const TITLES: Readonly<Record<string, string>> = {
  '9.9.9': '9.9.9 Iets nieuws',
  '0.0.0': 'Totaal misdrijven',
};
/** As the publisher lists them: the total, every kind that has a name here, and one that is new. */
const OFFENCES = Object.fromEntries(
  [...OFFENCE_CODES, '9.9.9'].map((code) => [code, TITLES[code] ?? `${code} Soort`]),
);

async function load(rows: readonly CrimeTableRow[], withCrime = true): Promise<Snapshot> {
  folders += 1;
  const mirror = join(root, `mirror-${folders}`);
  const dataDir = join(root, `data-${folders}`);
  copySample(mirror);
  writeCrimeTable(mirror, { rows, offences: OFFENCES, years: { 2025: 'Definitief' } });
  const options = { table: '47018NED', divisionYear: 2025, years: withCrime ? 1 : 0 };
  await ingestFromMirror(ADDRESSES, { dataDir, mirror, label: 'sample' });
  await ingestFromMirror(NEIGHBOURHOODS, {
    dataDir,
    mirror,
    label: 'sample',
    overrides: { 'police-crime': { options } },
  });
  const snapshot = snapshotOf(dataDir);
  open.push(snapshot);
  return snapshot;
}

function safetyOf(snapshot: Snapshot, q: string) {
  const resolved = resolveAddress(snapshot, { q });
  const { address } = resolved;
  const sources = new SourceList();
  const neighbourhood = locateNeighbourhood(snapshot, address);
  const context = { snapshot, resolved, address, neighbourhood, today: '2026-11-27', sources };
  const block = safetyReportSection(context);
  expect(Check(SafetyReportBlockSchema, block)).toBe(true);
  return { block, sources: sources.toArray().map(({ id }) => id) };
}

const row = (code: string, offence: string, crimes: number | null): CrimeTableRow => ({
  code,
  year: 2025,
  offence,
  crimes,
});

/** In BU0363AF09, of 835 residents. */
const AMSTEL = 'Amstel 1, Amsterdam';

afterAll(() => {
  for (const snapshot of open) snapshot.database.close();
});

describe('kinds of offences', () => {
  let block: ReturnType<typeof safetyOf>['block'];
  let sources: string[];
  // Every kind has a number of its own, so that a key that is filled from another shows.
  const kinds = OFFENCE_CODES.filter((code) => code !== '0.0.0');
  const crimes = (code: string) => kinds.indexOf(code) + 1;

  beforeAll(async () => {
    const snapshot = await load([
      row('NL00', '0.0.0', 800_000),
      row('BU0363AF09', '0.0.0', 2000),
      ...kinds.map((code) => row('NL00', code, crimes(code) * 10)),
      ...kinds.map((code) => row('BU0363AF09', code, crimes(code))),
      row('NL00', '9.9.9', 18_051),
      row('BU0363AF09', '9.9.9', null),
    ]);
    ({ block, sources } = safetyOf(snapshot, AMSTEL));
  });

  it('each have a key, in words', () => {
    const keys = OFFENCE_CODES.map(offenceKey);
    expect(new Set(keys).size).toBe(59);
    for (const key of keys) expect(key).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(Object.keys(block.per_1000_residents)).toEqual([...keys, 'offence_9_9_9']);
  });

  it.each(kinds.map((code) => [offenceKey(code), code] as const))('%s is filled from %s', (key, code) => {
    expect(block.per_1000_residents[key]).toBe(Number(((crimes(code) * 1000) / 835).toPrecision(3)));
    const national = ((crimes(code) * 10) / 18_050_600) * 1000;
    expect(block.national_per_1000_residents[key]).toBe(Number(national.toPrecision(3)));
    expect(block.national_per_1000_residents[key]).toBeGreaterThan(0);
  });

  it('that are new at the publisher go by their code; what is withheld is null', () => {
    expect(block.national_per_1000_residents.offence_9_9_9).toBe(1);
    expect(block.per_1000_residents.offence_9_9_9).toBeNull();
  });

  it('stand beside the same total as in the summary, with year, level and sources', () => {
    expect(block).toMatchObject({
      year: 2025,
      level: 'neighbourhood',
      per_1000_residents: { total: 2395.2 },
      national_per_1000_residents: { total: 44.3 },
      note: expect.stringContaining('divided by the few who live there'),
    });
    expect(sources).toEqual(['police-crime', 'cbs-key-figures']);
  });
});

describe('a kind without a number', () => {
  it('is null where no row was published, and 0 only where 0 was registered', async () => {
    const snapshot = await load([
      row('NL00', '0.0.0', 800_000),
      row('BU0363AF09', '0.0.0', 50),
      row('BU0363AF09', '1.4.6', 0),
    ]);
    const { per_1000_residents: rates } = safetyOf(snapshot, AMSTEL).block;
    expect(rates.street_robbery).toBe(0);
    expect(rates.home_burglary).toBeNull();
  });
});

describe('a neighbourhood without a rate', () => {
  it.each([
    ['not published', [], 'district', 105, 'have not published a number'],
    ['withheld', [row('BU0363AF09', '0.0.0', null)], 'district', 105, 'withholds the number'],
  ] as const)('takes that of its district where its own is %s', async (_case, own, level, total, why) => {
    const snapshot = await load([
      row('NL00', '0.0.0', 800_000),
      row('WK0363AF', '0.0.0', 1000),
      row('WK0363AF', '1.1.1', 95),
      ...own,
    ]);
    const { block } = safetyOf(snapshot, AMSTEL);
    expect(block.level).toBe(level);
    // 1,000 and 95 of 9,500 residents.
    expect(block.per_1000_residents).toMatchObject({ total: 105.3, home_burglary: 10 });
    expect(Math.floor(block.per_1000_residents.total ?? 0)).toBe(total);
    expect(block.note).toContain(why);
    expect(block.note).toMatch(/These are the rates of its district, \S+/);
  });

  it('takes that of the municipality where the district has none', async () => {
    const snapshot = await load([
      row('NL00', '0.0.0', 800_000),
      row('GM0363', '0.0.0', 80_000),
      row('WK0363AF', '0.0.0', null),
    ]);
    const { block } = safetyOf(snapshot, AMSTEL);
    expect(block.level).toBe('municipality');
    expect(block.per_1000_residents.total).toBeGreaterThan(50);
    expect(block.note).toContain('These are the rates of its municipality, Amsterdam.');
  });

  it('has none under 50 residents, also no larger one', async () => {
    const snapshot = await load([
      row('NL00', '0.0.0', 800_000),
      row('BU0363AD01', '0.0.0', 2874),
      row('WK0363AD', '0.0.0', 9120),
    ]);
    const { block } = safetyOf(snapshot, 'De Ruijterkade 105-1, Amsterdam');
    expect(block.level).toBe('neighbourhood');
    expect(block.per_1000_residents.total).toBeNull();
    expect(block.national_per_1000_residents.total).toBe(44.3);
    expect(block.note).toContain('fewer than 50 residents');
  });

  it('says that no figures on crime are loaded', async () => {
    const { block } = safetyOf(await load([], false), AMSTEL);
    expect(block).toMatchObject({ year: null, level: null });
    expect(Object.values(block.per_1000_residents).every((rate) => rate === null)).toBe(true);
    expect(Object.keys(block.per_1000_residents)).toHaveLength(59);
    expect(block.note).toBe('The figures on registered crime are not loaded on this service.');
  });
});
