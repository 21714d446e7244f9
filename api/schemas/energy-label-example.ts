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
    {
      id: 'bag-extract',
      used_for: ['address', 'bag'],
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
      id: 'cbs-municipalities',
      used_for: ['address.municipality'],
      name: 'Municipalities and provinces (Gebieden in Nederland)',
      publisher: 'Statistics Netherlands (CBS)',
      licence: 'CC-BY-4.0',
      licence_url: 'https://creativecommons.org/licenses/by/4.0/',
      attribution: 'Source: Statistics Netherlands (CBS), Gebieden in Nederland, CC BY 4.0.',
      url: 'https://www.cbs.nl/nl-nl/onze-diensten/methoden/classificaties/overig/gemeentelijke-indelingen-per-jaar',
      data_year: 2025,
      as_of: '2025-10-08',
      retrieved_at: '2026-11-27T06:00:00.000Z',
      mode: 'sample',
    },
    {
      id: 'ep-online',
      used_for: ['energy_label'],
      name: 'Register of energy labels (EP-Online)',
      publisher: 'Netherlands Enterprise Agency (RVO)',
      licence: 'EP-Online terms of use',
      licence_url: 'https://www.ep-online.nl/PublicData',
      attribution:
        'Source: EP-Online, Netherlands Enterprise Agency (RVO). Its terms forbid passing on large quantities of individual records.',
      url: 'https://www.ep-online.nl/',
      data_year: null,
      as_of: null,
      retrieved_at: '2026-11-27T11:00:00.000Z',
      mode: 'live',
    },
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
