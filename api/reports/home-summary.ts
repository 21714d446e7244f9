import type { Snapshot } from '../../db/store.ts';
import type { Prices } from '../prices.ts';
import type { AddressQuery } from '../schemas/address-input.ts';
import type { HomeSummary } from '../schemas/home.ts';
import { type AddressClients, findAddress } from './find-address.ts';
import { locateNeighbourhood } from './locate-neighbourhood.ts';
import { RELATED_STATUS, relatedToAddress } from './related.ts';
import type { ResolvedAddress } from './resolved-address.ts';
import { addressSection } from './sections/address.ts';
import { buildingSection } from './sections/building.ts';
import { heritageSection } from './sections/heritage.ts';
import { liveabilitySection } from './sections/liveability.ts';
import { neighbourhoodSection } from './sections/neighbourhood.ts';
import { safetySection } from './sections/safety.ts';
import type { SectionContext } from './sections/section.ts';
import { SourceList } from './source.ts';

/** What a summary needs beside the data. */
export interface SummaryContext {
  /** Calendar day in Europe/Amsterdam. */
  readonly today: string;
  readonly prices: Prices;
  /** Undefined with LIVE=off. */
  readonly live: AddressClients | undefined;
  /** Starts the clock that ends all live questions. */
  readonly deadline: () => AbortSignal;
}

/**
 * The free answer about an address. Publishers are asked only for an address that the store does not have.
 * @throws ProblemError, DatasetUnavailableError, UpstreamUnavailable as `findAddress`
 */
export async function homeSummary(
  snapshot: Snapshot,
  query: AddressQuery,
  { today, prices, live, deadline }: SummaryContext,
): Promise<HomeSummary> {
  return summaryOf(snapshot, await findAddress(snapshot, query, live, deadline), today, prices);
}

/**
 * The blocks of the summary. Only the register is needed: a group of figures that is not loaded makes its blocks null,
 * with a note that says so.
 * @throws UpstreamUnavailable when the register was asked for the building and failed
 */
export function summaryOf(
  snapshot: Snapshot,
  resolved: ResolvedAddress,
  today: string,
  prices: Prices,
): HomeSummary {
  const { address } = resolved;
  const sources = new SourceList();
  const neighbourhood = locateNeighbourhood(snapshot, address, resolved.live);
  const context: SectionContext = { snapshot, resolved, address, neighbourhood, today, sources };
  return {
    address: addressSection(context),
    building: buildingSection(context),
    neighbourhood: neighbourhoodSection(context),
    safety: safetySection(context),
    heritage: heritageSection(context),
    liveability: liveabilitySection(context),
    source: sources.toArray(),
    related: [
      ...relatedToAddress(snapshot, prices, address, ['report', 'lookup', 'energyLabel']),
      ...RELATED_STATUS,
    ],
  };
}
