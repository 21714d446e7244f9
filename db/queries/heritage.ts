import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { containsPoint, decodeArea } from '../geometry.ts';
import {
  MONUMENT_LOCATION,
  monument,
  monumentBuilding,
  monumentObject,
  OUTLINE_BOX,
  PROTECTED_AREA_KINDS,
  protectedArea,
  protectedAreaOutline,
} from '../schema/heritage.ts';
import { preparedQuery, type Snapshot } from '../store.ts';

export type Monument = typeof monument.$inferSelect;

export interface NearbyMonument extends Monument {
  /** From the place that was asked for, in a straight line. */
  readonly distanceM: number;
}

export type ProtectedArea = typeof protectedArea.$inferSelect;

/** The R*Tree keeps single precision: near 600,000 m its boxes are up to 6 cm off. */
const PADDING_M = 0.1;

const inWindow = preparedQuery((database) =>
  database
    .select()
    .from(monument)
    .where(
      sql`${monument.number} IN (SELECT id FROM ${sql.identifier(MONUMENT_LOCATION)}
        WHERE max_x_m >= ${sql.placeholder('minX')} AND min_x_m <= ${sql.placeholder('maxX')}
          AND max_y_m >= ${sql.placeholder('minY')} AND min_y_m <= ${sql.placeholder('maxY')})`,
    )
    .prepare(),
);

const ofObject = preparedQuery((database) =>
  database
    .select(getTableColumns(monument))
    .from(monumentObject)
    .innerJoin(monument, eq(monument.number, monumentObject.monumentNumber))
    .where(eq(monumentObject.objectId, sql.placeholder('objectId')))
    .orderBy(asc(monument.number))
    .prepare(),
);

const ofBuilding = preparedQuery((database) =>
  database
    .select(getTableColumns(monument))
    .from(monumentBuilding)
    .innerJoin(monument, eq(monument.number, monumentBuilding.monumentNumber))
    .where(eq(monumentBuilding.buildingId, sql.placeholder('buildingId')))
    .orderBy(asc(monument.number))
    .prepare(),
);

const tiesOf = preparedQuery((database) =>
  database
    .select({
      tied: sql<number>`EXISTS (SELECT 1 FROM ${monumentObject} WHERE monument_number = ${sql.placeholder('number')})
        OR EXISTS (SELECT 1 FROM ${monumentBuilding} WHERE monument_number = ${sql.placeholder('number')})`,
    })
    .from(sql`(SELECT 1)`)
    .prepare(),
);

const outlinesAround = preparedQuery((database) =>
  database
    .select({ area: getTableColumns(protectedArea), rings: protectedAreaOutline.rings })
    .from(protectedAreaOutline)
    .innerJoin(protectedArea, eq(protectedArea.id, protectedAreaOutline.areaId))
    .where(
      sql`${protectedAreaOutline.id} IN (SELECT id FROM ${sql.identifier(OUTLINE_BOX)}
        WHERE max_x_m >= ${sql.placeholder('minX')} AND min_x_m <= ${sql.placeholder('maxX')}
          AND max_y_m >= ${sql.placeholder('minY')} AND min_y_m <= ${sql.placeholder('maxY')})`,
    )
    .prepare(),
);

/**
 * Listed monuments within a distance of a place in metres of the Dutch grid (RD New), the nearest first; a monument
 * at exactly that distance is among them. Several records of one house are all there.
 * @throws DatasetUnavailableError when no release of heritage is loaded, as all functions here
 */
export function monumentsWithin(
  snapshot: Snapshot,
  rdXM: number,
  rdYM: number,
  radiusM: number,
): NearbyMonument[] {
  snapshot.require('heritage');
  return inWindow(snapshot)
    .all(windowAround(rdXM, rdYM, radiusM + PADDING_M))
    .map((row) => ({ ...row, squaredM: (row.rdXM - rdXM) ** 2 + (row.rdYM - rdYM) ** 2 }))
    .filter(({ squaredM }) => squaredM <= radiusM * radiusM)
    .sort((one, other) => one.squaredM - other.squaredM || one.number - other.number)
    .map(({ squaredM, ...row }) => ({ ...row, distanceM: Math.sqrt(squaredM) }));
}

/**
 * Listed monuments that the register of monuments says an addressable object is, wherever their points lie.
 * @param objectId BAG id of a unit, berth or pitch
 */
export function monumentsOfObject(snapshot: Snapshot, objectId: number): Monument[] {
  snapshot.require('heritage');
  return ofObject(snapshot).all({ objectId });
}

/**
 * Listed monuments that the register of monuments says a building is, wherever their points lie.
 * @param buildingId BAG id of a building
 */
export function monumentsOfBuilding(snapshot: Snapshot, buildingId: number): Monument[] {
  snapshot.require('heritage');
  return ofBuilding(snapshot).all({ buildingId });
}

/** Whether the register of monuments says which object or building of the address register a monument is. */
export function isTiedToAddress(snapshot: Snapshot, monumentNumber: number): boolean {
  snapshot.require('heritage');
  return tiesOf(snapshot).get({ number: monumentNumber })?.tied === 1;
}

/**
 * Protected areas that a place in metres of the Dutch grid lies in, each once, by kind and number. A place on the
 * border lies inside.
 */
export function protectedAreasAt(snapshot: Snapshot, rdXM: number, rdYM: number): ProtectedArea[] {
  snapshot.require('heritage');
  const found = new Map<number, ProtectedArea>();
  for (const { area, rings } of outlinesAround(snapshot).all(windowAround(rdXM, rdYM, PADDING_M))) {
    if (!found.has(area.id) && containsPoint(decodeArea(rings), rdXM, rdYM)) found.set(area.id, area);
  }
  return [...found.values()].sort(
    (one, other) =>
      PROTECTED_AREA_KINDS.indexOf(one.kind) - PROTECTED_AREA_KINDS.indexOf(other.kind) ||
      (one.number ?? 0) - (other.number ?? 0) ||
      one.id - other.id,
  );
}

function windowAround(rdXM: number, rdYM: number, distanceM: number) {
  return {
    minX: rdXM - distanceM,
    maxX: rdXM + distanceM,
    minY: rdYM - distanceM,
    maxY: rdYM + distanceM,
  };
}
