import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import type { Group } from './groups.ts';

/** Somebody else holds the lock. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
  readonly code = 'locked';
}

export interface Lock {
  release(): void;
}

/** The lock that whoever builds, rolls back or prunes a group's releases holds. */
export function groupLockPath(dataDir: string, group: Group): string {
  return join(dataDir, group, '.lock');
}

/**
 * Takes an exclusive lock between processes. It is an exclusive transaction on an otherwise empty SQLite file, so
 * the operating system frees it when the holder dies, however it dies: there are no stale locks to clean up.
 * @param waitMs how long to wait for the holder
 * @throws LockedError when it is still held after that
 */
export function acquireLock(path: string, what: string, waitMs = 0): Lock {
  mkdirSync(dirname(path), { recursive: true });
  const database = new Database(path, { timeout: waitMs });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    if ((cause as { code?: string }).code === 'SQLITE_BUSY') {
      throw new LockedError(
        `${what} is already running in another process. Wait for it to end, or stop it.`,
        {
          cause,
        },
      );
    }
    throw cause;
  }
  return {
    release: () => {
      if (database.open) database.close();
    },
  };
}
