import type { AddressRow } from '../../db/queries/addresses.ts';
import { joinedSuffix, type WantedSuffix, withSuffix } from './address-suffix.ts';

/** What rows that share a number come to once the suffix is known. */
export type Pick =
  /** One address. `duplicates` are further objects that the register has under the very same address. */
  | { readonly kind: 'one'; readonly address: AddressRow; readonly duplicates: AddressRow[] }
  /** Several addresses that the input does not tell apart. */
  | { readonly kind: 'several'; readonly rows: AddressRow[] }
  /** None has this suffix. */
  | { readonly kind: 'none' };

/**
 * Chooses among rows that fit in everything but the suffix.
 *
 * The register holds some 22,000 addresses twice. Of objects with the same address, one in use goes before one that is
 * merely formed, a main address before a secondary one.
 */
export function pickAddress(rows: readonly AddressRow[], wanted: WantedSuffix): Pick {
  const fitting = withSuffix(rows, wanted).sort(byPreference);
  const [best] = fitting;
  if (best === undefined) return { kind: 'none' };
  const duplicates = fitting.filter((row) => row !== best && isSameAddress(row, best));
  if (duplicates.length + 1 < fitting.length) return { kind: 'several', rows: fitting.sort(byReadingOrder) };
  return { kind: 'one', address: best, duplicates };
}

function isSameAddress(left: AddressRow, right: AddressRow): boolean {
  return (
    left.street === right.street &&
    left.townId === right.townId &&
    left.postcode === right.postcode &&
    left.houseNumber === right.houseNumber &&
    left.houseLetter === right.houseLetter &&
    left.addition === right.addition
  );
}

/** The codes of the statuses are in the order of preference. */
function byPreference(left: AddressRow, right: AddressRow): number {
  return (
    left.objectStatus - right.objectStatus ||
    Number(right.isMain) - Number(left.isMain) ||
    left.addressId - right.addressId ||
    left.objectId - right.objectId
  );
}

const naturally = new Intl.Collator('nl', { numeric: true });

/** 1, 1A, 1B, 2, 10: as numbers stand along a street. */
export function byReadingOrder(left: AddressRow, right: AddressRow): number {
  return (
    left.houseNumber - right.houseNumber ||
    naturally.compare(joinedSuffix(left), joinedSuffix(right)) ||
    naturally.compare(left.street, right.street) ||
    naturally.compare(left.town, right.town) ||
    byPreference(left, right)
  );
}
