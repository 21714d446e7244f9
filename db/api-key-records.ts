import type Database from 'better-sqlite3';
import { asc, eq } from 'drizzle-orm';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import type { ApiKeyRow } from './api-keys.ts';
import { openOperationsDatabase } from './operations.ts';
import { apiKey, apiUsage } from './schema/operations-keys.ts';

export type ApiUsageRow = typeof apiUsage.$inferSelect;

/** A key that is about to be given out. */
export interface NewApiKey {
  readonly prefix: string;
  readonly hash: string;
  readonly plan: string;
  readonly label: string;
  readonly createdAt: string;
  /** Null: never. */
  readonly expiresAt: string | null;
}

/** What the operator does with keys. Each change is on the disk when its method returns. */
export class ApiKeyRecords {
  readonly #database: Database.Database;
  readonly #drizzle: BetterSQLite3Database;

  /** @throws OperationsError when `operations.sqlite` cannot be written */
  constructor(dataDir: string) {
    this.#database = openOperationsDatabase(dataDir);
    this.#drizzle = drizzle(this.#database);
  }

  add(key: NewApiKey): ApiKeyRow {
    return this.#drizzle.insert(apiKey).values(key).returning().get();
  }

  /** Oldest first. */
  list(): ApiKeyRow[] {
    return this.#drizzle.select().from(apiKey).orderBy(asc(apiKey.id)).all();
  }

  find(prefix: string): ApiKeyRow | undefined {
    return this.#drizzle.select().from(apiKey).where(eq(apiKey.prefix, prefix)).get();
  }

  /** Of every period in which there were calls, oldest first. */
  usage(keyId: number): ApiUsageRow[] {
    return this.#drizzle
      .select()
      .from(apiUsage)
      .where(eq(apiUsage.keyId, keyId))
      .orderBy(asc(apiUsage.period))
      .all();
  }

  /** From now on the key lets nobody in. */
  revoke(id: number, revokedAt: string): void {
    this.#drizzle.update(apiKey).set({ revokedAt }).where(eq(apiKey.id, id)).run();
  }

  /** Puts a new key in the place of the old one, which lets nobody in from now on. What was used stays used. */
  rotate(id: number, { prefix, hash, rotatedAt }: { prefix: string; hash: string; rotatedAt: string }): void {
    this.#drizzle.update(apiKey).set({ prefix, hash, rotatedAt }).where(eq(apiKey.id, id)).run();
  }

  close(): void {
    if (this.#database.open) this.#database.close();
  }
}
