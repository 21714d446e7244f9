import type { RegisteredVehicle } from '../../db/vehicle-register/registered-vehicle.ts';
import type { VehicleHistory, VehicleValue } from '../schemas/vehicle-background.ts';
import { odometerReason } from '../vocabulary/vehicle-odometer.ts';
import { isSuspectPrice, wasImported } from './vehicle-facts.ts';

/** Where a vehicle comes from, and what is registered of its use and its holder. */
export function vehicleHistory(vehicle: RegisteredVehicle): VehicleHistory {
  return {
    imported: wasImported(vehicle),
    first_nl_registration: vehicle.firstDutchRegistration,
    last_owner_change: vehicle.holderSince,
    exported: vehicle.exported,
    taxi: vehicle.taxi,
    transfer_possible: vehicle.transferPossible,
    odometer_reason: odometerReason(vehicle.odometerCode),
    odometer_last_reading_year: vehicle.odometerLastYear,
  };
}

/** What it cost when it was new. */
export function vehicleValue({ cataloguePriceEur, grossBpmEur }: RegisteredVehicle): VehicleValue {
  return {
    catalogue_price_eur: cataloguePriceEur,
    gross_bpm_eur: grossBpmEur,
    suspect: cataloguePriceEur === null ? null : isSuspectPrice(cataloguePriceEur),
  };
}
