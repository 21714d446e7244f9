import { type Static, Type } from 'typebox';
import { OBJECT_STATUS_LIST, USE_LIST, type UseText } from '../vocabulary/building.ts';
import { PROTECTED_AREA_LIST } from '../vocabulary/heritage.ts';
import { Nullable, OneOf } from './nullable.ts';
import { SourcesSchema } from './source.ts';

const closed = { additionalProperties: false } as const;

const note = Nullable(
  Type.String({
    description: 'Why something in this block is null or needs care; null when there is nothing to say.',
  }),
);

const year = (description: string) => Nullable(Type.Integer({ description }));
const count = (description: string, examples: number[]) =>
  Nullable(Type.Integer({ minimum: 0, description, examples }));
const kilometres = (what: string) =>
  Nullable(
    Type.Number({
      minimum: 0,
      description: `Average distance by road of the neighbourhood's residents to the nearest ${what}, in kilometres.`,
      examples: [0.8],
    }),
  );
const percentile = (description: string) =>
  Nullable(Type.Integer({ minimum: 1, maximum: 99, description, examples: [63] }));

const uses = (description: string, examples: UseText[][]) =>
  Nullable(Type.Array(OneOf(USE_LIST), { description, examples }));

export const AddressBlockSchema = Type.Object(
  {
    label: Type.String({
      description: 'The address in one line: street, number with letter and addition, postcode, town.',
      examples: ['Keizersgracht 12A-2, 1015CR Amsterdam'],
    }),
    postcode: Nullable(
      Type.String({
        pattern: '^[1-9][0-9]{3}[A-Z]{2}$',
        description: 'Null for the addresses that have none by design.',
        examples: ['1015CR'],
      }),
    ),
    city: Type.String({ description: 'Town, as the register spells it.', examples: ["'s-Gravenhage"] }),
    lat: Nullable(
      Type.Number({ description: 'WGS84 latitude of the object, degrees.', examples: [52.3676456] }),
    ),
    lon: Nullable(
      Type.Number({ description: 'WGS84 longitude of the object, degrees.', examples: [4.90016547] }),
    ),
    neighbourhood: Type.Object(
      {
        code: Nullable(
          Type.String({
            pattern: '^BU[0-9]{4}[0-9A-Z]{4}$',
            description: 'Code of the neighbourhood at Statistics Netherlands; Amsterdam has letters in it.',
            examples: ['BU0363AF09'],
          }),
        ),
        name: Nullable(Type.String({ description: 'Its Dutch name.', examples: ['Waterloopleinbuurt'] })),
      },
      { description: 'The neighbourhood (CBS buurt) that the address lies in.', ...closed },
    ),
    note,
  },
  { title: 'HomeAddress', description: 'The address as the national register has it.', ...closed },
);

export const BuildingBlockSchema = Type.Object(
  {
    year_built: Nullable(
      Type.Integer({ description: 'Year in which the building was first completed.', examples: [1962] }),
    ),
    age_years: Nullable(
      Type.Integer({ minimum: 0, description: 'This year minus `year_built`.', examples: [64] }),
    ),
    units_in_building: count('Units in service in the building: dwellings, shops, offices and so on.', [8]),
    uses_in_building: uses('All registered uses of the units in the building.', [['residential', 'retail']]),
    unit: Type.Object(
      {
        floor_area_m2: Nullable(
          Type.Integer({
            minimum: 1,
            description: 'Usable floor area of the unit, square metres.',
            examples: [76],
          }),
        ),
        use: uses('Registered uses of the unit.', [['residential']]),
        status: Nullable(
          OneOf(OBJECT_STATUS_LIST, {
            description: 'Status of the unit, berth or pitch in the register.',
            examples: ['in use'],
          }),
        ),
      },
      { description: 'The unit at this address.', ...closed },
    ),
    note,
  },
  {
    title: 'HomeBuilding',
    description: 'The building and the unit in it. A berth or a pitch has neither: those figures are null.',
    ...closed,
  },
);

export const NeighbourhoodBlockSchema = Type.Object(
  {
    people: Type.Object(
      {
        data_year: year('Year of the figures, 1 January.'),
        residents: count('Residents, rounded by the publisher to a multiple of 5.', [1235]),
        households: count('Private households, rounded by the publisher to a multiple of 5.', [640]),
      },
      { description: 'People who live in the neighbourhood.', ...closed },
    ),
    housing: Type.Object(
      {
        data_year: year('Year of the figures; home values are as of 1 January of the year before.'),
        avg_home_value_eur: count('Average value of a dwelling for property tax (WOZ), euros.', [412000]),
        owner_occupied_pct: Nullable(
          Type.Number({
            minimum: 0,
            maximum: 100,
            description: 'Dwellings that are owner-occupied, percent.',
            examples: [54],
          }),
        ),
      },
      { description: 'Dwellings in the neighbourhood.', ...closed },
    ),
    distance_km: Type.Object(
      {
        data_year: year('Year of the newest of these distances; `note` says which are older.'),
        gp_practice: kilometres('general practitioner'),
        supermarket: kilometres('large supermarket'),
        train_station: kilometres('train station'),
      },
      { description: "Distances to amenities, averaged over the neighbourhood's residents.", ...closed },
    ),
    note,
  },
  {
    title: 'HomeNeighbourhood',
    description:
      'Figures of the neighbourhood (CBS buurt), each from the newest year in which it is published.',
    ...closed,
  },
);

const per1000 = (description: string) =>
  Type.Object(
    { total: Nullable(Type.Number({ minimum: 0, description, examples: [44.9] })) },
    { description: 'Registered crimes per 1,000 residents, by kind.', ...closed },
  );

export const SafetyBlockSchema = Type.Object(
  {
    year: year('Year of the registered crime.'),
    per_1000_residents: per1000(
      'Crimes that the police registered in the neighbourhood in the year, per 1,000 of its residents, all kinds. Null under 50 residents. Stations, shopping streets and nightlife have high rates, since few live there.',
    ),
    national_per_1000_residents: per1000('The same for the whole country.'),
    note,
  },
  { title: 'HomeSafety', description: 'Registered crime beside the national rate.', ...closed },
);

export const HeritageBlockSchema = Type.Object(
  {
    listed_monuments_within_25m: Nullable(
      Type.Array(
        Type.Object(
          {
            register_url: Type.String({
              format: 'uri',
              description: 'The monument in the national register.',
              examples: ['https://monumentenregister.cultureelerfgoed.nl/monumenten/523080'],
            }),
            listed_since: Nullable(
              Type.String({
                format: 'date',
                description: 'Day of its entry into the register; null where the register gives none.',
                examples: ['2001-12-17'],
              }),
            ),
          },
          { title: 'ListedMonument', ...closed },
        ),
        {
          description:
            "National listed monuments whose point in the register lies within 25 m of the address's, the nearest first. One house may have several: for the house, its fence, its gate. Many points are approximate; `note` says which, and also when the address itself is listed with a point farther away. Empty when there are none, null when not known.",
        },
      ),
    ),
    protected_areas: Nullable(
      Type.Array(
        Type.Object(
          { type: OneOf(PROTECTED_AREA_LIST, { description: 'Kind of protected area.' }) },
          { title: 'ProtectedArea', ...closed },
        ),
        {
          description:
            'Protected areas that the address lies in, one element each: areas overlap, also those of one kind. Borders may be 20 to 100 m off. Empty when there are none, null when not known.',
        },
      ),
    ),
    note,
  },
  {
    title: 'HomeHeritage',
    description:
      'Listed monuments and protected areas of national and world heritage. Monuments of municipalities and provinces are not covered: they have no national register.',
    ...closed,
  },
);

export const LiveabilityBlockSchema = Type.Object(
  {
    year: year('Year of the measurement.'),
    level: Nullable(
      OneOf(['neighbourhood', 'district'], {
        description:
          'Area that the percentiles describe: the district where the neighbourhood has too few residents for a score.',
        examples: ['neighbourhood'],
      }),
    ),
    percentile: percentile(
      'Overall percentile: how many percent of all scored areas of the same level score lower, with half of those that score the same. Unweighted, rounded, 1 to 99. 50 is the middle, 99 among the best. Computed by this service from the published scores.',
    ),
    dimension_percentiles: Type.Object(
      {
        physical_environment: percentile('Percentile of the contribution of the physical environment.'),
        nuisance_and_safety: percentile(
          'Percentile of the contribution of nuisance and safety; higher is less nuisance and safer.',
        ),
        social_cohesion: percentile('Percentile of the contribution of social cohesion.'),
        amenities: percentile('Percentile of the contribution of amenities.'),
        housing_stock: percentile('Percentile of the contribution of the housing stock.'),
      },
      { description: 'Percentiles of the five dimensions that make up the score.', ...closed },
    ),
    note,
  },
  { title: 'HomeLiveability', description: 'Liveability (Leefbaarometer) as percentiles.', ...closed },
);

export const RelatedSchema = Type.Array(
  Type.Object(
    {
      endpoint: Type.String({ description: 'Path with its query.', examples: ['/v1/status'] }),
      price: Type.String({ description: 'Amount and currency, or `free`.', examples: ['free'] }),
      what: Type.String({ description: 'What it answers.' }),
    },
    { title: 'Related', ...closed },
  ),
  { description: 'What else can be asked.' },
);

/** Answer of `/v1/home/basic`. */
export const HomeSummarySchema = Type.Object(
  {
    address: AddressBlockSchema,
    building: BuildingBlockSchema,
    neighbourhood: NeighbourhoodBlockSchema,
    safety: SafetyBlockSchema,
    heritage: HeritageBlockSchema,
    liveability: LiveabilityBlockSchema,
    source: SourcesSchema,
    related: RelatedSchema,
  },
  { title: 'HomeSummary', description: 'The free answer about an address.', ...closed },
);

export type HomeSummary = Static<typeof HomeSummarySchema>;
export type AddressBlock = Static<typeof AddressBlockSchema>;
export type BuildingBlock = Static<typeof BuildingBlockSchema>;
export type NeighbourhoodBlock = Static<typeof NeighbourhoodBlockSchema>;
export type SafetyBlock = Static<typeof SafetyBlockSchema>;
export type HeritageBlock = Static<typeof HeritageBlockSchema>;
export type LiveabilityBlock = Static<typeof LiveabilityBlockSchema>;
export type Related = Static<typeof RelatedSchema>;
