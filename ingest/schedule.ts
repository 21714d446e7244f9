import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError, Option } from 'commander';
import { type Group, RELEASE_LABELS, type ReleaseLabel } from '../db/groups.ts';
import { acquireLock } from '../db/lock.ts';
import { Operations } from '../db/operations.ts';
import { loadDotEnv, readSettings } from '../db/settings.ts';
import { chooseGroups, EXIT, type ExitCode, errorText, exitCodeOf } from './commands/context.ts';
import { mirrorFolder } from './commands/mirror-folder.ts';
import { groupsToLoad, IngestSettings } from './config.ts';
import { type RunResult, Scheduler } from './scheduler.ts';
import { GROUP_DECLARATIONS } from './sources/index.ts';

const CLI = fileURLToPath(new URL('cli.ts', import.meta.url));

/** A run that is told to stop may first have to end a statement; after this it is killed, which harms nothing. */
const KILL_AFTER_MS = 20_000;

interface ScheduleFlags {
  label: ReleaseLabel;
  mirror?: string;
  once?: boolean;
}

/** `npm run schedule`: keeps every group up to date for as long as it runs. */
async function main(argv: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const program = new Command('npm run schedule --')
    .description(
      'Runs each group of data when one of its sources is due (Europe/Amsterdam), one group at a time. Catches up with ' +
        'what was missed while it was not running, and tries again what failed: after 5 minutes, then twice as long ' +
        'each time, at most 6 hours. Writes its log as JSON lines. SIGTERM or SIGINT stops it.',
    )
    .argument('[group...]', 'groups to keep up to date; all when none is named')
    .option('--mirror <folder>', 'take every download from this folder instead of the internet', mirrorFolder)
    .addOption(
      new Option('--label <label>', 'what the releases may be taken for')
        .choices(RELEASE_LABELS)
        .default('national'),
    )
    .option(
      '--once',
      'run what is due now and end, e.g. under another scheduler; exit code 1 when a group failed',
    )
    .showHelpAfterError('(--help shows what there is)')
    .exitOverride()
    .addHelpText(
      'after',
      `
Examples:
  npm run schedule                      all groups, until it is stopped
  npm run schedule -- vehicles          one group
  npm run schedule -- --once            what is due now

When a source is due stands in its declaration, and can be changed in the file that SOURCES_FILE names.
"npm run ingest -- status" and the service's /v1/status show what is planned.`,
    )
    .action(async (names: string[], flags: ScheduleFlags) => {
      code = await schedule(names, flags);
    });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    process.stderr.write(`${errorText(error)}\n`);
    return exitCodeOf(error);
  }
}

async function schedule(names: readonly string[], flags: ScheduleFlags): Promise<ExitCode> {
  loadDotEnv();
  const settings = readSettings(IngestSettings, process.env);
  const dataDir = settings.DATA_DIR;
  const groups = chooseGroups(groupsToLoad(GROUP_DECLARATIONS, settings), names);
  const lock = acquireLock(join(dataDir, 'schedule.lock'), 'The scheduler');
  const operations = new Operations(dataDir);
  try {
    for (const run of operations.markAbandonedRuns()) {
      log('abandoned_run', { group: run.group, started_at: run.startedAt });
    }
    const scheduler = new Scheduler({
      dataDir,
      groups,
      label: flags.label,
      operations,
      run: (group, signal) => runInChild(group, flags, signal),
      log,
    });
    const stopped = untilStopped();
    if (flags.once === true) {
      scheduler.reviewAll();
      await Promise.race([scheduler.idle(), stopped]);
    } else {
      log('scheduler_started', { groups: groups.map((group) => group.id), label: flags.label });
      scheduler.start();
      await stopped;
    }
    await scheduler.stop();
    log('scheduler_stopped');
    return flags.once === true && scheduler.failedGroups().length > 0 ? EXIT.failed : EXIT.ok;
  } finally {
    operations.close();
    lock.release();
  }
}

/**
 * A run has a process of its own: its memory is given back afterwards, and one that the system kills for want of
 * memory does not take the scheduler with it.
 */
function runInChild(group: Group, flags: ScheduleFlags, signal: AbortSignal): Promise<RunResult> {
  const mirror = flags.mirror === undefined ? [] : ['--mirror', flags.mirror];
  const args = [...process.execArgv, CLI, group, '--label', flags.label, ...mirror, '--json'];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    let killer: NodeJS.Timeout | undefined;
    const stop = () => {
      child.kill('SIGTERM');
      killer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    const end = (result: RunResult) => {
      signal.removeEventListener('abort', stop);
      clearTimeout(killer);
      resolve(result);
    };
    child.once('error', (error) => {
      log('run_not_started', { group, message: error.message });
      end('failed');
    });
    child.once('exit', (code) => end(code === EXIT.ok ? 'good' : code === EXIT.locked ? 'locked' : 'failed'));
  });
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.once(name, () => {
        log('stopping', { signal: name });
        resolve();
      });
    }
  });
}

function log(event: string, details: Readonly<Record<string, unknown>> = {}): void {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), event, ...details })}\n`);
}

process.exitCode = await main(process.argv.slice(2));
