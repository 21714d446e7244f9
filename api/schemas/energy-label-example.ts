import { exampleSources } from '../openapi/source-examples.ts';
import type { EnergyLabelAnswer } from './energy-label.ts';

/**
 * A complete answer of `/v1/energy-label` for the document: the address as the bundled sample has it, a label as the
 * register describes one.
 */
export const ENERGY_LABEL_EXAMPLE: EnergyLabelAnswer = {
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
  bag: {
    addressable_object_id: '0363010012143319',
    address_id: '0363200012145295',
  },
  energy_label: {
    label: 'C',
    registered_on: '2024-03-11',
    valid_until: '2034-03-04',
    status: 'existing building',
    method: 'NTA 8800, basic survey',
    energy_use: {
      demand_kwh_m2: 118.4,
      primary_fossil_kwh_m2: 201.77,
      renewable_share_pct: 3.1,
      calculated_kwh_m2: 201.6,
      calculated_mj: null,
      co2_kg_m2: 37.2,
      energy_index: null,
    },
    note: null,
  },
  source: [
    ...exampleSources({
      'bag-extract': ['address', 'bag'],
      'cbs-municipalities': ['address.municipality'],
    }),
    // Asked while the caller waits.
    ...exampleSources({ 'ep-online': ['energy_label'] }, '2026-11-27T11:00:00.000Z'),
  ],
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
      endpoint: '/v1/address/lookup?postcode=1011PN&house_number=1',
      price: '0.002 USD',
      what: 'The official spelling, coordinates, register ids, municipality, province, district and neighbourhood.',
    },
  ],
};
