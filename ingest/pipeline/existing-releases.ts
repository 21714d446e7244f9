import { join } from 'node:path';
import type { Group, ReleaseLabel } from '../../db/groups.ts';
import { readManifest } from '../../db/manifest.ts';
import { listReleases, type ReleaseInfo } from '../../db/release.ts';
import type { OtherRelease } from '../sources/source.ts';
import { type PreviousRelease, readPreviousRelease } from './profile.ts';

/**
 * Says why nothing has to be built: the served release holds the same, or one that was rolled back does. A complete
 * file that was never served, left by a crash in the last moment, does not count.
 */
export function knownRelease(dataDir: string, info: ReleaseInfo): string | undefined {
  const manifest = readManifest(dataDir).groups[info.group];
  if (manifest === undefined) return undefined;
  const releases = listReleases(dataDir, info.group);
  const current = releases.find((candidate) => candidate.current);
  if (current?.fingerprint === info.fingerprint) return `Nothing new: ${current.id} holds the same.`;
  const { release, rolledBackFrom = release } = manifest;
  const rolledBack = releases.find(
    ({ id, fingerprint }) => fingerprint === info.fingerprint && id > release && id <= rolledBackFrom,
  );
  if (rolledBack === undefined) return undefined;
  return `Nothing new: ${rolledBack.id} holds the same and was rolled back. Run with --force to publish it again.`;
}

/** The served releases of other groups that a group reads, by group; a group without one has `undefined`. */
export type OtherReleases = ReadonlyMap<Group, OtherRelease | undefined>;

/** Those with the build's own label: nothing of a sample goes into national data. */
export function otherReleases(dataDir: string, groups: readonly Group[], label: ReleaseLabel): OtherReleases {
  const served = readManifest(dataDir).groups;
  return new Map(
    groups.map((group) => {
      const entry = served[group];
      if (entry === undefined || entry.label !== label) return [group, undefined];
      return [group, { id: entry.release, path: join(dataDir, entry.file) }];
    }),
  );
}

/**
 * The served release, to compare a build with.
 * @param tell is told when the file cannot be read; then there is only its label to compare with
 */
export function previousRelease(
  dataDir: string,
  group: Group,
  tell: (text: string) => void,
): PreviousRelease | undefined {
  const current = readManifest(dataDir).groups[group];
  if (current === undefined) return undefined;
  try {
    return readPreviousRelease(join(dataDir, current.file));
  } catch (error) {
    tell(`Not compared with ${current.release}, which cannot be read: ${(error as Error).message}`);
    return {
      id: current.release,
      label: current.label,
      profiles: [],
      rowsRead: new Map(),
      columns: new Map(),
      dates: { sources: new Map(), files: new Map() },
    };
  }
}
