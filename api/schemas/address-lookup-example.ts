import { exampleSources } from '../openapi/source-examples.ts';
import type { AddressLookup } from './address-lookup.ts';
import type { AddressReverse } from './address-reverse.ts';

/** A complete answer of `/v1/address/lookup`, as the bundled sample gives it, for the document. */
export const ADDRESS_LOOKUP_EXAMPLE: AddressLookup = {
  address: {
    label: 'Amstel 1, 1011PN Amsterdam',
    street: 'Amstel',
    house_number: 1,
    house_letter: null,
    house_number_addition: null,
    postcode: '1011PN',
    city: 'Amsterdam',
    municipality: 'Amsterdam',
    municipality_code: 'GM0363',
    province: 'Noord-Holland',
  },
  location: {
    lat: 52.3676456,
    lon: 4.90016547,
    crs: 'WGS84',
  },
  bag: {
    addressable_object_id: '0363010012143319',
    address_id: '0363200012145295',
  },
  neighbourhood: {
    code: 'BU0363AF09',
    name: 'Waterloopleinbuurt',
  },
  district: {
    code: 'WK0363AF',
    name: 'Nieuwmarkt/Lastage',
  },
  other_matches: [],
  note: null,
  source: exampleSources({
    'bag-extract': ['address', 'location', 'bag'],
    'cbs-municipalities': ['address.municipality'],
    'cbs-postcode-keys': ['neighbourhood', 'district'],
  }),
  related: [
    {
      endpoint: '/v1/home/basic?postcode=1011PN&house_number=1',
      price: 'free',
      what: 'The building, headline figures of the neighbourhood, registered crime, heritage and liveability.',
    },
    {
      endpoint: '/v1/home/report?postcode=1011PN&house_number=1',
      price: '0.04 USD',
      what: 'The full report: also income, sale prices, energy label, ground level, noise, air, permits, schools and 18 distances.',
    },
    {
      endpoint: '/v1/energy-label?postcode=1011PN&house_number=1',
      price: '0.005 USD',
      what: 'The registered energy label, with its dates and status.',
    },
  ],
};

/** A complete answer of `/v1/address/reverse`, as the bundled sample gives it. */
export const ADDRESS_REVERSE_EXAMPLE: AddressReverse = {
  nearest: [
    {
      distance_m: 5.6,
      address: {
        label: 'Amstel 1, 1011PN Amsterdam',
        street: 'Amstel',
        house_number: 1,
        house_letter: null,
        house_number_addition: null,
        postcode: '1011PN',
        city: 'Amsterdam',
        municipality: 'Amsterdam',
        municipality_code: 'GM0363',
        province: 'Noord-Holland',
      },
      location: {
        lat: 52.3676456,
        lon: 4.90016547,
        crs: 'WGS84',
      },
      bag: {
        addressable_object_id: '0363010012143319',
        address_id: '0363200012145295',
      },
      neighbourhood: {
        code: 'BU0363AF09',
        name: 'Waterloopleinbuurt',
      },
      district: {
        code: 'WK0363AF',
        name: 'Nieuwmarkt/Lastage',
      },
      query: 'postcode=1011PN&house_number=1',
    },
  ],
  note: null,
  source: exampleSources({
    'bag-extract': ['address', 'location', 'bag'],
    'cbs-municipalities': ['address.municipality'],
    'cbs-postcode-keys': ['neighbourhood', 'district'],
  }),
};
