import type { Snapshot } from '../../db/store.ts';
import type { LiveClients } from '../live/clients.ts';
import type { Prices } from '../prices.ts';
import type { HomeReport, HomeReportQuery } from '../schemas/home-report.ts';
import { findAddress } from './find-address.ts';
import { locateNeighbourhood } from './locate-neighbourhood.ts';
import { RELATED_STATUS, relatedToAddress } from './related.ts';
import { reportUnavailable } from './report-failures.ts';
import { runSections, type Section } from './run-sections.ts';
import { addressReportSection } from './sections/address.ts';
import { buildingReportSection } from './sections/building.ts';
import { elevationSection } from './sections/elevation.ts';
import { energyLabelSection } from './sections/energy-label.ts';
import { environmentSection } from './sections/environment.ts';
import { heritageReportSection } from './sections/heritage-report.ts';
import { liveabilityReportSection } from './sections/liveability-report.ts';
import { neighbourhoodReportSection } from './sections/neighbourhood-report.ts';
import { type PermitsSection, permitsSection } from './sections/permits.ts';
import { safetyReportSection } from './sections/safety-report.ts';
import { type SchoolsSection, schoolsSection } from './sections/schools.ts';
import type { ReportContext } from './sections/section.ts';
import { SourceList } from './source.ts';

/** What the sections make; null where the source of a block is not available. */
interface MadeBlocks
  extends Pick<
    HomeReport,
    | 'building'
    | 'neighbourhood'
    | 'safety'
    | 'heritage'
    | 'liveability'
    | 'elevation'
    | 'environment'
    | 'energy_label'
  > {
  readonly permits: PermitsSection | null;
  readonly schools: SchoolsSection | null;
}

/** The blocks beside the address, in the order of the answer. */
export const HOME_REPORT_SECTIONS: { readonly [Name in keyof MadeBlocks]: Section<MadeBlocks[Name]> } = {
  building: buildingReportSection,
  neighbourhood: neighbourhoodReportSection,
  safety: safetyReportSection,
  heritage: heritageReportSection,
  liveability: liveabilityReportSection,
  elevation: elevationSection,
  environment: environmentSection,
  energy_label: energyLabelSection,
  permits: permitsSection,
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
 * @throws ProblemError, DatasetUnavailableError, UpstreamUnavailable as `findAddress` when the address cannot be found
 * @throws ProblemError `upstream_unavailable` and `dataset_unavailable` naming every source
 */
export async function homeReport(request: HomeReportRequest): Promise<HomeReport> {
  const { snapshot, query, today, signal, live, prices } = request;
  const { allow_partial: allowPartial = false, ...addressQuery } = query;
  const resolved = await findAddress(snapshot, addressQuery, live, () => signal);
  const { address } = resolved;
  const neighbourhood = locateNeighbourhood(snapshot, address, resolved.live);
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
  const addressBlock = addressReportSection(context);
  const { blocks, failures } = await runSections(HOME_REPORT_SECTIONS, context);
  if (failures.length > 0 && !allowPartial) throw reportUnavailable(failures);
  // One block for each section, made by it, or null.
  const { permits, schools, ...made } = blocks as unknown as MadeBlocks;
  return {
    address: addressBlock,
    ...made,
    permits: permits?.permits ?? null,
    permits_note: permits?.permits_note ?? null,
    schools: schools?.schools ?? null,
    schools_note: schools?.schools_note ?? null,
    unavailable: failures.map(({ unavailable }) => unavailable),
    source: sources.toArray(),
    related: [
      ...relatedToAddress(snapshot, prices, address, ['basic', 'lookup', 'energyLabel']),
      ...RELATED_STATUS,
    ],
  };
}
