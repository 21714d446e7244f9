import { addressLookup } from '../reports/address-lookup.ts';
import { addressReverse } from '../reports/address-reverse.ts';
import { addressSuggest } from '../reports/address-suggest.ts';
import { energyLabelAnswer } from '../reports/energy-label-answer.ts';
import {
  exampleEnergyLabelRequest,
  exampleLookupRequest,
  exampleReverseRequest,
} from '../reports/example-requests.ts';
import { AddressQuerySchema } from '../schemas/address-input.ts';
import { AddressLookupSchema } from '../schemas/address-lookup.ts';
import { ADDRESS_LOOKUP_EXAMPLE, ADDRESS_REVERSE_EXAMPLE } from '../schemas/address-lookup-example.ts';
import { AddressReverseQuerySchema, AddressReverseSchema } from '../schemas/address-reverse.ts';
import { AddressSuggestQuerySchema, AddressSuggestSchema } from '../schemas/address-suggest.ts';
import { ADDRESS_SUGGEST_EXAMPLE } from '../schemas/address-suggest-example.ts';
import { EnergyLabelAnswerSchema } from '../schemas/energy-label.ts';
import { ENERGY_LABEL_EXAMPLE } from '../schemas/energy-label-example.ts';
import { ADDRESS_EXAMPLES, ADDRESS_FAILURES } from './address-words.ts';
import { defineTool } from './tool.ts';

/** Which address it is, and what a register says of it. */
export const ADDRESS_TOOLS = [
  defineTool({
    name: 'address_suggest',
    title: 'Dutch address: suggestions',
    path: '/v1/address/suggest',
    description:
      'Places, streets, postcodes and addresses that may be meant by incomplete or misspelt text, the best first. The query of an address holds the arguments of the other address tools, written as in a URL: postcode=1011PN&house_number=1 is {postcode, house_number}. Put the q of any other suggestion into q to narrow it down. Text that fits nothing gives an empty list, not an error. Only addresses that are loaded are suggested, as of source[].as_of.',
    asksPublishers: false,
    query: AddressSuggestQuerySchema,
    answer: AddressSuggestSchema,
    exampleAnswer: ADDRESS_SUGGEST_EXAMPLE,
    examples: [{ q: 'amstel 1a', limit: 5 }],
    exampleRequest: () => '/v1/address/suggest?q=kerkstr',
    run: (query, { snapshot }) => addressSuggest(snapshot, query),
  }),
  defineTool({
    name: 'address_lookup',
    title: 'Dutch address: verify and geocode',
    path: '/v1/address/lookup',
    paid: 'addressLookup',
    description: `Whether a Dutch address exists, its official spelling, WGS84 coordinates, register ids, municipality, province, district and neighbourhood. ${ADDRESS_FAILURES} The register is of the day in source[].as_of; an address that is not loaded is asked of the public geocoder.`,
    freeInstead: 'address_suggest',
    asksPublishers: true,
    query: AddressQuerySchema,
    answer: AddressLookupSchema,
    exampleAnswer: ADDRESS_LOOKUP_EXAMPLE,
    examples: ADDRESS_EXAMPLES,
    exampleRequest: exampleLookupRequest,
    run: (query, { context: { config, live }, snapshot, today, deadline }) =>
      addressLookup(snapshot, query, { today, signal: deadline(), live, prices: config.prices }),
  }),
  defineTool({
    name: 'address_reverse',
    title: 'Dutch addresses near a point',
    path: '/v1/address/reverse',
    paid: 'addressReverse',
    description:
      'Dutch addresses in service around a point in WGS84 degrees, the nearest first, each with its distance in metres, register ids and areas. Fails with address_unknown where none lies within radius_m (it says how far the nearest one is), and with invalid_parameter outside the Netherlands. Only addresses that are loaded are found, as of source[].as_of.',
    asksPublishers: false,
    query: AddressReverseQuerySchema,
    answer: AddressReverseSchema,
    exampleAnswer: ADDRESS_REVERSE_EXAMPLE,
    examples: [{ lat: 52.3676, lon: 4.9002, limit: 1 }],
    exampleRequest: exampleReverseRequest,
    run: (query, { snapshot }) => addressReverse(snapshot, query),
  }),
  defineTool({
    name: 'energy_label',
    title: 'Dutch address: energy label',
    path: '/v1/energy-label',
    paid: 'energyLabel',
    description: `The registered energy label of a Dutch address with its dates, status, method and calculated energy use, asked from the register now. ${ADDRESS_FAILURES} Where no label is registered, label is null and note says so: that is an answer. Fails with upstream_unavailable when the register does not answer, and with dataset_unavailable where this service has no access to it. The register's terms allow no collecting of labels in quantity.`,
    asksPublishers: true,
    query: AddressQuerySchema,
    answer: EnergyLabelAnswerSchema,
    exampleAnswer: ENERGY_LABEL_EXAMPLE,
    examples: ADDRESS_EXAMPLES,
    exampleRequest: exampleEnergyLabelRequest,
    run: (query, { context: { config, live }, snapshot, today, deadline }) =>
      energyLabelAnswer(snapshot, query, { today, signal: deadline(), live, prices: config.prices }),
  }),
];
