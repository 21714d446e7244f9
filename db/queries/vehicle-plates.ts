import { asc, eq, inArray, sql } from 'drizzle-orm';
import { integerToPlate, plateToInteger } from '../plate.ts';
import { vehicle, vehicleKind } from '../schema/vehicles.ts';
import { preparedQuery, type Snapshot } from '../store.ts';

const firstOfKind = preparedQuery((database) =>
  database
    .select({ plate: vehicle.plate })
    .from(vehicle)
    .innerJoin(vehicleKind, eq(vehicleKind.id, vehicle.kindId))
    .where(eq(vehicleKind.text, sql.placeholder('kind')))
    .orderBy(asc(vehicle.plate))
    .limit(1)
    .prepare(),
);

const first = preparedQuery((database) =>
  database.select({ plate: vehicle.plate }).from(vehicle).orderBy(asc(vehicle.plate)).limit(1).prepare(),
);

/**
 * A plate that is in the store, for examples: the first passenger car, or else the first vehicle.
 * @returns `undefined` when there is none
 */
export function examplePlate(snapshot: Snapshot): string | undefined {
  if (snapshot.releases.vehicles === undefined) return undefined;
  const found = firstOfKind(snapshot).get({ kind: 'Personenauto' }) ?? first(snapshot).get();
  return found === undefined ? undefined : integerToPlate(found.plate);
}

/**
 * Which of some normalised plates are in the store, in the order given. For a handful of plates.
 * @throws DatasetUnavailableError when there is no release of the vehicles
 */
export function existingPlates(snapshot: Snapshot, plates: readonly string[]): string[] {
  snapshot.require('vehicles');
  if (plates.length === 0) return [];
  const rows = snapshot.drizzle
    .select({ plate: vehicle.plate })
    .from(vehicle)
    .where(inArray(vehicle.plate, plates.map(plateToInteger)))
    .all();
  const found = new Set(rows.map((row) => integerToPlate(row.plate)));
  return plates.filter((plate) => found.has(plate));
}
