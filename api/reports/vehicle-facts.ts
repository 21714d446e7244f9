import type { RegisteredVehicle, VehicleRecall } from '../../db/vehicle-register/registered-vehicle.ts';
import { daysBetween, wholeYearsBetween } from '../calendar.ts';

/** From this age on, counted from the day of first admission, a vehicle needs no periodic inspection. */
const INSPECTION_EXEMPT_YEARS = 50;

/** A vehicle first registered in the Netherlands this much later than anywhere was imported. */
const IMPORT_DAYS = 60;

/** Catalogue prices outside of these are typing errors: the register has cars of 1 euro and of 9.9 million. */
const CATALOGUE_PRICE_MIN_EUR = 500;
const CATALOGUE_PRICE_MAX_EUR = 2_000_000;

export interface InspectionState {
  /** Last day on which the inspection is valid; null where none applies or none is registered. */
  readonly expiry: string | null;
  /** Null where no expiry applies or is registered, never false for "not applicable". */
  readonly valid: boolean | null;
  readonly exempt: boolean;
}

/**
 * The state of the periodic inspection. It is valid through its last day. For an exempt vehicle an expiry date in
 * the past is a remainder of earlier years and is left out; a voluntary inspection that is still valid is shown.
 */
export function inspectionState(
  vehicle: Pick<RegisteredVehicle, 'inspectionExpiry' | 'firstAdmission'>,
  today: string,
): InspectionState {
  const expiry = vehicle.inspectionExpiry;
  const exempt =
    vehicle.firstAdmission !== null &&
    wholeYearsBetween(vehicle.firstAdmission, today) >= INSPECTION_EXEMPT_YEARS;
  if (expiry === null || (exempt && expiry < today)) return { expiry: null, valid: null, exempt };
  return { expiry, valid: expiry >= today, exempt };
}

/**
 * Whether a recall of this very vehicle is still to be carried out: by the indicator in its row, or by any of its
 * recalls, of which the first may well be repaired and the second open. Recalls by make and type never count.
 * @returns null where the register says neither
 */
export function hasOpenRecall(
  vehicle: Pick<RegisteredVehicle, 'openRecallIndicated'>,
  recalls: readonly Pick<VehicleRecall, 'statusCode'>[],
): boolean | null {
  if (vehicle.openRecallIndicated === true || recalls.some(isOpen)) return true;
  return vehicle.openRecallIndicated ?? (recalls.length > 0 ? false : null);
}

export function isOpen(recall: Pick<VehicleRecall, 'statusCode'>): boolean {
  return recall.statusCode === 'O';
}

/** Null where one of the two dates is not registered. */
export function wasImported(
  vehicle: Pick<RegisteredVehicle, 'firstAdmission' | 'firstDutchRegistration'>,
): boolean | null {
  const { firstAdmission, firstDutchRegistration } = vehicle;
  if (firstAdmission === null || firstDutchRegistration === null) return null;
  return daysBetween(firstAdmission, firstDutchRegistration) > IMPORT_DAYS;
}

export function isSuspectPrice(eur: number): boolean {
  return eur < CATALOGUE_PRICE_MIN_EUR || eur > CATALOGUE_PRICE_MAX_EUR;
}
