import type { Snapshot } from '../../db/store.ts';
import type { Prices } from '../prices.ts';
import type { AddressQuery } from '../schemas/address-input.ts';
import type { AddressLookup } from '../schemas/address-lookup.ts';
import { addressMatches } from './address-matches.ts';
import { HOME_SOURCES } from './home-sources.ts';
import { locateNeighbourhood } from './locate-neighbourhood.ts';
import { locatedAddress } from './located-address.ts';
import { relatedToAddress } from './related.ts';
import { resolveAddress } from './resolve-address.ts';
import { addressNote } from './sections/address.ts';
import type { SectionContext } from './sections/section.ts';
import { SourceList } from './source.ts';

/**
 * The address that the parameters name, verified and located.
 * @param today calendar day in Europe/Amsterdam
 * @throws ProblemError as `resolveAddress`
 * @throws DatasetUnavailableError when there is no release of the addresses
 */
export async function addressLookup(
  snapshot: Snapshot,
  query: AddressQuery,
  today: string,
  prices: Prices,
): Promise<AddressLookup> {
  const resolved = resolveAddress(snapshot, query);
  const { address, duplicates, sameNumber } = resolved;
  const sources = new SourceList();
  const neighbourhood = locateNeighbourhood(snapshot, address);
  const context: SectionContext = { snapshot, resolved, address, neighbourhood, today, sources };
  const located = locatedAddress(context);
  const others = [...duplicates, ...sameNumber];
  if (others.length > 0) sources.use(snapshot.require('addresses'), HOME_SOURCES.register, 'other_matches');
  return {
    ...located,
    other_matches: addressMatches(snapshot, others),
    note: addressNote(context),
    source: sources.toArray(),
    related: relatedToAddress(snapshot, prices, address, ['basic', 'report', 'energyLabel']),
  };
}
