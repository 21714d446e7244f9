import { join } from 'node:path';
import { Check } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locateNeighbourhood } from '../../../api/reports/locate-neighbourhood.ts';
import { resolveAddress } from '../../../api/reports/resolve-address.ts';
import { neighbourhoodReportSection } from '../../../api/reports/sections/neighbourhood-report.ts';
import { SourceList } from '../../../api/reports/source.ts';
import {
  type NeighbourhoodReportBlock,
  NeighbourhoodReportBlockSchema,
} from '../../../api/schemas/home-neighbourhood-report.ts';
import { DatasetUnavailableError, type Snapshot } from '../../../db/store.ts';
import { NEIGHBOURHOODS } from '../../../ingest/sources/cbs/neighbourhoods.ts';
import { ADDRESSES } from '../../../ingest/sources/kadaster/addresses.ts';
import { ingestFromMirror, snapshotOf } from '../../support/group-run.ts';
import { copySample } from '../../support/mirror-folder.ts';
import { writeSalePriceTable } from '../../support/sale-price-table.ts';
import { renameSampleColumns, sampleColumns, setSampleCells } from '../../support/sample-rows.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Publishers' rows through the ingest into the block: addresses are the sample's, figures each test's own. */
const root = temporaryFolder();
const open: Snapshot[] = [];
let folders = 0;

const KEY_FIGURES = '85984NED';
const NEWEST_KEY_FIGURES = '86165NED';
const NEWEST_PROXIMITY = '86270NED';
const PROXIMITY = '86134NED';
const WATERLOOPLEIN = 'BU0363AF09';
const AMSTEL = 'Amstel 1, Amsterdam';

async function load(
  change: (mirror: string) => void,
  groups = [ADDRESSES, NEIGHBOURHOODS],
): Promise<Snapshot> {
  folders += 1;
  const mirror = join(root, `mirror-${folders}`);
  const dataDir = join(root, `data-${folders}`);
  copySample(mirror);
  change(mirror);
  for (const group of groups)
    await ingestFromMirror(group as typeof ADDRESSES, { dataDir, mirror, label: 'sample' });
  const snapshot = snapshotOf(dataDir);
  open.push(snapshot);
  return snapshot;
}

function answer(snapshot: Snapshot, q = AMSTEL) {
  const resolved = resolveAddress(snapshot, { q });
  const { address } = resolved;
  const sources = new SourceList();
  const neighbourhood = locateNeighbourhood(snapshot, address);
  const context = { snapshot, resolved, address, neighbourhood, today: '2026-11-27', sources };
  const block = neighbourhoodReportSection(context);
  expect(Check(NeighbourhoodReportBlockSchema, block)).toBe(true);
  return { block, sources: sources.toArray() };
}

afterAll(() => {
  for (const snapshot of open) snapshot.database.close();
});

/** Field, the publisher's column, a cell as published, and what the field must be. */
type Case = readonly [field: string, column: string, cell: number, value: number];

const PEOPLE: readonly Case[] = [
  ['people.residents', 'AantalInwoners_5', 1235, 1235],
  ['people.men', 'Mannen_6', 610, 610],
  ['people.women', 'Vrouwen_7', 625, 625],
  ['people.age_bands.age_0_to_14', 'k_0Tot15Jaar_8', 190, 190],
  ['people.age_bands.age_15_to_24', 'k_15Tot25Jaar_9', 165, 165],
  ['people.age_bands.age_25_to_44', 'k_25Tot45Jaar_10', 420, 420],
  ['people.age_bands.age_45_to_64', 'k_45Tot65Jaar_11', 310, 310],
  ['people.age_bands.age_65_plus', 'k_65JaarOfOuder_12', 150, 150],
  ['people.households', 'HuishoudensTotaal_29', 640, 640],
  ['people.household_types.one_person', 'Eenpersoonshuishoudens_30', 350, 350],
  ['people.household_types.without_children', 'HuishoudensZonderKinderen_31', 160, 160],
  ['people.household_types.with_children', 'HuishoudensMetKinderen_32', 0, 0],
  ['people.avg_household_size', 'GemiddeldeHuishoudensgrootte_33', 1.9, 1.9],
];

const FIGURES: readonly Case[] = [
  ['people.density.residents_per_km2', 'Bevolkingsdichtheid_34', 7350, 7350],
  ['people.density.urbanity_class', 'MateVanStedelijkheid_120', 2, 2],
  ['people.density.addresses_per_km2', 'Omgevingsadressendichtheid_121', 1810, 1810],
  ['housing.dwellings', 'Woningvoorraad_35', 690, 690],
  ['housing.avg_home_value_eur', 'GemiddeldeWOZWaardeVanWoningen_39', 412, 412_000],
  ['housing.single_family_pct', 'PercentageEengezinswoning_40', 40, 40],
  ['housing.multi_family_pct', 'PercentageMeergezinswoning_45', 60, 60],
  ['housing.vacant_pct', 'OnbewoondeWoningen_46', 4, 4],
  ['housing.owner_occupied_pct', 'Koopwoningen_47', 54, 54],
  ['housing.rental_pct', 'HuurwoningenTotaal_48', 46, 46],
  ['housing.housing_corporation_pct', 'InBezitWoningcorporatie_49', 28, 28],
  ['housing.other_rental_pct', 'InBezitOverigeVerhuurders_50', 18, 18],
  ['housing.construction_period.over_10_years_ago_pct', 'BouwjaarMeerDanTienJaarGeleden_51', 88, 88],
  ['housing.construction_period.last_10_years_pct', 'BouwjaarAfgelopenTienJaar_52', 12, 12],
  ['housing.energy.avg_electricity_kwh', 'GemiddeldeElektriciteitsleveringTotaal_53', 2510, 2510],
  ['housing.energy.avg_gas_m3', 'GemiddeldAardgasverbruikTotaal_55', 880, 880],
  ['housing.energy.district_heating_pct', 'PercentageWoningenMetStadsverwarming_56', 6.9, 6.9],
  ['income.avg_income_per_recipient_eur', 'GemiddeldInkomenPerInkomensontvanger_77', 43.9, 43_900],
  ['income.avg_income_per_resident_eur', 'GemiddeldInkomenPerInwoner_78', 36.8, 36_800],
  ['income.persons_in_poverty_pct', 'PersonenInArmoede_81', 3.1, 3.1],
  ['income.avg_standardised_household_income_eur', 'GemGestandaardiseerdInkomen_83', 36.2, 36_200],
  ['income.households_lowest_40pct', 'k_40HuishoudensMetLaagsteInkomen_84', 38.4, 38.4],
  ['income.households_highest_20pct', 'k_20HuishoudensMetHoogsteInkomen_85', 22.1, 22.1],
  ['income.median_household_wealth_eur', 'MediaanVermogenVanParticuliereHuish_86', -1.3, -1300],
];

const DISTANCES: readonly Case[] = [
  ['distance_km.gp_practice', 'AfstandTotHuisartsenpraktijk_5', 0.1, 0.1],
  ['distance_km.pharmacy', 'AfstandTotApotheek_10', 0.2, 0.2],
  ['distance_km.hospital', 'AfstandTotZiekenhuis_11', 0.3, 0.3],
  ['distance_km.supermarket', 'AfstandTotGroteSupermarkt_24', 0.4, 0.4],
  ['distance_km.daily_groceries', 'AfstandTotOvDagelLevensmiddelen_28', 0.5, 0.5],
  ['distance_km.department_store', 'AfstandTotWarenhuis_32', 0.6, 0.6],
  ['distance_km.cafe', 'AfstandTotCafeED_36', 0.7, 0.7],
  ['distance_km.restaurant', 'AfstandTotRestaurant_44', 0.8, 0.8],
  ['distance_km.daycare', 'AfstandTotKinderdagverblijf_52', 0.9, 0.9],
  ['distance_km.after_school_care', 'AfstandTotBuitenschoolseOpvang_56', 1, 1],
  ['distance_km.primary_school', 'AfstandTotSchool_60', 1.1, 1.1],
  ['distance_km.secondary_school', 'AfstandTotSchool_64', 1.2, 1.2],
  ['distance_km.train_station', 'AfstandTotTreinstationsTotaal_90', 1.3, 1.3],
  ['distance_km.main_road_access', 'AfstandTotOpritHoofdverkeersweg_89', 1.4, 1.4],
  ['distance_km.library', 'AfstandTotBibliotheek_92', 1.5, 1.5],
  ['distance_km.swimming_pool', 'AfstandTotBinnenzwembad_93', 1.6, 1.6],
  ['distance_km.cinema', 'AfstandTotBioscoop_104', 1.7, 1.7],
  ['distance_km.fire_station', 'AfstandTotBrandweerkazerne_114', 1.8, 1.8],
];

const cellsOf = (cases: readonly Case[]) =>
  Object.fromEntries(cases.map(([, column, cell]) => [column, cell]));
const fieldOf = (block: NeighbourhoodReportBlock, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], block);

describe("the publisher's row", () => {
  let block: NeighbourhoodReportBlock;
  beforeAll(async () => {
    const snapshot = await load((mirror) => {
      setSampleCells(mirror, NEWEST_KEY_FIGURES, WATERLOOPLEIN, cellsOf(PEOPLE));
      setSampleCells(mirror, KEY_FIGURES, WATERLOOPLEIN, cellsOf(FIGURES));
      setSampleCells(mirror, NEWEST_PROXIMITY, WATERLOOPLEIN, cellsOf(DISTANCES));
      setSampleCells(mirror, PROXIMITY, WATERLOOPLEIN, cellsOf(DISTANCES));
    });
    block = answer(snapshot).block;
  });

  it.each([...PEOPLE, ...FIGURES, ...DISTANCES])(
    'fills %s from %s: %d is %d',
    (field, _column, _cell, value) => {
      expect(fieldOf(block, field)).toBe(value);
    },
  );

  it('gives each subject its year, its level and the words for its class', () => {
    expect([block.people.data_year, block.people.density.data_year]).toEqual([2025, 2024]);
    expect([block.housing.data_year, block.housing.energy.data_year]).toEqual([2024, 2024]);
    expect([block.income.data_year, block.income.level]).toEqual([2024, 'neighbourhood']);
    expect([block.income.wealth_data_year, block.income.wealth_level]).toEqual([2024, 'neighbourhood']);
    expect(block.distance_km.data_year).toBe(2025);
    expect(block.people.density.urbanity).toBe('strongly urban');
  });

  it('says which distances are older than the year of the block', () => {
    expect(block.note).toBe('The distances to a library, an indoor swimming pool and a cinema are of 2024.');
  });

  it('has the distances to 18 amenities', () => {
    expect(Object.keys(block.distance_km)).toHaveLength(19);
  });
});

describe('a row without figures', () => {
  let block: NeighbourhoodReportBlock;
  beforeAll(async () => {
    const snapshot = await load((mirror) => {
      for (const table of [NEWEST_KEY_FIGURES, KEY_FIGURES, NEWEST_PROXIMITY, PROXIMITY]) {
        const cells = Object.fromEntries(sampleColumns(mirror, table).map((column) => [column, null]));
        setSampleCells(mirror, table, WATERLOOPLEIN, cells);
        if (table !== KEY_FIGURES) continue;
        for (const around of ['WK0363AF', 'GM0363']) setSampleCells(mirror, table, around, cells);
      }
      writeSalePriceTable(mirror, { rows: [{ region: 'GM0221', period: '2024JJ00', price: 406_835 }] });
    });
    block = answer(snapshot).block;
  });

  it.each([...PEOPLE, ...FIGURES, ...DISTANCES])('leaves %s null, not 0 (%s)', (field) => {
    expect(fieldOf(block, field)).toBeNull();
  });

  it('leaves prices null, without a level that would say they are of something', () => {
    expect(block.sale_prices).toEqual({
      data_year: null,
      level: null,
      avg_sale_price_eur: null,
      history: null,
    });
  });

  it('says why', () => {
    expect(block.note).toContain(
      'The publisher withholds some figures on residents and households, density and urbanity, home value and ownership, use of energy, income, and wealth here',
    );
    expect(block.note).toContain('The publisher withholds some figures on distances here');
    expect(block.note).toContain('No sale prices are published for the municipality.');
  });
});

it('has the periods and the low income that the publisher gave up to 2023', async () => {
  const older = {
    BouwjaarMeerDanTienJaarGeleden_51: 'BouwjaarVoor2000_51',
    BouwjaarAfgelopenTienJaar_52: 'BouwjaarVanaf2000_52',
    PersonenInArmoede_81: 'HuishoudensMetEenLaagInkomen_81',
  };
  const snapshot = await load((mirror) => {
    renameSampleColumns(mirror, KEY_FIGURES, older);
    renameSampleColumns(mirror, NEWEST_KEY_FIGURES, older);
    setSampleCells(mirror, KEY_FIGURES, WATERLOOPLEIN, {
      BouwjaarVoor2000_51: 71,
      BouwjaarVanaf2000_52: 29,
      GemiddeldInkomenPerInwoner_78: 36.8,
      HuishoudensMetEenLaagInkomen_81: 5.2,
    });
  });
  const { housing, income } = answer(snapshot).block;
  expect(housing.construction_period).toEqual({
    before_2000_pct: 71,
    from_2000_pct: 29,
    over_10_years_ago_pct: null,
    last_10_years_pct: null,
  });
  expect(income).toMatchObject({ low_income_households_pct: 5.2, persons_in_poverty_pct: null });
});

describe('a larger area', () => {
  it('stands in for income that is not published, as level and note say; the rest stays', async () => {
    const snapshot = await load((mirror) => {
      setSampleCells(mirror, KEY_FIGURES, WATERLOOPLEIN, { GemiddeldInkomenPerInwoner_78: null });
      setSampleCells(mirror, KEY_FIGURES, 'WK0363AF', { GemiddeldInkomenPerInwoner_78: 46.3 });
    });
    const { income, people, note } = answer(snapshot).block;
    expect(income).toMatchObject({
      level: 'district',
      avg_income_per_resident_eur: 46_300,
      avg_income_per_recipient_eur: 51_600,
      wealth_level: 'neighbourhood',
      median_household_wealth_eur: 20_800,
    });
    expect(people.residents).toBe(835);
    expect(note).toMatch(/no complete figures on income of its own\. These are those of its district, \S+/);
  });

  it('is the municipality where the district has no figures either', async () => {
    const snapshot = await load((mirror) => {
      for (const code of [WATERLOOPLEIN, 'WK0363AF']) {
        setSampleCells(mirror, KEY_FIGURES, code, {
          GemiddeldInkomenPerInwoner_78: null,
          MediaanVermogenVanParticuliereHuish_86: null,
        });
      }
      setSampleCells(mirror, KEY_FIGURES, 'GM0363', {
        GemiddeldInkomenPerInwoner_78: 40.1,
        MediaanVermogenVanParticuliereHuish_86: 30,
      });
    });
    const { income, note } = answer(snapshot).block;
    expect(income).toMatchObject({
      level: 'municipality',
      avg_income_per_resident_eur: 40_100,
      wealth_level: 'municipality',
      median_household_wealth_eur: 30_000,
    });
    expect(note).toContain(
      'The neighbourhood has no complete figures on income and wealth of its own. These are those of its municipality, Amsterdam.',
    );
  });
});

describe('sale prices', () => {
  const loadPrices = (rows: readonly (readonly [string, number | null])[]) =>
    load((mirror) =>
      writeSalePriceTable(mirror, {
        rows: [
          ...rows.map(([period, price]) => ({ region: 'GM0363', period, price })),
          { region: 'GM0221', period: '2024JJ00', price: 406_835 },
        ],
      }),
    );

  it('are of the municipality, with every year that has one', async () => {
    const { block } = answer(
      await loadPrices([
        ['2012JJ00', 270_507],
        ['2016JJ00', null],
        ['2024JJ00', 617_647],
      ]),
    );
    expect(block.sale_prices).toEqual({
      data_year: 2024,
      level: 'municipality',
      avg_sale_price_eur: 617_647,
      history: [
        { year: 2012, avg_sale_price_eur: 270_507 },
        { year: 2024, avg_sale_price_eur: 617_647 },
      ],
    });
  });

  it('that end before the newest year are said to', async () => {
    const { block } = answer(await loadPrices([['2020JJ00', 510_919]]));
    expect(block.sale_prices.data_year).toBe(2020);
    expect(block.note).toContain('is of 2020, although 2024 has been published');
  });
});

describe('sources and absence', () => {
  it('names the tables that were used, each for its subjects', async () => {
    const { sources } = answer(await load(() => {}));
    expect(sources.map(({ id, used_for }) => [id, used_for])).toEqual([
      ['cbs-key-figures', ['neighbourhood.people', 'neighbourhood.housing', 'neighbourhood.income']],
      ['cbs-sale-prices', ['neighbourhood.sale_prices']],
      ['cbs-proximity', ['neighbourhood.distance_km']],
    ]);
  });

  it('is unavailable when no neighbourhoods are loaded: a paid answer is not made of nulls', async () => {
    const snapshot = await load(() => {}, [ADDRESSES]);
    expect(() => answer(snapshot)).toThrow(DatasetUnavailableError);
  });
});
