import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GROUPS } from '../../db/groups.ts';
import { acquireLock, groupLockPath } from '../../db/lock.ts';
import { readManifest } from '../../db/manifest.ts';
import { SILENT } from '../../ingest/pipeline/progress.ts';
import { runCommandLine } from '../../ingest/program.ts';
import { publishRelease, temporaryDataDir } from '../db/fixture.ts';

/** `npm run ingest -- <args>` in this process. */
async function runIngest(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const output = { stdout: '', stderr: '' };
  const code = await runCommandLine(args, {
    env,
    write: (text) => {
      output.stdout += text;
    },
    writeError: (text) => {
      output.stderr += text;
    },
    progress: SILENT,
    signal: new AbortController().signal,
  });
  return { code, ...output };
}

describe('help', () => {
  it.each([
    ['--help'],
    ['status', '--help'],
    ['rollback', '--help'],
    ['verify', '-h'],
    ['prune', '-h'],
    ['sample', '-h'],
  ])('%s %s shows what there is, with examples, and writes nothing', async (...args) => {
    const dataDir = join(temporaryDataDir(), 'data');
    // Help comes even when the settings are wrong: it is what one looks at then.
    const { code, stdout, stderr } = await runIngest(args, {
      DATA_DIR: dataDir,
      KEEP_RELEASES: 'many',
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Usage: npm run ingest --');
    expect(stdout).toContain('Examples:');
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe('wrong usage ends with 2 and a sentence, never with a stack', () => {
  it.each([
    ['a group that does not exist', ['vehicels'], 'Did you mean "vehicles"?'],
    ['a command that does not exist', ['verfy'], 'Did you mean "verify"?'],
    ['an option that does not exist', ['--mirrors', '/tmp'], "unknown option '--mirrors'"],
    [
      'a label that does not exist',
      ['--label', 'regional'],
      'Allowed choices are national, partial, sample.',
    ],
    ['a mirror that is not there', ['--mirror', '/nowhere/at/all'], '/nowhere/at/all is not a folder.'],
    ['a number that is none', ['prune', '--keep', 'all'], 'Write a whole number of at least 1.'],
    ['no group to roll back', ['rollback'], "missing required argument 'group'"],
  ])('%s', async (_, args, message) => {
    const { code, stdout, stderr } = await runIngest(args, { DATA_DIR: temporaryDataDir() });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  it('settings that cannot be used', async () => {
    const { code, stderr } = await runIngest(['status'], {
      DATA_DIR: temporaryDataDir(),
      KEEP_RELEASES: '0',
    });
    expect(code).toBe(2);
    expect(stderr).toContain('KEEP_RELEASES is "0".');
  });
});

describe('a command', () => {
  it('that fails ends with 1 and a sentence; DEBUG adds where', async () => {
    const dataDir = temporaryDataDir();
    const plain = await runIngest(['rollback', 'vehicles'], { DATA_DIR: dataDir });
    expect([plain.code, plain.stderr]).toEqual([
      1,
      'There is no earlier release of vehicles to roll back to.\n',
    ]);
    const debug = await runIngest(['rollback', 'vehicles'], { DATA_DIR: dataDir, DEBUG: '1' });
    expect(debug.stderr).toMatch(/There is no earlier release of vehicles[^\n]*\n +at /);
  });

  it('prints nothing but JSON when asked', async () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { group: 'vehicles', id: '20261101T060000000Z-0001', label: 'national' });
    const { code, stdout, stderr } = await runIngest(['status', '--json'], { DATA_DIR: dataDir });
    expect([code, stderr]).toEqual([0, '']);
    const { groups } = JSON.parse(stdout) as {
      groups: { group: string; release: { label: string } | null }[];
    };
    expect(groups.find(({ group }) => group === 'vehicles')?.release?.label).toBe('national');
  });

  it('on a group that another process is at ends with 3', async () => {
    const dataDir = temporaryDataDir();
    const lock = acquireLock(groupLockPath(dataDir, 'vehicles'), 'vehicles');
    const { code, stderr } = await runIngest(['vehicles', '--mirror', temporaryDataDir()], {
      DATA_DIR: dataDir,
    });
    lock.release();
    expect(code).toBe(3);
    expect(stderr).toContain('already running in another process. Wait for it to end, or stop it.');
  });
});

describe('sample', () => {
  it('fills an empty store, a line per group, and what is missing after a start that was cut short', async () => {
    const dataDir = temporaryDataDir();
    const first = await runIngest(['sample', '--if-empty'], { DATA_DIR: dataDir });
    expect([first.code, first.stderr]).toEqual([0, '']);
    const served = readManifest(dataDir).groups;
    expect(Object.keys(served).sort()).toEqual([...GROUPS].sort());
    expect(new Set(Object.values(served).map((entry) => entry.label))).toEqual(new Set(['sample']));
    expect(first.stdout.trim().split('\n')).toHaveLength(GROUPS.length);

    const second = await runIngest(['sample', '--if-empty'], { DATA_DIR: dataDir });
    expect(second).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readManifest(dataDir).groups).toEqual(served);

    const { vehicles, ...others } = served;
    writeFileSync(join(dataDir, 'current.json'), JSON.stringify({ groups: others }));
    const third = await runIngest(['sample', '--if-empty'], { DATA_DIR: dataDir });
    expect(third.stdout).toMatch(/^vehicles: published [^\n]+\n$/);
    expect(readManifest(dataDir).groups.liveability).toEqual(served.liveability);
    expect(vehicles?.label).toBe('sample');
  });

  it('does nothing as soon as there are other data', async () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { group: 'addresses', id: '20261101T060000000Z-0001', label: 'partial' });
    const result = await runIngest(['sample', '--if-empty'], { DATA_DIR: dataDir });
    expect(result).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readdirSync(dataDir).sort()).toEqual(['addresses', 'current.json', 'manifest.lock']);
  });

  it('does not replace national data', async () => {
    const dataDir = temporaryDataDir();
    mkdirSync(dataDir, { recursive: true });
    publishRelease(dataDir, { group: 'liveability', id: '20261101T060000000Z-0001', label: 'national' });
    const { code, stderr } = await runIngest(['sample'], { DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(stderr).toContain('liveability: failed');
    expect(readManifest(dataDir).groups.liveability?.label).toBe('national');
  });
});
