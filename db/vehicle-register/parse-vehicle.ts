import { normalisePlate } from '../plate.ts';
import type { ColumnPositions, VEHICLE_COLUMNS } from './columns.ts';
import {
  dateValue,
  flagValue,
  isoDate,
  numberValue,
  type OnDiscard,
  outcomeValue,
  positiveValue,
  textValue,
} from './field-values.ts';
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
  const text = (position: number) => textValue(fields[position] ?? '');
  const flag = (position: number, column: string) => flagValue(fields[position] ?? '', column, onDiscard);
  const date = (position: number, column: string) => dateValue(fields[position] ?? '', column, onDiscard);
  const positive = (position: number, column: string) =>
    wholeOrNull(positiveValue(fields[position] ?? '', column, onDiscard));
  const kind = text(at.kind);
  const insurance = (fields[at.insured] ?? '').trim();
  const doors = wholeOrNull(numberValue(fields[at.doors] ?? '', 'doors', onDiscard));
  return {
    plate,
    kind,
    make: text(at.make),
    model: text(at.model),
    body: text(at.body),
    primaryColour: text(at.primaryColour),
    secondaryColour: text(at.secondaryColour),
    firstAdmission: date(at.firstAdmission, 'firstAdmission'),
    firstDutchRegistration: date(at.firstDutchRegistration, 'firstDutchRegistration'),
    holderSince: date(at.holderSince, 'holderSince'),
    inspectionExpiry: date(at.inspectionExpiry, 'inspectionExpiry'),
    tachographExpiry: date(at.tachographExpiry, 'tachographExpiry'),
    insured: flag(at.insured, 'insured'),
    insuranceNotApplicable: insurance === '' ? null : insurance === 'N.v.t.',
    exported: flag(at.exported, 'exported'),
    openRecallIndicated: flag(at.openRecallIndicated, 'openRecallIndicated'),
    taxi: flag(at.taxi, 'taxi'),
    transferPossible: flag(at.transferPossible, 'transferPossible'),
    odometerVerdict: outcomeValue(fields[at.odometerVerdict] ?? ''),
    odometerCode: text(at.odometerCode),
    odometerLastYear: positive(at.odometerLastYear, 'odometerLastYear'),
    seats: positive(at.seats, 'seats'),
    doors: doors === 0 && kind !== null && KINDS_WITH_DOORS.has(kind) ? null : doors,
    wheels: positive(at.wheels, 'wheels'),
    cylinders: positive(at.cylinders, 'cylinders'),
    engineCm3: positive(at.engineCm3, 'engineCm3'),
    massEmptyKg: positive(at.massEmptyKg, 'massEmptyKg'),
    massRunningKg: positive(at.massRunningKg, 'massRunningKg'),
    massMaxKg: positive(at.massMaxKg, 'massMaxKg'),
    massTechnicalMaxKg: positive(at.massTechnicalMaxKg, 'massTechnicalMaxKg'),
    massCombinationMaxKg: positive(at.massCombinationMaxKg, 'massCombinationMaxKg'),
    payloadKg: positive(at.payloadKg, 'payloadKg'),
    towUnbrakedKg: positive(at.towUnbrakedKg, 'towUnbrakedKg'),
    towBrakedKg: positive(at.towBrakedKg, 'towBrakedKg'),
    lengthCm: positive(at.lengthCm, 'lengthCm'),
    widthCm: positive(at.widthCm, 'widthCm'),
    heightCm: positive(at.heightCm, 'heightCm'),
    wheelbaseCm: positive(at.wheelbaseCm, 'wheelbaseCm'),
    topSpeedKmh: positive(at.topSpeedKmh, 'topSpeedKmh'),
    cataloguePriceEur: positive(at.cataloguePriceEur, 'cataloguePriceEur'),
    grossBpmEur: wholeOrNull(numberValue(fields[at.grossBpmEur] ?? '', 'grossBpmEur', onDiscard)),
    euCategory: text(at.euCategory),
    efficiencyClass: text(at.efficiencyClass),
    type: text(at.type),
    typeApproval: text(at.typeApproval),
    variant: text(at.variant),
    version: text(at.version),
  };
}

/**
 * A plate as the register writes it: six characters, no dashes. A look-alike that a person may type is not accepted
 * here, since the register has none.
 */
export function registerPlate(field: string | undefined): string | undefined {
  const plate = normalisePlate(field ?? '');
  return plate !== undefined && plate === field?.trim() ? plate : undefined;
}

function wholeOrNull(value: number | null): number | null {
  return value === null ? null : Math.round(value);
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
