import cron from 'node-cron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { IngestRun } from '../../db/operations.ts';
import {
  cronProblem,
  failuresInARow,
  nextDue,
  planRun,
  previousDue,
  retryDelayMs,
  TIME_ZONE,
} from '../../ingest/schedule-plan.ts';
import { GROUP_DECLARATIONS } from '../../ingest/sources/index.ts';

const MINUTE_MS = 60_000;

/** What the sources declare. */
const DECLARED = GROUP_DECLARATIONS.flatMap((group) => group.sources.map((source) => source.cron));

function at(moment: string): Date {
  return new Date(moment);
}

function run(outcome: IngestRun['outcome'], startedAt: string, errorCode: string | null = null): IngestRun {
  return {
    id: 1,
    group: 'vehicles',
    startedAt,
    finishedAt: outcome === 'running' ? null : at(startedAt).toISOString(),
    outcome,
    release: null,
    errorCode,
    error: null,
    report: null,
  };
}

describe('due times are on the Dutch clock', () => {
  it('is an hour earlier in UTC in summer', () => {
    expect(nextDue(['0 6 * * *'], at('2026-01-15T00:00:00Z'))).toEqual(at('2026-01-15T05:00:00Z'));
    expect(nextDue(['0 6 * * *'], at('2026-07-15T00:00:00Z'))).toEqual(at('2026-07-15T04:00:00Z'));
  });

  it('keeps the local hour over the night in which the clock goes forward', () => {
    expect(previousDue(['0 6 * * *'], at('2027-03-28T03:59:59Z'))).toEqual(at('2027-03-27T05:00:00Z'));
    expect(previousDue(['0 6 * * *'], at('2027-03-28T04:00:00Z'))).toEqual(at('2027-03-28T04:00:00Z'));
  });

  it('keeps the local hour over the night in which the clock goes back', () => {
    expect(nextDue(['0 6 * * *'], at('2027-10-30T12:00:00Z'))).toEqual(at('2027-10-31T05:00:00Z'));
  });

  it('runs at the end of the missing hour what is due in it', () => {
    // 02:30 does not exist on 28 March 2027; the clock goes from 02:00 to 03:00, which is 01:00 UTC.
    expect(nextDue(['30 2 * * *'], at('2027-03-27T12:00:00Z'))).toEqual(at('2027-03-28T01:00:00Z'));
  });

  it('is due once in the hour that comes twice', () => {
    const first = nextDue(['30 2 * * *'], at('2027-10-30T12:00:00Z'));
    expect(first).toEqual(at('2027-10-31T00:30:00Z'));
    expect(nextDue(['30 2 * * *'], first ?? at('1970-01-01'))).toEqual(at('2027-11-01T01:30:00Z'));
  });

  it('a moment that is due is its own previous due time and not its own next', () => {
    const due = at('2026-07-15T04:00:00Z');
    expect(previousDue(['0 6 * * *'], due)).toEqual(due);
    expect(nextDue(['0 6 * * *'], due)).toEqual(at('2026-07-16T04:00:00Z'));
  });

  it('of several sources of a group the nearest counts', () => {
    const crons = ['0 6 9 * *', '0 4 * * 1'];
    expect(nextDue(crons, at('2026-11-27T12:00:00Z'))).toEqual(at('2026-11-30T03:00:00Z'));
    expect(previousDue(crons, at('2026-11-11T12:00:00Z'))).toEqual(at('2026-11-09T05:00:00Z'));
  });

  it('knows a day of the month that is years away', () => {
    expect(nextDue(['0 6 29 2 *'], at('2026-01-01T00:00:00Z'))).toEqual(at('2028-02-29T05:00:00Z'));
    expect(previousDue(['0 6 29 2 *'], at('2026-01-01T00:00:00Z'))).toEqual(at('2024-02-29T05:00:00Z'));
  });

  it('says what is wrong with an expression', () => {
    expect(cronProblem('0 6 * * *')).toBeUndefined();
    expect(cronProblem('0 25 * * *')).toContain('25');
    expect(cronProblem('every day')).toBeDefined();
    expect(cronProblem('0 6 30 2 *')).toBe('it never comes round');
  });
});

describe('the planner and node-cron, which starts the runs, read an expression alike', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ...new Set([...DECLARED, '15 */4 * * *', '0 4 * * 1', '30 5 9 * *', '0 5 L * *', '0 5 8-14 * 2']),
  ])('%s', (expression) => {
    vi.useFakeTimers({ now: at('2027-03-26T10:00:00Z') });
    const task = cron.createTask(expression, () => {}, { timezone: TIME_ZONE });
    const planned: Date[] = [];
    for (let after = new Date(); planned.length < 60; after = planned.at(-1) ?? after) {
      planned.push(nextDue([expression], after) ?? after);
    }
    expect(task.getNextRuns(60)).toEqual(planned);
  });
});

describe('back-off', () => {
  it('begins with five minutes, doubles, and never exceeds six hours', () => {
    expect([0, 1, 2, 3, 6, 7, 8, 9, 500].map((n) => retryDelayMs(n) / MINUTE_MS)).toEqual([
      0, 5, 10, 20, 160, 320, 360, 360, 360,
    ]);
  });

  it('counts failures since the last good run, and not what the operator stopped', () => {
    const runs = [
      run('failed', '2026-11-27T07:00:00Z'),
      run('failed', '2026-11-27T06:30:00Z', 'stopped'),
      run('checked', '2026-11-27T06:20:00Z'),
      run('failed', '2026-11-27T06:00:00Z', 'killed'),
      run('unchanged', '2026-11-26T06:00:00Z'),
      run('failed', '2026-11-25T06:00:00Z'),
    ];
    expect(failuresInARow(runs).map((failed) => failed.startedAt)).toEqual([
      '2026-11-27T07:00:00Z',
      '2026-11-27T06:00:00Z',
    ]);
  });
});

describe('when a group runs next', () => {
  const now = at('2026-11-27T09:00:00Z');
  const base = { group: 'vehicles' as const, crons: ['0 6 * * *'], servesWantedLabel: true, now };

  it('waits for the next due time when the last one was kept', () => {
    expect(planRun({ ...base, runs: [run('published', '2026-11-27T05:00:01Z')] })).toEqual({
      group: 'vehicles',
      dueAt: '2026-11-28T05:00:00.000Z',
      reason: 'schedule',
    });
  });

  it('counts a run that found nothing new as kept', () => {
    expect(planRun({ ...base, runs: [run('unchanged', '2026-11-27T05:00:01Z')] })?.reason).toBe('schedule');
  });

  it('runs at once when the machine was off at the due time', () => {
    expect(planRun({ ...base, runs: [run('published', '2026-11-26T05:00:01Z')] })).toEqual({
      group: 'vehicles',
      dueAt: now.toISOString(),
      reason: 'catch_up',
    });
  });

  it('runs at once in a store that nothing was ever loaded into', () => {
    expect(planRun({ ...base, runs: [] })?.reason).toBe('catch_up');
  });

  it('a rehearsal or a roll back does not count as a run', () => {
    const runs = [run('checked', '2026-11-27T06:00:00Z'), run('rolled_back', '2026-11-27T05:30:00Z')];
    expect(planRun({ ...base, runs })?.reason).toBe('catch_up');
  });

  it('replaces a bundled sample at once, however new it is', () => {
    const runs = [run('published', '2026-11-27T08:59:00Z')];
    expect(planRun({ ...base, runs, servesWantedLabel: false })?.reason).toBe('catch_up');
  });

  it('waits after a failure, longer after each, counted from the last', () => {
    const once = [run('failed', '2026-11-27T08:58:00Z'), run('published', '2026-11-26T05:00:01Z')];
    expect(planRun({ ...base, runs: once })).toMatchObject({
      dueAt: '2026-11-27T09:03:00.000Z',
      reason: 'retry',
    });
    const thrice = [
      run('failed', '2026-11-27T08:58:00Z'),
      run('failed', '2026-11-27T08:50:00Z'),
      ...once.slice(0, 1),
    ];
    expect(planRun({ ...base, runs: thrice })).toMatchObject({ dueAt: '2026-11-27T09:18:00.000Z' });
  });

  it('does not wait again for a back-off that ended while it was not running', () => {
    expect(planRun({ ...base, runs: [run('failed', '2026-11-27T05:00:00Z')] })).toMatchObject({
      dueAt: now.toISOString(),
      reason: 'retry',
    });
  });

  it('does not retry what failed outside the schedule when the last due run was good', () => {
    const runs = [run('failed', '2026-11-27T08:58:00Z'), run('unchanged', '2026-11-27T05:00:01Z')];
    expect(planRun({ ...base, runs })?.reason).toBe('schedule');
  });
});
