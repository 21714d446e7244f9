import { sql } from 'drizzle-orm';
import {
  integer,
  primaryKey,
  real,
  sqliteTable,
  sqliteView,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { REGION_KINDS, region } from './neighbourhoods.ts';

/** Code of the total over all offences. It is no part of a sum. */
export const ALL_OFFENCES = '0.0.0';

/** Below this number of residents a rate says nothing of the area. */
export const FEWEST_RESIDENTS = 50;

/** Kinds of offences as the police classify them, `0.0.0` for all of them together. */
export const offence = sqliteTable(
  'offence',
  {
    id: integer('id').primaryKey(),
    /** `1.1.1`, without the publisher's padding. */
    code: text('code').notNull(),
    /** The publisher's Dutch title, without the code that may stand before it. */
    title: text('title').notNull(),
  },
  (table) => [uniqueIndex('offence_code').on(table.code)],
);

/** The years of which registered crime was loaded. */
export const crimeYear = sqliteTable('crime_year', {
  year: integer('year').primaryKey(),
  /** Year of the division into areas that the counts of all years are laid out in; residents must be of it too. */
  divisionYear: integer('division_year').notNull(),
  /** The publisher may still correct the year's figures. */
  provisional: integer('provisional', { mode: 'boolean' }).notNull(),
  /** Share of the areas in the table, 0..1, that have a total. */
  filledShare: real('filled_share').notNull(),
  /** The year can be answered from: the country has a total, and most of the areas. */
  filled: integer('filled', { mode: 'boolean' }).notNull(),
});

/**
 * Crimes that the police registered in an area in a year, by kind of offence. A row with null is withheld by the
 * publisher, a row that is not there was not published; neither is 0.
 */
export const registeredCrime = sqliteTable(
  'registered_crime',
  {
    regionId: integer('region_id')
      .notNull()
      .references(() => region.id),
    year: integer('year').notNull(),
    offenceId: integer('offence_id')
      .notNull()
      .references(() => offence.id),
    crimes: integer('crimes'),
  },
  (table) => [primaryKey({ columns: [table.regionId, table.year, table.offenceId] })],
);

/**
 * Registered crime with its area, offence and rate. The residents are those of the division that the counts are laid
 * out in; for the country, whose borders do not move, those of the year itself. No rate where they are unknown or
 * fewer than 50, or where the area is one of the publisher's fictitious ones (water).
 */
export const crimeRate = sqliteView('crime_rate', {
  code: text('code').notNull(),
  kind: text('kind', { enum: REGION_KINDS }).notNull(),
  name: text('name'),
  municipalityCode: text('municipality_code'),
  year: integer('year').notNull(),
  offenceCode: text('offence_code').notNull(),
  offenceTitle: text('offence_title').notNull(),
  crimes: integer('crimes'),
  residents: integer('residents'),
  per1000Residents: real('per_1000_residents'),
}).as(sql`
  SELECT region.code, region.kind, region.name, region.municipality_code, registered_crime.year,
         offence.code AS offence_code, offence.title AS offence_title, crimes, residents,
         CASE WHEN residents >= 50 AND region.code NOT GLOB '*999[78]' THEN crimes * 1000.0 / residents END
           AS per_1000_residents
    FROM registered_crime
    JOIN region ON region.id = registered_crime.region_id
    JOIN offence ON offence.id = registered_crime.offence_id
    JOIN crime_year ON crime_year.year = registered_crime.year
    LEFT JOIN key_figures
      ON key_figures.region_id = region.id
     AND key_figures.edition_year =
         CASE region.kind WHEN 'country' THEN registered_crime.year ELSE crime_year.division_year END`);
