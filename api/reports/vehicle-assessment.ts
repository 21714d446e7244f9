import type { InspectionHistory } from '../../db/vehicle-register/inspection-history.ts';
import type { VehicleRecord } from '../../db/vehicle-register/registered-vehicle.ts';
import { assessRisk, type RiskAssessment } from './vehicle-flags.ts';
import type { KnownHistory } from './vehicle-history-lookup.ts';
import { withNewestExpiry } from './vehicle-inspections.ts';
import type { Behind, KnownVehicle } from './vehicle-lookup.ts';
import { VehicleOrigins } from './vehicle-origins.ts';
import { VEHICLE_SOURCES } from './vehicle-sources.ts';

/** Everything that an answer about a vehicle is made of. */
export interface AssessedVehicle {
  /** With the expiry date of an inspection that the register does not know yet. */
  readonly record: VehicleRecord;
  readonly expiryIsNewer: boolean;
  /** `undefined` where inspections were not looked at. */
  readonly history: InspectionHistory | undefined;
  readonly assessment: RiskAssessment;
  /** Of the vehicle and of its inspections. */
  readonly origins: VehicleOrigins;
  readonly registerDay: string;
  readonly behind: Behind | null;
}

/**
 * Puts a vehicle and its inspections together, and judges them. Pure.
 * @param today calendar day in Europe/Amsterdam
 */
export function assessVehicle(
  { record: registered, origins: ofVehicle, registerDay, behind }: KnownVehicle,
  known: KnownHistory | undefined,
  today: string,
): AssessedVehicle {
  const origins = new VehicleOrigins();
  origins.include(ofVehicle);
  if (known !== undefined) origins.include(known.origins);
  const history = known?.history;
  const vehicle = withNewestExpiry(registered.vehicle, history, registerDay);
  const record = { ...registered, vehicle };
  const { flags, ...assessment } = assessRisk(record, today, origins, history);
  return {
    record,
    expiryIsNewer: vehicle.inspectionExpiry !== registered.vehicle.inspectionExpiry,
    history,
    assessment: { ...assessment, flags: behind === null ? flags : [...flags, staleFlag(registerDay)] },
    origins,
    registerDay,
    behind,
  };
}

function staleFlag(day: string): RiskAssessment['flags'][number] {
  return {
    code: 'source_stale',
    severity: 'info',
    message: `The facts are as of ${day} and could not be renewed.`,
    evidence: { dataset: VEHICLE_SOURCES.vehicles, field: 'as_of', value: day },
  };
}
