import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { ApiContext } from '../context.ts';
import { freeAnswer } from '../free-answer.ts';
import { operation } from '../openapi/operation.ts';
import { exampleHomeRequest } from '../reports/example-requests.ts';
import { homeSummary } from '../reports/home-summary.ts';
import { AddressQuerySchema } from '../schemas/address-input.ts';
import { HomeSummarySchema } from '../schemas/home.ts';
import { HOME_SUMMARY_EXAMPLE } from '../schemas/home-example.ts';

/** Facts about an address: its building and its neighbourhood. */
export const homeRoutes: FastifyPluginAsyncTypebox<ApiContext> = async (app, context) => {
  app.get(
    '/v1/home/basic',
    {
      exposeHeadRoute: true,
      config: { exampleRequest: exampleHomeRequest },
      schema: operation(
        {
          operationId: 'getHomeSummary',
          tag: 'Addresses',
          summary: 'Address summary: building, neighbourhood headlines, liveability (free)',
          description:
            'Give `postcode` with `house_number` (and `house_letter`, `addition`), or a free-text address as `q`. An address that does not exist, or that fits several, is a 400 that says how to mend the input.',
          exampleQuery: { postcode: '1011PN', house_number: 1 },
          example: HOME_SUMMARY_EXAMPLE,
          problems: [
            'invalid_parameter',
            'missing_input',
            'address_unknown',
            'address_ambiguous',
            'not_acceptable',
            'dataset_unavailable',
          ],
          conditional: true,
        },
        HomeSummarySchema,
        AddressQuerySchema,
      ),
    },
    (request, reply) =>
      freeAnswer(context, request, reply, (snapshot, today) => homeSummary(snapshot, request.query, today)),
  );
};
