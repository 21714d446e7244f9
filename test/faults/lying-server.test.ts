import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect } from 'vitest';
import { Operations } from '../../db/operations.ts';
import { applyOverride } from '../../ingest/config.ts';
import { packFolder } from '../../ingest/pipeline/mirror.ts';
import { runGroup } from '../../ingest/pipeline/run.ts';
import { LIVEABILITY } from '../../ingest/sources/bzk/liveability.ts';
import { beginning, body, startPublisher, status } from '../support/publisher.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { fault, LONG } from './campaign.ts';
import {
  answersOf,
  expectSound,
  lastRun,
  leftovers,
  REMEDY,
  sampleStore,
  withoutTimes,
} from './store-state.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const FILE = 'open-data-leefbaarometer-meting-2024.zip';
const store = sampleStore();
const folder = temporaryFolder();
let scores: Buffer;

beforeAll(async () => {
  await store.make();
  await packFolder(join('ingest/sample/www.leefbaarometer.nl/resources', FILE), join(folder, FILE));
  scores = readFileSync(join(folder, FILE));
});

/** Runs the group against a publisher of its own, with no patience. */
function run(dataDir: string, url: string) {
  const sources = LIVEABILITY.sources.map((source) =>
    applyOverride(source, { urls: { scores: `${url}/${FILE}` } }),
  );
  const log = new Operations(dataDir);
  return runGroup(
    { ...LIVEABILITY, sources },
    {
      dataDir,
      log,
      label: 'sample',
      keepReleases: 2,
      downloads: {
        stallMs: 150,
        maximumTries: 2,
        clock: { sleep: () => Promise.resolve(), random: () => 0, now: Date.now },
      },
    },
  ).finally(() => log.close());
}

const SILENT: Answer = () => {};
const GOOD = { etag: '"second"', 'last-modified': 'Thu, 05 Nov 2026 06:00:00 GMT' };

/** What a server does in the place of serving the file, and the code under which the run is remembered. */
const LIES: readonly [lie: string, code: string, answers: () => readonly Answer[]][] = [
  ['never answers', 'stalled', () => [SILENT]],
  ['goes silent within the file', 'stalled', () => [beginning(scores, 1000)]],
  [
    'goes silent within the file and at each resumption',
    'stalled',
    () => [beginning(scores, 1000, GOOD), SILENT],
  ],
  [
    'cuts the connection within the file',
    'cut_short',
    () => [
      (_, response) => {
        response.writeHead(200, { 'content-length': scores.length, 'accept-ranges': 'none' });
        response.write(scores.subarray(0, 1000), () => response.destroy());
      },
    ],
  ],
  [
    'sends less than the file and ends in good order',
    'unexpected_format',
    () => [
      (_, response) => {
        response.writeHead(200, { 'transfer-encoding': 'chunked' });
        response.end(scores.subarray(0, 3000));
      },
    ],
  ],
  ['sends an empty file', 'unexpected_content', () => [body('')]],
  ['sends a web page with status 200', 'unexpected_content', () => [body('<html><body>Login</body></html>')]],
  ['sends the file as something else', 'unexpected_content', () => [body('a,b\n1,2\n')]],
  ['says that nothing has changed, to one who has nothing', 'http_status', () => [status(304)]],
  [
    'redirects to a host without encryption',
    'redirect_refused',
    () => [status(302, { location: 'http://elsewhere.example/scores.zip' })],
  ],
  ['redirects for ever', 'redirect_refused', () => [status(302, { location: `/${FILE}` })]],
  ['has no such file any more', 'unexpected_format', () => [status(404)]],
  ['refuses', 'forbidden', () => [status(403)]],
  ['has a fault', 'http_status', () => [status(500, {}, 'Internal Server Error')]],
  ['is overloaded', 'rate_limited', () => [status(429)]],
  ['asks for an hour of patience', 'rate_limited', () => [status(429, { 'retry-after': '3600' })]],
  [
    'encodes in a way that nobody asked for',
    'unexpected_content',
    () => [body(scores, { 'content-encoding': 'zstd' })],
  ],
  [
    'serves a part of another file when the download is resumed',
    'unexpected_format',
    () => [
      beginning(scores, 1000, GOOD),
      (request, response) => {
        const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
        response.writeHead(206, {
          ...GOOD,
          'content-range': `bytes ${from}-${scores.length - 1}/${scores.length}`,
        });
        response.end(Buffer.alloc(scores.length - from, 'x'));
      },
    ],
  ],
];

describe('a server that', () => {
  for (const [number, [lie, code, answers]] of LIES.entries()) {
    if (!LONG && number % 2 !== 0) continue;
    fault(lie, async () => {
      const dataDir = store.copy();
      const publisher = await startPublisher(...answers());
      const error: unknown = await run(dataDir, publisher.url).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(Error);
      const { message } = error as Error;
      expect(message).toContain(FILE);
      expect(message).toMatch(/expected/);
      expect(message).toMatch(REMEDY);
      expect(lastRun(dataDir, 'liveability')).toMatchObject({
        outcome: 'failed',
        errorCode: code,
        error: message,
      });
      await expectServed(dataDir);
      await expectNextRunGood(dataDir);
    });
  }

  fault('serves an older file than before', async () => {
    const dataDir = store.copy();
    const newer = await startPublisher(body(scores, GOOD));
    await run(dataDir, newer.url);
    const answers = await answersOf(dataDir);
    // Another zip of the same tables, as of a day before; the address stays, so the server's port is kept.
    const older = Buffer.concat([scores]);
    older.writeUInt16LE(older.readUInt16LE(10) ^ 1, 10);
    newer.answerWith(body(older, { 'last-modified': 'Wed, 04 Nov 2026 06:00:00 GMT' }));
    await expect(run(dataDir, newer.url)).rejects.toThrow(
      /expected a file that was last modified on Thu, 05 Nov 2026.*found one of Wed, 04 Nov 2026.*run again later/i,
    );
    expect(lastRun(dataDir, 'liveability')).toMatchObject({ outcome: 'failed', errorCode: 'check_failed' });
    expect(await answersOf(dataDir)).toEqual(answers);
    expect(leftovers(dataDir)).toEqual([]);
    newer.answerWith(body(scores, GOOD));
    await run(dataDir, newer.url);
    expect((await answersOf(dataDir)).map(withoutTimes)).toEqual(answers.map(withoutTimes));
  });

  async function expectServed(dataDir: string): Promise<void> {
    expect(leftovers(dataDir)).toEqual([]);
    expectSound(dataDir);
    expect(await answersOf(dataDir)).toEqual(store.answers);
  }

  async function expectNextRunGood(dataDir: string): Promise<void> {
    const honest = await startPublisher(body(scores, GOOD));
    expect((await run(dataDir, honest.url)).outcome).toBe('published');
    expect(leftovers(dataDir)).toEqual([]);
    expect((await answersOf(dataDir)).map(withoutTimes)).toEqual(store.answers.map(withoutTimes));
  }
});
