import { sql } from 'drizzle-orm';
import { ADDRESS_LOCATION, address } from '../schema/addresses.ts';
import { preparedQuery, preparedStatement, type Snapshot } from '../store.ts';
import { type AddressRow, selectAddresses } from './addresses.ts';

export interface NearbyAddress {
  readonly address: AddressRow;
  /** From the place that was asked for, in a straight line. */
  readonly distanceM: number;
}

const FIRST_RADIUS_M = 25;
/** The R*Tree keeps single precision: near 600,000 m its boxes are up to 6 cm off. */
const PADDING_M = 0.1;

interface Window {
  readonly x: number;
  readonly y: number;
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
  readonly squaredRadius: number;
  readonly limit: number;
}

/** Of addresses at one distance, as in a tower block: main ones first, then by postcode and number, as they are stored. */
const nearestInWindow = preparedStatement<[Window], { id: number; squaredM: number }>(`
  SELECT address.id,
         (rd_x_m - :x) * (rd_x_m - :x) + (rd_y_m - :y) * (rd_y_m - :y) AS squaredM
    FROM ${ADDRESS_LOCATION.table} AS location
    JOIN address ON address.id = location.id
   WHERE location.max_x_m >= :minX AND location.min_x_m <= :maxX
     AND location.max_y_m >= :minY AND location.min_y_m <= :maxY
     AND squaredM <= :squaredRadius
   ORDER BY squaredM, is_main DESC, address.id
   LIMIT :limit`);

const byIds = preparedQuery((database) =>
  selectAddresses(database)
    .where(sql`${address.id} IN (SELECT value FROM json_each(${sql.placeholder('ids')}))`)
    .prepare(),
);

/**
 * The nearest addresses in service to a place in metres of the Dutch grid (RD New), the nearest first, by the
 * straight line. Looks in ever larger windows: an address in a corner of one may be farther than others outside of it,
 * so only those within its radius count.
 * @param radiusM addresses farther away are left out
 * @throws DatasetUnavailableError when no release of addresses is loaded
 */
export function nearestAddresses(
  snapshot: Snapshot,
  rdXM: number,
  rdYM: number,
  radiusM: number,
  limit: number,
): NearbyAddress[] {
  snapshot.require('addresses');
  for (let reachM = Math.min(FIRST_RADIUS_M, radiusM); ; reachM = Math.min(reachM * 2, radiusM)) {
    const padded = reachM + PADDING_M;
    const found = nearestInWindow(snapshot).all({
      x: rdXM,
      y: rdYM,
      minX: rdXM - padded,
      maxX: rdXM + padded,
      minY: rdYM - padded,
      maxY: rdYM + padded,
      squaredRadius: reachM * reachM,
      limit,
    });
    if (found.length < limit && reachM < radiusM) continue;
    return inOrder(snapshot, found);
  }
}

function inOrder(snapshot: Snapshot, found: readonly { id: number; squaredM: number }[]): NearbyAddress[] {
  const rows = byIds(snapshot).all({ ids: JSON.stringify(found.map(({ id }) => id)) });
  const rowOfId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ id, squaredM }) => {
    const row = rowOfId.get(id);
    return row === undefined ? [] : [{ address: row, distanceM: Math.sqrt(squaredM) }];
  });
}
