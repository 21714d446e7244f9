import { type AddressRow, addressesAtPostcode } from '../../db/queries/addresses.ts';
import type { WithdrawnAddressRow } from '../../db/queries/withdrawn-addresses.ts';
import type { Snapshot } from '../../db/store.ts';
import { type WantedSuffix, withSuffix } from './address-suffix.ts';
import { byReadingOrder } from './pick-address.ts';

/** Addresses that are listed when a number does not exist. */
export const NEAREST = 5;

/** The rows whose numbers are nearest, nearest first. */
export function nearestNumbers(rows: readonly AddressRow[], houseNumber: number): AddressRow[] {
  return [...rows]
    .sort(
      (left, right) =>
        Math.abs(left.houseNumber - houseNumber) - Math.abs(right.houseNumber - houseNumber) ||
        byReadingOrder(left, right),
    )
    .slice(0, NEAREST);
}

/**
 * Says what a postcode does not have, with what comes near it.
 * @param sameNumber addresses of the postcode on this number, with other suffixes
 */
export function whatPostcodeLacks(
  snapshot: Snapshot,
  postcode: string,
  houseNumber: number,
  suffix: string,
  sameNumber: readonly AddressRow[],
): { lacks: string; near: AddressRow[] } {
  if (sameNumber.length > 0) {
    return {
      lacks: `no ${houseNumber} ${suffix} in postcode ${postcode}, but other addresses on number ${houseNumber}`,
      near: [...sameNumber].sort(byReadingOrder),
    };
  }
  const rows = addressesAtPostcode(snapshot, postcode);
  if (rows.length === 0) return { lacks: `no postcode ${postcode}`, near: [] };
  return {
    lacks: `no number ${houseNumber} in postcode ${postcode}`,
    near: nearestNumbers(rows, houseNumber),
  };
}

/** Of the withdrawn addresses with this suffix, the one that was in service last. */
export function newestWithdrawn(
  rows: readonly WithdrawnAddressRow[],
  wanted: WantedSuffix,
): WithdrawnAddressRow | undefined {
  return withSuffix(rows, wanted).sort((left, right) =>
    (right.withdrawnOn ?? '').localeCompare(left.withdrawnOn ?? ''),
  )[0];
}
