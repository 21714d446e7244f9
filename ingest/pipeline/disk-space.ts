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
    `${dataDir} has ${megabytes(free)} MB left, a new release of ${group} needs about ${megabytes(needed)} MB. ` +
      'Make room, e.g. with "npm run ingest -- prune", or move DATA_DIR to a larger disk.',
  );
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function megabytes(bytes: number): string {
  return Math.round(bytes / 1e6).toLocaleString('en');
}
