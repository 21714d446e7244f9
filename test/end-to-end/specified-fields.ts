import { expect } from 'vitest';

/** A field of the specification on the bundled sample, whose files are written as the publishers write theirs. */
export interface SpecifiedField {
  readonly path: string;
  readonly url: string;
  /** Part of the name of the publisher's file, and what stands in it. */
  readonly file: string;
  readonly row: string;
  readonly value: unknown;
  /** Left out for what every answer has: without it there would be no answer. */
  readonly absent?: Absence | undefined;
}

export interface Absence {
  readonly service: 'sample' | 'bare';
  readonly url: string;
  readonly value: null | readonly never[];
}

type Field = readonly [path: string, file: string, row: string, value: unknown, absent?: Absence];

const fieldsOf = (url: string, fields: readonly Field[]): SpecifiedField[] =>
  fields.map(([path, file, row, value, absent]) => ({ path, url, file, row, value, absent }));

const none = (url: string, service: Absence['service'] = 'sample'): Absence => ({
  service,
  url,
  value: null,
});
const empty = (url: string): Absence => ({ service: 'sample', url, value: [] });

const basic = (query: string) => `/v1/home/basic?${query}`;
const report = (query: string) => `/v1/home/report?${query}`;
const lookup = (query: string) => `/v1/address/lookup?${query}`;
const vehicle = (plate: string) => `/v1/vehicle/report?licence_plate=${plate}`;

const AMSTEL = 'postcode=1011PN&house_number=1';
const OFFICE_OF_FEW = 'postcode=1011AB&house_number=105&addition=1';
const HOUSEBOAT = 'postcode=1015GK&house_number=605&house_letter=B';
const LISTED_HOUSE = 'postcode=6981AS&house_number=2';
const NO_POSTCODE = 'q=Park+%26+Ride+Noord+3,+Amsterdam';
const BARE = none(basic('q=Amstel+1,+Amsterdam'), 'bare');
const BARE_REPORT = none(report('q=Amstel+1,+Amsterdam&allow_partial=true'), 'bare');
const BARE_LOOKUP = none(lookup('q=Amstel+1,+Amsterdam'), 'bare');
const BERTH = none(basic(HOUSEBOAT));

const POINT = '<gml:pos>121828.874 486751.728 0.0</gml:pos>';
const UNITS = '9999VBO';
const KEY_2025 = '1011PN;1;0363AF09;0363AF;0363';

export const ADDRESS_FIELDS = fieldsOf(basic(AMSTEL), [
  ['address.label', '9999OPR', '<Objecten:naam>Amstel<', 'Amstel 1, 1011PN Amsterdam'],
  ['address.postcode', '9999NUM', '<Objecten:postcode>1011PN<', '1011PN', none(basic(NO_POSTCODE))],
  ['address.city', '9999WPL', '<Objecten:naam>Amsterdam<', 'Amsterdam'],
  ['address.lat', UNITS, POINT, 52.3676456, BARE],
  ['address.lon', UNITS, POINT, 4.90016547, BARE],
  ['address.neighbourhood.code', 'pc6hnr', KEY_2025, 'BU0363AF09', BARE],
  ['address.neighbourhood.name', 'buurt_2025', '0363AF09;Waterloopleinbuurt', 'Waterloopleinbuurt', BARE],
  ['building.year_built', '9999PND', 'oorspronkelijkBouwjaar>1986<', 1986, none(basic(OFFICE_OF_FEW))],
  ['building.age_years', '9999PND', 'oorspronkelijkBouwjaar>1986<', 40, none(basic(OFFICE_OF_FEW))],
  ['building.units_in_building', UNITS, 'NL.IMBAG.Pand">0363100012181581<', 1, BERTH],
  ['building.uses_in_building', UNITS, '>bijeenkomstfunctie<', ['assembly', 'office'], BERTH],
  ['building.unit.floor_area_m2', UNITS, '<Objecten:oppervlakte>32560<', 32_560, none(basic(OFFICE_OF_FEW))],
  ['building.unit.use', UNITS, '>kantoorfunctie<', ['assembly', 'office'], BERTH],
  ['building.unit.status', UNITS, '<Objecten:status>Verblijfsobject in gebruik<', 'in use'],
]);

const PEOPLE = '86165NED/TypedDataSet';
const HOMES = '85984NED/TypedDataSet';
const DISTANCES = '86270NED/TypedDataSet';
const FEW = none(report(OFFICE_OF_FEW));
const SCORES = 'scores buurten';
const SCORE = 'BU0363AF09,Waterloopleinbuurt,2024,4.345241951143685,0.24297709999999997,-0.0150048,-0.199711';
const UNSCORED = none(report(NO_POSTCODE));
/** Third row of the grid, 22nd column: the cell of the point. */
const NOISE = '128 128 128 128 128 128 128 46 45 44 44 45 47 49 51 53 54 53 53 54 57 61';
const NO2 = '9.78 9.97 10.21 10.52 10.89 11.37 11.96 12.69 13.61 14.76 16.19 17.98 20.21 23';
const PM25 = '7.13 7.17 7.21 7.26 7.32 7.41 7.51 7.63 7.79 7.99 8.23 8.54 8.92 9.4';

export const HOME_FIELDS = [
  ...fieldsOf(report(AMSTEL), [
    ['neighbourhood.people.data_year', PEOPLE, '"AantalInwoners_5":835', 2025, BARE],
    ['neighbourhood.people.residents', PEOPLE, '"AantalInwoners_5":835', 835, BARE],
    ['neighbourhood.people.households', PEOPLE, '"HuishoudensTotaal_29":525', 525, BARE],
    ['neighbourhood.housing.data_year', HOMES, '"Koopwoningen_47":33', 2024, BARE],
    [
      'neighbourhood.housing.avg_home_value_eur',
      HOMES,
      '"GemiddeldeWOZWaardeVanWoningen_39":558',
      558_000,
      FEW,
    ],
    ['neighbourhood.housing.owner_occupied_pct', HOMES, '"Koopwoningen_47":33', 33, FEW],
    ['neighbourhood.distance_km.data_year', DISTANCES, '"AfstandTotHuisartsenpraktijk_5":0.7', 2025, BARE],
    ['neighbourhood.distance_km.gp_practice', DISTANCES, '"AfstandTotHuisartsenpraktijk_5":0.7', 0.7, FEW],
    ['neighbourhood.distance_km.supermarket', DISTANCES, '"AfstandTotGroteSupermarkt_24":0.4', 0.4, FEW],
    [
      'neighbourhood.distance_km.train_station',
      DISTANCES,
      '"AfstandTotTreinstationsTotaal_90":1.2',
      1.2,
      FEW,
    ],
    [
      'safety.year',
      '47018NED',
      '"BU0363AF09","Perioden":"2025JJ00","GeregistreerdeMisdrijven_1":163',
      2025,
      BARE,
    ],
    // 163 crimes among 835 residents.
    ['safety.per_1000_residents.total', '47018NED', '"GeregistreerdeMisdrijven_1":163', 195.2, FEW],
    [
      'safety.national_per_1000_residents.total',
      '47018NED',
      '"GeregistreerdeMisdrijven_1":797240',
      44.2,
      BARE,
    ],
    [
      'heritage.protected_areas.0.type',
      'rce:Townscapes',
      'Amsterdam - Binnen de Singelgracht',
      'Nationally protected town or village conservation area',
    ],
    ['elevation.below_sea_level', UNITS, POINT, true, BARE_REPORT],
    // The stand-in of the height model is a plane around this point.
    ['elevation.ground_level_m_nap', UNITS, POINT, -1.5, BARE_REPORT],
    ['environment.noise_lden_db.year', 'allebronnen_2022', NOISE, 2022, BARE_REPORT],
    ['environment.noise_lden_db.all_sources', 'allebronnen_2022', NOISE, 61, BARE_REPORT],
    [
      'environment.noise_lden_db.road',
      'wegverkeer_2022',
      '44 43 43 44 46 48 50 52 52 51 51 53 56 61',
      61,
      BARE_REPORT,
    ],
    ['environment.noise_lden_db.level', 'allebronnen_2022', NOISE, 'poor', BARE_REPORT],
    ['environment.air_ug_m3.year', 'NO22024', NO2, 2024, BARE_REPORT],
    ['environment.air_ug_m3.no2', 'NO22024', NO2, 23, BARE_REPORT],
    ['environment.air_ug_m3.pm25', 'PM252024', PM25, 9.4, BARE_REPORT],
    ['liveability.year', SCORES, SCORE, 2024, UNSCORED],
    ['liveability.percentile', SCORES, SCORE, 50, UNSCORED],
    ['liveability.dimension_percentiles.physical_environment', SCORES, SCORE, 17, UNSCORED],
    ['liveability.dimension_percentiles.nuisance_and_safety', SCORES, SCORE, 3, UNSCORED],
    ['liveability.dimension_percentiles.social_cohesion', SCORES, SCORE, 63, UNSCORED],
    ['liveability.dimension_percentiles.amenities', SCORES, SCORE, 77, UNSCORED],
    ['liveability.dimension_percentiles.housing_stock', SCORES, SCORE, 43, UNSCORED],
  ]),
  ...fieldsOf(report(LISTED_HOUSE), [
    [
      'heritage.listed_monuments_within_25m.length',
      'rijksmonumentpunten',
      '"coordinates":[206425.9,447419.2]',
      1,
    ],
    [
      'heritage.listed_monuments_within_25m.0.register_url',
      'rijksmonumentpunten',
      'https://monumentenregister.cultureelerfgoed.nl/monumenten/990001',
      'https://monumentenregister.cultureelerfgoed.nl/monumenten/990001',
    ],
    ['heritage.listed_monuments_within_25m.0.listed_since', 'linkeddata', '1969-03-18', '1969-03-18'],
    [
      'heritage.listed_monuments_within_25m',
      'rijksmonumentpunten',
      '990001',
      expect.any(Array),
      empty(report(AMSTEL)),
    ],
    [
      'heritage.protected_areas',
      'rce:Townscapes',
      '"Doesburg"',
      expect.any(Array),
      empty(report(OFFICE_OF_FEW)),
    ],
  ]),
  ...fieldsOf(basic('postcode=2513AA&house_number=1&house_letter=A'), [
    // One of three monuments of one house: the register gives no day of its listing.
    [
      'heritage.listed_monuments_within_25m',
      'rijksmonumentpunten',
      'https://monumentenregister.cultureelerfgoed.nl/monumenten/990007',
      expect.arrayContaining([
        {
          register_url: 'https://monumentenregister.cultureelerfgoed.nl/monumenten/990007',
          listed_since: null,
        },
      ]),
    ],
  ]),
];

export const LOOKUP_FIELDS = [
  ...fieldsOf(lookup(AMSTEL), [
    ['address.label', '9999OPR', '<Objecten:naam>Amstel<', 'Amstel 1, 1011PN Amsterdam'],
    ['address.street', '9999OPR', '<Objecten:naam>Amstel<', 'Amstel'],
    ['address.house_number', '9999NUM', '<Objecten:huisnummer>1<', 1],
    ['address.postcode', '9999NUM', '<Objecten:postcode>1011PN<', '1011PN', BARE_LOOKUP],
    ['address.city', '9999WPL', '<Objecten:naam>Amsterdam<', 'Amsterdam'],
    ['address.municipality', '86059NED', 'Amsterdam', 'Amsterdam'],
    ['address.municipality_code', '86059NED', 'GM0363', 'GM0363'],
    ['address.province', '86059NED', 'Noord-Holland', 'Noord-Holland'],
    ['location.lat', UNITS, POINT, 52.3676456, BARE_LOOKUP],
    ['location.lon', UNITS, POINT, 4.90016547, BARE_LOOKUP],
    ['location.crs', UNITS, POINT, 'WGS84'],
    ['bag.addressable_object_id', UNITS, '>0363010012143319<', '0363010012143319'],
    ['bag.address_id', '9999NUM', '>0363200012145295<', '0363200012145295'],
    ['neighbourhood.code', 'pc6hnr', KEY_2025, 'BU0363AF09', BARE_LOOKUP],
    ['neighbourhood.name', 'buurt_2025', 'Waterloopleinbuurt', 'Waterloopleinbuurt', BARE_LOOKUP],
    ['district.code', 'pc6hnr', KEY_2025, 'WK0363AF', BARE_LOOKUP],
    ['district.name', 'wijk_2025', '0363AF;Nieuwmarkt/Lastage', 'Nieuwmarkt/Lastage', BARE_LOOKUP],
    ['related.0.endpoint', '9999NUM', '1011PN', `/v1/home/basic?${AMSTEL}`],
    ['related.0.price', '9999NUM', '1011PN', 'free'],
    ['related.0.what', '9999NUM', '1011PN', expect.stringMatching(/^[A-Z].+/)],
  ]),
  ...fieldsOf(lookup(HOUSEBOAT), [
    ['address.house_letter', '9999NUM', '<Objecten:huisletter>B<', 'B', none(lookup(AMSTEL))],
  ]),
  ...fieldsOf(lookup('postcode=1082GB&house_number=43&addition=1'), [
    [
      'address.house_number_addition',
      '9999NUM',
      '<Objecten:huisnummertoevoeging>1<',
      '1',
      none(lookup(AMSTEL)),
    ],
    ['other_matches.0.label', '9999NUM', '<Objecten:postcode>1082GB<', 'Overvoorde 43-2, 1082GB Amsterdam'],
    ['other_matches', '9999NUM', '1082GB', expect.any(Array), empty(lookup(AMSTEL))],
  ]),
];

const CARS = 'm9d7-ebf2/rows';
const FUELS = '8ys7-d773/rows';
const TRAILER = none(vehicle('WDLB58'));
const HYBRID_ROW = 'T905GL,Personenauto,MITSUBISHI,OUTLANDER,20271204,20231120,0,stationwagen,5,GRIJS';

export const VEHICLE_FIELDS = [
  ...fieldsOf(vehicle('T905GL'), [
    ['plate', CARS, HYBRID_ROW, 'T905GL'],
    ['make', CARS, HYBRID_ROW, 'Mitsubishi'],
    ['model', CARS, HYBRID_ROW, 'OUTLANDER'],
    ['vehicle_type', CARS, HYBRID_ROW, 'Passenger car'],
    ['colour', CARS, HYBRID_ROW, 'grey', TRAILER],
    ['first_registered', CARS, ',20191204,20191204,', '2019-12-04'],
    ['age_years', CARS, ',20191204,20191204,', 6],
    ['fuel', FUELS, 'T905GL,2,Elektriciteit', ['petrol', 'electricity'], empty(vehicle('WDLB58'))],
    ['euro_class', FUELS, 'OVC-HEV,,EURO 6 AG', 'EURO 6 AG', TRAILER],
    ['apk_expiry', CARS, HYBRID_ROW, '2027-12-04', TRAILER],
    ['apk_valid', CARS, HYBRID_ROW, true, TRAILER],
    ['insured', CARS, ',45490,Ja,', true, TRAILER],
    ['open_recall', CARS, ',267,Nee,Nee,', false],
    ['odometer_verdict', CARS, ',2025,Logisch,00,Ja,', 'logical'],
    ['risk_level', CARS, HYBRID_ROW, 'low'],
  ]),
  ...fieldsOf(vehicle('84LHZ6'), [
    ['open_recall', 't49b-isb7/rows', '84LHZ6,MGP249901,O,', true],
    ['risk_level', 't49b-isb7/rows', '84LHZ6,MGP249901,O,', 'high'],
    ['flags.0.code', 't49b-isb7/rows', '84LHZ6,MGP249901,O,', 'open_recall'],
    ['inspections.0.date', 'sgfe-77wx/rows', '84LHZ6,AL,20260928,1145,', '2026-09-28'],
    ['inspections.0.type', 'sgfe-77wx/rows', 'periodieke controle,20270930', 'periodic_inspection'],
    ['inspections.0.valid_until', 'sgfe-77wx/rows', 'periodieke controle,20270930', '2027-09-30'],
    // The attempt of a fortnight before was not approved: it is known by its defects alone.
    ['inspections.1.defects.0.code', 'a34c-vvps/rows', '84LHZ6,AL,20260914,1010,205,', '205'],
    ['inspections.2.defects', 'sgfe-77wx/rows', '84LHZ6,AL,20250922,830,', []],
    ['inspections', 'sgfe-77wx/rows', '84LHZ6', expect.any(Array), empty(vehicle('WDLB58'))],
    ['recalls.0.reference', 't49b-isb7/rows', '84LHZ6,MGP249901,O,', 'MGP249901'],
    ['recalls', 't49b-isb7/rows', '84LHZ6', expect.any(Array), empty(vehicle('T905GL'))],
  ]),
];
