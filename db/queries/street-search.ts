import { distance } from 'fastest-levenshtein';
import { preparedStatement, type Snapshot } from '../store.ts';
import { streetKey } from '../street-key.ts';
import { foldText, squeezeText } from '../text-folding.ts';

/** A street with one town that it lies in. */
export interface StreetMatch {
  streetId: number;
  name: string;
  shortName: string | null;
  townId: number;
  town: string;
  inService: boolean;
}

type StreetRow = Omit<StreetMatch, 'inService'> & { inService: number };

const STREET_COLUMNS = `street.id AS streetId, street.name, street.short_name AS shortName,
       town.id AS townId, town.name AS town, street.in_service AS inService`;

/** Some 2,000 streets have the commonest name. */
const MOST_STREETS = 4000;

const townsByKey = preparedStatement<[string], { townId: number }>(
  'SELECT town_id AS townId FROM place_synonym WHERE name = ?',
);

const streetsByKey = preparedStatement<[string, string, number], StreetRow>(
  `SELECT DISTINCT ${STREET_COLUMNS}
     FROM street_key
     JOIN street ON street.id = street_key.street_id
     JOIN town ON town.id = street_key.town_id
    WHERE street_key.key IN (?, ?)
    LIMIT ?`,
);

const streetsByKeyInTowns = preparedStatement<[string, string, string, number], StreetRow>(
  `SELECT DISTINCT ${STREET_COLUMNS}
     FROM street_key
     JOIN street ON street.id = street_key.street_id
     JOIN town ON town.id = street_key.town_id
    WHERE street_key.key IN (?, ?) AND street_key.town_id IN (SELECT value FROM json_each(?))
    LIMIT ?`,
);

const streetsByWords = preparedStatement<[string, number], StreetRow>(
  `SELECT ${STREET_COLUMNS}
     FROM street_search
     JOIN street ON street.id = street_search.rowid
     JOIN town ON town.id = street.town_id
    WHERE street_search MATCH ?
    ORDER BY street_search.rank
    LIMIT ?`,
);

const streetsByTrigrams = preparedStatement<[string, string | null, string | null, number], StreetRow>(
  `SELECT ${STREET_COLUMNS}
     FROM street_trigram
     JOIN street ON street.id = street_trigram.rowid
     JOIN town ON town.id = street.town_id
    WHERE street_trigram MATCH ?
      AND (? IS NULL OR street.town_id IN (SELECT value FROM json_each(?)))
    ORDER BY street_trigram.rank
    LIMIT ?`,
);

const allPlaceKeys = preparedStatement<[], { townId: number; name: string }>(
  'SELECT town_id AS townId, name FROM place_synonym',
);

/**
 * The towns that a name stands for: a town's own name, its municipality's, or another that people use.
 * @param key as `placeKey` makes it
 * @throws DatasetUnavailableError when no release of addresses is loaded, as all functions here
 */
export function townsOfPlace(snapshot: Snapshot, key: string): number[] {
  snapshot.require('addresses');
  return townsByKey(snapshot)
    .all(key)
    .map((row) => row.townId);
}

/**
 * Streets whose name is this one, however it is written: abbreviated, without diacritics, with or without blanks.
 * Withdrawn ones are among them.
 * @param townIds only streets that have numbers in one of these towns; null for the whole country
 */
export function streetsNamed(
  snapshot: Snapshot,
  text: string,
  townIds: readonly number[] | null,
): StreetMatch[] {
  snapshot.require('addresses');
  const keys = [squeezeText(text), streetKey(text)] as const;
  const rows =
    townIds === null
      ? streetsByKey(snapshot).all(...keys, MOST_STREETS)
      : streetsByKeyInTowns(snapshot).all(...keys, JSON.stringify(townIds), MOST_STREETS);
  return rows.map(toMatch);
}

/**
 * Streets in service that have all of these words in their name or place, the last one as a beginning: for lists to
 * choose from. Exact names come before longer ones, short before long, numbers in their natural order.
 */
export function searchStreets(snapshot: Snapshot, text: string, limit: number): StreetMatch[] {
  snapshot.require('addresses');
  const folded = foldText(text);
  if (folded === '') return [];
  const words = folded.split(' ').slice(0, 10);
  // Every word in quotes: a bare one could be an operator or a syntax error to FTS5.
  const query = words.map((word, index) => `"${word}"${index === words.length - 1 ? '*' : ''}`).join(' ');
  return streetsByWords(snapshot)
    .all(query, Math.max(limit, 300))
    .map(toMatch)
    .sort(byFit(folded))
    .slice(0, limit);
}

const byNumberAndName = new Intl.Collator('nl', { numeric: true });

function byFit(folded: string): (left: StreetMatch, right: StreetMatch) => number {
  const tier = (street: StreetMatch): number => {
    const name = foldText(street.name);
    // What follows the name are words of the place.
    if (folded === name || folded.startsWith(`${name} `)) return 0;
    return name.startsWith(folded) ? 1 : 2;
  };
  return (left, right) =>
    tier(left) - tier(right) ||
    left.name.length - right.name.length ||
    byNumberAndName.compare(left.name, right.name) ||
    byNumberAndName.compare(left.town, right.town);
}

/** Pieces that most street names have, which therefore tell nothing apart. */
const COMMON_TRIGRAMS = new Set(
  [
    'straat',
    'laan',
    'weg',
    'plein',
    'gracht',
    'singel',
    'kade',
    'dijk',
    'dwarsstraat',
    'park',
    'vander',
  ].flatMap(trigrams),
);

/**
 * Streets in service whose name is nearly this one, nearest first: what was probably meant by a name with a typing
 * error. At most two letters may be wrong, in long names three.
 * @param townIds only streets of these towns; null for the whole country
 */
export function similarStreets(
  snapshot: Snapshot,
  text: string,
  townIds: readonly number[] | null,
  limit: number,
): StreetMatch[] {
  snapshot.require('addresses');
  const squeezed = squeezeText(text).slice(0, 80);
  const pieces = trigrams(squeezed);
  const telling = pieces.filter((piece) => !COMMON_TRIGRAMS.has(piece));
  const chosen = (telling.length > 0 ? telling : pieces).slice(0, 40);
  if (chosen.length === 0) return [];
  const query = chosen.map((piece) => `"${piece}"`).join(' OR ');
  const towns = townIds === null ? null : JSON.stringify(townIds);
  return streetsByTrigrams(snapshot)
    .all(query, towns, towns, 200)
    .map((row) => ({ match: toMatch(row), errors: nameDistance(squeezed, row.name) }))
    .filter(({ errors }) => errors <= toleratedErrors(squeezed))
    .sort((left, right) => left.errors - right.errors)
    .slice(0, limit)
    .map(({ match }) => match);
}

/** True where a name is this one but for a typing error. */
export function isNearlyNamed(text: string, name: string): boolean {
  const squeezed = squeezeText(text);
  return nameDistance(squeezed, name) <= toleratedErrors(squeezed);
}

/** Names of places that are nearly this one, nearest first. */
export function similarPlaces(snapshot: Snapshot, key: string, limit: number): number[] {
  snapshot.require('addresses');
  const tolerated = toleratedErrors(key);
  const near = new Map<number, number>();
  for (const { townId, name } of allPlaceKeys(snapshot).all()) {
    if (Math.abs(name.length - key.length) > tolerated) continue;
    const errors = distance(key, name);
    if (errors <= tolerated) near.set(townId, Math.min(errors, near.get(townId) ?? errors));
  }
  return [...near]
    .sort((left, right) => left[1] - right[1])
    .slice(0, limit)
    .map(([townId]) => townId);
}

function nameDistance(squeezed: string, name: string): number {
  return Math.min(distance(squeezed, squeezeText(name)), distance(streetKey(squeezed), streetKey(name)));
}

/** Two letters that changed places count as two errors here. */
function toleratedErrors(text: string): number {
  if (text.length < 5) return 1;
  return text.length < 12 ? 2 : 3;
}

function trigrams(text: string): string[] {
  const pieces = new Set<string>();
  const letters = [...text];
  for (let start = 0; start + 3 <= letters.length; start += 1) {
    pieces.add(letters.slice(start, start + 3).join(''));
  }
  return [...pieces];
}

function toMatch(row: StreetRow): StreetMatch {
  return { ...row, inService: row.inService !== 0 };
}
