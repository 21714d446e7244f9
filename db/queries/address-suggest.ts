import { and, asc, eq, sql } from 'drizzle-orm';
import { address } from '../schema/addresses.ts';
import { preparedQuery, preparedStatement, type Snapshot } from '../store.ts';
import { type AddressRow, selectAddresses } from './addresses.ts';

const nextPostcode = preparedStatement<[string, string], { postcode: string | null }>(
  'SELECT min(postcode) AS postcode FROM address WHERE postcode > ? AND postcode < ?',
);

const streetsOfPostcode = preparedStatement<[string], { street: string; town: string }>(
  `SELECT DISTINCT street.name AS street, town.name AS town
     FROM address JOIN street ON street.id = address.street_id JOIN town ON town.id = address.town_id
    WHERE postcode = ?
    LIMIT 3`,
);

const inNumberRange = preparedQuery((database) =>
  selectAddresses(database)
    .where(
      and(
        eq(address.streetId, sql.placeholder('streetId')),
        eq(address.townId, sql.placeholder('townId')),
        sql`${address.houseNumber} BETWEEN ${sql.placeholder('from')} AND ${sql.placeholder('to')}`,
      ),
    )
    .orderBy(asc(address.houseNumber))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

/**
 * The first postcodes that begin so, in their order. Steps from one to the next in the index, since a postcode has
 * many rows.
 * @param beginning `1012`, `1012L`
 * @throws DatasetUnavailableError when no release of addresses is loaded, as all functions here
 */
export function postcodesBeginning(snapshot: Snapshot, beginning: string, limit: number): string[] {
  snapshot.require('addresses');
  const found: string[] = [];
  // All characters of postcodes come before this one.
  const end = `${beginning}~`;
  for (let last = beginning; found.length < limit; ) {
    const postcode = nextPostcode(snapshot).get(last, end)?.postcode ?? null;
    if (postcode === null) break;
    found.push(postcode);
    last = postcode;
  }
  return found;
}

/** The streets of a postcode with the towns they lie in there, at most three: most have one. */
export function streetsAtPostcode(snapshot: Snapshot, postcode: string): { street: string; town: string }[] {
  snapshot.require('addresses');
  return streetsOfPostcode(snapshot).all(postcode);
}

/** Addresses of a street within a town on the numbers of a range, by number. */
export function addressesInNumberRange(
  snapshot: Snapshot,
  street: { readonly streetId: number; readonly townId: number },
  from: number,
  to: number,
  limit: number,
): AddressRow[] {
  snapshot.require('addresses');
  const { streetId, townId } = street;
  return inNumberRange(snapshot).all({ streetId, townId, from, to, limit });
}
