import { blob, index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What a listed monument is. */
export const MONUMENT_NATURES = ['built', 'archaeological'] as const;

export type MonumentNature = (typeof MONUMENT_NATURES)[number];

/**
 * How well the point of a monument is known: `exact`, `approximate` (60 % of them; tens to hundreds of metres off),
 * or `decision`: as drawn in the decision that listed it.
 */
export const LOCATION_QUALITIES = ['exact', 'approximate', 'decision'] as const;

export type LocationQuality = (typeof LOCATION_QUALITIES)[number];

/**
 * National listed monuments (rijksmonumenten) by their number in the register, one row and one point each. A house
 * may have several: one for the house, one for its fence, one for its gate.
 */
export const monument = sqliteTable('monument', {
  number: integer('number').primaryKey(),
  rdXM: real('rd_x_m').notNull(),
  rdYM: real('rd_y_m').notNull(),
  /** `YYYY-MM-DD`; null where the register gives no day. */
  listedSince: text('listed_since'),
  nature: text('nature', { enum: MONUMENT_NATURES }).notNull(),
  /** One of 13 Dutch names, as published; null where the edition has none. */
  mainCategory: text('main_category'),
  /** One of some 66 Dutch names, as published. */
  subcategory: text('subcategory'),
  /** Null where the publisher does not say. */
  locationQuality: text('location_quality', { enum: LOCATION_QUALITIES }),
  /** The complex, e.g. a country estate, that it is a part of. */
  complexNumber: integer('complex_number'),
  registerUrl: text('register_url').notNull(),
});

/** Which addressable objects of the address register a monument is, as the register of monuments has it. */
export const monumentObject = sqliteTable(
  'monument_object',
  {
    monumentNumber: integer('monument_number')
      .notNull()
      .references(() => monument.number),
    objectId: integer('object_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.monumentNumber, table.objectId] }),
    index('monument_object_object').on(table.objectId),
  ],
);

/** Which buildings of the address register a monument is. */
export const monumentBuilding = sqliteTable(
  'monument_building',
  {
    monumentNumber: integer('monument_number')
      .notNull()
      .references(() => monument.number),
    buildingId: integer('building_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.monumentNumber, table.buildingId] }),
    index('monument_building_building').on(table.buildingId),
  ],
);

export const PROTECTED_AREA_KINDS = ['townscape', 'world_heritage', 'archaeological_site'] as const;

export type ProtectedAreaKind = (typeof PROTECTED_AREA_KINDS)[number];

/** Protected areas that are in force; those in procedure and those withdrawn are not here. */
export const protectedArea = sqliteTable('protected_area', {
  id: integer('id').primaryKey(),
  kind: text('kind', { enum: PROTECTED_AREA_KINDS }).notNull(),
  /** Number of the townscape, of the site at UNESCO, or of the monument. */
  number: integer('number'),
  name: text('name'),
  /** `YYYY-MM-DD` */
  designatedOn: text('designated_on'),
  registerUrl: text('register_url'),
});

/**
 * The outlines of protected areas, one row a polygon: a defence line is many small ones along half the country, and
 * the box around all of them holds millions of addresses.
 */
export const protectedAreaOutline = sqliteTable(
  'protected_area_outline',
  {
    id: integer('id').primaryKey(),
    areaId: integer('area_id')
      .notNull()
      .references(() => protectedArea.id),
    /** One polygon in RD New metres, see `encodeArea` in db/geometry.ts. */
    rings: blob('rings', { mode: 'buffer' }).notNull(),
  },
  (table) => [index('protected_area_outline_area').on(table.areaId)],
);

/**
 * Where monuments and outlines lie: R*Trees, made by the migration `locations`, which Drizzle has no words for. `id`
 * is `monument.number` and `protected_area_outline.id`. They keep single precision, a few centimetres off, so
 * whatever they find is checked again with the table's own coordinates.
 */
export const MONUMENT_LOCATION = 'monument_location';
export const OUTLINE_BOX = 'protected_area_outline_box';
