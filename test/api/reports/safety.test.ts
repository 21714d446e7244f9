import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HomeSummary } from '../../../api/schemas/home.ts';
import type { Snapshot } from '../../../db/store.ts';
import { NEIGHBOURHOODS } from '../../../ingest/sources/cbs/neighbourhoods.ts';
import { ADDRESSES } from '../../../ingest/sources/kadaster/addresses.ts';
import { type CrimeTableRow, writeCrimeTable } from '../../support/crime-table.ts';
import { ingestFromMirror, snapshotOf } from '../../support/group-run.ts';
import { localSummary } from '../../support/local-summary.ts';
import { copySample } from '../../support/mirror-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Addresses and key figures are those of the sample; the crimes are each test's own. */
const root = temporaryFolder();
const open: Snapshot[] = [];
let folders = 0;

interface Crimes {
  readonly rows: readonly CrimeTableRow[];
  readonly status?: string;
  readonly divisionYear?: number;
  readonly without?: 'crime' | 'map';
}

async function load({
  rows,
  status = 'Definitief',
  divisionYear = 2025,
  without,
}: Crimes): Promise<Snapshot> {
  folders += 1;
  const mirror = join(root, `mirror-${folders}`);
  const dataDir = join(root, `data-${folders}`);
  copySample(mirror);
  writeCrimeTable(mirror, { rows, years: { 2025: status } });
  const options = { table: '47018NED', divisionYear, years: without === 'crime' ? 0 : 1 };
  const overrides = {
    'police-crime': { options },
    ...(without === 'map' && { 'cbs-areas': { editions: [] } }),
  };
  await ingestFromMirror(ADDRESSES, { dataDir, mirror, label: 'sample' });
  await ingestFromMirror(NEIGHBOURHOODS, { dataDir, mirror, label: 'sample', overrides });
  const snapshot = snapshotOf(dataDir);
  open.push(snapshot);
  return snapshot;
}

const answer = (snapshot: Snapshot, q: string): HomeSummary => localSummary(snapshot, { q }, '2026-11-27');
const row = (code: string, crimes: number | null): CrimeTableRow => ({ code, year: 2025, crimes });

const AMSTEL = 'Amstel 1, Amsterdam';
const PARK = 'Park & Ride Noord 3, Amsterdam';

afterAll(() => {
  for (const snapshot of open) snapshot.database.close();
});

describe('the safety block', () => {
  let snapshot: Snapshot;
  beforeAll(async () => {
    snapshot = await load({
      rows: [
        row('NL00', 800_000),
        row('BU0363AF09', 50),
        row('BU0363ER01', 500),
        row('BU0363AD01', 2874),
        row('BU0363AA06', null),
        row('BU0363NG02', 0),
      ],
    });
  });

  it('has the rates of the neighbourhood and of the country, to one decimal', () => {
    // 50 of 835 residents, 800,000 of 18,050,600.
    expect(answer(snapshot, AMSTEL).safety).toEqual({
      year: 2025,
      per_1000_residents: { total: 59.9 },
      national_per_1000_residents: { total: 44.3 },
      note: null,
    });
  });

  it('names both the police and the residents it divides by as its sources', () => {
    const used = answer(snapshot, AMSTEL).source.filter(({ used_for }) => used_for.includes('safety'));
    expect(used.map(({ id, licence, mode }) => [id, licence, mode])).toEqual([
      ['cbs-key-figures', 'CC-BY-4.0', 'sample'],
      ['police-crime', 'CC-BY-4.0', 'sample'],
    ]);
  });

  it.each([
    [
      'says what a high rate may mean',
      'Curaçaostraat 12, Amsterdam',
      145.3,
      'divided by the few who live there',
    ],
    ['is null under 50 residents', 'De Ruijterkade 105-1, Amsterdam', null, 'fewer than 50 residents'],
    ['is null where the number is withheld', 'Brouwersgracht 605B, Amsterdam', null, 'withholds the number'],
    ['is null where no number is published', 'Kerkstraat 1, Doesburg', null, 'have not published a number'],
    ['is zero where nothing was registered', PARK, 0, null],
  ])('%s', (_case, q, total, note) => {
    const { safety } = answer(snapshot, q);
    expect(safety.per_1000_residents.total).toBe(total);
    expect(safety.national_per_1000_residents.total).toBe(44.3);
    if (note === null) expect(safety.note).toBeNull();
    else expect(safety.note).toContain(note);
  });

  it('says that the year is provisional', async () => {
    const provisional = await load({
      rows: [row('NL00', 800_000), row('BU0363AF09', 50)],
      status: 'Voorlopig',
    });
    expect(answer(provisional, AMSTEL).safety.note).toBe('The figures of 2025 are provisional.');
  });

  it('pitfall 14: gives no rate by residents of another division', async () => {
    const other = await load({ rows: [row('NL00', 800_000), row('BU0363AF09', 50)], divisionYear: 2026 });
    const { safety } = answer(other, AMSTEL);
    expect(safety.per_1000_residents.total).toBeNull();
    expect(safety.note).toContain('residents of 2026');
    expect(safety.national_per_1000_residents.total).toBe(44.3);
  });

  it('says that the figures are not loaded', async () => {
    const none = await load({ rows: [], without: 'crime' });
    expect(answer(none, AMSTEL).safety).toEqual({
      year: null,
      per_1000_residents: { total: null },
      national_per_1000_residents: { total: null },
      note: 'The figures on registered crime are not loaded on this service.',
    });
  });
});

describe('an address that the key of postcodes does not have', () => {
  it('has the neighbourhood that it lies in, with a note and the map as the source', async () => {
    const { address, neighbourhood, source } = answer(await load({ rows: [] }), PARK);
    expect(address.neighbourhood).toEqual({ code: 'BU0363NG02', name: 'Elzenhagen-Zuid' });
    expect(address.note).toMatch(
      /found by location, in the division of 2025, since this address has no postcode/,
    );
    expect(neighbourhood.people.residents).toBe(2480);
    const map = source.find(({ used_for }) => used_for.includes('address.neighbourhood'));
    expect(map?.id).toBe('cbs-areas');
    expect(map?.attribution).toContain('Kadaster / Centraal Bureau voor de Statistiek');
  });

  it('has none without the map, and says why', async () => {
    const { address, safety } = answer(await load({ rows: [], without: 'map' }), PARK);
    expect(address.neighbourhood).toEqual({ code: null, name: null });
    expect(address.note).toContain('no neighbourhood was found at its location');
    expect(safety.note).toContain('no neighbourhood was found at its location');
  });

  it('keeps to the key where it has the address, whatever the map says', async () => {
    const { address, source } = answer(await load({ rows: [] }), AMSTEL);
    expect(address.note).toBeNull();
    expect(source.map(({ id }) => id)).not.toContain('cbs-areas');
  });
});
