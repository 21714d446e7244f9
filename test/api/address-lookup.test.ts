import { Check } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AddressLookupSchema } from '../../api/schemas/address-lookup.ts';
import { CASE_TOWNS, CASES } from '../support/address-cases.ts';
import { publishAddresses } from '../support/address-store.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { publishRegions } from '../support/region-store.ts';

let api: TestApi;

beforeAll(async () => {
  api = await openTestApi((dataDir) => {
    publishAddresses(dataDir, CASES, { towns: CASE_TOWNS });
    publishRegions(dataDir, [{ postcode: '1011PN', houseNumber: 1 }]);
  });
});
afterAll(() => api.close());

const ask = async (query: string) => api.app.inject(`/v1/address/lookup?${query}`);

describe('GET /v1/address/lookup', () => {
  it('gives the official address, its location, ids and areas', async () => {
    const response = await ask('q=amstel+1+amsterdam');
    expect(response.statusCode).toBe(200);
    const answer = response.json();
    expect(Check(AddressLookupSchema, answer)).toBe(true);
    expect(answer).toMatchObject({
      address: {
        label: 'Amstel 1, 1011PN Amsterdam',
        street: 'Amstel',
        house_number: 1,
        house_letter: null,
        house_number_addition: null,
        postcode: '1011PN',
        city: 'Amsterdam',
        municipality: 'Amsterdam',
        municipality_code: expect.stringMatching(/^GM\d{4}$/),
        province: 'Noord-Holland',
      },
      location: { lat: 52.3676456, lon: 4.90016547, crs: 'WGS84' },
      bag: { addressable_object_id: '0363010012143319', address_id: '0363200012145295' },
      neighbourhood: { code: 'BU0363AF09', name: 'Waterloopleinbuurt' },
      district: { code: 'WK0363AF', name: 'Nieuwmarkt/Lastage' },
      other_matches: [],
      note: null,
    });
    expect(answer.source.map(({ id, used_for: usedFor }: Record<string, unknown>) => [id, usedFor])).toEqual([
      ['bag-extract', ['address', 'location', 'bag']],
      ['cbs-municipalities', ['address.municipality']],
      ['cbs-postcode-keys', ['neighbourhood', 'district']],
    ]);
  });

  it('may be kept by the buyer alone', async () => {
    const { headers } = await ask('postcode=1011PN&house_number=1');
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers.etag).toBeUndefined();
  });

  it('says why an area is not known', async () => {
    const { neighbourhood, district, note } = (await ask('postcode=6981LG&house_number=9')).json();
    expect([neighbourhood, district]).toEqual([
      { code: null, name: null },
      { code: null, name: null },
    ]);
    expect(note).toContain('neighbourhood is not known');
  });

  it('has nulls for an address without a postcode, and offers it by its ids', async () => {
    const { address, related } = (await ask('q=Park+%26+Ride+Noord+3,+Amsterdam')).json();
    expect(address.postcode).toBeNull();
    expect(related[0].endpoint).toMatch(/^\/v1\/home\/basic\?q=\d{16}-\d{16}$/);
  });

  it.each([
    ['a letter', 'postcode=1058BV&house_number=12&house_letter=a', 'Curaçaostraat 12a, 1058BV Amsterdam'],
    [
      'the other case',
      'postcode=1058BV&house_number=12&house_letter=A',
      'Curaçaostraat 12A, 1058BV Amsterdam',
    ],
    ['both', 'postcode=1017EK&house_number=546&addition=k1', 'Kade 546K-1, 1017EK Amsterdam'],
  ])('tells suffixes apart: %s', async (_what, query, label) => {
    expect((await ask(query)).json().address.label).toBe(label);
  });

  it('lists the others on the number, with queries that select them', async () => {
    const { other_matches: others } = (await ask('postcode=1015RZ&house_number=12')).json();
    expect(others.map((match: { label: string }) => match.label)).toEqual([
      'Tweede Tuindwarsstraat 12-2, 1015RZ Amsterdam',
      'Tweede Tuindwarsstraat 12-2HG, 1015RZ Amsterdam',
    ]);
    for (const { query, label } of others) expect((await ask(query)).json().address.label).toBe(label);
  });

  it('lists first what the register has twice, and says which it chose', async () => {
    const answer = (await ask('postcode=6431HE&house_number=58')).json();
    expect(answer.bag.addressable_object_id).toBe('0917010000017630');
    const others = answer.other_matches.map((match: { bag: { addressable_object_id: string } }) => match.bag);
    expect(others[0].addressable_object_id).toBe('0917011313168891');
    expect(answer.note).toContain('one more object under this very address');
    const other = (await ask(answer.other_matches[0].query)).json();
    expect(other.bag.addressable_object_id).toBe('0917011313168891');
  });

  it('offers what else can be asked, at the operator’s prices, with a query that works', async () => {
    const own = await openTestApi((dataDir) => publishAddresses(dataDir, CASES), {
      env: { PRICE_HOME_REPORT_USD: '0.10' },
    });
    const query = 'postcode=1017EK&house_number=546&house_letter=K&addition=1';
    const { related } = (await own.app.inject(`/v1/address/lookup?${query}`)).json();
    expect(related.map(({ endpoint, price }: Record<string, string>) => [endpoint, price])).toEqual([
      [`/v1/home/basic?${query}`, 'free'],
      [`/v1/home/report?${query}`, '0.10 USD'],
      [`/v1/energy-label?${query}`, '0.005 USD'],
    ]);
    expect((await own.app.inject(related[0].endpoint)).statusCode).toBe(200);
    await own.close();
  });

  it.each([
    ['', 'missing_input'],
    ['postcode=1011PN', 'missing_input'],
    ['postcode=1011PN&house_number=99', 'address_unknown'],
    ['postcode=1082GB&house_number=43', 'address_ambiguous'],
    ['postcode=x', 'invalid_parameter'],
  ])('refuses "%s" as %s, with an example that works', async (query, code) => {
    const response = await ask(query);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code, charged: false });
    const example = /(\/v1\/\S+)$/.exec(response.json().hint)?.[1];
    if (example !== undefined) {
      expect(example).toMatch(/^\/v1\/address\/lookup\?/);
      expect((await api.app.inject(example)).statusCode).toBe(200);
    }
  });

  it('is not answered to HEAD', async () => {
    for (const path of ['lookup?postcode=1011PN&house_number=1', 'reverse?lat=52.3676&lon=4.9002']) {
      const response = await api.app.inject({ method: 'HEAD', url: `/v1/address/${path}` });
      expect(response.statusCode).toBe(405);
    }
  });

  it('needs the addresses and nothing else', async () => {
    const own = await openTestApi();
    expect((await own.app.inject('/v1/address/lookup?postcode=1011PN&house_number=1')).statusCode).toBe(503);
    await own.close();
  });
});
