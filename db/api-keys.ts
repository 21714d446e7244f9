import type Database from 'better-sqlite3';
import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { openOperationsDatabase } from './operations.ts';
import { apiKey, apiReservation, apiUsage } from './schema/operations-keys.ts';

export type ApiKeyRow = typeof apiKey.$inferSelect;

/** Period of the calls that come once with a plan; all others are months, `YYYY-MM`. */
export const TRIAL_PERIOD = 'trial';

/** What a plan lets a key do. */
export interface Allowance {
  /** Once, and used up first. */
  readonly trialCalls: number;
  readonly callsPerMonth: number;
}

/** What of it is used, as of one month. */
export interface KeyUse {
  readonly trialCalls: number;
  readonly callsInMonth: number;
  /** Calls that are being answered. */
  readonly held: number;
}

/** When something is counted: `month` is that of the Dutch calendar, `YYYY-MM`. */
export interface CountingMoment {
  readonly month: string;
  readonly now: Date;
}

/** Calls that are kept for one request until its answer is made. */
export interface Reservation {
  readonly id: number;
  readonly keyId: number;
}

/** Keys and what was called by them, shared by all processes that serve. Every change is atomic. */
export interface KeyLedger {
  find(prefix: string): ApiKeyRow | undefined;
  use(keyId: number, at: CountingMoment): KeyUse;
  /** @returns undefined when fewer units are left */
  reserve(
    keyId: number,
    units: number,
    allowance: Allowance,
    at: CountingMoment,
  ): { reservation: Reservation; left: number } | undefined;
  /** Makes a reservation larger or smaller. @returns false, with nothing changed, when fewer units are left */
  resize(reservation: Reservation, units: number, allowance: Allowance, at: CountingMoment): boolean;
  /** Turns a reservation into `units` that are used. @returns what is left */
  count(reservation: Reservation, units: number, allowance: Allowance, at: CountingMoment): number;
  release(reservation: Reservation): void;
}

/** No answer takes as long: a reservation that is older is of a process that is gone. */
const HELD_MS = 120_000;

/** {@link KeyLedger} in `operations.sqlite`. */
export class ApiKeyLedger implements KeyLedger {
  readonly #database: Database.Database;
  readonly #drizzle: BetterSQLite3Database;
  readonly #statements: ReturnType<typeof prepare>;

  /** @throws OperationsError when `operations.sqlite` cannot be written */
  constructor(dataDir: string) {
    this.#database = openOperationsDatabase(dataDir);
    // A killed process loses nothing by it; a power cut may lose the last counts, to the holder's advantage. Waiting
    // for the disk twice in every call would make keys slower than the answers.
    this.#database.pragma('synchronous = NORMAL');
    this.#drizzle = drizzle(this.#database);
    this.#statements = prepare(this.#drizzle);
  }

  find(prefix: string): ApiKeyRow | undefined {
    return this.#statements.find.get({ prefix });
  }

  use(keyId: number, { month, now }: CountingMoment): KeyUse {
    const rows = this.#statements.usage.all({ keyId, month });
    const held = this.#statements.held.get({ keyId, now: now.toISOString() })?.units;
    const callsOf = (period: string) => rows.find((row) => row.period === period)?.calls ?? 0;
    return { trialCalls: callsOf(TRIAL_PERIOD), callsInMonth: callsOf(month), held: Number(held ?? 0) };
  }

  reserve(
    keyId: number,
    units: number,
    allowance: Allowance,
    at: CountingMoment,
  ): { reservation: Reservation; left: number } | undefined {
    return this.#atomically(() => {
      const left = unitsLeft(allowance, this.use(keyId, at)) - units;
      if (left < 0) return undefined;
      this.#statements.forget.run({ keyId, now: at.now.toISOString() });
      const heldUntil = new Date(at.now.getTime() + HELD_MS).toISOString();
      const { lastInsertRowid } = this.#statements.hold.run({ keyId, units, heldUntil });
      return { reservation: { id: Number(lastInsertRowid), keyId }, left };
    });
  }

  resize({ id, keyId }: Reservation, units: number, allowance: Allowance, at: CountingMoment): boolean {
    return this.#atomically(() => {
      const own = this.#statements.reservation.get({ id, keyId })?.units ?? 0;
      if (own === 0 || unitsLeft(allowance, this.use(keyId, at)) + own < units) return false;
      this.#statements.resize.run({ id, keyId, units });
      return true;
    });
  }

  count({ id, keyId }: Reservation, units: number, allowance: Allowance, at: CountingMoment): number {
    return this.#atomically(() => {
      this.#statements.release.run({ id, keyId });
      const { trialCalls } = this.use(keyId, at);
      const onTrial = Math.min(units, Math.max(0, allowance.trialCalls - trialCalls));
      if (onTrial > 0) this.#statements.add.run({ keyId, period: TRIAL_PERIOD, units: onTrial });
      if (units > onTrial) this.#statements.add.run({ keyId, period: at.month, units: units - onTrial });
      return Math.max(0, unitsLeft(allowance, this.use(keyId, at)));
    });
  }

  release({ id, keyId }: Reservation): void {
    this.#statements.release.run({ id, keyId });
  }

  close(): void {
    if (this.#database.open) this.#database.close();
  }

  /** Takes the lock for writing before it reads: what was read is still so when it writes. */
  #atomically<Value>(change: () => Value): Value {
    return this.#database.transaction(change).immediate();
  }
}

/** What is left of a plan; negative when the operator has made the plan smaller meanwhile. */
export function unitsLeft(allowance: Allowance, { trialCalls, callsInMonth, held }: KeyUse): number {
  const trial = Math.max(0, allowance.trialCalls - trialCalls);
  const month = Math.max(0, allowance.callsPerMonth - callsInMonth);
  return trial + month - held;
}

function prepare(database: BetterSQLite3Database) {
  const { placeholder } = sql;
  const ownReservation = and(
    eq(apiReservation.id, placeholder('id')),
    eq(apiReservation.keyId, placeholder('keyId')),
  );
  const ofKey = eq(apiReservation.keyId, placeholder('keyId'));
  return {
    find: database
      .select()
      .from(apiKey)
      .where(eq(apiKey.prefix, placeholder('prefix')))
      .prepare(),
    usage: database
      .select({ period: apiUsage.period, calls: apiUsage.calls })
      .from(apiUsage)
      .where(
        and(
          eq(apiUsage.keyId, placeholder('keyId')),
          inArray(apiUsage.period, [TRIAL_PERIOD, placeholder('month')]),
        ),
      )
      .prepare(),
    held: database
      .select({ units: sql<number | null>`sum(${apiReservation.units})` })
      .from(apiReservation)
      .where(and(ofKey, gt(apiReservation.heldUntil, placeholder('now'))))
      .prepare(),
    reservation: database
      .select({ units: apiReservation.units })
      .from(apiReservation)
      .where(ownReservation)
      .prepare(),
    hold: database
      .insert(apiReservation)
      .values({
        keyId: placeholder('keyId'),
        units: placeholder('units'),
        heldUntil: placeholder('heldUntil'),
      })
      .prepare(),
    resize: database
      .update(apiReservation)
      .set({ units: sql`${placeholder('units')}` })
      .where(ownReservation)
      .prepare(),
    forget: database
      .delete(apiReservation)
      .where(and(ofKey, lte(apiReservation.heldUntil, placeholder('now'))))
      .prepare(),
    release: database.delete(apiReservation).where(ownReservation).prepare(),
    add: database
      .insert(apiUsage)
      .values({ keyId: placeholder('keyId'), period: placeholder('period'), calls: placeholder('units') })
      .onConflictDoUpdate({
        target: [apiUsage.keyId, apiUsage.period],
        set: { calls: sql`${apiUsage.calls} + excluded.calls` },
      })
      .prepare(),
  };
}
