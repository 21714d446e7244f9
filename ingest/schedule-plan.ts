import { Cron } from 'croner';
import type { Group } from '../db/groups.ts';
import type { IngestRun, PlannedRun } from '../db/operations.ts';

/** Publishers' clocks: every cron expression of a source is meant in this time zone. */
export const TIME_ZONE = 'Europe/Amsterdam';

const FIRST_RETRY_MS = 5 * 60_000;
const LONGEST_RETRY_MS = 6 * 3_600_000;

/**
 * The cron expression as the scheduler reads it. Where both a day of the month and a weekday are given, both must
 * match, as in node-cron, which starts the runs.
 * @throws Error when it is not a cron expression
 */
function cronOf(expression: string): Cron {
  return new Cron(expression, {
    timezone: TIME_ZONE,
    paused: true,
    domAndDow: true,
    mode: '5-or-6-parts',
  });
}

/** What is wrong with a cron expression, or undefined when it can be used. */
export function cronProblem(expression: string): string | undefined {
  try {
    return cronOf(expression).nextRun() === null ? 'it never comes round' : undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The first moment after `after` at which any of the expressions is due. */
export function nextDue(crons: readonly string[], after: Date): Date | undefined {
  return extreme(
    crons.map((expression) => cronOf(expression).nextRun(after)),
    Math.min,
  );
}

/** The last moment up to and including `at` at which any of the expressions was due. */
export function previousDue(crons: readonly string[], at: Date): Date | undefined {
  const justAfter = new Date(at.getTime() + 1);
  return extreme(
    crons.map((expression) => cronOf(expression).previousRuns(1, justAfter)[0]),
    Math.max,
  );
}

function extreme(
  moments: readonly (Date | null | undefined)[],
  pick: (...values: number[]) => number,
): Date | undefined {
  const times = moments.flatMap((moment) => (moment ? [moment.getTime()] : []));
  return times.length === 0 ? undefined : new Date(pick(...times));
}

/** How long to wait after that many failures in a row: 5 minutes, doubled each time, at most 6 hours. */
export function retryDelayMs(failures: number): number {
  return failures === 0 ? 0 : Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
}

/**
 * How many runs have failed since the last good one. One that the operator stopped is no failure of the source.
 * @param runs newest first
 */
export function failuresInARow(runs: readonly IngestRun[]): IngestRun[] {
  const failures: IngestRun[] = [];
  for (const run of runs) {
    if (isGood(run)) break;
    if (run.outcome === 'failed' && run.errorCode !== 'stopped') failures.push(run);
  }
  return failures;
}

function isGood(run: IngestRun): boolean {
  return run.outcome === 'published' || run.outcome === 'unchanged';
}

export interface PlanInput {
  group: Group;
  /** Cron expressions of the group's sources. */
  crons: readonly string[];
  /** The group's runs, newest first. */
  runs: readonly IngestRun[];
  /** What is served now is what this scheduler keeps up to date: not a sample where national data are wanted. */
  servesWantedLabel: boolean;
  now: Date;
}

/**
 * When a group is to run next, and why: at once when a due time has passed since its last good run, later when runs
 * have failed since, else when the first of its sources is due.
 */
export function planRun(input: PlanInput): Omit<PlannedRun, 'recordedAt'> | undefined {
  const { group, crons, runs, servesWantedLabel, now } = input;
  const lastGood = runs.find(isGood);
  const due = previousDue(crons, now);
  const missed =
    !servesWantedLabel ||
    (due !== undefined && (lastGood === undefined || new Date(lastGood.startedAt) < due));
  if (missed) {
    const failures = failuresInARow(runs);
    const newest = failures[0];
    if (newest === undefined) return { group, dueAt: now.toISOString(), reason: 'catch_up' };
    const failedAt = new Date(newest.finishedAt ?? newest.startedAt).getTime();
    const retryAt = Math.max(failedAt + retryDelayMs(failures.length), now.getTime());
    return { group, dueAt: new Date(retryAt).toISOString(), reason: 'retry' };
  }
  const next = nextDue(crons, now);
  return next === undefined ? undefined : { group, dueAt: next.toISOString(), reason: 'schedule' };
}
