import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { address, OBJECT_STATUSES } from '../schema/addresses.ts';
import { preparedQuery, type Snapshot } from '../store.ts';

const firstPlainAddress = preparedQuery((database) =>
  database
    .select({
      postcode: address.postcode,
      houseNumber: address.houseNumber,
      latitude: address.latitude,
      longitude: address.longitude,
    })
    .from(address)
    .where(
      and(
        isNotNull(address.postcode),
        isNull(address.houseLetter),
        isNull(address.addition),
        isNotNull(address.latitude),
        isNotNull(address.longitude),
        eq(address.isMain, true),
        eq(address.objectStatus, OBJECT_STATUSES.in_use),
      ),
    )
    .limit(1)
    .prepare(),
);

export interface ExampleAddress {
  readonly postcode: string;
  readonly houseNumber: number;
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Postcode, number and location of an address in the store that needs no more than these, for examples.
 * @returns `undefined` when there is none
 */
export function exampleAddress(snapshot: Snapshot): ExampleAddress | undefined {
  if (snapshot.releases.addresses === undefined) return undefined;
  const { postcode, houseNumber, latitude, longitude } = firstPlainAddress(snapshot).get() ?? {};
  if (postcode == null || houseNumber === undefined || latitude == null || longitude == null)
    return undefined;
  return { postcode, houseNumber, latitude, longitude };
}
