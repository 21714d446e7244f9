import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { Operations } from '../../db/operations.ts';
import { type RunOptions, runGroup } from '../../ingest/pipeline/run.ts';
import type { RunReport } from '../../ingest/pipeline/run-report.ts';
import { GROUP_DECLARATIONS } from '../../ingest/sources/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { fault, LONG } from './campaign.ts';
import {
  answersOf,
  expectSound,
  lastRun,
  leftovers,
  REMEDY,
  SAMPLE,
  sampleStore,
  withoutTimes,
} from './store-state.ts';

const store = sampleStore();
const disk = join(temporaryFolder(), 'disk');
const dataDir = join(disk, 'data');
const ballast = join(disk, 'ballast');

/** A disk of its own needs the right to mount one. */
const mounted = mountSmallDisk();

function mountSmallDisk(): boolean {
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

beforeAll(() => store.make());
afterAll(() => {
  if (mounted) execFileSync('umount', ['-l', disk]);
});

/** Fills the disk but for so many bytes. */
function leave(bytes: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
}

async function run(options: Partial<RunOptions> = {}): Promise<RunReport> {
  const log = new Operations(dataDir);
  try {
    const group = GROUP_DECLARATIONS.find(({ id }) => id === 'addresses');
    if (group === undefined) throw new Error('There is no group of addresses.');
    // Past the look at the room there is, which would end every one of these runs at its beginning.
    const common = { dataDir, log, mirror: SAMPLE, label: 'sample', keepReleases: 2, force: true } as const;
    return await runGroup(group, { ...common, freeBytes: () => 1e12, ...options });
  } finally {
    log.close();
  }
}

describe.runIf(mounted)('a disk that is full', () => {
  const KIB = 1024;
  const rooms = LONG
    ? Array.from({ length: 60 }, (_, step) => step * 32 * KIB)
    : [0, 64, 160, 320, 512, 700, 860].map((kib) => kib * KIB);

  for (const room of rooms) {
    fault(`after ${room / KIB} KiB of an ingest`, async () => {
      rmSync(dataDir, { recursive: true, force: true });
      rmSync(ballast, { force: true });
      cpSync(store.copy(), dataDir, { recursive: true, preserveTimestamps: true });
      // The record of the run has room of its own once it is open, as on any disk that has seen some runs.
      leave(room);
      const outcome = await run().then(
        ({ outcome: done }) => done,
        (error: unknown) => error as Error & { code?: string },
      );
      if (typeof outcome !== 'string') {
        expect(outcome.message).toContain(dataDir);
        expect(outcome.message).toMatch(/expected/);
        expect(outcome.message).toMatch(REMEDY);
        expect(outcome.code).toBe('disk_full');
      }
      expect(leftovers(dataDir)).toEqual([]);
      expectSound(dataDir);
      expect((await answersOf(dataDir)).map(withoutTimes)).toEqual(store.answers.map(withoutTimes));
      rmSync(ballast);
      expect((await run()).outcome).toBe('published');
      expect(leftovers(dataDir)).toEqual([]);
    });
  }

  fault('is refused before anything is downloaded, when the room can be told', async () => {
    rmSync(dataDir, { recursive: true, force: true });
    cpSync(store.copy(), dataDir, { recursive: true, preserveTimestamps: true });
    await expect(run({ freeBytes: () => 1e6 })).rejects.toThrow(
      /expected about 200 MB for a new release of addresses, found 1 MB left\. Make room/,
    );
    expect(lastRun(dataDir, 'addresses')).toMatchObject({ outcome: 'failed', errorCode: 'disk_full' });
    expect(await answersOf(dataDir)).toEqual(store.answers);
  });
});
