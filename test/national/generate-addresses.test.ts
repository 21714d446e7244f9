import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProblemError } from '../../api/errors.ts';
import { resolveAddress } from '../../api/reports/resolve-address.ts';
import type { AddressMatch } from '../../api/schemas/address-match.ts';
import { type Snapshot, Store } from '../../db/store.ts';
import { publishTestRelease } from '../support/store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { generateAddresses } from './generate-addresses.ts';

const folder = temporaryFolder();
let store: Store;
let snapshot: Snapshot;

beforeAll(() => {
  publishTestRelease(folder, {
    group: 'addresses',
    sources: [{ id: 'bag-extract' }],
    fill: ({ $client }) => generateAddresses($client, { towns: 100, streets: 3000, numbersPerStreet: 3 }),
  });
  store = new Store({ dataDir: folder });
  snapshot = store.current;
});

afterAll(() => store.close());

interface Sampled {
  street: string;
  town: string;
  houseNumber: number;
  postcode: string;
  addressId: number;
}

function sample(): Sampled[] {
  return snapshot.database
    .prepare<[], Sampled>(
      `SELECT street.name AS street, town.name AS town, house_number AS houseNumber, postcode, address_id AS addressId
         FROM address JOIN street ON street.id = street_id JOIN town ON town.id = address.town_id
        WHERE house_letter IS NULL AND address.id % 17 = 0`,
    )
    .all();
}

function matches(q: string): AddressMatch[] {
  try {
    resolveAddress(snapshot, { q });
    return [];
  } catch (error) {
    if (error instanceof ProblemError) return (error.members.other_matches ?? []) as AddressMatch[];
    throw error;
  }
}

describe('a country of many streets', () => {
  it('finds every sampled address by postcode and by name, or lists it when its name is there twice', () => {
    const addresses = sample();
    expect(addresses.length).toBeGreaterThan(500);
    for (const { street, town, houseNumber, postcode, addressId } of addresses) {
      const byPostcode = resolveAddress(snapshot, { postcode, house_number: houseNumber });
      expect(byPostcode.address.addressId).toBe(addressId);
      const text = `${street} ${houseNumber}, ${town}`;
      const listed = matches(text);
      if (listed.length > 0) expect(listed.map((match) => Number(match.bag.address_id))).toContain(addressId);
      else expect(resolveAddress(snapshot, { q: text }).address.addressId).toBe(addressId);
    }
  });

  it('offers the street that was meant when a letter is wrong', () => {
    const misspelt = sample().slice(0, 200);
    const offered = misspelt.filter(({ street, town, houseNumber, postcode }) =>
      matches(`${street.slice(0, 3)}x${street.slice(4)} ${houseNumber}, ${town}`).some(
        (match) => match.postcode === postcode,
      ),
    );
    // The rest are names whose other letters are common to too many streets, or have nearer neighbours.
    expect(offered.length / misspelt.length).toBeGreaterThan(0.9);
  });

  it('reads streets, places and addresses through an index', () => {
    for (const statement of [
      "SELECT street_id FROM street_key WHERE key IN ('a', 'b') AND town_id IN (SELECT value FROM json_each('[1]'))",
      "SELECT town_id FROM place_synonym WHERE name = 'a'",
      "SELECT id FROM address WHERE postcode = '1011PN' AND house_number = 1",
      "SELECT id FROM address WHERE street_id IN (SELECT value FROM json_each('[1]')) AND house_number = 1",
      'SELECT id FROM address WHERE object_id = 1',
      'SELECT id FROM address WHERE address_id = 1',
    ]) {
      const plan = snapshot.database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${statement}`).all();
      const scans = plan.filter(({ detail }) => /^SCAN (?!json_each)/.test(detail));
      expect(scans, statement).toEqual([]);
    }
  });
});
