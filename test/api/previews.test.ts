import { Check } from 'typebox/value';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  AddressPreviewSchema,
  AddressReversePreviewSchema,
  HomeReportPreviewSchema,
  type PreviewBlock,
  VehicleReportPreviewSchema,
} from '../../api/schemas/preview.ts';
import type { Problem } from '../../api/schemas/problem.ts';
import type { TestApi } from '../support/api.ts';
import { sampleApis } from '../support/sample-api.ts';

const AMSTEL = 'postcode=1011PN&house_number=1';

const openApi = sampleApis();
let api: TestApi;

beforeAll(async () => {
  api = await openApi({ sells: true });
}, 120_000);

interface Preview {
  readonly valid: true;
  readonly input: object;
  readonly match: { readonly label: string };
  readonly contains: readonly PreviewBlock[];
  readonly price: object;
  readonly pay_with: readonly string[];
  readonly endpoint: string;
  readonly source: readonly {
    readonly id: string;
    readonly used_for: readonly string[];
    readonly mode: string;
  }[];
}

async function get<Body = Preview>(path: string, from: TestApi = api) {
  const response = await from.app.inject(path);
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.json() as Body,
    text: response.body,
  };
}

const blockOf = (preview: Preview, name: string) => preview.contains.find(({ block }) => block === name);

describe('a preview', () => {
  it.each([
    ['/v1/home/report', AMSTEL, HomeReportPreviewSchema, '0.04', 'Amstel 1, 1011PN Amsterdam'],
    ['/v1/address/lookup', AMSTEL, AddressPreviewSchema, '0.002', 'Amstel 1, 1011PN Amsterdam'],
    ['/v1/energy-label', AMSTEL, AddressPreviewSchema, '0.005', 'Amstel 1, 1011PN Amsterdam'],
    [
      '/v1/address/reverse',
      'lat=52.3676&lon=4.9002',
      AddressReversePreviewSchema,
      '0.002',
      'There are addresses within 500 m of the point.',
    ],
    [
      '/v1/vehicle/report',
      'licence_plate=84-lhz-6',
      VehicleReportPreviewSchema,
      '0.02',
      'Opel ZAFIRA TOURER, 84-LHZ-6',
    ],
  ])('of %s says what is found, what it costs and how to pay', async (path, query, schema, amount, label) => {
    const { status, headers, body } = await get(`${path}/preview?${query}`);
    expect(status).toBe(200);
    expect(Check(schema, body)).toBe(true);
    expect(body).toMatchObject({
      valid: true,
      match: { label },
      price: { amount, currency: 'USD' },
      pay_with: ['x402', 'api_key'],
    });
    expect(body.source.map(({ used_for, mode }) => [used_for, mode])).toEqual([[['match'], 'sample']]);
    expect(headers['cache-control']).toBe('public, max-age=300');
    const again = await api.app.inject({
      url: `${path}/preview?${query}`,
      headers: { 'if-none-match': headers.etag as string },
    });
    expect(again.statusCode).toBe(304);
  });

  it.each([
    ['/v1/home/report', `${AMSTEL}&allow_partial=true`],
    ['/v1/address/lookup', 'q=Amstel 1, Amsterdam'],
    ['/v1/address/reverse', 'lat=52.3676&lon=4.9002'],
    ['/v1/vehicle/report', 'licence_plate=84-lhz-6'],
  ])('of %s names an endpoint that answers, and exactly its blocks and fields', async (path, query) => {
    const { body } = await get(`${path}/preview?${query}`);
    const paid = await get<Record<string, unknown>>(body.endpoint);
    expect(paid.status).toBe(200);
    const about = /^(note|.+_note|source|related|unavailable)$/;
    const told = body.contains.flatMap(({ block, fields }) => (block === 'vehicle' ? fields : [block]));
    expect([...told].sort()).toEqual(
      Object.keys(paid.body)
        .filter((key) => !about.test(key))
        .sort(),
    );
    for (const { block, fields } of body.contains) {
      const first = fields[0]?.split(/\.|\[\]/)[0] ?? '';
      const made = block === 'vehicle' ? paid.body : [paid.body[block]].flat()[0];
      if (made !== undefined && made !== null) expect(made, block).toHaveProperty(first);
    }
  });

  it.each([
    ['/v1/home/report', 'postcode=1011PN&house_number=999'],
    ['/v1/home/report', 'postcode=1011P'],
    ['/v1/home/report', ''],
    ['/v1/address/lookup', 'postcode=1082GB&house_number=43'],
    ['/v1/address/lookup', 'housenumber=1'],
    ['/v1/energy-label', 'postcode=1011PN&house_number=999'],
    ['/v1/address/reverse', 'lat=4.9&lon=52.37'],
    ['/v1/address/reverse', 'lat=53.4&lon=6.9'],
    ['/v1/vehicle/report', 'licence_plate=85-XXX'],
    ['/v1/vehicle/report', 'licence_plate=O001TJ'],
  ])('of %s refuses "%s" as the paid path does', async (path, query) => {
    // The energy label is sold only where there is a key of the register.
    const labels = path === '/v1/energy-label' ? { LIVE: 'on', EP_ONLINE_API_KEY: 'a-key' } : {};
    const one = path === '/v1/energy-label' ? await openApi({ env: labels }) : api;
    const { hint: _1, ...paid } = (await get<Problem>(`${path}?${query}`, one)).body;
    const { hint, ...preview } = (await get<Problem>(`${path}/preview?${query}`, one)).body;
    expect(preview).toEqual(paid);
    expect(preview.status).toBe(400);
    const example = hint.split('For example: ')[1];
    if (example !== undefined) expect((await get(example)).status).toBe(200);
  });

  it.each([
    `/v1/home/report/preview?${AMSTEL}`,
    `/v1/address/lookup/preview?${AMSTEL}`,
    `/v1/energy-label/preview?${AMSTEL}`,
    '/v1/address/reverse/preview?lat=52.3676&lon=4.9002',
    '/v1/vehicle/report/preview?licence_plate=84LHZ6',
  ])('holds no value of what is sold: %s', async (path) => {
    const { body } = await get(path);
    for (const { block, fields, available, data_year, source_id, note, ...more } of body.contains) {
      expect(more, block).toEqual({});
      for (const field of fields) expect(field, block).toMatch(/^[a-z][a-z0-9_.[\]]*$/);
      expect(typeof available).toBe('boolean');
      if (data_year !== null) expect(data_year).toBeGreaterThan(2000);
      expect(source_id ?? 'none').toMatch(/^[a-z0-9-]+$/);
      // A sentence about why there is nothing.
      expect(note === null || !available, block).toBe(true);
    }
  });

  it('does not tell which addresses lie near a point', async () => {
    const { text } = await get('/v1/address/reverse/preview?lat=52.3676&lon=4.9002');
    expect(text).not.toMatch(/Amstel|1011|0363/);
  });

  it('needs no payment and no key', async () => {
    const closed = await openApi({ keys: { begin: () => ({ kind: 'none' }) } });
    expect((await get(`/v1/home/report/preview?${AMSTEL}`, closed)).status).toBe(200);
    expect((await get(`/v1/home/report?${AMSTEL}`, closed)).status).toBe(402);
  });

  it('offers only what lets a call in', async () => {
    const { body } = await get(`/v1/home/report/preview?${AMSTEL}`, await openApi());
    expect(body.pay_with).toEqual(['api_key']);
  });

  it('says of what is asked live whether it can be asked', async () => {
    const off = (await get(`/v1/home/report/preview?${AMSTEL}`)).body;
    expect(blockOf(off, 'elevation')).toMatchObject({
      available: false,
      source_id: null,
      note: 'The height model is asked live, which is off on this service.',
    });
    const on = (await get(`/v1/home/report/preview?${AMSTEL}`, await openApi({ env: { LIVE: 'on' } }))).body;
    expect(blockOf(on, 'elevation')).toMatchObject({ available: true, source_id: 'ahn', note: null });
    expect(blockOf(on, 'energy_label')).toMatchObject({
      available: false,
      note: 'The operator of this service has no key of the register of energy labels.',
    });
  });

  it('says what is not loaded, and what is asked of the publisher instead', async () => {
    const without = ['neighbourhoods', 'liveability', 'heritage'] as const;
    const off = (await get(`/v1/home/report/preview?${AMSTEL}`, await openApi({ without }))).body;
    expect(blockOf(off, 'neighbourhood')).toMatchObject({ available: false, data_year: null });
    expect(blockOf(off, 'heritage')?.available).toBe(false);
    const on = (
      await get(`/v1/home/report/preview?${AMSTEL}`, await openApi({ without, env: { LIVE: 'on' } }))
    ).body;
    expect(blockOf(on, 'heritage')).toMatchObject({ available: true, source_id: 'rce-monuments' });
    expect(blockOf(on, 'liveability')).toMatchObject({ available: true, source_id: 'bzk-leefbaarometer' });
    expect(blockOf(on, 'building')).toMatchObject({ available: true, source_id: 'bag-extract' });
  });

  it('names the main data set of each block', async () => {
    const { body } = await get(`/v1/home/report/preview?${AMSTEL}`);
    expect(Object.fromEntries(body.contains.map(({ block, source_id }) => [block, source_id]))).toMatchObject(
      {
        address: 'bag-extract',
        neighbourhood: 'cbs-key-figures',
        safety: 'police-crime',
        heritage: 'rce-monuments',
        liveability: 'bzk-leefbaarometer',
        schools: 'duo-schools',
      },
    );
  });

  it('tells the price of today, also to who asked before', async () => {
    const path = `/v1/home/report/preview?${AMSTEL}`;
    const before = await get(path);
    const dearer = await openApi({ sells: true, env: { PRICE_HOME_REPORT_USD: '0.05' } });
    const { headers, body } = await get(path, dearer);
    expect(body.price).toEqual({ amount: '0.05', currency: 'USD' });
    expect(headers.etag).not.toBe(before.headers.etag);
  });
});
