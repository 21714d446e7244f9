import { type FieldOrigins, origin, ours } from './origin.ts';

const REGISTER = ['bag-extract', 'pdok-locatieserver'];
const MUNICIPALITIES = ['bag-extract', 'cbs-municipalities', 'pdok-locatieserver'];
const AREAS = ['cbs-postcode-keys', 'cbs-areas', 'cbs-key-figures', 'pdok-locatieserver'];

const LABEL = origin(
  REGISTER,
  'OpenbareRuimte naam; Nummeraanduiding huisnummer, huisletter, huisnummertoevoeging, postcode; Woonplaats naam',
  'Put together by the service from the parts, in the spelling of the register.',
);

const POSTCODE = origin(
  REGISTER,
  'Nummeraanduiding postcode',
  'As registered; null for addresses without one.',
);

const TOWN = origin(REGISTER, 'Woonplaats naam', 'As registered.');

const LATITUDE = origin(
  REGISTER,
  'geometrie of Verblijfsobject, Ligplaats or Standplaats; live: centroide_rd, centroide_ll',
  'Point of a unit, or a point inside the area of a berth or pitch, converted from RD New; null where the register has no usable one.',
);

const NEIGHBOURHOOD_CODE = origin(
  AREAS,
  'Buurt of PC6 and Huisnummer; else buurtcode of the map outline; live: buurtcode',
  'By postcode and house number; where the key does not have the address, by the outline that holds its point. `note` says when.',
);

const NEIGHBOURHOOD_NAME = origin(
  AREAS,
  'name of the area in the key figures; live: buurtnaam',
  'Newest name of the area of that code.',
);

const DISTRICT_CODE = origin(
  AREAS,
  'Wijk of the neighbourhood; live: wijkcode',
  'The district that the neighbourhood lies in.',
);

const DISTRICT_NAME = origin(
  AREAS,
  'name of the area in the key figures; live: wijknaam',
  'As for the neighbourhood.',
);

const MUNICIPALITY = {
  municipality: origin(
    MUNICIPALITIES,
    'GemeenteWoonplaatsRelatie of the town; name of the municipality; live: gemeentenaam',
    'The municipality of the town on the state date of the register.',
  ),
  municipality_code: origin(
    MUNICIPALITIES,
    'RegioS; live: gemeentecode',
    '`GM` and four digits; null where the municipality is not known.',
  ),
  province: origin(
    MUNICIPALITIES,
    'province of the municipality; live: provincienaam',
    'The province that the municipality lies in.',
  ),
} satisfies FieldOrigins;

/** The block `address` of `/v1/home/basic` and `/v1/home/report`. */
export const HOME_ADDRESS_ORIGINS: FieldOrigins = {
  'address.label': LABEL,
  'address.postcode': POSTCODE,
  'address.city': TOWN,
  'address.lat': LATITUDE,
  'address.lon': LATITUDE,
  'address.neighbourhood.code': NEIGHBOURHOOD_CODE,
  'address.neighbourhood.name': NEIGHBOURHOOD_NAME,
  'address.note': ours('Says what is null and why, and what to keep in mind.'),
};

/** What the block `address` of the report has beside that. */
export const HOME_AREA_ORIGINS: FieldOrigins = {
  'address.district.code': DISTRICT_CODE,
  'address.district.name': DISTRICT_NAME,
  'address.municipality': MUNICIPALITY.municipality,
  'address.municipality_code': MUNICIPALITY.municipality_code,
  'address.province': MUNICIPALITY.province,
};

/** The block `address` of the address paths. */
export const REGISTERED_ADDRESS_ORIGINS: FieldOrigins = {
  'address.label': LABEL,
  'address.street': origin(REGISTER, 'OpenbareRuimte naam; live: straatnaam', 'As registered, in full.'),
  'address.house_number': origin(REGISTER, 'Nummeraanduiding huisnummer', 'As registered.'),
  'address.house_letter': origin(
    REGISTER,
    'Nummeraanduiding huisletter',
    'As registered; null where there is none.',
  ),
  'address.house_number_addition': origin(
    REGISTER,
    'Nummeraanduiding huisnummertoevoeging',
    'As registered; null where there is none.',
  ),
  'address.postcode': POSTCODE,
  'address.city': TOWN,
  'address.municipality': MUNICIPALITY.municipality,
  'address.municipality_code': MUNICIPALITY.municipality_code,
  'address.province': MUNICIPALITY.province,
};

export const ADDRESS_ID_ORIGINS: FieldOrigins = {
  'bag.addressable_object_id': origin(
    REGISTER,
    'identificatie of Verblijfsobject, Ligplaats or Standplaats; live: adresseerbaarobject_id',
    'As registered, 16 digits with leading zeros.',
  ),
  'bag.address_id': origin(
    REGISTER,
    'Nummeraanduiding identificatie; live: nummeraanduiding_id',
    'As registered, 16 digits with leading zeros.',
  ),
};

/** Location and areas of the address paths. */
export const LOCATED_ORIGINS: FieldOrigins = {
  'location.lat': LATITUDE,
  'location.lon': LATITUDE,
  'location.crs': ours('Always `WGS84`.'),
  'neighbourhood.code': NEIGHBOURHOOD_CODE,
  'neighbourhood.name': NEIGHBOURHOOD_NAME,
  'district.code': DISTRICT_CODE,
  'district.name': DISTRICT_NAME,
};

export const QUERY_ORIGIN = ours('Made so that the service answers exactly this address to it.');

export const MATCH_ORIGINS: FieldOrigins = {
  other_matches: origin(
    REGISTER,
    'as the fields of the same name above',
    'Other addresses of the same street, town and house number, at most 20; empty where there are none.',
  ),
  'other_matches[].query': QUERY_ORIGIN,
};

export const SUGGESTION_ORIGINS: FieldOrigins = {
  'suggestions[].type': ours('What kind of name was found.'),
  'suggestions[].label': origin(
    REGISTER,
    'OpenbareRuimte naam; Woonplaats naam; Nummeraanduiding postcode, huisnummer, huisletter, huisnummertoevoeging',
    'Names that begin with, or nearly spell, what was typed; abbreviations and missing accents do not matter.',
  ),
  'suggestions[].q': ours('The label in the form that can be typed on and asked here again.'),
  'suggestions[].query': QUERY_ORIGIN,
};
