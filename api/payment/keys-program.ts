import { existsSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { ApiKeyRecords, type ApiUsageRow } from '../../db/api-key-records.ts';
import type { ApiKeyRow } from '../../db/api-keys.ts';
import { operationsPath } from '../../db/operations.ts';
import { readSettings, SettingsError, StoreSettings } from '../../db/settings.ts';
import { generateKey } from './api-key-text.ts';
import { describeKey, keyDetails, keyTable } from './key-listing.ts';
import { KeySettings, type Plans, readPlans } from './plans.ts';
import { type CommandHost, type ExitCode, runCommand } from './run-command.ts';

/** The process that the command line belongs to. */
export interface KeysHost extends CommandHost {
  readonly now: () => Date;
}

const AFTER_HELP = `
Examples:
  npm run keys -- create --plan starter --label "Invoice 2026-17"
  npm run keys -- create --plan trial --days 14
  npm run keys -- list
  npm run keys -- usage dnl_Ab12Cd34
  npm run keys -- rotate dnl_Ab12Cd34         the old key stops at once; calls that were used stay used
  npm run keys -- revoke dnl_Ab12Cd34

A key is shown once, when it is made: only its hash is kept. Elsewhere it is named by its first part, dnl_ and 8
characters. A running server knows at once of every change. Plans are in PLANS_FILE; built in: trial, starter, pro.
Exit codes: 0 all good, 1 it cannot be done, 2 wrong usage or settings.`;

/** What was asked cannot be done, e.g. since there is no such key. */
class KeysError extends Error {
  override readonly name = 'KeysError';
}

/** Runs one command line of `npm run keys`. Never throws: what went wrong is written, and told by the exit code. */
export function runKeysCommand(argv: readonly string[], host: KeysHost): ExitCode {
  return runCommand(createProgram(host), argv, host);
}

interface Flags {
  readonly json?: boolean;
}

interface CreateFlags extends Flags {
  readonly plan: string;
  readonly label: string;
  readonly days?: number | 'never';
}

function createProgram(host: KeysHost): Command {
  const root = new Command('npm run keys --')
    .description('Makes the keys that let calls in without a payment, and takes them back.')
    .showHelpAfterError('(--help shows what there is)')
    .exitOverride()
    .configureOutput({ writeOut: host.write, writeErr: host.writeError })
    .addHelpText('after', AFTER_HELP);
  const command = (name: string, description: string) =>
    root
      .command(name)
      .description(description)
      .option('--json', 'print the result as JSON')
      .addHelpText('after', AFTER_HELP);

  command('create', 'make a key, and print it once')
    .addOption(new Option('--plan <plan>', 'what it may do').default('trial'))
    .addOption(
      new Option('--label <text>', 'your own words for its holder, at most 100 characters')
        .argParser(label)
        .default(''),
    )
    .addOption(
      new Option(
        '--days <days>',
        'expires after so many days, or "never"; else as the plan has it',
      ).argParser(days),
    )
    .action((flags: CreateFlags) => create(host, flags));
  command('list', 'show all keys, oldest first').action((flags: Flags) => list(host, flags));
  command('usage', 'show what was called by a key, by month')
    .argument('<prefix>', 'first part of the key')
    .action((prefix: string, flags: Flags) => usage(host, prefix, flags));
  command('rotate', 'replace a key by a new one, and print that once')
    .argument('<prefix>', 'first part of the key')
    .action((prefix: string, flags: Flags) => rotate(host, prefix, flags));
  command('revoke', 'let nobody in by a key any more')
    .argument('<prefix>', 'first part of the key')
    .action((prefix: string, flags: Flags) => revoke(host, prefix, flags));
  return root;
}

function create({ env, now, write }: KeysHost, { plan: name, label, days: asked, json }: CreateFlags): void {
  const { dataDir, plans } = settingsOf(env);
  const plan = plans.get(name);
  if (plan === undefined) {
    throw new SettingsError(`There is no plan "${name}". The plans are: ${[...plans.keys()].join(', ')}.`);
  }
  const { key, prefix, hash } = generateKey();
  const created = now();
  const lifetime = asked ?? plan.expiresAfterDays ?? 'never';
  const expiresAt =
    lifetime === 'never' ? null : new Date(created.getTime() + lifetime * 86_400_000).toISOString();
  const row = changing(dataDir, (records) =>
    records.add({ prefix, hash, plan: name, label, createdAt: created.toISOString(), expiresAt }),
  );
  tellKey(write, key, { row, usage: [], plans, now: created }, json);
}

function list({ env, now, write }: KeysHost, { json }: Flags): void {
  const { dataDir, plans } = settingsOf(env);
  const keys = existsSync(operationsPath(dataDir))
    ? changing(dataDir, (records) => records.list().map((row) => ({ row, usage: records.usage(row.id) })))
    : [];
  const described = keys.map((one) => describeKey({ ...one, plans, now: now() }));
  write(json === true ? `${JSON.stringify({ keys: described })}\n` : keyTable(described));
}

function usage({ env, now, write }: KeysHost, prefix: string, { json }: Flags): void {
  const { dataDir, plans } = settingsOf(env);
  const { row, usage: periods } = changing(dataDir, (records) => {
    const found = existing(records, prefix);
    return { row: found, usage: records.usage(found.id) };
  });
  const described = describeKey({ row, usage: periods, plans, now: now() });
  const calls = periods.map(({ period, calls: count }) => ({ period, calls: count }));
  write(json === true ? `${JSON.stringify({ ...described, usage: calls })}\n` : keyDetails(described, calls));
}

function rotate({ env, now, write }: KeysHost, prefix: string, { json }: Flags): void {
  const { dataDir, plans } = settingsOf(env);
  const fresh = generateKey();
  const changed = now();
  const { row, periods } = changing(dataDir, (records) => {
    const found = existing(records, prefix);
    if (found.revokedAt !== null) throw new KeysError(`${prefix} was revoked. Make a new key with: create`);
    records.rotate(found.id, { prefix: fresh.prefix, hash: fresh.hash, rotatedAt: changed.toISOString() });
    return { row: existing(records, fresh.prefix), periods: records.usage(found.id) };
  });
  tellKey(write, fresh.key, { row, usage: periods, plans, now: changed }, json);
}

function revoke({ env, now, write }: KeysHost, prefix: string, { json }: Flags): void {
  const { dataDir } = settingsOf(env);
  const revokedAt = changing(dataDir, (records) => {
    const found = existing(records, prefix);
    if (found.revokedAt !== null) return found.revokedAt;
    const instant = now().toISOString();
    records.revoke(found.id, instant);
    return instant;
  });
  write(
    json === true
      ? `${JSON.stringify({ prefix, revoked_at: revokedAt })}\n`
      : `${prefix} is revoked since ${revokedAt}.\n`,
  );
}

function tellKey(
  write: (text: string) => void,
  key: string,
  held: { row: ApiKeyRow; usage: readonly ApiUsageRow[]; plans: Plans; now: Date },
  json: boolean | undefined,
): void {
  const described = describeKey(held);
  write(
    json === true
      ? `${JSON.stringify({ key, ...described })}\n`
      : `${key}\n\nThis is the only time that the key is shown. Its holder sends it with every call:\n` +
          `  Authorization: Bearer <key>\n\n${keyDetails(described, [])}`,
  );
}

function settingsOf(env: NodeJS.ProcessEnv): { dataDir: string; plans: Plans } {
  const dataDir = readSettings(StoreSettings, env).DATA_DIR;
  return { dataDir, plans: readPlans(readSettings(KeySettings, env)) };
}

function changing<Value>(dataDir: string, work: (records: ApiKeyRecords) => Value): Value {
  const records = new ApiKeyRecords(dataDir);
  try {
    return work(records);
  } finally {
    records.close();
  }
}

function existing(records: ApiKeyRecords, prefix: string): ApiKeyRow {
  // Whoever pastes all of a key means that key; it is not repeated in the message.
  const shown = prefix.slice(0, 'dnl_'.length + 8);
  const row = records.find(shown);
  if (row === undefined) {
    throw new KeysError(
      `There is no key ${shown}. "npm run keys -- list" shows all, each by its first part.`,
    );
  }
  return row;
}

function label(text: string): string {
  // Control characters would draw on the operator's terminal.
  if (text.length <= 100 && !/\p{Cc}/u.test(text)) return text;
  throw new InvalidArgumentError('Write at most 100 characters, on one line.');
}

function days(text: string): number | 'never' {
  if (text === 'never') return text;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= 36_500) return count;
  throw new InvalidArgumentError('Write a whole number of at least 1, or "never".');
}
