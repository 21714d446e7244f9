import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Group } from './groups.ts';
import { groupLockPath } from './lock.ts';
import { type ManifestEntry, manifestPath, readManifest } from './manifest.ts';
import { schemaVersion } from './migrate.ts';
import { groupFolder, isBuildFile, isReleaseId, readReleaseInfo, verifyFile } from './release.ts';

/** What is the matter with a file of the store. */
export interface Finding {
  group: Group;
  /** Relative to the data folder. */
  file: string;
  /**
   * - `sound`: nothing is wrong with this release
   * - `outdated`: sound, but built for other tables than this version of the service reads; ingest the group again
   * - `stray`: not a release; nobody reads it
   * - `damaged`: a release that cannot be relied upon, or a manifest that names one that is not there
   */
  state: 'sound' | 'outdated' | 'stray' | 'damaged';
  /** One sentence a problem. */
  problems: string[];
  bytes: number;
  current: boolean;
}

/**
 * Checks every file of a group: each page of each release, what the releases say of themselves, and what
 * `current.json` says of them. Yields file by file, since a national one takes minutes.
 * @throws ManifestError when the manifest itself cannot be read
 */
export function* verifyGroup(dataDir: string, group: Group): Generator<Finding> {
  const entry = readManifest(dataDir).groups[group];
  const folder = groupFolder(dataDir, group);
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  if (entry !== undefined && !names.some((name) => join(group, name) === entry.file)) {
    yield {
      group,
      file: basename(manifestPath(dataDir)),
      state: 'damaged',
      problems: [
        `It names ${entry.file}, which does not exist. Run "npm run ingest -- rollback ${group}", ` +
          `or "npm run ingest -- ${group}".`,
      ],
      bytes: 0,
      current: true,
    };
  }
  for (const name of names) {
    if (join(folder, name) === groupLockPath(dataDir, group)) continue;
    yield verifyOne(dataDir, group, name, entry);
  }
}

function verifyOne(dataDir: string, group: Group, name: string, entry: ManifestEntry | undefined): Finding {
  const path = join(groupFolder(dataDir, group), name);
  const file = join(group, name);
  const current = entry?.file === file;
  const finding = { group, file, bytes: statSync(path).size, current };
  if (!current && !isReleaseFile(name)) {
    const problem = isBuildFile(name)
      ? 'It is a build: of a run that is under way, or of one that was killed. "npm run ingest -- prune" removes the latter.'
      : 'It is not a release. Delete it if it is not needed.';
    return { ...finding, state: 'stray', problems: [problem] };
  }
  const damage = verifyFile(path);
  if (damage.length === 0) damage.push(...contradictions(path, group, current ? entry : undefined));
  if (damage.length > 0) return { ...finding, state: 'damaged', problems: damage };
  if (readReleaseInfo(path).schemaVersion !== schemaVersion(group)) {
    const problem = `It was built by another version of this service. Run "npm run ingest -- ${group}".`;
    return { ...finding, state: 'outdated', problems: [problem] };
  }
  return { ...finding, state: 'sound', problems: [] };
}

function isReleaseFile(name: string): boolean {
  return name.endsWith('.sqlite') && isReleaseId(basename(name, '.sqlite'));
}

/** Where the file, its name and the manifest do not say the same. */
function contradictions(path: string, group: Group, entry: ManifestEntry | undefined): string[] {
  const info = readReleaseInfo(path);
  const name = basename(path, '.sqlite');
  const problems: string[] = [];
  if (info.id !== name) problems.push(`Its name is ${name}, but it holds the release ${info.id}.`);
  if (info.group !== group) problems.push(`It holds ${info.group}, not ${group}.`);
  if (entry !== undefined && entry.release !== info.id) {
    problems.push(`current.json calls it ${entry.release}, but it holds the release ${info.id}.`);
  }
  if (entry !== undefined && entry.label !== info.label) {
    problems.push(`current.json calls it ${entry.label}, but it is labelled ${info.label}.`);
  }
  return problems;
}
