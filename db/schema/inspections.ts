import { sql } from 'drizzle-orm';
import { integer, primaryKey, sqliteTable, sqliteView, text } from 'drizzle-orm/sqlite-core';
import { dictionary, iso, plateText } from './vehicles.ts';

/**
 * Inspections of vehicles and the defects found at them: 25 million rows each, of the last three years or so.
 *
 * Both tables are WITHOUT ROWID (see the migration of that name, drizzle-kit has no words for it) and are written in
 * the order of their keys: a row costs 24 bytes and no index, and all rows of a plate lie side by side. Plates, dates
 * and dictionaries are as in the register of vehicles. Parts of a key cannot be null: an id of 0 names no row of its
 * dictionary, and a time of -1 was not stated.
 */

/** `soort_melding_ki_omschrijving`, e.g. `periodieke controle`. It does not tell passed from failed. */
export const inspectionKind = dictionary('inspection_kind');

/** What the inspecting body is recognised for: `AL` light vehicles, `AZ` heavy ones, tachographs, gas installations. */
export const inspectionAuthority = sqliteTable('inspection_authority', {
  id: integer('id').primaryKey(),
  /** `soort_erkenning_keuringsinstantie` */
  code: text('code').notNull(),
  /** `soort_erkenning_omschrijving`, e.g. `APK Lichte voertuigen` */
  text: text('text'),
});

/** `gebrek_identificatie`: text, never a number, and never padded. `031` and `31` are two defects. */
export const defectCode = dictionary('defect_code');

/** What an inspecting body has reported: that a vehicle was approved, or that it did work on its tachograph. */
export const inspection = sqliteTable(
  'inspection',
  {
    /** Base-36 integer of the plate. */
    plate: integer('plate').notNull(),
    dateYyyymmdd: integer('date_yyyymmdd').notNull(),
    /** 933 is 09:33, 5 is 00:05, -1 was not stated. */
    timeHhmm: integer('time_hhmm').notNull(),
    authorityId: integer('authority_id').notNull(),
    kindId: integer('kind_id').notNull(),
    /** Until when the vehicle is approved. */
    validUntilYyyymmdd: integer('valid_until_yyyymmdd'),
  },
  (table) => [
    primaryKey({
      columns: [table.plate, table.dateYyyymmdd, table.timeHhmm, table.authorityId, table.kindId],
    }),
  ],
);

/** Defects and advice by code. Those of an attempt that was not approved have no inspection at their time. */
export const inspectionDefect = sqliteTable(
  'inspection_defect',
  {
    /** Base-36 integer of the plate. */
    plate: integer('plate').notNull(),
    dateYyyymmdd: integer('date_yyyymmdd').notNull(),
    /** As in {@link inspection}. */
    timeHhmm: integer('time_hhmm').notNull(),
    authorityId: integer('authority_id').notNull(),
    codeId: integer('code_id').notNull(),
    /** How often it was found, e.g. 4 worn tyres. */
    count: integer('count'),
  },
  (table) => [
    primaryKey({
      columns: [table.plate, table.dateYyyymmdd, table.timeHhmm, table.authorityId, table.codeId],
    }),
  ],
);

/** What the codes mean: about one row a code; more where a meaning has changed. */
export const defectCatalogue = sqliteTable(
  'defect_catalogue',
  {
    code: text('code').notNull(),
    /** 0 where no first day is stated. */
    validFromYyyymmdd: integer('valid_from_yyyymmdd').notNull(),
    validUntilYyyymmdd: integer('valid_until_yyyymmdd'),
    /** Of the rules for vehicles. */
    paragraph: integer('paragraph'),
    article: text('article'),
    /** The publisher's Dutch text, which it cuts off after 60 characters. */
    text: text('text').notNull(),
  },
  (table) => [primaryKey({ columns: [table.code, table.validFromYyyymmdd] })],
);

/** One row: the days between which inspections are held. */
export const inspectionWindow = sqliteTable('inspection_window', {
  id: integer('id').primaryKey(),
  oldestYyyymmdd: integer('oldest_yyyymmdd'),
  newestYyyymmdd: integer('newest_yyyymmdd'),
});

const clock = (column: string) =>
  sql.raw(`CASE WHEN ${column} >= 0 THEN printf('%02d:%02d', ${column} / 100, ${column} % 100) END`);

/** For analysts: an inspection a row, with texts instead of ids and ISO dates. */
export const inspectionText = sqliteView('inspection_text', {
  plate: text('plate'),
  plateNumber: integer('plate_number'),
  date: text('date'),
  time: text('time'),
  authorityCode: text('authority_code'),
  authority: text('authority'),
  kind: text('kind'),
  validUntil: text('valid_until'),
}).as(sql`SELECT ${plateText('plate')} AS plate, plate AS plate_number, ${iso('date_yyyymmdd')} AS date,
    ${clock('time_hhmm')} AS time, inspection_authority.code AS authority_code,
    inspection_authority.text AS authority, inspection_kind.text AS kind,
    ${iso('valid_until_yyyymmdd')} AS valid_until
  FROM inspection
  LEFT JOIN inspection_authority ON inspection_authority.id = authority_id
  LEFT JOIN inspection_kind ON inspection_kind.id = kind_id`);

/** For analysts: a defect a row, with the newest text of its code. */
export const inspectionDefectText = sqliteView('inspection_defect_text', {
  plate: text('plate'),
  plateNumber: integer('plate_number'),
  date: text('date'),
  time: text('time'),
  authorityCode: text('authority_code'),
  code: text('code'),
  count: integer('count'),
  defect: text('defect'),
}).as(sql`SELECT ${plateText('plate')} AS plate, plate AS plate_number, ${iso('date_yyyymmdd')} AS date,
    ${clock('time_hhmm')} AS time, inspection_authority.code AS authority_code, defect_code.text AS code, count,
    (SELECT text FROM defect_catalogue WHERE defect_catalogue.code = defect_code.text
      ORDER BY valid_from_yyyymmdd DESC LIMIT 1) AS defect
  FROM inspection_defect
  LEFT JOIN inspection_authority ON inspection_authority.id = authority_id
  LEFT JOIN defect_code ON defect_code.id = code_id`);
