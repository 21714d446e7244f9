import { placeKey } from '../../db/place-names.ts';
import {
  type AddressRow,
  addressesAtStreetsNumber,
  nearestAddressesInStreet,
} from '../../db/queries/addresses.ts';
import {
  type StreetMatch,
  searchStreets,
  similarPlaces,
  similarStreets,
  streetsNamed,
} from '../../db/queries/street-search.ts';
import { withdrawnAtStreetsNumber } from '../../db/queries/withdrawn-addresses.ts';
import type { Snapshot } from '../../db/store.ts';
import { type ProblemError, shown } from '../errors.ts';
import { addressUnknown } from './address-problems.ts';
import { type AddressText, LONGEST_SUFFIX, type Reading, textOf, typed, type Word } from './free-text.ts';
import type { NameLookup } from './name-lookup.ts';
import { NEAREST, newestWithdrawn } from './near-addresses.ts';
import { byReadingOrder } from './pick-address.ts';
import type { PlaceConstraint } from './place-constraint.ts';

/** The reading as one line, for messages. */
export function textOfReading({ street, houseNumber, suffix, place }: Reading): string {
  const line = `${typed(street)} ${houseNumber} ${suffix}`.trim();
  return place.length === 0 ? line : `${line}, ${typed(place)}`;
}

/** The streets are known, the number on them is not. */
export function numberUnknown(
  snapshot: Snapshot,
  reading: Reading,
  place: PlaceConstraint,
  streets: readonly StreetMatch[],
): ProblemError {
  const { houseNumber, suffix } = reading;
  const ids = [...new Set(streets.map((street) => street.streetId))];
  const inService = streets.filter((street) => street.inService);
  const near = inService
    .slice(0, NEAREST)
    .flatMap((street) =>
      nearestAddressesInStreet(snapshot, street.streetId, houseNumber, inService.length > 1 ? 1 : NEAREST),
    );
  const named = [...new Set(streets.map((street) => `${street.name} in ${street.town}`))]
    .slice(0, 3)
    .join(', ');
  const digits = place.postcodeDigits === null ? '' : ` with a postcode of ${place.postcodeDigits}`;
  return addressUnknown(snapshot, {
    lacks: `no number ${houseNumber} on ${named}${digits}`,
    near,
    withdrawn: newestWithdrawn(withdrawnAtStreetsNumber(snapshot, ids, houseNumber), { text: suffix }),
  });
}

/** The number is known, what follows it is not. */
export function suffixUnknown(
  snapshot: Snapshot,
  reading: Reading,
  streetIds: readonly number[],
  rows: readonly AddressRow[],
): ProblemError {
  const { houseNumber, suffix } = reading;
  return addressUnknown(snapshot, {
    lacks: `no ${textOfReading(reading)}, but other addresses on number ${houseNumber}`,
    near: [...rows].sort(byReadingOrder),
    withdrawn: newestWithdrawn(withdrawnAtStreetsNumber(snapshot, streetIds, houseNumber), { text: suffix }),
  });
}

/** The words after the number are neither a place nor a suffix. */
export function placeUnknown(snapshot: Snapshot, register: NameLookup, reading: Reading): ProblemError {
  const { houseNumber } = reading;
  const words = reading.place.length > 0 ? reading.place : [];
  const townIds = placeHint(snapshot, register, words);
  const streets = streetsNamed(snapshot, textOf(reading.street), townIds);
  const ids = [...new Set(streets.map((street) => street.streetId))];
  const near = addressesAtStreetsNumber(snapshot, ids, houseNumber)
    .filter((row) => townIds === null || townIds.includes(row.townId))
    .sort(byReadingOrder);
  const unknown = words.length === 0 ? reading.suffix : typed(words);
  return addressUnknown(snapshot, {
    lacks: `no place called "${unknown}", nor is that a house letter or addition`,
    near,
    withdrawn: undefined,
  });
}

/** Towns that the words may mean: their known end (`begane grond Amsterdam`), or nearly their name. */
function placeHint(
  snapshot: Snapshot,
  register: NameLookup,
  words: readonly Word[],
): readonly number[] | null {
  for (let start = 1; start < words.length; start += 1) {
    const place = register.place(words.slice(start));
    if (place?.townIds != null) return place.townIds;
  }
  const similar = words.length === 0 ? [] : similarPlaces(snapshot, placeKey(textOf(words)), 5);
  return similar.length > 0 ? similar : null;
}

/** The place is known, the street in it is not. */
export function streetUnknownInPlace(
  snapshot: Snapshot,
  reading: Reading,
  place: PlaceConstraint,
): ProblemError {
  const street = textOf(reading.street);
  const where = reading.place.length === 0 ? '' : ` in ${typed(reading.place)}`;
  return addressUnknown(snapshot, {
    lacks: `no street called "${typed(reading.street)}"${where}`,
    near: nearStreets(snapshot, street, reading.houseNumber, place),
    withdrawn: undefined,
  });
}

/** Addresses on streets that are nearly named so, or have these words in their name. */
function nearStreets(
  snapshot: Snapshot,
  street: string,
  houseNumber: number,
  place: PlaceConstraint,
): AddressRow[] {
  const similar = similarStreets(snapshot, street, place.townIds, NEAREST);
  const containing = searchStreets(snapshot, street, 50).filter(
    (candidate) => place.townIds === null || place.townIds.includes(candidate.townId),
  );
  const near = [...similar, ...containing];
  // Nothing like it in the place: then the street of that name elsewhere.
  const found =
    near.length > 0 ? near : streetsNamed(snapshot, street, null).filter(({ inService }) => inService);
  const ids = [...new Set(found.map((candidate) => candidate.streetId))].slice(0, NEAREST);
  return ids.flatMap((id) => nearestAddressesInStreet(snapshot, id, houseNumber, 1));
}

/** No reading has a street that is known: report on the likeliest one. */
export function streetUnknown(
  snapshot: Snapshot,
  register: NameLookup,
  { words, readings }: AddressText,
): ProblemError {
  for (const reading of readings) {
    const place = register.place(reading.place);
    if (place !== undefined && reading.suffix.length <= LONGEST_SUFFIX) {
      return streetUnknownInPlace(snapshot, reading, place);
    }
  }
  return addressUnknown(snapshot, {
    lacks: `no address that reads "${shown(typed(words))}"`,
    near: [],
    withdrawn: undefined,
  });
}
