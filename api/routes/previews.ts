import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Snapshot } from '../../db/store.ts';
import type { ApiContext } from '../context.ts';
import type { ProblemCode } from '../errors.ts';
import { freeAnswer } from '../free-answer.ts';
import { operation } from '../openapi/operation.ts';
import { priceTag } from '../payment/paid-terms.ts';
import type { PaidOperation } from '../prices.ts';
import {
  exampleEnergyLabelRequest,
  exampleLookupRequest,
  exampleReportRequest,
  exampleReverseRequest,
  exampleVehicleReportRequest,
} from '../reports/example-requests.ts';
import {
  addressLookupPreview,
  addressReversePreview,
  energyLabelPreview,
} from '../reports/previews/address-previews.ts';
import { homeReportPreview } from '../reports/previews/home-report-preview.ts';
import { vehicleReportPreview } from '../reports/previews/vehicle-report-preview.ts';
import { freshnessOf } from '../reports/vehicle-freshness.ts';
import { readPlate } from '../reports/vehicle-plate.ts';
import { AddressQuerySchema } from '../schemas/address-input.ts';
import { AddressReverseQuerySchema } from '../schemas/address-reverse.ts';
import { HomeReportQuerySchema } from '../schemas/home-report.ts';
import {
  AddressPreviewSchema,
  AddressReversePreviewSchema,
  HomeReportPreviewSchema,
  type PreviewFrame,
  VehicleReportPreviewSchema,
} from '../schemas/preview.ts';
import {
  ADDRESS_LOOKUP_PREVIEW_EXAMPLE,
  ADDRESS_REVERSE_PREVIEW_EXAMPLE,
  ENERGY_LABEL_PREVIEW_EXAMPLE,
  HOME_REPORT_PREVIEW_EXAMPLE,
  VEHICLE_REPORT_PREVIEW_EXAMPLE,
} from '../schemas/preview-example.ts';
import { VehicleReportQuerySchema } from '../schemas/vehicle.ts';

const ADDRESS_PROBLEMS: readonly ProblemCode[] = [
  'invalid_parameter',
  'missing_input',
  'address_unknown',
  'address_ambiguous',
  'not_acceptable',
  'upstream_unavailable',
  'dataset_unavailable',
];

const WHAT_A_PREVIEW_IS =
  'Takes the input of the paid path, refuses what that would refuse with the same 400, and otherwise names what was found, the blocks and fields of the paid answer, whether each is available here, and the price. No value of the paid answer is in it.';

/** Free looks at what a paid call would answer. */
export const previewRoutes: FastifyPluginAsyncTypebox<ApiContext> = async (app, context) => {
  const { config, live, now } = context;

  const frame = (paid: PaidOperation): PreviewFrame => priceTag(config, paid);

  /** The vehicles of the release are so old that the register is asked for each. */
  const asksForVehicles = ({ releases: { vehicles } }: Snapshot): boolean =>
    live !== undefined &&
    vehicles !== undefined &&
    freshnessOf(vehicles, now(), config.vehicleMaxAgeHours) !== 'fresh';

  app.get(
    '/v1/home/report/preview',
    {
      exposeHeadRoute: true,
      config: { exampleRequest: ofPreview(exampleReportRequest) },
      schema: operation(
        {
          operationId: 'previewHomeReport',
          tag: 'Addresses',
          summary: 'Preview of the full address report (free)',
          description: WHAT_A_PREVIEW_IS,
          exampleQuery: { postcode: '1011PN', house_number: 1 },
          example: HOME_REPORT_PREVIEW_EXAMPLE,
          problems: ADDRESS_PROBLEMS,
          conditional: true,
        },
        HomeReportPreviewSchema,
        HomeReportQuerySchema,
      ),
    },
    (request, reply) =>
      freeAnswer(context, request, reply, (snapshot, today, deadline) =>
        homeReportPreview({
          snapshot,
          query: request.query,
          today,
          live,
          deadline,
          frame: frame('homeReport'),
        }),
      ),
  );

  app.get(
    '/v1/address/lookup/preview',
    {
      exposeHeadRoute: true,
      config: { exampleRequest: ofPreview(exampleLookupRequest) },
      schema: operation(
        {
          operationId: 'previewAddressLookup',
          tag: 'Addresses',
          summary: 'Preview of an address lookup (free)',
          description: WHAT_A_PREVIEW_IS,
          exampleQuery: { postcode: '1011PN', house_number: 1 },
          example: ADDRESS_LOOKUP_PREVIEW_EXAMPLE,
          problems: ADDRESS_PROBLEMS,
          conditional: true,
        },
        AddressPreviewSchema,
        AddressQuerySchema,
      ),
    },
    (request, reply) =>
      freeAnswer(context, request, reply, (snapshot, today, deadline) =>
        addressLookupPreview({
          snapshot,
          query: request.query,
          today,
          live,
          deadline,
          frame: frame('addressLookup'),
        }),
      ),
  );

  app.get(
    '/v1/address/reverse/preview',
    {
      exposeHeadRoute: true,
      config: { exampleRequest: ofPreview(exampleReverseRequest) },
      schema: operation(
        {
          operationId: 'previewNearestAddresses',
          tag: 'Addresses',
          summary: 'Preview of the addresses nearest to a point (free)',
          description: WHAT_A_PREVIEW_IS,
          exampleQuery: { lat: 52.3676, lon: 4.9002, limit: 1 },
          example: ADDRESS_REVERSE_PREVIEW_EXAMPLE,
          problems: [
            'invalid_parameter',
            'missing_input',
            'address_unknown',
            'not_acceptable',
            'dataset_unavailable',
          ],
          conditional: true,
        },
        AddressReversePreviewSchema,
        AddressReverseQuerySchema,
      ),
    },
    (request, reply) =>
      freeAnswer(context, request, reply, (snapshot) =>
        addressReversePreview(snapshot, request.query, frame('addressReverse')),
      ),
  );

  app.get(
    '/v1/energy-label/preview',
    {
      exposeHeadRoute: true,
      config: { exampleRequest: ofPreview(exampleEnergyLabelRequest) },
      schema: operation(
        {
          operationId: 'previewEnergyLabel',
          tag: 'Addresses',
          summary: 'Preview of the energy label of an address (free)',
          description: WHAT_A_PREVIEW_IS,
          exampleQuery: { postcode: '1011PN', house_number: 1 },
          example: ENERGY_LABEL_PREVIEW_EXAMPLE,
          problems: ADDRESS_PROBLEMS,
          conditional: true,
        },
        AddressPreviewSchema,
        AddressQuerySchema,
      ),
    },
    (request, reply) =>
      freeAnswer(context, request, reply, (snapshot, today, deadline) =>
        energyLabelPreview({
          snapshot,
          query: request.query,
          today,
          live,
          deadline,
          frame: frame('energyLabel'),
        }),
      ),
  );

  app.get(
    '/v1/vehicle/report/preview',
    {
      exposeHeadRoute: true,
      config: { exampleRequest: ofPreview(exampleVehicleReportRequest) },
      schema: operation(
        {
          operationId: 'previewVehicleReport',
          tag: 'Vehicles',
          summary: 'Preview of the full vehicle report (free)',
          description: WHAT_A_PREVIEW_IS,
          exampleQuery: { licence_plate: '84-LHZ-6' },
          example: VEHICLE_REPORT_PREVIEW_EXAMPLE,
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
        VehicleReportPreviewSchema,
        VehicleReportQuerySchema,
      ),
    },
    (request, reply) =>
      freeAnswer(
        context,
        request,
        reply,
        (snapshot, today, deadline) => {
          const { licence_plate, allow_partial = false } = request.query;
          const question = {
            snapshot,
            plate: readPlate(licence_plate),
            now: now(),
            live: live?.vehicleRegister,
            maxAgeHours: config.vehicleMaxAgeHours,
            deadline,
          };
          return vehicleReportPreview(question, today, allow_partial, frame('vehicleReport'));
        },
        { asksLive: asksForVehicles },
      ),
  );
};

/** The request of a paid path as one of its preview. */
function ofPreview(example: (snapshot: Snapshot) => string): (snapshot: Snapshot) => string {
  return (snapshot) => example(snapshot).replace('?', '/preview?');
}
