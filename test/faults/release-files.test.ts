import { chmodSync, closeSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, vi } from 'vitest';
import { GROUPS, type Group } from '../../db/groups.ts';
import { readManifest } from '../../db/manifest.ts';
import { Store } from '../../db/store.ts';
import { chance, fault, LONG, SEED } from './campaign.ts';
import {
  answersFrom,
  answersOf,
  commandLine,
  ingest,
  lastRun,
  leftovers,
  SAMPLE,
  sampleStore,
  withoutTimes,
} from './store-state.ts';

const store = sampleStore();
beforeAll(() => store.make());

const PAGE_BYTES = 8192;
const PAGES_PER_GROUP = LONG ? 60 : 4;

function servedFile(dataDir: string, group: Group): string {
  const entry = readManifest(dataDir).groups[group];
  if (entry === undefined) throw new Error(`There is no release of ${group}.`);
  return join(dataDir, entry.file);
}

/** Asks of a server that had the files open before they were touched. */
async function serving(dataDir: string, work: (server: Store) => Promise<void>): Promise<void> {
  // No page stays in the memory: each question goes to the file.
  const server = new Store({ dataDir, cacheKib: 0 });
  try {
    await work(server);
  } finally {
    server.close();
  }
}

describe('a release file that is deleted under the server', () => {
  fault('is answered from still, also while other groups are published, until there is another', async () => {
    const dataDir = store.copy();
    await serving(dataDir, async (server) => {
      for (const group of GROUPS) rmSync(servedFile(dataDir, group));
      expect(await answersFrom(server)).toEqual(store.answers);
      expect((await commandLine(['verify'], { DATA_DIR: dataDir })).code).toBe(1);
      expect((await ingest(dataDir, SAMPLE, 'liveability', '--force')).code).toBe(0);
      server.refresh();
      expect(await answersFrom(server)).toEqual(store.answers);
      const before = server.current.version;
      expect(await ingest(dataDir, SAMPLE)).toMatchObject({ code: 0, stderr: '' });
      server.refresh();
      expect(server.current.version).not.toBe(before);
      expect((await answersFrom(server)).map(withoutTimes)).toEqual(store.answers.map(withoutTimes));
    });
    expect(leftovers(dataDir)).toEqual([]);
    expect((await commandLine(['verify'], { DATA_DIR: dataDir })).code).toBe(0);
  });
});

describe(`a release file in which one page is damaged under the server (seed ${SEED})`, () => {
  for (const [position, group] of GROUPS.entries()) {
    for (const kind of ['zeros', 'noise'] as const) {
      fault(`${group}: ${PAGES_PER_GROUP} pages of ${kind}: right answers or 503, never others`, async () => {
        const random = chance(10_000 + position * 2 + (kind === 'zeros' ? 0 : 1));
        const dataDir = store.copy();
        const path = servedFile(dataDir, group);
        const pages = statSync(path).size / PAGE_BYTES;
        chmodSync(path, 0o644);
        for (let tried = 0; tried < PAGES_PER_GROUP; tried += 1) {
          const page = random.whole(1, pages);
          const bytes = Buffer.alloc(PAGE_BYTES);
          if (kind === 'noise') for (let at = 0; at < PAGE_BYTES; at += 1) bytes[at] = random.whole(0, 255);
          await serving(dataDir, async (server) => {
            const restore = overwrite(path, page, bytes);
            const answers = await answersFrom(server);
            restore();
            for (const [index, answer] of answers.entries()) {
              if (answer === store.answers[index]) continue;
              expect(answer, `page ${page}`).toMatch(/ 503 \{.*"code":"dataset_unavailable"/);
              expect(answer).not.toMatch(/malformed|SELECT|SQLITE|\/data\//);
            }
          });
        }
      });
    }
  }
});

describe('a clock that is set back by an hour', () => {
  fault(
    'changes neither what is the newest release, nor what is rolled back to, nor what is pruned',
    async () => {
      const dataDir = store.copy();
      const env = { DATA_DIR: dataDir };
      const served = () => readManifest(dataDir).groups.liveability?.release ?? '';
      const first = served();
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
      onTestFinished(() => {
        vi.useRealTimers();
      });
      expect((await ingest(dataDir, SAMPLE, 'liveability', '--force')).code).toBe(0);
      const second = served();
      expect(second > first).toBe(true);
      expect(lastRun(dataDir, 'liveability')).toMatchObject({ outcome: 'published', release: second });
      expect((await commandLine(['prune', '--keep', '2'], env)).stdout).toContain('nothing to delete');
      expect((await commandLine(['rollback', 'liveability'], env)).code).toBe(0);
      expect(served()).toBe(first);
      // What was rolled back is not published again by itself, and does not count once it has a successor.
      expect((await ingest(dataDir, SAMPLE, 'liveability')).stdout).toContain('nothing new');
      expect((await ingest(dataDir, SAMPLE, 'liveability', '--force')).code).toBe(0);
      expect(served() > second).toBe(true);
      expect((await commandLine(['rollback', 'liveability'], env)).code).toBe(0);
      expect(served()).toBe(first);
      expect(await answersOf(dataDir)).toEqual(store.answers);
    },
  );
});

/** @returns what puts the page back */
function overwrite(path: string, page: number, bytes: Buffer): () => void {
  const before = Buffer.alloc(PAGE_BYTES);
  const handle = openSync(path, 'r+');
  const { length } = before;
  const position = (page - 1) * PAGE_BYTES;
  readSync(handle, before, 0, length, position);
  writeSync(handle, bytes, 0, length, position);
  return () => {
    writeSync(handle, before, 0, length, position);
    closeSync(handle);
  };
}
