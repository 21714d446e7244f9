import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nearestAddresses } from '../../../db/queries/address-location.ts';
import { DatasetUnavailableError, type Snapshot, Store } from '../../../db/store.ts';
import { publishAddresses, type TestAddress } from '../../support/address-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const X = 121_800;
const Y = 486_700;

const at = (name: string, east: number, north: number, rest: Partial<TestAddress> = {}): TestAddress => ({
  at: name,
  town: 'Amsterdam',
  postcode: '1011PN',
  rd: [X + east, Y + north],
  ...rest,
});

const folder = temporaryFolder();
let store: Store;
let snapshot: Snapshot;

beforeAll(() => {
  publishAddresses(folder, [
    at('Amstel 1', 0, 0),
    at('Amstel 3', 30, 40),
    // In the corner of the first window, 35 m away, while Amstel 7 lies outside of it, 26 m away.
    at('Amstel 5', 1025, 25),
    at('Amstel 7', 1000, -26),
    at('Toren 1', 3000, 0, { secondary: true, objectId: 363010000000077 }),
    at('Toren 2', 3000, 0),
    at('Toren 10', 3000, 0),
    { at: 'Nergens 1', town: 'Amsterdam', latitude: null, longitude: null },
  ]);
  store = new Store({ dataDir: folder });
  snapshot = store.current;
});

afterAll(() => store.close());

const near = (east: number, north: number, radiusM = 500, limit = 10) =>
  nearestAddresses(snapshot, X + east, Y + north, radiusM, limit).map(
    ({ address, distanceM }) => `${address.street} ${address.houseNumber}: ${distanceM.toFixed(2)}`,
  );

describe('nearestAddresses', () => {
  it('gives the nearest first, with the distance in metres', () => {
    expect(near(0, 0)).toEqual(['Amstel 1: 0.00', 'Amstel 3: 50.00']);
  });

  it('does not take one in the corner of a window for nearer than one beside it', () => {
    expect(near(1000, 0, 500, 1)).toEqual(['Amstel 7: 26.00']);
    expect(near(1000, 0)).toEqual(['Amstel 7: 26.00', 'Amstel 5: 35.36']);
  });

  it('counts one at exactly the radius, and none beyond', () => {
    expect(near(0, 0, 50)).toEqual(['Amstel 1: 0.00', 'Amstel 3: 50.00']);
    expect(near(0, 0, 49)).toEqual(['Amstel 1: 0.00']);
    expect(near(0, 3000)).toEqual([]);
  });

  it('puts main addresses first among those at one point, then numbers in their order', () => {
    expect(near(3000, 0)).toEqual(['Toren 2: 0.00', 'Toren 10: 0.00', 'Toren 1: 0.00']);
    expect(near(3000, 0, 500, 1)).toEqual(['Toren 2: 0.00']);
  });

  it('says so when no addresses are loaded', () => {
    const empty = new Store({ dataDir: temporaryFolder() });
    expect(() => nearestAddresses(empty.current, X, Y, 100, 1)).toThrow(DatasetUnavailableError);
    empty.close();
  });
});
