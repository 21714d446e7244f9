import { type AddressRow, addressesAtPostcodeNumber } from '../../db/queries/addresses.ts';
import type { Snapshot } from '../../db/store.ts';
import type { AddressMatch } from '../schemas/address-match.ts';
import { addressLabel, registerId, registerIdQuery, structuredQuery } from './address-text.ts';
import { pickAddress } from './pick-address.ts';

/** Most addresses that an answer lists beside the one that was asked for. */
export const MOST_MATCHES = 20;

/** Addresses as an answer lists them, at most {@link MOST_MATCHES}, each with a query that selects it. */
export function addressMatches(snapshot: Snapshot, rows: readonly AddressRow[]): AddressMatch[] {
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
    query: selectingQuery(snapshot, row),
  }));
}

/**
 * The query that leads to this row and no other: by postcode and number where they single it out, else by register ids
 * (no postcode, one number on two streets, two objects with one address).
 */
export function selectingQuery(snapshot: Snapshot, row: AddressRow): string {
  const { postcode } = row;
  if (postcode === null) return registerIdQuery(row);
  const rows = addressesAtPostcodeNumber(snapshot, postcode, row.houseNumber);
  // A row that the publisher was asked for: asking again in the same way finds it again.
  if (!rows.some(({ id }) => id === row.id)) return structuredQuery({ ...row, postcode });
  const wanted = { letter: row.houseLetter ?? '', addition: row.addition ?? '' };
  const picked = pickAddress(rows, wanted);
  const selects = picked.kind === 'one' && picked.address.id === row.id;
  return selects ? structuredQuery({ ...row, postcode }) : registerIdQuery(row);
}
