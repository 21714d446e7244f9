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
      /** Counts the call. @returns the calls that are left */
      commit(units?: number): number;
      /** Gives the call back that was reserved. */
      release(): void;
    };

/** Who may call by a key. */
export interface ApiKeys {
  begin(authorization: string | undefined): KeyVerdict;
}
