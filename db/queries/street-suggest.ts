import { preparedStatement, type Snapshot } from '../store.ts';
import { townToken } from '../street-index.ts';
import { streetKey } from '../street-key.ts';
import { beginningsOneErrorAway, keysOneErrorAway } from '../street-spelling.ts';
import { placesBeginning } from './place-search.ts';
import { hasStreetRanks, type StreetMatch, searchStreets, streetsMatching } from './street-search.ts';

/** What a street must have, each as folded words; the last word of each may be the beginning of one. */
export interface StreetPattern {
  /** Its name begins with these words, whatever the blanks and abbreviations. */
  readonly start?: readonly string[];
  /** These are in its name. */
  readonly name?: readonly string[];
  /** The name of its place begins with these words, or one under which people know it. */
  readonly place?: readonly string[];
}

/** More words than any address has would only cost time. */
const MOST_WORDS = 10;

/**
 * Streets in service, while their name is still being typed: short names before long ones, so an exact name comes first,
 * numbers in their natural order, large towns before small ones. A release that was made before streets had ranks
 * gives what {@link searchStreets} finds.
 * @throws DatasetUnavailableError when no release of addresses is loaded
 */
export function rankedStreets(snapshot: Snapshot, pattern: StreetPattern, limit: number): StreetMatch[] {
  snapshot.require('addresses');
  const { start = [], name = [], place = [] } = pattern;
  const words = [...start, ...name, ...place];
  if (words.length === 0 || words.length > MOST_WORDS) return [];
  if (!hasStreetRanks(snapshot)) return searchStreets(snapshot, words.join(' '), limit);
  const towns = place.length === 0 ? [] : townCondition(snapshot, place);
  if (towns === undefined) return [];
  const conditions = [...startCondition(start), ...wordConditions(name, 'name'), ...towns];
  return streetsMatching(snapshot, conditions.join(' AND '), limit);
}

/** Beginnings of up to four letters are indexed as words; of longer ones the towns are few. */
const LONGEST_INDEXED = 4;
const MOST_TOWNS = 200;
const FEW_TOWNS = 30;

/** @returns undefined where no place begins so */
function townCondition(snapshot: Snapshot, words: readonly string[]): string[] | undefined {
  const towns = placesBeginning(snapshot, words.join(' '), MOST_TOWNS);
  if (towns.length === 0) return undefined;
  const isIndexed = words.every((word) => word.length <= LONGEST_INDEXED);
  if (isIndexed && towns.length > FEW_TOWNS) return wordConditions(words, 'place');
  return [`town : (${towns.map(({ place }) => quoted(townToken(place.townId))).join(' OR ')})`];
}

const knownKeys = preparedStatement<[string], { key: string }>(
  'SELECT DISTINCT key FROM street_key WHERE key IN (SELECT value FROM json_each(?))',
);

/** Shorter beginnings have too many near ones. */
const SHORTEST_BEGINNING = 5;

/**
 * Streets whose name is but for one typing error what was typed; or else those whose name begins so. In the order of
 * {@link rankedStreets}; none in a release without ranks.
 * @param place as in {@link StreetPattern}
 */
export function misspeltRankedStreets(
  snapshot: Snapshot,
  words: readonly string[],
  place: readonly string[],
  limit: number,
): StreetMatch[] {
  snapshot.require('addresses');
  if (!hasStreetRanks(snapshot)) return [];
  const towns = place.length === 0 ? [] : townCondition(snapshot, place);
  if (towns === undefined) return [];
  const find = (starts: readonly string[]) =>
    starts.length === 0
      ? []
      : streetsMatching(snapshot, [`start : (${starts.join(' OR ')})`, ...towns].join(' AND '), limit);
  const text = words.join(' ');
  const keys = knownKeys(snapshot).all(JSON.stringify(keysOneErrorAway(text)));
  const whole = find(keys.map(({ key }) => quoted(key)));
  if (whole.length > 0 || text.length < SHORTEST_BEGINNING) return whole;
  return find(beginningsOneErrorAway(text).map((beginning) => `${quoted(beginning)} *`));
}

/** The name in one piece, as typed and with its abbreviations written out. */
function startCondition(words: readonly string[]): string[] {
  if (words.length === 0) return [];
  const keys = [...new Set([words.join(''), streetKey(words.join(' '))])].filter((key) => key !== '');
  return keys.length === 0 ? [] : [`start : (${keys.map((key) => `${quoted(key)} *`).join(' OR ')})`];
}

/** Short words in the middle (`de`, `1e`) begin too much. */
function wordConditions(words: readonly string[], column: string): string[] {
  return words.map((word, index) => {
    const beginning = index === words.length - 1 || word.length > 3 ? ' *' : '';
    return `${column} : ${quoted(word)}${beginning}`;
  });
}

/** A bare word could be an operator, or a syntax error, to FTS5. */
function quoted(word: string): string {
  return `"${word}"`;
}
