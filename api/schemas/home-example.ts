import { exampleSources } from '../openapi/source-examples.ts';
import type { HomeSummary } from './home.ts';

/** A complete answer of `/v1/home/basic`, as the bundled sample gives it, for the document. */
export const HOME_SUMMARY_EXAMPLE: HomeSummary = {
  address: {
    label: 'Amstel 1, 1011PN Amsterdam',
    postcode: '1011PN',
    city: 'Amsterdam',
    lat: 52.3676456,
    lon: 4.90016547,
    neighbourhood: {
      code: 'BU0363AF09',
      name: 'Waterloopleinbuurt',
    },
    note: null,
  },
  building: {
    year_built: 1986,
    age_years: 40,
    units_in_building: 1,
    uses_in_building: ['assembly', 'office'],
    unit: {
      floor_area_m2: 32560,
      use: ['assembly', 'office'],
      status: 'in use',
    },
    note: null,
  },
  neighbourhood: {
    people: {
      data_year: 2025,
      residents: 835,
      households: 525,
    },
    housing: {
      data_year: 2024,
      avg_home_value_eur: 558000,
      owner_occupied_pct: 33,
    },
    distance_km: {
      data_year: 2025,
      gp_practice: 0.7,
      supermarket: 0.4,
      train_station: 1.2,
    },
    note: null,
  },
  safety: {
    year: 2025,
    per_1000_residents: {
      total: 195.2,
    },
    national_per_1000_residents: {
      total: 44.2,
    },
    note: 'Areas with a station, shops or nightlife have high rates: crimes against visitors are divided by the few who live there.',
  },
  heritage: {
    listed_monuments_within_25m: [],
    protected_areas: [{ type: 'Nationally protected town or village conservation area' }],
    note: null,
  },
  liveability: {
    year: 2024,
    level: 'neighbourhood',
    percentile: 50,
    dimension_percentiles: {
      physical_environment: 17,
      nuisance_and_safety: 3,
      social_cohesion: 63,
      amenities: 77,
      housing_stock: 43,
    },
    note: null,
  },
  source: exampleSources({
    'bag-extract': ['address', 'building'],
    'cbs-postcode-keys': ['address.neighbourhood'],
    'cbs-key-figures': ['neighbourhood.people', 'neighbourhood.housing', 'safety'],
    'cbs-proximity': ['neighbourhood.distance_km'],
    'police-crime': ['safety'],
    'rce-monuments': ['heritage.listed_monuments_within_25m'],
    'rce-protected-areas': ['heritage.protected_areas'],
    'bzk-leefbaarometer': ['liveability'],
  }),
  related: [
    {
      endpoint: '/v1/home/report?postcode=1011PN&house_number=1',
      price: '0.04 USD',
      what: 'The full report: also income, sale prices, energy label, ground level, noise, air, permits, schools and 18 distances.',
    },
    {
      endpoint: '/v1/address/lookup?postcode=1011PN&house_number=1',
      price: '0.002 USD',
      what: 'The official spelling, coordinates, register ids, municipality, province, district and neighbourhood.',
    },
    {
      endpoint: '/v1/energy-label?postcode=1011PN&house_number=1',
      price: '0.005 USD',
      what: 'The registered energy label, with its dates and status.',
    },
    {
      endpoint: '/v1/status',
      price: 'free',
      what: 'Which data this service has loaded, what day or year they describe, and when they are renewed.',
    },
  ],
};
