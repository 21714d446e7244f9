import { type AddressRow, addressesAtPostcodeNumber } from '../../db/queries/addresses.ts';
import type { Snapshot } from '../../db/store.ts';
import type { AddressMatch } from '../schemas/address-match.ts';
import { addressLabel, registerId, registerIdQuery, structuredQuery } from './address-text.ts';
import { isLiveRow } from './live-address-row.ts';
import { pickAddress } from './pick-address.ts';

/** Most addresses that an answer lists beside the one that was asked for. */
export const MOST_MATCHES = 20;

/**
 * Addresses as an answer lists them, at most {@link MOST_MATCHES}, each with a query that selects it.
 * @param known as for {@link selectingQuery}
 */
export function addressMatches(
  snapshot: Snapshot,
  rows: readonly AddressRow[],
  known: readonly AddressRow[] = rows,
): AddressMatch[] {
  return rows.slice(0, MOST_MATCHES).map((row) => ({
    label: addressLabel(row),
    postcode: row.postcode,
    house_number: row.houseNumber,
    house_letter: row.houseLetter,
    house_number_addition: row.addition,
    city: row.town,
    bag: {
      addressable_object_id: registerId(row.objectId),
      address_id: registerId(row.addressId),
    },
    query: selectingQuery(snapshot, row, known),
  }));
}

/**
 * The query that leads to this row and no other: by postcode and number where they single it out, else by register ids
 * (no postcode, one number on two streets, two objects with one address).
 * @param known for a row that is not in the store: the rows that are known on its number
 */
export function selectingQuery(snapshot: Snapshot, row: AddressRow, known?: readonly AddressRow[]): string {
  const { postcode, houseNumber } = row;
  if (postcode === null) return registerIdQuery(row);
  const rows = isLiveRow(row)
    ? (known ?? []).filter((other) => other.postcode === postcode && other.houseNumber === houseNumber)
    : addressesAtPostcodeNumber(snapshot, postcode, houseNumber);
  return selectingQueryAmong(row, rows);
}

/** As {@link selectingQuery}. @param rows all addresses with the row's postcode and number */
export function selectingQueryAmong(row: AddressRow, rows: readonly AddressRow[]): string {
  const { postcode } = row;
  if (postcode === null) return registerIdQuery(row);
  const wanted = { letter: row.houseLetter ?? '', addition: row.addition ?? '' };
  const picked = pickAddress(rows, wanted);
  const selects = picked.kind === 'one' && picked.address.id === row.id;
  return selects ? structuredQuery({ ...row, postcode }) : registerIdQuery(row);
}
