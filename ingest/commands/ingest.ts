import type { Group, ReleaseLabel } from '../../db/groups.ts';
import { LockedError } from '../../db/lock.ts';
import { Operations } from '../../db/operations.ts';
import { runGroup } from '../pipeline/run.ts';
import { errorCodeOf, type RunEnd, type RunLog, type RunReport } from '../pipeline/run-report.ts';
import type { GroupDeclaration } from '../sources/source.ts';
import { type CommandContext, chooseGroups, EXIT, type ExitCode, errorText } from './context.ts';
import { toJson } from './json.ts';
import { count, duration } from './wording.ts';

export interface IngestOptions {
  readonly label: ReleaseLabel;
  readonly mirror?: string | undefined;
  readonly dryRun?: boolean | undefined;
  readonly force?: boolean | undefined;
  readonly acceptChange?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** What became of one group. */
export interface GroupResult {
  readonly group: Group;
  readonly outcome: RunReport['outcome'] | 'locked' | 'stopped';
  /** Null when the run could not begin. */
  readonly report: RunReport | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Brings the named groups up to date, one after the other; one that fails does not keep the others from it. */
export async function ingest(
  context: CommandContext,
  names: readonly string[],
  options: IngestOptions,
  commands: readonly string[] = [],
): Promise<ExitCode> {
  const chosen = chooseGroups(context.groups, names, commands);
  const results = await runGroups(context, chosen, options, (result) => {
    if (options.json !== true) tell(context, result);
  });
  context.progress.close();
  if (options.json === true) context.print(toJson({ groups: results }));
  return exitCode(results);
}

/** Runs groups in their order until the operator stops it. */
export async function runGroups(
  context: CommandContext,
  groups: readonly GroupDeclaration[],
  options: IngestOptions,
  onResult: (result: GroupResult) => void,
): Promise<GroupResult[]> {
  const operations = new Operations(context.settings.DATA_DIR);
  const results: GroupResult[] = [];
  try {
    operations.markAbandonedRuns();
    for (const group of groups) {
      if (context.signal.aborted) break;
      const result = await runOne(context, group, options, operations);
      results.push(result);
      onResult(result);
    }
  } finally {
    operations.close();
  }
  return results;
}

async function runOne(
  context: CommandContext,
  group: GroupDeclaration,
  options: IngestOptions,
  log: RunLog,
): Promise<GroupResult> {
  const { settings, signal, progress } = context;
  // A run that fails throws; what it had done until then is in its record.
  let end: RunEnd | undefined;
  try {
    const report = await runGroup(group, {
      dataDir: settings.DATA_DIR,
      label: options.label,
      mirror: options.mirror,
      dryRun: options.dryRun ?? false,
      force: options.force ?? false,
      acceptChange: options.acceptChange ?? false,
      keepReleases: settings.KEEP_RELEASES,
      operatorContact: settings.OPERATOR_CONTACT,
      tokens: appTokens(group, settings),
      progress,
      signal,
      log: {
        recordRunStart: (id, startedAt) => log.recordRunStart(id, startedAt),
        recordRunEnd: (id, ended) => {
          end = ended;
          log.recordRunEnd(id, ended);
        },
      },
    });
    return { group: group.id, outcome: report.outcome, report, error: null };
  } catch (error) {
    const failure = { code: errorCodeOf(error, signal.aborted), message: errorText(error) };
    const outcome = error instanceof LockedError ? 'locked' : signal.aborted ? 'stopped' : 'failed';
    return { group: group.id, outcome, report: end?.report ?? null, error: failure };
  }
}

/** The optional keys that the group's sources know, from the settings that they name. */
export function appTokens(
  group: GroupDeclaration,
  settings: CommandContext['settings'],
): Record<string, string> {
  const tokens: Record<string, string> = {};
  for (const [name, value] of Object.entries(settings)) {
    const wanted = group.sources.some((source) => source.appToken?.setting === name);
    if (wanted && typeof value === 'string') tokens[name] = value;
  }
  return tokens;
}

function tell(context: CommandContext, result: GroupResult): void {
  const line = resultLine(result);
  if (result.error === null) context.print(line);
  else context.warn(line);
}

/** One line for people about what became of a group. */
export function resultLine({ group, outcome, report, error }: GroupResult): string {
  if (outcome === 'stopped')
    return `${group}: stopped before its end; what was served before is served still.`;
  if (error !== null) {
    const served = report?.release ? ` ${report.release} stays in use.` : '';
    return `${group}: ${outcome}: ${error.message}${served}`;
  }
  if (report === null || outcome === 'unchanged') {
    return `${group}: nothing new; ${report?.release ?? 'the release'} stays in use.`;
  }
  const rows = Object.values(report.rows).reduce((sum, table) => sum + table, 0);
  const rejected = report.rejected.reduce((sum, { rows: refused }) => sum + refused, 0);
  const seconds = Object.values(report.seconds).reduce((sum, step) => sum + step, 0);
  const done =
    outcome === 'checked' ? 'checked and not published' : `published ${report.release} (${report.label})`;
  return `${group}: ${done}: ${count(rows)} rows, ${count(rejected)} rejected, in ${duration(seconds)}.`;
}

/** A failure weighs more than a lock: the lock's holder does the work, the failure needs a person. */
function exitCode(results: readonly GroupResult[]): ExitCode {
  if (results.some((result) => result.outcome === 'failed')) return EXIT.failed;
  return results.some((result) => result.outcome === 'locked') ? EXIT.locked : EXIT.ok;
}
