import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { PaymentRequired } from '@x402/core/types';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerFields } from '../../api/field-origins/table.ts';
import type { HomeReport } from '../../api/schemas/home-report.ts';
import type { Provenance } from '../../api/schemas/provenance.ts';
import { Payments } from '../../db/payments.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { walletOf } from '../support/buyer.ts';
import { openFacilitator, type TestFacilitator } from '../support/facilitator.ts';
import { giveKey, openKeys, plansOf } from '../support/keys.ts';
import { Ledger } from '../support/ledger.ts';
import { callTool, connect, listening } from '../support/mcp.ts';
import { FUNDS, PAY_TO } from '../support/paid-app.ts';
import { ingestOrThrow, START_TIMEOUT_MS } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startUpstreams, type Upstreams } from '../upstreams/server.ts';

/**
 * What an agent does that is asked "what should I know of the home at amstel 1 in amsterdam?", step by step, over
 * MCP alone: it discovers, previews, pays and reads. On the sample, publishers and facilitator stood in for.
 */
const folder = temporaryFolder();
const sample = join(folder, 'data');
const ledger = new Ledger();
const payer = privateKeyToAccount(generatePrivateKey());
const payments = new Payments(join(folder, 'payments'));
const keys = openKeys(join(folder, 'keys'), {
  plans: plansOf({ starter: 10, small: 1 }),
  now: () => new Date(),
});

let upstreams: Upstreams;
let facilitator: TestFacilitator;
let api: TestApi;
let url: string;
let agent: Client;

beforeAll(async () => {
  await ingestOrThrow(['sample'], { DATA_DIR: sample });
  upstreams = await startUpstreams();
  facilitator = await openFacilitator(ledger.signer());
  ledger.setBalance(payer.address, FUNDS);
  api = await openTestApi((dataDir) => cpSync(sample, dataDir, { recursive: true }), {
    env: {
      LIVE: 'on',
      ...upstreams.env,
      EP_ONLINE_API_KEY: 'a-key',
      PAY_TO_ADDRESS: PAY_TO,
      FACILITATOR_URL: facilitator.url,
      PUBLIC_BASE_URL: 'https://facts.example.org',
    },
    payments,
    keys,
    accounts: keys,
  });
  url = await listening(api.app);
  agent = await connect(url);
}, START_TIMEOUT_MS);
afterAll(async () => {
  await agent?.close();
  await api?.close();
  payments.close();
  keys.close();
  await facilitator?.close();
  await upstreams?.close();
});

const spent = () => FUNDS - ledger.balanceOf(payer.address);

describe('an agent that is asked about a home', () => {
  let query: Record<string, unknown>;

  it('discovers: what the service is, which tools it has, and what each costs', async () => {
    expect(agent.getInstructions()).toContain('Start with the free tools');
    const { tools } = await agent.listTools();
    const report = tools.find(({ name }) => name === 'home_report');
    expect(report?.description).toMatch(/^Costs 0\.04 USD .* Free instead, for less: home_basic/);
    expect(report?.annotations?.readOnlyHint).toBe(true);
  });

  it('finds the address in what a person wrote', async () => {
    const { body } = await callTool(agent, 'address_suggest', { q: 'amstel 1 amsterdam' });
    const [first] = body.suggestions as { type: string; label: string; query: string }[];
    expect(first).toMatchObject({ type: 'address', label: expect.stringContaining('Amstel 1') });
    query = Object.fromEntries(new URLSearchParams(first?.query));
    const { isError } = await callTool(agent, 'home_basic', query);
    expect(isError).toBe(false);
  });

  it('previews: what the report would hold, for nothing', async () => {
    const { isError, body } = await callTool(agent, 'home_report_preview', query);
    expect(isError).toBe(false);
    expect(body).toMatchObject({
      valid: true,
      match: { label: 'Amstel 1, 1011PN Amsterdam' },
      price: { amount: '0.04', currency: 'USD' },
      pay_with: ['x402', 'api_key'],
    });
    const blocks = body.contains as { block: string; available: boolean }[];
    expect(blocks.find(({ block }) => block === 'energy_label')?.available).toBe(true);
    expect(spent()).toBe(0n);
  });

  it('pays: signs the terms that it is given, and gets the report with a receipt', async () => {
    const asked = await callTool(agent, 'home_report', query);
    expect(asked.isError).toBe(true);
    const terms = asked.structured as PaymentRequired;
    // Within what its owner lets it spend.
    expect(BigInt(terms.accepts[0]?.amount ?? 0)).toBeLessThanOrEqual(50_000n);
    const payment = await walletOf(payer).createPaymentPayload(terms);
    const { isError, body, receipt } = await callTool(agent, 'home_report', query, payment);
    expect([isError, receipt?.success, spent()]).toEqual([false, true, 40_000n]);

    const report = body as unknown as HomeReport;
    expect(report.address.label).toBe('Amstel 1, 1011PN Amsterdam');
    expect(report.unavailable).toEqual([]);
    expect(report.energy_label?.label).toMatch(/^[A-G]/);
    for (const { publisher, licence } of report.source) expect([publisher, licence]).not.toContain('');
  });

  it('reads whose data they are, to name them', async () => {
    const { resources } = await agent.listResources();
    const licences = resources.find(({ name }) => name === 'licence-provenance');
    expect(licences?.uri).toBe('https://facts.example.org/.well-known/x402-license-provenance');
    const [content] = (await agent.readResource({ uri: licences?.uri ?? '' })).contents;
    const text = content !== undefined && 'text' in content ? content.text : '';
    const overHttp = await api.app.inject('/.well-known/x402-license-provenance');
    expect(JSON.parse(text)).toEqual(overHttp.json());
    const { datasets } = JSON.parse(text) as Provenance;
    const { body } = await callTool(agent, 'home_basic', query);
    for (const { id, attribution } of body.source as { id: string; attribution: string }[]) {
      expect(datasets.find((dataset) => dataset.id === id)?.attribution).toBe(attribution);
    }
    await expect(agent.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow(/There is no resource/);
    expect((await agent.listResourceTemplates()).resourceTemplates).toEqual([]);
  });

  it('reads what a field means, and where it comes from', async () => {
    const { resources } = await agent.listResources();
    const fields = resources.find(({ uri }) => uri === 'facts://fields/v1/home/report');
    const [content] = (await agent.readResource({ uri: fields?.uri ?? '' })).contents;
    const table = JSON.parse(content !== undefined && 'text' in content ? content.text : '') as AnswerFields;
    const label = table.fields.find(({ path }) => path === 'energy_label.label');
    expect(label).toMatchObject({ description: expect.any(String), sources: ['ep-online'] });
    const [page] = (await agent.readResource({ uri: 'facts://fields' })).contents;
    expect(page).toMatchObject({
      mimeType: 'text/markdown',
      text: readFileSync('docs/fields.md', 'utf8'),
    });
  });

  it('mends what it got wrong by the hint, and is not charged for it', async () => {
    const payment = await walletOf(payer).createPaymentPayload(
      (await callTool(agent, 'vehicle_report', {})).structured as PaymentRequired,
    );
    const before = spent();
    const wrong = await callTool(agent, 'vehicle_report', { plate: '84LHZ6' }, payment);
    expect(wrong.body).toMatchObject({ code: 'invalid_parameter', charged: false });
    expect(wrong.body.hint).toContain('Write licence_plate instead of plate.');
    const right = await callTool(agent, 'vehicle_report', { licence_plate: '84LHZ6' }, payment);
    expect([right.isError, right.body.plate, spent() - before]).toEqual([false, '84LHZ6', 20_000n]);
  });

  it('does without payments where its owner gave it a key', async () => {
    const before = spent();
    const { authorization } = giveKey(join(folder, 'keys'));
    const holder = await connect(url, { headers: { authorization } });
    const { isError, body } = await callTool(holder, 'energy_label', query);
    expect([isError, spent()]).toEqual([false, before]);
    expect(body.energy_label).toMatchObject({ label: expect.stringMatching(/^[A-G]/) });
    await holder.close();
  });
});
