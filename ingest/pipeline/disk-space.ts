import { mkdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Group } from '../../db/groups.ts';
import { readManifest } from '../../db/manifest.ts';

/** There is not enough room for a new release beside the old ones. */
export class DiskSpaceError extends Error {
  override readonly name = 'DiskSpaceError';
  readonly code = 'disk_full';
}

const SMALLEST_ROOM_BYTES = 200_000_000;

/**
 * A release and its successor exist side by side for a while.
 * @param freeBytes free bytes of the disk that holds a folder
 * @throws DiskSpaceError when there is less room than for two of the present release
 */
export function requireDiskSpace(dataDir: string, group: Group, freeBytes = freeBytesOf): void {
  mkdirSync(dataDir, { recursive: true });
  const current = readManifest(dataDir).groups[group];
  const path = current === undefined ? undefined : join(dataDir, current.file);
  const currentBytes = path === undefined ? 0 : (statSync(path, { throwIfNoEntry: false })?.size ?? 0);
  const needed = Math.max(SMALLEST_ROOM_BYTES, 2 * currentBytes);
  const free = freeBytes(dataDir);
  if (free >= needed) return;
  throw new DiskSpaceError(
    `${dataDir}: expected about ${megabytes(needed)} MB for a new release of ${group}, found ` +
      `${megabytes(free)} MB left. ${MAKE_ROOM}`,
  );
}

/** What a write that found no room means for the operator; any other error as it is. */
export function withRemedy(error: unknown, dataDir: string, group: Group): unknown {
  const { code } = (error ?? {}) as { code?: unknown };
  if (code !== 'ENOSPC' && code !== 'EDQUOT' && code !== 'SQLITE_FULL') return error;
  return new DiskSpaceError(
    `${dataDir}: expected room for the files and the new release of ${group}, found none left ` +
      `(${(error as Error).message}). ${MAKE_ROOM}`,
    { cause: error },
  );
}

const MAKE_ROOM = 'Make room, e.g. with "npm run ingest -- prune", or move DATA_DIR to a larger disk.';

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function megabytes(bytes: number): string {
  return Math.round(bytes / 1e6).toLocaleString('en');
}
