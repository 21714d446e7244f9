import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** A table with columns that can and cannot be null. */
export const vehicleLike = sqliteTable('vehicle_like', {
  plate: integer('plate').primaryKey(),
  make: text('make'),
  seats: integer('seats'),
  kind: integer('kind').notNull(),
});
