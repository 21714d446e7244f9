import { addressesInNumberRange } from '../../db/queries/address-suggest.ts';
import { type AddressRow, addressesAtStreetsNumber } from '../../db/queries/addresses.ts';
import type { StreetMatch } from '../../db/queries/street-search.ts';
import type { Snapshot } from '../../db/store.ts';
import { foldText } from '../../db/text-folding.ts';
import { joinedSuffix } from './address-suffix.ts';
import type { Word } from './free-text.ts';
import { byReadingOrder } from './pick-address.ts';
import { findStreets, misspeltStreets } from './suggest-streets.ts';
import type { SuggestionList } from './suggestion-list.ts';

/** Streets whose numbers are looked at. */
const MOST_STREETS = 40;
/** With more streets than this only the number itself is listed, not those that begin with its digits. */
const FEW_STREETS = 3;
const LONGEST_SUFFIX = 5;
/** Numbers in one text that are tried as the house number, the last ones first. */
const MOST_NUMBERS = 2;

interface NumberReading {
  readonly street: readonly string[];
  readonly houseNumber: number;
  readonly suffix: string;
  readonly place: readonly string[];
  readonly postcode: string;
  /** The number is the last that was typed: more digits may follow. */
  readonly isOpen: boolean;
}

/**
 * `amstel 1a`, `plein 1944 1`, `kerkstr 1 utr`: addresses on the number that was typed, or the streets where none of
 * them has it.
 */
export function suggestNumbers(snapshot: Snapshot, words: readonly Word[], list: SuggestionList): void {
  const withoutNumber: StreetMatch[] = [];
  for (const position of numberPositions(words)) {
    const streets = new Map<string, StreetMatch[]>();
    for (const reading of readingsAround(words, position)) {
      const key = reading.place.join(' ');
      const found = streets.get(key) ?? findStreets(snapshot, reading.street, reading.place, MOST_STREETS);
      streets.set(key, found);
      const rows = addressesOf(snapshot, found, reading, list.room);
      if (rows.length === 0) continue;
      list.addAddresses(rows);
      return;
    }
    withoutNumber.push(...[...streets.values()].flat());
    // No suffix that begins so: then the number without it.
    const bare = bareReading(words, position);
    list.addAddresses(addressesOf(snapshot, streets.get('') ?? [], bare, list.room));
    if (!list.isEmpty) return;
  }
  list.addStreets(withoutNumber);
}

/** `keizersgraht 12`: the number on streets that are nearly named so. */
export function suggestMisspeltNumbers(
  snapshot: Snapshot,
  words: readonly Word[],
  list: SuggestionList,
): void {
  const [position] = numberPositions(words);
  if (position === undefined) return;
  for (const reading of readingsAround(words, position)) {
    const streets = misspeltStreets(snapshot, reading.street, reading.place, FEW_STREETS);
    list.addAddresses(addressesOf(snapshot, streets, reading, list.room));
    if (!list.isEmpty) return;
  }
}

/** Where the house number may stand, the last one first. */
function numberPositions(words: readonly Word[]): number[] {
  return words
    .map((word, position) => ({ word, position }))
    .filter(({ word, position }) => position > 0 && /^\d{1,5}(?:[a-z][a-z0-9]{0,4})?$/.test(word.folded))
    .map(({ position }) => position)
    .slice(-MOST_NUMBERS)
    .toReversed();
}

/** What follows the number is a place, a suffix, or both: the longest place first. */
function readingsAround(words: readonly Word[], position: number): NumberReading[] {
  const { houseNumber, glued } = numberOf(words, position);
  const street = words.slice(0, position).map((word) => word.folded);
  const after = words.slice(position + 1).map((word) => word.folded);
  const readings: NumberReading[] = [];
  for (let split = 0; split <= Math.min(after.length, 2); split += 1) {
    const suffix = glued + after.slice(0, split).join('');
    if (suffix.length > LONGEST_SUFFIX) break;
    const { postcode, place } = takePostcode(after.slice(split));
    const isOpen = after.length === 0 && glued === '';
    readings.push({ street, houseNumber, suffix, place, postcode, isOpen });
  }
  return readings;
}

function bareReading(words: readonly Word[], position: number): NumberReading {
  const street = words.slice(0, position).map((word) => word.folded);
  const { houseNumber } = numberOf(words, position);
  return { street, houseNumber, suffix: '', place: [], postcode: '', isOpen: false };
}

function numberOf(words: readonly Word[], position: number): { houseNumber: number; glued: string } {
  const [, digits = '', glued = ''] = /^(\d+)(.*)$/.exec(words[position]?.folded ?? '') ?? [];
  return { houseNumber: Number(digits), glued };
}

/** `1012`, `1012l` and `1012 l` before a place, or in its stead, are the beginning of a postcode. */
function takePostcode(words: readonly string[]): { postcode: string; place: readonly string[] } {
  const [first = '', second] = words;
  if (!/^[1-9]\d{3}[a-z]?$/.test(first)) return { postcode: '', place: words };
  const isLetter = words.length === 2 && second?.length === 1;
  return {
    postcode: (isLetter ? first + second : first).toUpperCase(),
    place: isLetter ? [] : words.slice(1),
  };
}

function addressesOf(
  snapshot: Snapshot,
  streets: readonly StreetMatch[],
  { houseNumber, suffix, postcode, isOpen }: NumberReading,
  room: number,
): AddressRow[] {
  if (streets.length === 0 || houseNumber === 0) return [];
  const orderOf = new Map(streets.map(({ streetId, townId }, order) => [`${streetId} ${townId}`, order]));
  const order = (row: AddressRow) => orderOf.get(`${row.streetId} ${row.townId}`) ?? -1;
  const ids = [...new Set(streets.map(({ streetId }) => streetId))];
  const exact = addressesAtStreetsNumber(snapshot, ids, houseNumber)
    .filter((row) => order(row) >= 0 && row.postcode?.startsWith(postcode) !== false)
    .filter((row) => foldText(joinedSuffix(row)).startsWith(suffix))
    .sort(
      (left, right) =>
        Number(!hasExactly(left, suffix)) - Number(!hasExactly(right, suffix)) ||
        order(left) - order(right) ||
        byReadingOrder(left, right),
    );
  if (!isOpen || streets.length > FEW_STREETS || exact.length >= room) return exact;
  return [...exact, ...streets.flatMap((street) => longerNumbers(snapshot, street, houseNumber, room))];
}

function hasExactly(row: AddressRow, suffix: string): boolean {
  return foldText(joinedSuffix(row)) === suffix;
}

/** Numbers that begin with the digits of this one: 1 is followed by 10 to 19, then by 100 to 199. */
function longerNumbers(
  snapshot: Snapshot,
  street: StreetMatch,
  houseNumber: number,
  room: number,
): AddressRow[] {
  const rows: AddressRow[] = [];
  for (let factor = 10; factor <= 1000 && rows.length < room; factor *= 10) {
    const from = houseNumber * factor;
    rows.push(...addressesInNumberRange(snapshot, street, from, from + factor - 1, room * 2));
  }
  return rows.sort(byReadingOrder);
}
