import { type FieldOrigins, origin, ours } from './origin.ts';

const HEIGHT = ['ahn'];

export const ELEVATION_ORIGINS: FieldOrigins = {
  'elevation.ground_level_m_nap': origin(
    HEIGHT,
    'cells of the terrain model (DTM)',
    'Median of the cells of bare ground nearest to the address, metres to NAP; null where there is none within 60 m.',
  ),
  'elevation.below_sea_level': origin(
    HEIGHT,
    'cells of the terrain model (DTM)',
    'Whether that height is below 0.',
  ),
  'elevation.resolution_m': origin(HEIGHT, 'size of a cell', 'Of the model that answered.'),
  'elevation.method': ours('Says how many cells the height is the median of.'),
  'elevation.note': ours('Says what is null and why.'),
};

const noise = (source: string, layer: string) =>
  origin(
    [source],
    `cell of the layer ${layer}`,
    'Value of the cell that holds the point of the address, dB; null where the map has no value.',
  );

const air = (substance: string, name: string) =>
  origin(
    [`rivm-air-${substance}`, `rivm-air-${substance}-background`],
    `cell of the layer ${name} (NSL), else of its background (GCN)`,
    'Value of the cell that holds the point of the address; null where the map has no value.',
  );

const WHO = 'Guideline of the World Health Organization, the same in every answer.';

export const ENVIRONMENT_ORIGINS: FieldOrigins = {
  'environment.noise_lden_db.year': origin(
    [
      'rivm-noise-all-sources',
      'rivm-noise-road',
      'rivm-noise-rail',
      'rivm-noise-aircraft',
      'rivm-noise-industry',
      'rivm-noise-wind-turbines',
    ],
    'year of the layer',
    'Of the map of all sources where it has a figure, else the newest that has one; `note` names other years.',
  ),
  'environment.noise_lden_db.all_sources': noise('rivm-noise-all-sources', 'Geluid_lden_allebronnen'),
  'environment.noise_lden_db.road': noise('rivm-noise-road', 'Geluid_lden_wegverkeer'),
  'environment.noise_lden_db.rail': noise('rivm-noise-rail', 'Geluid_lden_treinverkeer'),
  'environment.noise_lden_db.aircraft': noise('rivm-noise-aircraft', 'Geluid_lden_vliegverkeer'),
  'environment.noise_lden_db.industry': noise('rivm-noise-industry', 'Geluid_lden_industrie'),
  'environment.noise_lden_db.wind_turbines': noise('rivm-noise-wind-turbines', 'Geluid_lden_windturbines'),
  'environment.noise_lden_db.level': origin(
    ['rivm-noise-all-sources'],
    'cell of the layer Geluid_lden_allebronnen',
    'The figure of all sources in words, by the limits that the schema names.',
  ),
  'environment.noise_lden_db.who_guideline': ours(WHO),
  'environment.air_ug_m3.year': origin(
    [
      'rivm-air-no2',
      'rivm-air-pm25',
      'rivm-air-pm10',
      'rivm-air-no2-background',
      'rivm-air-pm25-background',
      'rivm-air-pm10-background',
    ],
    'year of the layer',
    'Newest of the figures; `note` names other years.',
  ),
  'environment.air_ug_m3.no2': air('no2', 'NO2'),
  'environment.air_ug_m3.pm25': air('pm25', 'PM25'),
  'environment.air_ug_m3.pm10': air('pm10', 'PM10'),
  'environment.air_ug_m3.who_guideline': ours(WHO),
  'environment.note': ours('Says what is null and why, and what a figure covers.'),
};

const LABELS = ['ep-online'];
const NTA = 'As registered, where the label was made by NTA 8800; else null.';

export const ENERGY_LABEL_ORIGINS: FieldOrigins = {
  'energy_label.label': origin(
    LABELS,
    'Energieklasse',
    'Of several registrations: surveyed before planned, valid before expired, then the newest. Null where none is registered.',
  ),
  'energy_label.registered_on': origin(LABELS, 'Registratiedatum', 'The day as it is written.'),
  'energy_label.valid_until': origin(
    LABELS,
    'Geldig_tot',
    'The day as it is written; null where none is stated.',
  ),
  'energy_label.status': origin(LABELS, 'Status', 'In English.'),
  'energy_label.method': origin(
    LABELS,
    'Berekeningstype, Soort_opname',
    'The method, and how it was surveyed.',
  ),
  'energy_label.energy_use.demand_kwh_m2': origin(LABELS, 'Energiebehoefte', NTA),
  'energy_label.energy_use.primary_fossil_kwh_m2': origin(LABELS, 'PrimaireFossieleEnergie', NTA),
  'energy_label.energy_use.renewable_share_pct': origin(LABELS, 'Aandeel_hernieuwbare_energie', NTA),
  'energy_label.energy_use.calculated_kwh_m2': origin(LABELS, 'BerekendeEnergieverbruik', NTA),
  'energy_label.energy_use.calculated_mj': origin(
    LABELS,
    'BerekendeEnergieverbruik',
    'As registered, where the label was made by an older method that counts in MJ; else null.',
  ),
  'energy_label.energy_use.co2_kg_m2': origin(LABELS, 'BerekendeCO2Emissie', NTA),
  'energy_label.energy_use.energy_index': origin(LABELS, 'EnergieIndex', 'As registered.'),
  'energy_label.note': ours('Says what is null and why, and what the label was made for.'),
};

const NOTICES = ['announcements'];

export const PERMIT_ORIGINS: FieldOrigins = {
  'permits[].date': origin(
    NOTICES,
    'available, else issued, date or modified',
    'Day of publication. Two years back.',
  ),
  'permits[].type': origin(NOTICES, 'type, activiteit', 'In English.'),
  'permits[].stage': origin(
    NOTICES,
    'title',
    'By the words of the title; null where they say nothing of it.',
  ),
  'permits[].concerns': origin(
    NOTICES,
    'gebiedsmarkering: postcode, huisnummer, geometry; title',
    'Whether the notice is about the address itself or about a place next to it.',
  ),
  'permits[].title': origin(NOTICES, 'title, else abstract', 'As published, in Dutch.'),
  'permits[].authority': origin(NOTICES, 'creator', 'As published.'),
  'permits[].url': origin(NOTICES, 'preferredUrl, else identifier', 'Page of the notice.'),
  permits_note: ours('Says what `permits` leaves out, or why it is null.'),
};

const SCHOOLS = ['duo-schools', 'bag-extract'];

export const SCHOOL_ORIGINS: FieldOrigins = {
  'schools[].name': origin(
    ['duo-schools'],
    'VESTIGINGSNAAM',
    'As published; three of each kind, the nearest.',
  ),
  'schools[].type': origin(['duo-schools'], 'the file that lists it', 'In English.'),
  'schools[].denomination': origin(['duo-schools'], 'DENOMINATIE', 'In English; null where none is stated.'),
  'schools[].distance_m': origin(
    SCHOOLS,
    'POSTCODE, HUISNUMMER-TOEVOEGING; point of that address',
    'In a straight line from the address, whole metres.',
  ),
  'schools[].location_quality': origin(
    SCHOOLS,
    'POSTCODE, HUISNUMMER-TOEVOEGING',
    'Whether the register has that address, or only addresses of the postcode.',
  ),
  schools_note: ours('Says why `schools` is null.'),
};
