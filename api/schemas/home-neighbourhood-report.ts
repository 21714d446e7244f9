import { type Static, Type } from 'typebox';
import { URBANITY_LIST } from '../vocabulary/urbanity.ts';
import { Nullable, OneOf } from './nullable.ts';

const closed = { additionalProperties: false } as const;

const year = (description: string, example = 2024) =>
  Nullable(Type.Integer({ description, examples: [example] }));
const whole = (description: string, example: number) =>
  Nullable(Type.Integer({ minimum: 0, description, examples: [example] }));
const decimal = (description: string, example: number) =>
  Nullable(Type.Number({ minimum: 0, description, examples: [example] }));
const percent = (description: string, example: number) =>
  Nullable(Type.Number({ minimum: 0, maximum: 100, description, examples: [example] }));
/** Incomes and wealth may be below zero. */
const euros = (description: string, example: number) =>
  Nullable(Type.Integer({ description: `${description}, euros.`, examples: [example] }));
const level = (what: string) =>
  Nullable(
    OneOf(['neighbourhood', 'district', 'municipality'], {
      description: `Area that ${what}: a larger one where too few live in the neighbourhood for a figure.`,
      examples: ['neighbourhood'],
    }),
  );
const kilometres = (what: string, example: number) =>
  decimal(
    `Average distance by road of the neighbourhood's residents to the nearest ${what}, in kilometres.`,
    example,
  );

const AgeBandsSchema = Type.Object(
  {
    age_0_to_14: whole('Residents younger than 15.', 190),
    age_15_to_24: whole('Residents of 15 to 24.', 160),
    age_25_to_44: whole('Residents of 25 to 44.', 420),
    age_45_to_64: whole('Residents of 45 to 64.', 310),
    age_65_plus: whole('Residents of 65 and older.', 155),
  },
  { description: 'Residents by age, each rounded by the publisher to a multiple of 5.', ...closed },
);

const HouseholdTypesSchema = Type.Object(
  {
    one_person: whole('Households of one person.', 350),
    without_children: whole('Households of several persons without children.', 160),
    with_children: whole('Households with children.', 130),
  },
  { description: 'Private households by type.', ...closed },
);

const DensitySchema = Type.Object(
  {
    data_year: year('Year of these figures, 1 January.'),
    residents_per_km2: whole('Residents per square kilometre of land.', 11_250),
    urbanity_class: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 5,
        description: 'Class of urbanity: 1 (very strongly urban) to 5 (not urban).',
        examples: [1],
      }),
    ),
    urbanity: Nullable(OneOf(URBANITY_LIST, { description: 'The class in words.' })),
    addresses_per_km2: whole(
      'Address density: addresses per square kilometre within a kilometre of an address, averaged over the addresses of the neighbourhood.',
      6400,
    ),
  },
  { description: 'How densely the neighbourhood is lived in.', ...closed },
);

const PeopleSchema = Type.Object(
  {
    data_year: year('Year of the figures, 1 January.'),
    residents: whole('Residents, rounded by the publisher to a multiple of 5.', 1235),
    men: whole('Men among them.', 610),
    women: whole('Women among them.', 625),
    age_bands: AgeBandsSchema,
    households: whole('Private households, rounded by the publisher to a multiple of 5.', 640),
    avg_household_size: decimal('Average number of persons in a private household.', 1.9),
    household_types: HouseholdTypesSchema,
    density: DensitySchema,
  },
  { description: 'People who live in the neighbourhood.', ...closed },
);

const ConstructionPeriodSchema = Type.Object(
  {
    before_2000_pct: percent(
      'Dwellings built before 2000, percent. The publisher gives it up to the year 2023.',
      71,
    ),
    from_2000_pct: percent(
      'Dwellings built in 2000 or later, percent. The publisher gives it up to the year 2023.',
      29,
    ),
    over_10_years_ago_pct: percent(
      'Dwellings built more than ten years ago, percent. The publisher gives it from the year 2024.',
      88,
    ),
    last_10_years_pct: percent(
      'Dwellings built in the last ten years, percent. The publisher gives it from the year 2024.',
      12,
    ),
  },
  {
    description:
      'When the dwellings were built. The publisher changed the periods with the year 2024: two of these four are always null.',
    ...closed,
  },
);

const EnergySchema = Type.Object(
  {
    data_year: year('Year of these figures.'),
    avg_electricity_kwh: whole('Average yearly delivery of electricity to a dwelling, kWh.', 2510),
    avg_gas_m3: whole(
      'Average yearly use of natural gas of a dwelling, cubic metres; low where many have district heating.',
      880,
    ),
    district_heating_pct: percent('Dwellings with district heating, percent.', 6.9),
  },
  { description: 'Energy that dwellings use.', ...closed },
);

const HousingSchema = Type.Object(
  {
    data_year: year('Year of the figures; home values are as of 1 January of the year before.'),
    dwellings: whole('Dwellings.', 690),
    avg_home_value_eur: whole('Average value of a dwelling for property tax (WOZ), euros.', 412_000),
    owner_occupied_pct: percent('Dwellings that are owner-occupied, percent.', 54),
    rental_pct: percent('Dwellings that are let, percent.', 46),
    housing_corporation_pct: percent('Dwellings let by a housing corporation, percent of all.', 28),
    other_rental_pct: percent('Dwellings let by others, percent of all.', 18),
    single_family_pct: percent('Single-family dwellings, percent.', 40),
    multi_family_pct: percent('Dwellings in buildings with several, percent.', 60),
    vacant_pct: percent('Dwellings that nobody lives in, percent.', 4),
    construction_period: ConstructionPeriodSchema,
    energy: EnergySchema,
  },
  { description: 'Dwellings in the neighbourhood.', ...closed },
);

const IncomeSchema = Type.Object(
  {
    data_year: year('Year of the figures on income.'),
    level: level('the figures on income describe'),
    avg_income_per_resident_eur: euros(
      'Average income per resident, published for areas of 2,500 residents and more',
      36_800,
    ),
    avg_income_per_recipient_eur: euros('Average income per person with an income', 43_900),
    avg_standardised_household_income_eur: euros(
      'Average income of a household after tax, made comparable between households of different size and type',
      36_200,
    ),
    households_lowest_40pct: percent(
      'Households that are among the 40 percent of the country with the lowest income, percent.',
      38.4,
    ),
    households_highest_20pct: percent(
      'Households that are among the 20 percent of the country with the highest income, percent.',
      22.1,
    ),
    low_income_households_pct: percent(
      'Households with a low income, percent. The publisher gives it up to the year 2023.',
      5.2,
    ),
    persons_in_poverty_pct: percent(
      'Persons who live in poverty, percent. The publisher gives it from the year 2024.',
      3.1,
    ),
    median_household_wealth_eur: euros('Median wealth of private households', 118_200),
    wealth_data_year: year('Year of the wealth.'),
    wealth_level: level('the wealth describes'),
  },
  { description: 'Income and wealth.', ...closed },
);

const SalePricesSchema = Type.Object(
  {
    data_year: year('Newest year with a price.'),
    level: Nullable(
      OneOf(['municipality'], {
        description: 'Always the municipality: no average is published for smaller areas.',
        examples: ['municipality'],
      }),
    ),
    avg_sale_price_eur: whole(
      'Average price of the existing owner-occupied homes that were sold in the year, euros. Not an index: what is sold differs from year to year.',
      617_647,
    ),
    history: Nullable(
      Type.Array(
        Type.Object(
          {
            year: Type.Integer({ description: 'Year of the sales.', examples: [2020] }),
            avg_sale_price_eur: Type.Integer({
              minimum: 0,
              description: 'Average price in that year, euros.',
              examples: [516_571],
            }),
          },
          { title: 'SalePriceYear', ...closed },
        ),
        { description: 'Every loaded year with a price, the oldest first. Null where none is known.' },
      ),
    ),
  },
  { description: 'Sale prices in the municipality.', ...closed },
);

const DistancesSchema = Type.Object(
  {
    data_year: year('Year of the newest of these distances; `note` says which are older.'),
    gp_practice: kilometres('general practitioner', 0.7),
    pharmacy: kilometres('pharmacy', 0.8),
    hospital: kilometres('hospital, outpatient clinics included', 3.1),
    supermarket: kilometres('large supermarket', 0.4),
    daily_groceries: kilometres('smaller shop with daily groceries', 0.3),
    department_store: kilometres('department store', 2.2),
    cafe: kilometres('café', 0.3),
    restaurant: kilometres('restaurant', 0.2),
    daycare: kilometres('day nursery', 0.5),
    after_school_care: kilometres('after-school care', 0.6),
    primary_school: kilometres('primary school', 0.5),
    secondary_school: kilometres('secondary school of any kind', 1.4),
    train_station: kilometres('train station', 1.2),
    main_road_access: kilometres('slip road of a motorway or another main road', 1.9),
    library: kilometres('library', 1.1),
    swimming_pool: kilometres('indoor swimming pool', 2.8),
    cinema: kilometres('cinema', 1.6),
    fire_station: kilometres('fire station', 1.5),
  },
  { description: "Distances to 18 amenities, averaged over the neighbourhood's residents.", ...closed },
);

export const NeighbourhoodReportBlockSchema = Type.Object(
  {
    people: PeopleSchema,
    housing: HousingSchema,
    income: IncomeSchema,
    sale_prices: SalePricesSchema,
    distance_km: DistancesSchema,
    note: Nullable(
      Type.String({
        description: 'Why something in this block is null or needs care; null when there is nothing to say.',
      }),
    ),
  },
  {
    title: 'HomeReportNeighbourhood',
    description:
      'Figures of the neighbourhood (CBS buurt), each subject from the newest year in which it is published. Where there is a `level`, a larger area may stand in.',
    ...closed,
  },
);

export type NeighbourhoodReportBlock = Static<typeof NeighbourhoodReportBlockSchema>;
