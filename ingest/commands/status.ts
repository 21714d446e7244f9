import { join } from 'node:path';
import type { Group, ReleaseLabel } from '../../db/groups.ts';
import { type ManifestEntry, readManifest } from '../../db/manifest.ts';
import {
  type IngestRun,
  Operations,
  type PlannedRun,
  type RunStatus,
  readRunStatus,
} from '../../db/operations.ts';
import { readReleaseInfo } from '../../db/release.ts';
import { type ReleaseContents, readReleaseContents } from '../../db/release-contents.ts';
import { nextDue } from '../schedule-plan.ts';
import type { GroupDeclaration } from '../sources/source.ts';
import { type CommandContext, EXIT, type ExitCode } from './context.ts';
import { toJson } from './json.ts';
import { age, change, count, share, size } from './wording.ts';

/** What is known about one group. */
export interface GroupStatus {
  readonly group: Group;
  /** Null where nothing was loaded. */
  readonly release: ReleaseStatus | null;
  /** Why the release that is served cannot be read. */
  readonly problem: string | null;
  readonly lastRun: Omit<IngestRun, 'report'> | null;
  readonly nextRun: NextRun | null;
}

interface ReleaseStatus extends ReleaseContents {
  readonly id: string;
  readonly label: ReleaseLabel;
  readonly builtAt: string;
  readonly publishedAt: string;
  readonly ageSeconds: number;
}

interface NextRun {
  readonly dueAt: string;
  readonly reason: PlannedRun['reason'];
  /** False where no scheduler has recorded it: then it is when one would run. */
  readonly planned: boolean;
}

/** Tells what is loaded, how old it is, what was refused, how the last run ended and when the next is due. */
export function status(context: CommandContext, options: { json?: boolean }, now = new Date()): ExitCode {
  const dataDir = context.settings.DATA_DIR;
  const served = readManifest(dataDir).groups;
  const runs = runStates(dataDir);
  const groups = context.groups.map((group) =>
    groupStatus(dataDir, group, served[group.id], runs[group.id], now),
  );
  if (options.json === true) context.print(toJson({ groups }));
  else context.print(groups.map(groupText).join('\n\n'));
  return EXIT.ok;
}

/** Nothing is written by a look, unless a run seems to be under way: it may have been killed. */
function runStates(dataDir: string): Record<Group, RunStatus> {
  const states = readRunStatus(dataDir);
  if (Object.values(states).every((state) => state.lastRun?.outcome !== 'running')) return states;
  const operations = new Operations(dataDir);
  try {
    operations.markAbandonedRuns();
    return operations.runStatus();
  } finally {
    operations.close();
  }
}

function groupStatus(
  dataDir: string,
  group: GroupDeclaration,
  entry: ManifestEntry | undefined,
  runs: RunStatus,
  now: Date,
): GroupStatus {
  let release: ReleaseStatus | null = null;
  let problem: string | null = null;
  if (entry !== undefined) {
    try {
      release = releaseStatus(dataDir, entry, now);
    } catch (error) {
      problem =
        `${entry.file} cannot be read: ${(error as Error).message}. ` +
        `Run "npm run ingest -- verify ${group.id}", then "npm run ingest -- rollback ${group.id}".`;
    }
  }
  const lastRun = runs.lastRun === null ? null : withoutReport(runs.lastRun);
  return { group: group.id, release, problem, lastRun, nextRun: nextRun(group, runs.plannedRun, now) };
}

function releaseStatus(dataDir: string, entry: ManifestEntry, now: Date): ReleaseStatus {
  const path = join(dataDir, entry.file);
  const { id, label, builtAt } = readReleaseInfo(path);
  const ageSeconds = Math.round((now.getTime() - new Date(builtAt).getTime()) / 1000);
  return { id, label, builtAt, publishedAt: entry.publishedAt, ageSeconds, ...readReleaseContents(path) };
}

function withoutReport({ report: _, ...run }: IngestRun): Omit<IngestRun, 'report'> {
  return run;
}

function nextRun(group: GroupDeclaration, planned: PlannedRun | null, now: Date): NextRun | null {
  // A plan whose time has passed belongs to a scheduler that does not run any more, or to a run that is under way.
  if (planned !== null && new Date(planned.dueAt) >= now) {
    return { dueAt: planned.dueAt, reason: planned.reason, planned: true };
  }
  const due = nextDue(
    group.sources.map((source) => source.cron),
    now,
  );
  return due === undefined ? null : { dueAt: due.toISOString(), reason: 'schedule', planned: false };
}

function groupText({ group, release, problem, lastRun, nextRun: next }: GroupStatus): string {
  const lines = [`${group}: ${headline(release, problem)}`];
  if (release !== null) lines.push(...releaseLines(release));
  lines.push(row('last run', lastRun === null ? 'none' : lastRunText(lastRun)));
  if (next !== null) {
    lines.push(
      row(
        'next run',
        `${next.dueAt}${next.planned ? ` (${REASONS[next.reason]})` : ' if "npm run schedule" runs'}`,
      ),
    );
  }
  return lines.join('\n');
}

function releaseLines({ rows, rowsBefore, sources, nullShareChanges, accepted }: ReleaseStatus): string[] {
  const tables = Object.entries(rows).map(
    ([table, number]) => `${table} ${count(number)}${change(number, rowsBefore[table] ?? null)}`,
  );
  return [
    row('rows', tables.join(', ')),
    ...sources.flatMap((source) => [row(source.id, sourceText(source)), ...sourceDetails(source)]),
    ...nullShareChanges.map((moved) =>
      row(
        'empty values',
        `${moved.table}.${moved.column} ${share(moved.shareBefore)}, now ${share(moved.share)}`,
      ),
    ),
    ...accepted.map(({ check, text }) => row('let through', `${check}: ${text}`)),
  ];
}

const REASONS: Record<PlannedRun['reason'], string> = {
  schedule: 'as its sources are due',
  catch_up: 'catching up with a missed run',
  retry: 'after a failure',
};

function row(name: string, text: string): string {
  return `  ${name.padEnd(26)} ${text}`;
}

function headline(release: ReleaseStatus | null, problem: string | null): string {
  if (problem !== null) return problem;
  if (release === null) return 'nothing loaded yet.';
  return `${release.id}, ${release.label}, ${size(release.bytes)}, built ${age(release.ageSeconds)} ago`;
}

function sourceText(source: ReleaseContents['sources'][number]): string {
  const parts = [
    source.stateDate === null ? undefined : `as of ${source.stateDate}`,
    source.edition === null ? undefined : `edition ${source.edition}`,
    source.retrievedAt === null ? undefined : `retrieved ${source.retrievedAt.slice(0, 10)}`,
    source.rowsRead === null
      ? undefined
      : `${count(source.rowsRead)} rows read${change(source.rowsRead, source.rowsReadBefore)}`,
    source.rejectedRows === 0 ? 'nothing rejected' : rejectedText(source),
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

function rejectedText({ rejectedRows, rejections }: ReleaseContents['sources'][number]): string {
  const reasons = rejections.map(({ reason, rows }) => `${reason} ${count(rows)}`);
  return `${count(rejectedRows)} rejected${reasons.length === 0 ? '' : ` (${reasons.join(', ')})`}`;
}

/** What an operator would ask next: which rows were refused, which columns came, what was left out. */
function sourceDetails({ rejections, newColumns, notes }: ReleaseContents['sources'][number]): string[] {
  return [
    ...rejections.map(({ reason, examples }) => detail(`rejected, ${reason}`, examples.map(exampleText))),
    ...(newColumns.length === 0 ? [] : [detail('new columns', newColumns)]),
    ...notes.map(({ text, rows }) => detail('noted', [rows === 1 ? text : `${text} (${count(rows)} times)`])),
  ];
}

function detail(name: string, texts: readonly string[]): string {
  return `    ${name}: ${texts.join(', ')}`;
}

function exampleText({ line, value }: { line?: number; value: string }): string {
  return `${JSON.stringify(value)}${line === undefined ? '' : ` in line ${count(line)}`}`;
}

function lastRunText(run: Omit<IngestRun, 'report'>): string {
  const error = run.error === null ? '' : `: ${run.error}`;
  return `${run.startedAt} ${run.outcome.replace('_', ' ')}${error}`;
}
