import { exampleSources } from '../openapi/source-examples.ts';
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
  source: exampleSources({
    'bag-extract': ['suggestions'],
    'cbs-municipalities': ['suggestions'],
  }),
};
