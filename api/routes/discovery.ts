import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { ApiContext } from '../context.ts';
import { freeAnswer } from '../free-answer.ts';
import { llmsText, type Offer, offersOf, paidResources } from '../openapi/offers.ts';
import { operation } from '../openapi/operation.ts';
import { requireJsonAccepted } from '../plugins/accept.ts';
import { exampleRequests } from '../reports/example-requests.ts';
import { provenance } from '../reports/provenance.ts';
import { PaidResourcesSchema, ProvenanceSchema } from '../schemas/provenance.ts';
import { PAID_RESOURCES_EXAMPLE, PROVENANCE_EXAMPLE } from '../schemas/provenance-example.ts';

const NoParameters = Type.Object({}, { additionalProperties: false });

/** How people's and machines' agents find out what is offered, at what price, and whose data they are. */
export const discoveryRoutes: FastifyPluginAsyncTypebox<ApiContext> = async (app, context) => {
  const { config } = context;
  const selling = () => ({
    publicBaseUrl: config.publicBaseUrl,
    takesPayments: config.payment !== undefined,
    hasMcp: app.hasRoute({ method: 'POST', url: '/mcp' }),
  });
  let known: readonly Offer[] | undefined;
  const offers = () => {
    known ??= offersOf(app.swagger());
    return known;
  };

  app.get(
    '/.well-known/x402',
    {
      exposeHeadRoute: true,
      onRequest: requireJsonAccepted,
      schema: operation(
        {
          operationId: 'getPaidResources',
          tag: 'Service',
          summary: 'Which paths are paid for (free)',
          description: 'For crawlers of x402: the address of every path that answers 402 without a payment.',
          example: PAID_RESOURCES_EXAMPLE,
          problems: ['invalid_parameter', 'not_acceptable'],
          conditional: true,
        },
        PaidResourcesSchema,
        NoParameters,
      ),
    },
    (request, reply) => freeAnswer(context, request, reply, () => paidResources(offers(), selling())),
  );

  app.get(
    '/.well-known/x402-license-provenance',
    {
      exposeHeadRoute: true,
      onRequest: requireJsonAccepted,
      schema: operation(
        {
          operationId: 'getLicenceProvenance',
          tag: 'Service',
          summary: 'Whose data are served, under which licence, from which files (free)',
          description:
            'Every data set with its publisher, licence, attribution, edition, date, digest and row count, as the releases that are served tell of themselves; and those that are asked live.',
          example: PROVENANCE_EXAMPLE,
          problems: ['invalid_parameter', 'not_acceptable', 'dataset_unavailable'],
          conditional: true,
        },
        ProvenanceSchema,
        NoParameters,
      ),
    },
    (request, reply) => freeAnswer(context, request, reply, (snapshot) => provenance(snapshot, config)),
  );

  app.get('/llms.txt', { exposeHeadRoute: true, schema: { hide: true } }, (request, reply) => {
    reply.type('text/plain; charset=utf-8');
    return freeAnswer(context, request, reply, (snapshot) =>
      llmsText(offers(), selling(), exampleRequests(snapshot)),
    );
  });
};
