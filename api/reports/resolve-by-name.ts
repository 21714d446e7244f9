import { addressesAtStreetsNumber, MOST_ROWS, nearestAddressesInStreet } from '../../db/queries/addresses.ts';
import type { StreetMatch } from '../../db/queries/street-search.ts';
import type { Snapshot } from '../../db/store.ts';
import { foldText } from '../../db/text-folding.ts';
import { addressAmbiguous, houseNumberMissing, inputMissing } from './address-problems.ts';
import { type AddressText, LONGEST_SUFFIX, type Reading, textOf, typed, type Word } from './free-text.ts';
import { NameLookup } from './name-lookup.ts';
import {
  numberUnknown,
  placeUnknown,
  streetUnknown,
  streetUnknownInPlace,
  suffixUnknown,
  textOfReading,
} from './name-problems.ts';
import { NEAREST } from './near-addresses.ts';
import { byReadingOrder, pickAddress } from './pick-address.ts';
import { ANYWHERE, inPlace } from './place-constraint.ts';
import { type Attempt, resolved } from './resolved-address.ts';

type Failed = Attempt & { kind: 'failed' };

/**
 * Finds an address by street, number and place. The reading with the longest known street decides, so that
 * `Plein 1944 12` is number 12 of Plein 1944 and not number 1944 of Plein.
 */
export function resolveByName(snapshot: Snapshot, text: AddressText): Attempt {
  const { words, readings } = text;
  if (words.length === 0) {
    return { kind: 'failed', progress: -1, problem: () => inputMissing(['q'], ['a street or a postcode']) };
  }
  const register = new NameLookup(snapshot);
  const complete = streetWithoutNumber(snapshot, register, words, 'name');
  if (complete !== undefined) return complete;

  let farthest: Failed = {
    kind: 'failed',
    progress: NOTHING_KNOWN,
    problem: () => streetUnknown(snapshot, register, text),
  };
  let decided: Reading | undefined;
  let placeGiven = false;
  for (const reading of readings) {
    // The end of the text is a place, so it is no suffix: `Dorpsstraat 12 Epe`.
    if (placeGiven && reading.place.length === 0) continue;
    if (decided !== undefined && !refines(reading, decided)) continue;
    const attempt = tryReading(snapshot, register, reading);
    if (attempt.kind === 'found') return attempt;
    if (attempt.progress > farthest.progress) farthest = attempt;
    if (attempt.progress === STREET_UNKNOWN_IN_PLACE) placeGiven = true;
    if (attempt.progress >= STREET_KNOWN && decided === undefined) decided = reading;
  }
  if (farthest.progress >= NUMBER_KNOWN) return farthest;
  return streetWithoutNumber(snapshot, register, words, 'name or postcode digits') ?? farthest;
}

/** How far an attempt got; the farthest is reported. */
const NOTHING_KNOWN = 0;
const STREET_UNKNOWN_IN_PLACE = 1;
const PLACE_UNKNOWN = 2;
const STREET_KNOWN = 3;
const NUMBER_KNOWN = 4;
const SUFFIX_NEEDED = 5;
const SEVERAL = 6;

/**
 * Once a street is known in the place that was given, no reading with a shorter place counts: without this,
 * `Kerkstraat 12 Ee` (a town) would find suffix EE in another town.
 */
function refines(reading: Reading, decided: Reading): boolean {
  return (
    reading.houseNumber === decided.houseNumber &&
    reading.street.length === decided.street.length &&
    reading.place.length >= decided.place.length
  );
}

function tryReading(snapshot: Snapshot, register: NameLookup, reading: Reading): Attempt {
  const { houseNumber, suffix } = reading;
  const place = register.place(reading.place);
  if (place === undefined || (reading.place.length === 0 && suffix.length > LONGEST_SUFFIX)) {
    const streetExists = register.streets(reading.street, ANYWHERE).length > 0;
    return {
      kind: 'failed',
      progress: streetExists ? PLACE_UNKNOWN : NOTHING_KNOWN,
      problem: () => placeUnknown(snapshot, register, reading),
    };
  }
  const streets = bestNamed(register.streets(reading.street, place), textOf(reading.street));
  if (streets.length === 0) {
    return {
      kind: 'failed',
      progress: reading.place.length > 0 ? STREET_UNKNOWN_IN_PLACE : NOTHING_KNOWN,
      problem: () => streetUnknownInPlace(snapshot, reading, place),
    };
  }
  const ids = [...new Set(streets.map((street) => street.streetId))];
  const narrow = { postcodeDigits: place.postcodeDigits };
  // The commonest names have thousands of numbers 1 in the country: then only those with the suffix are read.
  const fitting =
    place.townIds === null ? addressesAtStreetsNumber(snapshot, ids, houseNumber, { ...narrow, suffix }) : [];
  const rows =
    fitting.length > 0
      ? fitting
      : inPlace(addressesAtStreetsNumber(snapshot, ids, houseNumber, narrow), place);
  const picked = pickAddress(rows, { text: suffix });
  if (picked.kind === 'one') {
    const { address, duplicates } = picked;
    const onNumber = addressesAtStreetsNumber(snapshot, [address.streetId], houseNumber);
    return {
      kind: 'found',
      found: resolved(
        address,
        duplicates,
        onNumber.filter((row) => row.townId === address.townId),
      ),
    };
  }
  if (picked.kind === 'several') {
    const why = `fits ${countText(picked.rows.length)} addresses; add the place or the postcode`;
    return {
      kind: 'failed',
      progress: SEVERAL,
      problem: () => addressAmbiguous(snapshot, textOfReading(reading), why, picked.rows),
    };
  }
  if (rows.length === 0) {
    return {
      kind: 'failed',
      progress: STREET_KNOWN,
      problem: () => numberUnknown(snapshot, reading, place, streets),
    };
  }
  if (suffix !== '') {
    return {
      kind: 'failed',
      progress: NUMBER_KNOWN,
      problem: () => suffixUnknown(snapshot, reading, ids, rows),
    };
  }
  const why = 'exists only with a house letter or an addition';
  return {
    kind: 'failed',
    progress: SUFFIX_NEEDED,
    problem: () => addressAmbiguous(snapshot, textOfReading(reading), why, [...rows].sort(byReadingOrder)),
  };
}

function countText(rows: number): string {
  return rows < MOST_ROWS ? String(rows) : `${MOST_ROWS} or more`;
}

/** Streets that are written as was typed, if there are any, before those that only come to the same key. */
function bestNamed(streets: StreetMatch[], text: string): StreetMatch[] {
  const exact = streets.filter(
    ({ name, shortName }) => foldText(name) === text || (shortName !== null && foldText(shortName) === text),
  );
  return exact.length > 0 ? exact : streets;
}

/**
 * `Plein 1944`, `Plein 1944, Nijmegen`: the digits belong to the street, and the house number is missing.
 * @param placeAs `Dam 1012 Amsterdam` may be a number or the digits of a postcode: numbers are tried first
 */
function streetWithoutNumber(
  snapshot: Snapshot,
  register: NameLookup,
  words: readonly Word[],
  placeAs: 'name' | 'name or postcode digits',
): Failed | undefined {
  const longest = Math.min(words.length, 12);
  for (let length = longest; length > 0; length -= 1) {
    const street = words.slice(0, length);
    const place = register.place(words.slice(length));
    if (place === undefined || (placeAs === 'name' && place.postcodeDigits !== null)) continue;
    const streets = register.streets(street, place).filter((candidate) => candidate.inService);
    const [first] = streets;
    if (first === undefined) continue;
    return {
      kind: 'failed',
      progress: STREET_KNOWN,
      problem: () =>
        houseNumberMissing(
          snapshot,
          typed(words),
          nearestAddressesInStreet(snapshot, first.streetId, 1, NEAREST),
        ),
    };
  }
  return undefined;
}
