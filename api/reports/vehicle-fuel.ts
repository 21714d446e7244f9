import type { VehicleFuel } from '../../db/vehicle-register/registered-vehicle.ts';
import type { Drivetrain } from '../vocabulary/vehicle-drivetrain.ts';
import { fuelText } from '../vocabulary/vehicle-fuel.ts';

/** English fuels in the register's own order, each once. Empty for what has no engine, such as a trailer. */
export function fuelList(fuels: readonly VehicleFuel[]): string[] {
  const names = inOrder(fuels).flatMap(({ fuel }) => (fuel === null ? [] : [fuelText(fuel)]));
  return [...new Set(names)];
}

/** The sequence number is text at the publisher; it sorts as a number. */
export function inOrder(fuels: readonly VehicleFuel[]): VehicleFuel[] {
  return fuels.toSorted((left, right) => left.sequence - right.sequence);
}

/**
 * What drives a vehicle. The order of the tests matters: a fuel-cell car also has a row for electricity, and a
 * hybrid is two rows, not two vehicles.
 * @returns null where no fuel is registered
 */
export function drivetrain(fuels: readonly VehicleFuel[]): Drivetrain | null {
  const kinds = new Set(fuels.map(({ fuel }) => fuel));
  if (fuels.length === 0) return null;
  if (kinds.has('Waterstof')) return 'fuel_cell';
  const classes = fuels.flatMap(({ hybridClass }) => (hybridClass === null ? [] : [hybridClass]));
  if (classes.some((hybridClass) => hybridClass.startsWith('OVC-'))) return 'plug_in_hybrid';
  if (classes.some((hybridClass) => hybridClass.startsWith('NOVC-'))) return 'hybrid';
  if (kinds.has('Elektriciteit')) return kinds.size > 1 ? 'hybrid' : 'electric';
  if (kinds.has('Benzine') && (kinds.has('LPG') || kinds.has('CNG'))) return 'bi_fuel';
  return 'combustion';
}

/**
 * Emission class as registered, e.g. `EURO 6 DG`; `Zero emission` for the register's `AX`; else made from the plain
 * class number. Null where neither is registered.
 */
export function euroClass(fuels: readonly VehicleFuel[]): string | null {
  // A hybrid's electricity row repeats the class of its other fuel, or has none: the other fuel's row decides.
  const rows = inOrder(fuels);
  const burning = rows.filter(({ fuel }) => fuel !== 'Elektriciteit');
  for (const { emissionLevel } of [...burning, ...rows]) {
    if (emissionLevel !== null) return emissionLevel === 'AX' ? 'Zero emission' : emissionLevel;
  }
  for (const { emissionCode } of [...burning, ...rows]) {
    if (emissionCode !== null) return emissionCode === 'Z' ? 'Zero emission' : `EURO ${emissionCode}`;
  }
  return null;
}
