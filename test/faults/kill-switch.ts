import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded before the ingest (`--import`), it ends the process by SIGKILL at its n-th change of a file, as a power cut
 * would: after all changes before it, and without a chance to clean up. SQLite's own writes are not counted.
 *
 * - `KILL_AT=7`: before the 7th change
 * - `KILL_BEFORE=renameSync \.building-`: before the first change that fits; `KILL_AFTER` likewise
 * - `TELL_CHANGES=3`: each change is told on this descriptor, so that a first run can count them
 */
const CHANGES = ['renameSync', 'rmSync', 'writeFileSync', 'chmodSync', 'fsyncSync', 'mkdirSync'];
const ASYNC_CHANGES = ['rename', 'rm'];

const killAt = Number(process.env.KILL_AT ?? 0);
const before = pattern(process.env.KILL_BEFORE);
const after = pattern(process.env.KILL_AFTER);
const told = process.env.TELL_CHANGES;
const write = fs.writeSync;
let changes = 0;

function pattern(text: string | undefined): RegExp | undefined {
  return text === undefined || text === '' ? undefined : new RegExp(text);
}

function die(): void {
  process.kill(process.pid, 'SIGKILL');
  // The signal is on its way: nothing more may happen.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function watch(owner: object, name: string): void {
  const real = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
  Reflect.set(owner, name, (...args: unknown[]) => {
    const paths = args.filter((value) => typeof value === 'string').join(' ');
    const change = `${name} ${paths}`.slice(0, 1000);
    changes += 1;
    if (told !== undefined) write(Number(told), `${JSON.stringify(change)}\n`);
    if (changes === killAt || before?.test(change) === true) die();
    const result = Reflect.apply(real, owner, args);
    if (after?.test(change) === true) die();
    return result;
  });
}

if (isMainThread) {
  for (const name of CHANGES) watch(fs, name);
  for (const name of ASYNC_CHANGES) watch(promises, name);
  syncBuiltinESMExports();
}
