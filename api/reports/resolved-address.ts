import type { AddressRow } from '../../db/queries/addresses.ts';
import type { ProblemError } from '../errors.ts';
import type { RegisterObject } from '../live/address-register.ts';
import type { GeocodedAddress } from '../live/geocoder.ts';
import type { LiveAnswer, LiveSource } from '../live/live-source.ts';
import type { UpstreamUnavailable } from '../live/upstream-unavailable.ts';
import { byReadingOrder } from './pick-address.ts';

/** The one address that an input names, with what an answer may list as other matches. */
export interface ResolvedAddress {
  readonly address: AddressRow;
  /** Further objects that the register has under the very same address. */
  readonly duplicates: readonly AddressRow[];
  /** The other addresses on the same number. */
  readonly sameNumber: readonly AddressRow[];
  /** Set where the store does not have the address: publishers were asked for it. */
  readonly live?: LiveAddress;
}

/** What publishers said of an address that the store does not have. */
export interface LiveAddress {
  readonly geocoder: Asked;
  readonly geocoded: GeocodedAddress;
  /** The register's facts, or its failure: the address itself is known without it. */
  readonly register:
    | (Asked & { readonly object: RegisterObject | null; readonly failure?: undefined })
    | { readonly failure: UpstreamUnavailable };
}

/** Who was asked, and when. */
export interface Asked {
  readonly source: LiveSource;
  readonly answer: Pick<LiveAnswer<unknown>, 'mode' | 'retrievedAt'>;
}

/** @param rows all that share the number, the chosen one among them */
export function resolved(
  address: AddressRow,
  duplicates: readonly AddressRow[],
  rows: readonly AddressRow[],
): ResolvedAddress {
  const named = new Set([address.id, ...duplicates.map((row) => row.id)]);
  return {
    address,
    duplicates,
    sameNumber: rows.filter((row) => !named.has(row.id)).sort(byReadingOrder),
  };
}

/** What came of one way to read a text. */
export type Attempt =
  | { readonly kind: 'found'; readonly found: ResolvedAddress }
  /** `progress`: how much of the text agreed with the register; the attempt that got farthest is reported. */
  | { readonly kind: 'failed'; readonly progress: number; readonly problem: () => ProblemError };
