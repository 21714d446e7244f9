import { Check } from 'typebox/value';
import { afterEach, describe, expect, it } from 'vitest';
import { HOME_SOURCES } from '../../../api/reports/home-sources.ts';
import { type HomeSummary, HomeSummarySchema } from '../../../api/schemas/home.ts';
import { packPostcodeNumber } from '../../../db/postcode-number.ts';
import { BUILDING_STATUSES, USES } from '../../../db/schema/addresses.ts';
import { liveabilityScore, liveabilityYear } from '../../../db/schema/liveability.ts';
import {
  keyFigures,
  postcodeNumber,
  region,
  TOPIC_NAMES,
  topicEdition,
} from '../../../db/schema/neighbourhoods.ts';
import { AMENITIES, proximity, proximityEdition } from '../../../db/schema/neighbourhoods-proximity.ts';
import { DatasetUnavailableError, Store } from '../../../db/store.ts';
import { publishAddresses, type TestAddress } from '../../support/address-store.ts';
import { localSummary } from '../../support/local-summary.ts';
import { publishTestRelease } from '../../support/store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TODAY = '2026-11-27';
const root = temporaryFolder();
let folders = 0;
const open: Store[] = [];

afterEach(() => {
  for (const store of open.splice(0)) store.close();
});

interface Loaded {
  readonly rows: readonly TestAddress[];
  readonly figures?: Partial<typeof keyFigures.$inferInsert>;
  /** Distances of 2025; none: the proximity tables are not loaded. */
  readonly distances?: Partial<typeof proximity.$inferInsert>;
  readonly neighbourhoods?: boolean;
  /** Codes of the areas that have a liveability score; none: the group is not loaded. */
  readonly scored?: readonly string[];
  readonly label?: 'sample' | 'national';
}

const AMSTEL: TestAddress = { at: 'Amstel 1', town: 'Amsterdam', postcode: '1011PN' };

/** Publishes what is given and answers for the first address. */
function summary(
  { rows, figures = {}, distances, neighbourhoods = true, scored, label = 'national' }: Loaded,
  q?: string,
) {
  folders += 1;
  const dataDir = `${root}/${folders}`;
  publishAddresses(dataDir, rows, { label });
  if (neighbourhoods) publishNeighbourhoods(dataDir, figures, label, distances);
  if (scored !== undefined) publishLiveability(dataDir, scored, label);
  const store = new Store({ dataDir });
  open.push(store);
  const [first] = rows;
  const answer = localSummary(store.current, { q: q ?? `${first?.at.split('|')[0]}, ${first?.town}` }, TODAY);
  expect(Check(HomeSummarySchema, answer)).toBe(true);
  return answer;
}

function publishNeighbourhoods(
  dataDir: string,
  figures: Partial<typeof keyFigures.$inferInsert>,
  label: 'sample' | 'national',
  distances?: Partial<typeof proximity.$inferInsert>,
): void {
  publishTestRelease(dataDir, {
    group: 'neighbourhoods',
    label,
    sources: [
      { id: HOME_SOURCES.keyFigures },
      { id: HOME_SOURCES.postcodeKeys },
      { id: HOME_SOURCES.proximity },
    ],
    fill: (database) => {
      const years = { firstYear: 2023, lastYear: 2025 };
      database
        .insert(region)
        .values([
          {
            id: 1,
            code: 'BU0363AF09',
            kind: 'neighbourhood',
            name: 'Waterloopleinbuurt',
            districtCode: 'WK0363AF',
            municipalityCode: 'GM0363',
            ...years,
          },
          {
            id: 2,
            code: 'WK0363AF',
            kind: 'district',
            name: 'Nieuwmarkt/Lastage',
            municipalityCode: 'GM0363',
            ...years,
          },
        ])
        .run();
      for (const [editionYear, filled] of [
        [2025, ['people']],
        [2024, [...TOPIC_NAMES]],
      ] as const) {
        for (const topic of filled) {
          database.insert(topicEdition).values({ topic, editionYear, filledShare: 0.9, filled: true }).run();
        }
      }
      database
        .insert(keyFigures)
        .values({ regionId: 1, editionYear: 2025, bordersMoved: false, residents: 1245, households: 815 })
        .run();
      database
        .insert(keyFigures)
        .values({
          regionId: 1,
          editionYear: 2024,
          bordersMoved: false,
          residents: 1235,
          households: 810,
          avgHomeValueEur: 612_000,
          ownerOccupiedPct: 31,
          distanceGpPracticeKm: 0.4,
          distanceSupermarketKm: 0.2,
          ...figures,
        })
        .run();
      if (distances !== undefined) {
        database
          .insert(proximity)
          .values({ regionId: 1, editionYear: 2025, ...distances })
          .run();
        for (const amenity of AMENITIES) {
          database
            .insert(proximityEdition)
            .values({ amenity, editionYear: 2025, filledShare: 0.9, filled: true })
            .run();
        }
      }
      const key = packPostcodeNumber('1011PN', 1) ?? 0;
      database.insert(postcodeNumber).values({ key, regionId: 1 }).run();
    },
  });
}

function publishLiveability(dataDir: string, codes: readonly string[], label: 'sample' | 'national'): void {
  publishTestRelease(dataDir, {
    group: 'liveability',
    label,
    sources: [{ id: HOME_SOURCES.liveability }],
    fill: (database) => {
      for (const kind of ['neighbourhood', 'district'] as const) {
        database.insert(liveabilityYear).values({ year: 2024, kind, scoredAreas: 12_147 }).run();
      }
      for (const areaCode of codes) {
        database
          .insert(liveabilityScore)
          .values({
            areaCode,
            year: 2024,
            kind: areaCode.startsWith('BU') ? 'neighbourhood' : 'district',
            name: 'Nieuwmarkt/Lastage',
            score: 4.47,
            deviation: 0.37,
            physicalEnvironment: -0.01,
            nuisanceAndSafety: -0.2,
            socialCohesion: -0.1,
            amenities: 0.7,
            housingStock: -0.02,
            situationClass: 9,
            deviationClass: 9,
            physicalEnvironmentClass: 5,
            nuisanceAndSafetyClass: 2,
            socialCohesionClass: 3,
            amenitiesClass: 9,
            housingStockClass: 5,
            percentile: 99,
            physicalEnvironmentPercentile: 26,
            nuisanceAndSafetyPercentile: 4,
            socialCohesionPercentile: 1,
            amenitiesPercentile: 98,
            housingStockPercentile: 24,
          })
          .run();
      }
    },
  });
}

describe('homeSummary', () => {
  it('answers what is known about an address, each figure with its year', () => {
    const answer = summary({
      rows: [
        {
          ...AMSTEL,
          building: { yearBuilt: 1986, units: 3, uses: USES.office | USES.assembly },
          uses: USES.office,
          floorAreaM2: 76,
        },
      ],
      scored: ['BU0363AF09'],
    });
    expect(answer).toMatchObject({
      address: {
        label: 'Amstel 1, 1011PN Amsterdam',
        postcode: '1011PN',
        city: 'Amsterdam',
        lat: 52.3676456,
        lon: 4.90016547,
        neighbourhood: { code: 'BU0363AF09', name: 'Waterloopleinbuurt' },
        note: null,
      },
      building: {
        year_built: 1986,
        age_years: 40,
        units_in_building: 3,
        uses_in_building: ['assembly', 'office'],
        unit: { floor_area_m2: 76, use: ['office'], status: 'in use' },
        note: null,
      },
      neighbourhood: {
        people: { data_year: 2025, residents: 1245, households: 815 },
        housing: { data_year: 2024, avg_home_value_eur: 612_000, owner_occupied_pct: 31 },
        distance_km: { data_year: 2024, gp_practice: 0.4, supermarket: 0.2, train_station: null },
      },
      liveability: {
        year: 2024,
        level: 'neighbourhood',
        percentile: 99,
        dimension_percentiles: {
          physical_environment: 26,
          nuisance_and_safety: 4,
          social_cohesion: 1,
          amenities: 98,
          housing_stock: 24,
        },
        note: null,
      },
    });
  });

  it('has every block in the order of the contract', () => {
    expect(Object.keys(summary({ rows: [AMSTEL] }))).toEqual([
      'address',
      'building',
      'neighbourhood',
      'safety',
      'heritage',
      'liveability',
      'source',
      'related',
    ]);
  });

  it('names only the sources that it used, and for what', () => {
    const usesOf = ({ source }: HomeSummary) =>
      source.map(({ id, used_for, mode }) => ({ id, used_for, mode }));
    expect(usesOf(summary({ rows: [AMSTEL], scored: ['BU0363AF09'], label: 'sample' }))).toEqual([
      { id: 'bag-extract', used_for: ['address', 'building'], mode: 'sample' },
      { id: 'cbs-postcode-keys', used_for: ['address.neighbourhood'], mode: 'sample' },
      {
        id: 'cbs-key-figures',
        used_for: ['neighbourhood.people', 'neighbourhood.housing', 'neighbourhood.distance_km'],
        mode: 'sample',
      },
      { id: 'bzk-leefbaarometer', used_for: ['liveability'], mode: 'sample' },
    ]);
    expect(usesOf(summary({ rows: [AMSTEL], neighbourhoods: false })).map(({ id }) => id)).toEqual([
      'bag-extract',
    ]);
  });

  it('says of what is not loaded that it is not known, never that it is nothing', () => {
    const { safety, heritage } = summary({ rows: [AMSTEL] });
    expect(safety.per_1000_residents.total).toBeNull();
    expect(safety.note).toContain('not loaded');
    expect(heritage.listed_monuments_within_25m).toBeNull();
    expect(heritage.protected_areas).toBeNull();
    expect(heritage.note).toContain('not loaded');
  });
});

describe('the building', () => {
  it.each([
    ['berth', 'This is a berth for a houseboat'],
    ['pitch', 'This is a pitch for a caravan or mobile home'],
  ] as const)('of a %s is null, with a note', (type, note) => {
    const { building } = summary({ rows: [{ ...AMSTEL, type }] });
    expect(building).toMatchObject({
      year_built: null,
      age_years: null,
      units_in_building: null,
      uses_in_building: null,
      unit: { floor_area_m2: null, use: null, status: 'designated' },
    });
    expect(building.note).toContain(note);
  });

  it('of a unit in several buildings is one of them, and says which', () => {
    const { building } = summary({
      rows: [
        { ...AMSTEL, building: { id: 363100012070245 }, alsoInBuildings: [363100012070245, 363100012070246] },
      ],
    });
    expect(building.note).toContain('lies in 2 buildings');
    expect(building.note).toContain('0363100012070245');
  });

  it('pitfall 3: dummies of year and area are null, with the reason', () => {
    const { building } = summary({ rows: [{ ...AMSTEL, floorAreaM2: null, building: { yearBuilt: null } }] });
    expect([building.year_built, building.age_years, building.unit.floor_area_m2]).toEqual([
      null,
      null,
      null,
    ]);
    expect(building.note).toContain('only a placeholder');
    expect(building.note).toContain('no usable floor area');
  });

  it('pitfall 11: states its own status beside that of the unit', () => {
    const { building } = summary({
      rows: [
        {
          ...AMSTEL,
          status: 'under_renovation',
          building: { status: BUILDING_STATUSES.demolition_permitted },
        },
      ],
    });
    expect(building.unit.status).toBe('under renovation');
    expect(building.note).toContain('"demolition permit granted"');
  });

  it('that is to be completed next year has no negative age', () => {
    expect(summary({ rows: [{ ...AMSTEL, building: { yearBuilt: 2027 } }] }).building.age_years).toBe(0);
  });

  it('may be missing in the register', () => {
    const { building } = summary({ rows: [{ ...AMSTEL, building: null }] });
    expect(building.units_in_building).toBeNull();
    expect(building.note).toContain('names no building');
  });
});

describe('the address', () => {
  it('says that another object has the same address, and which one this is', () => {
    const { address } = summary({ rows: [{ ...AMSTEL, status: 'formed' }, AMSTEL] });
    expect(address.note).toBe(
      'The register has one more object under this very address; this is the one that is in use.',
    );
  });

  it('pitfall 7: a secondary address has the facts of its object and names the main one', () => {
    const object = { objectId: 518010000000001, town: 'Amsterdam', postcode: '1011PN' } as const;
    const { address, building } = summary({
      rows: [
        { ...object, at: 'Binnenhof 19', secondary: true, floorAreaM2: 500 },
        { ...object, at: 'Binnenhof 1|A', floorAreaM2: 500 },
      ],
    });
    expect(address.note).toContain('whose main address is Binnenhof 1A, 1011PN Amsterdam.');
    expect(building.unit.floor_area_m2).toBe(500);
  });

  it('without a postcode has no neighbourhood, and says why', () => {
    const { address, neighbourhood } = summary({ rows: [{ ...AMSTEL, postcode: null }] });
    expect(address.label).toBe('Amstel 1, Amsterdam');
    expect(address.neighbourhood).toEqual({ code: null, name: null });
    expect(address.note).toContain('no postcode');
    expect(neighbourhood.people).toEqual({ data_year: null, residents: null, households: null });
  });

  it("that the publisher's key does not have yet has no neighbourhood, and says so", () => {
    const { address, liveability } = summary({ rows: [{ ...AMSTEL, at: 'Amstel 7' }], scored: [] });
    expect(address.note).toContain("publisher's key");
    expect(liveability.note).toContain("publisher's key");
  });

  it('without a usable location has null coordinates', () => {
    const { address } = summary({ rows: [{ ...AMSTEL, latitude: null, longitude: null }] });
    expect([address.lat, address.lon]).toEqual([null, null]);
    expect(address.note).toContain('no usable location');
  });
});

describe('distances', () => {
  it('come from the proximity tables, which are named', () => {
    const { neighbourhood, source } = summary({
      rows: [AMSTEL],
      distances: { gpPractice: 0.7, supermarket: 0.5, trainStation: 1.2 },
    });
    expect(neighbourhood.distance_km).toEqual({
      data_year: 2025,
      gp_practice: 0.7,
      supermarket: 0.5,
      train_station: 1.2,
    });
    expect(neighbourhood.note).toBeNull();
    expect(source.find(({ used_for }) => used_for.includes('neighbourhood.distance_km'))?.id).toBe(
      'cbs-proximity',
    );
  });

  it('come from the key figures where no proximity table is loaded, without the train station', () => {
    const { neighbourhood } = summary({ rows: [AMSTEL] });
    expect(neighbourhood.distance_km).toEqual({
      data_year: 2024,
      gp_practice: 0.4,
      supermarket: 0.2,
      train_station: null,
    });
    expect(neighbourhood.note).toBe('No loaded year has the distance to a train station yet.');
  });

  it('are null, not older, where the publisher withholds them, with the reason', () => {
    const { neighbourhood } = summary({ rows: [AMSTEL], distances: {} });
    expect(neighbourhood.distance_km).toEqual({
      data_year: 2025,
      gp_practice: null,
      supermarket: null,
      train_station: null,
    });
    expect(neighbourhood.note).toContain('withholds some figures on distances');
  });
});

describe('figures that are missing', () => {
  it('are null when the publisher withholds them, with the reason', () => {
    const { neighbourhood } = summary({ rows: [AMSTEL], figures: { avgHomeValueEur: null } });
    expect(neighbourhood.housing.avg_home_value_eur).toBeNull();
    expect(neighbourhood.housing.owner_occupied_pct).toBe(31);
    expect(neighbourhood.note).toContain('withholds some figures on home value and ownership');
  });

  it('are null when the neighbourhoods are not loaded; the register still answers', () => {
    const { address, neighbourhood, liveability } = summary({
      rows: [AMSTEL],
      neighbourhoods: false,
      scored: [],
    });
    expect(address.label).toBe('Amstel 1, 1011PN Amsterdam');
    expect(neighbourhood.note).toBe('The neighbourhood figures are not loaded on this service.');
    expect(liveability.note).toBe('The neighbourhood figures are not loaded on this service.');
  });

  it('are null when liveability is not loaded', () => {
    expect(summary({ rows: [AMSTEL] }).liveability).toMatchObject({
      year: null,
      percentile: null,
      note: 'The liveability scores are not loaded on this service.',
    });
  });

  it('fall back to the district for liveability, marked as such', () => {
    const { liveability } = summary({ rows: [AMSTEL], scored: ['WK0363AF'] });
    expect(liveability.level).toBe('district');
    expect(liveability.percentile).toBe(99);
    expect(liveability.note).toContain('rank its district, Nieuwmarkt/Lastage');
  });

  it('are null when neither the neighbourhood nor its district has a score', () => {
    const { liveability } = summary({ rows: [AMSTEL], scored: ['BU0363AB10'] });
    expect(liveability.percentile).toBeNull();
    expect(liveability.note).toContain('no score');
  });

  it('make the whole answer unavailable only when the register is missing', () => {
    const dataDir = `${root}/no-addresses`;
    publishNeighbourhoods(dataDir, {}, 'national');
    const store = new Store({ dataDir });
    open.push(store);
    expect(() => localSummary(store.current, { q: 'Amstel 1' }, TODAY)).toThrow(DatasetUnavailableError);
  });
});
