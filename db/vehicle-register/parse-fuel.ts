import type { ColumnPositions, FUEL_COLUMNS } from './columns.ts';
import { numberValue, type OnDiscard, positiveValue, textValue } from './field-values.ts';
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
  const text = (position: number) => textValue(fields[position] ?? '');
  const fuel = text(at.fuel);
  const positive = (position: number, column: string) =>
    positiveValue(fields[position] ?? '', column, onDiscard);
  const co2 =
    fuel !== null && FUELS_WITHOUT_CO2.has(fuel)
      ? (position: number, column: string) => numberValue(fields[position] ?? '', column, onDiscard)
      : positive;
  return {
    plate,
    sequence,
    fuel,
    emissionLevel: text(at.emissionLevel),
    emissionCode: text(at.emissionCode),
    hybridClass: text(at.hybridClass),
    consumptionNedcLPer100Km: positive(at.consumptionNedcLPer100Km, 'consumptionNedcLPer100Km'),
    consumptionWltpLPer100Km: positive(at.consumptionWltpLPer100Km, 'consumptionWltpLPer100Km'),
    co2NedcGPerKm: co2(at.co2NedcGPerKm, 'co2NedcGPerKm'),
    co2NedcWeightedGPerKm: co2(at.co2NedcWeightedGPerKm, 'co2NedcWeightedGPerKm'),
    co2WltpGPerKm: co2(at.co2WltpGPerKm, 'co2WltpGPerKm'),
    co2WltpWeightedGPerKm: co2(at.co2WltpWeightedGPerKm, 'co2WltpWeightedGPerKm'),
    netPowerKw: positive(at.netPowerKw, 'netPowerKw'),
    continuousPowerKw: positive(at.continuousPowerKw, 'continuousPowerKw'),
    electricPowerKw: positive(at.electricPowerKw, 'electricPowerKw'),
    rangeElectricWltpKm: positive(at.rangeElectricWltpKm, 'rangeElectricWltpKm'),
    rangeChargedWltpKm: positive(at.rangeChargedWltpKm, 'rangeChargedWltpKm'),
    rangeOtherKm: positive(at.rangeOtherKm, 'rangeOtherKm'),
  };
}
