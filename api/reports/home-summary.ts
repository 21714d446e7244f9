import type { Snapshot } from '../../db/store.ts';
import type { AddressQuery } from '../schemas/address-input.ts';
import type { HomeSummary, Related } from '../schemas/home.ts';
import { locateNeighbourhood } from './locate-neighbourhood.ts';
import { resolveAddress } from './resolve-address.ts';
import { addressSection } from './sections/address.ts';
import { buildingSection } from './sections/building.ts';
import { heritageSection } from './sections/heritage.ts';
import { liveabilitySection } from './sections/liveability.ts';
import { neighbourhoodSection } from './sections/neighbourhood.ts';
import { safetySection } from './sections/safety.ts';
import type { SectionContext } from './sections/section.ts';
import { SourceList } from './source.ts';

/**
 * The free answer about an address. Only the register is needed: a group of figures that is not loaded makes its
 * blocks null, with a note that says so.
 * @param today calendar day in Europe/Amsterdam
 * @throws ProblemError as `resolveAddress`
 * @throws DatasetUnavailableError when there is no release of the addresses
 */
export function homeSummary(snapshot: Snapshot, query: AddressQuery, today: string): HomeSummary {
  const resolved = resolveAddress(snapshot, query);
  const { address } = resolved;
  const sources = new SourceList();
  const neighbourhood = locateNeighbourhood(snapshot, address);
  const context: SectionContext = { snapshot, resolved, address, neighbourhood, today, sources };
  return {
    address: addressSection(context),
    building: buildingSection(context),
    neighbourhood: neighbourhoodSection(context),
    safety: safetySection(context),
    heritage: heritageSection(context),
    liveability: liveabilitySection(context),
    source: sources.toArray(),
    related: RELATED,
  };
}

const RELATED: Related = [
  {
    endpoint: '/v1/status',
    price: 'free',
    what: 'Which data this service has loaded, what day or year they describe, and when they are renewed.',
  },
];
