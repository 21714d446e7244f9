import { Command, InvalidArgumentError, Option } from 'commander';
import { PAYMENT_STATES, type Payment, type PaymentFilter, readPayments } from '../../db/payments.ts';
import { readSettings, StoreSettings } from '../../db/settings.ts';
import { type CommandHost, type ExitCode, runCommand } from './run-command.ts';

const AFTER_HELP = `
Examples:
  npm run payments -- list                              the newest 50
  npm run payments -- list --state unknown              those that may have been charged without an answer
  npm run --silent payments -- export --since 2026-01-01 > payments.csv

States: verified (its answer is being made), settling, settled (paid), failed (refused), unknown (nobody knows whether
it was charged; the payer can find out with the same request), released (not charged).
Neither addresses nor plates are recorded.
Exit codes: 0 all good, 1 the record cannot be read, 2 wrong usage or settings.`;

/** Runs one command line of `npm run payments`. Never throws: what went wrong is written, and told by the exit code. */
export function runPaymentsCommand(argv: readonly string[], host: CommandHost): ExitCode {
  return runCommand(createProgram(host), argv, host);
}

interface Flags {
  since?: string;
  state?: Payment['state'];
  limit?: number;
  json?: boolean;
}

function createProgram({ env, write, writeError }: CommandHost): Command {
  const read = (filter: PaymentFilter) => readPayments(readSettings(StoreSettings, env).DATA_DIR, filter);
  const since = () =>
    new Option('--since <time>', 'only those made since, e.g. 2026-01-31 or 2026-01-31T12:00:00Z').argParser(
      instant,
    );
  const state = () => new Option('--state <state>', 'only those in this state').choices(PAYMENT_STATES);
  const root = new Command('npm run payments --')
    .description('Tells which payments were made for answers, and what became of each.')
    .showHelpAfterError('(--help shows what there is)')
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: writeError })
    .addHelpText('after', AFTER_HELP);
  root
    .command('list')
    .description('show payments, newest first, and the sum that was settled')
    .addOption(since())
    .addOption(state())
    .addOption(new Option('--limit <number>', 'at most so many').argParser(positive).default(50))
    .option('--json', 'print the result as JSON')
    .addHelpText('after', AFTER_HELP)
    .action(({ json, ...filter }: Flags) => {
      const payments = read(filter);
      write(json === true ? `${JSON.stringify({ payments: payments.map(toRecord) })}\n` : table(payments));
    });
  root
    .command('export')
    .description('print all payments as CSV, newest first, for bookkeeping')
    .addOption(since())
    .addOption(state())
    .option('--json', 'print JSON instead, one payment a line')
    .addHelpText('after', AFTER_HELP)
    .action(({ json, ...filter }: Flags) => {
      const records = read(filter).map(toRecord);
      if (json === true) for (const record of records) write(`${JSON.stringify(record)}\n`);
      else write(`${[CSV_HEADER, ...records.map((record) => Object.values(record).join(','))].join('\n')}\n`);
    });
  return root;
}

/** A payment as it is told: the hashes that guard it are nobody's business. None of the values holds a comma. */
function toRecord(payment: Payment) {
  return {
    created_at: payment.createdAt,
    settled_at: payment.settledAt,
    state: payment.state,
    endpoint: payment.endpoint,
    amount_usdc: inUsdc(BigInt(payment.amount)),
    network: payment.network,
    asset: payment.asset,
    payer: payment.payer,
    nonce: payment.nonce,
    transaction: payment.transaction,
    reason: payment.reason,
  };
}

const CSV_HEADER =
  'created_at,settled_at,state,endpoint,amount_usdc,network,asset,payer,nonce,transaction,reason';

/** @param units millionths */
function inUsdc(units: bigint): string {
  const digits = String(units).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

function table(payments: readonly Payment[]): string {
  if (payments.length === 0) return 'No payments.\n';
  const width = Math.max(...payments.map(({ endpoint }) => endpoint.length));
  const lines = payments.map(
    ({ createdAt, state, endpoint, amount, payer, transaction, reason }) =>
      `${createdAt}  ${state.padEnd(8)}  ${endpoint.padEnd(width)}  ${inUsdc(BigInt(amount))} USDC  ${payer}  ${transaction ?? reason ?? ''}`,
  );
  const settled = payments.filter(({ state }) => state === 'settled');
  const sum = settled.reduce((total, { amount }) => total + BigInt(amount), 0n);
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n\n${settled.length} settled of ${payments.length}: ${inUsdc(sum)} USDC.\n`;
}

function instant(value: string): string {
  const time = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z)?$/.test(value)
    ? Date.parse(value)
    : Number.NaN;
  if (Number.isNaN(time))
    throw new InvalidArgumentError('Write a day or an instant in UTC: 2026-01-31T12:00:00Z.');
  return new Date(time).toISOString();
}

function positive(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new InvalidArgumentError('Write a whole number of at least 1.');
}
