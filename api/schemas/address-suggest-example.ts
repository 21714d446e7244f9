import type { AddressSuggest } from './address-suggest.ts';

/** A complete answer of `/v1/address/suggest`, as the bundled sample gives it, for the document. */
export const ADDRESS_SUGGEST_EXAMPLE: AddressSuggest = {
  suggestions: [
    {
      type: 'street',
      label: 'Amstel, Amsterdam',
      q: 'Amstel, Amsterdam',
      query: null,
    },
    {
      type: 'place',
      label: 'Amstelveen',
      q: 'Amstelveen',
      query: null,
    },
    {
      type: 'address',
      label: 'Amstel 1, 1011PN Amsterdam',
      q: 'Amstel 1, 1011PN Amsterdam',
      query: 'postcode=1011PN&house_number=1',
    },
  ],
  source: [
    {
      id: 'bag-extract',
      used_for: ['suggestions'],
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
      used_for: ['suggestions'],
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
  ],
};
