import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Group } from '../../db/groups.ts';
import { readManifest } from '../../db/manifest.ts';

/** Opens the published release of a group as an analyst would: read-only, apart from the server. */
export function openRelease(dataDir: string, group: Group): Database.Database {
  const entry = readManifest(dataDir).groups[group];
  if (entry === undefined) throw new Error(`There is no release of ${group} in ${dataDir}.`);
  return new Database(join(dataDir, entry.file), { readonly: true, fileMustExist: true });
}

/** Id of the published release of a group. */
export function releaseId(dataDir: string, group: Group): string {
  const entry = readManifest(dataDir).groups[group];
  if (entry === undefined) throw new Error(`There is no release of ${group} in ${dataDir}.`);
  return entry.release;
}
