import type { Database } from 'better-sqlite3';
import { LAST_BUILDING_STATUS_IN_SERVICE, LAST_BUILDING_STATUS_STANDING } from '../../../db/bag-values.ts';
import { containsPoint, decodeArea, type Point } from '../../../db/geometry.ts';
import { USES } from '../../../db/schema/addresses.ts';

export interface CandidateBuilding {
  readonly id: number;
  readonly status: number;
  /** See `encodeArea`; null where the outline is not known. */
  readonly area: Buffer | null;
}

/**
 * The building to name for a unit that lies in several (a house over two buildings, a school, a gallery of 23): the
 * one that contains its point, else one that stands, else the lowest id. A demolished one only where all are.
 */
export function chooseBuilding(
  candidates: readonly CandidateBuilding[],
  point: Point | null,
): number | undefined {
  const ranked = candidates.map(({ id, status, area }) => ({
    id,
    isGone: status > LAST_BUILDING_STATUS_IN_SERVICE,
    isOutside: point === null || area === null || !containsPoint(decodeArea(area), point.x, point.y),
    isOnPaper: status > LAST_BUILDING_STATUS_STANDING,
  }));
  ranked.sort(
    (a, b) =>
      Number(a.isGone) - Number(b.isGone) ||
      Number(a.isOutside) - Number(b.isOutside) ||
      Number(a.isOnPaper) - Number(b.isOnPaper) ||
      a.id - b.id,
  );
  return ranked[0]?.id;
}

const UNITS_PER_PAGE = 5000;

/**
 * Gives every unit that shares buildings its one building. To be called after {@link deriveBuildings}, which counts
 * the units of all their buildings.
 */
export function chooseBuildings(database: Database): void {
  interface Row extends CandidateBuilding {
    objectId: number;
    x: number | null;
    y: number | null;
  }
  const page = database.prepare<[number, number], Row>(
    `SELECT unit.id AS objectId, unit.x, unit.y, building.id, building.status, building.area
       FROM (SELECT DISTINCT object_id AS id FROM stage.shared WHERE object_id > ? ORDER BY 1 LIMIT ?) AS page
       JOIN stage.object AS unit ON unit.id = page.id
       JOIN stage.shared ON shared.object_id = unit.id
       JOIN stage.building AS building ON building.id = shared.building_id
      ORDER BY unit.id`,
  );
  const next = database
    .prepare<[number, number], number | null>(
      `SELECT max(id) FROM (SELECT DISTINCT object_id AS id FROM stage.shared WHERE object_id > ? ORDER BY 1 LIMIT ?)`,
    )
    .pluck();
  const choose = database.prepare('UPDATE stage.object SET building_id = ? WHERE id = ?');
  let after = -1;
  for (;;) {
    const last = next.get(after, UNITS_PER_PAGE);
    if (last === null || last === undefined) return;
    const units = new Map<number, Row[]>();
    for (const row of page.iterate(after, UNITS_PER_PAGE)) {
      const rows = units.get(row.objectId);
      if (rows === undefined) units.set(row.objectId, [row]);
      else rows.push(row);
    }
    database.transaction(() => {
      for (const [objectId, rows] of units) {
        const { x, y } = rows[0] as Row;
        choose.run(chooseBuilding(rows, x === null || y === null ? null : { x, y }) ?? null, objectId);
      }
    })();
    after = last;
  }
}

/**
 * Fills `building`: every building that stands or is being built, and those that are gone in which the register
 * still has a unit in service. Units are counted once a building, uses are those of its units together.
 */
export function deriveBuildings(database: Database): void {
  // SQLite has no aggregate for the union of bits.
  const usesUnion = Object.values(USES)
    .map((bit) => `max(uses & ${bit})`)
    .join(' | ');
  database.exec(`
    CREATE TABLE stage.occupancy (building_id INTEGER PRIMARY KEY, units INTEGER NOT NULL, uses INTEGER NOT NULL);
    INSERT INTO stage.occupancy
      SELECT building_id, count(*), coalesce(${usesUnion}, 0)
        FROM (SELECT building_id, uses FROM stage.object WHERE in_service AND building_id IS NOT NULL
              UNION ALL
              SELECT shared.building_id, object.uses
                FROM stage.shared JOIN stage.object ON object.id = shared.object_id WHERE object.in_service)
       GROUP BY building_id;
    INSERT INTO main.building (id, year_built, status, units, uses)
      SELECT building.id, building.year_built, building.status,
             coalesce(occupancy.units, 0), coalesce(occupancy.uses, 0)
        FROM stage.building LEFT JOIN stage.occupancy ON occupancy.building_id = building.id
       WHERE building.status <= ${LAST_BUILDING_STATUS_IN_SERVICE} OR occupancy.units IS NOT NULL
       ORDER BY building.id;
  `);
}
