import type { Snapshot } from '../../../db/store.ts';
import { ENERGY_LABEL_REGISTER } from '../../live/ep-online.ts';
import type { AddressQuery } from '../../schemas/address-input.ts';
import { AddressLookupSchema } from '../../schemas/address-lookup.ts';
import {
  type AddressReverseQuery,
  AddressReverseSchema,
  DEFAULT_NEAREST,
  DEFAULT_RADIUS_M,
} from '../../schemas/address-reverse.ts';
import { EnergyLabelAnswerSchema } from '../../schemas/energy-label.ts';
import type { AddressPreview, AddressReversePreview, PreviewFrame } from '../../schemas/preview.ts';
import type { Source } from '../../schemas/source.ts';
import { addressReverse } from '../address-reverse.ts';
import { addressLabel, registerId } from '../address-text.ts';
import { findAddress } from '../find-address.ts';
import { HOME_SOURCES } from '../home-sources.ts';
import { locateNeighbourhood } from '../locate-neighbourhood.ts';
import { locatedAddress, registeredAddress } from '../located-address.ts';
import { useAddressSource } from '../register-source.ts';
import { NO_NEIGHBOURHOOD_TEXTS } from '../sections/section.ts';
import { SourceList } from '../source.ts';
import { selectingInput } from './address-input.ts';
import { blockFields } from './block-fields.ts';
import { contentsOf } from './contents.ts';
import type { AddressPreviewRequest } from './home-report-preview.ts';

const LOOKUP_FIELDS = blockFields(AddressLookupSchema, 'other');
const REVERSE_FIELDS = blockFields(AddressReverseSchema, 'other');
const LABEL_FIELDS = blockFields(EnergyLabelAnswerSchema, 'other');

/**
 * What the lookup of an address would answer.
 * @throws ProblemError, DatasetUnavailableError, UpstreamUnavailable as `findAddress`
 */
export async function addressLookupPreview({
  snapshot,
  query,
  live,
  deadline,
  frame,
}: AddressPreviewRequest<AddressQuery>): Promise<AddressPreview> {
  const resolved = await findAddress(snapshot, query, live, deadline);
  const { address } = resolved;
  const neighbourhood = locateNeighbourhood(snapshot, address, resolved.live);
  const sources = new SourceList();
  const located = locatedAddress({ snapshot, resolved, address, neighbourhood, sources });
  useAddressSource({ snapshot, resolved, sources }, 'other_matches');
  const source = sources.toArray();
  const missing = neighbourhood.missing === null ? null : NO_NEIGHBOURHOOD_TEXTS[neighbourhood.missing];
  const known = {
    ...Object.fromEntries(Object.entries(located).map(([name, value]) => [name, { value, note: missing }])),
    location: { value: located.location, note: 'The register has no usable location of this object.' },
    other_matches: { value: [], note: null },
  };
  const { query: selecting, input } = selectingInput(snapshot, address);
  return {
    valid: true,
    input,
    match: { label: addressLabel(address) },
    contains: contentsOf(LOOKUP_FIELDS, known, {}, source),
    ...frame,
    endpoint: `/v1/address/lookup?${selecting}`,
    source: asMatch(source, 'address'),
  };
}

/**
 * What the energy label of an address would answer. Without a key of the register the paid path answers 503; the
 * preview says why.
 * @throws ProblemError, DatasetUnavailableError, UpstreamUnavailable as `findAddress`
 */
export async function energyLabelPreview({
  snapshot,
  query,
  live,
  deadline,
  frame,
}: AddressPreviewRequest<AddressQuery>): Promise<AddressPreview> {
  const resolved = await findAddress(snapshot, query, live, deadline);
  const { address } = resolved;
  const sources = new SourceList();
  for (const block of ['address', 'bag']) useAddressSource({ snapshot, resolved, sources }, block);
  const source = sources.toArray();
  const known = {
    address: { value: registeredAddress(address), note: null },
    bag: { value: { address_id: registerId(address.addressId) }, note: null },
    energy_label: {
      value: null,
      note:
        live === undefined
          ? 'Energy labels are asked live, which is off on this service: the paid call would be a 503, which costs nothing.'
          : 'The operator of this service has no key of the register of energy labels: the paid call would be a 503, which costs nothing.',
    },
  };
  const asked =
    live?.energyLabels === undefined ? {} : { energy_label: { sourceId: ENERGY_LABEL_REGISTER.id } };
  const { query: selecting, input } = selectingInput(snapshot, address);
  return {
    valid: true,
    input,
    match: { label: addressLabel(address) },
    contains: contentsOf(LABEL_FIELDS, known, asked, source),
    ...frame,
    endpoint: `/v1/energy-label?${selecting}`,
    source: asMatch(source, 'address'),
  };
}

/**
 * That there are addresses near a point; which they are is what is sold.
 * @throws as {@link addressReverse}
 */
export async function addressReversePreview(
  snapshot: Snapshot,
  query: AddressReverseQuery,
  frame: PreviewFrame,
): Promise<AddressReversePreview> {
  const { lat, lon, radius_m: radiusM = DEFAULT_RADIUS_M, limit = DEFAULT_NEAREST } = query;
  // One address is enough to know that there is an answer.
  const { nearest, source } = await addressReverse(snapshot, { ...query, limit: 1 });
  const register = source.filter(({ id }) => id === HOME_SOURCES.register);
  return {
    valid: true,
    input: { lat, lon, radius_m: radiusM, limit },
    match: { label: `There are addresses within ${radiusM} m of the point.` },
    contains: contentsOf(
      REVERSE_FIELDS,
      { nearest: { value: nearest, note: null } },
      {},
      register.map((one) => ({ ...one, used_for: ['nearest'] })),
    ),
    ...frame,
    endpoint: `/v1/address/reverse?lat=${lat}&lon=${lon}&radius_m=${radiusM}&limit=${limit}`,
    source: register.map((one) => ({ ...one, used_for: ['match'] })),
  };
}

/** The sources that say which address it is. */
function asMatch(sources: readonly Source[], block: string): Source[] {
  return sources
    .filter(({ used_for }) => used_for.includes(block))
    .map((source) => ({ ...source, used_for: ['match'] }));
}
