import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as after } from 'node:timers/promises';
import { giveWayToServer } from '../../ingest/give-way.ts';
import { copySample } from '../support/mirror-folder.ts';
import { type Service, startService } from '../support/service.ts';
import type { Phase } from './load-client.ts';
import { type CommandLineResult, commandLine } from './store-state.ts';

export interface LoadPlan {
  /** Empty, and removed by the caller. */
  readonly folder: string;
  /** Requests a second. */
  readonly rate: number;
  readonly quietSeconds: number;
  readonly publishes: number;
  readonly rollbacks: number;
  /** Between one publish or roll back and the next. */
  readonly pauseMs: number;
}

export interface LoadResult {
  readonly quiet: Phase;
  readonly publishing: Phase;
  /** Marks of every set of releases that there was, in order. */
  readonly states: readonly string[];
  /** Of release files, in the server. */
  readonly handles: { readonly before: readonly string[]; readonly after: readonly string[] };
  readonly memoryMb: { readonly before: number; readonly after: number };
}

/**
 * Publishes and rolls back under a server that is asked without a pause. Each variant of the sample carries its number
 * in several figures of the addresses and of the neighbourhoods, so that an answer tells which releases it is from.
 */
export async function publishUnderLoad(plan: LoadPlan): Promise<LoadResult> {
  const dataDir = join(plan.folder, 'data');
  const mirror = join(plan.folder, 'mirror');
  copySample(mirror);
  const ingest = async (...groups: string[]) =>
    succeeded(
      await commandLine([...groups, '--mirror', mirror, '--label', 'sample', '--accept-change'], {
        DATA_DIR: dataDir,
        // A roll back goes to the release before, a second one to the one before that.
        KEEP_RELEASES: String(plan.publishes + 2),
      }),
    );
  const marks = { addresses: 0, neighbourhoods: 0 };
  mark(mirror, 'addresses', 0);
  mark(mirror, 'neighbourhoods', 0);
  await ingest();

  const service = await startService({ DATA_DIR: dataDir, RELEASE_POLL_MS: '200' });
  const client = startClient(service.url, plan.rate);
  try {
    // Not measured: the first requests prepare the queries and warm the compiler.
    await after(1500);
    await client.endPhase();
    const before = { handles: releaseHandles(service), memoryMb: memoryMb(service) };
    await after(plan.quietSeconds * 1000);
    const quiet = await client.endPhase();

    // As the process of the ingest does, whose part this one plays from here on.
    giveWayToServer();
    const states = [stateOf(marks)];
    const history = { addresses: [0], neighbourhoods: [0] };
    const turns = plan.publishes + plan.rollbacks;
    for (let turn = 1; turn <= turns; turn += 1) {
      const group = turn % 2 === 0 ? 'neighbourhoods' : 'addresses';
      // Roll backs are spread evenly among the publishes, never first.
      const rollsBack =
        Math.floor((turn * plan.rollbacks) / turns) > Math.floor(((turn - 1) * plan.rollbacks) / turns);
      if (rollsBack && history[group].length > 1) {
        succeeded(await commandLine(['rollback', group], { DATA_DIR: dataDir }));
        history[group].pop();
      } else {
        mark(mirror, group, turn);
        await ingest(group);
        history[group].push(turn);
      }
      marks[group] = history[group].at(-1) ?? 0;
      states.push(stateOf(marks));
      await after(plan.pauseMs);
    }
    const publishing = await client.endPhase();
    // The last retired files are closed after the last of their requests.
    await after(1500);
    await client.endPhase();
    return {
      quiet,
      publishing,
      states,
      handles: { before: before.handles, after: releaseHandles(service) },
      memoryMb: { before: before.memoryMb, after: memoryMb(service) },
    };
  } finally {
    await client.stop();
    await service.stop();
  }
}

function stateOf(marks: { readonly addresses: number; readonly neighbourhoods: number }): string {
  return `${marks.addresses}/${marks.neighbourhoods}`;
}

function succeeded({ code, stdout, stderr }: CommandLineResult): void {
  if (code !== 0) throw new Error(`A command ended with ${code}:\n${stdout}${stderr}`);
}

/** Writes a number into several figures of a group's files; see `marksOf`. */
function mark(mirror: string, group: 'addresses' | 'neighbourhoods', number: number): void {
  if (group === 'addresses') {
    const extract = join(
      mirror,
      'service.pdok.nl/kadaster/adressen/atom/v1_0/downloads/lvbag-extract-nl.zip',
    );
    edit(join(extract, '9999VBO08102025.zip/9999VBO08102025-000001.xml'), [
      [/oppervlakte>\d+</g, `oppervlakte>${100 + number}<`],
    ]);
    edit(join(extract, '9999PND08102025.zip/9999PND08102025-000001.xml'), [
      [/oorspronkelijkBouwjaar>\d+</g, `oorspronkelijkBouwjaar>${1900 + number}<`],
    ]);
    return;
  }
  const tables = join(mirror, 'opendata.cbs.nl/ODataFeed/odata');
  edit(join(tables, '86165NED/TypedDataSet?$format=json'), [
    [/"AantalInwoners_5":[^,]+/g, `"AantalInwoners_5":${10_000 + number * 10}`],
    [/"(Mannen_6|Vrouwen_7)":[^,]+/g, `"$1":${5_000 + number * 5}`],
    [/"HuishoudensTotaal_29":[^,]+/g, `"HuishoudensTotaal_29":${4_000 + number * 10}`],
  ]);
  for (const page of ['TypedDataSet?$format=json', 'TypedDataSet?$format=json&$skip=20']) {
    edit(join(tables, '85984NED', page), [
      [/"(GemiddeldeWOZWaardeVanWoningen_\d+)":[^,]+/g, `"$1":${300 + number}`],
    ]);
  }
}

function edit(path: string, changes: readonly (readonly [pattern: RegExp, replacement: string])[]): void {
  const text = readFileSync(path, 'utf8');
  const changed = changes.reduce(
    (whole, [pattern, replacement]) => whole.replaceAll(pattern, replacement),
    text,
  );
  writeFileSync(path, changed);
}

function startClient(url: string, rate: number) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'test/faults/load-client.ts', '--url', url, '--rate', String(rate)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    /** Ends a phase, once the answers that are under way have come, and begins the next. */
    async endPhase(): Promise<Phase> {
      child.stdin.write('\n');
      const { value, done } = await lines.next();
      if (done === true) throw new Error('The client ended.');
      return JSON.parse(value) as Phase;
    },
    async stop(): Promise<void> {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode !== null) return;
      child.stdin.end();
      await ended;
    },
  };
}

/** The release files that the server holds open, a deleted one among them with a mark. */
function releaseHandles({ pid }: Service): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((name) => {
    try {
      const target = readlinkSync(join(folder, name));
      return /\.sqlite\b/.test(target) ? [target] : [];
    } catch {
      // Closed between the listing and the look.
      return [];
    }
  });
}

function memoryMb({ pid }: Service): number {
  const kib = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kib) / 1024);
}
