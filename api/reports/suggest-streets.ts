import { placeKey } from '../../db/place-names.ts';
import { type StreetMatch, similarStreets, townsOfPlace } from '../../db/queries/street-search.ts';
import { misspeltRankedStreets, rankedStreets } from '../../db/queries/street-suggest.ts';
import type { Snapshot } from '../../db/store.ts';
import { streetKey, streetKeys } from '../../db/street-key.ts';
import { squeezeText } from '../../db/text-folding.ts';

/** Words of a place beside those of a street. */
const MOST_PLACE_WORDS = 4;

/**
 * Streets that the words before a house number stand for: a whole name before names that begin so, before names that
 * have these words in them. The place may stand among the words, at either end, where none stands elsewhere.
 * @param words folded
 * @param place words of the place that stand elsewhere; the last may be the beginning of one
 */
export function findStreets(
  snapshot: Snapshot,
  words: readonly string[],
  place: readonly string[],
  limit: number,
): StreetMatch[] {
  const begun = rankedStreets(snapshot, { start: words, place }, limit);
  const exact = begun.filter((street) => isExactly(street, words));
  if (exact.length > 0) return exact;
  if (begun.length > 0) return begun;
  for (const split of place.length > 0 ? [] : placeSplits(words)) {
    const found = rankedStreets(snapshot, { start: split.street, place: split.place }, limit);
    const named = found.filter((street) => isExactly(street, split.street));
    if (named.length > 0) return named;
    if (found.length > 0) return found;
  }
  return streetsWithWords(snapshot, words, place, limit);
}

/** Streets that have the words in their name; or some in their name and the others in their place. */
export function streetsWithWords(
  snapshot: Snapshot,
  words: readonly string[],
  place: readonly string[],
  limit: number,
): StreetMatch[] {
  const found = rankedStreets(snapshot, { name: words, place }, limit);
  if (place.length > 0) return found;
  for (const split of placeSplits(words)) {
    if (found.length >= limit) break;
    found.push(...rankedStreets(snapshot, { name: split.street, place: split.place }, limit));
  }
  return found;
}

/** The words as street and place, and as place and street. */
export function placeSplits(
  words: readonly string[],
): { street: readonly string[]; place: readonly string[] }[] {
  const splits: { street: readonly string[]; place: readonly string[] }[] = [];
  for (let length = 1; length <= MOST_PLACE_WORDS && length < words.length; length += 1) {
    splits.push({ street: words.slice(0, -length), place: words.slice(-length) });
  }
  for (let length = 1; length <= MOST_PLACE_WORDS && length < words.length; length += 1) {
    splits.push({ street: words.slice(length), place: words.slice(0, length) });
  }
  return splits;
}

/** The words are the street's whole name, in one of its spellings. */
export function isExactly({ name, shortName }: StreetMatch, words: readonly string[]): boolean {
  const text = words.join(' ');
  const keys = streetKeys(name, shortName);
  return keys.includes(squeezeText(text)) || keys.includes(streetKey(text));
}

/** Shorter texts have too many near names. */
export const SHORTEST_MISSPELT = 4;

/** Streets whose name begins nearly so: in the place that is named, or anywhere. */
export function misspeltStreets(
  snapshot: Snapshot,
  words: readonly string[],
  place: readonly string[],
  limit: number,
): StreetMatch[] {
  if (place.length > 0) return misspeltIn(snapshot, words, place, limit);
  const anywhere = isLongEnough(words) ? misspeltRankedStreets(snapshot, words, [], limit) : [];
  if (anywhere.length > 0) return anywhere;
  for (const split of placeSplits(words)) {
    const found = misspeltIn(snapshot, split.street, split.place, limit);
    if (found.length > 0) return found;
  }
  return isLongEnough(words) ? similarStreets(snapshot, words.join(' '), null, limit, 'beginning') : [];
}

function misspeltIn(
  snapshot: Snapshot,
  words: readonly string[],
  place: readonly string[],
  limit: number,
): StreetMatch[] {
  if (!isLongEnough(words)) return [];
  const ranked = misspeltRankedStreets(snapshot, words, place, limit);
  if (ranked.length > 0) return ranked;
  const townIds = townsOfPlace(snapshot, placeKey(place.join(' ')));
  return townIds.length === 0 ? [] : similarStreets(snapshot, words.join(' '), townIds, limit, 'beginning');
}

function isLongEnough(words: readonly string[]): boolean {
  return words.join('').length >= SHORTEST_MISSPELT;
}
