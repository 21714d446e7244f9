import type { AddressRow } from '../../../db/queries/addresses.ts';
import type { Region } from '../../../db/queries/neighbourhoods.ts';
import type { Snapshot } from '../../../db/store.ts';
import type { LiveClients } from '../../live/clients.ts';
import type { ResolvedAddress } from '../resolved-address.ts';
import type { SourceList } from '../source.ts';

/** What every section of an address answer works from. A section is one query and one mapping, and names its sources. */
export interface SectionContext {
  readonly snapshot: Snapshot;
  readonly resolved: ResolvedAddress;
  readonly address: AddressRow;
  readonly neighbourhood: LocatedNeighbourhood;
  /** Calendar day in Europe/Amsterdam, `YYYY-MM-DD`. */
  readonly today: string;
  readonly sources: SourceList;
}

/** What the sections of a complete report work from, which may ask publishers. */
export interface ReportContext extends SectionContext {
  /** Undefined with LIVE=off. */
  readonly live: LiveClients | undefined;
  /** Ends all live questions at the deadline of the answer. */
  readonly signal: AbortSignal;
}

/** The neighbourhood of an address, or why it is not known. */
export type LocatedNeighbourhood =
  | { readonly region: Region; readonly missing: null; readonly by: 'key' }
  /** By the outline that holds its point, in the division of a year. */
  | { readonly region: Region; readonly missing: null; readonly by: 'location'; readonly editionYear: number }
  /** As the geocoder says of an address that was asked live. */
  | { readonly region: Region; readonly missing: null; readonly by: 'geocoder' }
  | { readonly region: undefined; readonly missing: 'not_loaded' | 'no_postcode' | 'not_in_key' };

/** One sentence for why an answer has no neighbourhood. */
export const NO_NEIGHBOURHOOD_TEXTS = {
  not_loaded: 'The neighbourhood figures are not loaded on this service.',
  no_postcode:
    'The neighbourhood is not known here: this address has no postcode to find it by, and no neighbourhood was found at its location.',
  not_in_key:
    "The neighbourhood is not known here: the publisher's key of postcodes and house numbers does not have this address yet, and no neighbourhood was found at its location.",
} as const satisfies Record<NonNullable<LocatedNeighbourhood['missing']>, string>;

/** Sentences as one note; null when there are none. */
export function noteOf(...sentences: readonly (string | false | null | undefined)[]): string | null {
  const said = sentences.filter((sentence) => typeof sentence === 'string' && sentence !== '');
  return said.length === 0 ? null : said.join(' ');
}

/** Says that figures are of a larger area than the neighbourhood. */
export function areaSentence(
  what: string,
  { kind, name, code }: Pick<Region, 'kind' | 'name' | 'code'>,
): string {
  return `These are ${what} of its ${kind}, ${name ?? code}.`;
}
