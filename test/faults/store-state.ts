import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, sep } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { buildApp } from '../../api/app.ts';
import { readConfig } from '../../api/config.ts';
import { GROUPS, type Group } from '../../db/groups.ts';
import { readManifest } from '../../db/manifest.ts';
import { type IngestRun, readRunStatus } from '../../db/operations.ts';
import { isReleaseId } from '../../db/release.ts';
import { Store } from '../../db/store.ts';
import { verifyGroup } from '../../db/verify.ts';
import { SILENT } from '../../ingest/pipeline/progress.ts';
import { runCommandLine } from '../../ingest/program.ts';
import { TEST_NOW } from '../support/api.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

export const SAMPLE = 'ingest/sample';

/** Requests that between them read every group of the sample. */
export const REQUESTS = [
  '/v1/home/basic?postcode=1011PN&house_number=1',
  '/v1/home/basic?q=Kosterstraat 4 Doesburg',
  '/v1/home/basic?q=Park %26 Ride Noord 3 Amsterdam',
  '/v1/vehicle/basic?licence_plate=15FRTS',
  '/v1/vehicle/basic?licence_plate=DKR46P',
];

export interface CommandLineResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command line of the ingest, without the price of a process. */
export async function commandLine(
  args: readonly string[],
  env: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
): Promise<CommandLineResult> {
  const said = { stdout: '', stderr: '' };
  const code = await runCommandLine(args, {
    env,
    write: (text) => {
      said.stdout += text;
    },
    writeError: (text) => {
      said.stderr += text;
    },
    progress: SILENT,
    signal: new AbortController().signal,
  });
  return { code, ...said };
}

/** Loads groups from a mirror as the sample is loaded. */
export function ingest(dataDir: string, mirror: string, ...args: string[]): Promise<CommandLineResult> {
  return commandLine([...args, '--mirror', mirror, '--label', 'sample'], { DATA_DIR: dataDir });
}

/** A store that serves the sample, made once for the tests of a file; each fault gets a copy. */
export interface SampleStore {
  /** Made by the hook of the test file. */
  make(): Promise<void>;
  /** A copy for one test, or in a folder that somebody else removes. */
  copy(folder?: string): string;
  /** What it answers to {@link REQUESTS}. */
  readonly answers: readonly string[];
}

export function sampleStore(): SampleStore {
  const original = join(temporaryFolder(), 'data');
  let answers: readonly string[] = [];
  return {
    async make() {
      const { code, stderr } = await ingest(original, SAMPLE);
      if (code !== 0) throw new Error(`The sample could not be loaded:\n${stderr}`);
      answers = await answersOf(original);
    },
    copy(folder = testFolder()) {
      const copy = join(folder, 'data');
      cpSync(original, copy, { recursive: true, preserveTimestamps: true });
      return copy;
    },
    get answers() {
      return answers;
    },
  };
}

/** A folder for one test. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fault-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What a server that starts now would answer, status and bytes. */
export async function answersOf(dataDir: string): Promise<string[]> {
  const store = new Store({ dataDir });
  try {
    return await answersFrom(store);
  } finally {
    store.close();
  }
}

/** What a running server answers that has this store. */
export async function answersFrom(store: Store): Promise<string[]> {
  asked = store;
  const answers: string[] = [];
  for (const url of REQUESTS) {
    const { statusCode, body } = await app.inject(url);
    answers.push(`${url} ${statusCode} ${body}`);
  }
  return answers;
}

/** The store that {@link app} reads: making an app takes longer than all that a fault asks of it. */
let asked: Store | undefined;

const app = buildApp({
  config: readConfig({ LOG_LEVEL: 'silent', LIVE: 'off' }),
  store: new Proxy(Object.create(Store.prototype) as Store, {
    get(_, key) {
      if (asked === undefined) throw new Error('No store is asked.');
      const member: unknown = Reflect.get(asked, key, asked);
      return typeof member === 'function' ? member.bind(asked) : member;
    },
  }),
  now: () => new Date(TEST_NOW),
});

/** The last run of a group, as it is remembered. */
export function lastRun(dataDir: string, group: Group): IngestRun | null {
  return readRunStatus(dataDir)[group].lastRun;
}

const STORE_FILES = /^(current\.json|manifest\.lock|operations\.lock|operations\.sqlite(-wal|-shm)?)$/;

/** Files of a data folder that nothing accounts for, relative to it. A served store has none. */
export function leftovers(dataDir: string): string[] {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)));
  return files.filter((file) => !isAccountedFor(dataDir, file));
}

function isAccountedFor(dataDir: string, file: string): boolean {
  const [top = '', ...below] = file.split(sep);
  if (below.length === 0) return STORE_FILES.test(top);
  const name = basename(file);
  if (top !== 'cache') return name === '.lock' || isReleaseId(basename(name, '.sqlite'));
  if (/^(publisher|local|part)\.json$/.test(name)) return true;
  const folder = join(dataDir, file, '..');
  // A part whose length is noted is where the next run goes on.
  if (name === 'body.part') return existsSync(join(folder, 'part.json'));
  return ['publisher.json', 'local.json']
    .map((description) => join(folder, description))
    .some((path) => existsSync(path) && readFileSync(path, 'utf8').includes(`"${name}"`));
}

/** Every release that `current.json` names is there and sound, and no more releases lie about than are kept. */
export function expectSound(dataDir: string): void {
  const { groups } = readManifest(dataDir);
  for (const group of GROUPS) {
    expect(groups[group], `${group} is served`).toBeDefined();
    const findings = [...verifyGroup(dataDir, group)];
    expect(findings.filter(({ state }) => state !== 'sound')).toEqual([]);
    expect(findings.length, `releases of ${group}`).toBeLessThanOrEqual(2);
  }
}

/** An imperative that tells the operator what to do. */
export const REMEDY =
  /\b(add|check|choose|compare|copy|correct|delete|download|find out|give|look|make room|open|put|raise|run|see|set|stop|try|use|wait)\b/i;

/** What every fault must leave as it was, and what must be told of it. */
export async function expectHeld(found: {
  readonly dataDir: string;
  readonly result: CommandLineResult;
  readonly group: Group;
  /** One of these names what was at fault. */
  readonly names: readonly string[];
  readonly answers: readonly string[];
}): Promise<void> {
  const { dataDir, result, group, names, answers } = found;
  expect(result.code).toBe(1);
  expect(
    names.filter((name) => result.stderr.includes(name)),
    result.stderr,
  ).not.toEqual([]);
  expect(result.stderr).toMatch(/expected/i);
  expect(result.stderr).toMatch(REMEDY);
  const run = lastRun(dataDir, group);
  expect(run).toMatchObject({ outcome: 'failed', errorCode: expect.stringMatching(/^(?!internal_error)/) });
  expect(result.stderr).toContain(run?.error);
  expect(leftovers(dataDir)).toEqual([]);
  expectSound(dataDir);
  expect(await answersOf(dataDir)).toEqual(answers);
  const next = await ingest(dataDir, SAMPLE, group, '--force');
  expect(next).toMatchObject({ code: 0, stderr: '' });
  expect(leftovers(dataDir)).toEqual([]);
  // The file came back: that it was retrieved anew is all that may differ.
  expect((await answersOf(dataDir)).map(withoutTimes)).toEqual(answers.map(withoutTimes));
}

/** An answer without the moments at which files were retrieved. */
export function withoutTimes(answer: string): string {
  return answer.replaceAll(/"retrieved_at":"[^"]*"/g, '"retrieved_at":""');
}
