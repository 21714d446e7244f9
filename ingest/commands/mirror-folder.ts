import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';

/** Reads the value of `--mirror`. A folder that is not there is wrong usage, not a publisher without files. */
export function mirrorFolder(value: string): string {
  const path = resolve(value);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return path;
  throw new InvalidArgumentError(
    `${path} is not a folder. Its layout is that of "wget --force-directories".`,
  );
}
