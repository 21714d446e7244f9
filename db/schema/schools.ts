import { integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** `special`: special primary education, and schools for pupils with a disability or illness (SBO, SO, VSO). */
export const SCHOOL_KINDS = ['primary', 'secondary', 'special'] as const;

export type SchoolKind = (typeof SCHOOL_KINDS)[number];

/** `address`: its number in the address register. `postcode`: the mean of the addresses of its postcode. */
export const SCHOOL_LOCATION_QUALITIES = ['address', 'postcode'] as const;

export type SchoolLocationQuality = (typeof SCHOOL_LOCATION_QUALITIES)[number];

/** Places where a school teaches, one row each: a school with two buildings has two. */
export const school = sqliteTable(
  'school',
  {
    id: integer('id').primaryKey(),
    kind: text('kind', { enum: SCHOOL_KINDS }).notNull(),
    /** Code of the institution and number of the location: `32JK00`. */
    locationCode: text('location_code').notNull(),
    name: text('name').notNull(),
    /** Dutch, as published: `Rooms-Katholiek`. */
    denomination: text('denomination'),
    /** Levels of a secondary school, `MAVO/HAVO/VWO`, or the sort of a special one, `SBO`; Dutch, as published. */
    structure: text('structure'),
    street: text('street'),
    houseNumber: integer('house_number'),
    /** Letter, addition, or the last number of a range. */
    houseNumberSuffix: text('house_number_suffix'),
    /** `8917DD` */
    postcode: text('postcode'),
    /** As the address register spells it; of a school that is not located, in the publisher's capitals. */
    town: text('town'),
    /** `GM0221`, as published. */
    municipalityCode: text('municipality_code'),
    /** As published, mostly without `https://`. */
    website: text('website'),
    rdXM: real('rd_x_m'),
    rdYM: real('rd_y_m'),
    /** Null where the school is not located. */
    locationQuality: text('location_quality', { enum: SCHOOL_LOCATION_QUALITIES }),
  },
  (table) => [uniqueIndex('school_kind_location').on(table.kind, table.locationCode)],
);

/**
 * Where the located schools lie: an R*Tree, made by the migration `location`, which Drizzle has no words for. `id` is
 * `school.id`. It keeps single precision, a few centimetres off, so whatever it finds is measured again with the
 * table's own coordinates.
 */
export const SCHOOL_LOCATION = 'school_location';
