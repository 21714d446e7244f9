import type { RegisteredVehicle } from '../../db/vehicle-register/registered-vehicle.ts';
import type { AssessedVehicle } from './vehicle-assessment.ts';
import { type InspectionState, inspectionState } from './vehicle-facts.ts';
import type { Behind } from './vehicle-lookup.ts';

/** Why something is null or needs care; null where nothing needs saying. */
export function vehicleNote(
  { record: { vehicle }, behind, registerDay }: Pick<AssessedVehicle, 'record' | 'behind' | 'registerDay'>,
  today: string,
  others: readonly string[] = [],
): string | null {
  const inspection = inspectionState(vehicle, today);
  const sentences: string[] = [];
  if (behind !== null) sentences.push(BEHIND[behind](registerDay));
  if (vehicle.exported === true) {
    sentences.push('Registered as exported: the other facts are as they were then.');
  }
  if (inspection.exempt) {
    sentences.push(exemptionNote(vehicle, inspection));
  } else if (inspection.expiry === null) {
    sentences.push('No expiry date of a periodic inspection is registered; many kinds of vehicle need none.');
  }
  if (vehicle.insured === null) {
    sentences.push(
      vehicle.insuranceNotApplicable === true
        ? 'Insurance of its own does not apply to this vehicle.'
        : 'The register does not state whether this vehicle is insured.',
    );
  }
  sentences.push(...others);
  return sentences.length === 0 ? null : sentences.join(' ');
}

const BEHIND: Readonly<Record<Behind, (day: string) => string>> = {
  live_off: (day) =>
    `This service does not ask the register itself: all facts, inspection, insurance, recalls, export and transfer too, are as of ${day}.`,
  refresh_failed: (day) =>
    `The register could not be asked just now: all facts, inspection, insurance, recalls, export and transfer too, are as of ${day}.`,
  left_register: (day) =>
    `The register does not list this plate now, perhaps since the vehicle was scrapped: all facts are as of ${day}.`,
};

function exemptionNote(vehicle: RegisteredVehicle, inspection: InspectionState): string {
  const exempt = 'Exempt from periodic inspection, being 50 years or older';
  return inspection.expiry === null && vehicle.inspectionExpiry !== null
    ? `${exempt}; an earlier inspection was valid until ${vehicle.inspectionExpiry}.`
    : `${exempt}.`;
}
