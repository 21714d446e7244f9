import type { VehicleFuel } from '../../db/vehicle-register/registered-vehicle.ts';
import type { VehicleCo2, VehiclePower } from '../schemas/vehicle-technical.ts';
import type { Drivetrain } from '../vocabulary/vehicle-drivetrain.ts';
import { fuelText } from '../vocabulary/vehicle-fuel.ts';
import { drivetrain, inOrder } from './vehicle-fuel.ts';

const METRIC_HP_PER_KW = 1.35962;

/** The motors of a vehicle. */
export function vehiclePower(fuels: readonly VehicleFuel[]): VehiclePower {
  const rows = inOrder(fuels);
  const perFuel = rows.map((row) => ({
    fuel: row.fuel === null ? null : fuelText(row.fuel),
    power_kw: powerKw(row),
  }));
  const powers = perFuel.flatMap(({ power_kw }) => (power_kw === null ? [] : [power_kw]));
  const largest = powers.length === 0 ? null : Math.max(...powers);
  const drive = drivetrain(fuels);
  return {
    power_kw: largest,
    power_hp: largest === null ? null : Math.round(largest * METRIC_HP_PER_KW),
    power_kw_per_fuel: perFuel,
    drivetrain: drive,
    electric_range_km: electricRangeKm(rows, drive),
  };
}

/** An electric motor has a column of its own; where it is empty, older rows have what it can do for half an hour. */
function powerKw({ fuel, netPowerKw, electricPowerKw, continuousPowerKw }: VehicleFuel): number | null {
  return fuel === 'Elektriciteit' ? (electricPowerKw ?? continuousPowerKw) : netPowerKw;
}

/** A plug-in hybrid has its range in another column than a car that has nothing but its battery. */
function electricRangeKm(rows: readonly VehicleFuel[], drive: Drivetrain | null): number | null {
  const byWltp = (row: VehicleFuel) =>
    drive === 'plug_in_hybrid'
      ? (row.rangeChargedWltpKm ?? row.rangeElectricWltpKm)
      : (row.rangeElectricWltpKm ?? row.rangeChargedWltpKm);
  return first(rows, byWltp) ?? first(rows, ({ rangeOtherKm }) => rangeOtherKm);
}

/**
 * CO2 by the newer test (WLTP) where it is registered, else by the older (NEDC). A plug-in hybrid has a figure that is
 * weighted over driving with a charged and with an empty battery. Electricity alone emits none.
 */
export function vehicleCo2(fuels: readonly VehicleFuel[]): VehicleCo2 {
  const rows = inOrder(fuels);
  const drive = drivetrain(fuels);
  if (drive === 'electric') return { ...NO_CO2, g_per_km: 0 };
  const burning = rows.filter(({ fuel }) => fuel !== 'Elektriciteit');
  const plugIn = drive === 'plug_in_hybrid';
  const wltp = figure(burning, plugIn, 'co2WltpWeightedGPerKm', 'co2WltpGPerKm');
  const nedc = figure(burning, plugIn, 'co2NedcWeightedGPerKm', 'co2NedcGPerKm');
  const chosen = wltp ?? nedc;
  if (chosen === null) return NO_CO2;
  const cycle = chosen === wltp ? 'wltp' : 'nedc';
  return {
    g_per_km: chosen.grams,
    cycle,
    weighted: chosen.weighted,
    wltp_g_per_km: wltp?.grams ?? null,
    nedc_g_per_km: nedc?.grams ?? null,
    // With the battery empty only; it would not fit a weighted figure beside it.
    consumption_l_per_100km: chosen.weighted
      ? null
      : first(burning, (row) =>
          cycle === 'wltp' ? row.consumptionWltpLPer100Km : row.consumptionNedcLPer100Km,
        ),
  };
}

const NO_CO2: VehicleCo2 = {
  g_per_km: null,
  cycle: null,
  weighted: null,
  wltp_g_per_km: null,
  nedc_g_per_km: null,
  consumption_l_per_100km: null,
};

type Co2Column = 'co2WltpWeightedGPerKm' | 'co2WltpGPerKm' | 'co2NedcWeightedGPerKm' | 'co2NedcGPerKm';

function figure(
  rows: readonly VehicleFuel[],
  plugIn: boolean,
  weightedColumn: Co2Column,
  plainColumn: Co2Column,
): { grams: number; weighted: boolean } | null {
  const weighted = plugIn ? first(rows, (row) => row[weightedColumn]) : null;
  if (weighted !== null) return { grams: weighted, weighted: true };
  const plain = first(rows, (row) => row[plainColumn]);
  return plain === null ? null : { grams: plain, weighted: false };
}

function first(rows: readonly VehicleFuel[], pick: (row: VehicleFuel) => number | null): number | null {
  for (const row of rows) {
    const value = pick(row);
    if (value !== null) return value;
  }
  return null;
}
