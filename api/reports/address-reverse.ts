import { nearestAddresses } from '../../db/queries/address-location.ts';
import { isWithinRdNew, wgs84ToRd } from '../../db/rd-new.ts';
import type { Snapshot } from '../../db/store.ts';
import { invalidParameters, ProblemError } from '../errors.ts';
import {
  type AddressReverse,
  type AddressReverseQuery,
  DEFAULT_NEAREST,
  DEFAULT_RADIUS_M,
} from '../schemas/address-reverse.ts';
import { selectingQuery } from './address-matches.ts';
import { partSentence, registerStateDate } from './address-problems.ts';
import { locateNeighbourhood } from './locate-neighbourhood.ts';
import { locatedAddress } from './located-address.ts';
import { NO_NEIGHBOURHOOD_TEXTS, noteOf } from './sections/section.ts';
import { SourceList } from './source.ts';

/** How far is looked for an address to offer when there is none within the radius. */
const FARTHEST_OFFER_M = 5000;

/**
 * The addresses nearest to a point.
 * @throws ProblemError `invalid_parameter` for a point outside the Netherlands; `address_unknown` where none lies
 *   within the radius: an answer without an address is not to be paid for
 * @throws DatasetUnavailableError when there is no release of the addresses
 */
export async function addressReverse(
  snapshot: Snapshot,
  query: AddressReverseQuery,
): Promise<AddressReverse> {
  const { lat, lon, radius_m: radiusM = DEFAULT_RADIUS_M, limit = DEFAULT_NEAREST } = query;
  snapshot.require('addresses');
  if (!isDutch(lat, lon)) throw outsideTheNetherlands(lat, lon);
  const { xM, yM } = wgs84ToRd(lat, lon);
  const found = nearestAddresses(snapshot, xM, yM, radiusM, limit);
  if (found.length === 0) throw nothingNear(snapshot, query, radiusM, { xM, yM });
  const sources = new SourceList();
  const missing = new Set<keyof typeof NO_NEIGHBOURHOOD_TEXTS>();
  const nearest = found.map(({ address, distanceM }) => {
    const neighbourhood = locateNeighbourhood(snapshot, address);
    if (neighbourhood.missing !== null) missing.add(neighbourhood.missing);
    return {
      distance_m: Math.round(distanceM * 10) / 10,
      ...locatedAddress({ snapshot, address, neighbourhood, sources }),
      query: selectingQuery(snapshot, address),
    };
  });
  return { nearest, note: noteOf(neighbourhoodSentence(missing)), source: sources.toArray() };
}

function neighbourhoodSentence(missing: ReadonlySet<keyof typeof NO_NEIGHBOURHOOD_TEXTS>): string | null {
  if (missing.has('not_loaded')) return NO_NEIGHBOURHOOD_TEXTS.not_loaded;
  return missing.size === 0
    ? null
    : 'The neighbourhood of some of these is not known here: the key of postcodes and house numbers does not have them, and no neighbourhood was found at their location.';
}

function isDutch(lat: number, lon: number): boolean {
  // The projection is made for this country: far from it, its figures mean nothing.
  if (lat < 50 || lat > 54.5 || lon < 2.5 || lon > 8) return false;
  const { xM, yM } = wgs84ToRd(lat, lon);
  return isWithinRdNew(xM, yM);
}

function outsideTheNetherlands(lat: number, lon: number): ProblemError {
  const given = `lat=${lat}&lon=${lon}`;
  const swapped = isDutch(lon, lat);
  const refused = invalidParameters([
    { parameter: 'lat', given: String(lat), accepted: 'a latitude in the Netherlands, 50.7 to 53.6' },
    { parameter: 'lon', given: String(lon), accepted: 'a longitude in the Netherlands, 3.3 to 7.3' },
  ]);
  return new ProblemError('invalid_parameter', {
    detail: `The point ${given} lies outside the Netherlands.${swapped ? ' Latitude and longitude seem to be exchanged.' : ''}`,
    hint: swapped
      ? `Send them the other way round: /v1/address/reverse?lat=${lon}&lon=${lat}`
      : 'Give a point in the Netherlands, in WGS84 degrees: lat is the latitude, lon the longitude.',
    addExample: !swapped,
    members: refused.members,
  });
}

function nothingNear(
  snapshot: Snapshot,
  { lat, lon }: AddressReverseQuery,
  radiusM: number,
  { xM, yM }: { xM: number; yM: number },
): ProblemError {
  const release = snapshot.require('addresses');
  const stateDate = registerStateDate(release);
  const [next] = nearestAddresses(snapshot, xM, yM, FARTHEST_OFFER_M, 1);
  const enough = next === undefined ? undefined : Math.ceil(next.distanceM);
  return new ProblemError('address_unknown', {
    detail: [
      `The register${stateDate === null ? '' : ` as of ${stateDate}`} has no address within ${radiusM} m of lat=${lat}&lon=${lon}.`,
      ...(enough === undefined
        ? [`Nor within ${FARTHEST_OFFER_M} m: the point may lie in water or abroad.`]
        : []),
      ...partSentence(release),
    ].join(' '),
    hint:
      enough === undefined
        ? 'Give a point on land in the Netherlands.'
        : `The nearest address is ${enough} m away: /v1/address/reverse?lat=${lat}&lon=${lon}&radius_m=${enough}`,
    addExample: enough === undefined,
    members: stateDate === null ? {} : { register_state_date: stateDate },
  });
}
