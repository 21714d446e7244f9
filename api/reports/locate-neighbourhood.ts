import type { AddressRow } from '../../db/queries/addresses.ts';
import { findRegion, neighbourhoodOfAddress, type Region } from '../../db/queries/neighbourhoods.ts';
import { neighbourhoodAt } from '../../db/queries/region-areas.ts';
import type { Snapshot } from '../../db/store.ts';
import { HOME_SOURCES } from './home-sources.ts';
import type { LiveAddress } from './resolved-address.ts';
import type { LocatedNeighbourhood } from './sections/section.ts';

/**
 * The neighbourhood of an address: by the publisher's key of postcodes and house numbers, which is exact; by its
 * location within the outlines where the key does not have it; by what the geocoder said of an address that was asked
 * live where there are no outlines.
 */
export function locateNeighbourhood(
  snapshot: Snapshot,
  address: AddressRow,
  live?: LiveAddress,
): LocatedNeighbourhood {
  const release = snapshot.releases.neighbourhoods;
  if (release === undefined) return { region: undefined, missing: 'not_loaded' };
  const { postcode, houseNumber, rdXM, rdYM } = address;
  const byKey = postcode === null ? undefined : neighbourhoodOfAddress(snapshot, postcode, houseNumber);
  if (byKey !== undefined) return { region: byKey, missing: null, by: 'key' };
  if (release.sources.has(HOME_SOURCES.areas) && rdXM !== null && rdYM !== null) {
    const found = neighbourhoodAt(snapshot, rdXM, rdYM);
    if (found !== undefined) return { ...found, missing: null, by: 'location' };
  }
  const named = live?.geocoded.neighbourhood ?? null;
  const region = named === null ? undefined : currentRegion(snapshot, named.code);
  if (region !== undefined) return { region, missing: null, by: 'geocoder' };
  return { region: undefined, missing: postcode === null ? 'no_postcode' : 'not_in_key' };
}

/** The geocoder's answers can carry codes that have been abolished since: those name nothing any more. */
function currentRegion(snapshot: Snapshot, code: string): Region | undefined {
  const region = findRegion(snapshot, code);
  const country = findRegion(snapshot, 'NL00');
  const isCurrent = country === undefined || region?.lastYear === country.lastYear;
  return region?.kind === 'neighbourhood' && isCurrent ? region : undefined;
}
