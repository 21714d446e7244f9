import type { Database } from 'better-sqlite3';
import type { LoadContext } from '../source.ts';
import { CURRENT_RANK } from './address-stage.ts';
import { chooseBuildings, deriveBuildings } from './buildings.ts';
import type { Municipality } from './municipalities.ts';

/** Makes the tables of the release out of the stage. Each step is one statement over all rows. */
export function assembleAddresses(
  context: LoadContext,
  sourceId: string,
  municipalities: ReadonlyMap<string, Municipality>,
  municipalityOfTown: ReadonlyMap<number, string>,
): void {
  const { database } = context;
  context.commit();
  const steps: readonly [string, () => void][] = [
    ['municipalities and towns', () => insertTowns(context, sourceId, municipalities, municipalityOfTown)],
    ['streets', () => insertStreets(database)],
    [
      'buildings',
      () => {
        deriveBuildings(database);
        chooseBuildings(database);
      },
    ],
    ['addresses', () => insertAddresses(database)],
    ['withdrawn addresses', () => insertWithdrawn(database)],
  ];
  for (const [title, step] of steps) {
    const progress = context.progress(`addresses: ${title}`);
    step();
    progress.done();
    context.signal.throwIfAborted();
  }
  noteWhatIsLeftOut(context, sourceId);
}

function insertTowns(
  context: LoadContext,
  sourceId: string,
  municipalities: ReadonlyMap<string, Municipality>,
  municipalityOfTown: ReadonlyMap<number, string>,
): void {
  const { database } = context;
  const insertProvince = database.prepare('INSERT OR IGNORE INTO province (code, name) VALUES (?, ?)');
  const insertMunicipality = database.prepare(
    'INSERT INTO municipality (code, name, province_code) VALUES (?, ?, ?)',
  );
  const insertTown = database.prepare(
    'INSERT INTO town (id, name, municipality_code, in_service) VALUES (?, ?, ?, ?)',
  );
  interface Town {
    id: number;
    name: string;
    inService: number;
  }
  const towns = database
    .prepare<[], Town>('SELECT id, name, in_service AS inService FROM stage.town ORDER BY id')
    .all();
  database.transaction(() => {
    for (const { code, name, provinceCode, provinceName } of municipalities.values()) {
      insertProvince.run(`PV${provinceCode}`, provinceName);
      insertMunicipality.run(`GM${code}`, name, `PV${provinceCode}`);
    }
    for (const { id, name, inService } of towns) {
      const municipality = municipalityOfTown.get(id);
      if (municipality === undefined && inService) context.note(sourceId, 'towns without a municipality');
      insertTown.run(id, name, municipality === undefined ? null : `GM${municipality}`, inService);
    }
  })();
}

function insertStreets(database: Database): void {
  database.exec(`
    INSERT INTO main.street (id, name, short_name, town_id, kind, in_service)
      SELECT street.id, street.name, nullif(street.short_name, street.name), street.town_id, street.kind,
             street.in_service
        FROM stage.street JOIN main.town ON town.id = street.town_id
       ORDER BY street.id;
  `);
}

/**
 * One row per number and object that are both in service, in the order of postcode and number, so that the addresses
 * of a postcode lie on one page. Of two objects on one number, that in use comes before that merely formed.
 *
 * The town of the number comes before that of its street: a street of Amsterdam has numbers that lie in Amstelveen.
 */
function insertAddresses(database: Database): void {
  database.exec(`
    CREATE INDEX stage.designation_number ON designation (number_id);
    INSERT INTO main.address (postcode, house_number, house_letter, addition, street_id, town_id, address_id,
                              object_id, object_type, object_status, is_main, floor_area_m2, uses, building_id,
                              rd_x_m, rd_y_m, latitude, longitude)
      SELECT number.postcode, number.house_number, number.house_letter, number.addition, number.street_id,
             town.id, number.id, object.id, object.type, object.status, designation.is_main,
             object.floor_area_m2, object.uses, building.id, object.x, object.y, object.latitude,
             object.longitude
        FROM stage.designation
        CROSS JOIN stage.number ON number.id = designation.number_id AND number.in_service
        CROSS JOIN stage.object ON object.id = designation.object_id AND object.in_service
        CROSS JOIN main.street ON street.id = number.street_id
        CROSS JOIN main.town ON town.id = coalesce(number.town_id, street.town_id)
        LEFT JOIN main.building ON building.id = object.building_id
       ORDER BY number.postcode IS NULL, number.postcode, number.house_number, number.house_letter,
                number.addition, number.street_id, object.status, designation.is_main DESC, number.id, object.id;
    INSERT INTO main.unit_building (object_id, building_id)
      SELECT shared.object_id, shared.building_id
        FROM stage.shared
        JOIN stage.object ON object.id = shared.object_id AND object.in_service
        JOIN main.building ON building.id = shared.building_id
       ORDER BY shared.object_id, shared.building_id;
  `);
}

/**
 * Numbers that are no address any more: withdrawn themselves, or in service with only objects that are gone; then
 * since the last of these went.
 */
function insertWithdrawn(database: Database): void {
  const objects = `stage.designation JOIN stage.object ON object.id = designation.object_id
                    WHERE designation.number_id = number.id`;
  database.exec(`
    INSERT INTO main.withdrawn_address (address_id, postcode, house_number, house_letter, addition, street_id,
                                        town_id, withdrawn_on)
      SELECT id, postcode, house_number, house_letter, addition, street_id, town_id,
             substr(day, 1, 4) || '-' || substr(day, 5, 2) || '-' || substr(day, 7, 2)
        FROM (SELECT number.id, number.postcode, number.house_number, number.house_letter, number.addition,
                     number.street_id, town.id AS town_id,
                     printf('%08d', CASE WHEN number.in_service
                                         THEN (SELECT max(object.rank % ${CURRENT_RANK}) FROM ${objects})
                                         ELSE number.rank % ${CURRENT_RANK} END) AS day
                FROM stage.number
                JOIN main.street ON street.id = number.street_id
                JOIN main.town ON town.id = coalesce(number.town_id, street.town_id)
               WHERE NOT number.in_service OR (SELECT max(object.in_service) FROM ${objects}) = 0)
       ORDER BY id;
  `);
}

/** What a join leaves out must be told: neither lost in silence nor made up. */
const LEFT_OUT: readonly { text: string; sql: string }[] = [
  {
    text: 'streets of a town that is not in the extract',
    sql: 'SELECT count(*) FROM stage.street WHERE town_id IS NULL OR town_id NOT IN (SELECT id FROM main.town)',
  },
  {
    text: 'numbers of a street or town that is not in the extract',
    sql: `SELECT count(*) FROM stage.number LEFT JOIN main.street ON street.id = number.street_id
           WHERE number.in_service
             AND (street.id IS NULL
                  OR NOT EXISTS (SELECT 1 FROM main.town WHERE id = coalesce(number.town_id, street.town_id)))`,
  },
  {
    text: 'numbers in service without any object',
    sql: `SELECT count(*) FROM stage.number
           WHERE in_service AND NOT EXISTS (SELECT 1 FROM stage.designation WHERE number_id = number.id)`,
  },
  {
    text: 'numbers that objects in service name and that are not in the extract',
    sql: `SELECT count(*) FROM stage.designation JOIN stage.object ON object.id = object_id AND object.in_service
           WHERE NOT EXISTS (SELECT 1 FROM stage.number WHERE id = number_id)`,
  },
  {
    text: 'numbers that objects in service name and that are withdrawn',
    sql: `SELECT count(*) FROM stage.designation JOIN stage.object ON object.id = object_id AND object.in_service
            JOIN stage.number ON number.id = number_id AND NOT number.in_service`,
  },
  {
    text: 'units in service of which the building is not in the extract',
    sql: `SELECT count(*) FROM stage.object LEFT JOIN main.building ON building.id = object.building_id
           WHERE object.in_service AND object.building_id IS NOT NULL AND building.id IS NULL`,
  },
];

function noteWhatIsLeftOut(context: LoadContext, sourceId: string): void {
  for (const { text, sql } of LEFT_OUT) {
    const rows = context.database.prepare<[], number>(sql).pluck().get() ?? 0;
    if (rows > 0) context.note(sourceId, `left out: ${rows} ${text}`);
  }
}
