import type { Snapshot } from '../../../db/store.ts';
import { HEIGHT_MODEL } from '../../live/ahn.ts';
import { ANNOUNCEMENTS } from '../../live/announcements.ts';
import type { LiveClients } from '../../live/clients.ts';
import { ENERGY_LABEL_REGISTER } from '../../live/ep-online.ts';
import { LEEFBAAROMETER_MAP } from '../../live/leefbaarometer.ts';
import { MONUMENT_MAP } from '../../live/rce.ts';
import { LIVE_MAPS } from '../../live/rivm-maps.ts';
import { type HomeReportQuery, HomeReportSchema } from '../../schemas/home-report.ts';
import type { HomeReportPreview, PreviewFrame } from '../../schemas/preview.ts';
import { addressLabel } from '../address-text.ts';
import { findAddress } from '../find-address.ts';
import { HOME_REPORT_SECTIONS } from '../home-report.ts';
import { locateNeighbourhood } from '../locate-neighbourhood.ts';
import { useAddressSource } from '../register-source.ts';
import { runSections } from '../run-sections.ts';
import { addressReportSection } from '../sections/address.ts';
import type { ReportContext } from '../sections/section.ts';
import { SourceList } from '../source.ts';
import { selectingInput } from './address-input.ts';
import { blockFields } from './block-fields.ts';
import { contentsOf, type KnownBlock, type LiveBlock } from './contents.ts';

const FIELDS = blockFields(HomeReportSchema, 'other');

export interface AddressPreviewRequest<Query> {
  readonly snapshot: Snapshot;
  readonly query: Query;
  /** Calendar day in Europe/Amsterdam. */
  readonly today: string;
  /** Undefined with LIVE=off. */
  readonly live: LiveClients | undefined;
  /** Starts the clock that ends all live questions. */
  readonly deadline: () => AbortSignal;
  readonly frame: PreviewFrame;
}

/**
 * What the full report of an address would hold. The sections run as for the report, on the releases alone: what
 * they make is looked at and dropped.
 * @throws ProblemError, DatasetUnavailableError, UpstreamUnavailable as `findAddress`
 */
export async function homeReportPreview(
  request: AddressPreviewRequest<HomeReportQuery>,
): Promise<HomeReportPreview> {
  const { snapshot, query, today, live, deadline, frame } = request;
  const { allow_partial: allowPartial = false, ...addressQuery } = query;
  const resolved = await findAddress(snapshot, addressQuery, live, deadline);
  const { address } = resolved;
  const matched = new SourceList();
  useAddressSource({ snapshot, resolved, sources: matched }, 'match');
  const context: ReportContext = {
    snapshot,
    resolved,
    address,
    neighbourhood: locateNeighbourhood(snapshot, address, resolved.live),
    today,
    sources: new SourceList(),
    live: undefined,
    // Nobody is asked.
    signal: new AbortController().signal,
  };
  const addressBlock = addressReportSection(context);
  const { blocks, failures } = await runSections(HOME_REPORT_SECTIONS, context);
  const known: Record<string, KnownBlock> = { address: { value: addressBlock, note: null } };
  for (const [name, made] of Object.entries(blocks)) known[name] = knownBlock(name, made);
  for (const { unavailable } of failures) {
    known[unavailable.block] = { value: null, note: unavailable.reason };
  }
  if (live !== undefined && live.energyLabels === undefined) {
    known.energy_label = {
      value: null,
      note: 'The operator of this service has no key of the register of energy labels.',
    };
  }
  const { query: selecting, input } = selectingInput(snapshot, address);
  return {
    valid: true,
    input: { ...input, allow_partial: allowPartial },
    match: { label: addressLabel(address) },
    contains: contentsOf(
      FIELDS,
      known,
      liveBlocks(snapshot, live, address.rdXM !== null && address.rdYM !== null),
      context.sources.toArray(),
    ),
    ...frame,
    endpoint: `/v1/home/report?${selecting}${allowPartial ? '&allow_partial=true' : ''}`,
    source: matched.toArray(),
  };
}

/** Two sections make a list with a note beside it; all others a block that has its note inside. */
function knownBlock(name: string, made: unknown): KnownBlock {
  const members = (made ?? {}) as Readonly<Record<string, unknown>>;
  const isList = name in members;
  const note = members[isList ? `${name}_note` : 'note'];
  return { value: isList ? members[name] : made, note: typeof note === 'string' ? note : null };
}

/** What the report would ask its publishers for. */
function liveBlocks(
  { releases }: Snapshot,
  live: LiveClients | undefined,
  isLocated: boolean,
): Record<string, LiveBlock> {
  if (live === undefined) return {};
  const [map] = LIVE_MAPS;
  return {
    permits: { sourceId: ANNOUNCEMENTS.id },
    ...(live.energyLabels !== undefined && { energy_label: { sourceId: ENERGY_LABEL_REGISTER.id } }),
    ...(isLocated && {
      elevation: { sourceId: HEIGHT_MODEL.id },
      ...(releases.heritage === undefined && { heritage: { sourceId: MONUMENT_MAP.id } }),
      ...(releases.liveability === undefined && { liveability: { sourceId: LEEFBAAROMETER_MAP.id } }),
      ...(releases.environment === undefined &&
        map !== undefined && { environment: { sourceId: map.source.id } }),
    }),
  };
}
