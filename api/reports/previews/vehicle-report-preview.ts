import { formatPlate } from '../../../db/plate.ts';
import { VEHICLE_REGISTER } from '../../live/vehicle-register-sources.ts';
import type { PreviewFrame, VehicleReportPreview } from '../../schemas/preview.ts';
import { VehicleReportSchema } from '../../schemas/vehicle-report.ts';
import { SourceList } from '../source.ts';
import { assessVehicle } from '../vehicle-assessment.ts';
import { vehicleHistory, vehicleValue } from '../vehicle-background.ts';
import { heldHistory, isHistoryAsked } from '../vehicle-history-lookup.ts';
import { lookUpVehicle, type VehicleQuestion } from '../vehicle-lookup.ts';
import { vehicleCo2, vehiclePower } from '../vehicle-power.ts';
import { INSPECTION_SOURCES, VEHICLE_SOURCES } from '../vehicle-sources.ts';
import { vehicleSpecifications } from '../vehicle-specifications.ts';
import { vehicleHead } from '../vehicle-summary.ts';
import { blockFields } from './block-fields.ts';
import { contentsOf } from './contents.ts';

const FIELDS = blockFields(VehicleReportSchema, 'vehicle');

/**
 * What the full report of a vehicle would hold.
 * @param today calendar day in Europe/Amsterdam
 * @throws as {@link lookUpVehicle}
 */
export async function vehicleReportPreview(
  question: VehicleQuestion,
  today: string,
  allowPartial: boolean,
  frame: PreviewFrame,
): Promise<VehicleReportPreview> {
  const { snapshot, plate, live } = question;
  const vehicle = await lookUpVehicle(question);
  const held = heldHistory(snapshot, plate);
  const assessed = assessVehicle(vehicle, held, today);
  const { record, assessment, origins } = assessed;
  const recallsAreHeld = origins.has(VEHICLE_SOURCES.recallStatus);
  const isAsked = live !== undefined && isHistoryAsked(snapshot, held);
  const head = vehicleHead(assessed, today);
  const known = {
    vehicle: { value: head, note: null },
    flags: { value: assessment.flags, note: null },
    inspections: {
      value: held === undefined ? null : [],
      note: 'This service holds no inspections, so nothing is said of them.',
    },
    recalls: {
      value: recallsAreHeld ? [] : null,
      note: 'This service holds no recalls of single vehicles, so nothing is said of them.',
    },
    specifications: { value: vehicleSpecifications(record.vehicle), note: null },
    power: { value: vehiclePower(record.fuels), note: null },
    co2: { value: vehicleCo2(record.fuels), note: null },
    history: { value: vehicleHistory(record.vehicle), note: null },
    value: { value: vehicleValue(record.vehicle), note: null },
  };
  const sources = new SourceList();
  origins.describe(sources, VEHICLE_SOURCES.vehicles, [
    'vehicle',
    'flags',
    'specifications',
    'history',
    'value',
  ]);
  origins.describe(sources, VEHICLE_SOURCES.fuels, ['power', 'co2']);
  origins.describe(sources, VEHICLE_SOURCES.recallStatus, ['recalls']);
  origins.describe(sources, INSPECTION_SOURCES.reports, ['inspections']);
  const matched = new SourceList();
  origins.describe(matched, VEHICLE_SOURCES.vehicles, ['match']);
  const name = [head.make, head.model].filter((part) => part !== null).join(' ');
  return {
    valid: true,
    input: { licence_plate: plate, allow_partial: allowPartial },
    match: { label: [name, formatPlate(plate)].filter((part) => part !== '').join(', ') },
    contains: contentsOf(
      FIELDS,
      known,
      isAsked ? { inspections: { sourceId: VEHICLE_REGISTER.reports.id } } : {},
      sources.toArray(),
    ),
    ...frame,
    endpoint: `/v1/vehicle/report?licence_plate=${plate}${allowPartial ? '&allow_partial=true' : ''}`,
    source: matched.toArray(),
  };
}
