import { asc, between, desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { integerToPlate, plateToInteger } from '../plate.ts';
import {
  emissionLevel,
  FUEL_ROWS_PER_PLATE,
  fuelKind,
  hybridClass,
  odometerExplanation,
  odometerVerdict,
  recallHazard,
  recallNotice,
  recallStatus,
  vehicle,
  vehicleBody,
  vehicleColour,
  vehicleFuel,
  vehicleKind,
  vehicleMake,
  vehicleModel,
  vehicleType,
  vehicleTypeApproval,
} from '../schema/vehicles.ts';
import { preparedQuery, type Snapshot } from '../store.ts';
import { isoDate } from '../vehicle-register/field-values.ts';
import { NO_NOTICE, recallNoticeOf } from '../vehicle-register/recall-notice.ts';
import type {
  RegisteredVehicle,
  VehicleFuel,
  VehicleRecall,
  VehicleRecord,
} from '../vehicle-register/registered-vehicle.ts';

const primaryColour = alias(vehicleColour, 'primary_colour');
const secondaryColour = alias(vehicleColour, 'secondary_colour');

const vehicleQuery = preparedQuery((database) =>
  database
    .select({
      row: vehicle,
      kind: vehicleKind.text,
      make: vehicleMake.text,
      model: vehicleModel.text,
      body: vehicleBody.text,
      primaryColour: primaryColour.text,
      secondaryColour: secondaryColour.text,
      odometerVerdict: odometerVerdict.text,
      type: vehicleType.text,
      typeApproval: vehicleTypeApproval.text,
      odometerExplanation: odometerExplanation.text,
    })
    .from(vehicle)
    .leftJoin(vehicleKind, eq(vehicleKind.id, vehicle.kindId))
    .leftJoin(vehicleMake, eq(vehicleMake.id, vehicle.makeId))
    .leftJoin(vehicleModel, eq(vehicleModel.id, vehicle.modelId))
    .leftJoin(vehicleBody, eq(vehicleBody.id, vehicle.bodyId))
    .leftJoin(primaryColour, eq(primaryColour.id, vehicle.primaryColourId))
    .leftJoin(secondaryColour, eq(secondaryColour.id, vehicle.secondaryColourId))
    .leftJoin(odometerVerdict, eq(odometerVerdict.id, vehicle.odometerVerdictId))
    .leftJoin(vehicleType, eq(vehicleType.id, vehicle.typeId))
    .leftJoin(vehicleTypeApproval, eq(vehicleTypeApproval.id, vehicle.typeApprovalId))
    .leftJoin(odometerExplanation, eq(odometerExplanation.code, vehicle.odometerCode))
    .where(eq(vehicle.plate, sql.placeholder('plate')))
    .prepare(),
);

const fuelQuery = preparedQuery((database) =>
  database
    .select({
      row: vehicleFuel,
      fuel: fuelKind.text,
      emissionLevel: emissionLevel.text,
      hybridClass: hybridClass.text,
    })
    .from(vehicleFuel)
    .leftJoin(fuelKind, eq(fuelKind.id, vehicleFuel.fuelKindId))
    .leftJoin(emissionLevel, eq(emissionLevel.id, vehicleFuel.emissionLevelId))
    .leftJoin(hybridClass, eq(hybridClass.id, vehicleFuel.hybridClassId))
    .where(between(vehicleFuel.id, sql.placeholder('first'), sql.placeholder('last')))
    .orderBy(asc(vehicleFuel.id))
    .prepare(),
);

const recallQuery = preparedQuery((database) =>
  database
    .select({
      reference: recallStatus.reference,
      statusCode: recallStatus.statusCode,
      notice: recallNotice,
      hazardCode: recallHazard.code,
    })
    .from(recallStatus)
    .leftJoin(recallNotice, eq(recallNotice.reference, recallStatus.reference))
    .leftJoin(recallHazard, eq(recallHazard.reference, recallStatus.reference))
    .where(eq(recallStatus.plate, sql.placeholder('plate')))
    .orderBy(desc(recallStatus.reference), asc(recallStatus.statusCode), asc(recallHazard.code))
    .prepare(),
);

/**
 * Everything the store holds of one plate.
 * @param plate normalised: six characters, see `normalisePlate`
 * @returns `undefined` when the plate is not in the register
 * @throws DatasetUnavailableError when there is no release of the vehicles
 */
export function findVehicle(snapshot: Snapshot, plate: string): VehicleRecord | undefined {
  snapshot.require('vehicles');
  const key = plateToInteger(plate);
  const found = vehicleQuery(snapshot).get({ plate: key });
  if (found === undefined) return undefined;
  return {
    vehicle: registeredVehicle(found),
    fuels: fuelsOf(snapshot, key),
    recalls: recallsOf(snapshot, key),
    odometerExplanation: found.odometerExplanation,
  };
}

type FoundVehicle = NonNullable<ReturnType<ReturnType<typeof vehicleQuery>['get']>>;

function registeredVehicle({ row, ...texts }: FoundVehicle): RegisteredVehicle {
  return {
    plate: integerToPlate(row.plate),
    kind: texts.kind,
    make: texts.make,
    model: texts.model,
    body: texts.body,
    primaryColour: texts.primaryColour,
    secondaryColour: texts.secondaryColour,
    firstAdmission: isoDate(row.firstAdmissionYyyymmdd),
    firstDutchRegistration: isoDate(row.firstDutchRegistrationYyyymmdd),
    holderSince: isoDate(row.holderSinceYyyymmdd),
    inspectionExpiry: isoDate(row.inspectionExpiryYyyymmdd),
    tachographExpiry: isoDate(row.tachographExpiryYyyymmdd),
    insured: row.insured,
    insuranceNotApplicable: row.insuranceNotApplicable,
    exported: row.exported,
    openRecallIndicated: row.openRecallIndicated,
    taxi: row.taxi,
    transferPossible: row.transferPossible,
    odometerVerdict: texts.odometerVerdict,
    odometerCode: row.odometerCode,
    odometerLastYear: row.odometerLastYear,
    seats: row.seats,
    doors: row.doors,
    wheels: row.wheels,
    cylinders: row.cylinders,
    engineCm3: row.engineCm3,
    massEmptyKg: row.massEmptyKg,
    massRunningKg: row.massRunningKg,
    massMaxKg: row.massMaxKg,
    massTechnicalMaxKg: row.massTechnicalMaxKg,
    massCombinationMaxKg: row.massCombinationMaxKg,
    payloadKg: row.payloadKg,
    towUnbrakedKg: row.towUnbrakedKg,
    towBrakedKg: row.towBrakedKg,
    lengthCm: row.lengthCm,
    widthCm: row.widthCm,
    heightCm: row.heightCm,
    wheelbaseCm: row.wheelbaseCm,
    topSpeedKmh: row.topSpeedKmh,
    cataloguePriceEur: row.cataloguePriceEur,
    grossBpmEur: row.grossBpmEur,
    euCategory: row.euCategory,
    efficiencyClass: row.efficiencyClass,
    type: texts.type,
    typeApproval: texts.typeApproval,
    variant: row.variant,
    version: row.version,
  };
}

function fuelsOf(snapshot: Snapshot, plateKey: number): VehicleFuel[] {
  const first = plateKey * FUEL_ROWS_PER_PLATE;
  const rows = fuelQuery(snapshot).all({ first, last: first + FUEL_ROWS_PER_PLATE - 1 });
  return rows.map(({ row, ...texts }) => ({
    sequence: row.id - first,
    fuel: texts.fuel,
    emissionLevel: texts.emissionLevel,
    emissionCode: row.emissionCode,
    hybridClass: texts.hybridClass,
    consumptionNedcLPer100Km: row.consumptionNedcLPer100Km,
    consumptionWltpLPer100Km: row.consumptionWltpLPer100Km,
    co2NedcGPerKm: row.co2NedcGPerKm,
    co2NedcWeightedGPerKm: row.co2NedcWeightedGPerKm,
    co2WltpGPerKm: row.co2WltpGPerKm,
    co2WltpWeightedGPerKm: row.co2WltpWeightedGPerKm,
    netPowerKw: row.netPowerKw,
    continuousPowerKw: row.continuousPowerKw,
    electricPowerKw: row.electricPowerKw,
    rangeElectricWltpKm: row.rangeElectricWltpKm,
    rangeChargedWltpKm: row.rangeChargedWltpKm,
    rangeOtherKm: row.rangeOtherKm,
  }));
}

/** A recall comes once for each of its hazards, or once without any. */
function recallsOf(snapshot: Snapshot, plateKey: number): VehicleRecall[] {
  const recalls: (VehicleRecall & { hazardCodes: string[] })[] = [];
  for (const row of recallQuery(snapshot).all({ plate: plateKey })) {
    const last = recalls.at(-1);
    if (last !== undefined && last.reference === row.reference && last.statusCode === row.statusCode) {
      if (row.hazardCode !== null) last.hazardCodes.push(row.hazardCode);
      continue;
    }
    const notice = row.notice === null ? NO_NOTICE : recallNoticeOf(row.notice, []);
    recalls.push({
      ...notice,
      reference: row.reference,
      statusCode: row.statusCode,
      hazardCodes: row.hazardCode === null ? [] : [row.hazardCode],
    });
  }
  return recalls;
}
