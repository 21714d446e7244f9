import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpFacilitator } from '../../../api/payment/facilitator.ts';
import { send, signPayment } from '../../support/buyer.ts';
import type { Misbehaviour } from '../../support/facilitator.ts';
import { freePort } from '../../support/free-port.ts';
import { FUNDS, openPaidApp, type PaidApp } from '../../support/paid-app.ts';

let shop: PaidApp;
let paid: string;

beforeEach(async () => {
  shop = await openPaidApp({ timeoutMs: 300 });
  paid = `${shop.url}/paid`;
});
afterEach(() => shop.close());

const spent = () => FUNDS - shop.ledger.balanceOf(shop.payer.address);
const states = () => shop.payments.list({}).map(({ state }) => state);

const HTML = { status: 200, type: 'text/html', body: '<h1>Welcome</h1>' };
const SECRET_TEXT = 'stack trace of the facilitator, with its key 0xdeadbeef';
const FAULTS: [string, Misbehaviour][] = [
  ['never answers', { kind: 'hang' }],
  ['closes the connection', { kind: 'reset' }],
  ['answers with a page', { kind: 'answer', ...HTML }],
  ['answers 500', { kind: 'answer', status: 500, type: 'text/plain', body: SECRET_TEXT }],
  [
    'answers 502 with JSON',
    { kind: 'answer', status: 502, type: 'application/json', body: '{"isValid":true}' },
  ],
  ['answers 401', { kind: 'answer', status: 401, type: 'application/json', body: '{"error":"no token"}' }],
  [
    'answers with another shape',
    { kind: 'answer', status: 200, type: 'application/json', body: '{"isValid":"yes"}' },
  ],
  ['answers null', { kind: 'answer', status: 200, type: 'application/json', body: 'null' }],
  [
    'redirects',
    {
      kind: 'answer',
      status: 307,
      type: 'text/plain',
      body: '',
      headers: { location: 'http://127.0.0.1:1/' },
    },
  ],
  [
    'answers without end',
    { kind: 'answer', status: 200, type: 'application/json', body: ' '.repeat(300_000) },
  ],
];

describe('a facilitator that cannot verify', () => {
  it.each(FAULTS)(
    'stops the payment before the answer is made, and it can be used later: %s',
    async (_what, how) => {
      const payment = await signPayment(shop.payer, paid);
      shop.facilitator.misbehave('verify', how);
      const { status, body, headers } = await send(paid, payment);
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'payment_unavailable', '10']);
      expect(JSON.stringify(body)).not.toContain('facilitator');
      expect([shop.runs(), spent(), states()]).toEqual([0, 0n, []]);

      shop.facilitator.behave();
      expect(await send(paid, payment)).toMatchObject({ status: 200 });
      expect(spent()).toBe(40_000n);
    },
  );

  it('does not keep terms from who has not paid, nor free paths from anybody', async () => {
    shop.facilitator.misbehave('verify', { kind: 'hang' });
    expect((await fetch(paid)).status).toBe(402);
    expect((await fetch(`${shop.url}/free`)).status).toBe(200);
  });
});

describe('a facilitator that fails to settle without having moved the money', () => {
  it.each(FAULTS)('leaves the outcome unknown; the same payment finds it out: %s', async (_what, how) => {
    const payment = await signPayment(shop.payer, paid);
    shop.facilitator.misbehave('settle', how);
    const { status, body, headers } = await send(paid, payment);
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'payment_outcome_unknown', '5']);
    expect(body.answer).toBeUndefined();
    expect(JSON.stringify(body)).not.toContain(SECRET_TEXT);
    expect([spent(), states()]).toEqual([0n, ['unknown']]);

    shop.facilitator.behave();
    expect(await send(paid, payment)).toMatchObject({ status: 200, body: { answer: 42 } });
    expect([spent(), states()]).toEqual([40_000n, ['settled']]);
  });

  it('is asked once more when it fails at once, and mostly that does', async () => {
    shop.facilitator.misbehave('settle', { kind: 'answer', status: 500, type: 'text/plain', body: '' }, 1);
    expect(await send(paid, await signPayment(shop.payer, paid))).toMatchObject({ status: 200 });
    expect([spent(), shop.ledger.transfers]).toEqual([40_000n, 1]);
  });
});

describe('a facilitator that moves the money and does not say so', () => {
  it.each([
    ['never answers', { kind: 'hang', afterWork: true }],
    ['closes the connection', { kind: 'reset', afterWork: true }],
    ['answers with a page', { kind: 'answer', afterWork: true, ...HTML }],
    ['answers 500', { kind: 'answer', afterWork: true, status: 500, type: 'text/plain', body: '' }],
  ] satisfies [string, Misbehaviour][])(
    'is found out: the buyer gets the answer, charged once: %s',
    async (_what, how) => {
      shop.facilitator.misbehave('settle', how);
      const { status, body } = await send(paid, await signPayment(shop.payer, paid));
      expect([status, body]).toEqual([200, { answer: 42 }]);
      expect([spent(), shop.ledger.transfers, states()]).toEqual([40_000n, 1, ['settled']]);
    },
  );

  it('and cannot be asked: 503, and the same payment gets the answer later without a second charge', async () => {
    const payment = await signPayment(shop.payer, paid);
    shop.facilitator.misbehave('settle', { kind: 'hang', afterWork: true });
    shop.handle(() => {
      shop.facilitator.misbehave('verify', { kind: 'reset' });
      return { answer: 42 };
    });
    expect(await send(paid, payment)).toMatchObject({
      status: 503,
      body: { code: 'payment_outcome_unknown' },
    });
    expect([spent(), states()]).toEqual([40_000n, ['unknown']]);

    // Something else is not given for it: the first request may have been charged.
    expect(await send(`${shop.url}/other`, payment)).toMatchObject({
      status: 409,
      body: { code: 'payment_already_used' },
    });

    shop.facilitator.behave();
    shop.handle(() => ({ answer: 42 }));
    const { status, body, receipt } = await send(paid, payment);
    expect([status, body, receipt?.success]).toEqual([200, { answer: 42 }, true]);
    expect([spent(), shop.ledger.transfers, states()]).toEqual([40_000n, 1, ['settled']]);
  });
});

it('finds out what was charged also after the price was changed', async () => {
  const payment = await signPayment(shop.payer, paid);
  shop.facilitator.misbehave('settle', { kind: 'hang', afterWork: true });
  shop.handle(() => {
    shop.facilitator.misbehave('verify', { kind: 'reset' });
    return { answer: 42 };
  });
  expect(await send(paid, payment)).toMatchObject({ status: 503 });
  shop.facilitator.behave();
  const dearer = await openPaidApp({ beside: shop, price: '$0.05' });
  try {
    expect(await send(`${dearer.url}/paid`, payment)).toMatchObject({
      status: 200,
      receipt: { amount: '40000' },
    });
    expect([spent(), states()]).toEqual([40_000n, ['settled']]);
  } finally {
    await dearer.close();
  }
});

describe('a facilitator that lies', () => {
  const settled = { success: true, transaction: '', network: 'eip155:8453', payer: '' };
  it.each([
    ['without a transaction', settled],
    ['on another network', { ...settled, transaction: `0x${'1'.repeat(64)}`, network: 'eip155:1' }],
    ['with a transaction that is none', { ...settled, transaction: 'https://example.org' }],
  ])('is not believed that it settled %s', async (_what, lie) => {
    const body = JSON.stringify(lie);
    shop.facilitator.misbehave('settle', { kind: 'answer', status: 200, type: 'application/json', body });
    expect(await send(paid, await signPayment(shop.payer, paid))).toMatchObject({ status: 503 });
    expect(states()).toEqual(['unknown']);
  });

  it('says that it failed: 402 without the answer, and none of its texts', async () => {
    const lie = {
      success: false,
      errorReason: SECRET_TEXT,
      errorMessage: SECRET_TEXT,
      transaction: '',
      network: 'eip155:8453',
    };
    const fault = {
      kind: 'answer',
      status: 200,
      type: 'application/json',
      body: JSON.stringify(lie),
    } as const;
    shop.facilitator.misbehave('settle', fault);
    const { status, body, receipt, headers } = await send(paid, await signPayment(shop.payer, paid));
    expect([status, body.answer]).toEqual([402, undefined]);
    expect(receipt).toMatchObject({ success: false, errorReason: 'payment_refused' });
    expect(JSON.stringify([body, [...headers], shop.payments.list({})])).not.toContain('deadbeef');
  });

  it('says that a payment is no good, in its own words: 402 in ours', async () => {
    const lie = { isValid: false, invalidReason: SECRET_TEXT, invalidMessage: SECRET_TEXT };
    const fault = {
      kind: 'answer',
      status: 200,
      type: 'application/json',
      body: JSON.stringify(lie),
    } as const;
    const payment = await signPayment(shop.payer, paid);
    shop.facilitator.misbehave('verify', fault);
    const { status, body } = await send(paid, payment);
    expect([status, body.error]).toEqual([402, 'The payment was refused.']);
  });
});

describe('a facilitator that is not there', () => {
  const network = 'eip155:8453' as const;

  it('is known to have done nothing', async () => {
    const facilitator = new HttpFacilitator({
      url: `http://127.0.0.1:${await freePort()}`,
      network,
      timeoutMs: 1000,
    });
    await expect(facilitator.settle({} as never, {} as never)).rejects.toMatchObject({ kind: 'notSent' });
  });

  it('gives the payment back when it goes away while the answer is made', async () => {
    const payment = await signPayment(shop.payer, paid);
    shop.handle(async () => {
      await shop.facilitator.close();
      return { answer: 42 };
    });
    const { status, body } = await send(paid, payment);
    expect([status, body.code, states()]).toEqual([503, 'payment_unavailable', ['released']]);
    shop = await openPaidApp();
  });

  it('is sent the token that it asks for', async () => {
    const options = { url: shop.facilitator.url, network, timeoutMs: 1000, token: 'abc' };
    await new HttpFacilitator(options).verify({} as never, {} as never).catch(() => undefined);
    expect(shop.facilitator.last.headers.authorization).toBe('Bearer abc');
  });
});
