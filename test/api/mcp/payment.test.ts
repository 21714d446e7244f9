import { request } from 'node:http';
import type { Socket } from 'node:net';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { type DiscoveryExtension, validateDiscoveryExtension } from '@x402/extensions/bazaar';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TOOLS } from '../../../api/mcp/tools.ts';
import { Payments } from '../../../db/payments.ts';
import { openTestApi, type TestApi } from '../../support/api.ts';
import { send, walletOf } from '../../support/buyer.ts';
import { openFacilitator, type TestFacilitator } from '../../support/facilitator.ts';
import { giveKey, openKeys, plansOf } from '../../support/keys.ts';
import { Ledger } from '../../support/ledger.ts';
import { callTool, connect, listening, toolTerms } from '../../support/mcp.ts';
import { FUNDS, PAY_TO } from '../../support/paid-app.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { publishVehicles } from '../../support/vehicle-store.ts';
import { SAMPLES } from '../vehicle-samples.ts';

/** Tools that are paid for, by the official client: by payment, by key, and not at all. */
const CAR = { licence_plate: '85XXXB' };
const PRICE = 20_000n;

let ledger: Ledger;
let facilitator: TestFacilitator;
let payer: PrivateKeyAccount;
let payments: Payments;
let keys: ReturnType<typeof openKeys>;
let api: TestApi;
let url: string;
let client: Client;
const folders = { payments: temporaryFolder(), keys: temporaryFolder() };

beforeEach(async () => {
  ledger = new Ledger();
  facilitator = await openFacilitator(ledger.signer());
  payer = privateKeyToAccount(generatePrivateKey());
  ledger.setBalance(payer.address, FUNDS);
  payments = new Payments(folders.payments);
  keys = openKeys(folders.keys, { plans: plansOf({ starter: 10, small: 1 }), now: () => new Date() });
  await open();
});
afterEach(async () => {
  await client.close();
  api.app.server.closeAllConnections();
  await api.close();
  payments.close();
  keys.close();
  await facilitator.close();
});

async function open(): Promise<void> {
  api = await openTestApi((dataDir) => publishVehicles(dataDir, SAMPLES), {
    env: { PAY_TO_ADDRESS: PAY_TO, FACILITATOR_URL: facilitator.url, FACILITATOR_TIMEOUT_MS: '3000' },
    keys,
    accounts: keys,
    payments,
  });
  url = await listening(api.app);
  client = await connect(url);
}

const spent = () => FUNDS - ledger.balanceOf(payer.address);

/** A payment for a tool, signed from the terms that it gives and not sent. */
async function sign(tool = 'vehicle_report', args: Record<string, unknown> = CAR) {
  return walletOf(payer).createPaymentPayload(await toolTerms(client, tool, args));
}

describe('a tool that is paid for, without payment or key', () => {
  it('answers with the terms, as an object and as text', async () => {
    const { isError, body, structured } = await callTool(client, 'vehicle_report', CAR);
    expect(isError).toBe(true);
    expect(structured).toEqual(body);
    expect(body).toMatchObject({
      x402Version: 2,
      error: expect.stringContaining('_meta["x402/payment"]'),
      resource: { url: 'mcp://tool/vehicle_report', mimeType: 'application/json' },
      accepts: [
        {
          scheme: 'exact',
          network: 'eip155:8453',
          amount: String(PRICE),
          payTo: PAY_TO,
          maxTimeoutSeconds: 300,
        },
      ],
    });
    expect(facilitator.calls).toEqual({ verify: 0, settle: 0 });
  });

  it.each(TOOLS.filter(({ paid }) => paid !== undefined).map(({ name }) => name))(
    '%s does so before it looks at any argument, and can be catalogued',
    async (name) => {
      const { structured } = await callTool(client, name, { no_such_argument: 1 });
      const { extensions, resource } = structured as {
        extensions: { bazaar: DiscoveryExtension };
        resource: { url: string };
      };
      expect(resource.url).toBe(`mcp://tool/${name}`);
      expect(validateDiscoveryExtension(extensions.bazaar)).toEqual({ valid: true });
      expect(extensions.bazaar.info.input).toMatchObject({
        type: 'mcp',
        toolName: name,
        inputSchema: { type: 'object' },
      });
    },
  );

  it('costs what the path costs', async () => {
    for (const { name, paid } of TOOLS) {
      if (paid === undefined) continue;
      const { accepts } = await toolTerms(client, name, {});
      const price = Number(accepts[0]?.amount) / 1_000_000;
      const listed = (await client.listTools()).tools.find((tool) => tool.name === name);
      expect(listed?.description).toContain(`Costs ${price} USD a call`);
    }
  });
});

describe('a payment in _meta', () => {
  it('buys the answer of the path, once, with a receipt', async () => {
    const { isError, body, structured, receipt } = await callTool(
      client,
      'vehicle_report',
      CAR,
      await sign(),
    );
    expect([isError, body.plate, structured]).toEqual([false, '85XXXB', body]);
    expect(receipt).toMatchObject({
      success: true,
      network: 'eip155:8453',
      payer: payer.address.toLowerCase(),
    });
    expect(receipt?.transaction).toMatch(/^0x[0-9a-f]{64}$/);
    expect([spent(), ledger.balanceOf(PAY_TO)]).toEqual([PRICE, PRICE]);
    const { paymentPayload } = facilitator.last.body as { paymentPayload: { resource: { url: string } } };
    expect(paymentPayload.resource.url).toBe('mcp://tool/vehicle_report');
    expect(JSON.stringify(facilitator.last.body)).not.toContain('85XXXB');
  });

  it('buys the same call again when its answer was lost, and nothing else, here or over HTTP', async () => {
    const payment = await sign();
    const first = await callTool(client, 'vehicle_report', CAR, payment);
    const again = await callTool(client, 'vehicle_report', CAR, payment);
    expect(again).toEqual(first);
    const other = await callTool(client, 'vehicle_report', { licence_plate: '0001TJ' }, payment);
    expect(other).toMatchObject({
      isError: true,
      body: { code: 'payment_already_used', status: 409, transaction: first.receipt?.transaction },
      receipt: undefined,
    });
    const overHttp = await send(`${url}/v1/vehicle/report?licence_plate=0001TJ`, payment);
    expect([overHttp.status, overHttp.body.code]).toEqual([409, 'payment_already_used']);
    expect([spent(), ledger.transfers]).toEqual([PRICE, 1]);
  });

  it('sent 20 times at once settles once', async () => {
    const payment = await sign();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => callTool(client, 'vehicle_report', CAR, payment)),
    );
    for (const { isError, body } of answers) {
      expect(isError ? ['payment_in_progress', 'payment_already_used'] : ['85XXXB']).toContain(
        isError ? body.code : body.plate,
      );
    }
    expect(answers.some(({ isError }) => !isError)).toBe(true);
    expect([spent(), ledger.transfers, facilitator.calls.settle]).toEqual([PRICE, 1, 1]);
  });

  it('costs nothing when the tool refuses, and can be used with better arguments', async () => {
    const payment = await sign();
    for (const args of [{ licence_plate: 'AA-11-BB' }, { plate: '85XXXB' }, {}]) {
      const { isError, body } = await callTool(client, 'vehicle_report', args, payment);
      expect([isError, body.status, body.charged]).toEqual([true, 400, false]);
    }
    expect(facilitator.calls.settle).toBe(0);
    expect((await callTool(client, 'vehicle_report', CAR, payment)).isError).toBe(false);
    expect(spent()).toBe(PRICE);
  });

  it('that cannot be settled buys nothing: terms come instead of the answer', async () => {
    const payment = await sign();
    facilitator.misbehave('verify', {
      kind: 'answer',
      status: 200,
      type: 'application/json',
      body: JSON.stringify({ isValid: true, payer: payer.address }),
    });
    ledger.setBalance(payer.address, 1n);
    const { isError, body, structured, receipt } = await callTool(client, 'vehicle_report', CAR, payment);
    expect(isError).toBe(true);
    expect(body).toMatchObject({ x402Version: 2, accepts: [{ amount: String(PRICE) }] });
    expect(structured).toEqual(body);
    expect(JSON.stringify(body)).not.toContain('Peugeot');
    expect(receipt).toMatchObject({ success: false, transaction: '' });
    expect(ledger.transfers).toBe(0);
  });

  it.each([
    ['hangs up', { kind: 'reset' }, 'payment_unavailable'],
    [
      'answers with a page',
      { kind: 'answer', status: 200, type: 'text/html', body: '<p>no</p>' },
      'payment_unavailable',
    ],
  ] as const)('is not looked at while the facilitator %s; keys work all the same', async (_, how, code) => {
    const payment = await sign();
    facilitator.misbehave('verify', how);
    const { isError, body } = await callTool(client, 'vehicle_report', CAR, payment);
    expect([isError, body.code, body.charged]).toEqual([true, code, false]);
    const holder = await connect(url, { headers: { authorization: giveKey(folders.keys).authorization } });
    expect((await callTool(holder, 'vehicle_report', CAR)).isError).toBe(false);
    await holder.close();
  });

  it('of which the settlement is not known keeps the answer back; sent again it is not charged twice', async () => {
    const payment = await sign();
    facilitator.misbehave('settle', { kind: 'hang', afterWork: true }, 1);
    const call = callTool(client, 'vehicle_report', CAR, payment);
    await vi.waitFor(() => expect(facilitator.calls.settle).toBe(1));
    facilitator.misbehave('verify', { kind: 'reset' });
    const first = await call;
    facilitator.behave();
    expect(first).toMatchObject({ isError: true, body: { code: 'payment_outcome_unknown', charged: null } });
    const answer = await callTool(client, 'vehicle_report', CAR, payment);
    expect([answer.isError, answer.body.plate]).toEqual([false, '85XXXB']);
    expect([spent(), ledger.transfers]).toEqual([PRICE, 1]);
  });

  it.each([
    ['a text', 'eyJ4NDAyVmVyc2lvbiI6Mn0='],
    ['of version 1', { x402Version: 1, scheme: 'exact', network: 'base', payload: {} }],
    ['nothing', {}],
    ['too long', { x402Version: 2, filler: 'x'.repeat(40_000) }],
  ])('that is %s is answered with the terms', async (_, payment) => {
    const { isError, body } = await callTool(client, 'vehicle_report', CAR, payment);
    expect(isError).toBe(true);
    expect(body).toMatchObject({ x402Version: 2, accepts: [{ amount: String(PRICE) }] });
    expect(facilitator.calls.verify).toBe(0);
  });

  it('for another price is not taken', async () => {
    const payment = await sign('address_lookup', {});
    const { isError, body } = await callTool(client, 'vehicle_report', CAR, payment);
    expect([isError, body.accepts]).toMatchObject([true, [{ amount: String(PRICE) }]]);
    expect(spent()).toBe(0n);
  });

  it('is not settled for who has hung up', async () => {
    const payment = await sign();
    let arrived = () => {};
    const verifying = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    facilitator.misbehave('verify', { kind: 'wait', until: verifying }, 1);
    const closed = new Promise<void>((resolve) => {
      api.app.server.once('connection', (socket: Socket) => socket.once('close', () => resolve()));
    });
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'vehicle_report', arguments: CAR, _meta: { 'x402/payment': payment } },
    });
    const lost = request(`${url}/mcp`, {
      method: 'POST',
      agent: false,
      headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
    });
    lost.on('error', () => {});
    lost.end(body);
    await vi.waitFor(() => expect(facilitator.calls.verify).toBe(1));
    lost.destroy();
    await closed;
    arrived();
    // It was given back: it buys something else.
    await vi.waitFor(async () => {
      const other = await callTool(client, 'vehicle_report', { licence_plate: '0001TJ' }, payment);
      expect([other.isError, other.body.plate]).toEqual([false, '0001TJ']);
    });
    expect([spent(), ledger.transfers]).toEqual([PRICE, 1]);
  });
});

describe('a key on the HTTP request', () => {
  it('buys answers, counted only when there is one, and is told how many are left', async () => {
    let left: string | null = null;
    const holder = await connect(url, {
      headers: { authorization: giveKey(folders.keys).authorization },
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        left = response.headers.get('x-quota-remaining');
        return response;
      },
    });
    expect((await callTool(holder, 'vehicle_basic', CAR)).isError).toBe(false);
    expect(left).toBeNull();
    expect((await callTool(holder, 'vehicle_report', { licence_plate: 'AA-11-BB' })).isError).toBe(true);
    const { isError, body, receipt } = await callTool(holder, 'vehicle_report', CAR);
    expect([isError, body.plate, receipt, left]).toEqual([false, '85XXXB', undefined, '9']);
    expect(facilitator.calls).toEqual({ verify: 0, settle: 0 });
    await holder.close();
  });

  it.each(['Bearer dnl_nobody', 'Basic YTpi'])(
    'that does not do (%s) is answered with the terms, and why',
    async (authorization) => {
      const stranger = await connect(url, { headers: { authorization } });
      const { isError, body } = await callTool(stranger, 'vehicle_report', CAR);
      expect([isError, body.x402Version]).toEqual([true, 2]);
      expect(body.error).toMatch(/key/i);
      const paid = await callTool(stranger, 'vehicle_report', CAR, await sign());
      expect([paid.isError, spent()]).toEqual([false, PRICE]);
      await stranger.close();
    },
  );
});

describe('a service with other settings', () => {
  const reopen = async (env: NodeJS.ProcessEnv) => {
    await client.close();
    await api.close();
    api = await openTestApi((dataDir) => publishVehicles(dataDir, SAMPLES), {
      env,
      keys,
      accounts: keys,
      payments,
    });
    url = await listening(api.app);
    client = await connect(url);
  };

  it('that lets few payments in a minute counts those of tools too', async () => {
    await reopen({
      PAY_TO_ADDRESS: PAY_TO,
      FACILITATOR_URL: facilitator.url,
      RATE_LIMIT_PAYMENT_PER_MINUTE: '2',
    });
    for (const code of [undefined, undefined, 'rate_limited']) {
      const { isError, body } = await callTool(client, 'vehicle_report', CAR, {});
      expect([isError, body.code]).toEqual([true, code]);
    }
    expect((await callTool(client, 'vehicle_basic', CAR)).isError).toBe(false);
  });

  it('that takes no payments says that a key is needed', async () => {
    await reopen({});
    const { isError, body } = await callTool(client, 'vehicle_report', CAR);
    expect([isError, body.code, body.pay_with]).toEqual([true, 'payment_required', ['api_key']]);
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'vehicle_report')?.description).toMatch(/needs an API key/);
  });
});
