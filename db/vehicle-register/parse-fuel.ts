import type { ColumnPositions, FUEL_COLUMNS } from './columns.ts';
import { numberField, positiveField, textField } from './field-readers.ts';
import type { OnDiscard } from './field-values.ts';
import { registerPlate } from './parse-vehicle.ts';
import type { VehicleFuel } from './registered-vehicle.ts';

export type FuelValues = VehicleFuel & { readonly plate: string };

/** Fuels that may emit nothing: 0 is a figure for them, and "not recorded" for all others. */
const FUELS_WITHOUT_CO2 = new Set(['Elektriciteit', 'Waterstof']);

/** Largest sequence number that the store's key has room for; three is the most that has been seen. */
const MAXIMUM_SEQUENCE = 15;

/**
 * Reads one row of the fuels. The publisher keeps its numbers as text here, "44.00" and "1" alike, so sequence
 * numbers are made numbers before anything is sorted by them.
 * @returns the reason when the row cannot be used
 */
export function parseFuel(
  fields: readonly string[],
  at: ColumnPositions<typeof FUEL_COLUMNS>,
  onDiscard: OnDiscard,
): FuelValues | 'not a plate' | 'not a sequence number' {
  const plate = registerPlate(fields[at.plate]);
  if (plate === undefined) return 'not a plate';
  const sequence = Number(fields[at.sequence] || Number.NaN);
  if (!Number.isInteger(sequence) || sequence < 0 || sequence > MAXIMUM_SEQUENCE) {
    return 'not a sequence number';
  }
  const fuel = textField(fields, at.fuel);
  const co2Field = fuel !== null && FUELS_WITHOUT_CO2.has(fuel) ? numberField : positiveField;
  return {
    plate,
    sequence,
    fuel,
    emissionLevel: textField(fields, at.emissionLevel),
    emissionCode: textField(fields, at.emissionCode),
    hybridClass: textField(fields, at.hybridClass),
    consumptionNedcLPer100Km: positiveField(
      fields,
      at.consumptionNedcLPer100Km,
      'consumptionNedcLPer100Km',
      onDiscard,
    ),
    consumptionWltpLPer100Km: positiveField(
      fields,
      at.consumptionWltpLPer100Km,
      'consumptionWltpLPer100Km',
      onDiscard,
    ),
    co2NedcGPerKm: co2Field(fields, at.co2NedcGPerKm, 'co2NedcGPerKm', onDiscard),
    co2NedcWeightedGPerKm: co2Field(fields, at.co2NedcWeightedGPerKm, 'co2NedcWeightedGPerKm', onDiscard),
    co2WltpGPerKm: co2Field(fields, at.co2WltpGPerKm, 'co2WltpGPerKm', onDiscard),
    co2WltpWeightedGPerKm: co2Field(fields, at.co2WltpWeightedGPerKm, 'co2WltpWeightedGPerKm', onDiscard),
    netPowerKw: positiveField(fields, at.netPowerKw, 'netPowerKw', onDiscard),
    continuousPowerKw: positiveField(fields, at.continuousPowerKw, 'continuousPowerKw', onDiscard),
    electricPowerKw: positiveField(fields, at.electricPowerKw, 'electricPowerKw', onDiscard),
    rangeElectricWltpKm: positiveField(fields, at.rangeElectricWltpKm, 'rangeElectricWltpKm', onDiscard),
    rangeChargedWltpKm: positiveField(fields, at.rangeChargedWltpKm, 'rangeChargedWltpKm', onDiscard),
    rangeOtherKm: positiveField(fields, at.rangeOtherKm, 'rangeOtherKm', onDiscard),
  };
}
