import { sql } from 'drizzle-orm';
import { distance } from 'fastest-levenshtein';
import { preparedQuery, preparedStatement, type Snapshot } from '../store.ts';
import { streetKey } from '../street-key.ts';
import { foldText, squeezeText, trigramsOf } from '../text-folding.ts';

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
     JOIN street_rank ON street_rank.rank = street_search.rowid
     JOIN street ON street.id = street_rank.street_id
     JOIN town ON town.id = street_rank.town_id
    WHERE street_search MATCH ?
    ORDER BY street_search.rowid
    LIMIT ?`,
);

/** Releases that were made before streets had ranks. */
const streetsByWordsUnranked = preparedStatement<[string, number], StreetRow>(
  `SELECT ${STREET_COLUMNS}
     FROM street_search
     JOIN street ON street.id = street_search.rowid
     JOIN town ON town.id = street.town_id
    WHERE street_search MATCH ?
    ORDER BY street_search.rank
    LIMIT ?`,
);

/** Whether the release has `street_rank` and what goes with it: those made before 0004_suggest have not. */
export const hasStreetRanks = preparedQuery(
  (database) =>
    database.get(sql`SELECT 1 FROM addresses.sqlite_master WHERE name = 'street_rank'`) !== undefined,
);

const countOfTrigrams = preparedStatement<[string], { trigram: string; streets: number }>(
  `SELECT trigram, streets FROM street_trigram_count
    WHERE trigram IN (SELECT value FROM json_each(?)) ORDER BY streets`,
);

const idsByTrigram = preparedStatement<[string, number], { ids: string }>(
  `SELECT json_group_array(id) AS ids
     FROM (SELECT rowid AS id FROM street_trigram WHERE street_trigram MATCH ? LIMIT ?)`,
);

const streetsById = preparedStatement<[string, string | null, string | null], StreetRow>(
  `SELECT ${STREET_COLUMNS}
     FROM street JOIN town ON town.id = street.town_id
    WHERE street.id IN (SELECT value FROM json_each(?))
      AND (? IS NULL OR street.town_id IN (SELECT value FROM json_each(?)))`,
);

const townsByProvince = preparedStatement<[string], { townId: number }>(
  `SELECT town.id AS townId
     FROM town JOIN municipality ON municipality.code = town.municipality_code
    WHERE municipality.province_code = ?`,
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

/** The towns of a province. @param code e.g. `PV25` */
export function townsOfProvince(snapshot: Snapshot, code: string): number[] {
  snapshot.require('addresses');
  return townsByProvince(snapshot)
    .all(code)
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
 * Streets in service that have all of these words, or words that begin so, in their name or place: for lists to choose
 * from. Exact names come before longer ones, short before long, numbers in their natural order.
 */
export function searchStreets(snapshot: Snapshot, text: string, limit: number): StreetMatch[] {
  snapshot.require('addresses');
  const folded = foldText(text);
  if (folded === '') return [];
  const words = folded.split(' ').slice(0, 10);
  // Every word in quotes: a bare one could be an operator or a syntax error to FTS5.
  const query = words
    .map((word, index) => `"${word}"${isBeginning(word, index, words) ? '*' : ''}`)
    .join(' ');
  return streetsMatching(snapshot, query, Math.max(limit, 300)).sort(byFit(folded)).slice(0, limit);
}

/**
 * Streets in service that fit an expression of FTS5, the best ones first where the release has ranks.
 * @param expression its words must be quoted; the columns are `start`, `name` and `place`, without `start` in a
 *   release without ranks
 */
export function streetsMatching(snapshot: Snapshot, expression: string, limit: number): StreetMatch[] {
  const statement = hasStreetRanks(snapshot) ? streetsByWords : streetsByWordsUnranked;
  return statement(snapshot).all(expression, limit).map(toMatch);
}

/** Short words (`de`, `1e`) begin too much; the last one is still being typed. */
function isBeginning(word: string, index: number, words: readonly string[]): boolean {
  return index === words.length - 1 || word.length > 3;
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

/** Pieces of a name that are looked for, and most streets that these pieces may have together. */
const MOST_TRIGRAMS = 6;
const MOST_CANDIDATES = 6000;
/** Candidates whose names are read and compared letter by letter. */
const MOST_COMPARED = 150;

/**
 * Streets in service whose name is nearly this one, nearest first: what was probably meant by a name with a typing
 * error. At most two letters may be wrong, in long names three. Looks at streets that share the rarest pieces of
 * the name, so the time it takes is bounded whatever is asked.
 * @param townIds only streets of these towns; null for the whole country
 * @param compared `beginning`: the name may go on after what was typed
 */
export function similarStreets(
  snapshot: Snapshot,
  text: string,
  townIds: readonly number[] | null,
  limit: number,
  compared: 'whole' | 'beginning' = 'whole',
): StreetMatch[] {
  snapshot.require('addresses');
  const squeezed = squeezeText(text).slice(0, 80);
  const shared = streetsSharingTrigrams(snapshot, squeezed);
  // In a few towns all candidates can be compared, since few of them lie there.
  const candidates = JSON.stringify(townIds === null ? likeliest(shared) : [...shared.keys()]);
  const towns = townIds === null ? null : JSON.stringify(townIds);
  const errorsIn = compared === 'whole' ? nameDistance : beginningDistance;
  return streetsById(snapshot)
    .all(candidates, towns, towns)
    .map((row) => ({ match: toMatch(row), errors: errorsIn(squeezed, row.name) }))
    .filter(({ errors }) => errors <= toleratedErrors(squeezed))
    .sort((left, right) => left.errors - right.errors || left.match.name.length - right.match.name.length)
    .slice(0, limit)
    .map(({ match }) => match);
}

/** Those that have most pieces in common, at most {@link MOST_COMPARED}. */
function likeliest(shared: ReadonlyMap<number, number>): number[] {
  const ids: number[] = [];
  for (let pieces = MOST_TRIGRAMS; pieces > 0 && ids.length < MOST_COMPARED; pieces -= 1) {
    for (const [id, count] of shared) if (count === pieces) ids.push(id);
  }
  return ids.slice(0, MOST_COMPARED);
}

/** Ids of streets by how many of the name's rarest pieces they have. A piece with an error in it hardly occurs. */
function streetsSharingTrigrams(snapshot: Snapshot, squeezed: string): Map<number, number> {
  const shared = new Map<number, number>();
  let candidates = 0;
  for (const { trigram, streets } of countOfTrigrams(snapshot)
    .all(JSON.stringify(trigramsOf(squeezed)))
    .slice(0, MOST_TRIGRAMS)) {
    candidates += streets;
    if (candidates > MOST_CANDIDATES) break;
    // As one text: thousands of rows cost more than the search for them.
    const found = idsByTrigram(snapshot).get(`"${trigram}"`, MOST_CANDIDATES);
    for (const id of JSON.parse(found?.ids ?? '[]') as number[]) shared.set(id, (shared.get(id) ?? 0) + 1);
  }
  return shared;
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
  const written = distance(squeezed, squeezeText(name));
  return written === 0 ? 0 : Math.min(written, distance(streetKey(squeezed), streetKey(name)));
}

/** As {@link nameDistance}, where the end of the name has not been typed yet. */
function beginningDistance(squeezed: string, name: string): number {
  const whole = squeezeText(name);
  const begun = [0, 1].map((more) => distance(squeezed, whole.slice(0, squeezed.length + more)));
  return Math.min(nameDistance(squeezed, name), ...begun);
}

/** Two letters that changed places count as two errors here. */
export function toleratedErrors(text: string): number {
  if (text.length < 5) return 1;
  return text.length < 12 ? 2 : 3;
}

function toMatch(row: StreetRow): StreetMatch {
  return { ...row, inService: row.inService !== 0 };
}
