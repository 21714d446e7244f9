import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  sqliteView,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

/**
 * The register of addresses and buildings (BAG).
 *
 * Register identifiers have 16 digits, always below 2^53, and are kept as integers; the API restores leading
 * zeros. The place names of a row stand in small dictionaries (`street`, `town`, `municipality`, `province`).
 */
export const province = sqliteTable('province', {
  /** e.g. `PV25` */
  code: text('code').primaryKey(),
  name: text('name').notNull(),
});

export const municipality = sqliteTable('municipality', {
  /** e.g. `GM0221` */
  code: text('code').primaryKey(),
  name: text('name').notNull(),
  provinceCode: text('province_code').references(() => province.code),
});

export const town = sqliteTable('town', {
  /** Register id of the town (4 digits, kept as an integer). */
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  /** Null where the relation of towns and municipalities names none that was valid on the state date. */
  municipalityCode: text('municipality_code').references(() => municipality.code),
  /** False once the town has been withdrawn; such towns are kept for withdrawn streets. */
  inService: integer('in_service', { mode: 'boolean' }).notNull().default(true),
});

export const street = sqliteTable(
  'street',
  {
    /** Register id of the public space. */
    id: integer('id').primaryKey(),
    name: text('name').notNull(),
    /** Official short name (NEN 5825, at most 24 characters); null where it equals the name. */
    shortName: text('short_name'),
    townId: integer('town_id')
      .notNull()
      .references(() => town.id),
    /** Kind of public space in the publisher's words: Weg, Water, Terrein, ... */
    kind: text('kind'),
    /** In service: its name has not been withdrawn. Withdrawn streets are kept for withdrawn addresses. */
    inService: integer('in_service', { mode: 'boolean' }).notNull(),
  },
  (table) => [index('street_town').on(table.townId)],
);

/** What an address points at. */
export const OBJECT_TYPES = { unit: 1, berth: 2, pitch: 3 } as const;

/** Status of an addressable object, in the order of preference when two share one address. */
export const OBJECT_STATUSES = {
  in_use: 1,
  in_use_not_surveyed: 2,
  under_renovation: 3,
  not_in_use: 4,
  formed: 5,
  designated: 6,
  never_realised: 7,
  withdrawn: 8,
  registered_in_error: 9,
} as const;

export const BUILDING_STATUSES = {
  in_use: 1,
  in_use_not_surveyed: 2,
  under_renovation: 3,
  demolition_permitted: 4,
  not_in_use: 5,
  permit_granted: 6,
  construction_started: 7,
  never_built: 8,
  demolished: 9,
  registered_in_error: 10,
} as const;

/** Uses of a unit; a unit or building may have several, so they are stored as a sum of these bits. */
export const USES = {
  residential: 1,
  assembly: 2,
  detention: 4,
  healthcare: 8,
  industrial: 16,
  office: 32,
  lodging: 64,
  education: 128,
  sport: 256,
  retail: 512,
  other: 1024,
} as const;

/**
 * One row per pair of number designation and addressable object that is in service. Rows are stored in the order
 * of postcode and number, so that one page read answers a postcode.
 */
export const address = sqliteTable(
  'address',
  {
    id: integer('id').primaryKey(),
    /** `1012LG`; null for the ~185,000 addresses that have none by design. */
    postcode: text('postcode'),
    houseNumber: integer('house_number').notNull(),
    /** As stored by the register: `a` and `A` can both exist on one number. */
    houseLetter: text('house_letter'),
    addition: text('addition'),
    streetId: integer('street_id')
      .notNull()
      .references(() => street.id),
    /** The number's own town where it has one (border streets), else the street's. */
    townId: integer('town_id')
      .notNull()
      .references(() => town.id),
    /** Register id of the number designation. */
    addressId: integer('address_id').notNull(),
    /** Register id of the unit, berth or pitch. */
    objectId: integer('object_id').notNull(),
    /** One of OBJECT_TYPES. */
    objectType: integer('object_type').notNull(),
    /** One of OBJECT_STATUSES. */
    objectStatus: integer('object_status').notNull(),
    /** Main address of the object; false for a secondary one. */
    isMain: integer('is_main', { mode: 'boolean' }).notNull(),
    floorAreaM2: integer('floor_area_m2'),
    /** Sum of USES; null for berths and pitches. */
    uses: integer('uses'),
    /** The building chosen for the unit; null for berths and pitches. */
    buildingId: integer('building_id'),
    rdXM: real('rd_x_m'),
    rdYM: real('rd_y_m'),
    latitude: real('latitude'),
    longitude: real('longitude'),
  },
  (table) => [
    index('address_postcode_number').on(table.postcode, table.houseNumber),
    index('address_street_number').on(table.streetId, table.houseNumber),
    index('address_object').on(table.objectId),
    index('address_designation').on(table.addressId),
  ],
);

export const building = sqliteTable('building', {
  /** Register id of the building. */
  id: integer('id').primaryKey(),
  /** Null for the register's dummies (1005, 9999, years in the future). */
  yearBuilt: integer('year_built'),
  /** One of BUILDING_STATUSES. */
  status: integer('status').notNull(),
  /** Distinct units in service. */
  units: integer('units').notNull(),
  /** Sum of USES over those units. */
  uses: integer('uses').notNull(),
});

/** All buildings of the units that have more than one. */
export const unitBuilding = sqliteTable(
  'unit_building',
  {
    objectId: integer('object_id').notNull(),
    buildingId: integer('building_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.objectId, table.buildingId] })],
);

/** Addresses that were in service once, slim: enough to say that and since when an address is gone. */
export const withdrawnAddress = sqliteTable(
  'withdrawn_address',
  {
    addressId: integer('address_id').primaryKey(),
    postcode: text('postcode'),
    houseNumber: integer('house_number').notNull(),
    houseLetter: text('house_letter'),
    addition: text('addition'),
    streetId: integer('street_id').notNull(),
    townId: integer('town_id').notNull(),
    /** `YYYY-MM-DD`, the day from which the number or its object was out of service; null where not known. */
    withdrawnOn: text('withdrawn_on'),
  },
  (table) => [
    index('withdrawn_address_postcode_number').on(table.postcode, table.houseNumber),
    index('withdrawn_address_street_number').on(table.streetId, table.houseNumber),
  ],
);

/**
 * The points of the addresses, for "what is near here": an R*Tree, made by the migration `address_location`, which
 * Drizzle has no words for. `id` is `address.id`; x and y are RD New metres in single precision, so whatever it
 * finds is checked again with `address.rd_x_m` and `rd_y_m`.
 */
export const ADDRESS_LOCATION = {
  table: 'address_location',
  columns: ['id', 'min_x_m', 'max_x_m', 'min_y_m', 'max_y_m'],
} as const;

/**
 * Every name under which a town is found: its own, its municipality's, everyday and English ones. Filled by
 * db/street-index.ts, as are `street_key`, `street_search` and `street_trigram`, which Drizzle has no words for (see
 * the migration `street_search`).
 */
export const placeSynonym = sqliteTable(
  'place_synonym',
  {
    townId: integer('town_id').notNull(),
    /** Lower case, without diacritics, punctuation and blanks: see `placeKey` in db/place-names.ts. */
    name: text('name').notNull(),
  },
  (table) => [uniqueIndex('place_synonym_name').on(table.name, table.townId)],
);

/**
 * Streets in service that have addresses, once for each town in which they have some, in the order in which a person
 * is offered them: short names before long ones, numbers in their natural order, large towns before small ones. `rank`
 * is the rowid in `street_search`, so that the first rows of a search are the best ones. Filled by db/street-index.ts.
 */
export const streetRank = sqliteTable('street_rank', {
  rank: integer('rank').primaryKey(),
  streetId: integer('street_id').notNull(),
  townId: integer('town_id').notNull(),
});

/** How many addresses in service a town has: of two places with one name, the larger one is likelier meant. */
export const townSize = sqliteTable('town_size', {
  townId: integer('town_id').primaryKey(),
  addresses: integer('addresses').notNull(),
});

/** SQL text for a column of codes, e.g. `CASE status WHEN 1 THEN 'in use' ... END`, from the table of codes itself. */
function textOfCode(column: string, codes: Readonly<Record<string, number>>) {
  const cases = Object.entries(codes).map(
    ([name, code]) => `when ${code} then '${name.replaceAll('_', ' ')}'`,
  );
  return sql.raw(`case ${column} ${cases.join(' ')} end`);
}

/** SQL text for a sum of bits, e.g. `residential, retail`; null where there is none. */
function textOfBits(column: string, bits: Readonly<Record<string, number>>) {
  const parts = Object.entries(bits).map(([name, bit]) => `iif(${column} & ${bit}, '${name}, ', '')`);
  return sql.raw(`nullif(rtrim(${parts.join(' || ')}, ', '), '')`);
}

/** Register ids are integers inside; outside they are texts of 16 digits. Not for nulls: they would become zeros. */
function textOfId(column: string) {
  return sql.raw(`printf('%016d', ${column})`);
}

/** For analysts: every address in service in words, ids with their leading zeros. */
export const addressText = sqliteView('address_text', {
  addressId: text('address_id').notNull(),
  objectId: text('object_id').notNull(),
  objectType: text('object_type').notNull(),
  objectStatus: text('object_status').notNull(),
  isMain: integer('is_main', { mode: 'boolean' }).notNull(),
  street: text('street').notNull(),
  streetShortName: text('street_short_name'),
  houseNumber: integer('house_number').notNull(),
  houseLetter: text('house_letter'),
  addition: text('addition'),
  postcode: text('postcode'),
  town: text('town').notNull(),
  municipalityCode: text('municipality_code'),
  municipality: text('municipality'),
  province: text('province'),
  floorAreaM2: integer('floor_area_m2'),
  uses: text('uses'),
  buildingId: text('building_id'),
  yearBuilt: integer('year_built'),
  buildingStatus: text('building_status'),
  unitsInBuilding: integer('units_in_building'),
  rdXM: real('rd_x_m'),
  rdYM: real('rd_y_m'),
  latitude: real('latitude'),
  longitude: real('longitude'),
}).as(
  sql`select ${textOfId('address.address_id')} as address_id,
       ${textOfId('address.object_id')} as object_id,
       ${textOfCode('address.object_type', OBJECT_TYPES)} as object_type,
       ${textOfCode('address.object_status', OBJECT_STATUSES)} as object_status,
       address.is_main as is_main,
       street.name as street,
       street.short_name as street_short_name,
       address.house_number as house_number,
       address.house_letter as house_letter,
       address.addition as addition,
       address.postcode as postcode,
       town.name as town,
       town.municipality_code as municipality_code,
       municipality.name as municipality,
       province.name as province,
       address.floor_area_m2 as floor_area_m2,
       ${textOfBits('address.uses', USES)} as uses,
       case when building.id is not null then ${textOfId('building.id')} end as building_id,
       building.year_built as year_built,
       ${textOfCode('building.status', BUILDING_STATUSES)} as building_status,
       building.units as units_in_building,
       address.rd_x_m as rd_x_m,
       address.rd_y_m as rd_y_m,
       address.latitude as latitude,
       address.longitude as longitude
  from address
  join street on street.id = address.street_id
  join town on town.id = address.town_id
  left join municipality on municipality.code = town.municipality_code
  left join province on province.code = municipality.province_code
  left join building on building.id = address.building_id`,
);

/** For analysts: every building in words. */
export const buildingText = sqliteView('building_text', {
  buildingId: text('building_id').notNull(),
  yearBuilt: integer('year_built'),
  status: text('status').notNull(),
  units: integer('units').notNull(),
  uses: text('uses'),
}).as(
  sql`select ${textOfId('id')} as building_id,
       year_built as year_built,
       ${textOfCode('status', BUILDING_STATUSES)} as status,
       units as units,
       ${textOfBits('uses', USES)} as uses
  from building`,
);

/** For analysts: withdrawn addresses in words. */
export const withdrawnAddressText = sqliteView('withdrawn_address_text', {
  addressId: text('address_id').notNull(),
  street: text('street'),
  houseNumber: integer('house_number').notNull(),
  houseLetter: text('house_letter'),
  addition: text('addition'),
  postcode: text('postcode'),
  town: text('town'),
  withdrawnOn: text('withdrawn_on'),
}).as(
  sql`select ${textOfId('withdrawn_address.address_id')} as address_id,
       street.name as street,
       withdrawn_address.house_number as house_number,
       withdrawn_address.house_letter as house_letter,
       withdrawn_address.addition as addition,
       withdrawn_address.postcode as postcode,
       town.name as town,
       withdrawn_address.withdrawn_on as withdrawn_on
  from withdrawn_address
  left join street on street.id = withdrawn_address.street_id
  left join town on town.id = withdrawn_address.town_id`,
);
