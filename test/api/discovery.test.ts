import { createHash } from 'node:crypto';
import { decodePaymentRequiredHeader } from '@x402/core/http';
import { type DiscoveryExtension, extractDiscoveryInfoFromExtension } from '@x402/extensions/bazaar';
import { Check } from 'typebox/value';
import { beforeAll, describe, expect, it } from 'vitest';
import { NO_KEYS } from '../../api/payment/api-keys.ts';
import type { HomeSummary } from '../../api/schemas/home.ts';
import {
  type PaidResources,
  PaidResourcesSchema,
  type Provenance,
  type ProvenanceDataset,
  ProvenanceSchema,
} from '../../api/schemas/provenance.ts';
import { GROUPS } from '../../db/groups.ts';
import type { TestApi } from '../support/api.ts';
import { sampleApis } from '../support/sample-api.ts';

const PUBLIC = 'https://facts.example.org/nl';
const PAID = {
  '/v1/home/report': '0.04',
  '/v1/vehicle/report': '0.02',
  '/v1/address/lookup': '0.002',
  '/v1/address/reverse': '0.002',
  '/v1/energy-label': '0.005',
};

const openApi = sampleApis();
let api: TestApi;

beforeAll(async () => {
  api = await openApi({ sells: true, keys: NO_KEYS, env: { PUBLIC_BASE_URL: PUBLIC } });
}, 120_000);

async function getJson<Body>(path: string, from = api): Promise<Body> {
  const response = await from.app.inject(path);
  expect(response.statusCode).toBe(200);
  return response.json() as Body;
}

interface Operation {
  readonly 'x-payment-info'?: { price: { amount: string } };
  readonly security?: object[];
  readonly responses: Record<
    string,
    { headers?: Record<string, object>; content?: Record<string, { examples?: object }> }
  >;
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly securitySchemes: object };
}

describe('/openapi.json', () => {
  it.each(Object.entries(PAID))('says of %s what it costs and how to pay', async (path, amount) => {
    const document = await getJson<Document>('/openapi.json');
    const operation = document.paths[path]?.get;
    expect(operation?.['x-payment-info']).toEqual({
      protocols: ['x402'],
      price: { mode: 'fixed', currency: 'USD', amount },
    });
    expect(operation?.security).toEqual([{ apiKey: [] }, { x402: [] }]);
    expect(operation?.responses['402']?.headers).toHaveProperty('PAYMENT-REQUIRED');
    expect(operation?.responses['200']?.headers).toHaveProperty('PAYMENT-RESPONSE');
    expect(operation?.responses['200']?.headers).toHaveProperty('X-Quota-Remaining');
    const problems = (status: string) =>
      Object.keys(operation?.responses[status]?.content?.['application/problem+json']?.examples ?? {});
    expect(problems('402')).toEqual(['payment_required']);
    expect(problems('409')).toEqual(['payment_already_used', 'payment_in_progress']);
    expect(problems('429')).toEqual(['rate_limited']);
    expect(problems('503')).toEqual(
      expect.arrayContaining(['dataset_unavailable', 'payment_unavailable', 'payment_outcome_unknown']),
    );
  });

  it('asks nothing of who asks a free path', async () => {
    const document = await getJson<Document>('/openapi.json');
    for (const path of ['/v1/home/basic', '/v1/home/report/preview', '/.well-known/x402']) {
      const operation = document.paths[path]?.get;
      expect(operation, path).toBeDefined();
      expect(operation?.security).toBeUndefined();
      expect(operation?.['x-payment-info']).toBeUndefined();
      expect(operation?.responses).not.toHaveProperty('402');
    }
    expect(document.components.securitySchemes).toMatchObject({
      apiKey: { type: 'http', scheme: 'bearer' },
      x402: { type: 'apiKey', in: 'header', name: 'PAYMENT-SIGNATURE' },
    });
  });

  it('has the price of the settings', async () => {
    const dearer = await openApi({ env: { PRICE_HOME_REPORT_USD: '0.055' } });
    const document = await getJson<Document>('/openapi.json', dearer);
    expect(document.paths['/v1/home/report']?.get?.['x-payment-info']?.price.amount).toBe('0.055');
  });
});

describe('/.well-known/x402', () => {
  it('lists every path that is paid for, at its public address', async () => {
    const body = await getJson<PaidResources>('/.well-known/x402');
    expect(Check(PaidResourcesSchema, body)).toBe(true);
    expect(body.version).toBe(1);
    expect(body.resources).toEqual(expect.arrayContaining(Object.keys(PAID).map((path) => PUBLIC + path)));
  });

  it('lists what answers 402 with terms and a block for catalogues, read back by the reader of the package', async () => {
    const { resources } = await getJson<PaidResources>('/.well-known/x402');
    for (const path of Object.keys(PAID)) {
      expect(resources).toContain(PUBLIC + path);
      const { statusCode, headers } = await api.app.inject(path);
      expect(statusCode, path).toBe(402);
      const { accepts, resource, extensions } = decodePaymentRequiredHeader(
        String(headers['payment-required']),
      );
      expect(accepts.length).toBeGreaterThan(0);
      expect(resource?.url).toBe(PUBLIC + path);
      // Throws where the block does not fit its own schema.
      const { input, output } = extractDiscoveryInfoFromExtension(extensions?.bazaar as DiscoveryExtension);
      expect(input).toMatchObject({ type: 'http', method: 'GET' });
      const example = (input as { queryParams?: Record<string, string> }).queryParams ?? {};
      expect(Object.keys(example).length, path).toBeGreaterThan(0);
      expect(output?.example).toBeTypeOf('object');
      // The example is a request that works: its preview takes it.
      const query = new URLSearchParams();
      for (const [key, value] of Object.entries(example)) query.set(key, String(value));
      expect((await api.app.inject(`${path}/preview?${query}`)).statusCode, path).toBe(200);
    }
  });

  it('says so where no payments are taken', async () => {
    expect((await getJson<PaidResources>('/.well-known/x402')).instructions).toContain('PAYMENT-SIGNATURE');
    const { instructions } = await getJson<PaidResources>('/.well-known/x402', await openApi());
    expect(instructions).toContain('takes no x402 payments');
  });
});

describe('/.well-known/x402-license-provenance', () => {
  const datasets = async (from = api) =>
    (await getJson<Provenance>('/.well-known/x402-license-provenance', from)).datasets;
  const find = (all: readonly ProvenanceDataset[], id: string, mode: string) =>
    all.find((one) => one.id === id && one.mode === mode);

  it('tells of every data set whose it is, its licence, and the files that it was read from', async () => {
    const body = await getJson<Provenance>('/.well-known/x402-license-provenance');
    expect(Check(ProvenanceSchema, body)).toBe(true);
    expect(body.service).toBe(PUBLIC);
    const loaded = body.datasets.filter(({ mode }) => mode === 'sample');
    expect(new Set(loaded.map(({ group }) => group))).toEqual(new Set(GROUPS));
    for (const one of loaded) {
      expect(one.files.length, one.id).toBeGreaterThan(0);
      expect(one.row_count, one.id).toBeGreaterThan(0);
      const digests = one.files.map(({ sha256 }) => sha256);
      const whole = createHash('sha256')
        .update(digests.map((line) => `${line}\n`).join(''))
        .digest('hex');
      expect(one.sha256, one.id).toBe(digests.length === 1 ? digests[0] : whole);
    }
    expect(find(body.datasets, 'bzk-leefbaarometer', 'sample')).toMatchObject({
      licence: expect.any(String),
      attribution: expect.stringContaining('Leefbaarometer'),
      edition: 'measurement 2024',
      data_year: 2024,
    });
  });

  it('knows every source that an answer names', async () => {
    const all = await datasets();
    const { source } = await getJson<HomeSummary>('/v1/home/basic?postcode=1011PN&house_number=1');
    for (const { id, mode, licence, attribution, retrieved_at } of source) {
      expect(find(all, id, mode), id).toMatchObject({ licence, attribution, retrieved_at });
    }
  });

  it('tells of what is asked live, and whether it can be', async () => {
    const on = await datasets(await openApi({ env: { LIVE: 'on' } }));
    expect(find(on, 'ahn', 'live')).toMatchObject({
      available: true,
      sha256: null,
      row_count: null,
      files: [],
    });
    expect(find(on, 'ep-online', 'live')?.available).toBe(false);
    expect(find(await datasets(), 'ahn', 'live')?.available).toBe(false);
    const keyed = await datasets(await openApi({ env: { LIVE: 'on', EP_ONLINE_API_KEY: 'a-key' } }));
    expect(find(keyed, 'ep-online', 'live')?.available).toBe(true);
  });

  it('leaves out what is not loaded', async () => {
    const all = await datasets(await openApi({ without: ['schools'] }));
    expect(all.filter(({ group }) => group === 'schools')).toEqual([]);
  });

  it('shows no secret', async () => {
    const one = await openApi({
      env: { LIVE: 'on', EP_ONLINE_API_KEY: 'hush-hush', BAG_API_KEY: 'hush-too' },
    });
    for (const path of [
      '/.well-known/x402-license-provenance',
      '/.well-known/x402',
      '/llms.txt',
      '/openapi.json',
    ]) {
      expect((await one.app.inject(path)).body, path).not.toContain('hush');
    }
  });
});

describe('/llms.txt', () => {
  it('tells in words what there is and what it costs', async () => {
    const { statusCode, headers, body } = await api.app.inject('/llms.txt');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body.startsWith('# Dutch address and vehicle facts\n\n> ')).toBe(true);
    for (const [path, amount] of Object.entries(PAID)) {
      expect(body).toMatch(new RegExp(`GET ${path}\\]\\(${PUBLIC}${path}\\): .+ ${amount} USD a call`));
    }
    for (const [, link] of body.matchAll(/\((https?:[^)]+)\)/g))
      expect(link?.startsWith(`${PUBLIC}/`)).toBe(true);
  });

  it('gives requests that work', async () => {
    const { body } = await api.app.inject('/llms.txt');
    const section = body.split('## Requests that work')[1]?.split('##')[0] ?? '';
    const requests = [...section.matchAll(/^- (\S+)$/gm)].map(([, url]) => url?.slice(PUBLIC.length) ?? '');
    expect(requests.length).toBeGreaterThan(2);
    for (const request of requests) expect((await api.app.inject(request)).statusCode, request).toBe(200);
  });
});

describe('what is told about the service', () => {
  it.each(['/.well-known/x402', '/.well-known/x402-license-provenance', '/llms.txt', '/'])(
    '%s is free, and can be kept and asked for again',
    async (path) => {
      const first = await api.app.inject(path);
      expect(first.statusCode).toBe(200);
      expect(first.headers['cache-control']).toBe('public, max-age=300');
      const again = await api.app.inject({
        url: path,
        headers: { 'if-none-match': String(first.headers.etag) },
      });
      expect(again.statusCode).toBe(304);
      expect((await api.app.inject({ method: 'HEAD', url: path })).statusCode).toBe(200);
    },
  );
});

describe('/', () => {
  it('is one page that may load nothing, and run only its own script', async () => {
    const { headers, body } = await api.app.inject('/');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    for (const name of ['script', 'style']) {
      const content = new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(body)?.[1] ?? '';
      expect(content.length).toBeGreaterThan(500);
      expect(policy).toContain(`'sha256-${createHash('sha256').update(content).digest('base64')}'`);
    }
    for (const [, address] of body.matchAll(/(?:src|href)="([^"]+)"/g))
      expect(address).not.toMatch(/^(https?:)?\/\//);
  });
});
