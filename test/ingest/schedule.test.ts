import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acquireLock } from '../../db/lock.ts';
import { readRunStatus } from '../../db/operations.ts';
import { temporaryDataDir } from '../db/fixture.ts';
import { runCommand, silentPublisher, startCommand } from './command-process.ts';

function events(stdout: string): Record<string, unknown>[] {
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Each of these starts processes, which takes its time on a busy machine. */
describe('npm run schedule', { timeout: 180_000 }, () => {
  it('--help says what it does', async () => {
    const { code, stdout } = await runCommand('schedule', ['--help'], { DATA_DIR: temporaryDataDir() });
    expect(code).toBe(0);
    expect(stdout).toContain('Europe/Amsterdam');
    expect(stdout).toContain('Examples:');
  });

  it('refuses a group that does not exist', async () => {
    const { code, stderr } = await runCommand('schedule', ['vehicels'], { DATA_DIR: temporaryDataDir() });
    expect(code).toBe(2);
    expect(stderr).toContain('Did you mean "vehicles"?');
  });

  it('runs once in a store', async () => {
    const dataDir = temporaryDataDir();
    const lock = acquireLock(join(dataDir, 'schedule.lock'), 'The scheduler');
    const { code, stderr } = await runCommand('schedule', ['--once'], { DATA_DIR: dataDir });
    lock.release();
    expect(code).toBe(3);
    expect(stderr).toBe(
      'The scheduler is already running in another process. Wait for it to end, or stop it.\n',
    );
  });

  it('--once runs every group that is due, though the first fails, and ends with 1', async () => {
    const dataDir = temporaryDataDir();
    const emptyMirror = temporaryDataDir();
    const { code, stdout } = await runCommand(
      'schedule',
      ['liveability', 'vehicles', '--once', '--mirror', emptyMirror],
      { DATA_DIR: dataDir },
    );
    expect(code).toBe(1);
    const ended = events(stdout).filter(({ event }) => event === 'ended');
    expect(ended.map(({ group, result }) => [group, result])).toEqual([
      ['liveability', 'failed'],
      ['vehicles', 'failed'],
    ]);
    const runs = readRunStatus(dataDir);
    expect([runs.liveability.lastRun?.outcome, runs.vehicles.lastRun?.outcome]).toEqual(['failed', 'failed']);
    expect(runs.liveability.plannedRun?.reason).toBe('retry');
  });

  it('stops cleanly on SIGTERM, with the run that is under way', async () => {
    const dataDir = temporaryDataDir();
    const publisher = await silentPublisher();
    const sources = join(temporaryDataDir(), 'sources.json');
    writeFileSync(
      sources,
      JSON.stringify({ 'bzk-leefbaarometer': { urls: { scores: `${publisher.url}/s.zip` } } }),
    );
    const { child, ended, output } = startCommand('schedule', ['liveability'], {
      DATA_DIR: dataDir,
      SOURCES_FILE: sources,
    });
    await publisher.asked;
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(events(output.stdout).at(-1)).toMatchObject({ event: 'scheduler_stopped' });
    expect(readRunStatus(dataDir).liveability.lastRun).toMatchObject({
      outcome: 'failed',
      errorCode: 'stopped',
    });
  });
});
