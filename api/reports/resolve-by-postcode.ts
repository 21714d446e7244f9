import {
  type AddressRow,
  addressesAtPostcode,
  addressesAtPostcodeNumber,
} from '../../db/queries/addresses.ts';
import { isNearlyNamed } from '../../db/queries/street-search.ts';
import { withdrawnAtPostcodeNumber } from '../../db/queries/withdrawn-addresses.ts';
import type { Snapshot } from '../../db/store.ts';
import { streetKeys } from '../../db/street-key.ts';
import { addressAmbiguous, addressUnknown, houseNumberMissing } from './address-problems.ts';
import { type AddressText, LONGEST_SUFFIX, type Reading, textOf, typed, type Word } from './free-text.ts';
import { nearestNumbers, newestWithdrawn, whatPostcodeLacks } from './near-addresses.ts';
import { byReadingOrder, pickAddress } from './pick-address.ts';
import { inPlace, readPlace } from './place-constraint.ts';
import { type Attempt, resolved } from './resolved-address.ts';

/**
 * Finds an address in a text that has a postcode. Postcode and number lead to it; a street and a place that are given
 * as well must be the register's, but for a typing error.
 */
export function resolveByPostcode(snapshot: Snapshot, text: AddressText, postcode: string): Attempt {
  const [first] = text.readings;
  if (first === undefined) return withoutNumber(snapshot, text, postcode);
  let farthest: Attempt & { kind: 'failed' } = {
    kind: 'failed',
    progress: 0,
    problem: () => unknownIn(snapshot, postcode, first, []),
  };
  for (const reading of text.readings) {
    const attempt = tryReading(snapshot, reading, postcode);
    if (attempt.kind === 'found') return attempt;
    if (attempt.progress > farthest.progress) farthest = attempt;
  }
  return farthest;
}

function tryReading(snapshot: Snapshot, reading: Reading, postcode: string): Attempt {
  const { houseNumber, suffix } = reading;
  const onNumber = addressesAtPostcodeNumber(snapshot, postcode, houseNumber);
  if (onNumber.length === 0) {
    return { kind: 'failed', progress: 1, problem: () => unknownIn(snapshot, postcode, reading, []) };
  }
  const rows = onStreet(inNamedPlace(snapshot, onNumber, reading.place), reading.street);
  if (rows.length === 0 || suffix.length > LONGEST_SUFFIX) {
    return {
      kind: 'failed',
      progress: 2,
      problem: () => contradiction(snapshot, postcode, reading, onNumber),
    };
  }
  const picked = pickAddress(rows, { text: suffix });
  if (picked.kind === 'one') {
    return { kind: 'found', found: resolved(picked.address, picked.duplicates, onNumber) };
  }
  const asked = `${postcode} ${houseNumber}${suffix}`;
  if (picked.kind === 'several') {
    const why = `fits ${picked.rows.length} addresses`;
    return {
      kind: 'failed',
      progress: 5,
      problem: () => addressAmbiguous(snapshot, asked, why, picked.rows),
    };
  }
  if (suffix === '') {
    const why = 'exists only with a house letter or an addition';
    const problem = () => addressAmbiguous(snapshot, asked, why, [...rows].sort(byReadingOrder));
    return { kind: 'failed', progress: 4, problem };
  }
  return { kind: 'failed', progress: 3, problem: () => unknownIn(snapshot, postcode, reading, rows) };
}

/** The rows whose town, municipality or province the words name. */
function inNamedPlace(snapshot: Snapshot, rows: readonly AddressRow[], words: readonly Word[]): AddressRow[] {
  const place = readPlace(snapshot, words);
  if (place !== undefined) return inPlace(rows, place);
  // Not a place at all. With a postcode and a number that exist, a typing error is no reason to refuse.
  const text = textOf(words);
  return rows.filter((row) => isNearlyNamed(text, row.town));
}

function onStreet(rows: readonly AddressRow[], words: readonly Word[]): AddressRow[] {
  if (words.length === 0) return [...rows];
  const text = textOf(words);
  const wanted = new Set(streetKeys(text, null));
  const exact = rows.filter((row) =>
    streetKeys(row.street, row.streetShortName).some((key) => wanted.has(key)),
  );
  return exact.length > 0 ? exact : rows.filter((row) => isNearlyNamed(text, row.street));
}

function unknownIn(snapshot: Snapshot, postcode: string, reading: Reading, rows: readonly AddressRow[]) {
  const { houseNumber, suffix } = reading;
  return addressUnknown(snapshot, {
    ...whatPostcodeLacks(snapshot, postcode, houseNumber, suffix, rows),
    withdrawn: newestWithdrawn(withdrawnAtPostcodeNumber(snapshot, postcode, houseNumber), { text: suffix }),
  });
}

function contradiction(
  snapshot: Snapshot,
  postcode: string,
  { houseNumber, street, suffix, place }: Reading,
  onNumber: readonly AddressRow[],
) {
  const named = [...new Set(onNumber.map((row) => `${row.street} in ${row.town}`))].join(' and ');
  const rest = suffix.length > LONGEST_SUFFIX ? suffix : '';
  const given = [typed(street), rest, typed(place)].filter((text) => text !== '').join(', ');
  return addressUnknown(snapshot, {
    lacks: `number ${houseNumber} of postcode ${postcode} on ${named}, which does not agree with "${given}"`,
    near: [...onNumber].sort(byReadingOrder),
    withdrawn: undefined,
  });
}

function withoutNumber(snapshot: Snapshot, text: AddressText, postcode: string): Attempt {
  const rows = addressesAtPostcode(snapshot, postcode);
  if (rows.length === 0) {
    const problem = () =>
      addressUnknown(snapshot, { lacks: `no postcode ${postcode}`, near: [], withdrawn: undefined });
    return { kind: 'failed', progress: 0, problem };
  }
  const matching = onStreet(rows, text.words);
  const listed = matching.length > 0 ? matching : rows;
  return {
    kind: 'failed',
    progress: 2,
    problem: () => houseNumberMissing(snapshot, postcode, nearestNumbers(listed, 1)),
  };
}
