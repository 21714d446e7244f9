import type { RegisteredVehicle } from '../../db/vehicle-register/registered-vehicle.ts';
import type { VehicleSpecifications } from '../schemas/vehicle-technical.ts';
import { bodyText } from '../vocabulary/vehicle-body.ts';
import { euCategoryText } from '../vocabulary/vehicle-eu-category.ts';

/** The technical data of a vehicle. */
export function vehicleSpecifications(vehicle: RegisteredVehicle): VehicleSpecifications {
  return {
    body: bodyText(vehicle.body),
    seats: vehicle.seats,
    doors: vehicle.doors,
    wheels: vehicle.wheels,
    cylinders: vehicle.cylinders,
    engine_cc: vehicle.engineCm3,
    mass_empty_kg: vehicle.massEmptyKg,
    mass_running_kg: vehicle.massRunningKg,
    mass_max_kg: vehicle.massMaxKg,
    mass_technical_max_kg: vehicle.massTechnicalMaxKg,
    mass_combination_max_kg: vehicle.massCombinationMaxKg,
    payload_kg: vehicle.payloadKg,
    tow_braked_kg: vehicle.towBrakedKg,
    tow_unbraked_kg: vehicle.towUnbrakedKg,
    length_cm: vehicle.lengthCm,
    width_cm: vehicle.widthCm,
    height_cm: vehicle.heightCm,
    wheelbase_cm: vehicle.wheelbaseCm,
    top_speed_kmh: vehicle.topSpeedKmh,
    eu_category: vehicle.euCategory,
    eu_category_description: euCategoryText(vehicle.euCategory),
    efficiency_class: vehicle.efficiencyClass,
    type_approval: vehicle.typeApproval,
    type: vehicle.type,
    variant: vehicle.variant,
    version: vehicle.version,
    tachograph_expiry: vehicle.tachographExpiry,
  };
}
