import { exampleAddress } from '../../db/queries/example-address.ts';
import { examplePlate } from '../../db/queries/vehicle-plates.ts';
import type { Snapshot } from '../../db/store.ts';

/** These work where the bundled sample is loaded; used when nothing is. */
const SAMPLE_PLATE = 'T905GL';
const SAMPLE_ADDRESS = { postcode: '1011PN', houseNumber: 1 };

/** Path and query of a vehicle request that works on the loaded data. */
export const exampleVehicleRequest = oncePerSnapshot(
  (snapshot) => `/v1/vehicle/basic?licence_plate=${examplePlate(snapshot) ?? SAMPLE_PLATE}`,
);

/** Path and query of an address request that works on the loaded data. */
export const exampleHomeRequest = oncePerSnapshot((snapshot) => {
  const { postcode, houseNumber } = exampleAddress(snapshot) ?? SAMPLE_ADDRESS;
  return `/v1/home/basic?postcode=${postcode}&house_number=${houseNumber}`;
});

/** Three requests to try. */
export function exampleRequests(snapshot: Snapshot): string[] {
  return [exampleHomeRequest(snapshot), exampleVehicleRequest(snapshot), '/v1/status'];
}

function oncePerSnapshot(make: (snapshot: Snapshot) => string): (snapshot: Snapshot) => string {
  const made = new WeakMap<Snapshot, string>();
  return (snapshot) => {
    let request = made.get(snapshot);
    if (request === undefined) {
      request = make(snapshot);
      made.set(snapshot, request);
    }
    return request;
  };
}
