import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { and, desc, eq, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { openOperationsDatabase, operationsPath } from './operations.ts';
import { payment, paymentSecret } from './schema/operations-payments.ts';

export type Payment = typeof payment.$inferSelect;

export type PaymentState = Payment['state'];

export const PAYMENT_STATES = payment.state.enumValues;

/** What makes a signed payment one payment, however often it is sent. */
export interface PaymentIdentity {
  readonly network: string;
  readonly asset: string;
  /** In lower case, as the nonce. */
  readonly payer: string;
  readonly nonce: string;
}

/** A request that wants to be the one which a payment pays for. */
export interface PaymentClaim extends PaymentIdentity {
  readonly endpoint: string;
  readonly amount: string;
  /** Random; names this request until the payment is settled or released. */
  readonly attempt: string;
  readonly requestHash: string;
  readonly now: Date;
  /** What was last touched before this is of a process that is gone. */
  readonly staleBefore: Date;
}

/** How a settlement ended. */
export type SettlementEnd =
  | { readonly state: 'settled'; readonly transaction: string | null }
  | { readonly state: 'failed'; readonly reason: string }
  /** The facilitator was asked, and nobody knows what it did. */
  | { readonly state: 'unknown'; readonly transaction: string | null }
  /** The facilitator was not reached. */
  | { readonly state: 'released' };

/** The record of payments, shared by all processes that serve. Every change of a payment is atomic. */
export interface PaymentLedger {
  find(identity: PaymentIdentity): Payment | undefined;
  /**
   * Makes a request the one that the payment pays for, unless another holds it, or it was settled, or may have been
   * settled for something else.
   * @returns whether it is
   */
  claim(claim: PaymentClaim): boolean;
  /** @returns false when the payment is no longer this request's; then it must not be settled */
  beginSettlement(identity: PaymentIdentity, attempt: string, now: Date): boolean;
  endSettlement(identity: PaymentIdentity, attempt: string, end: SettlementEnd, now: Date): void;
  /** Gives back a payment that was not settled, to be used again. */
  release(identity: PaymentIdentity, attempt: string, now: Date): void;
  /** Removes the hashes of what was asked from payments that were settled before. */
  forgetRequests(settledBefore: Date): void;
  /** Key of the hashes of requests. */
  readonly secret: string;
}

export interface PaymentFilter {
  /** RFC 3339, UTC. */
  since?: string | undefined;
  state?: PaymentState | undefined;
  limit?: number | undefined;
}

/** {@link PaymentLedger} in `operations.sqlite`. */
export class Payments implements PaymentLedger {
  readonly secret: string;
  readonly #database: Database.Database;
  readonly #drizzle: BetterSQLite3Database;

  /** @throws OperationsError when `operations.sqlite` cannot be written */
  constructor(dataDir: string) {
    this.#database = openOperationsDatabase(dataDir);
    // A payment that is lost with the power before it was sent has cost nothing, and one that was sent finds out later
    // what became of it. Only that it is being sent must be on the disk before; see beginSettlement.
    this.#database.pragma('synchronous = NORMAL');
    this.#drizzle = drizzle(this.#database);
    this.secret = commonSecret(this.#drizzle);
  }

  find(identity: PaymentIdentity): Payment | undefined {
    return this.#drizzle.select().from(payment).where(isPayment(identity)).get();
  }

  claim({ now, staleBefore, ...claim }: PaymentClaim): boolean {
    const instant = now.toISOString();
    const fresh = { ...claim, state: 'verified' as const, reason: null, updatedAt: instant };
    const result = this.#drizzle
      .insert(payment)
      .values({ ...fresh, maybeCharged: false, createdAt: instant })
      .onConflictDoUpdate({
        target: [payment.network, payment.asset, payment.payer, payment.nonce],
        set: fresh,
        setWhere: sql`(${payment.state} IN ('released', 'failed', 'unknown')
            OR (${payment.state} IN ('verified', 'settling') AND ${payment.updatedAt} < ${staleBefore.toISOString()}))
          AND (NOT ${payment.maybeCharged} OR ${payment.requestHash} = ${claim.requestHash})`,
      })
      .run();
    return result.changes === 1;
  }

  beginSettlement(identity: PaymentIdentity, attempt: string, now: Date): boolean {
    this.#database.pragma('synchronous = FULL');
    try {
      const result = this.#drizzle
        .update(payment)
        .set({ state: 'settling', maybeCharged: true, updatedAt: now.toISOString() })
        .where(and(isPayment(identity), eq(payment.attempt, attempt), eq(payment.state, 'verified')))
        .run();
      return result.changes === 1;
    } finally {
      this.#database.pragma('synchronous = NORMAL');
    }
  }

  endSettlement(identity: PaymentIdentity, attempt: string, end: SettlementEnd, now: Date): void {
    const instant = now.toISOString();
    this.#drizzle
      .update(payment)
      .set({
        state: end.state,
        maybeCharged: end.state === 'settled' || end.state === 'unknown',
        updatedAt: instant,
        ...(end.state === 'settled' ? { settledAt: instant } : {}),
        ...('transaction' in end && end.transaction !== null ? { transaction: end.transaction } : {}),
        ...(end.state === 'failed' ? { reason: end.reason } : {}),
        ...(end.state === 'failed' || end.state === 'released' ? { requestHash: null } : {}),
      })
      .where(and(isPayment(identity), eq(payment.attempt, attempt), eq(payment.state, 'settling')))
      .run();
  }

  release(identity: PaymentIdentity, attempt: string, now: Date): void {
    this.#drizzle
      .update(payment)
      .set({
        // An earlier settlement whose outcome nobody knows stays one.
        state: sql`CASE WHEN ${payment.maybeCharged} THEN 'unknown' ELSE 'released' END`,
        requestHash: sql`CASE WHEN ${payment.maybeCharged} THEN ${payment.requestHash} END`,
        updatedAt: now.toISOString(),
      })
      .where(and(isPayment(identity), eq(payment.attempt, attempt), eq(payment.state, 'verified')))
      .run();
  }

  forgetRequests(settledBefore: Date): void {
    this.#drizzle
      .update(payment)
      .set({ requestHash: null })
      .where(and(isNotNull(payment.requestHash), lt(payment.settledAt, settledBefore.toISOString())))
      .run();
  }

  /** Newest first. */
  list(filter: PaymentFilter): Payment[] {
    return listPayments(this.#drizzle, filter);
  }

  close(): void {
    if (this.#database.open) this.#database.close();
  }
}

/** The same for a process that must not write. Where nothing was ever sold there is nothing to tell. */
export function readPayments(dataDir: string, filter: PaymentFilter): Payment[] {
  const path = operationsPath(dataDir);
  if (!existsSync(path)) return [];
  const database = new Database(path, { readonly: true, timeout: 5_000 });
  try {
    const exists = database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'payment'`).get();
    return exists === undefined ? [] : listPayments(drizzle(database), filter);
  } finally {
    database.close();
  }
}

function listPayments(
  database: BetterSQLite3Database,
  { since, state, limit = -1 }: PaymentFilter,
): Payment[] {
  return database
    .select()
    .from(payment)
    .where(
      and(
        since === undefined ? undefined : gte(payment.createdAt, since),
        state === undefined ? undefined : eq(payment.state, state),
      ),
    )
    .orderBy(desc(payment.id))
    .limit(limit)
    .all();
}

function isPayment({ network, asset, payer, nonce }: PaymentIdentity): SQL | undefined {
  return and(
    eq(payment.network, network),
    eq(payment.asset, asset),
    eq(payment.payer, payer),
    eq(payment.nonce, nonce),
  );
}

/** Whoever comes first makes it; all others read it. */
function commonSecret(database: BetterSQLite3Database): string {
  database
    .insert(paymentSecret)
    .values({ id: 1, secret: randomBytes(32).toString('base64') })
    .onConflictDoNothing()
    .run();
  const row = database.select().from(paymentSecret).where(eq(paymentSecret.id, 1)).get();
  if (row === undefined) throw new Error('The secret of the payments was removed while it was read.');
  return row.secret;
}
