import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { ApiContext } from '../context.ts';
import { freeAnswer } from '../free-answer.ts';
import { operation } from '../openapi/operation.ts';
import { paidAnswer } from '../paid-answer.ts';
import { exampleHomeRequest, exampleReportRequest } from '../reports/example-requests.ts';
import { homeReport } from '../reports/home-report.ts';
import { homeSummary } from '../reports/home-summary.ts';
import { AddressQuerySchema } from '../schemas/address-input.ts';
import { HomeSummarySchema } from '../schemas/home.ts';
import { HOME_SUMMARY_EXAMPLE } from '../schemas/home-example.ts';
import { HomeReportQuerySchema, HomeReportSchema } from '../schemas/home-report.ts';
import { HOME_REPORT_EXAMPLE } from '../schemas/home-report-example.ts';

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
            'Give `postcode` with `house_number` (and `house_letter`, `addition`), or a free-text address as `q`. An address that does not exist, or that fits several, is a 400 that says how to mend the input. An address that is not loaded here is asked of the public geocoder and register while you wait; where one of them is not available, the answer is a 503 that names it.',
          exampleQuery: { postcode: '1011PN', house_number: 1 },
          example: HOME_SUMMARY_EXAMPLE,
          problems: [
            'invalid_parameter',
            'missing_input',
            'address_unknown',
            'address_ambiguous',
            'not_acceptable',
            'upstream_unavailable',
            'dataset_unavailable',
          ],
          conditional: true,
        },
        HomeSummarySchema,
        AddressQuerySchema,
      ),
    },
    (request, reply) =>
      freeAnswer(context, request, reply, (snapshot, today, deadline) =>
        homeSummary(snapshot, request.query, {
          today,
          deadline,
          prices: context.config.prices,
          live: context.live,
        }),
      ),
  );

  app.get(
    '/v1/home/report',
    {
      config: { exampleRequest: exampleReportRequest, paid: 'homeReport' },
      // Of an answer with so many small figures, the serialiser that is made from the schema takes five times as long.
      serializerCompiler: () => JSON.stringify,
      schema: operation(
        {
          operationId: 'getHomeReport',
          tag: 'Addresses',
          summary: 'Full address report: everything that open data say about a home',
          description:
            'All that the summary has, and income, sale prices, 18 distances, crime by kind, ground level, noise, air quality, energy label, permits and schools. Give `postcode` with `house_number` (and `house_letter`, `addition`), or a free-text address as `q`. Some blocks are asked from their publishers while you wait; where one is not available, the answer is a 503 that names it and costs nothing, or with `allow_partial=true` the report without that block.',
          exampleQuery: { postcode: '1011PN', house_number: 1 },
          example: HOME_REPORT_EXAMPLE,
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
        HomeReportSchema,
        HomeReportQuerySchema,
      ),
    },
    (request, reply) =>
      paidAnswer(context, request, reply, (snapshot, today, signal) => {
        const { live, config } = context;
        return homeReport({ snapshot, query: request.query, today, signal, live, prices: config.prices });
      }),
  );
};
