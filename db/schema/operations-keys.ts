import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** A key that lets calls in without a payment. The key itself is not kept: a copy of this file lets nobody in. */
export const apiKey = sqliteTable('api_key', {
  /** Stays when the key is rotated, and with it what was used. */
  id: integer('id').primaryKey(),
  /** First part of the key, by which it is looked up and told apart. */
  prefix: text('prefix').notNull().unique(),
  /**
   * SHA-256 of the whole key, base64url. A slow hash would only delay the holder: of 190 random bits no list of
   * guesses can be made.
   */
  hash: text('hash').notNull(),
  /** Name of the plan; what it includes stands in the plans of the operator. */
  plan: text('plan').notNull(),
  /** The operator's own words for the holder. */
  label: text('label').notNull(),
  createdAt: text('created_at').notNull(),
  /** When this key took the place of an earlier one. */
  rotatedAt: text('rotated_at'),
  expiresAt: text('expires_at'),
  revokedAt: text('revoked_at'),
});

/** Calls that were answered with 200. */
export const apiUsage = sqliteTable(
  'api_usage',
  {
    keyId: integer('key_id')
      .notNull()
      .references(() => apiKey.id),
    /** Month on the Dutch calendar, `YYYY-MM`; `trial` for the calls that come once with a plan. */
    period: text('period').notNull(),
    calls: integer('calls').notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.period] })],
);

/** A call whose answer is being made: its units are neither used nor left. */
export const apiReservation = sqliteTable(
  'api_reservation',
  {
    id: integer('id').primaryKey(),
    keyId: integer('key_id')
      .notNull()
      .references(() => apiKey.id),
    units: integer('units').notNull(),
    /** After this its process is gone, and the units are left again. */
    heldUntil: text('held_until').notNull(),
  },
  (table) => [index('api_reservation_key').on(table.keyId)],
);
