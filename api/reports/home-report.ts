import type { Snapshot } from '../../db/store.ts';
import type { LiveClients } from '../live/clients.ts';
import type { Prices } from '../prices.ts';
import type { HomeReport, HomeReportQuery } from '../schemas/home-report.ts';
import { locateNeighbourhood } from './locate-neighbourhood.ts';
import { RELATED_STATUS, relatedToAddress } from './related.ts';
import { reportUnavailable } from './report-failures.ts';
import { resolveAddress } from './resolve-address.ts';
import { runSections, type Section } from './run-sections.ts';
import { addressSection } from './sections/address.ts';
import { buildingSection } from './sections/building.ts';
import { heritageSection } from './sections/heritage.ts';
import { liveabilitySection } from './sections/liveability.ts';
import { neighbourhoodReportSection } from './sections/neighbourhood-report.ts';
import { safetyReportSection } from './sections/safety-report.ts';
import { schoolsSection } from './sections/schools.ts';
import type { ReportContext } from './sections/section.ts';
import { SourceList } from './source.ts';

type HomeReportBlocks = Omit<HomeReport, 'address' | 'unavailable' | 'source' | 'related'>;

/** The blocks beside the address, in the order of the answer. */
const SECTIONS: { readonly [Name in keyof HomeReportBlocks]: Section<HomeReportBlocks[Name]> } = {
  building: buildingSection,
  neighbourhood: neighbourhoodReportSection,
  safety: safetyReportSection,
  heritage: heritageSection,
  liveability: liveabilitySection,
  schools: schoolsSection,
};

export interface HomeReportRequest {
  readonly snapshot: Snapshot;
  readonly query: HomeReportQuery;
  /** Calendar day in Europe/Amsterdam. */
  readonly today: string;
  /** Ends all live questions at the deadline of the answer. */
  readonly signal: AbortSignal;
  /** Undefined with LIVE=off. */
  readonly live: LiveClients | undefined;
  readonly prices: Prices;
}

/**
 * The full answer about an address. A source that is not available is an error that names it, so that nothing is
 * paid for half an answer, unless the caller allows a partial one: then its block is null and `unavailable` says why.
 * @throws ProblemError as `resolveAddress`; `upstream_unavailable` and `dataset_unavailable` naming every source
 */
export async function homeReport(request: HomeReportRequest): Promise<HomeReport> {
  const { snapshot, query, today, signal, live, prices } = request;
  const { allow_partial: allowPartial = false, ...addressQuery } = query;
  const resolved = resolveAddress(snapshot, addressQuery);
  const { address } = resolved;
  const neighbourhood = locateNeighbourhood(snapshot, address);
  const sources = new SourceList();
  const context: ReportContext = {
    snapshot,
    resolved,
    address,
    neighbourhood,
    today,
    sources,
    live,
    signal,
  };
  const addressBlock = addressSection(context);
  const { blocks, failures } = await runSections(SECTIONS, context);
  if (failures.length > 0 && !allowPartial) throw reportUnavailable(failures);
  return {
    address: addressBlock,
    // One block for each of SECTIONS, made by it, or null.
    ...(blocks as HomeReportBlocks),
    unavailable: failures.map(({ unavailable }) => unavailable),
    source: sources.toArray(),
    related: [
      ...relatedToAddress(snapshot, prices, address, ['basic', 'lookup', 'energyLabel']),
      ...RELATED_STATUS,
    ],
  };
}
