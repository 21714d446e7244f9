import { addressesInNumberRange } from '../../db/queries/address-suggest.ts';
import { addressesByRegisterId } from '../../db/queries/addresses.ts';
import { placesBeginning, placesNearly } from '../../db/queries/place-search.ts';
import type { StreetMatch } from '../../db/queries/street-search.ts';
import { rankedStreets } from '../../db/queries/street-suggest.ts';
import type { Snapshot } from '../../db/store.ts';
import {
  type AddressSuggest,
  type AddressSuggestQuery,
  DEFAULT_SUGGESTIONS,
} from '../schemas/address-suggest.ts';
import { readFreeText, textOf, type Word } from './free-text.ts';
import { HOME_SOURCES } from './home-sources.ts';
import { byReadingOrder } from './pick-address.ts';
import { SourceList } from './source.ts';
import { suggestMisspeltNumbers, suggestNumbers } from './suggest-numbers.ts';
import { suggestPostcodes, suggestWithinPostcode } from './suggest-postcodes.ts';
import {
  isExactly,
  misspeltStreets,
  placeSplits,
  SHORTEST_MISSPELT,
  streetsWithWords,
} from './suggest-streets.ts';
import { SuggestionList } from './suggestion-list.ts';

/** Places whose name begins so that come before the streets. */
const MOST_BEGUN_PLACES = 3;

/**
 * What may be meant by what has been typed so far. Nothing is too short, and nothing is an error.
 * @throws DatasetUnavailableError when there is no release of the addresses
 */
export function addressSuggest(
  snapshot: Snapshot,
  { q = '', limit = DEFAULT_SUGGESTIONS }: AddressSuggestQuery,
): AddressSuggest {
  const release = snapshot.require('addresses');
  const list = new SuggestionList(snapshot, limit);
  for (const reading of readFreeText(q)) {
    if (!list.isEmpty) break;
    if (reading.kind === 'register_id') {
      for (const id of reading.ids) list.addAddresses(addressesByRegisterId(snapshot, id));
    } else if (reading.kind === 'address') {
      if (reading.postcode === null) suggestNames(snapshot, reading.words, list);
      else suggestWithinPostcode(snapshot, reading.postcode, reading.words, list);
    }
  }
  const sources = new SourceList();
  sources.use(release, HOME_SOURCES.register, 'suggestions');
  if (list.toArray().some(({ type }) => type === 'place')) {
    sources.use(release, HOME_SOURCES.municipalities, 'suggestions');
  }
  return { suggestions: list.toArray(), source: sources.toArray() };
}

/** Text without a postcode: places, streets and addresses, whole names first. */
function suggestNames(snapshot: Snapshot, words: readonly Word[], list: SuggestionList): void {
  const folded = words.map((word) => word.folded);
  if (folded.length === 0) return;
  suggestPostcodes(snapshot, words, list);
  const places = placesBeginning(snapshot, textOf(words), list.room);
  const started = rankedStreets(snapshot, { start: folded }, list.room * 2);
  const exact = started.filter((street) => isExactly(street, folded));
  const others = started.filter((street) => !isExactly(street, folded));
  list.addPlaces(places.filter(({ fit }) => fit === 'name').map(({ place }) => place));
  list.addStreets(exact);
  const begun = places.filter(({ fit }) => fit !== 'name').map(({ place }) => place);
  list.addPlaces(others.length === 0 ? begun : begun.slice(0, MOST_BEGUN_PLACES));
  list.addStreets(others);
  const isWhole = suggestStreetsInPlaces(snapshot, folded, list);
  if (list.room > 0 && !isWhole) suggestNumbers(snapshot, words, list);
  if (list.room > 0) list.addStreets(streetsWithWords(snapshot, folded, [], list.room * 2));
  if (list.isEmpty) suggestMisspelt(snapshot, words, list);
  addNumbersOfOnlyStreet(snapshot, started, list);
}

/**
 * Street and place in either order.
 * @returns whether the words are the whole name of a street with a place: then no number in them is a house number
 */
function suggestStreetsInPlaces(snapshot: Snapshot, words: readonly string[], list: SuggestionList): boolean {
  let isWhole = false;
  for (const { street, place } of placeSplits(words)) {
    if (list.room <= 0) break;
    const found = rankedStreets(snapshot, { start: street, place }, list.room);
    isWhole ||= found.some((one) => isExactly(one, street));
    list.addStreets(found);
  }
  return isWhole;
}

function suggestMisspelt(snapshot: Snapshot, words: readonly Word[], list: SuggestionList): void {
  suggestMisspeltNumbers(snapshot, words, list);
  if (!list.isEmpty) return;
  const text = textOf(words);
  const near = text.length < SHORTEST_MISSPELT ? [] : placesNearly(snapshot, text, MOST_BEGUN_PLACES);
  const folded = words.map((word) => word.folded);
  list.addPlaces(near.filter(({ fit }) => fit === 'name').map(({ place }) => place));
  list.addStreets(misspeltStreets(snapshot, folded, [], list.room));
  list.addPlaces(near.map(({ place }) => place));
}

/** Where only one street is left, its first addresses follow. */
function addNumbersOfOnlyStreet(
  snapshot: Snapshot,
  streets: readonly StreetMatch[],
  list: SuggestionList,
): void {
  const [only, ...more] = streets;
  if (only === undefined || more.length > 0 || list.room <= 0) return;
  const rows = addressesInNumberRange(snapshot, only, 1, 99_999, list.room * 2);
  list.addAddresses(rows.sort(byReadingOrder));
}
