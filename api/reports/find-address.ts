import { LAST_OBJECT_STATUS_IN_SERVICE } from '../../db/bag-values.ts';
import type { AddressRow } from '../../db/queries/addresses.ts';
import { DatasetUnavailableError, type Snapshot } from '../../db/store.ts';
import { shown } from '../errors.ts';
import type { AddressRegister } from '../live/address-register.ts';
import type { Geocoder } from '../live/geocoder.ts';
import { UpstreamUnavailable } from '../live/upstream-unavailable.ts';
import type { AddressQuery } from '../schemas/address-input.ts';
import { AddressUnknown, addressAmbiguous, addressUnknown } from './address-problems.ts';
import { askGeocoder, type Geocoded } from './ask-geocoder.ts';
import { liveAddressRow } from './live-address-row.ts';
import type { LiveMatch } from './match-live-address.ts';
import { pickAddress } from './pick-address.ts';
import { type AddressInput, readAddressQuery, resolveAddress } from './resolve-address.ts';
import { type LiveAddress, type ResolvedAddress, resolved } from './resolved-address.ts';

/** The publishers that know addresses. */
export interface AddressClients {
  readonly geocoder: Geocoder;
  readonly addressRegister: AddressRegister;
}

/**
 * Finds the address that the parameters name, in the store or, where that does not have it, at its publishers. Every
 * part of what they answer must agree with the input.
 *
 * The sample is a world of its own, and a withdrawn address stays withdrawn: then the store decides.
 * @param live undefined where publishers are not asked: the store decides
 * @param deadline starts the clock that ends all live questions
 * @throws ProblemError `missing_input`, `address_unknown`, `address_ambiguous`, `invalid_parameter`
 * @throws DatasetUnavailableError when no release of addresses is loaded and no publisher is asked
 * @throws UpstreamUnavailable when a publisher that had to be asked fails: the address may well exist
 */
export async function findAddress(
  snapshot: Snapshot,
  query: AddressQuery,
  live: AddressClients | undefined,
  deadline: () => AbortSignal,
): Promise<ResolvedAddress> {
  let problem: unknown;
  try {
    return resolveAddress(snapshot, query);
  } catch (error) {
    if (live === undefined || !isForPublishers(snapshot, error)) throw error;
    problem = error;
  }
  const input = readAddressQuery(query);
  const signal = deadline();
  const asked = await askGeocoder(snapshot, input, live.geocoder, signal);
  // Nothing to ask for: no number.
  if (asked === undefined) throw problem;
  return settle(snapshot, input, asked, live, signal, problem);
}

function isForPublishers(snapshot: Snapshot, error: unknown): boolean {
  if (error instanceof DatasetUnavailableError) return error.group === 'addresses';
  return (
    error instanceof AddressUnknown &&
    error.facts.withdrawn === undefined &&
    snapshot.releases.addresses?.label !== 'sample'
  );
}

async function settle(
  snapshot: Snapshot,
  input: AddressInput,
  { match, byId, answer }: Geocoded,
  live: AddressClients,
  signal: AbortSignal,
  problem: unknown,
): Promise<ResolvedAddress> {
  if (match.kind === 'several') {
    throw addressAmbiguous(snapshot, match.asked, match.why, match.rows);
  }
  if (match.kind === 'none') throw notFound(snapshot, input, match, live.geocoder.name, problem);
  const geocoder = { source: live.geocoder.source, answer };
  const candidates: Candidate[] = [];
  // Of two objects under one address the one in use counts, and only the register knows which that is.
  for (const { addressId } of [match.address, ...match.duplicates.slice(0, MOST_DUPLICATES)]) {
    const geocoded = byId.get(addressId);
    if (geocoded === undefined) continue;
    const row = liveAddressRow(snapshot, geocoded);
    const register = await askRegister(live.addressRegister, row, signal);
    if (register.failure !== undefined && match.duplicates.length > 0) throw register.failure;
    const object = register.failure === undefined ? register.object : null;
    if (object?.status != null && object.status > LAST_OBJECT_STATUS_IN_SERVICE) continue;
    candidates.push({
      row: liveAddressRow(snapshot, geocoded, object),
      live: { geocoder, geocoded, register },
    });
  }
  const rows = candidates.map(({ row }) => row);
  const { houseLetter, addition } = match.address;
  const picked = pickAddress(rows, { letter: houseLetter ?? '', addition: addition ?? '' });
  const chosen = picked.kind === 'one' ? candidates.find(({ row }) => row === picked.address) : undefined;
  if (picked.kind !== 'one' || chosen === undefined) {
    // The geocoder still has what the register says is gone.
    throw notFound(snapshot, input, NOTHING, live.addressRegister.name, problem);
  }
  return { ...resolved(picked.address, picked.duplicates, match.onNumber), live: chosen.live };
}

const NOTHING = { kind: 'none', lacks: null, near: [] } as const satisfies LiveMatch;

interface Candidate {
  readonly row: AddressRow;
  readonly live: LiveAddress;
}

/** Objects under one address that the register is asked about, beside the first. */
const MOST_DUPLICATES = 3;

/** A failure is kept, not thrown: the address is known, and only what needs the register's facts must fail. */
async function askRegister(
  register: AddressRegister,
  { objectId, objectType, rdXM, rdYM }: AddressRow,
  signal: AbortSignal,
): Promise<LiveAddress['register']> {
  const location = rdXM === null || rdYM === null ? null : { xM: rdXM, yM: rdYM };
  try {
    const answer = await register.findObject({ objectId, objectType, location }, signal);
    return { source: register.source, answer, object: answer.value };
  } catch (error) {
    if (error instanceof UpstreamUnavailable) return { failure: error };
    throw error;
  }
}

/** @param asked who says so, e.g. `the geocoder of PDOK` */
function notFound(
  snapshot: Snapshot,
  input: AddressInput,
  { lacks, near }: LiveMatch & { kind: 'none' },
  asked: string,
  problem: unknown,
): AddressUnknown {
  if (near.length > 0) {
    return addressUnknown(snapshot, { lacks: lacks ?? 'none', near, withdrawn: undefined }, asked);
  }
  if (problem instanceof AddressUnknown) return addressUnknown(snapshot, problem.facts, asked);
  const given =
    input.by === 'text'
      ? `no "${shown(input.text)}"`
      : `no ${input.postcode} ${input.houseNumber}${input.wanted.letter}${input.wanted.addition}`;
  return addressUnknown(snapshot, { lacks: lacks ?? given, near, withdrawn: undefined }, asked);
}
