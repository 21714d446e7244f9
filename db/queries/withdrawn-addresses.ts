import { and, eq, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { street, town, withdrawnAddress } from '../schema/addresses.ts';
import { preparedQuery, type Snapshot } from '../store.ts';

/** An address that was in service once. */
export interface WithdrawnAddressRow {
  addressId: number;
  postcode: string | null;
  houseNumber: number;
  houseLetter: string | null;
  addition: string | null;
  /** Null where the street is not in the release. */
  street: string | null;
  town: string | null;
  /** `YYYY-MM-DD`; null where not known. */
  withdrawnOn: string | null;
}

const MOST_ROWS = 100;

const withdrawnColumns = {
  addressId: withdrawnAddress.addressId,
  postcode: withdrawnAddress.postcode,
  houseNumber: withdrawnAddress.houseNumber,
  houseLetter: withdrawnAddress.houseLetter,
  addition: withdrawnAddress.addition,
  street: street.name,
  town: town.name,
  withdrawnOn: withdrawnAddress.withdrawnOn,
};

function selectWithdrawn(database: BetterSQLite3Database) {
  return database
    .select(withdrawnColumns)
    .from(withdrawnAddress)
    .leftJoin(street, eq(street.id, withdrawnAddress.streetId))
    .leftJoin(town, eq(town.id, withdrawnAddress.townId));
}

const withdrawnByPostcodeNumber = preparedQuery((database) =>
  selectWithdrawn(database)
    .where(
      and(
        eq(withdrawnAddress.postcode, sql.placeholder('postcode')),
        eq(withdrawnAddress.houseNumber, sql.placeholder('houseNumber')),
      ),
    )
    .limit(MOST_ROWS)
    .prepare(),
);

const withdrawnByStreetsNumber = preparedQuery((database) =>
  selectWithdrawn(database)
    .where(
      and(
        sql`${withdrawnAddress.streetId} IN (SELECT value FROM json_each(${sql.placeholder('streetIds')}))`,
        eq(withdrawnAddress.houseNumber, sql.placeholder('houseNumber')),
      ),
    )
    .limit(MOST_ROWS)
    .prepare(),
);

const withdrawnById = preparedQuery((database) =>
  selectWithdrawn(database)
    .where(eq(withdrawnAddress.addressId, sql.placeholder('id')))
    .prepare(),
);

/**
 * Addresses that once were on a number of a postcode.
 * @throws DatasetUnavailableError when no release of addresses is loaded, as all functions here
 */
export function withdrawnAtPostcodeNumber(
  snapshot: Snapshot,
  postcode: string,
  houseNumber: number,
): WithdrawnAddressRow[] {
  snapshot.require('addresses');
  return withdrawnByPostcodeNumber(snapshot).all({ postcode, houseNumber });
}

/** Addresses that once were on a number of any of these streets. */
export function withdrawnAtStreetsNumber(
  snapshot: Snapshot,
  streetIds: readonly number[],
  houseNumber: number,
): WithdrawnAddressRow[] {
  snapshot.require('addresses');
  return withdrawnByStreetsNumber(snapshot).all({ streetIds: JSON.stringify(streetIds), houseNumber });
}

/** A withdrawn address by the register id of its number designation. */
export function withdrawnByRegisterId(snapshot: Snapshot, addressId: number): WithdrawnAddressRow[] {
  snapshot.require('addresses');
  return withdrawnById(snapshot).all({ id: addressId });
}
