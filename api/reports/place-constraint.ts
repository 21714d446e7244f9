import { isCountryName, placeKey, placeKeys, provinceCodeOf } from '../../db/place-names.ts';
import type { AddressRow } from '../../db/queries/addresses.ts';
import { townsOfPlace, townsOfProvince } from '../../db/queries/street-search.ts';
import type { Snapshot } from '../../db/store.ts';
import { textOf, type Word } from './free-text.ts';

/** What the words of a place demand of an address. */
export interface PlaceConstraint {
  /** Null: any town. */
  readonly townIds: readonly number[] | null;
  /** The four digits of a postcode that stand before the place's name. */
  readonly postcodeDigits: string | null;
  /** The place as it was looked up: a town that bears this name goes before one whose municipality does. */
  readonly key: string | null;
}

export const ANYWHERE: PlaceConstraint = {
  townIds: null,
  postcodeDigits: null,
  key: null,
};

/**
 * Looks up which towns the words of a place stand for. Each part between commas or brackets must be known, and all of
 * them must agree: `Den Burg, Texel`, `Holland (Den Burg)`, `1012 Amsterdam`, `Leeuwarden Fryslân`.
 * @returns undefined where the words name no place
 */
export function readPlace(snapshot: Snapshot, words: readonly Word[]): PlaceConstraint | undefined {
  const [first] = words;
  if (first === undefined) return ANYWHERE;
  if (/^[1-9]\d{3}$/.test(first.folded)) {
    const rest = readPlace(snapshot, words.slice(1));
    return rest === undefined ? undefined : { ...rest, postcodeDigits: first.folded };
  }
  const whole = readName(snapshot, words);
  if (whole !== undefined) return whole;
  const segments = splitAtBreaks(words);
  if (segments.length > 1) return combine(segments.map((segment) => readPlace(snapshot, segment)));
  return readWithRegionBehind(snapshot, words);
}

function readName(snapshot: Snapshot, words: readonly Word[]): PlaceConstraint | undefined {
  const text = textOf(words);
  const key = placeKey(text);
  const townIds = townsOfPlace(snapshot, key);
  if (townIds.length > 0) return { ...ANYWHERE, townIds, key };
  const provinceCode = provinceCodeOf(text);
  if (provinceCode !== undefined) return { ...ANYWHERE, townIds: townsOfProvince(snapshot, provinceCode) };
  return isCountryName(text) ? ANYWHERE : undefined;
}

/** `Leeuwarden Friesland`, `Amsterdam Noord Holland`, `Doesburg The Netherlands`. */
function readWithRegionBehind(snapshot: Snapshot, words: readonly Word[]): PlaceConstraint | undefined {
  for (let length = 1; length <= 2 && length < words.length; length += 1) {
    const region = textOf(words.slice(-length));
    if (provinceCodeOf(region) === undefined && !isCountryName(region)) continue;
    const place = readPlace(snapshot, words.slice(0, -length));
    if (place !== undefined) return combine([place, readName(snapshot, words.slice(-length))]);
  }
  return undefined;
}

function splitAtBreaks(words: readonly Word[]): Word[][] {
  const segments: Word[][] = [];
  for (const word of words) {
    const last = segments.at(-1);
    if (last === undefined || word.afterBreak) segments.push([word]);
    else last.push(word);
  }
  return segments;
}

function combine(parts: readonly (PlaceConstraint | undefined)[]): PlaceConstraint | undefined {
  let combined = ANYWHERE;
  for (const part of parts) {
    if (part === undefined) return undefined;
    combined = {
      townIds: intersection(combined.townIds, part.townIds),
      postcodeDigits: part.postcodeDigits ?? combined.postcodeDigits,
      key: combined.key ?? part.key,
    };
  }
  return combined;
}

function intersection(
  left: readonly number[] | null,
  right: readonly number[] | null,
): readonly number[] | null {
  if (left === null) return right;
  if (right === null) return left;
  const wanted = new Set(right);
  return left.filter((id) => wanted.has(id));
}

/** The rows that lie in the place; of these, those of the town that bears the name itself, if there are any. */
export function inPlace(rows: readonly AddressRow[], place: PlaceConstraint): AddressRow[] {
  const inside = rows.filter(
    (row) =>
      (place.townIds === null || place.townIds.includes(row.townId)) &&
      (place.postcodeDigits === null || row.postcode?.startsWith(place.postcodeDigits) === true),
  );
  const { key } = place;
  if (key === null) return inside;
  const own = inside.filter((row) => placeKeys(row.town).includes(key));
  return own.length > 0 ? own : inside;
}
