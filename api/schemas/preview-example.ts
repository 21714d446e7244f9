import { exampleSources } from '../openapi/source-examples.ts';
import type {
  AddressPreview,
  AddressReversePreview,
  HomeReportPreview,
  PreviewBlock,
  VehicleReportPreview,
} from './preview.ts';

/** A block that is available; the answer itself names all its fields. */
function block(
  name: string,
  fields: readonly string[],
  sourceId: string,
  dataYear: number | null = null,
): PreviewBlock {
  return {
    block: name,
    fields: [...fields],
    available: true,
    data_year: dataYear,
    source_id: sourceId,
    note: null,
  };
}

const LOADED_AT = '2026-11-27T03:00:00.000Z';
const REGISTER = exampleSources({ 'bag-extract': ['match'] }, LOADED_AT);
const VEHICLES = exampleSources({ 'registered-vehicles': ['match'] }, LOADED_AT);

const PAYMENT = { pay_with: ['x402' as const, 'api_key' as const] };

export const HOME_REPORT_PREVIEW_EXAMPLE: HomeReportPreview = {
  valid: true,
  input: {
    postcode: '1011PN',
    house_number: 1,
    house_letter: null,
    addition: null,
    q: null,
    allow_partial: false,
  },
  match: { label: 'Amstel 1, 1011PN Amsterdam' },
  contains: [
    block('address', ['label', 'postcode', 'city'], 'bag-extract', 2025),
    block('building', ['building_id', 'building_status', 'year_built'], 'bag-extract', 2025),
    block('neighbourhood', ['people.data_year', 'people.residents', 'people.men'], 'cbs-key-figures', 2025),
    block('safety', ['year', 'level', 'per_1000_residents.total'], 'police-crime', 2025),
    block(
      'heritage',
      [
        'is_listed_monument',
        'listed_monuments_within_25m[].register_url',
        'listed_monuments_within_25m[].listed_since',
      ],
      'rce-monuments',
    ),
    block('liveability', ['year', 'level', 'percentile'], 'bzk-leefbaarometer', 2024),
    block('elevation', ['ground_level_m_nap', 'below_sea_level', 'resolution_m'], 'ahn'),
    block(
      'environment',
      ['noise_lden_db.year', 'noise_lden_db.all_sources', 'noise_lden_db.road'],
      'rivm-noise-all-sources',
      2024,
    ),
    block('energy_label', ['label', 'registered_on', 'valid_until'], 'ep-online'),
    block('permits', ['date', 'type', 'stage'], 'announcements'),
    block('schools', ['name', 'type', 'denomination'], 'duo-schools'),
  ],
  price: { amount: '0.04', currency: 'USD' },
  ...PAYMENT,
  endpoint: '/v1/home/report?postcode=1011PN&house_number=1',
  source: REGISTER,
};

export const ADDRESS_LOOKUP_PREVIEW_EXAMPLE: AddressPreview = {
  valid: true,
  input: { postcode: '1011PN', house_number: 1, house_letter: null, addition: null, q: null },
  match: { label: 'Amstel 1, 1011PN Amsterdam' },
  contains: [
    block('address', ['label', 'street', 'house_number'], 'bag-extract', 2025),
    block('location', ['lat', 'lon', 'crs'], 'bag-extract', 2025),
    block('bag', ['addressable_object_id', 'address_id'], 'bag-extract', 2025),
    block('neighbourhood', ['code', 'name'], 'cbs-postcode-keys', 2025),
    block('district', ['code', 'name'], 'cbs-postcode-keys', 2025),
    block('other_matches', ['label', 'postcode', 'house_number'], 'bag-extract', 2025),
  ],
  price: { amount: '0.002', currency: 'USD' },
  ...PAYMENT,
  endpoint: '/v1/address/lookup?postcode=1011PN&house_number=1',
  source: REGISTER,
};

export const ADDRESS_REVERSE_PREVIEW_EXAMPLE: AddressReversePreview = {
  valid: true,
  input: { lat: 52.3676, lon: 4.9002, radius_m: 500, limit: 1 },
  match: { label: 'There are addresses within 500 m of the point.' },
  contains: [block('nearest', ['distance_m', 'address.label', 'address.street'], 'bag-extract', 2025)],
  price: { amount: '0.002', currency: 'USD' },
  ...PAYMENT,
  endpoint: '/v1/address/reverse?lat=52.3676&lon=4.9002&radius_m=500&limit=1',
  source: REGISTER,
};

export const ENERGY_LABEL_PREVIEW_EXAMPLE: AddressPreview = {
  valid: true,
  input: { postcode: '1011PN', house_number: 1, house_letter: null, addition: null, q: null },
  match: { label: 'Amstel 1, 1011PN Amsterdam' },
  contains: [
    block('address', ['label', 'street', 'house_number'], 'bag-extract', 2025),
    block('bag', ['addressable_object_id', 'address_id'], 'bag-extract', 2025),
    block('energy_label', ['label', 'registered_on', 'valid_until'], 'ep-online'),
  ],
  price: { amount: '0.005', currency: 'USD' },
  ...PAYMENT,
  endpoint: '/v1/energy-label?postcode=1011PN&house_number=1',
  source: REGISTER,
};

export const VEHICLE_REPORT_PREVIEW_EXAMPLE: VehicleReportPreview = {
  valid: true,
  input: { licence_plate: '84LHZ6', allow_partial: false },
  match: { label: 'Opel ZAFIRA TOURER, 84-LHZ-6' },
  contains: [
    block('vehicle', ['plate', 'plate_formatted', 'make'], 'registered-vehicles'),
    block('flags', ['code', 'severity', 'message'], 'registered-vehicles'),
    block('inspections', ['date', 'type', 'category'], 'inspection-reports'),
    block('recalls', ['reference', 'status', 'published'], 'recall-status'),
    block('specifications', ['body', 'seats', 'doors'], 'registered-vehicles'),
    block('power', ['power_kw', 'power_hp', 'power_kw_per_fuel[].fuel'], 'vehicle-fuel'),
    block('co2', ['g_per_km', 'cycle', 'weighted'], 'vehicle-fuel'),
    block('history', ['imported', 'first_nl_registration', 'last_owner_change'], 'registered-vehicles'),
    block('value', ['catalogue_price_eur', 'gross_bpm_eur', 'suspect'], 'registered-vehicles'),
  ],
  price: { amount: '0.02', currency: 'USD' },
  ...PAYMENT,
  endpoint: '/v1/vehicle/report?licence_plate=84LHZ6',
  source: VEHICLES,
};
