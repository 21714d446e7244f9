import type { Group } from '../groups.ts';
import type { Snapshot } from '../store.ts';

/** A file of a publisher that a release was built from. */
export interface ReleaseFile {
  readonly sourceId: string;
  readonly url: string;
  /** Of the file as it was downloaded, in hexadecimal digits. */
  readonly sha256: string;
  readonly bytes: number;
  /** RFC 3339, UTC. */
  readonly retrievedAt: string;
}

/**
 * The files that a group's release was built from, in the order of their download.
 * @throws DatasetUnavailableError when the group has no release
 */
export function releaseFiles(snapshot: Snapshot, group: Group): ReleaseFile[] {
  snapshot.require(group);
  // Every release has a table of this name; the group, from the fixed list, says whose.
  return snapshot.database
    .prepare<[], ReleaseFile>(
      `SELECT source_id AS sourceId, url, sha256, bytes, retrieved_at AS retrievedAt
         FROM ${group}.source_file ORDER BY id`,
    )
    .all();
}
