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
      data_year: 2024,
      gp_practice: 0.7,
      supermarket: 0.4,
      train_station: null,
    },
    note: 'The distance to a train station is in a data set that is not loaded yet.',
  },
  safety: {
    year: null,
    per_1000_residents: {
      total: null,
    },
    national_per_1000_residents: {
      total: null,
    },
    note: 'The figures on registered crime are not loaded on this service.',
  },
  heritage: {
    listed_monuments_within_25m: null,
    protected_areas: null,
    note: 'The register of monuments and protected areas is not loaded on this service.',
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
  source: [
    {
      id: 'bag-extract',
      used_for: ['address', 'building'],
      name: 'Register of addresses and buildings (BAG)',
      publisher: 'Kadaster',
      licence: 'CC0-1.0',
      licence_url: 'https://creativecommons.org/publicdomain/zero/1.0/',
      attribution: 'Source: Kadaster, Basisregistratie Adressen en Gebouwen (BAG), CC0 1.0.',
      url: 'https://www.pdok.nl/-/introductie/basisregistratie-adressen-en-gebouwen-ba-1',
      data_year: 2025,
      as_of: '2025-10-08',
      retrieved_at: '2026-11-27T06:00:00.000Z',
      mode: 'sample',
    },
    {
      id: 'cbs-postcode-keys',
      used_for: ['address.neighbourhood'],
      name: 'Neighbourhood, district and municipality by postcode and house number',
      publisher: 'Statistics Netherlands (CBS)',
      licence: 'CC-BY-4.0',
      licence_url: 'https://creativecommons.org/licenses/by/4.0/',
      attribution:
        'Source: Statistics Netherlands (CBS), buurt, wijk en gemeente voor postcode huisnummer, CC BY 4.0',
      url: 'https://www.cbs.nl/nl-nl/maatwerk/2025/38/buurt-wijk-en-gemeente-2025-voor-postcode-huisnummer',
      data_year: 2025,
      as_of: '2025-08-01',
      retrieved_at: '2026-11-27T06:00:00.000Z',
      mode: 'sample',
    },
    {
      id: 'cbs-key-figures',
      used_for: ['neighbourhood.people', 'neighbourhood.housing', 'neighbourhood.distance_km'],
      name: 'Key figures of districts and neighbourhoods (Kerncijfers wijken en buurten)',
      publisher: 'Statistics Netherlands (CBS)',
      licence: 'CC-BY-4.0',
      licence_url: 'https://creativecommons.org/licenses/by/4.0/',
      attribution: 'Source: Statistics Netherlands (CBS), Kerncijfers wijken en buurten, CC BY 4.0',
      url: 'https://www.cbs.nl/nl-nl/reeksen/publicatie/kerncijfers-wijken-en-buurten',
      data_year: 2025,
      as_of: '2025-01-01',
      retrieved_at: '2026-11-27T06:00:00.000Z',
      mode: 'sample',
    },
    {
      id: 'bzk-leefbaarometer',
      used_for: ['liveability'],
      name: 'Leefbaarometer 3.0, liveability scores of neighbourhoods',
      publisher: 'Ministry of the Interior and Kingdom Relations (BZK)',
      licence: 'CC0-1.0',
      licence_url: 'https://creativecommons.org/publicdomain/zero/1.0/',
      attribution:
        'Source: Leefbaarometer 3.0, Ministry of the Interior and Kingdom Relations, CC0. Percentiles are computed by this service: mid-rank among all scored neighbourhoods of the year, unweighted, rounded, 1 to 99.',
      url: 'https://www.leefbaarometer.nl/page/Opendata',
      data_year: 2024,
      as_of: null,
      retrieved_at: '2026-11-27T06:00:00.000Z',
      mode: 'sample',
    },
  ],
  related: [
    {
      endpoint: '/v1/status',
      price: 'free',
      what: 'Which data this service has loaded, what day or year they describe, and when they are renewed.',
    },
  ],
};
