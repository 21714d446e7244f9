import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Group } from '../../db/groups.ts';
import { acquireLock, groupLockPath, LockedError } from '../../db/lock.ts';
import { groupFolder, pruneReleases, removeAbandonedBuilds } from '../../db/release.ts';
import { type CommandContext, EXIT, type ExitCode } from './context.ts';
import { toJson } from './json.ts';
import { size } from './wording.ts';

export interface PruneOptions {
  /** How many releases of each group stay, the served one included. */
  readonly keep: number;
  readonly json?: boolean | undefined;
}

interface Deleted {
  readonly group: Group;
  /** Relative to the data folder. */
  readonly file: string;
  readonly bytes: number | null;
}

/** Deletes old releases and what killed runs left behind. The served release always stays. */
export function prune(context: CommandContext, options: PruneOptions): ExitCode {
  const deleted: Deleted[] = [];
  let code: ExitCode = EXIT.ok;
  for (const { id } of context.groups) {
    try {
      deleted.push(...pruneGroup(context.settings.DATA_DIR, id, options.keep));
    } catch (error) {
      if (!(error instanceof LockedError)) throw error;
      context.warn(error.message);
      code = EXIT.locked;
    }
  }
  if (options.json === true) context.print(toJson({ deleted }));
  else if (deleted.length === 0) context.print('There is nothing to delete.');
  else for (const file of deleted) context.print(deletedText(file));
  return code;
}

function pruneGroup(dataDir: string, group: Group, keep: number): Deleted[] {
  // A group that was never loaded has nothing to lock.
  if (!existsSync(groupFolder(dataDir, group))) return [];
  const lock = acquireLock(groupLockPath(dataDir, group), `The ingest of ${group}`);
  try {
    const builds = removeAbandonedBuilds(dataDir, group);
    const releases = pruneReleases(dataDir, group, keep - 1);
    return [
      ...builds.map((name) => ({ group, file: join(group, name), bytes: null })),
      ...releases.map(({ id, bytes }) => ({ group, file: join(group, `${id}.sqlite`), bytes })),
    ];
  } finally {
    lock.release();
  }
}

function deletedText({ file, bytes }: Deleted): string {
  return bytes === null
    ? `deleted ${file}, left by a run that was killed`
    : `deleted ${file} (${size(bytes)})`;
}
