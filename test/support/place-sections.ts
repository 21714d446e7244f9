import type { LiveClients } from '../../api/live/clients.ts';
import { locateNeighbourhood } from '../../api/reports/locate-neighbourhood.ts';
import { resolveAddress } from '../../api/reports/resolve-address.ts';
import type { ReportContext } from '../../api/reports/sections/section.ts';
import { SourceList } from '../../api/reports/source.ts';
import type { Source } from '../../api/schemas/source.ts';
import type { Snapshot } from '../../db/store.ts';
import { LIVEABILITY } from '../../ingest/sources/bzk/liveability.ts';
import { NEIGHBOURHOODS } from '../../ingest/sources/cbs/neighbourhoods.ts';
import { ADDRESSES } from '../../ingest/sources/kadaster/addresses.ts';
import { HERITAGE } from '../../ingest/sources/rce/heritage.ts';
import { ENVIRONMENT } from '../../ingest/sources/rivm/environment.ts';
import { ingestFromMirror, snapshotOf } from './group-run.ts';

/** Groups beside the addresses and neighbourhoods. */
const PLACE_GROUPS = {
  environment: (run: Parameters<typeof ingestFromMirror>[1]) => ingestFromMirror(ENVIRONMENT, run),
  heritage: (run: Parameters<typeof ingestFromMirror>[1]) => ingestFromMirror(HERITAGE, run),
  liveability: (run: Parameters<typeof ingestFromMirror>[1]) => ingestFromMirror(LIVEABILITY, run),
};

export type PlaceGroup = keyof typeof PLACE_GROUPS;

/** The sample's addresses and neighbourhoods, and some of what is known of places, through the ingest. */
export async function samplePlaces(dataDir: string, groups: readonly PlaceGroup[]): Promise<Snapshot> {
  const run = { dataDir, mirror: 'ingest/sample', label: 'sample' } as const;
  await ingestFromMirror(ADDRESSES, run);
  await ingestFromMirror(NEIGHBOURHOODS, run);
  for (const group of groups) await PLACE_GROUPS[group](run);
  return snapshotOf(dataDir);
}

export interface SectionQuestion<Block> {
  readonly section: (context: ReportContext) => Promise<Block>;
  readonly q: string;
  readonly live?: LiveClients | undefined;
  readonly signal?: AbortSignal;
  /** False for an address without a location. */
  readonly located?: boolean;
}

/** One block of the report about an address, and the sources that it named. */
export async function askSection<Block>(
  snapshot: Snapshot,
  { section, q, live, signal = AbortSignal.timeout(5000), located = true }: SectionQuestion<Block>,
): Promise<{ block: Block; sources: Source[] }> {
  const resolved = resolveAddress(snapshot, { q });
  const address = located ? resolved.address : { ...resolved.address, rdXM: null, rdYM: null };
  const neighbourhood = locateNeighbourhood(snapshot, address);
  const sources = new SourceList();
  const block = await section({
    ...{ snapshot, resolved, address, neighbourhood, today: '2026-11-27', sources, live, signal },
  });
  return { block, sources: sources.toArray() };
}
