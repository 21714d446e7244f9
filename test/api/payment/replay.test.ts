import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { headerOf, send, signPayment } from '../../support/buyer.ts';
import { FUNDS, openPaidApp, type PaidApp } from '../../support/paid-app.ts';

let shop: PaidApp;
let paid: string;

beforeEach(async () => {
  shop = await openPaidApp();
  paid = `${shop.url}/paid?q=one`;
});
afterEach(() => shop.close());

const spent = () => FUNDS - shop.ledger.balanceOf(shop.payer.address);
const states = () => shop.payments.list({}).map(({ state }) => state);
const MINUTE = 60_000;

/** Waits for what happens on another connection; a machine that does much else takes its time. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });

describe('a payment that was settled', () => {
  it('gets the same answer with the same receipt for 10 minutes, and no other', async () => {
    const payment = await signPayment(shop.payer, paid);
    const first = await send(paid, payment);
    shop.handle(() => ({ answer: 'newer' }));
    shop.pass(9 * MINUTE);
    const again = await send(paid, payment);
    expect([again.status, again.body, again.receipt]).toEqual([200, { answer: 42 }, first.receipt]);
    expect(again.headers.get('cache-control')).toBe('private, no-store');
    expect([shop.runs(), spent(), shop.facilitator.calls]).toEqual([1, 40_000n, { verify: 1, settle: 1 }]);

    for (const other of [`${shop.url}/paid?q=two`, `${shop.url}/paid`, `${shop.url}/other?q=one`]) {
      const { status, body, headers } = await send(other, payment);
      expect([status, body.code, body.transaction]).toEqual([
        409,
        'payment_already_used',
        first.receipt?.transaction,
      ]);
      expect(headers.get('payment-required')).toBeNull();
    }
    shop.pass(2 * MINUTE);
    expect(await send(paid, payment)).toMatchObject({ status: 409, body: { code: 'payment_already_used' } });
    expect([shop.runs(), spent()]).toEqual([1, 40_000n]);
  });

  it('gets its answer also from a server that did not give it', async () => {
    const payment = await signPayment(shop.payer, paid);
    const first = await send(paid, payment);
    const second = await openPaidApp({ beside: shop });
    try {
      const again = await send(`${second.url}/paid?q=one`, payment);
      expect([again.status, again.receipt]).toEqual([200, first.receipt]);
      // One that fails is not charged either, and can be asked for again.
      second.handle((_request, reply) => reply.code(503).send({ error: 'down' }));
      expect(await send(`${second.url}/paid?q=one`, payment)).toMatchObject({
        status: 503,
        receipt: undefined,
      });
      expect(await send(`${second.url}/paid?q=two`, payment)).toMatchObject({ status: 409 });
      expect([spent(), shop.ledger.transfers]).toEqual([40_000n, 1]);
    } finally {
      await second.close();
    }
  });

  it('does not answer who has only seen it on the chain, with another signature', async () => {
    const payment = await signPayment(shop.payer, paid);
    await send(paid, payment);
    const forged = { ...payment, payload: { ...payment.payload, signature: `0x${'1'.repeat(130)}` } };
    expect(await send(paid, forged)).toMatchObject({ status: 409 });
  });

  it('leaves no trace of what was asked once it cannot be asked for again', async () => {
    await send(paid, await signPayment(shop.payer, paid));
    expect(shop.payments.list({})[0]?.requestHash).toMatch(/^[\w-]{43}$/);
    shop.pass(11 * MINUTE);
    await send(paid, await signPayment(shop.payer, paid));
    const [, older] = shop.payments.list({});
    expect(older?.requestHash).toBeNull();
  });
});

describe('one payment sent many times at once', () => {
  it.each([1, 2])('runs one handler and settles once, over %i servers', async (servers) => {
    const payment = await signPayment(shop.payer, paid);
    const second = await openPaidApp({ beside: shop });
    const shops = servers === 1 ? [shop] : [shop, second];
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    for (const each of shops) each.handle(() => held.then(() => ({ answer: 42 })));
    try {
      const requests = Array.from({ length: 20 }, (_, index) =>
        send(`${shops[index % servers]?.url}/paid?q=one`, payment),
      );
      // All the others are refused while the first one's answer is made; only then that ends.
      let refused = 0;
      for (const request of requests) void request.then(() => (refused += 1));
      await eventually(() => expect(refused).toBe(19));
      letGo();
      const answers = await Promise.all(requests);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
      const running = answers.find(({ status }) => status === 409);
      expect(running).toMatchObject({ body: { code: 'payment_in_progress' } });
      expect(running?.headers.get('retry-after')).toBe('2');
      expect(shops.reduce((sum, each) => sum + each.runs(), 0)).toBe(1);
      expect([shop.ledger.transfers, shop.facilitator.calls.settle, spent()]).toEqual([1, 1, 40_000n]);
    } finally {
      letGo();
      await second.close();
    }
  });

  it('is not called used when another request with it was settled while it was verified', async () => {
    const payment = await signPayment(shop.payer, paid);
    let letGo: () => void = () => undefined;
    const until = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    shop.facilitator.misbehave('verify', { kind: 'wait', until }, 1);
    const late = send(paid, payment);
    await eventually(() => expect(shop.facilitator.calls.verify).toBe(1));
    const first = await send(paid, payment);
    letGo();
    expect(await late).toMatchObject({ status: 200, body: { answer: 42 }, receipt: first.receipt });
    expect([shop.runs(), shop.ledger.transfers]).toEqual([1, 1]);
  });

  it('is charged once when the first request ended without knowing, while the next was verified', async () => {
    const payment = await signPayment(shop.payer, paid);
    let letGo: () => void = () => undefined;
    const until = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    // Verified before the first one is settled; its answer arrives after that.
    shop.facilitator.misbehave('verify', { kind: 'wait', until, afterWork: true }, 1);
    const late = send(paid, payment);
    await eventually(() => expect(shop.facilitator.calls.verify).toBe(1));
    shop.handle(() => {
      shop.facilitator.misbehave('settle', { kind: 'reset', afterWork: true }, 1);
      shop.facilitator.misbehave('verify', { kind: 'reset' });
      return { answer: 42 };
    });
    const first = await send(paid, payment);
    expect([first.status, first.body.code]).toEqual([503, 'payment_outcome_unknown']);
    shop.facilitator.behave();
    shop.handle(() => ({ answer: 42 }));
    letGo();
    expect(await late).toMatchObject({ status: 200, receipt: { success: true } });
    expect([shop.ledger.transfers, spent(), states()]).toEqual([1, 40_000n, ['settled']]);
  });

  it('is refused for anything else while it runs', async () => {
    const payment = await signPayment(shop.payer, paid);
    let letGo: () => void = () => undefined;
    shop.handle(
      () =>
        new Promise((resolve) => {
          letGo = () => resolve({ answer: 42 });
        }),
    );
    const first = send(paid, payment);
    await eventually(() => expect(shop.runs()).toBe(1));
    expect(await send(`${shop.url}/other`, payment)).toMatchObject({
      status: 409,
      body: { code: 'payment_in_progress' },
    });
    letGo();
    expect(await first).toMatchObject({ status: 200 });
  });
});

describe('a buyer who has gone', () => {
  it.each(['destroy', 'end'] as const)(
    'is not charged for an answer that cannot arrive (%s)',
    async (how) => {
      const payment = await signPayment(shop.payer, paid);
      let letGo: () => void = () => undefined;
      shop.handle(
        () =>
          new Promise((resolve) => {
            letGo = () => resolve({ answer: 42 });
          }),
      );
      const { hostname, port } = new URL(paid);
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.write(
        `GET /paid?q=one HTTP/1.1\r\nHost: x\r\nPAYMENT-SIGNATURE: ${headerOf(payment)['payment-signature']}\r\n\r\n`,
      );
      await eventually(() => expect(shop.runs()).toBe(1));
      socket[how]();
      await delay(50);
      letGo();
      await eventually(() => expect(states()).toEqual(['released']));
      expect([spent(), shop.facilitator.calls.settle]).toEqual([0n, 0]);
      socket.destroy();

      shop.handle(() => ({ answer: 42 }));
      expect(await send(paid, payment)).toMatchObject({ status: 200 });
    },
  );
});

describe('a server that was killed', () => {
  it('while it made the answer: the payment is free again after two minutes', async () => {
    const payment = await signPayment(shop.payer, paid);
    shop.handle(() => new Promise(() => undefined));
    send(paid, payment).catch(() => undefined);
    await eventually(() => expect(shop.runs()).toBe(1));
    const second = await openPaidApp({ beside: shop });
    try {
      expect(await send(`${second.url}/paid?q=one`, payment)).toMatchObject({ status: 409 });
      second.pass(3 * MINUTE);
      expect(await send(`${second.url}/paid?q=one`, payment)).toMatchObject({ status: 200 });
      expect(spent()).toBe(40_000n);
    } finally {
      await second.close();
    }
  });

  it('while it settled: the payment buys what it was for, not charged twice, and nothing else', async () => {
    const payment = await signPayment(shop.payer, paid);
    shop.facilitator.misbehave('settle', { kind: 'hang', afterWork: true });
    send(paid, payment).catch(() => undefined);
    await eventually(() => expect(shop.ledger.transfers).toBe(1));
    shop.facilitator.behave();
    const second = await openPaidApp({ beside: shop });
    try {
      second.pass(3 * MINUTE);
      expect(await send(`${second.url}/other`, payment)).toMatchObject({ status: 409 });
      expect(await send(`${second.url}/paid?q=one`, payment)).toMatchObject({ status: 200 });
      expect([shop.ledger.transfers, spent()]).toEqual([1, 40_000n]);
    } finally {
      await second.close();
    }
  });
});
