import { isPlate } from '../plate.ts';
import type { ColumnPositions, VEHICLE_COLUMNS } from './columns.ts';
import { dateField, flagField, roundedField, textField, wholeField } from './field-readers.ts';
import { isoDate, type OnDiscard, outcomeValue } from './field-values.ts';
import type { RegisteredVehicle } from './registered-vehicle.ts';

type DateKey =
  | 'firstAdmission'
  | 'firstDutchRegistration'
  | 'holderSince'
  | 'inspectionExpiry'
  | 'tachographExpiry';

/** A vehicle as the store keeps it: as {@link RegisteredVehicle}, with dates as integers `yyyymmdd`. */
export type VehicleValues = Omit<RegisteredVehicle, DateKey> & Readonly<Record<DateKey, number | null>>;

/** Kinds that always have doors: 0 says there that nobody counted. For trailers and motorcycles it is the number. */
const KINDS_WITH_DOORS = new Set(['Personenauto', 'Bedrijfsauto', 'Bus']);

/**
 * Reads one row of the registered vehicles.
 *
 * Zero means "not recorded" in sizes, masses, speeds, prices and counts that cannot be 0, since the publisher fills
 * old rows with it. It stays 0 for the tax on new cars (electric ones pay none) and for doors where it can be true.
 * @returns `undefined` when the plate is not one: nothing can be found by it
 */
export function parseVehicle(
  fields: readonly string[],
  at: ColumnPositions<typeof VEHICLE_COLUMNS>,
  onDiscard: OnDiscard,
): VehicleValues | undefined {
  const plate = registerPlate(fields[at.plate]);
  if (plate === undefined) return undefined;
  const kind = textField(fields, at.kind);
  const insurance = (fields[at.insured] ?? '').trim();
  const insured = flagField(fields, at.insured, 'insured', onDiscard);
  const doors = roundedField(fields, at.doors, 'doors', onDiscard);
  return {
    plate,
    kind,
    make: textField(fields, at.make),
    model: textField(fields, at.model),
    body: textField(fields, at.body),
    primaryColour: textField(fields, at.primaryColour),
    secondaryColour: textField(fields, at.secondaryColour),
    firstAdmission: dateField(fields, at.firstAdmission, 'firstAdmission', onDiscard),
    firstDutchRegistration: dateField(fields, at.firstDutchRegistration, 'firstDutchRegistration', onDiscard),
    holderSince: dateField(fields, at.holderSince, 'holderSince', onDiscard),
    inspectionExpiry: dateField(fields, at.inspectionExpiry, 'inspectionExpiry', onDiscard),
    tachographExpiry: dateField(fields, at.tachographExpiry, 'tachographExpiry', onDiscard),
    insured,
    insuranceNotApplicable: insurance === 'N.v.t.' ? true : insured === null ? null : false,
    exported: flagField(fields, at.exported, 'exported', onDiscard),
    openRecallIndicated: flagField(fields, at.openRecallIndicated, 'openRecallIndicated', onDiscard),
    taxi: flagField(fields, at.taxi, 'taxi', onDiscard),
    transferPossible: flagField(fields, at.transferPossible, 'transferPossible', onDiscard),
    odometerVerdict: outcomeValue(fields[at.odometerVerdict] ?? ''),
    odometerCode: textField(fields, at.odometerCode),
    odometerLastYear: wholeField(fields, at.odometerLastYear, 'odometerLastYear', onDiscard),
    seats: wholeField(fields, at.seats, 'seats', onDiscard),
    doors: doors === 0 && kind !== null && KINDS_WITH_DOORS.has(kind) ? null : doors,
    wheels: wholeField(fields, at.wheels, 'wheels', onDiscard),
    cylinders: wholeField(fields, at.cylinders, 'cylinders', onDiscard),
    engineCm3: wholeField(fields, at.engineCm3, 'engineCm3', onDiscard),
    massEmptyKg: wholeField(fields, at.massEmptyKg, 'massEmptyKg', onDiscard),
    massRunningKg: wholeField(fields, at.massRunningKg, 'massRunningKg', onDiscard),
    massMaxKg: wholeField(fields, at.massMaxKg, 'massMaxKg', onDiscard),
    massTechnicalMaxKg: wholeField(fields, at.massTechnicalMaxKg, 'massTechnicalMaxKg', onDiscard),
    massCombinationMaxKg: wholeField(fields, at.massCombinationMaxKg, 'massCombinationMaxKg', onDiscard),
    payloadKg: wholeField(fields, at.payloadKg, 'payloadKg', onDiscard),
    towUnbrakedKg: wholeField(fields, at.towUnbrakedKg, 'towUnbrakedKg', onDiscard),
    towBrakedKg: wholeField(fields, at.towBrakedKg, 'towBrakedKg', onDiscard),
    lengthCm: wholeField(fields, at.lengthCm, 'lengthCm', onDiscard),
    widthCm: wholeField(fields, at.widthCm, 'widthCm', onDiscard),
    heightCm: wholeField(fields, at.heightCm, 'heightCm', onDiscard),
    wheelbaseCm: wholeField(fields, at.wheelbaseCm, 'wheelbaseCm', onDiscard),
    topSpeedKmh: wholeField(fields, at.topSpeedKmh, 'topSpeedKmh', onDiscard),
    cataloguePriceEur: wholeField(fields, at.cataloguePriceEur, 'cataloguePriceEur', onDiscard),
    grossBpmEur: roundedField(fields, at.grossBpmEur, 'grossBpmEur', onDiscard),
    euCategory: textField(fields, at.euCategory),
    efficiencyClass: textField(fields, at.efficiencyClass),
    type: textField(fields, at.type),
    typeApproval: textField(fields, at.typeApproval),
    variant: textField(fields, at.variant),
    version: textField(fields, at.version),
  };
}

/**
 * A plate as the register writes it: six characters, no dashes. What a person may type instead is not accepted here,
 * since the register has none.
 */
export function registerPlate(field: string | undefined): string | undefined {
  const plate = field?.trim() ?? '';
  return isPlate(plate) ? plate : undefined;
}

/** The store's form with its dates written out. */
export function registeredVehicle(values: VehicleValues): RegisteredVehicle {
  return {
    ...values,
    firstAdmission: isoDate(values.firstAdmission),
    firstDutchRegistration: isoDate(values.firstDutchRegistration),
    holderSince: isoDate(values.holderSince),
    inspectionExpiry: isoDate(values.inspectionExpiry),
    tachographExpiry: isoDate(values.tachographExpiry),
  };
}
