import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Group } from '../../db/groups.ts';
import { manifestPath, setCurrent } from '../../db/manifest.ts';
import { Operations } from '../../db/operations.ts';
import { type RunResult, Scheduler } from '../../ingest/scheduler.ts';
import { temporaryDataDir } from '../db/fixture.ts';
import { groupDeclaration } from './group-declaration.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Noon in Amsterdam. */
const NOW = new Date('2026-11-27T11:00:00.000Z');

/** Due at 06:00, at 07:30 and at 08:00 Dutch time. */
const GROUPS = [
  groupDeclaration('vehicles', { 'rdw-vehicles': '0 6 * * *' }),
  groupDeclaration('addresses', { 'bag-extract': '30 7 * * *', 'cbs-municipalities': '0 6 1 1 *' }),
  groupDeclaration('liveability', { 'bzk-leefbaarometer': '0 8 * * 1' }),
];

interface World {
  dataDir: string;
  operations: Operations;
  scheduler: Scheduler;
  /** Each start of a run: the group, and when. */
  starts: [Group, string][];
  events: Record<string, unknown>[];
  /** How runs of a group end; good unless told otherwise. Undefined: it ends when it is stopped. */
  results: Map<Group, RunResult | undefined>;
}

function world(runTakesMs = 0): World {
  const dataDir = temporaryDataDir();
  const operations = new Operations(dataDir);
  const starts: World['starts'] = [];
  const events: World['events'] = [];
  const results: World['results'] = new Map();
  const run = async (group: Group, signal: AbortSignal): Promise<RunResult> => {
    starts.push([group, new Date().toISOString()]);
    const result = results.has(group) ? results.get(group) : 'good';
    // As the real one does in its own process.
    const id = result === 'locked' ? undefined : operations.recordRunStart(group, new Date().toISOString());
    if (runTakesMs > 0 || result === undefined) {
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve());
        if (result !== undefined) setTimeout(resolve, runTakesMs);
      });
    }
    if (id !== undefined) {
      const outcome = result === 'good' ? 'published' : 'failed';
      operations.recordRunEnd(id, { outcome, report: null }, new Date().toISOString());
      if (result === 'good') serve(dataDir, group);
    }
    return result ?? 'failed';
  };
  const scheduler = new Scheduler({
    dataDir,
    groups: GROUPS,
    label: 'national',
    operations,
    run,
    log: (event, details) => events.push({ event, ...details }),
  });
  onTestFinished(async () => {
    await scheduler.stop();
    operations.close();
  });
  return { dataDir, operations, scheduler, starts, events, results };
}

function serve(dataDir: string, group: Group, label: 'national' | 'sample' = 'national'): void {
  setCurrent(dataDir, group, {
    release: 'r',
    file: `${group}/r.sqlite`,
    label,
    publishedAt: NOW.toISOString(),
  });
}

/** Makes a group one that is up to date since a moment. */
function goodRun({ dataDir, operations }: World, group: Group, startedAt: string): void {
  serve(dataDir, group);
  operations.recordRunEnd(operations.recordRunStart(group, startedAt), {
    outcome: 'unchanged',
    report: null,
  });
}

function allUpToDate(made: World): World {
  for (const { id } of GROUPS) goodRun(made, id, '2026-11-27T10:59:00.000Z');
  return made;
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('at start', () => {
  it('does nothing when every due time was kept', async () => {
    const made = allUpToDate(world());
    made.scheduler.start();
    await made.scheduler.idle();
    expect(made.starts).toEqual([]);
  });

  it('catches up with what was missed while it was not running, and with nothing else', async () => {
    const made = world();
    goodRun(made, 'vehicles', '2026-11-26T05:00:00.000Z');
    goodRun(made, 'addresses', '2026-11-27T06:30:00.000Z');
    goodRun(made, 'liveability', '2026-11-23T07:00:00.000Z');
    made.scheduler.start();
    await made.scheduler.idle();
    expect(made.starts.map(([group]) => group)).toEqual(['vehicles']);
    expect(made.events).toContainEqual({ event: 'queued', group: 'vehicles', reason: 'catch_up' });
  });

  it('replaces the bundled sample', async () => {
    const made = allUpToDate(world());
    serve(made.dataDir, 'addresses', 'sample');
    made.scheduler.start();
    await made.scheduler.idle();
    expect(made.starts.map(([group]) => group)).toEqual(['addresses']);
  });

  it('waits for the end of a back-off that the record of runs tells of', async () => {
    const made = world();
    goodRun(made, 'addresses', NOW.toISOString());
    goodRun(made, 'liveability', NOW.toISOString());
    serve(made.dataDir, 'vehicles');
    for (const minute of ['50', '58']) {
      const id = made.operations.recordRunStart('vehicles', `2026-11-27T10:${minute}:00.000Z`);
      made.operations.recordRunEnd(
        id,
        { outcome: 'failed', report: null },
        `2026-11-27T10:${minute}:30.000Z`,
      );
    }
    made.scheduler.start();
    await vi.advanceTimersByTimeAsync(9 * MINUTE_MS);
    // Two failures, the last at 10:58:30: ten minutes from then.
    expect(made.starts).toEqual([['vehicles', '2026-11-27T11:08:30.000Z']]);
  });
});

describe('following the clock', () => {
  it('runs each group when one of its sources is due in Amsterdam', async () => {
    const made = allUpToDate(world());
    made.scheduler.start();
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect(made.starts).toEqual([
      ['vehicles', '2026-11-28T05:00:00.000Z'],
      ['addresses', '2026-11-28T06:30:00.000Z'],
    ]);
  });

  it('keeps the Dutch hour when the clock goes forward', async () => {
    vi.setSystemTime(new Date('2027-03-27T11:00:00.000Z'));
    const made = world();
    for (const { id } of GROUPS) goodRun(made, id, '2027-03-27T10:59:00.000Z');
    made.scheduler.start();
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect(made.starts).toEqual([
      ['vehicles', '2027-03-28T04:00:00.000Z'],
      ['addresses', '2027-03-28T05:30:00.000Z'],
    ]);
  });

  it('runs one group at a time, and in the end all that are due', async () => {
    const made = world(3 * HOUR_MS);
    made.scheduler.start();
    await vi.advanceTimersByTimeAsync(10 * HOUR_MS);
    expect(made.starts).toEqual([
      ['vehicles', '2026-11-27T11:00:00.000Z'],
      ['addresses', '2026-11-27T14:00:00.000Z'],
      ['liveability', '2026-11-27T17:00:00.000Z'],
    ]);
  });
});

describe('a group that fails', () => {
  it('is tried again later and later, and keeps no other from its turn', async () => {
    const made = world();
    made.results.set('vehicles', 'failed');
    made.scheduler.start();
    await made.scheduler.idle();
    expect(made.starts.map(([group]) => group)).toEqual(['vehicles', 'addresses', 'liveability']);
    await vi.advanceTimersByTimeAsync(36 * MINUTE_MS);
    expect(made.starts.slice(3)).toEqual([
      ['vehicles', '2026-11-27T11:05:00.000Z'],
      ['vehicles', '2026-11-27T11:15:00.000Z'],
      ['vehicles', '2026-11-27T11:35:00.000Z'],
    ]);
    expect(made.scheduler.failedGroups()).toEqual(['vehicles']);
  });

  it('is back on its schedule after a good run', async () => {
    const made = allUpToDate(world());
    made.results.set('vehicles', 'failed');
    made.scheduler.start();
    await vi.advanceTimersByTimeAsync(18 * HOUR_MS + MINUTE_MS);
    expect(made.starts).toEqual([['vehicles', '2026-11-28T05:00:00.000Z']]);
    made.results.set('vehicles', 'good');
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect(made.starts.filter(([group]) => group === 'vehicles')).toEqual([
      ['vehicles', '2026-11-28T05:00:00.000Z'],
      ['vehicles', '2026-11-28T05:05:00.000Z'],
      ['vehicles', '2026-11-29T05:00:00.000Z'],
    ]);
    expect(made.scheduler.failedGroups()).toEqual([]);
  });

  it('never waits longer than six hours', async () => {
    const made = allUpToDate(world());
    made.results.set('vehicles', 'failed');
    made.scheduler.start();
    await vi.advanceTimersByTimeAsync(4 * DAY_MS);
    const times = made.starts.filter(([group]) => group === 'vehicles').map(([, time]) => Date.parse(time));
    const waits = times.slice(1).map((time, position) => time - (times[position] ?? 0));
    expect(Math.max(...waits)).toBe(6 * HOUR_MS);
    expect(waits.length).toBeGreaterThan(10);
  });

  it('does not spin when its run leaves no record, e.g. because another process holds the lock', async () => {
    const made = world();
    made.results.set('vehicles', 'locked');
    made.scheduler.start();
    await vi.advanceTimersByTimeAsync(16 * MINUTE_MS);
    expect(made.starts.filter(([group]) => group === 'vehicles').map(([, time]) => time)).toEqual([
      '2026-11-27T11:00:00.000Z',
      '2026-11-27T11:05:00.000Z',
      '2026-11-27T11:15:00.000Z',
    ]);
  });
});

describe('what it plans', () => {
  it('is recorded for whoever asks for the status', async () => {
    const made = allUpToDate(world());
    made.results.set('vehicles', 'failed');
    made.scheduler.start();
    expect(made.operations.runStatus().liveability.plannedRun).toMatchObject({
      dueAt: '2026-11-30T07:00:00.000Z',
      reason: 'schedule',
    });
    await vi.advanceTimersByTimeAsync(18 * HOUR_MS + MINUTE_MS);
    expect(made.operations.runStatus().vehicles.plannedRun).toMatchObject({
      dueAt: '2026-11-28T05:05:00.000Z',
      reason: 'retry',
    });
  });

  it('respects that an operator rolled back to the sample', async () => {
    const made = world();
    made.scheduler.start();
    await made.scheduler.idle();
    serve(made.dataDir, 'vehicles', 'sample');
    const before = made.starts.length;
    await vi.advanceTimersByTimeAsync(5 * HOUR_MS);
    expect(made.starts).toHaveLength(before);
  });

  it('survives a damaged manifest, and goes on when it is repaired', async () => {
    const made = world();
    writeFileSync(manifestPath(made.dataDir), 'garbage');
    made.scheduler.start();
    await made.scheduler.idle();
    expect(made.starts).toEqual([]);
    expect(made.events).toContainEqual(expect.objectContaining({ event: 'plan_failed', group: 'vehicles' }));
    writeFileSync(manifestPath(made.dataDir), '{"groups": {}}');
    await vi.advanceTimersByTimeAsync(HOUR_MS + MINUTE_MS);
    expect(made.starts.map(([group]) => group)).toEqual(['vehicles', 'addresses', 'liveability']);
  });
});

describe('stopping', () => {
  it('stops the run that is under way, waits for its end, and starts nothing more', async () => {
    const made = world();
    made.results.set('vehicles', undefined);
    made.scheduler.start();
    expect(made.starts.map(([group]) => group)).toEqual(['vehicles']);
    await made.scheduler.stop();
    expect(made.operations.lastRuns('vehicles', 1)).toMatchObject([{ outcome: 'failed' }]);
    await vi.advanceTimersByTimeAsync(2 * DAY_MS);
    expect(made.starts.map(([group]) => group)).toEqual(['vehicles']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
