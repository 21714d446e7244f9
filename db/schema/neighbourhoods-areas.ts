import { blob, index, integer, sqliteTable } from 'drizzle-orm/sqlite-core';
import { region } from './neighbourhoods.ts';

/**
 * Outlines of districts and neighbourhoods on land (CBS/Kadaster Wijk- en Buurtkaart), precise to some 10 to 50 m.
 * The R*Tree `region_area_box` has the box around each, under the same id.
 */
export const regionArea = sqliteTable(
  'region_area',
  {
    id: integer('id').primaryKey(),
    regionId: integer('region_id')
      .notNull()
      .references(() => region.id),
    /** Year of the division, 1 January. */
    editionYear: integer('edition_year').notNull(),
    /** As the map states them; null where it gives none. The map's first versions have hardly any figures. */
    residents: integer('residents'),
    /** The outline in RD New metres, see `encodeArea` in db/geometry.ts. */
    rings: blob('rings', { mode: 'buffer' }).notNull(),
  },
  (table) => [index('region_area_region').on(table.regionId)],
);
