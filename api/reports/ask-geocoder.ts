import type { AddressRow } from '../../db/queries/addresses.ts';
import type { Snapshot } from '../../db/store.ts';
import type { GeocodedAddress, Geocoder, GeocoderQuestion } from '../live/geocoder.ts';
import type { LiveAnswer } from '../live/live-source.ts';
import { houseNumberMissing, notAnAddress } from './address-problems.ts';
import { registerId } from './address-text.ts';
import { type AddressText, readFreeText } from './free-text.ts';
import { liveAddressRow } from './live-address-row.ts';
import { better, type LiveMatch, matchByName, matchByPostcode, matchSuffix } from './match-live-address.ts';
import type { AddressInput } from './resolve-address.ts';

/** What the geocoder's addresses come to for an input. */
export interface Geocoded {
  readonly match: LiveMatch;
  /** All that the geocoder offered, by the id of the number designation. */
  readonly byId: ReadonlyMap<number, GeocodedAddress>;
  /** Of the last question. */
  readonly answer: Pick<LiveAnswer<unknown>, 'mode' | 'retrievedAt'>;
}

/** A text can be read with several house numbers; more than these are not asked for. */
const MOST_NUMBERS_ASKED = 3;

/**
 * Asks the geocoder for the address that an input names.
 * @returns undefined where the input has no house number to ask for
 * @throws UpstreamUnavailable
 */
export async function askGeocoder(
  snapshot: Snapshot,
  input: AddressInput,
  geocoder: Geocoder,
  signal: AbortSignal,
): Promise<Geocoded | undefined> {
  const asking = new Asking(snapshot, geocoder, signal);
  if (input.by === 'postcode') {
    const { postcode, houseNumber, wanted } = input;
    const rows = await asking.rows({ by: 'postcode', postcode, houseNumber });
    return asking.outcome(matchSuffix(rows, wanted, `${postcode} ${houseNumber}`));
  }
  let best: LiveMatch | undefined;
  for (const reading of readFreeText(input.text)) {
    if (reading.kind === 'not_an_address') throw notAnAddress(reading);
    const match =
      reading.kind === 'register_id'
        ? await matchIds(asking, reading.ids)
        : await matchText(asking, reading, input.text);
    if (match === undefined) continue;
    best = best === undefined ? match : better(best, match);
    if (best.kind === 'one') break;
  }
  if (best !== undefined) return asking.outcome(best);
  if (snapshot.releases.addresses !== undefined) return undefined;
  throw houseNumberMissing(snapshot, input.text, []);
}

async function matchText(asking: Asking, reading: AddressText, text: string): Promise<LiveMatch | undefined> {
  const { postcode, readings } = reading;
  if (readings.length === 0) return undefined;
  if (postcode === null) return matchByName(reading, await asking.rows({ by: 'text', text }));
  const numbers = [...new Set(readings.map(({ houseNumber }) => houseNumber))].slice(0, MOST_NUMBERS_ASKED);
  const rows = new Map<number, AddressRow[]>();
  for (const houseNumber of numbers) {
    rows.set(houseNumber, await asking.rows({ by: 'postcode', postcode, houseNumber }));
  }
  return matchByPostcode(reading, postcode, (houseNumber) => rows.get(houseNumber) ?? []);
}

/** One id, or those of the object and of its number designation. */
async function matchIds(asking: Asking, ids: readonly number[]): Promise<LiveMatch> {
  const [first = 0, second] = ids;
  const found = await asking.rows({ by: 'id', id: second ?? first });
  const rows = found.filter((row) => second === undefined || row.objectId === first);
  // An object with several addresses: its main one.
  const main = rows.filter((row) => row.isMain);
  const candidates = main.length > 0 ? main : rows;
  const [address] = candidates;
  if (address === undefined) return { kind: 'none', lacks: null, near: [] };
  if (candidates.length === 1) return { kind: 'one', address, duplicates: [], onNumber: rows };
  const why = `is the id of ${candidates.length} addresses`;
  return { kind: 'several', asked: ids.map(registerId).join('-'), why, rows: candidates };
}

/** The questions of one input, and all that came of them. */
class Asking {
  readonly #snapshot: Snapshot;
  readonly #geocoder: Geocoder;
  readonly #signal: AbortSignal;
  readonly #byId = new Map<number, GeocodedAddress>();
  #answer: Geocoded['answer'] | undefined;

  constructor(snapshot: Snapshot, geocoder: Geocoder, signal: AbortSignal) {
    this.#snapshot = snapshot;
    this.#geocoder = geocoder;
    this.#signal = signal;
  }

  async rows(question: GeocoderQuestion): Promise<AddressRow[]> {
    const { value, mode, retrievedAt } = await this.#geocoder.find(question, this.#signal);
    this.#answer = { mode, retrievedAt };
    for (const address of value) this.#byId.set(address.addressId, address);
    return value.map((address) => liveAddressRow(this.#snapshot, address));
  }

  outcome(match: LiveMatch): Geocoded | undefined {
    return this.#answer === undefined ? undefined : { match, byId: this.#byId, answer: this.#answer };
  }
}
