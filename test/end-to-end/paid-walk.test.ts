import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPayments } from '../../db/payments.ts';
import { openFacilitator, type TestFacilitator } from '../support/facilitator.ts';
import { Ledger } from '../support/ledger.ts';
import { FUNDS, PAY_TO } from '../support/paid-app.ts';
import { ingestOrThrow, type Service, START_TIMEOUT_MS, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startUpstreams, type Upstreams } from '../upstreams/server.ts';

/**
 * The walk of README's section "Pay", run as it is printed there, against the real server on the sample. Only the
 * server's address is another; publishers and facilitator are stood in for.
 */
const dataDir = join(temporaryFolder(), 'data');
const ledger = new Ledger();
const payerKey = generatePrivateKey();
const payer = privateKeyToAccount(payerKey).address;
const [unpaid, payByCall, payByKey, payOverMcp] = blocksOf('Pay');

let upstreams: Upstreams;
let facilitator: TestFacilitator;
let service: Service;

beforeAll(async () => {
  await ingestOrThrow(['sample'], { DATA_DIR: dataDir });
  [upstreams, facilitator] = await Promise.all([startUpstreams(), openFacilitator(ledger.signer())]);
  ledger.setBalance(payer, FUNDS);
  service = await startService({
    DATA_DIR: dataDir,
    LIVE: 'on',
    ...upstreams.env,
    PAY_TO_ADDRESS: PAY_TO,
    FACILITATOR_URL: facilitator.url,
  });
}, START_TIMEOUT_MS);
afterAll(async () => {
  await service?.stop();
  await facilitator?.close();
  await upstreams?.close();
});

interface Block {
  readonly language: string;
  readonly text: string;
}

/** The code of a section of README. */
function blocksOf(heading: string): readonly Block[] {
  const section = readFileSync('README.md', 'utf8').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
}

/** Runs code of README in this folder, as a reader does. @returns what it prints */
async function run(block: Block | undefined): Promise<string> {
  if (block === undefined) throw new Error('README has fewer blocks of code.');
  const text = block.text.replaceAll('http://localhost:3000', service.url);
  const [command, args] =
    block.language === 'sh' ? ['bash', ['-euo', 'pipefail']] : [process.execPath, ['--input-type=module']];
  const env = { ...process.env, DATA_DIR: dataDir, PAYER_KEY: payerKey };
  const child: ChildProcess = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      printed += part;
    });
  }
  child.stdin?.end(text);
  const [exitCode] = (await once(child, 'close')) as [number | null];
  if (exitCode !== 0) throw new Error(`README's code ended with ${exitCode}:\n${printed}`);
  return printed;
}

const spent = () => FUNDS - ledger.balanceOf(payer);
const LABEL = 'Amstel 1, 1011PN Amsterdam';

describe("README's walk of a new user", { timeout: 120_000 }, () => {
  it('is told the terms of a report, and for nothing what it would hold', async () => {
    const printed = await run(unpaid);
    expect(printed).toMatch(/HTTP\/1\.1 402 [\s\S]*payment-required: [\s\S]*"code":"payment_required"/i);
    expect(printed).toMatch(/"valid":true[\s\S]*"amount":"0\.04"/);
    expect([spent(), facilitator.calls]).toEqual([0n, { verify: 0, settle: 0 }]);
  });

  it('pays for the report, and gets it with the receipt', async () => {
    expect(await run(payByCall)).toMatch(new RegExp(`200 ${LABEL}\\n0x[0-9a-f]{64}\\n$`));
    expect([spent(), ledger.balanceOf(PAY_TO)]).toEqual([40_000n, 40_000n]);
  });

  it('has the same for a trial key, without a payment', async () => {
    const printed = await run(payByKey);
    expect(printed).toMatch(/HTTP\/1\.1 200 [\s\S]*x-quota-remaining: 99\r/i);
    expect(printed).not.toMatch(/^payment-response:/im);
    expect(printed).toContain(`"label":"${LABEL}"`);
    expect(spent()).toBe(40_000n);
  });

  it('pays for the same over MCP', async () => {
    expect(await run(payOverMcp)).toMatch(new RegExp(`^${LABEL} 0x[0-9a-f]{64}\\n$`));
    expect([spent(), ledger.balanceOf(PAY_TO)]).toEqual([80_000n, 80_000n]);
  });

  it("leaves two settled payments in the operator's list", () => {
    expect(readPayments(dataDir, {}).map(({ state }) => state)).toEqual(['settled', 'settled']);
  });
});
