import { writeFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRunStatus } from '../../db/operations.ts';
import { temporaryDataDir } from '../db/fixture.ts';
import { runCommand, silentPublisher, startCommand } from './command-process.ts';

/** Each of these starts a process, which takes its time on a busy machine. */
const PATIENT = { timeout: 180_000 };

it('the process prints its result alone on stdout, and ends with the exit code', PATIENT, async () => {
  const dataDir = temporaryDataDir();
  const emptyMirror = temporaryDataDir();
  const { code, stdout, stderr } = await runCommand(
    'cli',
    ['liveability', '--mirror', emptyMirror, '--json'],
    {
      DATA_DIR: dataDir,
    },
  );
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ groups: [{ group: 'liveability', outcome: 'failed' }] });
  // Where no person watches, progress is JSON lines.
  const events = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(events[0]).toMatchObject({ event: 'step_started', group: 'liveability', step: 'fetch' });
});

describe.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s', PATIENT, (signal, expected) => {
  it(`stops a download that hangs, and ends with ${expected}`, async () => {
    const dataDir = temporaryDataDir();
    const publisher = await silentPublisher();
    const sources = join(temporaryDataDir(), 'sources.json');
    writeFileSync(
      sources,
      JSON.stringify({ 'bzk-leefbaarometer': { urls: { scores: `${publisher.url}/s.zip` } } }),
    );
    const { child, ended, output } = startCommand('cli', ['liveability', 'vehicles'], {
      DATA_DIR: dataDir,
      SOURCES_FILE: sources,
    });
    await publisher.asked;
    // The server on the same machine goes first.
    expect(getPriority(child.pid)).toBeGreaterThanOrEqual(constants.priority.PRIORITY_BELOW_NORMAL);
    child.kill(signal);
    expect(await ended).toBe(expected);
    expect(output.stderr).toContain('liveability: stopped before its end');
    const runs = readRunStatus(dataDir);
    expect(runs.liveability.lastRun).toMatchObject({ outcome: 'failed', errorCode: 'stopped' });
    expect(runs.vehicles.lastRun).toBeNull();
  });
});
