import type { Snapshot } from '../../db/store.ts';
import type { Prices } from '../prices.ts';
import type { AddressQuery } from '../schemas/address-input.ts';
import type { AddressLookup } from '../schemas/address-lookup.ts';
import { addressMatches } from './address-matches.ts';
import { type AddressClients, findAddress } from './find-address.ts';
import { locateNeighbourhood } from './locate-neighbourhood.ts';
import { locatedAddress } from './located-address.ts';
import { useAddressSource } from './register-source.ts';
import { relatedToAddress } from './related.ts';
import { addressNote } from './sections/address.ts';
import type { SectionContext } from './sections/section.ts';
import { SourceList } from './source.ts';

/** What a lookup needs beside the data. */
export interface LookupContext {
  /** Calendar day in Europe/Amsterdam. */
  readonly today: string;
  readonly prices: Prices;
  /** Undefined with LIVE=off. */
  readonly live: AddressClients | undefined;
  /** Ends all live questions at the deadline of the answer. */
  readonly signal: AbortSignal;
}

/**
 * The address that the parameters name, verified and located.
 * @throws ProblemError, DatasetUnavailableError, UpstreamUnavailable as `findAddress`
 */
export async function addressLookup(
  snapshot: Snapshot,
  query: AddressQuery,
  { today, prices, live, signal }: LookupContext,
): Promise<AddressLookup> {
  const resolved = await findAddress(snapshot, query, live, () => signal);
  const { address, duplicates, sameNumber } = resolved;
  const sources = new SourceList();
  const neighbourhood = locateNeighbourhood(snapshot, address, resolved.live);
  const context: SectionContext = { snapshot, resolved, address, neighbourhood, today, sources };
  const located = locatedAddress(context);
  const others = [...duplicates, ...sameNumber];
  if (others.length > 0) useAddressSource(context, 'other_matches');
  return {
    ...located,
    other_matches: addressMatches(snapshot, others, [address, ...others]),
    note: addressNote(context),
    source: sources.toArray(),
    related: relatedToAddress(snapshot, prices, address, ['basic', 'report', 'energyLabel']),
  };
}
