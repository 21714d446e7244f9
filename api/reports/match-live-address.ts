import { isCountryName, placeKey, placeKeys, provinceCodeOf } from '../../db/place-names.ts';
import type { AddressRow } from '../../db/queries/addresses.ts';
import { isNearlyNamed } from '../../db/queries/street-search.ts';
import { streetKeys } from '../../db/street-key.ts';
import { isEmptySuffix, type WantedSuffix } from './address-suffix.ts';
import { type AddressText, LONGEST_SUFFIX, type Reading, textOf, type Word } from './free-text.ts';
import { byReadingOrder, pickAddress } from './pick-address.ts';

/**
 * Decides whether any of the addresses that a geocoder offers is the one that was asked for. A geocoder always offers
 * something; only what agrees with every part of the input counts.
 */
export type LiveMatch =
  | {
      readonly kind: 'one';
      readonly address: AddressRow;
      readonly duplicates: readonly AddressRow[];
      /** All on the same number. */
      readonly onNumber: readonly AddressRow[];
    }
  /** `why` completes "<asked> ...". */
  | { readonly kind: 'several'; readonly asked: string; readonly why: string; readonly rows: AddressRow[] }
  /** `lacks` is what the register does not have; null where nothing more is known than that. */
  | { readonly kind: 'none'; readonly lacks: string | null; readonly near: AddressRow[] };

const NONE: LiveMatch = { kind: 'none', lacks: null, near: [] };

/** @param rows all addresses on the number @param where e.g. `1012LG 12`, for messages */
export function matchSuffix(rows: readonly AddressRow[], wanted: WantedSuffix, where: string): LiveMatch {
  const picked = pickAddress(rows, wanted);
  if (picked.kind === 'one') return { ...picked, kind: 'one', onNumber: rows };
  const suffix = 'text' in wanted ? wanted.text : wanted.letter + wanted.addition;
  const asked = `${where}${suffix}`;
  if (picked.kind === 'several') {
    const why = `fits ${picked.rows.length} addresses; add the place or the postcode`;
    return { kind: 'several', asked, why, rows: picked.rows };
  }
  if (rows.length === 0) return NONE;
  const inOrder = [...rows].sort(byReadingOrder);
  return isEmptySuffix(wanted)
    ? { kind: 'several', asked, why: 'exists only with a house letter or an addition', rows: inOrder }
    : { kind: 'none', lacks: `no ${asked}, but other addresses on that number`, near: inOrder };
}

/**
 * A text with a postcode: a street and a place that are given as well must be the address's, but for a typing error.
 * @param rowsOf the addresses of the postcode on a number
 */
export function matchByPostcode(
  text: AddressText,
  postcode: string,
  rowsOf: (houseNumber: number) => readonly AddressRow[],
): LiveMatch {
  let best: LiveMatch = NONE;
  for (const { houseNumber, street, suffix, place } of text.readings) {
    if (suffix.length > LONGEST_SUFFIX) continue;
    const placed = rowsOf(houseNumber).filter(
      (row) => isInPlace(row, place) || isNearlyNamed(textOf(place), row.town),
    );
    const rows = onStreet(placed, street);
    best = better(best, matchSuffix(rows, { text: suffix }, `${postcode} ${houseNumber}`));
    if (best.kind === 'one') return best;
  }
  return best;
}

/** A text without a postcode: street, number and place must be the address's own. */
export function matchByName(text: AddressText, rows: readonly AddressRow[]): LiveMatch {
  let best: LiveMatch = NONE;
  let decided: Reading | undefined;
  let placeGiven = false;
  for (const reading of text.readings) {
    const { street, houseNumber, suffix, place } = reading;
    if (street.length === 0 || suffix.length > LONGEST_SUFFIX) continue;
    // The end of the text is a place, so it is no suffix: `Dorpsstraat 12 Epe`.
    if (placeGiven && place.length === 0) continue;
    if (decided !== undefined && !refines(reading, decided)) continue;
    const onItsStreet = inNamedPlace(
      rows.filter((row) => isOnStreet(row, street)),
      place,
    );
    if (onItsStreet.length === 0) {
      placeGiven ||= place.length > 0 && rows.some((row) => isInPlace(row, place));
      continue;
    }
    decided ??= reading;
    const onNumber = onItsStreet.filter((row) => row.houseNumber === houseNumber);
    best = better(best, matchSuffix(onNumber, { text: suffix }, `${textOf(street)} ${houseNumber}`));
    if (best.kind === 'one') return best;
  }
  return best;
}

/** Once a street is known in the place that was given, no reading with a shorter place counts. */
function refines(reading: Reading, decided: Reading): boolean {
  return (
    reading.houseNumber === decided.houseNumber &&
    reading.street.length === decided.street.length &&
    reading.place.length >= decided.place.length
  );
}

/** The match that got farther; the first of two that got as far. */
export function better(left: LiveMatch, right: LiveMatch): LiveMatch {
  return rank(right) > rank(left) ? right : left;
}

function rank(match: LiveMatch): number {
  switch (match.kind) {
    case 'one':
      return 3;
    case 'several':
      return 2;
    case 'none':
      return match.near.length > 0 ? 1 : 0;
  }
}

function onStreet(rows: readonly AddressRow[], words: readonly Word[]): AddressRow[] {
  if (words.length === 0) return [...rows];
  const exact = rows.filter((row) => isOnStreet(row, words));
  return exact.length > 0 ? exact : rows.filter((row) => isNearlyNamed(textOf(words), row.street));
}

function isOnStreet(row: AddressRow, words: readonly Word[]): boolean {
  const wanted = new Set(streetKeys(textOf(words), null));
  return streetKeys(row.street, row.streetShortName).some((key) => wanted.has(key));
}

/** The rows that lie in the place; of these, those of the town that bears the name itself, if there are any. */
function inNamedPlace(rows: readonly AddressRow[], words: readonly Word[]): AddressRow[] {
  const inside = rows.filter((row) => isInPlace(row, words));
  const key = placeKey(textOf(words));
  const own = inside.filter((row) => placeKeys(row.town).includes(key));
  return own.length > 0 ? own : inside;
}

/**
 * Whether the words name the town, the municipality, the province or the country of an address; each part between
 * commas must: `Den Burg, Texel`, `1012 Amsterdam`, `Leeuwarden Fryslân`. No words name every place.
 */
function isInPlace(row: AddressRow, words: readonly Word[]): boolean {
  const [first] = words;
  if (first === undefined) return true;
  if (/^[1-9]\d{3}$/.test(first.folded)) {
    return row.postcode?.startsWith(first.folded) === true && isInPlace(row, words.slice(1));
  }
  if (names(textOf(words), row)) return true;
  const comma = words.findIndex((word, position) => position > 0 && word.afterBreak);
  if (comma > 0) return isInPlace(row, words.slice(0, comma)) && isInPlace(row, words.slice(comma));
  return [1, 2].some((length) => {
    const region = textOf(words.slice(-length));
    return length < words.length && namesRegion(region, row) && isInPlace(row, words.slice(0, -length));
  });
}

function names(text: string, row: AddressRow): boolean {
  const key = placeKey(text);
  return (
    placeKeys(row.town).includes(key) ||
    (row.municipality !== null && placeKeys(row.municipality).includes(key)) ||
    namesRegion(text, row)
  );
}

function namesRegion(text: string, row: AddressRow): boolean {
  return isCountryName(text) || (row.provinceCode !== null && provinceCodeOf(text) === row.provinceCode);
}
