import { decodePaymentRequiredHeader } from '@x402/core/http';
import { type DiscoveryExtension, validateDiscoveryExtension } from '@x402/extensions/bazaar';
import type { InjectOptions } from 'fastify';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../../api/config.ts';
import type { ApiKeys } from '../../../api/payment/api-keys.ts';
import { NO_KEYS } from '../../../api/payment/api-keys.ts';
import { Payments } from '../../../db/payments.ts';
import { CASE_TOWNS, CASES } from '../../support/address-cases.ts';
import { publishAddresses } from '../../support/address-store.ts';
import { openTestApi, type TestApi } from '../../support/api.ts';
import { headerOf, walletOf } from '../../support/buyer.ts';
import { openFacilitator } from '../../support/facilitator.ts';
import { Ledger } from '../../support/ledger.ts';
import { FUNDS, PAY_TO } from '../../support/paid-app.ts';
import { publishRegions } from '../../support/region-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PAID = {
  '/v1/home/report': '40000',
  '/v1/vehicle/report': '20000',
  '/v1/address/lookup': '2000',
  '/v1/address/reverse': '2000',
  '/v1/energy-label': '5000',
} as const;

const FACILITATOR_URL = 'http://127.0.0.1:9';
const env = { PAY_TO_ADDRESS: PAY_TO, FACILITATOR_URL, PUBLIC_BASE_URL: 'https://facts.example.org' };
const folder = temporaryFolder();

let api: TestApi | undefined;
afterEach(async () => {
  await api?.close();
  api = undefined;
});

async function inject(request: InjectOptions | string) {
  if (api === undefined) throw new Error('Nothing is open.');
  return await api.app.inject(request);
}

async function openShop(settings: NodeJS.ProcessEnv = env, keys: ApiKeys = NO_KEYS): Promise<void> {
  const payments = new Payments(folder);
  api = await openTestApi(
    (dataDir) => {
      publishAddresses(dataDir, CASES, { towns: CASE_TOWNS });
      publishRegions(dataDir, [{ postcode: '1011PN', houseNumber: 1 }]);
    },
    { env: settings, keys, payments },
  );
}

describe.each(Object.entries(PAID))('%s without payment or key', (path, amount) => {
  it('answers 402 with terms, also without parameters, and says how to call it', async () => {
    await openShop();
    const response = await inject(path);
    expect(response.statusCode).toBe(402);
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toMatchObject({
      type: 'https://facts.example.org/openapi.json#/components/examples/payment_required',
      status: 402,
      code: 'payment_required',
      charged: false,
      price: { amount: String(Number(amount) / 1_000_000), currency: 'USD' },
      pay_with: ['x402', 'api_key'],
    });
    const header = String(response.headers['payment-required']);
    expect(header.length).toBeLessThan(6000);
    const { accepts, resource, extensions } = decodePaymentRequiredHeader(header);
    expect(accepts).toMatchObject([{ amount, network: 'eip155:8453', payTo: PAY_TO, scheme: 'exact' }]);
    expect(resource).toMatchObject({ url: `https://facts.example.org${path}`, mimeType: 'application/json' });
    const bazaar = extensions?.bazaar as DiscoveryExtension;
    expect(validateDiscoveryExtension(bazaar)).toEqual({ valid: true });
    expect(bazaar.info.input).toMatchObject({ type: 'http', method: 'GET' });
    expect(Object.keys(JSON.parse(JSON.stringify(bazaar.info.output?.example))).length).toBeGreaterThan(0);
  });

  it('comes before any look at what was asked, and before what is accepted', async () => {
    await openShop();
    for (const url of [`${path}?no_such_parameter=1`, `${path}?postcode=x&postcode=y`]) {
      expect((await inject(url)).statusCode).toBe(402);
    }
    const html = await inject({ url: path, headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0' } });
    expect([html.statusCode, html.headers['content-type']]).toEqual([
      402,
      'application/problem+json; charset=utf-8',
    ]);
  });

  it('has no HEAD, and is not there under another name', async () => {
    await openShop();
    expect((await inject({ method: 'HEAD', url: path })).statusCode).toBe(405);
    for (const url of [
      `${path}/`,
      path.toUpperCase(),
      path.replace('/v1/', '/v1//'),
      path.replace('v1', '%76%31/..'),
    ]) {
      expect([402, 404]).toContain((await inject(url)).statusCode);
    }
  });
});

describe('a paid path, paid for', () => {
  it('answers once, and the same again when the answer was lost', async () => {
    const ledger = new Ledger();
    const facilitator = await openFacilitator(ledger.signer());
    const payer = privateKeyToAccount(generatePrivateKey());
    ledger.setBalance(payer.address, FUNDS);
    try {
      await openShop({ ...env, FACILITATOR_URL: facilitator.url });
      const unpaid = await inject('/v1/address/lookup');
      const terms = decodePaymentRequiredHeader(String(unpaid.headers['payment-required']));
      const headers = headerOf(await walletOf(payer).createPaymentPayload(terms));

      // The facilitator catalogues the path by what the buyer repeats of the terms: the block, and no query.
      const wrong = await inject({ url: '/v1/address/lookup?postcode=1011PN&house_number=99', headers });
      expect([wrong.statusCode, wrong.json().charged]).toEqual([400, false]);
      expect(JSON.stringify(facilitator.last.body)).toContain('"bazaar"');
      expect(JSON.stringify(facilitator.last.body)).not.toContain('house_number=99');

      const url = '/v1/address/lookup?postcode=1011PN&house_number=1';
      const paid = await inject({ url, headers });
      expect([paid.statusCode, paid.json().address.street]).toEqual([200, 'Amstel']);
      expect(paid.headers['cache-control']).toBe('private, no-store');
      expect(ledger.balanceOf(payer.address)).toBe(FUNDS - 2000n);
      const again = await inject({ url, headers });
      expect([again.statusCode, again.body]).toEqual([200, paid.body]);
      expect(again.headers['payment-response']).toBe(paid.headers['payment-response']);

      const other = await inject({ url: '/v1/address/reverse?lat=52.3676&lon=4.9002', headers });
      expect(other.json()).toMatchObject({ status: 409, code: 'payment_already_used', charged: false });
      expect(other.json().transaction).toMatch(/^0x[0-9a-f]{64}$/);
      expect(ledger.balanceOf(payer.address)).toBe(FUNDS - 2000n);
    } finally {
      await facilitator.close();
    }
  });
});

describe('a key', () => {
  const calls: string[] = [];
  const keys: ApiKeys = {
    begin: (authorization) =>
      authorization === 'Bearer good'
        ? {
            kind: 'granted',
            keyId: 1,
            remaining: 5,
            resize: () => true,
            commit: () => {
              calls.push('commit');
              return 4;
            },
            release: () => {
              calls.push('release');
            },
          }
        : authorization === undefined
          ? { kind: 'none' }
          : { kind: 'refused', reason: 'used_up', hint: 'This key has no calls left this month.' },
  };
  const ask = (query: string, authorization: string) =>
    inject({ url: `/v1/address/lookup?${query}`, headers: { authorization } });

  it('lets in and is counted for a 200 only', async () => {
    calls.length = 0;
    await openShop(env, keys);
    const good = await ask('postcode=1011PN&house_number=1', 'Bearer good');
    expect([good.statusCode, good.headers['x-quota-remaining'], calls]).toEqual([200, '4', ['commit']]);
    const bad = await ask('postcode=1011PN&house_number=99', 'Bearer good');
    expect([bad.statusCode, bad.headers['x-quota-remaining'], calls]).toEqual([
      400,
      undefined,
      ['commit', 'release'],
    ]);
  });

  it('that does not do is answered with the terms, and why', async () => {
    await openShop(env, keys);
    const { statusCode, headers, ...response } = await ask('postcode=1011PN&house_number=1', 'Bearer old');
    expect(statusCode).toBe(402);
    expect(response.json().detail).toBe('This key has no calls left this month.');
    expect(headers['payment-required']).toBeDefined();
  });

  it('is the only way in where no payments are taken', async () => {
    await openShop({}, keys);
    const unpaid = await inject('/v1/address/lookup');
    expect(unpaid.statusCode).toBe(402);
    const terms = decodePaymentRequiredHeader(String(unpaid.headers['payment-required']));
    expect(terms).toMatchObject({ x402Version: 2, accepts: [], extensions: { bazaar: expect.anything() } });
    expect(unpaid.json()).toMatchObject({
      code: 'payment_required',
      pay_with: ['api_key'],
      hint: expect.stringContaining('free to see: /v1/address/lookup/preview'),
    });
    const paid = await inject({ url: '/v1/address/lookup', headers: headerOf({ x402Version: 2 }) });
    expect(paid.statusCode).toBe(402);
    expect((await ask('postcode=1011PN&house_number=1', 'Bearer good')).statusCode).toBe(200);
  });
});

describe('what would be given away', () => {
  it('stops the start: a HEAD of a paid path', async () => {
    const start = openTestApi(undefined, {
      extend: (app) => {
        app.get('/x', { exposeHeadRoute: true, config: { paid: 'homeReport' } }, async () => ({}));
      },
    });
    await expect(start).rejects.toThrow('HEAD /x is paid for');
  });
});

describe('settings of payments', () => {
  const read = (settings: NodeJS.ProcessEnv) => () => readConfig({ ...env, ...settings }).payment;

  it.each([
    ['the zero address', { PAY_TO_ADDRESS: `0x${'0'.repeat(40)}` }, 'is the zero address'],
    ['a mistyped letter', { PAY_TO_ADDRESS: PAY_TO.replace('Bc', 'bc') }, 'upper and lower case do not fit'],
    ['a short address', { PAY_TO_ADDRESS: PAY_TO.slice(0, 41) }, 'PAY_TO_ADDRESS is'],
    ['no facilitator', { FACILITATOR_URL: '' }, 'FACILITATOR_URL is not set'],
    ['a price of nothing', { PRICE_HOME_REPORT_USD: '0.000' }, 'PRICE_HOME_REPORT_USD'],
    ['another network', { PAYMENT_NETWORK: 'eip155:1' }, 'PAYMENT_NETWORK'],
    ['a secret that breaks lines', { FACILITATOR_TOKEN: 'a\nb' }, 'FACILITATOR_TOKEN is set'],
  ])('refuse %s at start', async (_what, settings, sentence) => {
    expect(read(settings)).toThrow(sentence);
  });

  it.each([PAY_TO, PAY_TO.toLowerCase(), '0x52908400098527886E0F7030069857D2E4169EE7'])(
    'take %s',
    async (address) => {
      expect(read({ PAY_TO_ADDRESS: address })()?.payTo).toBe(address);
    },
  );
});
