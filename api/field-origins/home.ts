import {
  ADDRESS_ID_ORIGINS,
  HOME_ADDRESS_ORIGINS,
  HOME_AREA_ORIGINS,
  REGISTERED_ADDRESS_ORIGINS,
} from './address.ts';
import { RELATED_ORIGINS, SOURCE_ORIGINS, UNAVAILABLE_ORIGINS } from './common.ts';
import { NEIGHBOURHOOD_ORIGINS, NEIGHBOURHOOD_REPORT_ORIGINS } from './neighbourhood.ts';
import { type FieldOrigins, origin, ours } from './origin.ts';
import {
  HERITAGE_ORIGINS,
  HERITAGE_REPORT_ORIGINS,
  LIVEABILITY_ORIGINS,
  LIVEABILITY_REPORT_ORIGINS,
  SAFETY_ORIGINS,
  SAFETY_REPORT_ORIGINS,
} from './places.ts';
import {
  ELEVATION_ORIGINS,
  ENERGY_LABEL_ORIGINS,
  ENVIRONMENT_ORIGINS,
  PERMIT_ORIGINS,
  SCHOOL_ORIGINS,
} from './report.ts';

/** Of an address that was asked live the same register answers, under the same id. */
const REGISTER = ['bag-extract'];

const BUILDING_ORIGINS: FieldOrigins = {
  'building.year_built': origin(
    REGISTER,
    'Pand oorspronkelijkBouwjaar',
    'Of the building of the unit; null where there is none or the year cannot be one.',
  ),
  'building.age_years': origin(
    REGISTER,
    'Pand oorspronkelijkBouwjaar',
    'This year, in the Netherlands, minus it; at least 0.',
  ),
  'building.units_in_building': origin(
    REGISTER,
    'Verblijfsobject PandRef',
    'Number of units in service that name the building.',
  ),
  'building.uses_in_building': origin(
    REGISTER,
    'Verblijfsobject gebruiksdoel',
    'Of all those units, in English, each once.',
  ),
  'building.unit.floor_area_m2': origin(
    REGISTER,
    'Verblijfsobject oppervlakte',
    'As registered; null for berths and pitches and for figures that cannot be an area.',
  ),
  'building.unit.use': origin(
    REGISTER,
    'Verblijfsobject gebruiksdoel',
    'In English; null for berths and pitches.',
  ),
  'building.unit.status': origin(
    REGISTER,
    'status of Verblijfsobject, Ligplaats or Standplaats',
    'In English.',
  ),
  'building.note': ours('Says what is null and why, and when the unit lies in several buildings.'),
};

const BUILDING_REPORT_ORIGINS: FieldOrigins = {
  'building.building_id': origin(
    REGISTER,
    'Pand identificatie',
    'As registered, 16 digits; null where there is none.',
  ),
  'building.building_status': origin(REGISTER, 'Pand status', 'In English.'),
  'building.unit.object_id': origin(
    REGISTER,
    'identificatie of Verblijfsobject, Ligplaats or Standplaats',
    'As registered, 16 digits.',
  ),
};

/** `/v1/home/basic` */
export const HOME_SUMMARY_ORIGINS: FieldOrigins = {
  ...HOME_ADDRESS_ORIGINS,
  ...BUILDING_ORIGINS,
  ...NEIGHBOURHOOD_ORIGINS,
  ...SAFETY_ORIGINS,
  ...HERITAGE_ORIGINS,
  ...LIVEABILITY_ORIGINS,
  ...SOURCE_ORIGINS,
  ...RELATED_ORIGINS,
};

/** `/v1/home/report` */
export const HOME_REPORT_ORIGINS: FieldOrigins = {
  ...HOME_SUMMARY_ORIGINS,
  ...HOME_AREA_ORIGINS,
  ...BUILDING_REPORT_ORIGINS,
  ...NEIGHBOURHOOD_REPORT_ORIGINS,
  ...SAFETY_REPORT_ORIGINS,
  ...HERITAGE_REPORT_ORIGINS,
  ...LIVEABILITY_REPORT_ORIGINS,
  ...ELEVATION_ORIGINS,
  ...ENVIRONMENT_ORIGINS,
  ...ENERGY_LABEL_ORIGINS,
  ...PERMIT_ORIGINS,
  ...SCHOOL_ORIGINS,
  ...UNAVAILABLE_ORIGINS,
};

/** `/v1/energy-label` */
export const ENERGY_ANSWER_ORIGINS: FieldOrigins = {
  ...REGISTERED_ADDRESS_ORIGINS,
  ...ADDRESS_ID_ORIGINS,
  ...ENERGY_LABEL_ORIGINS,
  ...SOURCE_ORIGINS,
  ...RELATED_ORIGINS,
};
