import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishAddresses } from '../support/address-store.ts';
import { openTestApi, type TestApi } from '../support/api.ts';

/** How `/v1/home/basic` reads a request; what it answers is in the tests of its report. */
let api: TestApi;

beforeAll(async () => {
  api = await openTestApi((dataDir) =>
    publishAddresses(dataDir, [
      { at: 'Amstel 1', town: 'Amsterdam', postcode: '1011PN' },
      { at: 'Amstel 3||H', town: 'Amsterdam', postcode: '1011PN' },
      { at: 'Amstel 3||1', town: 'Amsterdam', postcode: '1011PN' },
    ]),
  );
});
afterAll(() => api.close());

const ask = (query: string) => api.app.inject(`/v1/home/basic?${query}`);

describe('GET /v1/home/basic', () => {
  it.each([
    'postcode=1011PN&house_number=1',
    'postcode=%201011%20pn%20&house_number=%201',
    'q=amstel+1,+amsterdam',
  ])('answers %s with all blocks in order, and may be kept', async (query) => {
    const response = await ask(query);
    expect(response.statusCode).toBe(200);
    expect(Object.keys(response.json())).toEqual([
      'address',
      'building',
      'neighbourhood',
      'safety',
      'heritage',
      'liveability',
      'source',
      'related',
    ]);
    expect(response.json().address.label).toBe('Amstel 1, 1011PN Amsterdam');
    expect(response.headers['cache-control']).toBe('public, max-age=300');
    const again = await api.app.inject({
      url: `/v1/home/basic?${query}`,
      headers: { 'if-none-match': response.headers.etag as string },
    });
    expect(again.statusCode).toBe(304);
  });

  it.each([
    ['', 'missing_input'],
    ['postcode=0123AB&house_number=1', 'invalid_parameter'],
    ['postcode=1011PN&house_number=one', 'invalid_parameter'],
    ['postcode=1011PN&house_number=1&house_number=2', 'invalid_parameter'],
    ['postcode=1011PN&housenumber=1', 'invalid_parameter'],
    [`q=${'a'.repeat(201)}`, 'invalid_parameter'],
    ['postcode=1011PN&house_number=99', 'address_unknown'],
    ['postcode=1011PN&house_number=3', 'address_ambiguous'],
    ['q=nowhere', 'address_unknown'],
  ])('refuses "%s" as %s', async (query, code) => {
    const response = await ask(query);
    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(response.headers.etag).toBeUndefined();
    expect(response.json()).toMatchObject({ code, charged: false });
    // Whatever the hint shows works.
    const example = /(\/v1\/home\/basic\?\S+)$/.exec(response.json().hint)?.[1];
    if (example !== undefined) expect((await api.app.inject(example)).statusCode).toBe(200);
  });

  it('lists what an ambiguous address may be, with queries that work', async () => {
    const { other_matches: matches } = (await ask('postcode=1011PN&house_number=3')).json();
    expect(matches).toHaveLength(2);
    for (const { query, label } of matches) {
      const response = await ask(query);
      expect(response.statusCode).toBe(200);
      expect(response.json().address.label).toBe(label);
    }
  });
});
