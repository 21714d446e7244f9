import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as after } from 'node:timers/promises';
import { beforeAll, describe, expect } from 'vitest';
import { GROUPS, type Group } from '../../db/groups.ts';
import { readManifest } from '../../db/manifest.ts';
import { readRunStatus } from '../../db/operations.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { chance, fault, LONG, SEED } from './campaign.ts';
import { answersOf, expectSound, ingest, leftovers, SAMPLE, sampleStore } from './store-state.ts';

const store = sampleStore();
beforeAll(() => store.make());

/** Random moments in the long form. */
const KILLS = Number(process.env.FAULTS_KILLS ?? 100);

const EVERYTHING = ['--force', '--mirror', SAMPLE, '--label', 'sample'];

/** The real ingest in a process of its own, with the switch that can end it. */
function startIngest(dataDir: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return spawn(
    process.execPath,
    ['--import', 'tsx', '--import', './test/faults/kill-switch.ts', 'ingest/cli.ts', ...args],
    {
      env: { ...process.env, SOURCES_FILE: '', KEEP_RELEASES: '', DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    },
  );
}

async function endOf(child: ChildProcess): Promise<NodeJS.Signals | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.signalCode;
}

/** What a killed ingest must leave, and what the next good one must make of it. */
async function expectHeld(dataDir: string, ...groups: readonly Group[]): Promise<void> {
  // A server that starts now, before anybody has cleaned up, answers as before.
  expect(await answersOf(dataDir)).toEqual(store.answers);
  const next = await ingest(dataDir, SAMPLE, '--force', ...groups);
  expect(next).toMatchObject({ code: 0, stderr: '' });
  expect(leftovers(dataDir)).toEqual([]);
  expectSound(dataDir);
  expect(await answersOf(dataDir)).toEqual(store.answers);
  for (const { lastRun } of Object.values(readRunStatus(dataDir))) expect(lastRun?.outcome).toBe('published');
}

describe(`SIGKILL of the ingest of all groups (seed ${SEED})`, () => {
  // Steps of all groups, each started and ended; more when sources report stages.
  const EVENTS = GROUPS.length * 12;

  for (let number = 1; number <= (LONG ? KILLS : 2); number += 1) {
    const random = chance(number);
    const event = random.whole(1, EVENTS);
    const delayMs = random.whole(0, 60);
    fault(`kill ${number}: ${delayMs} ms after event ${event} of its progress`, async () => {
      const dataDir = store.copy();
      const child = startIngest(dataDir, EVERYTHING);
      let seen = 0;
      for await (const _ of createInterface({ input: child.stderr as NodeJS.ReadableStream })) {
        seen += 1;
        if (seen === event) break;
      }
      await after(delayMs);
      child.kill('SIGKILL');
      await endOf(child);
      await expectHeld(dataDir);
    });
  }
});

describe('SIGKILL at one exact moment of a publish', () => {
  const moments: readonly [name: string, env: Readonly<Record<string, string>>, published: boolean][] = [
    ['before the sealed build is renamed', { KILL_BEFORE: '^renameSync .*\\.building-' }, false],
    ['between the rename and the manifest', { KILL_AFTER: '^renameSync .*\\.building-' }, false],
    [
      'with the new manifest written and not yet in its place',
      { KILL_BEFORE: '^renameSync .*current' },
      false,
    ],
    ['after the manifest, before anything is recorded', { KILL_AFTER: '^renameSync .*current' }, true],
  ];
  for (const [name, env, published] of moments) {
    fault(name, async () => {
      const dataDir = store.copy();
      const served = readManifest(dataDir).groups.liveability?.release;
      const child = startIngest(dataDir, ['liveability', ...EVERYTHING], env);
      expect(await endOf(child)).toBe('SIGKILL');
      expect(readManifest(dataDir).groups.liveability?.release === served).toBe(!published);
      // The run that was killed counts as running until the next one sees that nobody holds its lock.
      expect(readRunStatus(dataDir).liveability.lastRun?.outcome).toBe('running');
      await expectHeld(dataDir, 'liveability');
      const replaced = readManifest(dataDir).groups.liveability?.previous;
      expect(replaced === served).toBe(!published);
    });
  }
});

describe.runIf(LONG)('SIGKILL at every change that the ingest of a group makes to a file', () => {
  const folder = temporaryFolder();
  let changes = 0;
  beforeAll(async () => {
    const child = startIngest(store.copy(folder), ['addresses', ...EVERYTHING], { TELL_CHANGES: '3' });
    const told = child.stdio[3] as NodeJS.ReadableStream;
    for await (const _ of createInterface({ input: told })) changes += 1;
    expect(await endOf(child)).toBeNull();
  });

  // Some forty changes; the numbers beyond them end without a kill, which must hold as well.
  for (let number = 1; number <= 48; number += 1) {
    fault(`change ${number}`, async () => {
      const dataDir = store.copy();
      const child = startIngest(dataDir, ['addresses', ...EVERYTHING], { KILL_AT: String(number) });
      expect(await endOf(child)).toBe(number <= changes ? 'SIGKILL' : null);
      await expectHeld(dataDir, 'addresses');
    });
  }
});

describe('two ingests at once', () => {
  fault('share the work: each group is built once at a time, and nobody builds on the other', async () => {
    const dataDir = store.copy();
    const groups = ['liveability', 'addresses', 'heritage'];
    const both = [groups, groups.toReversed()].map((order) =>
      startIngest(dataDir, [...order, '--force', '--mirror', SAMPLE, '--label', 'sample']),
    );
    await Promise.all(both.map(endOf));
    // 3: a group was being built by the other.
    for (const child of both) expect([0, 3]).toContain(child.exitCode);
    await expectHeld(dataDir, 'liveability', 'addresses', 'heritage');
  });
});
