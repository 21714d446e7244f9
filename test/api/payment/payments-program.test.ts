import { beforeAll, describe, expect, it } from 'vitest';
import { runPaymentsCommand } from '../../../api/payment/payments-program.ts';
import { Payments } from '../../../db/payments.ts';
import { USDC } from '../../support/ledger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const dataDir = temporaryFolder();
const TRANSACTION = `0x${'4f'.repeat(32)}`;

function identity(nonce: number) {
  return {
    network: 'eip155:8453',
    asset: USDC.toLowerCase(),
    payer: `0x${'a1'.repeat(20)}`,
    nonce: `0x${String(nonce).padStart(64, '0')}`,
  };
}

function claim(payments: Payments, nonce: number, day: string): void {
  payments.claim({
    ...identity(nonce),
    endpoint: 'homeReport',
    amount: '40000',
    attempt: 'one',
    requestHash: 'hash-of-a-request',
    now: new Date(day),
    staleBefore: new Date(0),
  });
}

beforeAll(() => {
  const payments = new Payments(dataDir);
  claim(payments, 1, '2026-01-30');
  payments.beginSettlement(identity(1), 'one', new Date('2026-01-30'));
  payments.endSettlement(
    identity(1),
    'one',
    { state: 'settled', transaction: TRANSACTION },
    new Date('2026-01-30'),
  );
  claim(payments, 2, '2026-02-01');
  payments.release(identity(2), 'one', new Date('2026-02-01'));
  payments.close();
});

function run(args: string[], env: NodeJS.ProcessEnv = { DATA_DIR: dataDir }) {
  const out = { stdout: '', stderr: '' };
  const code = runPaymentsCommand(args, {
    env,
    write: (text) => {
      out.stdout += text;
    },
    writeError: (text) => {
      out.stderr += text;
    },
  });
  return { code, ...out };
}

describe('npm run payments', () => {
  it('lists what was paid, newest first, with the sum', () => {
    const { code, stdout } = run(['list']);
    expect(code).toBe(0);
    const [first, second, , sum] = stdout.split('\n');
    expect(first).toBe(`2026-02-01T00:00:00.000Z  released  homeReport  0.040000 USDC  0x${'a1'.repeat(20)}`);
    expect(second).toContain(`settled   homeReport  0.040000 USDC  0x${'a1'.repeat(20)}  ${TRANSACTION}`);
    expect(sum).toBe('1 settled of 2: 0.040000 USDC.');
  });

  it('exports what bookkeeping needs, as CSV, and nothing of what was asked', () => {
    const { code, stdout } = run(['export', '--state', 'settled']);
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      'created_at,settled_at,state,endpoint,amount_usdc,network,asset,payer,nonce,transaction,reason',
      `2026-01-30T00:00:00.000Z,2026-01-30T00:00:00.000Z,settled,homeReport,0.040000,eip155:8453,${USDC.toLowerCase()},0x${'a1'.repeat(20)},${identity(1).nonce},${TRANSACTION},`,
      '',
    ]);
    expect(run(['export', '--json']).stdout).not.toContain('hash-of-a-request');
  });

  it('tells only what was made since', () => {
    const { payments } = JSON.parse(run(['list', '--since', '2026-01-31', '--json']).stdout) as {
      payments: { state: string }[];
    };
    expect(payments.map(({ state }) => state)).toEqual(['released']);
  });

  it('has nothing to tell of a store in which nothing was sold, and writes nothing there', () => {
    expect(run(['list'], { DATA_DIR: `${dataDir}/none` })).toEqual({
      code: 0,
      stdout: 'No payments.\n',
      stderr: '',
    });
  });

  it.each([
    [['list', '--since', 'yesterday'], 'Write a day or an instant in UTC'],
    [['list', '--limit', '0'], 'Write a whole number of at least 1.'],
    [['list', '--state', 'lost'], 'Allowed choices are verified'],
    [['lost'], "unknown command 'lost'"],
  ])('ends with 2 and a sentence: %s', (args, sentence) => {
    const { code, stderr } = run(args);
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
  });

  it.each([[['--help']], [['list', '--help']], [['export', '--help']]])('%s shows what there is', (args) => {
    const { code, stdout, stderr } = run(args, { DATA_DIR: '' });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('npm run payments -- list');
  });
});
