import type { Snapshot } from '../../db/store.ts';
import { ProblemError } from '../errors.ts';
import type { LiveClients } from '../live/clients.ts';
import { ENERGY_LABEL_REGISTER } from '../live/ep-online.ts';
import type { Prices } from '../prices.ts';
import type { AddressQuery } from '../schemas/address-input.ts';
import type { EnergyLabelAnswer } from '../schemas/energy-label.ts';
import { registerId } from './address-text.ts';
import { findAddress } from './find-address.ts';
import { registeredAddress } from './located-address.ts';
import { useAddressSource, useMunicipalitySource } from './register-source.ts';
import { relatedToAddress } from './related.ts';
import { energyLabelSection } from './sections/energy-label.ts';
import { SourceList } from './source.ts';

/** Only the operator can change it. */
const CLOSED_RETRY_AFTER_S = 3600;

export interface EnergyLabelContext {
  /** Calendar day in Europe/Amsterdam. */
  readonly today: string;
  readonly prices: Prices;
  /** Undefined with LIVE=off. */
  readonly live: LiveClients | undefined;
  /** Ends all live questions at the deadline of the answer. */
  readonly signal: AbortSignal;
}

/**
 * The registered energy label of the address that the parameters name. That none is registered is an answer; that
 * this service cannot ask is none, and nothing is paid for it.
 * @throws ProblemError, DatasetUnavailableError, UpstreamUnavailable as `findAddress`
 * @throws ProblemError `dataset_unavailable` without a key of the register, and with LIVE=off
 */
export async function energyLabelAnswer(
  snapshot: Snapshot,
  query: AddressQuery,
  { today, prices, live, signal }: EnergyLabelContext,
): Promise<EnergyLabelAnswer> {
  if (live?.energyLabels === undefined) throw labelsClosed(live === undefined);
  const resolved = await findAddress(snapshot, query, live, () => signal);
  const { address } = resolved;
  const sources = new SourceList();
  for (const block of ['address', 'bag']) useAddressSource({ snapshot, resolved, sources }, block);
  if (address.municipality !== null) {
    useMunicipalitySource({ snapshot, resolved, sources }, 'address.municipality');
  }
  const label = await energyLabelSection({ address, live, signal, sources, today });
  return {
    address: registeredAddress(address),
    bag: { addressable_object_id: registerId(address.objectId), address_id: registerId(address.addressId) },
    energy_label: label,
    source: sources.toArray(),
    related: relatedToAddress(snapshot, prices, address, ['basic', 'report', 'lookup']),
  };
}

function labelsClosed(isOff: boolean): ProblemError {
  return new ProblemError('dataset_unavailable', {
    detail: isOff
      ? 'Energy labels are asked live, which is off on this service.'
      : 'The operator of this service has no key of the register of energy labels.',
    hint: 'Nothing was charged. Ask another service, or the register itself at https://www.ep-online.nl/. The operator sets EP_ONLINE_API_KEY, which is free at the publisher.',
    members: { datasets: [ENERGY_LABEL_REGISTER.id] },
    headers: { 'retry-after': String(CLOSED_RETRY_AFTER_S) },
  });
}
