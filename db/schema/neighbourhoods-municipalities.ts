import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, sqliteView, text } from 'drizzle-orm/sqlite-core';

/**
 * Average price of the existing owner-occupied homes that were sold in a municipality, or in the country, in a year
 * (CBS 83625NED). There is no lower level. Years without a price have no row; a municipality that was merged into
 * another has none from then on. An average of what was sold is not a price index: the mix of homes changes.
 */
export const salePrice = sqliteTable(
  'sale_price',
  {
    /** `GM0363`, or `NL00` for the country. */
    regionCode: text('region_code').notNull(),
    year: integer('year').notNull(),
    avgSalePriceEur: integer('avg_sale_price_eur').notNull(),
  },
  (table) => [primaryKey({ columns: [table.regionCode, table.year] })],
);

/**
 * Names and provinces of municipalities and how long they held: a row for each name and province that a code has
 * had (CBS Gebieden in Nederland). No publisher's table says which municipality came after an abolished one.
 */
export const municipalityPeriod = sqliteTable(
  'municipality_period',
  {
    /** `GM0363` */
    code: text('code').notNull(),
    name: text('name').notNull(),
    /** `PV27` */
    provinceCode: text('province_code').notNull(),
    provinceName: text('province_name').notNull(),
    /** First and last year, 1 January, in which it held; null while it holds in the newest list. */
    firstYear: integer('first_year').notNull(),
    lastYear: integer('last_year'),
    /** First day, and first day on which it was no more, `YYYY-MM-DD`; null where the lists have years only. */
    beginsOn: text('begins_on'),
    endsOn: text('ends_on'),
  },
  (table) => [
    primaryKey({ columns: [table.code, table.firstYear] }),
    index('municipality_period_province').on(table.provinceCode),
  ],
);

/** Prices with the newest name that the municipality has or had; null where no list has it. */
export const municipalitySalePrice = sqliteView('municipality_sale_price', {
  code: text('code').notNull(),
  name: text('name'),
  provinceName: text('province_name'),
  year: integer('year').notNull(),
  avgSalePriceEur: integer('avg_sale_price_eur').notNull(),
}).as(sql`
  SELECT sale_price.region_code AS code, period.name, period.province_name, sale_price.year,
         sale_price.avg_sale_price_eur
    FROM sale_price
    LEFT JOIN municipality_period AS period
      ON period.code = sale_price.region_code
     AND period.first_year = (SELECT max(newest.first_year) FROM municipality_period AS newest
                               WHERE newest.code = sale_price.region_code)`);
