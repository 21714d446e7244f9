import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { send, signPayment } from '../support/buyer.ts';
import { openChain, type TestChain } from '../support/chain.ts';
import { openFacilitator } from '../support/facilitator.ts';
import { FUNDS, openPaidApp, PAY_TO, type PaidApp } from '../support/paid-app.ts';
import { compileContracts, readContracts } from './compile.ts';

let chain: TestChain;
let shop: PaidApp;
let paid: string;

beforeAll(async () => {
  chain = await openChain();
  shop = await openPaidApp({ facilitator: await openFacilitator(chain.signer) });
  paid = `${shop.url}/paid?q=one`;
  await chain.mint(shop.payer.address, FUNDS);
});
afterAll(async () => {
  await shop?.close();
  chain?.close();
});

/** What a call costs the payer and brings the receiver. */
async function moved(call: () => Promise<unknown>): Promise<[paid: bigint, received: bigint]> {
  const balances = () => Promise.all([shop.payer.address, PAY_TO].map((account) => chain.balanceOf(account)));
  const [payer = 0n, receiver = 0n] = await balances();
  await call();
  const [payerAfter = 0n, receiverAfter = 0n] = await balances();
  return [payer - payerAfter, receiverAfter - receiver];
}

it('runs contracts that fit their source', () => {
  expect(compileContracts()).toEqual(readContracts());
});

it('moves the price from the payer to the receiver', async () => {
  const schemes = [{ network: 'eip155:8453' as const, client: new ExactEvmScheme(shop.payer) }];
  const pay = wrapFetchWithPaymentFromConfig(fetch, { schemes });
  const change = await moved(async () => {
    const response = await pay(paid);
    expect([response.status, await response.json()]).toEqual([200, { answer: 42 }]);
  });
  expect(change).toEqual([40_000n, 40_000n]);
});

it('moves nothing for an answer that fails, nor for a payment that was used', async () => {
  const payment = await signPayment(shop.payer, paid);
  shop.handle((_request, reply) => reply.code(503).send({ error: 'down' }));
  expect(await moved(() => send(paid, payment))).toEqual([0n, 0n]);
  shop.handle(() => ({ answer: 42 }));
  expect(await moved(() => send(paid, payment))).toEqual([40_000n, 40_000n]);
  const again = await moved(async () => {
    expect(await send(paid, payment)).toMatchObject({ status: 200 });
    expect(await send(`${shop.url}/other`, payment)).toMatchObject({ status: 409 });
  });
  expect(again).toEqual([0n, 0n]);
});

it('moves the price once for one payment that is sent 20 times at once', async () => {
  const payment = await signPayment(shop.payer, paid);
  const change = await moved(async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(paid, payment)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });
  expect(change).toEqual([40_000n, 40_000n]);
});

it('moves the price of each of ten payments that come at once', async () => {
  const payments = await Promise.all(Array.from({ length: 10 }, () => signPayment(shop.payer, paid)));
  const change = await moved(async () => {
    const answers = await Promise.all(payments.map((payment) => send(paid, payment)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  });
  expect(change).toEqual([400_000n, 400_000n]);
});

it('keeps the answer back from an account that was emptied meanwhile', async () => {
  const payment = await signPayment(shop.payer, paid);
  const balance = await chain.balanceOf(shop.payer.address);
  shop.handle(async () => {
    await chain.burn(shop.payer.address, balance);
    return { answer: 42 };
  });
  const { status, body } = await send(paid, payment);
  expect([status, body.answer]).toEqual([402, undefined]);
  expect(await chain.balanceOf(shop.payer.address)).toBe(0n);
  shop.handle(() => ({ answer: 42 }));
  expect(await send(paid, await signPayment(shop.payer, paid))).toMatchObject({
    status: 402,
    body: { error: 'The paying account does not hold enough of the token.' },
  });
  await chain.mint(shop.payer.address, FUNDS);
});

it('is slow: the outcome is unknown at first, then found on the chain, and charged once', async () => {
  const slow = await openChain({ confirmationTimeoutMs: 100, blockSeconds: 2 });
  const store = await openPaidApp({ facilitator: await openFacilitator(slow.signer) });
  try {
    await slow.mint(store.payer.address, FUNDS);
    const url = `${store.url}/paid`;
    const payment = await signPayment(store.payer, url);
    const first = await send(url, payment);
    expect([first.status, first.body.code]).toEqual([503, 'payment_outcome_unknown']);
    await expect.poll(() => slow.balanceOf(PAY_TO), { timeout: 10_000 }).toBe(40_000n);
    const second = await send(url, payment);
    expect([second.status, second.body]).toEqual([200, { answer: 42 }]);
    expect(second.receipt?.transaction).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await slow.balanceOf(store.payer.address)).toBe(FUNDS - 40_000n);
  } finally {
    await store.close();
    slow.close();
  }
});
