import type { Plan } from './plans.ts';

/** What a request's `Authorization` header is worth. */
export type KeyVerdict =
  /** There is none. */
  | { readonly kind: 'none' }
  /** `hint` says in a sentence why the key does not do. */
  | { readonly kind: 'refused'; readonly reason: string; readonly hint: string }
  | {
      readonly kind: 'granted';
      readonly keyId: number | string;
      readonly remaining: number;
      /**
       * For answers that hold several items: keeps so many units ready, before they are made.
       * @returns false when fewer are left; then nothing is to be answered
       */
      resize(units: number): boolean;
      /** Counts the call, as the units that were found. @returns the calls that are left */
      commit(units?: number): number;
      /** Gives the call back that was reserved. */
      release(): void;
    };

/** Who may call by a key. */
export interface ApiKeys {
  begin(authorization: string | undefined): KeyVerdict;
}

/** What a key's holder may know of it. */
export interface KeyAccount {
  readonly kind: 'account';
  readonly prefix: string;
  readonly planName: string;
  readonly plan: Plan;
  /** On the Dutch calendar, `YYYY-MM`. */
  readonly month: string;
  readonly callsInMonth: number;
  readonly trialCalls: number;
  /** Calls that can still be made this month, trial calls included. */
  readonly remaining: number;
  /** RFC 3339, UTC; null: never. */
  readonly expiresAt: string | null;
}

/** Whose key it is, without counting anything. */
export interface KeyAccounts {
  /** @returns the part of the key that may be shown; undefined when it lets nobody in */
  identify(authorization: string | undefined): string | undefined;
  /** That nothing is left is no refusal. */
  account(authorization: string | undefined): KeyAccount | Exclude<KeyVerdict, { kind: 'granted' }>;
}

/** Nobody has a key. */
export const NO_KEYS: ApiKeys = { begin: refuse };

/** Nobody has an account. */
export const NO_ACCOUNTS: KeyAccounts = { identify: () => undefined, account: refuse };

function refuse(authorization: string | undefined): Exclude<KeyVerdict, { kind: 'granted' }> {
  return authorization === undefined
    ? { kind: 'none' }
    : { kind: 'refused', reason: 'unknown', hint: 'This key is not known here.' };
}
