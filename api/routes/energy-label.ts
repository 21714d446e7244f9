import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { ApiContext } from '../context.ts';
import { operation } from '../openapi/operation.ts';
import { paidAnswer } from '../paid-answer.ts';
import { energyLabelAnswer } from '../reports/energy-label-answer.ts';
import { exampleEnergyLabelRequest } from '../reports/example-requests.ts';
import { AddressQuerySchema } from '../schemas/address-input.ts';
import { EnergyLabelAnswerSchema } from '../schemas/energy-label.ts';
import { ENERGY_LABEL_EXAMPLE } from '../schemas/energy-label-example.ts';

/** The energy label of an address. */
export const energyLabelRoutes: FastifyPluginAsyncTypebox<ApiContext> = async (app, context) => {
  app.get(
    '/v1/energy-label',
    {
      config: { exampleRequest: exampleEnergyLabelRequest, paid: 'energyLabel' },
      schema: operation(
        {
          operationId: 'getEnergyLabel',
          tag: 'Addresses',
          summary: 'Registered energy label of an address',
          description:
            "The energy label of the unit, berth or pitch with its dates, status, method and calculated energy use, asked from the register (EP-Online) while you wait. Where none is registered, the label is null and `note` says so. The register's terms allow no passing on of large quantities of individual records: use a label for the address that you asked it for, and do not build a collection of them. Give `postcode` with `house_number` (and `house_letter`, `addition`), or a free-text address as `q`.",
          exampleQuery: { postcode: '1011PN', house_number: 1 },
          example: ENERGY_LABEL_EXAMPLE,
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
        EnergyLabelAnswerSchema,
        AddressQuerySchema,
      ),
    },
    (request, reply) =>
      paidAnswer(context, request, reply, (snapshot, today, signal) => {
        const { live, config } = context;
        return energyLabelAnswer(snapshot, request.query, { today, signal, live, prices: config.prices });
      }),
  );
};
