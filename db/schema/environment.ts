import { customType, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What is mapped, as rasters: noise in dB Lden by its source, and annual means of air pollutants. */
export const RASTER_KEYS = [
  'noise_all_sources',
  'noise_road',
  'noise_rail',
  'noise_aircraft',
  'noise_industry',
  'noise_wind_turbines',
  'air_no2',
  'air_pm25',
  'air_pm10',
] as const;

export type RasterKey = (typeof RASTER_KEYS)[number];

/** How the cells of a tile are stored; see db/raster.ts. */
export const TILE_ENCODINGS = ['uint8', 'uint16'] as const;

export type TileEncoding = (typeof TILE_ENCODINGS)[number];

export const RASTER_UNITS = ['dB Lden', 'ug/m3'] as const;

export type RasterUnit = (typeof RASTER_UNITS)[number];

/**
 * One raster: where its cells lie and what they mean. A stored number n means n * `scale` in `unit`; `no_data` means
 * that the publisher has no value there. In noise, 0 means something else again: looked at, and no source reaches
 * the place; it is not 0 dB.
 */
export const rasterLayer = sqliteTable('raster_layer', {
  id: integer('id').primaryKey(),
  key: text('key', { enum: RASTER_KEYS }).notNull().unique(),
  /** Row of `source` that it was made from: of two products of one quantity, the one that was to be had. */
  sourceId: text('source_id').notNull(),
  /** The publisher's name of the layer; it ends in the year of the data. */
  name: text('name').notNull(),
  /** What the figures cover, in English. */
  product: text('product').notNull(),
  dataYear: integer('data_year').notNull(),
  unit: text('unit', { enum: RASTER_UNITS }).notNull(),
  encoding: text('encoding', { enum: TILE_ENCODINGS }).notNull(),
  scale: real('scale').notNull(),
  noData: integer('no_data').notNull(),
  /** Edges of the raster in metres of the Dutch grid. */
  westRdXM: real('west_rd_x_m').notNull(),
  northRdYM: real('north_rd_y_m').notNull(),
  cellSizeM: real('cell_size_m').notNull(),
  /** Cells from west to east, and from north to south. */
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  /** Cells with a figure, with "no source", and without data; together all cells. */
  valueCells: integer('value_cells').notNull(),
  zeroCells: integer('zero_cells').notNull(),
  noDataCells: integer('no_data_cells').notNull(),
  /** Of the cells with a figure; null where there are none. */
  lowestValue: real('lowest_value'),
  highestValue: real('highest_value'),
});

const bytes = customType<{ data: Buffer }>({ dataType: () => 'blob' });

/**
 * The cells, in squares of 128 x 128 that begin in the north-west. `id` is layer * 2^32 + row * 2^16 + column of the
 * tile; tiles without any data are left out. An ordinary rowid table: without one, small blobs waste half the file.
 */
export const rasterTile = sqliteTable('raster_tile', {
  id: integer('id').primaryKey(),
  data: bytes('data').notNull(),
});
