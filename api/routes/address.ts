import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { ApiContext } from '../context.ts';
import { freeAnswer } from '../free-answer.ts';
import { operation } from '../openapi/operation.ts';
import { paidAnswer } from '../paid-answer.ts';
import { addressLookup } from '../reports/address-lookup.ts';
import { addressReverse } from '../reports/address-reverse.ts';
import { addressSuggest } from '../reports/address-suggest.ts';
import { exampleLookupRequest, exampleReverseRequest } from '../reports/example-requests.ts';
import { AddressQuerySchema } from '../schemas/address-input.ts';
import { AddressLookupSchema } from '../schemas/address-lookup.ts';
import { ADDRESS_LOOKUP_EXAMPLE, ADDRESS_REVERSE_EXAMPLE } from '../schemas/address-lookup-example.ts';
import { AddressReverseQuerySchema, AddressReverseSchema } from '../schemas/address-reverse.ts';
import { AddressSuggestQuerySchema, AddressSuggestSchema } from '../schemas/address-suggest.ts';
import { ADDRESS_SUGGEST_EXAMPLE } from '../schemas/address-suggest-example.ts';

/** Which address it is: verified, nearest to a point, or being typed. */
export const addressRoutes: FastifyPluginAsyncTypebox<ApiContext> = async (app, context) => {
  app.get(
    '/v1/address/lookup',
    {
      config: { exampleRequest: exampleLookupRequest, paid: 'addressLookup' },
      schema: operation(
        {
          operationId: 'lookUpAddress',
          tag: 'Addresses',
          summary: 'Address verification and geocoding',
          description:
            'Whether an address exists, its official spelling, WGS84 coordinates, register ids, municipality, province, district and neighbourhood. Give `postcode` with `house_number` (and `house_letter`, `addition`), or a free-text address as `q`. An address that does not exist, or that fits several, is a 400 that says how to mend the input.',
          exampleQuery: { postcode: '1011PN', house_number: 1 },
          example: ADDRESS_LOOKUP_EXAMPLE,
          problems: [
            'invalid_parameter',
            'missing_input',
            'address_unknown',
            'address_ambiguous',
            'not_acceptable',
            'upstream_unavailable',
            'dataset_unavailable',
          ],
          conditional: false,
        },
        AddressLookupSchema,
        AddressQuerySchema,
      ),
    },
    (request, reply) =>
      paidAnswer(context, request, reply, (snapshot, today, signal) =>
        addressLookup(snapshot, request.query, {
          today,
          signal,
          prices: context.config.prices,
          live: context.live,
        }),
      ),
  );

  app.get(
    '/v1/address/reverse',
    {
      config: { exampleRequest: exampleReverseRequest, paid: 'addressReverse' },
      schema: operation(
        {
          operationId: 'findNearestAddresses',
          tag: 'Addresses',
          summary: 'The addresses nearest to a point',
          description:
            'Addresses in service around a point in WGS84 degrees, the nearest first, each with its distance, register ids and areas. Where no address lies within `radius_m` the answer is a 400 `address_unknown`, which costs nothing and says how far the nearest one is; a point outside the Netherlands is a 400 `invalid_parameter`.',
          exampleQuery: { lat: 52.3676, lon: 4.9002, limit: 1 },
          example: ADDRESS_REVERSE_EXAMPLE,
          problems: [
            'invalid_parameter',
            'missing_input',
            'address_unknown',
            'not_acceptable',
            'dataset_unavailable',
          ],
          conditional: false,
        },
        AddressReverseSchema,
        AddressReverseQuerySchema,
      ),
    },
    (request, reply) =>
      paidAnswer(context, request, reply, (snapshot) => addressReverse(snapshot, request.query)),
  );

  app.get(
    '/v1/address/suggest',
    {
      exposeHeadRoute: true,
      config: { exampleRequest: () => '/v1/address/suggest?q=kerkstr' },
      schema: operation(
        {
          operationId: 'suggestAddresses',
          tag: 'Addresses',
          summary: 'What an address may be, while it is being typed (free)',
          description:
            'Places, streets, postcodes and addresses that may be meant by the letters in `q`, the best first. Case, diacritics, blanks, abbreviations and small typing errors do not matter. When a suggestion is chosen, put its `q` into the field; an `address` is complete, and its `query` can be sent to any path that takes an address. Text that fits nothing, or none at all, gives an empty list. Ask at most some five times a second.',
          exampleQuery: { q: 'amstel', limit: 5 },
          example: ADDRESS_SUGGEST_EXAMPLE,
          problems: ['invalid_parameter', 'not_acceptable', 'dataset_unavailable'],
          conditional: true,
        },
        AddressSuggestSchema,
        AddressSuggestQuerySchema,
      ),
    },
    (request, reply) =>
      freeAnswer(context, request, reply, (snapshot) => addressSuggest(snapshot, request.query)),
  );
};
