import { join } from 'node:path';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPayments } from '../../db/payments.ts';
import { send, signPayment } from '../support/buyer.ts';
import { openFacilitator, type TestFacilitator } from '../support/facilitator.ts';
import { Ledger } from '../support/ledger.ts';
import { NO_RATE_LIMITS } from '../support/no-limits.ts';
import { FUNDS, PAY_TO } from '../support/paid-app.ts';
import { ingestOrThrow, type Service, START_TIMEOUT_MS, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const REPORT = '/v1/home/report?postcode=1011PN&house_number=1';

describe('two servers on one store, that take payments', () => {
  const dataDir = join(temporaryFolder(), 'data');
  const ledger = new Ledger();
  const payer = privateKeyToAccount(generatePrivateKey());
  let facilitator: TestFacilitator;
  let services: Service[] = [];

  beforeAll(async () => {
    facilitator = await openFacilitator(ledger.signer());
    ledger.setBalance(payer.address, FUNDS);
    await ingestOrThrow(['sample'], { DATA_DIR: dataDir });
    const env = {
      DATA_DIR: dataDir,
      PAY_TO_ADDRESS: PAY_TO,
      FACILITATOR_URL: facilitator.url,
      PUBLIC_BASE_URL: 'https://facts.example.org',
      ...NO_RATE_LIMITS,
    };
    services = await Promise.all([startService(env), startService(env)]);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await facilitator?.close();
  });

  const urlOf = (index: number) => `${services[index]?.url}${REPORT}`;
  const spent = () => FUNDS - ledger.balanceOf(payer.address);

  it('say where payments go', () => {
    expect(services[0]?.output()).toContain(`Payments go to ${PAY_TO} on eip155:8453.`);
  });

  it('sell a report to an unmodified client, compressed on its way', async () => {
    const schemes = [{ network: 'eip155:8453' as const, client: new ExactEvmScheme(payer) }];
    const response = await wrapFetchWithPaymentFromConfig(fetch, { schemes })(urlOf(0));
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'gzip']);
    const report = (await response.json()) as { address: { label: string } };
    expect(report.address.label).toBe('Amstel 1, 1011PN Amsterdam');
    expect([spent(), ledger.balanceOf(PAY_TO)]).toEqual([40_000n, 40_000n]);
  });

  it('charge one payment once that both get at the same time, many times', async () => {
    const before = spent();
    const settled = facilitator.calls.settle;
    const payment = await signPayment(payer, urlOf(0));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send(urlOf(index % 2), payment)),
    );
    const paid = answers.filter(({ status }) => status === 200);
    expect(paid.length).toBeGreaterThanOrEqual(1);
    // Who came late gets the same answer again, and the receipt of the first.
    expect(new Set(paid.map(({ receipt }) => receipt?.transaction)).size).toBe(1);
    expect(answers.every(({ status, body }) => status === 200 || body.code === 'payment_in_progress')).toBe(
      true,
    );
    expect([spent() - before, facilitator.calls.settle - settled]).toEqual([40_000n, 1]);
  });

  it('charge nothing for an address that does not exist', async () => {
    const before = spent();
    const payment = await signPayment(payer, urlOf(0));
    const wrong = `${services[0]?.url}/v1/home/report?postcode=1011PN&house_number=999`;
    expect(await send(wrong, payment)).toMatchObject({
      status: 400,
      body: { code: 'address_unknown', charged: false },
    });
    expect(spent()).toBe(before);
    // The same payment buys the next one.
    expect(await send(urlOf(1), payment)).toMatchObject({ status: 200 });
    expect(spent() - before).toBe(40_000n);
  });

  it('keep no address of what was asked', () => {
    const record = JSON.stringify(readPayments(dataDir, {}));
    expect(record).toContain('"homeReport"');
    expect(record).not.toMatch(/1011PN|amstel/i);
    for (const service of services) expect(service.output()).not.toMatch(/1011PN&house_number=999/);
  });
});
