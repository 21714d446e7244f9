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
 * every town), `town_size`, `street_key` (every spelling of every street, also withdrawn ones), `street_rank` and
 * `street_search` (streets in service with addresses), `street_trigram` and `street_trigram_count` (streets in
 * service). To be called once, after the addresses are loaded and indexed.
 * @returns number of streets that were indexed
 */
export function fillStreetSearch(database: Database): number {
  const towns = readTowns(database);
  const fill = database.transaction(() => {
    fillPlaces(database, towns);
    const parts = readStreetParts(database);
    fillRanks(database, towns, parts);
    return fillStreets(database, parts);
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

/** A street and a town in which it has addresses. Streets on a border have numbers in more towns than their own. */
interface StreetPart {
  streetId: number;
  townId: number;
  addresses: number;
}

function readStreetParts(database: Database): StreetPart[] {
  return database
    .prepare<[], StreetPart>(
      `SELECT street_id AS streetId, town_id AS townId, count(*) AS addresses
         FROM address GROUP BY street_id, town_id`,
    )
    .all();
}

/** Puts the streets into the order in which they are offered, and indexes their words in that order. */
function fillRanks(
  database: Database,
  towns: ReadonlyMap<number, TownRow>,
  parts: readonly StreetPart[],
): void {
  const sizes = new Map<number, number>();
  for (const { townId, addresses } of parts) sizes.set(townId, (sizes.get(townId) ?? 0) + addresses);
  const insertSize = database.prepare<[number, number]>(
    'INSERT INTO town_size (town_id, addresses) VALUES (?, ?)',
  );
  for (const [townId, addresses] of sizes) insertSize.run(townId, addresses);

  const streets = readStreetsInService(database);
  const order = orderOfNames(streets);
  const ranked = parts
    .flatMap(({ streetId, townId }) => {
      const street = streets.get(streetId);
      if (street === undefined) return [];
      return [{ street, townId, order: order.get(street.name) ?? 0, size: sizes.get(townId) ?? 0 }];
    })
    .sort(
      (left, right) =>
        left.order - right.order ||
        right.size - left.size ||
        left.townId - right.townId ||
        left.street.id - right.street.id,
    );
  const insertRank = database.prepare<[number, number, number]>(
    'INSERT INTO street_rank (rank, street_id, town_id) VALUES (?, ?, ?)',
  );
  const insertWords = database.prepare<[number, string, string, string, string]>(
    'INSERT INTO street_search (rowid, start, name, place, town) VALUES (?, ?, ?, ?, ?)',
  );
  for (const [rank, { street, townId }] of ranked.entries()) {
    insertRank.run(rank, street.id, townId);
    const starts = streetKeys(street.name, street.shortName).join(' ');
    const places = searchedPlaces(towns.get(townId));
    insertWords.run(rank, starts, searchedNames(street), places, townToken(townId));
  }
}

function readStreetsInService(database: Database): Map<number, StreetRow> {
  const rows = database
    .prepare<[], StreetRow>(
      `SELECT id, name, short_name AS shortName, town_id AS townId, in_service AS inService
         FROM street WHERE in_service`,
    )
    .all();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The word that stands for a town in `street_search`: one character for private use, which no name has, and which is a
 * word to the tokenizer. Its rows are found at once, where the beginnings of its name would have to be gathered.
 * @param townId register id of at most four digits
 */
export function townToken(townId: number): string {
  return String.fromCodePoint(0xf0000 + townId);
}

/** Short names before long ones, then in the order of the alphabet and of numbers: Dorpsweg 2 before Dorpsweg 10. */
function orderOfNames(streets: ReadonlyMap<number, StreetRow>): Map<string, number> {
  const naturally = new Intl.Collator('nl', { numeric: true });
  const names = [...new Set([...streets.values()].map(({ name }) => name))]
    .map((name) => ({ name, length: squeezeText(name).replace(/\d+/g, '0').length }))
    .sort((left, right) => left.length - right.length || naturally.compare(left.name, right.name));
  return new Map(names.map(({ name }, order) => [name, order]));
}

function fillStreets(database: Database, parts: readonly StreetPart[]): number {
  const townsOfStreet = readTownsOfStreets(database, parts);
  const page = database.prepare<[number, number], StreetRow>(
    `SELECT id, name, short_name AS shortName, town_id AS townId, in_service AS inService
       FROM street WHERE id > ? ORDER BY id LIMIT ?`,
  );
  const insertKey = database.prepare<[string, number, number]>(
    'INSERT OR IGNORE INTO street_key (key, town_id, street_id) VALUES (?, ?, ?)',
  );
  const insertTrigrams = database.prepare<[number, string]>(
    'INSERT INTO street_trigram (rowid, name) VALUES (?, ?)',
  );
  const trigramCounts = new Map<string, number>();
  let indexed = 0;
  for (let streets = page.all(-1, PAGE); streets.length > 0; ) {
    for (const street of streets) {
      const townIds = new Set([street.townId, ...(townsOfStreet.get(street.id) ?? [])]);
      for (const key of streetKeys(street.name, street.shortName)) {
        for (const townId of townIds) insertKey.run(key, townId, street.id);
      }
      if (street.inService !== 0) {
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

/** Towns in which a street has, or once had, numbers. */
function readTownsOfStreets(database: Database, parts: readonly StreetPart[]): Map<number, number[]> {
  const withdrawn = database
    .prepare<[], { streetId: number; townId: number }>(
      `SELECT DISTINCT street_id AS streetId, withdrawn_address.town_id AS townId
         FROM withdrawn_address JOIN street ON street.id = withdrawn_address.street_id
        WHERE withdrawn_address.town_id <> street.town_id`,
    )
    .all();
  const towns = new Map<number, number[]>();
  for (const { streetId, townId } of [...parts, ...withdrawn]) {
    const known = towns.get(streetId);
    if (known === undefined) towns.set(streetId, [townId]);
    else known.push(townId);
  }
  return towns;
}

/** Words of the name and of the official short name, as written. */
function searchedNames(street: StreetRow): string {
  const names = [foldText(street.name)];
  if (street.shortName !== null) names.push(foldText(street.shortName));
  return [...new Set(names)].join(' ');
}

function searchedPlaces(town: TownRow | undefined): string {
  if (town === undefined) return '';
  const names = new Set(placeNames(town.name).map(foldText));
  for (const name of town.municipality === null ? [] : placeNames(town.municipality)) {
    names.add(foldText(name));
  }
  return [...names].join(' ');
}
