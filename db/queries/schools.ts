import { and, eq, sql } from 'drizzle-orm';
import { SCHOOL_LOCATION, type SchoolKind, school } from '../schema/schools.ts';
import { preparedQuery, type Snapshot } from '../store.ts';

export type School = typeof school.$inferSelect;

export interface NearbySchool extends School {
  /** From the place that was asked for, in a straight line. */
  readonly distanceM: number;
}

const FIRST_RADIUS_M = 1_500;
/** A window that is too large costs less than one more. */
const GROWTH = 4;
/** From any place in the country, or a little beyond its border, to any other. */
const LARGEST_RADIUS_M = 500_000;
/** The R*Tree keeps single precision: near 600,000 m its boxes are up to 6 cm off. */
const PADDING_M = 0.1;

const inWindow = preparedQuery((database) =>
  database
    .select()
    .from(school)
    .where(
      and(
        eq(school.kind, sql.placeholder('kind')),
        sql`${school.id} IN (SELECT id FROM ${sql.identifier(SCHOOL_LOCATION)}
          WHERE max_x_m >= ${sql.placeholder('minX')} AND min_x_m <= ${sql.placeholder('maxX')}
            AND max_y_m >= ${sql.placeholder('minY')} AND min_y_m <= ${sql.placeholder('maxY')})`,
      ),
    )
    .prepare(),
);

/**
 * The nearest schools of a kind to a place in metres of the Dutch grid (RD New), the nearest first, by the straight
 * line. Looks in ever larger windows: schools in a corner of one may be farther than others outside of it, so only
 * those within its radius count. Schools without coordinates are never found.
 * @throws DatasetUnavailableError when no release of schools is loaded
 */
export function nearestSchools(
  snapshot: Snapshot,
  rdXM: number,
  rdYM: number,
  kind: SchoolKind,
  limit: number,
): NearbySchool[] {
  snapshot.require('schools');
  for (let radiusM = FIRST_RADIUS_M; ; radiusM *= GROWTH) {
    const reachM = radiusM + PADDING_M;
    const found = inWindow(snapshot)
      .all({ kind, minX: rdXM - reachM, maxX: rdXM + reachM, minY: rdYM - reachM, maxY: rdYM + reachM })
      .flatMap((row) => {
        if (row.rdXM === null || row.rdYM === null) return [];
        const distanceM = Math.hypot(row.rdXM - rdXM, row.rdYM - rdYM);
        return distanceM <= radiusM ? [{ ...row, distanceM }] : [];
      });
    if (found.length < limit && radiusM < LARGEST_RADIUS_M) continue;
    return found.sort((one, other) => one.distanceM - other.distanceM || one.id - other.id).slice(0, limit);
  }
}
