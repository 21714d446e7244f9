import type { AddressRow } from '../../../db/queries/addresses.ts';
import type { Snapshot } from '../../../db/store.ts';
import type { AddressPreview } from '../../schemas/preview.ts';
import { selectingQuery } from '../address-matches.ts';

/** The parameters that select an address, as a query and one by one. */
export function selectingInput(
  snapshot: Snapshot,
  address: AddressRow,
): { query: string; input: AddressPreview['input'] } {
  const query = selectingQuery(snapshot, address);
  const given = new URLSearchParams(query);
  const number = given.get('house_number');
  return {
    query,
    input: {
      postcode: given.get('postcode'),
      house_number: number === null ? null : Number(number),
      house_letter: given.get('house_letter'),
      addition: given.get('addition'),
      q: given.get('q'),
    },
  };
}
