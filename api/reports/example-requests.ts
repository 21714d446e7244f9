import { exampleAddress } from '../../db/queries/example-address.ts';
import { examplePlate } from '../../db/queries/vehicle-plates.ts';
import type { Snapshot } from '../../db/store.ts';

/** These work where the bundled sample is loaded; used when nothing is. */
const SAMPLE_PLATE = 'T905GL';
const SAMPLE_ADDRESS = { postcode: '1011PN', houseNumber: 1, latitude: 52.3676456, longitude: 4.90016547 };

/** Path and query of a vehicle request that works on the loaded data. */
export const exampleVehicleRequest = oncePerSnapshot(
  (snapshot) => `/v1/vehicle/basic?licence_plate=${examplePlate(snapshot) ?? SAMPLE_PLATE}`,
);

/** Path and query of a full vehicle report that works on the loaded data. */
export const exampleVehicleReportRequest = oncePerSnapshot(
  (snapshot) => `/v1/vehicle/report?licence_plate=${examplePlate(snapshot) ?? SAMPLE_PLATE}`,
);

/** Path and query of an address request that works on the loaded data. */
export const exampleHomeRequest = oncePerSnapshot((snapshot) => {
  const { postcode, houseNumber } = exampleAddress(snapshot) ?? SAMPLE_ADDRESS;
  return `/v1/home/basic?postcode=${postcode}&house_number=${houseNumber}`;
});

/** Path and query of a full address report that works on the loaded data. */
export const exampleReportRequest = oncePerSnapshot((snapshot) => {
  const { postcode, houseNumber } = exampleAddress(snapshot) ?? SAMPLE_ADDRESS;
  return `/v1/home/report?postcode=${postcode}&house_number=${houseNumber}`;
});

/** Path and query of a lookup that works on the loaded data. */
export const exampleLookupRequest = oncePerSnapshot((snapshot) => {
  const { postcode, houseNumber } = exampleAddress(snapshot) ?? SAMPLE_ADDRESS;
  return `/v1/address/lookup?postcode=${postcode}&house_number=${houseNumber}`;
});

/** Path and query of an energy label that works on the loaded data. */
export const exampleEnergyLabelRequest = oncePerSnapshot((snapshot) => {
  const { postcode, houseNumber } = exampleAddress(snapshot) ?? SAMPLE_ADDRESS;
  return `/v1/energy-label?postcode=${postcode}&house_number=${houseNumber}`;
});

/** Path and query of a search by location that works on the loaded data. */
export const exampleReverseRequest = oncePerSnapshot((snapshot) => {
  const { latitude, longitude } = exampleAddress(snapshot) ?? SAMPLE_ADDRESS;
  return `/v1/address/reverse?lat=${latitude}&lon=${longitude}`;
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
