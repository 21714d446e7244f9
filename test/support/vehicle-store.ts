import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { VEHICLE_SOURCES } from '../../api/reports/vehicle-sources.ts';
import type { ReleaseLabel } from '../../db/groups.ts';
import type { ManifestEntry } from '../../db/manifest.ts';
import { plateToInteger } from '../../db/plate.ts';
import * as vehicles from '../../db/schema/vehicles.ts';
import type {
  RegisteredVehicle,
  VehicleFuel,
  VehicleRecall,
} from '../../db/vehicle-register/registered-vehicle.ts';
import { publishTestRelease } from './store.ts';

/** A vehicle as the register has it; what is left out is null. */
export interface TestVehicle extends Partial<RegisteredVehicle> {
  readonly plate: string;
  readonly fuels?: readonly Partial<VehicleFuel>[];
  readonly recalls?: readonly (Pick<VehicleRecall, 'reference' | 'statusCode'> & Partial<VehicleRecall>)[];
}

export interface TestVehicleRelease {
  readonly id?: string;
  readonly label?: ReleaseLabel;
  /** Sources that this release was built without. */
  readonly without?: readonly (keyof typeof VEHICLE_SOURCES)[];
}

/** Publishes a release of the vehicles with a few rows. */
export function publishVehicles(
  dataDir: string,
  rows: readonly TestVehicle[],
  { without = [], ...options }: TestVehicleRelease = {},
): ManifestEntry {
  const sources = Object.entries(VEHICLE_SOURCES)
    .filter(([key]) => !(without as readonly string[]).includes(key))
    .map(([, id]) => ({ id }));
  return publishTestRelease(dataDir, {
    ...options,
    group: 'vehicles',
    sources,
    rows: { vehicle: rows.length },
    fill: (database) => fill(database, rows),
  });
}

type Dictionary = typeof vehicles.vehicleKind;

/** Gives texts their ids, as the loader does. */
class Texts {
  readonly #database: BetterSQLite3Database;
  readonly #ids = new Map<SQLiteTable, Map<string, number>>();

  constructor(database: BetterSQLite3Database) {
    this.#database = database;
  }

  id(table: SQLiteTable, text: string | null | undefined): number | null {
    if (text === null || text === undefined) return null;
    const ids = this.#ids.get(table) ?? new Map<string, number>();
    this.#ids.set(table, ids);
    const known = ids.get(text);
    if (known !== undefined) return known;
    const id = ids.size + 1;
    ids.set(text, id);
    // All dictionaries have the same two columns.
    this.#database
      .insert(table as Dictionary)
      .values({ id, text })
      .run();
    return id;
  }
}

function yyyymmdd(day: string | null | undefined): number | null {
  return day === null || day === undefined ? null : Number(day.replaceAll('-', ''));
}

function fill(database: BetterSQLite3Database, rows: readonly TestVehicle[]): void {
  const texts = new Texts(database);
  const notices = new Set<string>();
  for (const { fuels = [], recalls = [], ...row } of rows) {
    const plate = plateToInteger(row.plate);
    database
      .insert(vehicles.vehicle)
      .values({
        ...row,
        plate,
        kindId: texts.id(vehicles.vehicleKind, row.kind),
        makeId: texts.id(vehicles.vehicleMake, row.make),
        modelId: texts.id(vehicles.vehicleModel, row.model),
        bodyId: texts.id(vehicles.vehicleBody, row.body),
        primaryColourId: texts.id(vehicles.vehicleColour, row.primaryColour),
        secondaryColourId: texts.id(vehicles.vehicleColour, row.secondaryColour),
        odometerVerdictId: texts.id(vehicles.odometerVerdict, row.odometerVerdict),
        firstAdmissionYyyymmdd: yyyymmdd(row.firstAdmission),
        firstDutchRegistrationYyyymmdd: yyyymmdd(row.firstDutchRegistration),
        holderSinceYyyymmdd: yyyymmdd(row.holderSince),
        inspectionExpiryYyyymmdd: yyyymmdd(row.inspectionExpiry),
      })
      .run();
    fuels.forEach((fuel, index) => {
      // The sequence is a part of the key; its column is made from that.
      const { sequence = index + 1, ...columns } = fuel;
      database
        .insert(vehicles.vehicleFuel)
        .values({
          ...columns,
          id: plate * vehicles.FUEL_ROWS_PER_PLATE + sequence,
          fuelKindId: texts.id(vehicles.fuelKind, fuel.fuel),
          emissionLevelId: texts.id(vehicles.emissionLevel, fuel.emissionLevel),
          hybridClassId: texts.id(vehicles.hybridClass, fuel.hybridClass),
        })
        .run();
    });
    for (const recall of recalls) {
      const { reference, statusCode, hazardCodes = [], riskCode = null } = recall;
      database.insert(vehicles.recallStatus).values({ plate, reference, statusCode }).run();
      if (notices.has(reference)) continue;
      notices.add(reference);
      database.insert(vehicles.recallNotice).values({ reference, riskCode }).run();
      for (const code of hazardCodes)
        database.insert(vehicles.recallHazard).values({ reference, code }).run();
    }
  }
}
