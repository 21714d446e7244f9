import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { acquireLock, groupLockPath, LockedError } from '../../db/lock.ts';
import { temporaryDataDir } from './fixture.ts';

const LOCK_MODULE = new URL('../../db/lock.ts', import.meta.url).href;

/** Another process that takes the lock, says so, and then does nothing until it is ended. */
async function holderProcess(path: string): Promise<ChildProcess> {
  const program = `
    import { acquireLock } from ${JSON.stringify(LOCK_MODULE)};
    acquireLock(${JSON.stringify(path)}, 'the holder');
    process.stdout.write('held');
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  expect(output.toString()).toBe('held');
  return child;
}

describe('the lock between processes', () => {
  it('is held once, and free again after its release', () => {
    const path = groupLockPath(temporaryDataDir(), 'vehicles');
    const lock = acquireLock(path, 'An ingest of vehicles');
    expect(() => acquireLock(path, 'An ingest of vehicles')).toThrow(LockedError);
    lock.release();
    lock.release();
    acquireLock(path, 'An ingest of vehicles').release();
  });

  it('says what holds it and what to do', () => {
    const path = join(temporaryDataDir(), 'a.lock');
    const lock = acquireLock(path, 'An ingest of vehicles');
    expect(() => acquireLock(path, 'An ingest of vehicles')).toThrow(
      'An ingest of vehicles is already running in another process. Wait for it to end, or stop it.',
    );
    lock.release();
  });

  it('of one group does not hold up another', () => {
    const dataDir = temporaryDataDir();
    const vehicles = acquireLock(groupLockPath(dataDir, 'vehicles'), 'vehicles');
    acquireLock(groupLockPath(dataDir, 'addresses'), 'addresses').release();
    vehicles.release();
  });

  it('is freed by the operating system when its holder is killed', { timeout: 180_000 }, async () => {
    const path = groupLockPath(temporaryDataDir(), 'addresses');
    const holder = await holderProcess(path);
    expect(() => acquireLock(path, 'An ingest of addresses')).toThrow(LockedError);
    const ended = once(holder, 'exit');
    holder.kill('SIGKILL');
    await ended;
    acquireLock(path, 'An ingest of addresses').release();
  });

  it('tells a folder that cannot be written from a lock that is held', () => {
    expect(() => acquireLock('/dev/null/a.lock', 'An ingest')).not.toThrow(LockedError);
    expect(() => acquireLock('/dev/null/a.lock', 'An ingest')).toThrow(/ENOTDIR|EEXIST/);
  });
});
