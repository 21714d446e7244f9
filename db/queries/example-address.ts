import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { address, OBJECT_STATUSES } from '../schema/addresses.ts';
import { preparedQuery, type Snapshot } from '../store.ts';

const firstPlainAddress = preparedQuery((database) =>
  database
    .select({ postcode: address.postcode, houseNumber: address.houseNumber })
    .from(address)
    .where(
      and(
        isNotNull(address.postcode),
        isNull(address.houseLetter),
        isNull(address.addition),
        eq(address.isMain, true),
        eq(address.objectStatus, OBJECT_STATUSES.in_use),
      ),
    )
    .limit(1)
    .prepare(),
);

/**
 * Postcode and number of an address in the store that needs no more than these, for examples.
 * @returns `undefined` when there is none
 */
export function exampleAddress(snapshot: Snapshot): { postcode: string; houseNumber: number } | undefined {
  if (snapshot.releases.addresses === undefined) return undefined;
  const found = firstPlainAddress(snapshot).get();
  if (found?.postcode == null) return undefined;
  return { postcode: found.postcode, houseNumber: found.houseNumber };
}
