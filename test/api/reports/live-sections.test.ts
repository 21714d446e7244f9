import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../api/config.ts';
import { createLiveClients, type LiveClients } from '../../../api/live/clients.ts';
import type { EnergyLabelRecord } from '../../../api/live/ep-online.ts';
import { locateNeighbourhood } from '../../../api/reports/locate-neighbourhood.ts';
import { resolveAddress } from '../../../api/reports/resolve-address.ts';
import { elevationSection } from '../../../api/reports/sections/elevation.ts';
import { currentLabel, energyLabelSection } from '../../../api/reports/sections/energy-label.ts';
import { permitsSection } from '../../../api/reports/sections/permits.ts';
import type { ReportContext } from '../../../api/reports/sections/section.ts';
import { SourceList } from '../../../api/reports/source.ts';
import type { Snapshot } from '../../../db/store.ts';
import { CASE_TOWNS } from '../../support/address-cases.ts';
import { publishAddresses } from '../../support/address-store.ts';
import { snapshotOf } from '../../support/group-run.ts';
import { AHN_STAND_IN } from '../../upstreams/ahn.ts';
import { ANNOUNCEMENTS_STAND_IN } from '../../upstreams/announcements.ts';
import { EP_ONLINE_STAND_IN } from '../../upstreams/ep-online.ts';
import { startUpstreams, type Upstreams } from '../../upstreams/server.ts';

/** The blocks that are asked live: what the sections make of right answers, and of none. */
let upstreams: Upstreams;
let dataDir: string;
let snapshot: Snapshot;

beforeAll(async () => {
  upstreams = await startUpstreams({ standIns: [AHN_STAND_IN, EP_ONLINE_STAND_IN, ANNOUNCEMENTS_STAND_IN] });
  dataDir = mkdtempSync(join(tmpdir(), 'live-sections-'));
  const rows = [
    { at: 'Amstel 1', town: 'Amsterdam', postcode: '1011PN', objectId: 363010012143319 },
    { at: 'Amstel 2', town: 'Amsterdam', postcode: '1011PN' },
    { at: 'Kosterstraat 4', town: 'Doesburg', postcode: '6981CH', objectId: 221010000330226 },
    { at: 'Kade 3', town: 'Amsterdam', postcode: '1017EK', type: 'berth', latitude: null },
    { at: 'Park & Ride Noord 3', town: 'Amsterdam', postcode: null },
  ] as const;
  publishAddresses(dataDir, rows, { towns: CASE_TOWNS });
  snapshot = snapshotOf(dataDir);
});
afterAll(async () => {
  snapshot.database.close();
  rmSync(dataDir, { recursive: true, force: true });
  await upstreams.close();
});

function clients(env: NodeJS.ProcessEnv = {}): LiveClients {
  const config = readConfig({ DATA_DIR: dataDir, EP_ONLINE_API_KEY: 'my-key', ...upstreams.env, ...env });
  return createLiveClients(config, { now: () => new Date('2026-11-27T11:00:00Z') });
}

/** @param more what differs, of the address too */
function contextOf(
  q: string,
  {
    address: changed = {},
    ...more
  }: Partial<Omit<ReportContext, 'address'>> & { address?: Partial<ReportContext['address']> } = {},
): ReportContext {
  const resolved = resolveAddress(snapshot, { q });
  return {
    snapshot,
    resolved,
    address: { ...resolved.address, ...changed },
    neighbourhood: locateNeighbourhood(snapshot, resolved.address, undefined),
    today: '2026-11-27',
    sources: new SourceList(),
    live: clients(),
    signal: AbortSignal.timeout(20_000),
    ...more,
  };
}

const AMSTEL = 'Amstel 1, Amsterdam';
const usedOf = ({ sources }: ReportContext) =>
  sources.toArray().map(({ id, used_for, mode }) => `${id} ${used_for} ${mode}`);

describe('elevation', () => {
  it('gives the level of the ground, below the sea here, with its resolution and method', async () => {
    const context = contextOf(AMSTEL);
    const block = await elevationSection(context);
    expect(block).toEqual({
      ground_level_m_nap: expect.closeTo(-1.49, 1),
      below_sea_level: true,
      resolution_m: 0.5,
      method: 'Median of the 100 cells of bare ground nearest to the address.',
      note: null,
    });
    expect(usedOf(context)).toEqual(['ahn elevation live']);
  });

  it('is above the sea where the ground is', async () => {
    const block = await elevationSection(contextOf(AMSTEL, { address: { rdXM: 250_000, rdYM: 470_000 } }));
    expect(block.ground_level_m_nap).toBeGreaterThan(10);
    expect(block.below_sea_level).toBe(false);
  });

  it('says how far the ground is, and that a berth is on the water', async () => {
    const address = { rdXM: 120_029, rdYM: 482_590, objectType: 2 };
    const { note } = await elevationSection(contextOf(AMSTEL, { address }));
    expect(note).toBe(
      'The nearest ground is 30 m from the address: the model has none under buildings and water. This is a berth: the height is that of the land next to it, not of the water.',
    );
  });

  it.each([
    ['in the middle of a lake', { address: { rdXM: 150_000, rdYM: 480_000 } }, /no bare ground within 60 m/],
    ['without a location', { address: { rdXM: null, rdYM: null } }, /no usable location/],
    ['with LIVE=off', { live: undefined }, /off on this service/],
  ])('is null %s, and says why', async (_when, more, note) => {
    expect(await elevationSection(contextOf(AMSTEL, more))).toEqual({
      ground_level_m_nap: null,
      below_sea_level: null,
      resolution_m: null,
      method: null,
      note: expect.stringMatching(note),
    });
  });
});

describe('energy_label', () => {
  it('is the newest of several, with what its method tells of the energy use', async () => {
    const context = contextOf(AMSTEL);
    expect(await energyLabelSection(context)).toEqual({
      label: 'C',
      registered_on: '2024-03-11',
      valid_until: '2034-03-04',
      status: 'existing building',
      method: 'NTA 8800, basic survey',
      energy_use: {
        demand_kwh_m2: 118.4,
        primary_fossil_kwh_m2: 201.77,
        renewable_share_pct: 3.1,
        calculated_kwh_m2: 201.6,
        calculated_mj: null,
        co2_kg_m2: 37.2,
        energy_index: null,
      },
      note: null,
    });
    expect(usedOf(context)).toEqual(['ep-online energy_label live']);
  });

  it('by an older method has its use in MJ of the whole unit, and nothing per m2', async () => {
    const { energy_use: use, ...label } = await energyLabelSection(contextOf('Kosterstraat 4, Doesburg'));
    expect(label).toMatchObject({ label: 'D', method: 'Nader Voorschrift (2015 to 2020)', note: null });
    expect(use).toEqual({
      demand_kwh_m2: null,
      primary_fossil_kwh_m2: null,
      renewable_share_pct: null,
      calculated_kwh_m2: null,
      calculated_mj: 84_512,
      co2_kg_m2: null,
      energy_index: 1.64,
    });
  });

  it('that has run out is given, and says so', async () => {
    const context = contextOf('Kosterstraat 4, Doesburg', { today: '2028-06-14' });
    expect(await energyLabelSection(context)).toMatchObject({
      label: 'D',
      valid_until: '2028-06-13',
      note: 'The label is no longer valid.',
    });
  });

  it.each([
    [
      'none is registered',
      'Amstel 2, Amsterdam',
      {},
      /^No energy label is registered/,
      ['ep-online energy_label live'],
    ],
    ['the operator has no key', AMSTEL, { live: 'no key' }, /has no key/, []],
    ['live is off', AMSTEL, { live: undefined }, /off on this service/, []],
    ['the object has no id', AMSTEL, { address: { objectId: 0 } }, /not known/, []],
  ] as const)('is null where %s, and says so', async (_when, q, more, note, used) => {
    const live =
      'live' in more && more.live === 'no key' ? clients({ EP_ONLINE_API_KEY: undefined }) : undefined;
    const context = contextOf(q, live === undefined ? (more as Parameters<typeof contextOf>[1]) : { live });
    const block = await energyLabelSection(context);
    expect(block).toMatchObject({ label: null, registered_on: null, note: expect.stringMatching(note) });
    expect(new Set(Object.values(block.energy_use))).toEqual(new Set([null]));
    expect(usedOf(context)).toEqual(used);
  });

  const record = (fields: Partial<EnergyLabelRecord>): EnergyLabelRecord => ({
    energyClass: 'B',
    registeredOn: '2024-01-01',
    surveyedOn: null,
    validUntil: '2034-01-01',
    status: 'Bestaand',
    survey: null,
    calculation: null,
    isOfReferenceBuilding: false,
    energyIndex: null,
    energyDemand: null,
    primaryFossilEnergy: null,
    renewableSharePct: null,
    calculatedUse: null,
    calculatedCo2: null,
    ...fields,
  });

  it.each<[string, Partial<EnergyLabelRecord>[], string]>([
    ['the newest', [{ registeredOn: '2020-01-01' }, { registeredOn: '2025-01-01' }], '2025-01-01'],
    [
      'one that is valid before a newer one that is not',
      [
        { registeredOn: '2025-01-01', validUntil: '2026-11-26' },
        { registeredOn: '2020-01-01', validUntil: '2026-11-27' },
      ],
      '2020-01-01',
    ],
    [
      'the building before its plans',
      [
        { registeredOn: '2025-01-01', status: 'Vergunningsaanvraag' },
        { registeredOn: '2020-01-01', status: 'Oplevering' },
      ],
      '2020-01-01',
    ],
    ['its plans where there is nothing else', [{ status: 'Vergunningsaanvraag' }], '2024-01-01'],
    ['one without an end', [{ validUntil: null }], '2024-01-01'],
  ])('that counts is %s', (_which, records, registeredOn) => {
    expect(currentLabel(records.map(record), '2026-11-27')?.registeredOn).toBe(registeredOn);
    expect(currentLabel(records.map(record).reverse(), '2026-11-27')?.registeredOn).toBe(registeredOn);
  });
});

describe('permits', () => {
  it('are the notices of 24 months that are about the address or near it, the newest first', async () => {
    const context = contextOf(AMSTEL);
    const { permits, permits_note: note } = await permitsSection(context);
    expect(permits?.map(({ date, type, stage, concerns }) => [date, type, stage, concerns])).toEqual([
      ['2026-07-14', 'environment and planning permit (building)', 'granted', 'this address'],
      ['2026-06-02', 'environment and planning permit (building)', 'application', 'this address'],
      ['2026-03-19', 'event permit', 'application', 'within 100 m'],
    ]);
    expect(permits?.[0]).toMatchObject({
      title: 'Besluit omgevingsvergunning verleend Amstel 1, het vernieuwen van de balie',
      authority: 'Amsterdam',
      url: 'https://zoek.officielebekendmakingen.nl/gmb-2026-310001.html',
    });
    expect(note).toBeNull();
    expect(usedOf(context)).toEqual(['announcements permits live']);
  });

  it('of a neighbour are those of its postcode', async () => {
    const { permits } = await permitsSection(contextOf('Amstel 2, Amsterdam'));
    expect(permits?.[0]?.concerns).toBe('its postcode');
  });

  it('may come from a water authority', async () => {
    const { permits } = await permitsSection(contextOf('Kosterstraat 4, Doesburg'));
    expect(permits).toMatchObject([{ type: 'water permit', authority: 'Waterschap Rijn en IJssel' }]);
  });

  it('end on the day 24 months ago', async () => {
    const old = { date: '2023-02-01', title: 'Aanvraag omgevingsvergunning Amstel 1, lang geleden' };
    const at = async (today: string) => (await permitsSection(contextOf(AMSTEL, { today }))).permits?.at(-1);
    expect(await at('2025-02-01')).toMatchObject(old);
    expect(await at('2025-02-02')).not.toMatchObject(old);
  });

  it('may be none', async () => {
    const { permits, permits_note: note } = await permitsSection(
      contextOf('Park & Ride Noord 3, Amsterdam', { address: { rdXM: 1, rdYM: 1 } }),
    );
    expect(permits).toEqual([]);
    expect(note).toMatch(/no postcode/);
  });

  it('are null with LIVE=off', async () => {
    expect(await permitsSection(contextOf(AMSTEL, { live: undefined }))).toEqual({
      permits: null,
      permits_note: 'Official notices are asked live, which is off on this service.',
    });
  });
});
