import { formatPlate } from '../../db/plate.ts';
import { wholeYearsBetween } from '../calendar.ts';
import type { Source } from '../schemas/source.ts';
import type { VehicleHead, VehicleSummary } from '../schemas/vehicle.ts';
import { colourText } from '../vocabulary/vehicle-colour.ts';
import { vehicleType } from '../vocabulary/vehicle-kind.ts';
import { makeText, modelText } from '../vocabulary/vehicle-make.ts';
import { odometerVerdict } from '../vocabulary/vehicle-odometer.ts';
import { SourceList } from './source.ts';
import { type AssessedVehicle, assessVehicle } from './vehicle-assessment.ts';
import { hasOpenRecall, inspectionState } from './vehicle-facts.ts';
import { euroClass, fuelList } from './vehicle-fuel.ts';
import { heldHistory } from './vehicle-history-lookup.ts';
import { lookUpVehicle, type VehicleQuestion } from './vehicle-lookup.ts';
import { vehicleNote } from './vehicle-note.ts';
import { INSPECTION_SOURCES, VEHICLE_SOURCES } from './vehicle-sources.ts';

/**
 * The free answer about a vehicle.
 * @param today calendar day in Europe/Amsterdam
 * @throws as {@link lookUpVehicle}
 */
export async function vehicleSummary(question: VehicleQuestion, today: string): Promise<VehicleSummary> {
  const known = await lookUpVehicle(question);
  const assessed = assessVehicle(known, heldHistory(question.snapshot, question.plate), today);
  return {
    ...vehicleHead(assessed, today),
    note: vehicleNote(assessed, today),
    source: sourcesOf(assessed),
  };
}

/** What the free answer and the report have in common. */
export function vehicleHead({ record, assessment }: AssessedVehicle, today: string): VehicleHead {
  const { vehicle, fuels, recalls } = record;
  const inspection = inspectionState(vehicle, today);
  return {
    plate: vehicle.plate,
    plate_formatted: formatPlate(vehicle.plate),
    make: makeText(vehicle.make),
    model: modelText(vehicle.model, vehicle.make),
    vehicle_type: vehicleType(vehicle.kind, vehicle.massMaxKg, vehicle.euCategory),
    colour: colourText(vehicle.primaryColour, vehicle.secondaryColour),
    first_registered: vehicle.firstAdmission,
    age_years: vehicle.firstAdmission === null ? null : wholeYearsBetween(vehicle.firstAdmission, today),
    fuel: fuelList(fuels),
    euro_class: euroClass(fuels),
    apk_expiry: inspection.expiry,
    apk_valid: inspection.valid,
    insured: vehicle.insured,
    open_recall: hasOpenRecall(vehicle, recalls),
    odometer_verdict: odometerVerdict(vehicle.odometerVerdict),
    risk_level: assessment.level,
  };
}

function sourcesOf({ origins, record, expiryIsNewer }: AssessedVehicle): Source[] {
  const sources = new SourceList();
  const use = (id: string, ...usedFor: string[]) => origins.describe(sources, id, usedFor);
  use(VEHICLE_SOURCES.vehicles, 'vehicle', 'open_recall', 'odometer_verdict', 'risk_level');
  use(VEHICLE_SOURCES.fuels, 'fuel', 'euro_class');
  use(VEHICLE_SOURCES.recallStatus, 'open_recall', 'risk_level');
  if (record.recalls.length > 0) {
    use(VEHICLE_SOURCES.recallNotices, 'risk_level');
    use(VEHICLE_SOURCES.recallHazards, 'risk_level');
  }
  if (expiryIsNewer) use(INSPECTION_SOURCES.reports, 'apk_expiry');
  use(INSPECTION_SOURCES.reports, 'risk_level');
  use(INSPECTION_SOURCES.defects, 'risk_level');
  return sources.toArray();
}
