import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Group, ReleaseLabel } from '../../../db/groups.ts';
import { acquireLock, groupLockPath, LockedError } from '../../../db/lock.ts';
import { readManifest } from '../../../db/manifest.ts';
import { listReleases, rollBack, verifyFile } from '../../../db/release.ts';
import { readReleaseContents } from '../../../db/release-contents.ts';
import { openSnapshot } from '../../../db/store.ts';
import { CheckError } from '../../../ingest/pipeline/check.ts';
import { FetchError } from '../../../ingest/pipeline/fetch-error.ts';
import { SILENT } from '../../../ingest/pipeline/progress.ts';
import { type RunOptions, runGroup } from '../../../ingest/pipeline/run.ts';
import type { RunEnd, RunLog } from '../../../ingest/pipeline/run-report.ts';
import type { FetchedFile, GroupDeclaration } from '../../../ingest/sources/source.ts';
import { temporaryDataDir } from '../../db/fixture.ts';
import { YEARS } from './years-group.ts';

const LINES = ['2018,100', '2020,200', '2022,300', '2024,400'];

/** A record of runs in the memory. */
class MemoryLog implements RunLog {
  readonly runs: { group: Group; startedAt: string; end?: RunEnd }[] = [];

  recordRunStart(group: Group, startedAt: string): number {
    return this.runs.push({ group, startedAt }) - 1;
  }

  recordRunEnd(id: number, end: RunEnd): void {
    const run = this.runs[id];
    if (run !== undefined) run.end = end;
  }

  get last(): RunEnd | undefined {
    return this.runs.at(-1)?.end;
  }
}

/** A data folder, a mirror with one file in it, and runs between them. */
function operator(lines: readonly string[] = LINES) {
  const dataDir = temporaryDataDir();
  const mirror = temporaryDataDir();
  const log = new MemoryLog();
  mkdirSync(join(mirror, 'example.org'));
  const publish = (content: readonly string[]) =>
    writeFileSync(join(mirror, 'example.org', 'years.csv'), `${content.join('\n')}\n`);
  publish(lines);
  return {
    dataDir,
    log,
    publish,
    run: (options: Partial<RunOptions> = {}, group: GroupDeclaration<FetchedFile> = YEARS) =>
      runGroup(group, {
        dataDir,
        mirror,
        log,
        label: 'partial' as ReleaseLabel,
        keepReleases: 2,
        freeBytes: () => 1e12,
        ...options,
      }),
    current: () => readManifest(dataDir).groups.liveability?.release,
    builds: () => readdirSync(join(dataDir, 'liveability')).filter((name) => name.startsWith('.building')),
  };
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('a run', () => {
  it('makes a release of the publisher’s file and serves it', async () => {
    const { run, dataDir, log, builds } = operator();
    const report = await run();
    expect(report).toMatchObject({
      group: 'liveability',
      label: 'partial',
      outcome: 'published',
      rows: { liveability_year: 5 },
      rejected: [],
      notes: [{ sourceId: 'years', text: 'a note', rows: 1 }],
      files: [{ sourceId: 'years', url: 'https://example.org/years.csv', bytes: 36, unchanged: false }],
    });
    expect(Object.keys(report.seconds)).toEqual(['fetch', 'load', 'index', 'derive', 'check', 'publish']);
    expect(log.last).toMatchObject({ outcome: 'published', release: report.release });
    const snapshot = openSnapshot(dataDir, readManifest(dataDir));
    expect(snapshot.database.prepare('SELECT count(*) FROM liveability_year').pluck().get()).toBe(5);
    snapshot.database.close();
    expect(builds()).toEqual([]);
  });

  it('lets the release explain itself', async () => {
    const { run, dataDir } = operator([...LINES, 'nonsense']);
    const report = await run();
    const [release] = listReleases(dataDir, 'liveability');
    expect(release).toMatchObject({ id: report.release, label: 'partial', current: true });
    expect(release?.codeVersion).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{12}$/);
    const database = new Database(release?.path ?? '', { readonly: true });
    const all = (table: string) => database.prepare(`SELECT * FROM "${table}"`).all();
    expect(all('source')).toMatchObject([
      {
        id: 'years',
        licence: 'CC0-1.0',
        attribution: 'A publisher, scored areas',
        edition: 'first',
        data_year: 2024,
        state_date: '2024-12-31',
        rejected_rows: 1,
      },
    ]);
    expect(all('source_file')).toMatchObject([
      { source_id: 'years', url: 'https://example.org/years.csv', sha256: report.files[0]?.sha256 },
    ]);
    expect(all('rejection')).toEqual([
      {
        source_id: 'years',
        reason: 'not two numbers',
        rows: 1,
        examples: JSON.stringify([{ line: 5, value: 'nonsense' }]),
      },
    ]);
    expect(all('column_profile')).toContainEqual({
      table: 'liveability_year',
      column: 'scored_areas',
      rows: 5,
      null_share: 0,
    });
    database.close();
    expect(verifyFile(release?.path ?? '')).toEqual([]);
  });

  it('builds nothing when the publisher has nothing new, unless it is forced to', async () => {
    const { run, current } = operator();
    const first = await run();
    const second = await run();
    expect(second).toMatchObject({ outcome: 'unchanged', release: first.release });
    expect(second.files[0]?.unchanged).toBe(true);
    const forced = await run({ force: true });
    expect(forced.outcome).toBe('published');
    expect(current()).toBe(forced.release);
  });

  it.each([
    ['the file', (one: ReturnType<typeof operator>) => one.publish([...LINES, '2026,500']), {}],
    ['the label', () => {}, { label: 'sample' as const }],
  ])('builds again when %s changes', async (_, change, options) => {
    const one = operator();
    await one.run();
    change(one);
    expect((await one.run(options)).outcome).toBe('published');
  });

  it('builds again when the operator changes an option of a source', async () => {
    const one = operator();
    await one.run();
    const sources = YEARS.sources.map((source) => ({ ...source, options: { kind: 'neighbourhood' } }));
    expect((await one.run({}, { ...YEARS, sources })).outcome).toBe('published');
  });

  it('does everything but publish in a dry run', async () => {
    const { run, current, builds, log } = operator();
    const report = await run({ dryRun: true });
    expect(report).toMatchObject({ outcome: 'checked', release: null, rows: { liveability_year: 5 } });
    expect(log.last?.outcome).toBe('checked');
    expect(current()).toBeUndefined();
    expect(builds()).toEqual([]);
  });

  it('keeps as many releases as the operator wants', async () => {
    const { run, dataDir } = operator();
    const ids: (string | null)[] = [];
    for (let round = 0; round < 3; round += 1) ids.push((await run({ force: true })).release);
    expect(listReleases(dataDir, 'liveability').map((release) => release.id)).toEqual([ids[2], ids[1]]);
    await run({ force: true, keepReleases: 1 });
    expect(listReleases(dataDir, 'liveability')).toHaveLength(1);
  });

  it('does not put back what the operator rolled back, until the publisher has something new', async () => {
    const { run, dataDir, publish, current } = operator();
    const first = await run();
    publish([...LINES, '2026,500']);
    const second = await run();
    rollBack(dataDir, 'liveability');
    const third = await run();
    expect(third).toMatchObject({ outcome: 'unchanged', release: first.release });
    expect(third.messages[0]).toContain(`${second.release} holds the same and was rolled back`);
    publish([...LINES, '2026,501']);
    expect((await run()).outcome).toBe('published');
    expect(current()).not.toBe(first.release);
  });

  it('goes by the order of the runs, not by a clock that was set back between them', async () => {
    const { run, dataDir, publish, current } = operator();
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T12:00:00Z') });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const first = await run();
    vi.setSystemTime(new Date('2026-11-27T11:00:00Z'));
    publish([...LINES, '2026,500']);
    const second = await run();
    expect(listReleases(dataDir, 'liveability').map(({ id }) => id)).toEqual([second.release, first.release]);
    vi.setSystemTime(new Date('2026-11-27T10:00:00Z'));
    rollBack(dataDir, 'liveability');
    expect(current()).toBe(first.release);
    expect((await run()).outcome).toBe('unchanged');
    publish([...LINES, '2026,501']);
    const third = await run();
    expect(current()).toBe(third.release);
    // What was rolled back is gone, what was served before is there.
    expect(listReleases(dataDir, 'liveability').map(({ id }) => id)).toEqual([third.release, first.release]);
  });
});

describe('a run that fails', () => {
  it('keeps the release before, throws the build away and records why', async () => {
    const { run, publish, current, builds, log } = operator();
    const good = await run();
    publish(['2020,200', '2022,-1', '2024,400']);
    const error = await failure(run());
    expect(error).toBeInstanceOf(CheckError);
    expect((error as CheckError).failures.map(({ check }) => check)).toEqual(['row_drop', 'invariant']);
    expect(current()).toBe(good.release);
    expect(builds()).toEqual([]);
    expect(log.last).toMatchObject({
      outcome: 'failed',
      errorCode: 'check_failed',
      report: { outcome: 'failed', release: good.release, rows: { liveability_year: 4 } },
    });
    expect(log.last?.error).toContain('areas are counted');
  });

  it('is repeated with a change accepted where it is right, which stands in the record and in the release', async () => {
    const { run, publish, current, dataDir, log } = operator();
    await run();
    publish(['2022,300', '2024,400']);
    await expect(run()).rejects.toThrow(/--accept-change\./);
    expect(log.last?.report.accepted).toEqual([]);
    const report = await run({ acceptChange: true });
    expect(current()).toBe(report.release);
    const sentence = expect.stringMatching(/liveability_year: .*found 3, 40\.0 % fewer/);
    expect(report.accepted).toEqual([{ check: 'row_drop', text: sentence }]);
    expect(log.last?.report.accepted).toEqual(report.accepted);
    const [release] = listReleases(dataDir, 'liveability');
    expect(readReleaseContents(release?.path ?? '').accepted).toEqual(report.accepted);
  });

  it('accepts a change for one run only', async () => {
    const { run, publish } = operator(['2016,1', ...LINES]);
    await run();
    publish(LINES);
    expect((await run({ acceptChange: true })).accepted).toHaveLength(1);
    publish(LINES.slice(1));
    await expect(run()).rejects.toThrow(/--accept-change\./);
  });

  it('never accepts what is wrong in itself', async () => {
    const { run, publish, current } = operator();
    const good = await run();
    publish(['2020,200', '2022,-1', '2024,400']);
    const error = await failure(run({ acceptChange: true }));
    expect((error as CheckError).failures.map(({ check }) => check)).toEqual(['invariant']);
    publish(['2024,400', 'x', 'y']);
    await expect(run({ acceptChange: true })).rejects.toThrow(/rejected rows/);
    expect(current()).toBe(good.release);
  });

  it('is not compared with a release of another label', async () => {
    const { run, publish } = operator();
    await run({ label: 'sample' });
    publish(['2024,400']);
    expect((await run({ label: 'partial' })).outcome).toBe('published');
  });

  it('holds floors and canaries against the whole country only', async () => {
    const { run, publish } = operator(['2022,300']);
    expect((await run({ dryRun: true })).outcome).toBe('checked');
    publish(['2022,3000']);
    const error = await failure(run({ label: 'national' }));
    expect((error as CheckError).failures.map(({ check }) => check)).toEqual(['minimum_rows', 'canary']);
  });

  it('does not put a sample in the place of national data', async () => {
    const { run } = operator();
    await run({ label: 'national' });
    await expect(run({ label: 'sample' })).rejects.toThrow(/found a sample one/);
  });

  it('has too many rejected rows', async () => {
    const { run, log } = operator([...LINES, 'x', 'y']);
    await expect(run()).rejects.toThrow(/years: .*33\.3 % \(2 of 6\), most often "not two numbers"/);
    expect(log.last?.report.rejected).toMatchObject([{ rows: 2, examples: [{ line: 5, value: 'x' }, {}] }]);
  });

  it('has no file to load', async () => {
    const { run, log } = operator(['<html>Maintenance</html>']);
    expect(await failure(run())).toBeInstanceOf(FetchError);
    expect(log.last).toMatchObject({ outcome: 'failed', errorCode: 'unexpected_content' });
  });

  it('finds a damaged manifest, which it leaves as it is and records', async () => {
    const { run, dataDir, log } = operator();
    writeFileSync(join(dataDir, 'current.json'), '{"groups":');
    await expect(run()).rejects.toThrow(/current\.json is not valid JSON\. Delete it, then run/);
    expect(readFileSync(join(dataDir, 'current.json'), 'utf8')).toBe('{"groups":');
    expect(log.last).toMatchObject({ outcome: 'failed', errorCode: 'manifest_damaged' });
  });

  it('records also what nobody foresaw', async () => {
    const { run, log, builds } = operator();
    const group: GroupDeclaration<FetchedFile> = {
      ...YEARS,
      load: async () => {
        throw new TypeError('x is not a function');
      },
    };
    await expect(run({}, group)).rejects.toThrow('x is not a function');
    expect(log.last).toMatchObject({ errorCode: 'internal_error', error: 'x is not a function' });
    expect(builds()).toEqual([]);
  });

  it('tells why it failed also when that cannot be recorded', async () => {
    const { run } = operator(['<html>']);
    const messages: string[] = [];
    const log: RunLog = {
      recordRunStart: () => 1,
      recordRunEnd: () => {
        throw new Error('database or disk is full');
      },
    };
    const progress = { ...SILENT, message: (_: Group, text: string) => messages.push(text) };
    expect(await failure(run({ log, progress }))).toBeInstanceOf(FetchError);
    expect(messages).toEqual(['This run could not be recorded: database or disk is full']);
  });

  it('has no room', async () => {
    const { run, log } = operator();
    await expect(run({ freeBytes: () => 199_000_000 })).rejects.toThrow(
      /expected about 200 MB for a new release of liveability, found 199 MB left\. Make room/,
    );
    expect(log.last?.errorCode).toBe('disk_full');
  });

  it('was stopped by the operator', async () => {
    const { run, current, builds, log } = operator();
    const stopping = new AbortController();
    const progress = {
      ...SILENT,
      stepStarted: (_: Group, step: string) => {
        if (step === 'load') stopping.abort(new Error('stopped by the operator'));
      },
    };
    await expect(run({ progress, signal: stopping.signal })).rejects.toThrow('stopped by the operator');
    expect(log.last?.errorCode).toBe('stopped');
    expect(current()).toBeUndefined();
    expect(builds()).toEqual([]);
    expect((await run()).outcome).toBe('published');
  });
});

describe('runs beside and after each other', () => {
  it('never work on the same group at the same time', async () => {
    const { run, dataDir, log } = operator();
    const lock = acquireLock(groupLockPath(dataDir, 'liveability'), 'another');
    expect(await failure(run())).toBeInstanceOf(LockedError);
    expect(log.runs).toEqual([]);
    lock.release();
    expect((await run()).outcome).toBe('published');
  });

  it('clean up after one that was killed', async () => {
    const { run, dataDir, builds } = operator();
    const left = join(dataDir, 'liveability', '.building-20260101T000000Z-0000.sqlite');
    mkdirSync(join(dataDir, 'liveability'), { recursive: true });
    writeFileSync(left, 'half a file');
    await run();
    expect(existsSync(left)).toBe(false);
    expect(builds()).toEqual([]);
  });

  it('go on when the served file was damaged: nothing to compare with, but its label', async () => {
    const { run, dataDir, log } = operator();
    const first = await run({ label: 'national' });
    const [release] = listReleases(dataDir, 'liveability');
    const path = release?.path ?? '';
    const { chmodSync } = await import('node:fs');
    chmodSync(path, 0o644);
    writeFileSync(path, readFileSync(path).subarray(0, 5000));
    await expect(run({ label: 'sample' })).rejects.toThrow(/national one that is served/);
    const second = await run({ label: 'national' });
    expect(second.outcome).toBe('published');
    expect(second.messages.join()).toContain(`Not compared with ${first.release}`);
    expect(log.last?.outcome).toBe('published');
  });
});
