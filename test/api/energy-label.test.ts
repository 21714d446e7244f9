import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CASE_TOWNS } from '../support/address-cases.ts';
import { publishAddresses } from '../support/address-store.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { EP_ONLINE_STAND_IN, WRONG_KEY } from '../upstreams/ep-online.ts';
import { startUpstreams, type Upstreams } from '../upstreams/server.ts';
import type { Misbehaviour } from '../upstreams/stand-in.ts';

/** `/v1/energy-label` over HTTP, the register stood in for. */
let upstreams: Upstreams;
const open: TestApi[] = [];

beforeAll(async () => {
  upstreams = await startUpstreams({ standIns: [EP_ONLINE_STAND_IN] });
});
afterEach(async () => {
  await upstreams.misbehave('ep-online', undefined);
  for (const api of open.splice(0)) await api.close();
});
afterAll(() => upstreams.close());

async function start(env: NodeJS.ProcessEnv = {}): Promise<TestApi> {
  const publish = (dataDir: string) =>
    publishAddresses(
      dataDir,
      [
        { at: 'Amstel 1', town: 'Amsterdam', postcode: '1011PN', objectId: 363010012143319 },
        { at: 'Amstel 2', town: 'Amsterdam', postcode: '1011PN' },
        { at: 'Kosterstraat 4', town: 'Doesburg', postcode: '6981CH', objectId: 221010000330226 },
        {
          at: 'Halve Maanweg 3',
          town: 'Doesburg',
          postcode: '6981ED',
          objectId: 221030000330172,
          type: 'pitch',
        },
      ],
      { towns: CASE_TOWNS, label: 'sample' },
    );
  const api = await openTestApi(publish, {
    env: { LIVE: 'on', EP_ONLINE_API_KEY: 'my-key', ...upstreams.env, ...env },
  });
  open.push(api);
  return api;
}

const PATH = '/v1/energy-label?postcode=1011PN&house_number=1';

describe('GET /v1/energy-label', () => {
  it('answers with the address, its ids, the label and what was used', async () => {
    const { app } = await start();
    const response = await app.inject(PATH);
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('private, no-store');
    const answer = response.json();
    expect(Object.keys(answer)).toEqual(['address', 'bag', 'energy_label', 'source', 'related']);
    expect(answer).toMatchObject({
      address: { label: 'Amstel 1, 1011PN Amsterdam' },
      bag: { addressable_object_id: '0363010012143319' },
      energy_label: {
        label: 'C',
        registered_on: '2024-03-11',
        valid_until: '2034-03-04',
        status: 'existing building',
        method: 'NTA 8800, basic survey',
        energy_use: { primary_fossil_kwh_m2: 201.77, calculated_mj: null },
        note: null,
      },
    });
    expect(answer.source.map(({ id, mode }: { id: string; mode: string }) => `${id} ${mode}`)).toEqual([
      'bag-extract sample',
      'cbs-municipalities sample',
      'ep-online live',
    ]);
    const again = (await app.inject(PATH)).json();
    expect(again.source.at(-1)).toMatchObject({ id: 'ep-online', mode: 'cached' });
  });

  it('says that none is registered, which is an answer', async () => {
    const { app } = await start();
    const response = await app.inject('/v1/energy-label?q=Amstel+2,+Amsterdam');
    expect(response.statusCode).toBe(200);
    expect(response.json().energy_label).toMatchObject({
      label: null,
      energy_use: { demand_kwh_m2: null },
      note: 'No energy label is registered for this address.',
    });
  });

  it('finds the label of a pitch', async () => {
    const { app } = await start();
    const response = await app.inject('/v1/energy-label?postcode=6981ED&house_number=3');
    expect(response.json().energy_label.label).toBe('C');
  });

  it.each<Misbehaviour>([
    'status_500',
    'status_403',
    'status_429',
    'cut_body',
    'html',
    'wrong_object',
    'down',
  ])('is a 503 that costs nothing when the register does %s, and never "none"', async (misbehaviour) => {
    const { app } = await start();
    await upstreams.misbehave('ep-online', misbehaviour);
    const response = await app.inject(PATH);
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({ code: 'upstream_unavailable', charged: false });
    expect(response.json().detail).toMatch(/^The register of energy labels EP-Online /);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('ends at the deadline when the register stalls', async () => {
    const { app } = await start({ REPORT_DEADLINE_MS: '300' });
    await upstreams.misbehave('ep-online', 'stall');
    const response = await app.inject(PATH);
    expect(response.statusCode).toBe(503);
    expect(response.json().detail).toContain('did not answer in time');
  });

  it('is a 503 with a key that the register does not know; the key stays inside', async () => {
    const { app } = await start({ EP_ONLINE_API_KEY: WRONG_KEY });
    const response = await app.inject(PATH);
    expect(response.statusCode).toBe(503);
    expect(response.body).not.toContain(WRONG_KEY);
  });

  it.each([
    ['without a key', { EP_ONLINE_API_KEY: undefined }, /no key/],
    ['with LIVE=off', { LIVE: 'off' }, /off on this service/],
  ])('is not sold %s', async (_when, env, detail) => {
    const { app } = await start(env);
    const before = upstreams.requests.length;
    const response = await app.inject(PATH);
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({
      code: 'dataset_unavailable',
      charged: false,
      datasets: ['ep-online'],
      detail: expect.stringMatching(detail),
    });
    expect(response.headers['retry-after']).toBe('3600');
    expect(upstreams.requests.length).toBe(before);
  });

  it.each([
    ['', 'missing_input'],
    ['postcode=1011PN&house_number=99', 'address_unknown'],
    ['postcode=1011&house_number=1', 'invalid_parameter'],
  ])('refuses "%s" as %s with an example that works', async (query, code) => {
    const { app } = await start();
    const response = await app.inject(`/v1/energy-label?${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code, charged: false });
    const example = /(\/v1\/energy-label\?\S+)$/.exec(response.json().hint)?.[1];
    if (example !== undefined) expect((await app.inject(example)).statusCode).toBe(200);
  });

  it('is never answered to HEAD, which is not paid for', async () => {
    const { app } = await start();
    expect((await app.inject({ method: 'HEAD', url: PATH })).statusCode).toBe(405);
  });
});
