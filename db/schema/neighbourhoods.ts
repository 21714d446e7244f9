import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  sqliteView,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

/**
 * Neighbourhood statistics (CBS Kerncijfers wijken en buurten) and the key that leads from a postcode and a house
 * number to a neighbourhood.
 */
export const REGION_KINDS = ['neighbourhood', 'district', 'municipality', 'country'] as const;

export type RegionKind = (typeof REGION_KINDS)[number];

/**
 * An area that kept its code and its identity over some years. The publisher gives a code to another area now and
 * then; such a code has two rows, with years that do not overlap, so that figures never move to the wrong area.
 */
export const region = sqliteTable(
  'region',
  {
    id: integer('id').primaryKey(),
    /** `BU0363AF09`, `WK0363AF`, `GM0363` or `NL00`. */
    code: text('code').notNull(),
    kind: text('kind', { enum: REGION_KINDS }).notNull(),
    /** The newest name; null where the publisher gives none. */
    name: text('name'),
    /** First and last year of the division into areas (1 January) in which this area was found. */
    firstYear: integer('first_year').notNull(),
    lastYear: integer('last_year').notNull(),
    /** Codes of the areas that it lies in; null for those that lie in none. */
    districtCode: text('district_code'),
    municipalityCode: text('municipality_code'),
  },
  (table) => [
    uniqueIndex('region_code_year').on(table.code, table.lastYear),
    index('region_municipality').on(table.municipalityCode),
  ],
);

/**
 * The publisher's figures of one region in one edition; null is "not published" (secret, too few, not yet), never
 * 0. The edition's year is the year of the counts (1 January); the home value's valuation date is a year earlier.
 */
export const keyFigures = sqliteTable(
  'key_figures',
  {
    regionId: integer('region_id')
      .notNull()
      .references(() => region.id),
    editionYear: integer('edition_year').notNull(),
    /** The publisher says that the borders moved since the year before; the area kept its code and name. */
    bordersMoved: integer('borders_moved', { mode: 'boolean' }).notNull(),

    residents: integer('residents'),
    men: integer('men'),
    women: integer('women'),
    age0To14: integer('age_0_to_14'),
    age15To24: integer('age_15_to_24'),
    age25To44: integer('age_25_to_44'),
    age45To64: integer('age_45_to_64'),
    age65Plus: integer('age_65_plus'),
    households: integer('households'),
    householdsOnePerson: integer('households_one_person'),
    householdsWithoutChildren: integer('households_without_children'),
    householdsWithChildren: integer('households_with_children'),
    avgHouseholdSize: real('avg_household_size'),

    /** Residents per square kilometre of land. */
    residentsPerKm2: integer('residents_per_km2'),
    /** 1 (very strongly urban, 2,500 addresses per km2 or more) .. 5 (not urban, fewer than 500). */
    urbanityClass: integer('urbanity_class'),
    /** Mean number of addresses within a kilometre of an address, per km2. */
    addressesPerKm2: integer('addresses_per_km2'),

    dwellings: integer('dwellings'),
    avgHomeValueEur: integer('avg_home_value_eur'),
    singleFamilyPct: real('single_family_pct'),
    multiFamilyPct: real('multi_family_pct'),
    vacantPct: real('vacant_pct'),
    ownerOccupiedPct: real('owner_occupied_pct'),
    rentalPct: real('rental_pct'),
    housingCorporationPct: real('housing_corporation_pct'),
    otherRentalPct: real('other_rental_pct'),
    /** Published up to the edition of 2023. */
    builtBefore2000Pct: real('built_before_2000_pct'),
    builtFrom2000Pct: real('built_from_2000_pct'),
    /** Published from the edition of 2024. */
    builtOver10YearsAgoPct: real('built_over_10_years_ago_pct'),
    builtLast10YearsPct: real('built_last_10_years_pct'),

    avgElectricityKwh: integer('avg_electricity_kwh'),
    avgGasM3: integer('avg_gas_m3'),
    districtHeatingPct: real('district_heating_pct'),

    incomeRecipients: integer('income_recipients'),
    /** Published for areas of 2,500 persons in private households or more. */
    avgIncomePerResidentEur: integer('avg_income_per_resident_eur'),
    avgIncomePerRecipientEur: integer('avg_income_per_recipient_eur'),
    avgStandardisedHouseholdIncomeEur: integer('avg_standardised_household_income_eur'),
    /** Percentage of households that are among the 40 % of the country with the lowest income. */
    householdsLowest40Pct: real('households_lowest_40pct'),
    /** Percentage of households that are among the 20 % of the country with the highest income. */
    householdsHighest20Pct: real('households_highest_20pct'),
    /** Published up to the edition of 2023. */
    lowIncomeHouseholdsPct: real('low_income_households_pct'),
    /** Published from the edition of 2024. */
    personsInPovertyPct: real('persons_in_poverty_pct'),

    medianHouseholdWealthEur: integer('median_household_wealth_eur'),

    /** Average distance by road of the residents to the nearest one. */
    distanceGpPracticeKm: real('distance_gp_practice_km'),
    distanceSupermarketKm: real('distance_supermarket_km'),
    distanceDaycareKm: real('distance_daycare_km'),
    distancePrimarySchoolKm: real('distance_primary_school_km'),
  },
  (table) => [primaryKey({ columns: [table.regionId, table.editionYear] })],
);

/** The facts of a region, by the names they have in the table. */
export type FigureName = Exclude<
  keyof typeof keyFigures.$inferSelect,
  'regionId' | 'editionYear' | 'bordersMoved'
>;

/**
 * Facts that are published together and therefore share a year. An edition is published in instalments: each topic
 * is answered from the newest edition in which its leading facts are filled.
 */
export interface Topic {
  readonly figures: readonly FigureName[];
  /** The topic counts as filled in an edition when each of these is. */
  readonly leading: readonly FigureName[];
  /** Smallest share, 0..1, of the neighbourhoods of an edition with each leading fact. */
  readonly filledShare: number;
  /** A larger area may stand in for a neighbourhood: the answer then says which. */
  readonly widens: boolean;
}

export const TOPIC_NAMES = [
  'people',
  'density',
  'housing',
  'energy',
  'income',
  'wealth',
  'distance',
] as const;

export type TopicName = (typeof TOPIC_NAMES)[number];

/**
 * The shares are about half of what complete editions have: all neighbourhoods have residents, 95 % a density and
 * distances, 87 % a home value, and some 15 % the 2,500 persons from which an average income is published.
 */
export const TOPICS = {
  people: {
    figures: [
      'residents',
      'men',
      'women',
      'age0To14',
      'age15To24',
      'age25To44',
      'age45To64',
      'age65Plus',
      'households',
      'householdsOnePerson',
      'householdsWithoutChildren',
      'householdsWithChildren',
      'avgHouseholdSize',
    ],
    leading: ['residents', 'households'],
    filledShare: 0.5,
    widens: false,
  },
  density: {
    figures: ['residentsPerKm2', 'urbanityClass', 'addressesPerKm2'],
    leading: ['residentsPerKm2', 'urbanityClass'],
    filledShare: 0.5,
    widens: false,
  },
  housing: {
    figures: [
      'dwellings',
      'avgHomeValueEur',
      'singleFamilyPct',
      'multiFamilyPct',
      'vacantPct',
      'ownerOccupiedPct',
      'rentalPct',
      'housingCorporationPct',
      'otherRentalPct',
      'builtBefore2000Pct',
      'builtFrom2000Pct',
      'builtOver10YearsAgoPct',
      'builtLast10YearsPct',
    ],
    leading: ['avgHomeValueEur', 'ownerOccupiedPct'],
    filledShare: 0.4,
    widens: false,
  },
  energy: {
    figures: ['avgElectricityKwh', 'avgGasM3', 'districtHeatingPct'],
    leading: ['avgElectricityKwh'],
    filledShare: 0.4,
    widens: false,
  },
  income: {
    figures: [
      'incomeRecipients',
      'avgIncomePerResidentEur',
      'avgIncomePerRecipientEur',
      'avgStandardisedHouseholdIncomeEur',
      'householdsLowest40Pct',
      'householdsHighest20Pct',
      'lowIncomeHouseholdsPct',
      'personsInPovertyPct',
    ],
    leading: ['avgIncomePerResidentEur'],
    filledShare: 0.05,
    widens: true,
  },
  wealth: {
    figures: ['medianHouseholdWealthEur'],
    leading: ['medianHouseholdWealthEur'],
    filledShare: 0.2,
    widens: true,
  },
  distance: {
    figures: [
      'distanceGpPracticeKm',
      'distanceSupermarketKm',
      'distanceDaycareKm',
      'distancePrimarySchoolKm',
    ],
    leading: ['distanceGpPracticeKm', 'distanceSupermarketKm'],
    filledShare: 0.4,
    widens: false,
  },
} as const satisfies Readonly<Record<TopicName, Topic>>;

/** How far each topic is filled in each edition that was loaded. */
export const topicEdition = sqliteTable(
  'topic_edition',
  {
    topic: text('topic', { enum: TOPIC_NAMES }).notNull(),
    editionYear: integer('edition_year').notNull(),
    /** Share of the neighbourhoods, 0..1, that have each of the topic's leading facts. */
    filledShare: real('filled_share').notNull(),
    /** The share reaches the topic's threshold: figures of the topic may be answered from this edition. */
    filled: integer('filled', { mode: 'boolean' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.topic, table.editionYear] })],
);

/**
 * Neighbourhood of each postcode and house number (CBS key file), slim: nine million rows. `key` packs both, see
 * db/postcode-number.ts; analysts read `postcode_neighbourhood`.
 */
export const postcodeNumber = sqliteTable('postcode_number', {
  key: integer('key').primaryKey(),
  regionId: integer('region_id').notNull(),
});

/** The key with its texts. To look one postcode up, filter on `key`: postcode 1012LG is 68440400001..68440499999. */
export const postcodeNeighbourhood = sqliteView('postcode_neighbourhood', {
  key: integer('key').notNull(),
  postcode: text('postcode').notNull(),
  houseNumber: integer('house_number').notNull(),
  neighbourhoodCode: text('neighbourhood_code').notNull(),
  neighbourhoodName: text('neighbourhood_name'),
  districtCode: text('district_code'),
  municipalityCode: text('municipality_code'),
}).as(sql`
  SELECT postcode_number.key,
         printf('%04d', key / 67600000) || char(65 + key / 100000 % 676 / 26, 65 + key / 100000 % 26) AS postcode,
         key % 100000 AS house_number,
         region.code AS neighbourhood_code,
         region.name AS neighbourhood_name,
         region.district_code,
         region.municipality_code
    FROM postcode_number JOIN region ON region.id = postcode_number.region_id`);

/** All figures with the region's code, kind and name beside them. */
export const regionFigures = sqliteView('region_figures', {
  code: text('code').notNull(),
  kind: text('kind', { enum: REGION_KINDS }).notNull(),
  name: text('name'),
}).as(sql`
  SELECT region.code, region.kind, region.name, region.municipality_code, key_figures.*
    FROM key_figures JOIN region ON region.id = key_figures.region_id`);
