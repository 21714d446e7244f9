import type { Database } from 'better-sqlite3';
import { placeKeys, placeNames } from './place-names.ts';
import { streetKeys } from './street-key.ts';
import { foldText, squeezeText, trigramsOf } from './text-folding.ts';

interface TownRow {
  id: number;
  name: string;
  municipality: string | null;
}

interface StreetRow {
  id: number;
  name: string;
  shortName: string | null;
  townId: number;
  inService: number;
}

const PAGE = 20_000;

/**
 * Fills what free text is searched in, from `street`, `town`, `municipality` and `address`: `place_synonym` (every name of
 * every town), `street_key` (every spelling of every street, also withdrawn ones), `street_search`,
 * `street_trigram` and `street_trigram_count` (streets in service). To be called once, after the addresses are loaded and indexed.
 * @returns number of streets that were indexed
 */
export function fillStreetSearch(database: Database): number {
  const towns = readTowns(database);
  const fill = database.transaction(() => {
    fillPlaces(database, towns);
    return fillStreets(database, towns);
  });
  const streets = fill();
  // One segment instead of many: the file is never written again.
  database.exec(`INSERT INTO street_search(street_search) VALUES ('optimize');
                 INSERT INTO street_trigram(street_trigram) VALUES ('optimize');
                 ANALYZE street_key; ANALYZE place_synonym;`);
  return streets;
}

function readTowns(database: Database): Map<number, TownRow> {
  const rows = database
    .prepare<[], TownRow>(
      `SELECT town.id, town.name, municipality.name AS municipality
         FROM town LEFT JOIN municipality ON municipality.code = town.municipality_code`,
    )
    .all();
  return new Map(rows.map((row) => [row.id, row]));
}

/** A town is also found under the name of its municipality: many people give that as the place. */
function fillPlaces(database: Database, towns: ReadonlyMap<number, TownRow>): void {
  const insert = database.prepare<[number, string]>(
    'INSERT OR IGNORE INTO place_synonym (town_id, name) VALUES (?, ?)',
  );
  for (const town of towns.values()) {
    const keys = [
      ...placeKeys(town.name),
      ...(town.municipality === null ? [] : placeKeys(town.municipality)),
    ];
    for (const key of keys) insert.run(town.id, key);
  }
}

function fillStreets(database: Database, towns: ReadonlyMap<number, TownRow>): number {
  const otherTowns = readOtherTowns(database);
  const page = database.prepare<[number, number], StreetRow>(
    `SELECT id, name, short_name AS shortName, town_id AS townId, in_service AS inService
       FROM street WHERE id > ? ORDER BY id LIMIT ?`,
  );
  const insertKey = database.prepare<[string, number, number]>(
    'INSERT OR IGNORE INTO street_key (key, town_id, street_id) VALUES (?, ?, ?)',
  );
  const insertWords = database.prepare<[number, string, string]>(
    'INSERT INTO street_search (rowid, name, place) VALUES (?, ?, ?)',
  );
  const insertTrigrams = database.prepare<[number, string]>(
    'INSERT INTO street_trigram (rowid, name) VALUES (?, ?)',
  );
  const trigramCounts = new Map<string, number>();
  let indexed = 0;
  for (let streets = page.all(-1, PAGE); streets.length > 0; ) {
    for (const street of streets) {
      const townIds = [street.townId, ...(otherTowns.get(street.id) ?? [])];
      for (const key of streetKeys(street.name, street.shortName)) {
        for (const townId of townIds) insertKey.run(key, townId, street.id);
      }
      if (street.inService !== 0) {
        insertWords.run(street.id, searchedNames(street), searchedPlaces(townIds, towns));
        const squeezed = squeezeText(street.name);
        insertTrigrams.run(street.id, squeezed);
        for (const piece of trigramsOf(squeezed))
          trigramCounts.set(piece, (trigramCounts.get(piece) ?? 0) + 1);
      }
    }
    indexed += streets.length;
    streets = page.all(streets.at(-1)?.id ?? Number.MAX_SAFE_INTEGER, PAGE);
  }
  const insertCount = database.prepare<[string, number]>(
    'INSERT INTO street_trigram_count (trigram, streets) VALUES (?, ?)',
  );
  for (const [trigram, streets] of trigramCounts) insertCount.run(trigram, streets);
  return indexed;
}

/** Streets on a border have numbers that lie in another town than the street itself. */
function readOtherTowns(database: Database): Map<number, number[]> {
  const rows = database
    .prepare<[], { streetId: number; townId: number }>(
      `SELECT street_id AS streetId, address.town_id AS townId
         FROM address JOIN street ON street.id = address.street_id
        WHERE address.town_id <> street.town_id
       UNION
       SELECT street_id, withdrawn_address.town_id
         FROM withdrawn_address JOIN street ON street.id = withdrawn_address.street_id
        WHERE withdrawn_address.town_id <> street.town_id`,
    )
    .all();
  const towns = new Map<number, number[]>();
  for (const { streetId, townId } of rows) towns.set(streetId, [...(towns.get(streetId) ?? []), townId]);
  return towns;
}

/** Words of all spellings; the squeezed name lets `kerkst` find `Kerk-Straat`. */
function searchedNames(street: StreetRow): string {
  const names = [foldText(street.name), ...streetKeys(street.name, street.shortName)];
  if (street.shortName !== null) names.push(foldText(street.shortName));
  return [...new Set(names)].join(' ');
}

function searchedPlaces(townIds: readonly number[], towns: ReadonlyMap<number, TownRow>): string {
  const names = new Set<string>();
  for (const townId of townIds) {
    const town = towns.get(townId);
    if (town === undefined) continue;
    for (const name of placeNames(town.name)) names.add(foldText(name));
    if (town.municipality === null) continue;
    for (const name of placeNames(town.municipality)) names.add(foldText(name));
  }
  return [...names].join(' ');
}
