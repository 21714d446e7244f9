import { wrapAxiosWithPaymentFromConfig } from '@x402/axios';
import { decodePaymentResponseHeader } from '@x402/core/http';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import axios from 'axios';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { headerOf, send, signPayment, termsOf } from '../../support/buyer.ts';
import { FUNDS, openPaidApp, PAY_TO, type PaidApp } from '../../support/paid-app.ts';

let shop: PaidApp;
let paid: string;

beforeEach(async () => {
  shop = await openPaidApp();
  paid = `${shop.url}/paid?q=one`;
});
afterEach(() => shop.close());

const spent = () => FUNDS - shop.ledger.balanceOf(shop.payer.address);
const states = () => shop.payments.list({}).map(({ state }) => state);

describe('a buyer with an x402 client', () => {
  it('pays with @x402/fetch and gets the answer with a receipt', async () => {
    const schemes = [{ network: 'eip155:8453' as const, client: new ExactEvmScheme(shop.payer) }];
    const response = await wrapFetchWithPaymentFromConfig(fetch, { schemes })(paid);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ answer: 42 });
    expect(decodePaymentResponseHeader(response.headers.get('payment-response') ?? '')).toEqual({
      success: true,
      network: 'eip155:8453',
      payer: shop.payer.address.toLowerCase(),
      amount: '40000',
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect([spent(), shop.ledger.balanceOf(PAY_TO)]).toEqual([40_000n, 40_000n]);
    expect(shop.payments.list({})).toMatchObject([
      { state: 'settled', amount: '40000', endpoint: 'paid', transaction: expect.stringMatching(/^0x/) },
    ]);
  });

  it('pays with @x402/axios', async () => {
    const schemes = [{ network: 'eip155:8453' as const, client: new ExactEvmScheme(shop.payer) }];
    const { status, data } = await wrapAxiosWithPaymentFromConfig(axios.create(), { schemes }).get(paid);
    expect([status, data]).toEqual([200, { answer: 42 }]);
    expect(spent()).toBe(40_000n);
  });

  it('is told the terms at once, in the header that clients read', async () => {
    const response = await fetch(paid);
    expect(response.status).toBe(402);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await termsOf(paid)).toEqual({
      x402Version: 2,
      error: 'This path is paid for by the call.',
      resource: { url: 'http://shop.example/paid', description: '', mimeType: 'application/json' },
      accepts: [
        {
          scheme: 'exact',
          network: 'eip155:8453',
          amount: '40000',
          asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          payTo: PAY_TO,
          maxTimeoutSeconds: 300,
          extra: { name: 'USD Coin', version: '2' },
        },
      ],
    });
    expect(shop.runs()).toBe(0);
    expect(shop.facilitator.calls).toEqual({ verify: 0, settle: 0 });
  });
});

describe('an answer that is not a 200', () => {
  const failures: [string, Parameters<PaidApp['handle']>[0], number][] = [
    ['bad input', (_request, reply) => reply.code(400).send({ error: 'bad input' }), 400],
    ['a source that is down', (_request, reply) => reply.code(503).send({ error: 'down' }), 503],
    ['a thrown error', () => Promise.reject(new Error('broken')), 500],
    ['a redirect', (_request, reply) => reply.redirect('/free'), 302],
    ['nothing new', (_request, reply) => reply.code(304).send(), 304],
  ];
  it.each(failures)('is not charged: %s', async (_what, handler, status) => {
    shop.handle(handler);
    const payment = await signPayment(shop.payer, paid);
    const response = await fetch(paid, { headers: headerOf(payment), redirect: 'manual' });
    await response.body?.cancel();
    expect(response.status).toBe(status);
    expect(response.headers.get('payment-response')).toBeNull();
    expect([spent(), shop.facilitator.calls.settle, states()]).toEqual([0n, 0, ['released']]);

    // The same payment still buys a good answer.
    shop.handle(() => ({ answer: 43 }));
    expect(await send(paid, payment)).toMatchObject({ status: 200, body: { answer: 43 } });
    expect(spent()).toBe(40_000n);
  });

  it('is kept back when it is another success than 200: it would leave unpaid', async () => {
    shop.handle((_request, reply) => reply.code(201).send({ answer: 42 }));
    const { status, body } = await send(paid, await signPayment(shop.payer, paid));
    expect([status, body.answer, spent()]).toEqual([503, undefined, 0n]);
  });
});

describe('a payment that is refused', () => {
  it('is of an account without funds', async () => {
    shop.ledger.setBalance(shop.payer.address, 39_999n);
    const { status, body, headers } = await send(paid, await signPayment(shop.payer, paid));
    expect(status).toBe(402);
    expect(body.error).toBe('The paying account does not hold enough of the token.');
    expect(headers.get('payment-required')).not.toBeNull();
    expect(shop.runs()).toBe(0);
  });

  it('accepts a lower price than is asked for', async () => {
    const payment = await signPayment(shop.payer, paid, (terms) => ({
      ...terms,
      accepts: terms.accepts.map((accept) => ({ ...accept, amount: '1' })),
    }));
    expect(await send(paid, payment)).toMatchObject({
      status: 402,
      body: { error: 'The payment accepts other terms than this path has now.' },
    });
    expect([shop.runs(), shop.facilitator.calls.verify]).toEqual([0, 0]);
  });

  const forged: [string, (authorization: Record<string, string>) => object, string][] = [
    ['a lowered value', () => ({ value: '1' }), 'The signature does not fit the payment.'],
    ['another receiver', ({ from }) => ({ to: from }), 'The signature does not fit the payment.'],
    ['another nonce', () => ({ nonce: `0x${'1'.repeat(64)}` }), 'The signature does not fit the payment.'],
  ];
  it.each(forged)('was changed after it was signed: %s', async (_what, change, error) => {
    const payment = await signPayment(shop.payer, paid);
    const { signature, authorization } = payment.payload as never as {
      signature: string;
      authorization: Record<string, string>;
    };
    const changed = { signature, authorization: { ...authorization, ...change(authorization) } };
    expect(await send(paid, { ...payment, payload: changed })).toMatchObject({
      status: 402,
      body: { error },
    });
    expect([shop.runs(), spent(), states()]).toEqual([0, 0n, []]);
  });

  it('has expired', async () => {
    const payment = await signPayment(shop.payer, paid, (terms) => ({
      ...terms,
      accepts: terms.accepts.map((accept) => ({ ...accept, maxTimeoutSeconds: 3 })),
    }));
    const accepted = { ...payment.accepted, maxTimeoutSeconds: 300 };
    expect(await send(paid, { ...payment, accepted })).toMatchObject({
      status: 402,
      body: { error: 'The payment has expired, or would within seconds.' },
    });
  });

  it('was signed before the price was changed', async () => {
    const payment = await signPayment(shop.payer, paid);
    const dearer = await openPaidApp({ beside: shop, price: '$0.05' });
    try {
      expect(await send(`${dearer.url}/paid?q=one`, payment)).toMatchObject({ status: 402 });
      expect([dearer.runs(), spent()]).toEqual([0, 0n]);
    } finally {
      await dearer.close();
    }
  });

  it('has lost its funds while the answer was made: the answer is kept back', async () => {
    shop.handle(() => {
      shop.ledger.setBalance(shop.payer.address, 0n);
      return { answer: 42 };
    });
    const { status, body, receipt } = await send(paid, await signPayment(shop.payer, paid));
    expect([status, body.answer]).toEqual([402, undefined]);
    expect(receipt).toEqual({
      success: false,
      errorReason: 'invalid_exact_evm_insufficient_balance',
      transaction: '',
      network: 'eip155:8453',
      payer: shop.payer.address.toLowerCase(),
    });
    expect(states()).toEqual(['failed']);
  });

  it('was cancelled by the payer while the answer was made', async () => {
    const payment = await signPayment(shop.payer, paid);
    const { nonce } = (payment.payload as { authorization: { nonce: string } }).authorization;
    shop.handle(() => {
      shop.ledger.cancel(shop.payer.address, nonce);
      return { answer: 42 };
    });
    expect(await send(paid, payment)).toMatchObject({ status: 402, body: { code: 'payment_required' } });
    expect([states(), spent()]).toEqual([['failed'], 0n]);
  });
});

describe('a header that is no payment', () => {
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
  it.each([
    ['not base64', '%%%'],
    ['no JSON', Buffer.from('{').toString('base64')],
    ['null', base64(null)],
    ['an empty object', base64({})],
    ['a list', base64([])],
    ['version 1', base64({ x402Version: 1 })],
    ['version 9', base64({ x402Version: 9, accepted: {}, payload: {} })],
    [
      'a payment by another method',
      base64({ x402Version: 2, accepted: {}, payload: { permit2Authorization: {} } }),
    ],
    ['overlong', 'A'.repeat(9000)],
    ['empty', ''],
  ])('is refused without asking anybody: %s', async (_what, header) => {
    const response = await fetch(paid, { headers: { 'payment-signature': header } });
    expect([response.status, shop.runs()]).toEqual([402, 0]);
    expect(shop.facilitator.calls).toEqual({ verify: 0, settle: 0 });
  });

  it('has nothing in it that reaches the facilitator unchecked', async () => {
    const payment = await signPayment(shop.payer, paid);
    const answer = await send(paid, {
      ...payment,
      resource: { url: 'http://other.example/', description: 'x', mimeType: 'text/html' },
      payload: { ...payment.payload, permit2Authorization: { from: PAY_TO } },
      extensions: { other: { info: {} } },
    });
    expect(answer.status).toBe(200);
    const { paymentPayload } = shop.facilitator.last.body as { paymentPayload: Record<string, object> };
    expect(Object.keys(paymentPayload.payload ?? {})).toEqual(['signature', 'authorization']);
    expect(paymentPayload.resource).toMatchObject({ url: 'http://shop.example/paid' });
    expect(paymentPayload.extensions).toBeUndefined();
  });
});
