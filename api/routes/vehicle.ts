import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Snapshot } from '../../db/store.ts';
import type { ApiContext } from '../context.ts';
import { freeAnswer } from '../free-answer.ts';
import { operation } from '../openapi/operation.ts';
import { paidAnswer } from '../paid-answer.ts';
import { exampleVehicleReportRequest, exampleVehicleRequest } from '../reports/example-requests.ts';
import { freshnessOf } from '../reports/vehicle-freshness.ts';
import type { VehicleQuestion } from '../reports/vehicle-lookup.ts';
import { readPlate } from '../reports/vehicle-plate.ts';
import { vehicleReport } from '../reports/vehicle-report.ts';
import { vehicleSummary } from '../reports/vehicle-summary.ts';
import { VehicleQuerySchema, VehicleReportQuerySchema, VehicleSummarySchema } from '../schemas/vehicle.ts';
import { VEHICLE_SUMMARY_EXAMPLE } from '../schemas/vehicle-example.ts';
import { VehicleReportSchema } from '../schemas/vehicle-report.ts';
import { VEHICLE_REPORT_EXAMPLE } from '../schemas/vehicle-report-example.ts';

/** Facts about a vehicle by its plate. */
export const vehicleRoutes: FastifyPluginAsyncTypebox<ApiContext> = async (app, context) => {
  const { config, live, now } = context;

  const question = (snapshot: Snapshot, plate: string, deadline: () => AbortSignal): VehicleQuestion => ({
    snapshot,
    plate: readPlate(plate),
    now: now(),
    live: live?.vehicleRegister,
    maxAgeHours: config.vehicleMaxAgeHours,
    deadline,
  });

  /** The vehicles of the release are so old that the register is asked for each. */
  const asksLive = ({ releases: { vehicles } }: Snapshot): boolean =>
    live !== undefined &&
    vehicles !== undefined &&
    freshnessOf(vehicles, now(), config.vehicleMaxAgeHours) !== 'fresh';

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
            'upstream_unavailable',
          ],
          conditional: true,
        },
        VehicleSummarySchema,
        VehicleQuerySchema,
      ),
    },
    (request, reply) =>
      freeAnswer(
        context,
        request,
        reply,
        (snapshot, today, deadline) =>
          vehicleSummary(question(snapshot, request.query.licence_plate, deadline), today),
        { asksLive },
      ),
  );

  app.get(
    '/v1/vehicle/report',
    {
      config: { exampleRequest: exampleVehicleReportRequest, paid: 'vehicleReport' },
      schema: operation(
        {
          operationId: 'getVehicleReport',
          tag: 'Vehicles',
          summary: 'Full vehicle report by licence plate',
          description:
            'All of the free summary, and: inspections with the defects found, recalls, technical data, power, CO2, import, use and holder, catalogue price, and flags with the evidence that the risk level rests on.',
          exampleQuery: { licence_plate: '84-LHZ-6' },
          example: VEHICLE_REPORT_EXAMPLE,
          problems: [
            'invalid_parameter',
            'missing_input',
            'licence_plate_invalid',
            'licence_plate_unknown',
            'not_acceptable',
            'dataset_unavailable',
            'upstream_unavailable',
          ],
          conditional: false,
        },
        VehicleReportSchema,
        VehicleReportQuerySchema,
      ),
    },
    (request, reply) =>
      paidAnswer(context, request, reply, (snapshot, today, signal) =>
        vehicleReport(
          question(snapshot, request.query.licence_plate, () => signal),
          today,
          request.query.allow_partial ?? false,
        ),
      ),
  );
};
