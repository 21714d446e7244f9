import { Check } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AddressReverseSchema } from '../../api/schemas/address-reverse.ts';
import { rdToWgs84 } from '../../db/rd-new.ts';
import { publishAddresses } from '../support/address-store.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { publishRegions } from '../support/region-store.ts';

const X = 121_828;
const Y = 486_751;

let api: TestApi;

beforeAll(async () => {
  api = await openTestApi((dataDir) => {
    publishAddresses(dataDir, [
      { at: 'Amstel 1', town: 'Amsterdam', postcode: '1011PN', rd: [X, Y] },
      { at: 'Amstel 3||H', town: 'Amsterdam', postcode: '1011PN', rd: [X + 30, Y + 40] },
      ...Array.from({ length: 30 }, (_, floor) => ({
        at: `Toren ${floor + 1}`,
        town: 'Amsterdam',
        postcode: '1011ZZ',
        rd: [X, Y + 2000] as const,
      })),
    ]);
    publishRegions(dataDir, [{ postcode: '1011PN', houseNumber: 1 }]);
  });
});
afterAll(() => api.close());

/** The query for a point so many metres east and north of Amstel 1. */
function point(east: number, north: number): string {
  const { latitude, longitude } = rdToWgs84(X + east, Y + north);
  return `lat=${latitude}&lon=${longitude}`;
}
const ask = (query: string) => api.app.inject(`/v1/address/reverse?${query}`);
interface Nearest {
  readonly distance_m: number;
  readonly address: { readonly label: string };
  readonly query: string;
}

describe('GET /v1/address/reverse', () => {
  it('gives the nearest addresses with their distance, areas and a query for each', async () => {
    const response = await ask(point(0, 0));
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('private, no-store');
    const answer = response.json();
    expect(Check(AddressReverseSchema, answer)).toBe(true);
    expect(answer.nearest.map((one: Nearest) => [one.distance_m, one.address.label, one.query])).toEqual([
      [0, 'Amstel 1, 1011PN Amsterdam', 'postcode=1011PN&house_number=1'],
      [50, 'Amstel 3-H, 1011PN Amsterdam', 'postcode=1011PN&house_number=3&addition=H'],
    ]);
    expect(answer.nearest[0]).toMatchObject({
      neighbourhood: { code: 'BU0363AF09', name: 'Waterloopleinbuurt' },
      district: { code: 'WK0363AF', name: 'Nieuwmarkt/Lastage' },
    });
    // Number 3 is not in the key.
    expect(answer.nearest[1].neighbourhood).toEqual({ code: null, name: null });
    expect(answer.note).toContain('some of these is not known');
    expect(answer.source[0]).toMatchObject({ id: 'bag-extract', mode: 'local' });
    for (const { query, address } of answer.nearest as Nearest[]) {
      const looked = await api.app.inject(`/v1/address/lookup?${query}`);
      expect(looked.json().address).toEqual(address);
    }
  });

  it('keeps to the limit and the radius', async () => {
    const count = async (query: string) => (await ask(query)).json().nearest.length;
    expect(await count(point(0, 2000))).toBe(10);
    expect(await count(`${point(0, 2000)}&limit=25`)).toBe(25);
    expect(await count(`${point(0, 0)}&radius_m=49`)).toBe(1);
    expect(await count(`${point(0, 0)}&limit=1`)).toBe(1);
  });

  it('says how far the nearest is where none is near enough, and its example works', async () => {
    const response = await ask(`${point(0, 900)}&radius_m=100`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'address_unknown',
      charged: false,
      detail: expect.stringContaining('no address within 100 m'),
      register_state_date: '2026-11-08',
    });
    const example = /(\/v1\/\S+)$/.exec(response.json().hint)?.[1] ?? '';
    expect((await api.app.inject(example)).json().nearest.length).toBeGreaterThan(0);
  });

  it('says so where there is nothing far and wide', async () => {
    const response = await ask('lat=52.5&lon=3.9');
    expect(response.json()).toMatchObject({
      code: 'address_unknown',
      detail: expect.stringContaining('in water or abroad'),
    });
  });

  it.each([
    ['Paris', 'lat=48.8566&lon=2.3522'],
    ['the other side of the world', 'lat=-52.36&lon=-175.1'],
    ['a pole', 'lat=90&lon=0'],
    ['the North Sea', 'lat=54.2&lon=2.6'],
  ])('refuses a point outside the Netherlands: %s', async (_where, query) => {
    const response = await ask(query);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'invalid_parameter',
      detail: expect.stringContaining('outside the Netherlands'),
      errors: [{ parameter: 'lat' }, { parameter: 'lon' }],
    });
    const example = /(\/v1\/\S+)$/.exec(response.json().hint)?.[1] ?? '';
    expect((await api.app.inject(example)).statusCode).toBe(200);
  });

  it('notices latitude and longitude that changed places', async () => {
    const { latitude, longitude } = rdToWgs84(X, Y);
    const problem = (await ask(`lat=${longitude}&lon=${latitude}`)).json();
    expect(problem.detail).toContain('seem to be exchanged');
    const example = /(\/v1\/\S+)$/.exec(problem.hint)?.[1] ?? '';
    expect((await api.app.inject(example)).statusCode).toBe(200);
  });

  it.each([
    ['', 'missing_input'],
    ['lat=52.3', 'missing_input'],
    ['lat=52,3&lon=4,9', 'invalid_parameter'],
    ['lat=91&lon=4.9', 'invalid_parameter'],
    ['lat=NaN&lon=4.9', 'invalid_parameter'],
    [`${point(0, 0)}&limit=0`, 'invalid_parameter'],
    [`${point(0, 0)}&limit=26`, 'invalid_parameter'],
    [`${point(0, 0)}&radius_m=5001`, 'invalid_parameter'],
    [`${point(0, 0)}&radius=5`, 'invalid_parameter'],
  ])('refuses "%s" as %s', async (query, code) => {
    const response = await ask(query);
    expect(response.statusCode).toBe(400);
    expect(response.json().code).toBe(code);
  });
});
