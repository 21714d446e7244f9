import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { acquireLock, groupLockPath } from '../../db/lock.ts';
import { Operations, operationsPath, readRunStatus } from '../../db/operations.ts';
import { temporaryDataDir } from './fixture.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

function openOperations(dataDir = temporaryDataDir()): Operations {
  const operations = new Operations(dataDir);
  onTestFinished(() => operations.close());
  return operations;
}

describe('the record of runs', () => {
  it('keeps how a run began and ended', () => {
    const operations = openOperations();
    const id = operations.recordRunStart('vehicles', '2026-11-27T06:00:00.000Z');
    expect(operations.lastRuns('vehicles', 5)).toEqual([
      {
        id,
        group: 'vehicles',
        startedAt: '2026-11-27T06:00:00.000Z',
        finishedAt: null,
        outcome: 'running',
        release: null,
        errorCode: null,
        error: null,
        report: null,
      },
    ]);
    const report = { rows: { vehicle: 17_000_000 }, rejected: { 'rdw-vehicles': { 'bad plate': 2 } } };
    operations.recordRunEnd(
      id,
      { outcome: 'published', release: '20261127T060000000Z-3fa1', report },
      '2026-11-27T06:30:00.000Z',
    );
    expect(operations.lastRuns('vehicles', 5)).toMatchObject([
      {
        finishedAt: '2026-11-27T06:30:00.000Z',
        outcome: 'published',
        release: '20261127T060000000Z-3fa1',
        errorCode: null,
        report,
      },
    ]);
  });

  it('lists the newest first, as many as asked, of one group', () => {
    const operations = openOperations();
    const ids = ['01', '02', '03'].map((day) =>
      operations.recordRunStart('vehicles', `2026-11-${day}T06:00:00.000Z`),
    );
    operations.recordRunStart('addresses', '2026-11-04T06:00:00.000Z');
    expect(operations.lastRuns('vehicles', 2).map((run) => run.id)).toEqual([ids[2], ids[1]]);
  });

  it('goes by the order of the runs, not by a clock that was set back between them', () => {
    const dataDir = temporaryDataDir();
    const operations = openOperations(dataDir);
    const ids = ['02', '01'].map((day) => {
      const id = operations.recordRunStart('vehicles', `2026-11-${day}T06:00:00.000Z`);
      operations.recordRunEnd(id, { outcome: 'published', report: null });
      return id;
    });
    expect(operations.lastRuns('vehicles', 2).map((run) => run.id)).toEqual([ids[1], ids[0]]);
    expect(operations.runStatus().vehicles.lastGoodRun?.id).toBe(ids[1]);
  });

  it('is written by several processes at the same time', { timeout: 180_000 }, async () => {
    const dataDir = temporaryDataDir();
    const program = `
      import { Operations } from ${JSON.stringify(new URL('../../db/operations.ts', import.meta.url).href)};
      const operations = new Operations(${JSON.stringify(dataDir)});
      for (let n = 0; n < 25; n += 1) {
        const id = operations.recordRunStart('liveability', new Date().toISOString());
        operations.recordRunEnd(id, { outcome: 'unchanged', report: { process: process.pid } });
      }
      operations.close();
    `;
    const writers = [1, 2, 3].map(() =>
      spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
        cwd: ROOT,
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
    );
    const codes = await Promise.all(writers.map(async (writer) => (await once(writer, 'exit'))[0]));
    expect(codes).toEqual([0, 0, 0]);
    const runs = openOperations(dataDir).lastRuns('liveability', 1000);
    expect(runs).toHaveLength(75);
    expect(runs.every((run) => run.outcome === 'unchanged')).toBe(true);
  });
});

describe('runs of a process that was killed', () => {
  it('are ended as failed when nobody holds their group', () => {
    const operations = openOperations();
    const killed = operations.recordRunStart('vehicles', '2026-11-27T06:00:00.000Z');
    const ended = operations.recordRunStart('addresses', '2026-11-27T06:00:00.000Z');
    operations.recordRunEnd(ended, { outcome: 'unchanged', report: {} });
    expect(operations.markAbandonedRuns()).toMatchObject([
      { id: killed, outcome: 'failed', errorCode: 'killed' },
    ]);
    expect(operations.lastRuns('vehicles', 1)).toMatchObject([{ outcome: 'failed', errorCode: 'killed' }]);
    expect(operations.lastRuns('vehicles', 1)[0]?.finishedAt).not.toBeNull();
    expect(operations.lastRuns('addresses', 1)).toMatchObject([{ outcome: 'unchanged' }]);
    expect(operations.markAbandonedRuns()).toEqual([]);
  });

  it('are left alone while somebody holds their group', () => {
    const dataDir = temporaryDataDir();
    const operations = openOperations(dataDir);
    operations.recordRunStart('vehicles', '2026-11-27T06:00:00.000Z');
    const lock = acquireLock(groupLockPath(dataDir, 'vehicles'), 'vehicles');
    expect(operations.markAbandonedRuns()).toEqual([]);
    lock.release();
    expect(operations.markAbandonedRuns()).toHaveLength(1);
  });
});

describe('the state of the groups', () => {
  it('has the last run, the last good one, and what is planned', () => {
    const dataDir = temporaryDataDir();
    const operations = openOperations(dataDir);
    const good = operations.recordRunStart('vehicles', '2026-11-26T06:00:00.000Z');
    operations.recordRunEnd(good, { outcome: 'unchanged', report: null });
    const bad = operations.recordRunStart('vehicles', '2026-11-27T06:00:00.000Z');
    operations.recordRunEnd(bad, {
      outcome: 'failed',
      errorCode: 'fetch_failed',
      error: 'No answer.',
      report: null,
    });
    const planned = { group: 'vehicles', dueAt: '2026-11-27T06:05:00.000Z', reason: 'retry' } as const;
    operations.recordPlan([planned], '2026-11-27T06:00:01.000Z');

    const status = readRunStatus(dataDir);
    expect(status).toEqual(operations.runStatus());
    expect(status.vehicles).toMatchObject({
      lastRun: { id: bad, outcome: 'failed', errorCode: 'fetch_failed', error: 'No answer.' },
      lastGoodRun: { id: good, outcome: 'unchanged' },
      plannedRun: { ...planned, recordedAt: '2026-11-27T06:00:01.000Z' },
    });
    expect(status.addresses).toEqual({ lastRun: null, lastGoodRun: null, plannedRun: null });
  });

  it('forgets a plan that is replaced', () => {
    const operations = openOperations();
    operations.recordPlan([{ group: 'vehicles', dueAt: '2026-11-27T06:05:00.000Z', reason: 'retry' }]);
    operations.recordPlan([{ group: 'addresses', dueAt: '2026-12-09T05:00:00.000Z', reason: 'schedule' }]);
    expect(operations.runStatus().vehicles.plannedRun).toBeNull();
    expect(operations.runStatus().addresses.plannedRun?.reason).toBe('schedule');
  });

  it('is empty in a store that nothing was loaded into, and reading it makes no file', () => {
    const dataDir = temporaryDataDir();
    expect(readRunStatus(dataDir).vehicles).toEqual({ lastRun: null, lastGoodRun: null, plannedRun: null });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('is empty while another process has made the file and not yet its tables', () => {
    const dataDir = temporaryDataDir();
    const database = new Database(operationsPath(dataDir));
    database.pragma('journal_mode = WAL');
    expect(readRunStatus(dataDir).vehicles.lastRun).toBeNull();
    database.close();
  });
});
