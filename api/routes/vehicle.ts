import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { ApiContext } from '../context.ts';
import { freeAnswer } from '../free-answer.ts';
import { operation } from '../openapi/operation.ts';
import { exampleVehicleRequest } from '../reports/example-requests.ts';
import { vehicleSummary } from '../reports/vehicle-summary.ts';
import { VehicleQuerySchema, VehicleSummarySchema } from '../schemas/vehicle.ts';
import { VEHICLE_SUMMARY_EXAMPLE } from '../schemas/vehicle-example.ts';

/** Facts about a vehicle by its plate. */
export const vehicleRoutes: FastifyPluginAsyncTypebox<ApiContext> = async (app, context) => {
  app.get(
    '/v1/vehicle/basic',
    {
      // HEAD only where GET is free: see the paths that are paid for.
      exposeHeadRoute: true,
      config: { exampleRequest: exampleVehicleRequest },
      schema: operation(
        {
          operationId: 'getVehicleSummary',
          tag: 'Vehicles',
          summary: 'Vehicle summary by licence plate (free)',
          description:
            'Make, model, age, fuel, periodic inspection, insurance, open recalls, odometer verdict and a risk level for a vehicle with a Dutch licence plate.',
          exampleQuery: { licence_plate: 'T-905-GL' },
          example: VEHICLE_SUMMARY_EXAMPLE,
          problems: [
            'invalid_parameter',
            'missing_input',
            'licence_plate_invalid',
            'licence_plate_unknown',
            'not_acceptable',
            'dataset_unavailable',
          ],
          conditional: true,
        },
        VehicleSummarySchema,
        VehicleQuerySchema,
      ),
    },
    (request, reply) =>
      freeAnswer(context, request, reply, (snapshot, today) =>
        vehicleSummary(snapshot, request.query, today),
      ),
  );
};
