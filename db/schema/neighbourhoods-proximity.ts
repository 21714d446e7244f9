import { sql } from 'drizzle-orm';
import { integer, primaryKey, real, sqliteTable, sqliteView, text } from 'drizzle-orm/sqlite-core';
import { REGION_KINDS, region } from './neighbourhoods.ts';

/**
 * The publisher's proximity figures (CBS Nabijheid voorzieningen) of one region in one edition: average distance of
 * its residents to the nearest amenity, kilometres by road; null is "not published", never 0.
 */
export const proximity = sqliteTable(
  'proximity',
  {
    regionId: integer('region_id')
      .notNull()
      .references(() => region.id),
    editionYear: integer('edition_year').notNull(),

    gpPractice: real('gp_practice_km'),
    pharmacy: real('pharmacy_km'),
    /** Outpatient clinics included. */
    hospital: real('hospital_km'),
    /** Of 150 m2 or more. */
    supermarket: real('supermarket_km'),
    /** Smaller shops with food for every day. */
    dailyGroceries: real('daily_groceries_km'),
    departmentStore: real('department_store_km'),
    cafe: real('cafe_km'),
    restaurant: real('restaurant_km'),
    daycare: real('daycare_km'),
    afterSchoolCare: real('after_school_care_km'),
    primarySchool: real('primary_school_km'),
    /** Of any kind. */
    secondarySchool: real('secondary_school_km'),
    trainStation: real('train_station_km'),
    /** Slip road of a motorway or another main road. */
    mainRoadAccess: real('main_road_access_km'),
    library: real('library_km'),
    /** Indoor. */
    swimmingPool: real('swimming_pool_km'),
    cinema: real('cinema_km'),
    fireStation: real('fire_station_km'),
  },
  (table) => [primaryKey({ columns: [table.regionId, table.editionYear] })],
);

/** The kinds of amenities, by the names they have in the table. */
export type Amenity = Exclude<keyof typeof proximity.$inferSelect, 'regionId' | 'editionYear'>;

/** All of them, in the order of the table. */
export const AMENITIES = [
  'gpPractice',
  'pharmacy',
  'hospital',
  'supermarket',
  'dailyGroceries',
  'departmentStore',
  'cafe',
  'restaurant',
  'daycare',
  'afterSchoolCare',
  'primarySchool',
  'secondarySchool',
  'trainStation',
  'mainRoadAccess',
  'library',
  'swimmingPool',
  'cinema',
  'fireStation',
] as const satisfies readonly Amenity[];

/**
 * How far each amenity is filled in each edition that was loaded. Not every amenity is published every year, so
 * each is answered from the newest edition in which it is filled.
 */
export const proximityEdition = sqliteTable(
  'proximity_edition',
  {
    amenity: text('amenity', { enum: AMENITIES }).notNull(),
    editionYear: integer('edition_year').notNull(),
    /** Share of the neighbourhoods, 0..1, that have a distance to it. */
    filledShare: real('filled_share').notNull(),
    /** The share is large enough to answer from this edition. */
    filled: integer('filled', { mode: 'boolean' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.amenity, table.editionYear] })],
);

/** All distances with the region's code, kind and name beside them. */
export const regionProximity = sqliteView('region_proximity', {
  code: text('code').notNull(),
  kind: text('kind', { enum: REGION_KINDS }).notNull(),
  name: text('name'),
}).as(sql`
  SELECT region.code, region.kind, region.name, region.municipality_code, proximity.*
    FROM proximity JOIN region ON region.id = proximity.region_id`);
