import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * A payment that a buyer has signed, once: whatever becomes of it is told by its one row. Neither the address nor the
 * plate that was asked for is kept.
 */
export const payment = sqliteTable(
  'payment',
  {
    id: integer('id').primaryKey(),
    /** CAIP-2, e.g. `eip155:8453`. */
    network: text('network').notNull(),
    /** Contract of the token. */
    asset: text('asset').notNull(),
    payer: text('payer').notNull(),
    /** Chosen by the payer; the token takes each only once of a payer. */
    nonce: text('nonce').notNull(),
    /** What was bought, e.g. `homeReport`. */
    endpoint: text('endpoint').notNull(),
    /** In the token's smallest unit, e.g. `40000` for 0.04 USDC. */
    amount: text('amount').notNull(),
    /**
     * `verified`: good, and its answer is being made; `settling`: the facilitator is asked to move the money;
     * `unknown`: it was asked, and nobody knows the outcome; `failed`: it refused; `released`: never asked.
     */
    state: text('state', {
      enum: ['verified', 'settling', 'settled', 'failed', 'unknown', 'released'],
    }).notNull(),
    /** Whether the facilitator was asked to settle it, at any time, without saying that it failed. */
    maybeCharged: integer('maybe_charged', { mode: 'boolean' }).notNull(),
    /** Names the one request that may advance this row. */
    attempt: text('attempt').notNull(),
    /** Keyed hash of what was asked; removed once the answer cannot be asked for again. */
    requestHash: text('request_hash'),
    /** Hash of the transaction on the chain, where the facilitator told it. */
    transaction: text('transaction'),
    /** Why it failed, in the protocol's own codes. */
    reason: text('reason'),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
    settledAt: text('settled_at'),
  },
  (table) => [
    uniqueIndex('payment_authorization').on(table.network, table.asset, table.payer, table.nonce),
    index('payment_created').on(table.createdAt),
    index('payment_to_forget')
      .on(table.settledAt)
      .where(sql`request_hash IS NOT NULL AND settled_at IS NOT NULL`),
  ],
);

/** One row: the key of the hashes of requests, the same for all processes. */
export const paymentSecret = sqliteTable('payment_secret', {
  id: integer('id').primaryKey(),
  secret: text('secret').notNull(),
});
