import type { AddressRow } from '../../db/queries/addresses.ts';
import { neighbourhoodOfAddress } from '../../db/queries/neighbourhoods.ts';
import { neighbourhoodAt } from '../../db/queries/region-areas.ts';
import type { Snapshot } from '../../db/store.ts';
import { HOME_SOURCES } from './home-sources.ts';
import type { LocatedNeighbourhood } from './sections/section.ts';

/**
 * The neighbourhood of an address: by the publisher's key of postcodes and house numbers, which is exact; by its
 * location within the outlines where the key does not have it.
 */
export function locateNeighbourhood(snapshot: Snapshot, address: AddressRow): LocatedNeighbourhood {
  const release = snapshot.releases.neighbourhoods;
  if (release === undefined) return { region: undefined, missing: 'not_loaded' };
  const { postcode, houseNumber, rdXM, rdYM } = address;
  const byKey = postcode === null ? undefined : neighbourhoodOfAddress(snapshot, postcode, houseNumber);
  if (byKey !== undefined) return { region: byKey, missing: null, by: 'key' };
  if (release.sources.has(HOME_SOURCES.areas) && rdXM !== null && rdYM !== null) {
    const found = neighbourhoodAt(snapshot, rdXM, rdYM);
    if (found !== undefined) return { ...found, missing: null, by: 'location' };
  }
  return { region: undefined, missing: postcode === null ? 'no_postcode' : 'not_in_key' };
}
