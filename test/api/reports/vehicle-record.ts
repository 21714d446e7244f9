import type { VehicleInspection } from '../../../db/vehicle-register/inspection-history.ts';
import type {
  RegisteredVehicle,
  VehicleFuel,
  VehicleRecall,
  VehicleRecord,
} from '../../../db/vehicle-register/registered-vehicle.ts';

const NOTHING: RegisteredVehicle = {
  plate: '85XXXB',
  kind: null,
  make: null,
  model: null,
  body: null,
  primaryColour: null,
  secondaryColour: null,
  firstAdmission: null,
  firstDutchRegistration: null,
  holderSince: null,
  inspectionExpiry: null,
  tachographExpiry: null,
  insured: null,
  insuranceNotApplicable: null,
  exported: null,
  openRecallIndicated: null,
  taxi: null,
  transferPossible: null,
  odometerVerdict: null,
  odometerCode: null,
  odometerLastYear: null,
  seats: null,
  doors: null,
  wheels: null,
  cylinders: null,
  engineCm3: null,
  massEmptyKg: null,
  massRunningKg: null,
  massMaxKg: null,
  massTechnicalMaxKg: null,
  massCombinationMaxKg: null,
  payloadKg: null,
  towUnbrakedKg: null,
  towBrakedKg: null,
  lengthCm: null,
  widthCm: null,
  heightCm: null,
  wheelbaseCm: null,
  topSpeedKmh: null,
  cataloguePriceEur: null,
  grossBpmEur: null,
  euCategory: null,
  efficiencyClass: null,
  type: null,
  typeApproval: null,
  variant: null,
  version: null,
};

const NO_FUEL: VehicleFuel = {
  sequence: 1,
  fuel: null,
  emissionLevel: null,
  emissionCode: null,
  hybridClass: null,
  consumptionNedcLPer100Km: null,
  consumptionWltpLPer100Km: null,
  co2NedcGPerKm: null,
  co2NedcWeightedGPerKm: null,
  co2WltpGPerKm: null,
  co2WltpWeightedGPerKm: null,
  netPowerKw: null,
  continuousPowerKw: null,
  electricPowerKw: null,
  rangeElectricWltpKm: null,
  rangeChargedWltpKm: null,
  rangeOtherKm: null,
};

const NO_NOTICE: VehicleRecall = {
  reference: 'MGP240221',
  statusCode: 'O',
  published: null,
  announced: null,
  producer: null,
  category: null,
  description: null,
  consequences: null,
  remedy: null,
  remarks: null,
  riskCode: null,
  url: null,
  phone: null,
  hazardCodes: [],
};

/** A fuel row of which only some columns are filled. */
export const fuelRow = (columns: Partial<VehicleFuel>): VehicleFuel => ({ ...NO_FUEL, ...columns });

/** A recall of which only some columns are filled. */
export const recallRow = (columns: Partial<VehicleRecall>): VehicleRecall => ({ ...NO_NOTICE, ...columns });

/** A vehicle of which only some columns are filled. */
export function vehicleRecord(
  columns: Partial<RegisteredVehicle>,
  rest: Partial<Omit<VehicleRecord, 'vehicle'>> = {},
): VehicleRecord {
  return { vehicle: { ...NOTHING, ...columns }, fuels: [], recalls: [], odometerExplanation: null, ...rest };
}

/** A periodic inspection, or with `kind: null` an attempt, with one defect a code. */
export function inspectionOn(
  date: string,
  codes: readonly string[] = [],
  changes: Partial<VehicleInspection> = {},
): VehicleInspection {
  return {
    date,
    time: '12:00',
    authorityCode: 'AL',
    authority: 'APK Lichte voertuigen',
    kind: 'periodieke controle',
    reported: true,
    validUntil: null,
    defects: codes.map((code) => ({ code, count: 1, description: null })),
    ...changes,
  };
}
