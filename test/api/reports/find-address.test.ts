import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../api/config.ts';
import { ProblemError } from '../../../api/errors.ts';
import { createBagWfs } from '../../../api/live/bag-wfs.ts';
import { createLocatieserver } from '../../../api/live/locatieserver.ts';
import { findAddress } from '../../../api/reports/find-address.ts';
import { HOME_SOURCES } from '../../../api/reports/home-sources.ts';
import { summaryOf } from '../../../api/reports/home-summary.ts';
import { locateNeighbourhood } from '../../../api/reports/locate-neighbourhood.ts';
import { addressReportSection } from '../../../api/reports/sections/address.ts';
import { buildingReportSection } from '../../../api/reports/sections/building.ts';
import { SourceList } from '../../../api/reports/source.ts';
import type { AddressQuery } from '../../../api/schemas/address-input.ts';
import { region } from '../../../db/schema/neighbourhoods.ts';
import { municipalityPeriod } from '../../../db/schema/neighbourhoods-municipalities.ts';
import { type Snapshot, Store } from '../../../db/store.ts';
import { publishAddresses } from '../../support/address-store.ts';
import { publishTestRelease } from '../../support/store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { BAG_WFS_STAND_IN } from '../../upstreams/bag-wfs.ts';
import { LOCATIESERVER_STAND_IN } from '../../upstreams/locatieserver.ts';
import { startUpstreams, type Upstreams } from '../../upstreams/server.ts';

const TODAY = '2026-11-27';
const root = temporaryFolder();
const deps = { now: () => new Date(`${TODAY}T11:00:00Z`) };
const { prices } = readConfig({});
let upstreams: Upstreams;
/** A store without any release: everything is asked live. */
let empty: Store;
/** A store that has another part of the country, and the areas of its municipalities. */
let partial: Store;

beforeAll(async () => {
  upstreams = await startUpstreams({ standIns: [LOCATIESERVER_STAND_IN, BAG_WFS_STAND_IN] });
  empty = new Store({ dataDir: `${root}/empty` });
  publishAddresses(`${root}/partial`, [{ at: 'Kerkstraat 1', town: 'Doesburg', postcode: '6981CM' }], {
    label: 'partial',
  });
  publishNeighbourhoods(`${root}/partial`);
  partial = new Store({ dataDir: `${root}/partial` });
});

afterEach(async () => {
  for (const { id } of [LOCATIESERVER_STAND_IN, BAG_WFS_STAND_IN]) await upstreams.misbehave(id, undefined);
});

afterAll(async () => {
  empty.close();
  partial.close();
  await upstreams.close();
});

/** Two neighbourhoods: one of today, one that went up in another municipality in 2022. No key and no outlines. */
function publishNeighbourhoods(dataDir: string): void {
  publishTestRelease(dataDir, {
    group: 'neighbourhoods',
    label: 'partial',
    sources: [{ id: HOME_SOURCES.keyFigures }, { id: HOME_SOURCES.municipalityPeriods }],
    fill: (database) => {
      const now = { firstYear: 2023, lastYear: 2025 };
      const gone = { firstYear: 2015, lastYear: 2021 };
      database
        .insert(region)
        .values([
          { id: 1, code: 'NL00', kind: 'country', name: 'Nederland', ...now },
          {
            id: 2,
            code: 'BU0363AF09',
            kind: 'neighbourhood',
            name: 'Waterloopleinbuurt',
            districtCode: 'WK0363AF',
            municipalityCode: 'GM0363',
            ...now,
          },
          { id: 3, code: 'WK0363AF', kind: 'district', name: 'Nieuwmarkt/Lastage', ...now },
          { id: 4, code: 'BU04570001', kind: 'neighbourhood', name: 'Centrum', ...gone },
        ])
        .run();
      const province = { provinceCode: 'PV27', provinceName: 'Noord-Holland', firstYear: 2015 };
      database
        .insert(municipalityPeriod)
        .values([
          { code: 'GM0363', name: 'Amsterdam', ...province, lastYear: null },
          { code: 'GM0457', name: 'Weesp', ...province, lastYear: 2021 },
        ])
        .run();
    },
  });
}

function find(query: AddressQuery, snapshot: Snapshot = empty.current) {
  const live = {
    geocoder: createLocatieserver(upstreams.env.LOCATIESERVER_URL, deps),
    addressRegister: createBagWfs(upstreams.env.BAG_WFS_URL, deps),
  };
  return findAddress(snapshot, query, live, () => AbortSignal.timeout(2000));
}

async function problem(query: AddressQuery): Promise<ProblemError> {
  const error = await find(query).then(
    ({ address }) => new Error(`found ${address.street} ${address.houseNumber}`),
    (thrown: unknown) => thrown,
  );
  if (error instanceof ProblemError) return error;
  throw error;
}

const at = { postcode: '1011ZZ' } as const;

describe('an address that only publishers have', () => {
  it.each<[AddressQuery, number]>([
    [{ ...at, house_number: 18 }, 363200900000009],
    [{ postcode: '1011 zz', house_number: 14, house_letter: 'A' }, 363200900000002],
    [{ ...at, house_number: 14, house_letter: 'A', addition: '2' }, 363200900000003],
    [{ ...at, house_number: 14, addition: 'a-2' }, 363200900000003],
    [{ q: '1011ZZ 14a2' }, 363200900000003],
    [{ q: 'Nieuwe Proefweg 18, 1011 ZZ Amsterdam' }, 363200900000009],
    [{ q: 'Nieuwe Proefwegg 18, 1011 ZZ Amsterdm' }, 363200900000009],
    [{ q: 'n. proefwg 18 amsterdam' }, 363200900000009],
    [{ q: 'Amsterdam, Nieuwe Proefweg 18' }, 363200900000009],
    [{ q: 'Nieuwe Proefweg 3, Den Haag' }, 518200900000011],
    [{ q: 'Nieuwe Proefweg 3, The Hague, Netherlands' }, 518200900000011],
    [{ q: 'Proefgracht 72 Weesp' }, 457200900000010],
    [{ q: 'Proefsteeg 1, Amsterdam Noord-Holland' }, 363200900000012],
    [{ q: '0363010900000009-0363200900000009' }, 363200900000009],
    // The main address of the object.
    [{ q: '0363010900000001' }, 363200900000001],
    [{ q: '0363200900000012' }, 363200900000012],
  ])('is found: %j', async (query, addressId) => {
    const { address, live } = await find(query);
    expect(address.addressId).toBe(addressId);
    expect(live?.geocoder.answer.mode).toBe('live');
  });

  it.each<[AddressQuery, string]>([
    [{ ...at, house_number: 13 }, 'no 1011ZZ 13'],
    [{ ...at, house_number: 18, house_letter: 'Z' }, 'no 1011ZZ 18Z, but other addresses on that number'],
    [{ q: 'Nieuwe Proefweg 18, Utrecht' }, 'no "Nieuwe Proefweg 18, Utrecht"'],
    [{ q: 'Oude Proefweg 18, Amsterdam' }, 'no "Oude Proefweg 18, Amsterdam"'],
    [{ q: 'Proefsteeg 18, 1011ZZ' }, 'no "Proefsteeg 18, 1011ZZ"'],
    [{ q: 'Nieuwe Proefweg 12 Weesp' }, 'no "Nieuwe Proefweg 12 Weesp"'],
    [{ q: '0363010900000001-0363200900000009' }, 'no "0363010900000001-0363200900000009"'],
    // The register says that its object is gone; the geocoder does not know yet.
    [{ ...at, house_number: 99 }, 'no 1011ZZ 99'],
  ])('is not another one: %j', async (query, lacks) => {
    const { code, message } = await problem(query);
    expect(code).toBe('address_unknown');
    expect(message).toContain(`The register has ${lacks}.`);
    expect(message).toMatch(
      /So says the (geocoder of PDOK|WFS of the register of addresses and buildings), asked just now\.$/,
    );
  });

  it.each<[AddressQuery, string[]]>([
    [
      { ...at, house_number: 14 },
      [
        'postcode=1011ZZ&house_number=14&house_letter=A',
        'postcode=1011ZZ&house_number=14&house_letter=a&addition=2',
      ],
    ],
    // One number of a postcode, two streets: only the ids tell them apart.
    [
      { ...at, house_number: 1 },
      ['q=0363020900000006-0363200900000006', 'q=0363010900000001-0363200900000012'],
    ],
  ])('may be several: %j', async (query, queries) => {
    const { code, members } = await problem(query);
    expect(code).toBe('address_ambiguous');
    const matches = members.other_matches as { query: string }[];
    expect(matches.map((match) => match.query)).toEqual(queries);
    for (const selecting of queries) {
      const found = await find(readQuery(selecting));
      expect(found.address.addressId).toBeGreaterThan(0);
    }
  });

  it('is, of two objects, the one in use', async () => {
    const { address, duplicates } = await find({ ...at, house_number: 16 });
    expect(address.objectId).toBe(363010900000005);
    expect(duplicates.map(({ objectId }) => objectId)).toEqual([363010900000004]);
  });

  it('is not guessed between two objects while the register is down', async () => {
    await upstreams.misbehave(BAG_WFS_STAND_IN.id, 'down');
    await expect(find({ ...at, house_number: 16 })).rejects.toMatchObject({ name: 'UpstreamUnavailable' });
  });

  it('is found in the store first, and nobody is asked', async () => {
    const before = upstreams.requests.length;
    const { live } = await find({ q: 'Kerkstraat 1, Doesburg' }, partial.current);
    expect(live).toBeUndefined();
    expect(upstreams.requests).toHaveLength(before);
  });
});

function readQuery(text: string): AddressQuery {
  const { house_number: number, ...query } = Object.fromEntries(new URLSearchParams(text));
  return { ...query, ...(number === undefined ? {} : { house_number: Number(number) }) };
}

/** The blocks of the full report for an address. */
async function blocks(query: AddressQuery, snapshot = empty.current) {
  const resolved = await find(query, snapshot);
  const { address, live } = resolved;
  const sources = new SourceList();
  const neighbourhood = locateNeighbourhood(snapshot, address, live);
  const context = { snapshot, resolved, address, neighbourhood, today: TODAY, sources };
  const block = addressReportSection(context);
  return { address: block, building: buildingReportSection(context), source: sources.toArray() };
}

describe('what is told of it', () => {
  it('has the facts of the register, marked as asked just now', async () => {
    const { address, building, source } = await blocks({ ...at, house_number: 14, house_letter: 'A' });
    expect(address).toEqual({
      label: 'Nieuwe Proefweg 14A, 1011ZZ Amsterdam',
      postcode: '1011ZZ',
      city: 'Amsterdam',
      lat: expect.closeTo(52.367, 2),
      lon: expect.closeTo(4.9, 2),
      neighbourhood: { code: 'BU0363AF09', name: 'Waterloopleinbuurt' },
      district: { code: 'WK0363AF', name: 'Nieuwmarkt/Lastage' },
      municipality: 'Amsterdam',
      municipality_code: 'GM0363',
      province: 'Noord-Holland',
      note: 'The neighbourhood figures are not loaded on this service.',
    });
    expect(building).toEqual({
      building_id: '0363100900000001',
      building_status: 'in use',
      year_built: 1988,
      age_years: 38,
      units_in_building: 5,
      uses_in_building: ['residential', 'office', 'retail'],
      unit: {
        object_id: '0363010900000002',
        floor_area_m2: 60,
        use: ['office', 'retail'],
        status: 'in use',
      },
      note: null,
    });
    expect(source.map(({ id, mode, used_for }) => [id, mode, used_for])).toEqual([
      [
        'pdok-locatieserver',
        'live',
        ['address', 'address.neighbourhood', 'address.municipality', 'address.district'],
      ],
      ['bag-extract', 'live', ['building']],
    ]);
  });

  it('names the building at the location of a unit in several', async () => {
    const { building } = await blocks({ ...at, house_number: 14, house_letter: 'a', addition: '2' });
    expect(building).toMatchObject({ building_id: '0363100900000002', building_status: 'under renovation' });
    expect(building.note).toMatch(
      /^The unit lies in 2 buildings; these are the facts of building 0363100900000002/,
    );
  });

  it('has no building of a berth, and says why', async () => {
    const { building } = await blocks({ q: 'Proefkade 1, Amsterdam' });
    expect(building).toMatchObject({
      building_id: null,
      building_status: null,
      year_built: null,
      units_in_building: null,
      uses_in_building: null,
      unit: { object_id: '0363020900000006', floor_area_m2: null, use: null, status: 'designated' },
      note: 'This is a berth for a houseboat: the register has no building, floor area or use for it.',
    });
  });

  it('has no building where the register does not have the object, and says so', async () => {
    const { building } = await blocks({ ...at, house_number: 77 });
    expect(building).toMatchObject({ building_id: null, year_built: null, unit: { status: null } });
    expect(building.note).toMatch(/does not have the object of this address/);
  });

  it('is a secondary address where it is one', async () => {
    const { address, building } = await blocks({ q: 'Proefsteeg 1, Amsterdam' });
    expect(address.note).toMatch(/^This is a secondary address of its object\./);
    expect(building.unit.object_id).toBe('0363010900000001');
  });

  it('has the figures of the neighbourhood that the geocoder names, where the store has it', async () => {
    const { address, source } = await blocks({ ...at, house_number: 18 }, partial.current);
    expect(address).toMatchObject({ neighbourhood: { code: 'BU0363AF09' }, district: { code: 'WK0363AF' } });
    expect(source.find(({ id }) => id === 'pdok-locatieserver')?.used_for).toContain('address.neighbourhood');
  });

  it('has no neighbourhood and no municipality that are no more', async () => {
    const { address } = await blocks({ q: 'Proefgracht 72, Weesp' }, partial.current);
    expect(address).toMatchObject({
      neighbourhood: { code: null, name: null },
      district: { code: null, name: null },
      municipality: null,
      municipality_code: null,
      province: 'Noord-Holland',
    });
  });

  it('answers the summary without any release', async () => {
    const resolved = await find({ ...at, house_number: 18 });
    const summary = summaryOf(empty.current, resolved, TODAY, prices);
    expect(summary.building).toMatchObject({
      year_built: null,
      unit: { floor_area_m2: null, use: ['other'] },
    });
    expect(summary.related[0]?.endpoint).toBe('/v1/home/report?postcode=1011ZZ&house_number=18');
  });
});
