import { HOME_SOURCES } from '../../api/reports/home-sources.ts';
import type { ReleaseLabel } from '../../db/groups.ts';
import type { ManifestEntry } from '../../db/manifest.ts';
import { rdToWgs84 } from '../../db/rd-new.ts';
import * as schema from '../../db/schema/addresses.ts';
import { fillStreetSearch } from '../../db/street-index.ts';
import { type BuildDatabase, publishTestRelease } from './store.ts';

/** An address as a test writes it; what is left out is ordinary. */
export interface TestAddress {
  /** `Street 12`, with a letter and an addition behind a bar each: `Keizersgracht 12|A|2`, `Amstel 3||H`. */
  readonly at: string;
  readonly town: string;
  readonly postcode?: string | null;
  readonly shortName?: string;
  /** Town of the street where it is not that of the number. */
  readonly streetTown?: string;
  readonly status?: keyof typeof schema.OBJECT_STATUSES;
  readonly type?: keyof typeof schema.OBJECT_TYPES;
  /** Register ids; made up where not given. */
  readonly addressId?: number;
  readonly objectId?: number;
  readonly secondary?: boolean;
  readonly floorAreaM2?: number | null;
  readonly uses?: number | null;
  readonly latitude?: number | null;
  readonly longitude?: number | null;
  /** Where it lies, RD New metres; `latitude` and `longitude` then follow from it. */
  readonly rd?: readonly [xM: number, yM: number];
  readonly building?: Partial<typeof schema.building.$inferInsert> | null;
  /** Further buildings of the unit. */
  readonly alsoInBuildings?: readonly number[];
  /** Not in service any more since this day; null where the day is not known. */
  readonly withdrawnOn?: string | null;
}

/** Municipality and province of the towns that are not in Amsterdam. */
export type TestTowns = Readonly<Record<string, { municipality: string; province: string }>>;

const PROVINCES: Readonly<Record<string, string>> = {
  Fryslân: 'PV21',
  Gelderland: 'PV25',
  Utrecht: 'PV26',
  'Noord-Holland': 'PV27',
  'Zuid-Holland': 'PV28',
  'Noord-Brabant': 'PV30',
};

export interface TestAddressRelease {
  readonly id?: string;
  readonly label?: ReleaseLabel;
  readonly towns?: TestTowns;
  readonly stateDate?: string;
}

/** Publishes a release of the addresses with a few rows and its search tables, as the pipeline makes them. */
export function publishAddresses(
  dataDir: string,
  rows: readonly TestAddress[],
  { towns = {}, stateDate = '2026-11-08', ...options }: TestAddressRelease = {},
): ManifestEntry {
  return publishTestRelease(dataDir, {
    ...options,
    group: 'addresses',
    sources: [{ id: HOME_SOURCES.register, stateDate }, { id: HOME_SOURCES.municipalities }],
    rows: { address: rows.length },
    fill: (database) => {
      new Writer(database, towns).write(rows);
      database.$client.exec(`
        INSERT INTO ${schema.ADDRESS_LOCATION.table} (${schema.ADDRESS_LOCATION.columns.join(', ')})
          SELECT id, rd_x_m, rd_x_m, rd_y_m, rd_y_m FROM address WHERE rd_x_m IS NOT NULL`);
      fillStreetSearch(database.$client);
    },
  });
}

class Writer {
  readonly #database: BuildDatabase;
  readonly #towns: TestTowns;
  readonly #townIds = new Map<string, number>();
  readonly #streetIds = new Map<string, number>();
  readonly #municipalityCodes = new Map<string, string>();
  readonly #buildings = new Set<number>();
  #nextId = 1;

  constructor(database: BuildDatabase, towns: TestTowns) {
    this.#database = database;
    this.#towns = towns;
    for (const [name, code] of Object.entries(PROVINCES)) {
      database.insert(schema.province).values({ code, name }).run();
    }
  }

  write(rows: readonly TestAddress[]): void {
    for (const row of rows) this.#writeRow(row);
  }

  #writeRow(row: TestAddress): void {
    const { street, houseNumber, houseLetter, addition } = parseAt(row.at);
    const number = {
      postcode: row.postcode ?? null,
      houseNumber,
      houseLetter,
      addition,
      streetId: this.#streetId(street, row),
      townId: this.#townId(row.town),
      addressId: row.addressId ?? 363_200_000_000_000 + this.#next(),
    };
    if (row.withdrawnOn !== undefined) {
      this.#database
        .insert(schema.withdrawnAddress)
        .values({ ...number, withdrawnOn: row.withdrawnOn })
        .run();
      return;
    }
    const type = row.type ?? 'unit';
    const objectId = row.objectId ?? 363_010_000_000_000 + this.#next();
    const isUnit = type === 'unit';
    this.#database
      .insert(schema.address)
      .values({
        ...number,
        objectId,
        objectType: schema.OBJECT_TYPES[type],
        objectStatus: schema.OBJECT_STATUSES[row.status ?? (isUnit ? 'in_use' : 'designated')],
        isMain: row.secondary !== true,
        floorAreaM2: isUnit ? (row.floorAreaM2 === undefined ? 80 : row.floorAreaM2) : null,
        uses: isUnit ? (row.uses ?? schema.USES.residential) : null,
        buildingId: isUnit ? this.#buildingId(row) : null,
        ...locationOf(row),
      })
      .run();
    for (const buildingId of row.alsoInBuildings ?? []) {
      this.#database.insert(schema.unitBuilding).values({ objectId, buildingId }).run();
    }
  }

  #buildingId(row: TestAddress): number | null {
    if (row.building === null) return null;
    const id = row.building?.id ?? 363_100_000_000_000 + this.#next();
    if (this.#buildings.has(id)) return id;
    this.#buildings.add(id);
    this.#database
      .insert(schema.building)
      .values({
        yearBuilt: 1962,
        status: schema.BUILDING_STATUSES.in_use,
        units: 1,
        uses: schema.USES.residential,
        ...row.building,
        id,
      })
      .run();
    return id;
  }

  #streetId(name: string, row: TestAddress): number {
    const town = row.streetTown ?? row.town;
    const key = `${name}|${town}`;
    const known = this.#streetIds.get(key);
    if (known !== undefined) return known;
    const id = 363_300_000_000_000 + this.#next();
    this.#streetIds.set(key, id);
    const inService = row.withdrawnOn === undefined;
    const values = {
      id,
      name,
      shortName: row.shortName ?? null,
      townId: this.#townId(town),
      kind: 'Weg',
      inService,
    };
    this.#database.insert(schema.street).values(values).run();
    return id;
  }

  #townId(name: string): number {
    const known = this.#townIds.get(name);
    if (known !== undefined) return known;
    const id = 1000 + this.#townIds.size;
    this.#townIds.set(name, id);
    const { municipality, province } = this.#towns[name] ?? { municipality: name, province: 'Noord-Holland' };
    const municipalityCode = this.#municipalityCode(municipality, province);
    this.#database.insert(schema.town).values({ id, name, municipalityCode, inService: true }).run();
    return id;
  }

  #municipalityCode(name: string, province: string): string {
    const known = this.#municipalityCodes.get(name);
    if (known !== undefined) return known;
    const code = `GM${String(100 + this.#municipalityCodes.size).padStart(4, '0')}`;
    this.#municipalityCodes.set(name, code);
    const provinceCode = PROVINCES[province] ?? null;
    this.#database.insert(schema.municipality).values({ code, name, provinceCode }).run();
    return code;
  }

  #next(): number {
    this.#nextId += 1;
    return this.#nextId;
  }
}

function locationOf({ rd, latitude = 52.3676456, longitude = 4.90016547 }: TestAddress) {
  if (rd !== undefined) return { rdXM: rd[0], rdYM: rd[1], ...rdToWgs84(...rd) };
  const known = latitude !== null;
  return { rdXM: known ? 121_828.874 : null, rdYM: known ? 486_751.728 : null, latitude, longitude };
}

function parseAt(at: string) {
  const [line = '', letter = '', addition = ''] = at.split('|');
  const match = /^(.*) (\d+)$/.exec(line);
  if (match?.[1] === undefined) throw new Error(`${at} is not "street number|letter|addition".`);
  return {
    street: match[1],
    houseNumber: Number(match[2]),
    houseLetter: letter === '' ? null : letter,
    addition: addition === '' ? null : addition,
  };
}
