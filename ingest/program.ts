import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { RELEASE_LABELS, type ReleaseLabel } from '../db/groups.ts';
import { readSettings } from '../db/settings.ts';
import { type CommandContext, EXIT, type ExitCode, errorText, exitCodeOf } from './commands/context.ts';
import { ingest } from './commands/ingest.ts';
import { mirrorFolder } from './commands/mirror-folder.ts';
import { probe } from './commands/probe.ts';
import { prune } from './commands/prune.ts';
import { rollback } from './commands/rollback.ts';
import { sample } from './commands/sample.ts';
import { status } from './commands/status.ts';
import { verify } from './commands/verify.ts';
import { groupsToLoad, IngestSettings } from './config.ts';
import type { ProgressReporter } from './pipeline/progress.ts';
import { GROUP_DECLARATIONS } from './sources/index.ts';
import { PROBES } from './sources/probes.ts';

const EXIT_CODES = `
Exit codes: 0 all good, 1 a group failed or a file is damaged, 2 wrong usage or settings, 3 another run holds the
lock, 130 or 143 stopped by a signal.`;

/** The process that the command line belongs to. */
export interface Host {
  readonly env: NodeJS.ProcessEnv;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly progress: ProgressReporter;
  /** Aborted when the operator stops the command. */
  readonly signal: AbortSignal;
}

/** Runs one command line of `npm run ingest`. Never throws: what went wrong is written, and told by the exit code. */
export async function runCommandLine(argv: readonly string[], host: Host): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const program = createProgram(host, async (command) => {
    code = await command(createContext(host));
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    host.writeError(`${errorText(error, host.env)}\n`);
    return exitCodeOf(error);
  }
  return code;
}

/** Settings are read when a command begins, so that `--help` comes also when they are wrong. */
function createContext({ env, write, writeError, progress, signal }: Host): CommandContext {
  const settings = readSettings(IngestSettings, env);
  return {
    settings,
    groups: groupsToLoad(GROUP_DECLARATIONS, settings),
    print: (text) => write(`${text}\n`),
    warn: (text) => writeError(`${text}\n`),
    progress,
    signal,
  };
}

type Run = (command: (context: CommandContext) => ExitCode | Promise<ExitCode>) => Promise<void>;

function createProgram(host: Host, run: Run): Command {
  const groups = GROUP_DECLARATIONS.map((group) => group.id).join(', ');
  const json = () => new Option('--json', 'print the result as JSON');
  const root = new Command('npm run ingest --')
    .description(
      'Brings groups of data up to date: downloads what is new, builds a release beside the one that is served, ' +
        `checks it and publishes it. Without a name, all groups: ${groups}.`,
    )
    .argument('[group...]', 'groups to bring up to date')
    .option('--mirror <folder>', 'take every download from this folder instead of the internet', mirrorFolder)
    .addOption(
      new Option('--label <label>', 'what the result may be taken for; only "national" is held to full size')
        .choices(RELEASE_LABELS)
        .default('national'),
    )
    .option('--dry-run', 'everything but the publishing')
    .option('--force', 'build and publish also when the publishers have nothing new')
    .option('--accept-change', 'publish this once what differs much from the release before, on record')
    .addOption(json())
    .enablePositionalOptions()
    .showHelpAfterError('(--help shows what there is)')
    .exitOverride()
    .configureOutput({ writeOut: host.write, writeErr: host.writeError })
    .addHelpText(
      'after',
      examples(
        ['', 'all groups'],
        ['vehicles liveability', 'these two'],
        ['--dry-run addresses', 'would the newest addresses pass the checks?'],
        ['--mirror /srv/mirror', 'without the internet'],
        ['status', 'what is loaded'],
      ) + EXIT_CODES,
    );
  const commandNames = () => root.commands.map((command) => command.name());
  root.action((names: string[], options: IngestFlags) =>
    run((context) => ingest(context, names, options, commandNames())),
  );

  root
    .command('status')
    .description('tell what is loaded, how old it is, what was refused, and when the next run is due')
    .addOption(json())
    .addHelpText('after', examples(['status', 'for people'], ['status --json', 'for programs']))
    .action((options: JsonFlag) => run((context) => status(context, options)));

  root
    .command('probe')
    .description(
      'ask each publisher in a few kilobytes whether it still has what the sources declare, and say which line to ' +
        'change where not; loads nothing',
    )
    .argument('[source...]', 'sources, or groups of them; all when none is named')
    .option('--mirror <folder>', 'ask this folder instead of the internet', mirrorFolder)
    .addOption(json())
    .addHelpText(
      'after',
      `${examples(['probe', 'all'], ['probe cbs-key-figures vehicles', 'one source and those of a group'])}
Exit codes: 0 all agree, 1 something drifted, 2 wrong usage, 4 nothing drifted, but a publisher could not be reached.`,
    )
    .action((names: string[], options: JsonFlag & { mirror?: string }) =>
      run((context) => probe(context, PROBES, names, options)),
    );

  root
    .command('rollback')
    .description('serve the release before the current one again')
    .addArgument(new Argument('<group>', 'the group to roll back'))
    .addOption(json())
    .addHelpText('after', examples(['rollback vehicles', 'the vehicles of before']))
    .action((name: string, options: JsonFlag) => run((context) => rollback(context, name, options)));

  root
    .command('verify')
    .description('check every page of every release, and the manifest; takes minutes for national data')
    .argument('[group...]', 'groups to check; all when none is named')
    .addOption(json())
    .addHelpText('after', examples(['verify', 'everything'], ['verify addresses', 'one group']))
    .action((names: string[], options: JsonFlag) => run((context) => verify(context, names, options)));

  root
    .command('prune')
    .description('delete old releases, and what killed runs left behind')
    .option('--keep <number>', 'releases of each group that stay, the served one included', positive)
    .addOption(json())
    .addHelpText(
      'after',
      examples(['prune', 'keep KEEP_RELEASES of each group'], ['prune --keep 1', 'only the served']),
    )
    .action(({ keep, json: asJson }: JsonFlag & { keep?: number }) =>
      run((context) => prune(context, { keep: keep ?? context.settings.KEEP_RELEASES, json: asJson })),
    );

  root
    .command('sample')
    .description('load the bundled sample of some 25 addresses and 20 vehicles')
    .option('--if-empty', 'only groups without a release, and none once there are other data than the sample')
    .addHelpText('after', examples(['sample --if-empty', 'as "npm start" does']))
    .action((options: { ifEmpty?: boolean }) => run((context) => sample(context, options)));

  return root;
}

interface JsonFlag {
  json?: boolean;
}

interface IngestFlags extends JsonFlag {
  label: ReleaseLabel;
  mirror?: string;
  dryRun?: boolean;
  force?: boolean;
  acceptChange?: boolean;
}

function examples(...lines: readonly [args: string, meaning: string][]): string {
  const width = Math.max(...lines.map(([args]) => args.length));
  const texts = lines.map(([args, meaning]) => `  npm run ingest -- ${args.padEnd(width)}   ${meaning}`);
  return `\nExamples:\n${texts.join('\n')}\n`;
}

function positive(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new InvalidArgumentError('Write a whole number of at least 1.');
}
