import { addressesAtPostcodeNumber } from '../../db/queries/addresses.ts';
import { withdrawnAtPostcodeNumber } from '../../db/queries/withdrawn-addresses.ts';
import type { Snapshot } from '../../db/store.ts';
import type { AddressQuery } from '../schemas/address-input.ts';
import { addressAmbiguous, addressUnknown, inputMissing } from './address-problems.ts';
import { isEmptySuffix, joinedSuffix } from './address-suffix.ts';
import { newestWithdrawn, whatPostcodeLacks } from './near-addresses.ts';
import { byReadingOrder, pickAddress } from './pick-address.ts';
import { resolveText } from './resolve-text.ts';
import { type ResolvedAddress, resolved } from './resolved-address.ts';

/**
 * Finds the address that the parameters name: by postcode and number where either is given, else by free text.
 * Never a guess: every part of the input must agree with the register, else the error says what does not.
 *
 * @throws ProblemError `missing_input`, `address_unknown`, `address_ambiguous`, `invalid_parameter`
 * @throws DatasetUnavailableError when no release of addresses is loaded
 */
export function resolveAddress(snapshot: Snapshot, query: AddressQuery): ResolvedAddress {
  snapshot.require('addresses');
  const input = readAddressQuery(query);
  return input.by === 'text' ? resolveText(snapshot, input.text) : resolveStructured(snapshot, input);
}

/** The parameters of an address: postcode and number where either is given, else free text. */
export type AddressInput =
  | {
      readonly by: 'postcode';
      /** `1012LG` */
      readonly postcode: string;
      readonly houseNumber: number;
      readonly wanted: { readonly letter: string; readonly addition: string };
    }
  | { readonly by: 'text'; readonly text: string };

/** @throws ProblemError `missing_input` */
export function readAddressQuery(query: AddressQuery): AddressInput {
  const given = (['postcode', 'house_number', 'house_letter', 'addition'] as const).filter(
    (name) => query[name] !== undefined,
  );
  if (given.length > 0) {
    const { postcode, house_number: houseNumber } = query;
    if (postcode === undefined || houseNumber === undefined) {
      const missing = (['postcode', 'house_number'] as const).filter((name) => query[name] === undefined);
      throw inputMissing(given, missing);
    }
    return {
      by: 'postcode',
      postcode: postcode.replaceAll(' ', '').toUpperCase(),
      houseNumber,
      wanted: { letter: query.house_letter ?? '', addition: query.addition ?? '' },
    };
  }
  if (query.q === undefined) throw inputMissing([], []);
  return { by: 'text', text: query.q };
}

function resolveStructured(
  snapshot: Snapshot,
  { postcode, houseNumber, wanted }: AddressInput & { by: 'postcode' },
): ResolvedAddress {
  const rows = addressesAtPostcodeNumber(snapshot, postcode, houseNumber);
  const picked = pickAddress(rows, wanted);
  if (picked.kind === 'one') return resolved(picked.address, picked.duplicates, rows);
  const asked = `${postcode} ${houseNumber}${wanted.letter}${wanted.addition}`;
  if (picked.kind === 'several') {
    throw addressAmbiguous(snapshot, asked, `fits ${picked.rows.length} addresses`, picked.rows);
  }
  if (rows.length > 0 && isEmptySuffix(wanted)) {
    const inOrder = [...rows].sort(byReadingOrder);
    throw addressAmbiguous(snapshot, asked, 'exists only with a house letter or an addition', inOrder);
  }
  throw addressUnknown(snapshot, {
    ...whatPostcodeLacks(snapshot, postcode, houseNumber, joinedWanted(wanted), rows),
    withdrawn: newestWithdrawn(withdrawnAtPostcodeNumber(snapshot, postcode, houseNumber), wanted),
  });
}

function joinedWanted(wanted: { letter: string; addition: string }): string {
  return joinedSuffix({ houseLetter: wanted.letter, addition: wanted.addition });
}
