import type { Database, Statement } from 'better-sqlite3';
import { rdToWgs84 } from '../../../db/rd-new.ts';
import { attachScratchFile, type ScratchFile } from '../scratch-file.ts';

/**
 * What was read of the register, in a scratch file beside the build: ten million numbers, objects and buildings do
 * not fit in memory, and a join is what a database is for. The scratch file is gone before the build is sealed, so
 * that none of its pages are left in the release.
 *
 * `rank` tells which of two versions of one object counts: a current one (10^8 more) before one of the past, then
 * the later day. The versions of an object stand together in the extract; where they do not, the better one wins.
 */
const TABLES = `
  CREATE TABLE stage.town (
    id INTEGER PRIMARY KEY, rank INTEGER NOT NULL, name TEXT NOT NULL, in_service INTEGER NOT NULL
  );
  CREATE TABLE stage.street (
    id INTEGER PRIMARY KEY, rank INTEGER NOT NULL, name TEXT NOT NULL, short_name TEXT, kind TEXT,
    town_id INTEGER, in_service INTEGER NOT NULL
  );
  CREATE TABLE stage.number (
    id INTEGER PRIMARY KEY, rank INTEGER NOT NULL, postcode TEXT, house_number INTEGER NOT NULL, house_letter TEXT,
    addition TEXT, street_id INTEGER NOT NULL, town_id INTEGER, in_service INTEGER NOT NULL
  );
  CREATE TABLE stage.object (
    id INTEGER PRIMARY KEY, rank INTEGER NOT NULL, type INTEGER NOT NULL, status INTEGER NOT NULL,
    in_service INTEGER NOT NULL, floor_area_m2 INTEGER, uses INTEGER, building_id INTEGER,
    x REAL, y REAL, latitude REAL, longitude REAL
  );
  CREATE TABLE stage.designation (
    object_id INTEGER NOT NULL, number_id INTEGER NOT NULL, is_main INTEGER NOT NULL,
    PRIMARY KEY (object_id, number_id)
  ) WITHOUT ROWID;
  CREATE TABLE stage.shared (
    object_id INTEGER NOT NULL, building_id INTEGER NOT NULL, PRIMARY KEY (object_id, building_id)
  ) WITHOUT ROWID;
  CREATE TABLE stage.building (
    id INTEGER PRIMARY KEY, rank INTEGER NOT NULL, year_built INTEGER, status INTEGER NOT NULL, area BLOB
  );
`;

const COLUMNS = {
  town: ['id', 'rank', 'name', 'in_service'],
  street: ['id', 'rank', 'name', 'short_name', 'kind', 'town_id', 'in_service'],
  number: [
    'id',
    'rank',
    'postcode',
    'house_number',
    'house_letter',
    'addition',
    'street_id',
    'town_id',
    'in_service',
  ],
  object: [
    'id',
    'rank',
    'type',
    'status',
    'in_service',
    'floor_area_m2',
    'uses',
    'building_id',
    'x',
    'y',
    'latitude',
    'longitude',
  ],
  building: ['id', 'rank', 'year_built', 'status', 'area'],
} as const;

const ROWS_PER_TRANSACTION = 200_000;

export interface StagedTown {
  id: number;
  rank: number;
  name: string;
  inService: boolean;
}

export interface StagedStreet extends StagedTown {
  shortName: string | null;
  kind: string | null;
  townId: number | null;
}

export interface StagedNumber {
  id: number;
  rank: number;
  postcode: string | null;
  houseNumber: number;
  houseLetter: string | null;
  addition: string | null;
  streetId: number;
  townId: number | null;
  inService: boolean;
}

export interface StagedObject {
  id: number;
  rank: number;
  type: number;
  status: number;
  inService: boolean;
  floorAreaM2: number | null;
  uses: number | null;
  /** RD New metres. */
  location: { x: number; y: number } | null;
  mainNumberId: number | null;
  otherNumberIds: readonly number[];
  buildingIds: readonly number[];
}

export interface StagedBuilding {
  id: number;
  rank: number;
  yearBuilt: number | null;
  status: number;
  /** See `encodeArea`; only of buildings that share a unit with others. */
  area: Buffer | null;
}

/** The rank of a version, from the day since which it is what it is (a number like 20200915). */
export function rankOf(isCurrent: boolean, sinceDay: number): number {
  return (isCurrent ? CURRENT_RANK : 0) + sinceDay;
}

/** Ranks from here on are those of current versions. */
export const CURRENT_RANK = 100_000_000;

export class AddressStage {
  readonly #database: Database;
  readonly #scratch: ScratchFile;
  readonly #statements: Readonly<Record<keyof typeof COLUMNS, Statement>>;
  readonly #designate: Statement;
  readonly #share: Statement;
  readonly #forget: readonly Statement[];
  #highestObjectId = -1;
  #pending = 0;

  /** @param database the build; the scratch file is attached to it as `stage` */
  constructor(database: Database) {
    this.#database = database;
    this.#scratch = attachScratchFile(database, 65_536);
    database.exec(TABLES);
    this.#statements = {
      town: this.#upsert('town'),
      street: this.#upsert('street'),
      number: this.#upsert('number'),
      object: this.#upsert('object'),
      building: this.#upsert('building'),
    };
    this.#designate = database.prepare(
      'INSERT OR IGNORE INTO stage.designation (object_id, number_id, is_main) VALUES (?, ?, ?)',
    );
    this.#share = database.prepare(
      'INSERT OR IGNORE INTO stage.shared (object_id, building_id) VALUES (?, ?)',
    );
    this.#forget = [
      database.prepare('DELETE FROM stage.designation WHERE object_id = ?'),
      database.prepare('DELETE FROM stage.shared WHERE object_id = ?'),
    ];
  }

  town(town: StagedTown): void {
    this.#put('town', [town.id, town.rank, town.name, Number(town.inService)]);
  }

  street(street: StagedStreet): void {
    const { id, rank, name, shortName, kind, townId, inService } = street;
    this.#put('street', [id, rank, name, shortName, kind, townId, Number(inService)]);
  }

  number(number: StagedNumber): void {
    const { id, rank, postcode, houseNumber, houseLetter, addition, streetId, townId, inService } = number;
    this.#put('number', [
      id,
      rank,
      postcode,
      houseNumber,
      houseLetter,
      addition,
      streetId,
      townId,
      Number(inService),
    ]);
  }

  object(object: StagedObject): void {
    const { location } = object;
    const buildings = new Set(object.inService ? object.buildingIds : []);
    const degrees = location === null ? null : rdToWgs84(location.x, location.y);
    const stored = this.#put('object', [
      object.id,
      object.rank,
      object.type,
      object.status,
      Number(object.inService),
      object.floorAreaM2,
      object.uses,
      buildings.size === 1 ? [...buildings][0] : null,
      location?.x ?? null,
      location?.y ?? null,
      degrees?.latitude ?? null,
      degrees?.longitude ?? null,
    ]);
    if (!stored) return;
    if (object.id <= this.#highestObjectId) {
      for (const statement of this.#forget) statement.run(object.id);
    }
    this.#highestObjectId = Math.max(this.#highestObjectId, object.id);
    // The main number first: an object that names it once more as a secondary one has it as its main number.
    if (object.mainNumberId !== null) this.#designate.run(object.id, object.mainNumberId, 1);
    for (const numberId of object.otherNumberIds) this.#designate.run(object.id, numberId, 0);
    if (buildings.size > 1) for (const buildingId of buildings) this.#share.run(object.id, buildingId);
  }

  building(building: StagedBuilding): void {
    this.#put('building', [building.id, building.rank, building.yearBuilt, building.status, building.area]);
  }

  /** Ids of the buildings that share a unit with other buildings, ascending: a few hundred thousand. */
  sharedBuildingIds(): Float64Array {
    const ids = this.#database
      .prepare<[], number>('SELECT DISTINCT building_id FROM stage.shared ORDER BY building_id')
      .pluck();
    return Float64Array.from(ids.iterate());
  }

  commit(): void {
    this.#pending = 0;
    if (this.#database.inTransaction) this.#database.exec('COMMIT');
  }

  /** Detaches and deletes the scratch file. */
  close(): void {
    this.#scratch.close();
  }

  #put(table: keyof typeof COLUMNS, values: readonly unknown[]): boolean {
    if (this.#pending === 0 && !this.#database.inTransaction) this.#database.exec('BEGIN');
    const { changes } = this.#statements[table].run(values);
    this.#pending += 1;
    if (this.#pending >= ROWS_PER_TRANSACTION) this.commit();
    return changes > 0;
  }

  #upsert(table: keyof typeof COLUMNS): Statement {
    const columns = COLUMNS[table];
    const changes = columns.slice(1).map((column) => `${column} = excluded.${column}`);
    return this.#database.prepare(
      `INSERT INTO stage.${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
       ON CONFLICT (id) DO UPDATE SET ${changes.join(', ')} WHERE excluded.rank > rank`,
    );
  }
}

/** Membership in a sorted list of numbers: 8 bytes a number, where a Set takes forty. */
export function isInSorted(sorted: Float64Array, value: number): boolean {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const candidate = sorted[middle] as number;
    if (candidate === value) return true;
    if (candidate < value) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
