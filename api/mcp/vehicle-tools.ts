import { priceTag } from '../payment/paid-terms.ts';
import { exampleVehicleReportRequest, exampleVehicleRequest } from '../reports/example-requests.ts';
import { vehicleReportPreview } from '../reports/previews/vehicle-report-preview.ts';
import type { VehicleQuestion } from '../reports/vehicle-lookup.ts';
import { readPlate } from '../reports/vehicle-plate.ts';
import { vehicleReport } from '../reports/vehicle-report.ts';
import { vehicleSummary } from '../reports/vehicle-summary.ts';
import { VehicleReportPreviewSchema } from '../schemas/preview.ts';
import { VEHICLE_REPORT_PREVIEW_EXAMPLE } from '../schemas/preview-example.ts';
import { VehicleQuerySchema, VehicleReportQuerySchema, VehicleSummarySchema } from '../schemas/vehicle.ts';
import { VEHICLE_SUMMARY_EXAMPLE } from '../schemas/vehicle-example.ts';
import { VehicleReportSchema } from '../schemas/vehicle-report.ts';
import { VEHICLE_REPORT_EXAMPLE } from '../schemas/vehicle-report-example.ts';
import { defineTool, type ToolQuestion } from './tool.ts';

const FAILURES =
  'Fails with licence_plate_invalid or licence_plate_unknown (similar[] lists plates that do exist), and with upstream_unavailable when the register must be asked and does not answer. Inspection expiry, insurance, recalls, export and transfer are as of source[].as_of, refreshed from the register where they are older than a day.';

const LIMITS =
  'Says nothing of damage, theft, owners, or inspections of more than about three years ago: the register does not hold them openly.';

/** What is known of a vehicle. */
export const VEHICLE_TOOLS = [
  defineTool({
    name: 'vehicle_basic',
    title: 'Dutch vehicle: summary',
    path: '/v1/vehicle/basic',
    description: `Summary of a vehicle with a Dutch licence plate: make, model, age, fuel, periodic inspection, insurance, open recalls, odometer verdict and a risk level. ${FAILURES} ${LIMITS}`,
    asksPublishers: true,
    query: VehicleQuerySchema,
    answer: VehicleSummarySchema,
    exampleAnswer: VEHICLE_SUMMARY_EXAMPLE,
    examples: [{ licence_plate: 'T-905-GL' }],
    exampleRequest: exampleVehicleRequest,
    run: (query, question) => vehicleSummary(vehicleQuestion(query.licence_plate, question), question.today),
  }),
  defineTool({
    name: 'vehicle_report',
    title: 'Dutch vehicle: full report',
    path: '/v1/vehicle/report',
    paid: 'vehicleReport',
    description: `All that the open register says about a vehicle with a Dutch licence plate: what vehicle_basic has, and inspections with the defects found, recalls, technical data, power, CO2, import, use and holder, catalogue price, and flags with the evidence that the risk level rests on. ${FAILURES} With allow_partial=true, what cannot be had now is null and named in unavailable[] instead. ${LIMITS}`,
    freeInstead: 'vehicle_basic; vehicle_report_preview tells what the report would hold',
    asksPublishers: true,
    query: VehicleReportQuerySchema,
    answer: VehicleReportSchema,
    exampleAnswer: VEHICLE_REPORT_EXAMPLE,
    examples: [{ licence_plate: '84-LHZ-6' }],
    exampleRequest: exampleVehicleReportRequest,
    run(query, question) {
      const signal = question.deadline();
      const vehicle = vehicleQuestion(query.licence_plate, { ...question, deadline: () => signal });
      return vehicleReport(vehicle, question.today, query.allow_partial ?? false);
    },
  }),
  defineTool({
    name: 'vehicle_report_preview',
    title: 'Dutch vehicle: what the full report would hold',
    path: '/v1/vehicle/report/preview',
    description: `Takes the arguments of vehicle_report, refuses what that would refuse, and otherwise names the vehicle found, each block and field of the report, whether it is available here, and the price; no value of the report. ${FAILURES}`,
    asksPublishers: true,
    query: VehicleReportQuerySchema,
    answer: VehicleReportPreviewSchema,
    exampleAnswer: VEHICLE_REPORT_PREVIEW_EXAMPLE,
    examples: [{ licence_plate: '84-LHZ-6' }],
    exampleRequest: exampleVehicleReportRequest,
    run(query, question) {
      const vehicle = vehicleQuestion(query.licence_plate, question);
      const frame = priceTag(question.context.config, 'vehicleReport');
      return vehicleReportPreview(vehicle, question.today, query.allow_partial ?? false, frame);
    },
  }),
];

function vehicleQuestion(
  plate: string,
  { context: { config, live, now }, snapshot, deadline }: ToolQuestion,
): VehicleQuestion {
  return {
    snapshot,
    plate: readPlate(plate),
    now: now(),
    live: live?.vehicleRegister,
    maxAgeHours: config.vehicleMaxAgeHours,
    deadline,
  };
}
