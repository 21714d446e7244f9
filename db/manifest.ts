import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Group, isGroup, RELEASE_LABELS, type ReleaseLabel } from './groups.ts';

/** One published release of a group, as `current.json` names it. */
export interface ManifestEntry {
  release: string;
  /** Path of the release file, relative to the data folder. */
  file: string;
  label: ReleaseLabel;
  publishedAt: string;
  /** The release that was served before this one was published: what lies between them was never to be served again. */
  previous?: string;
  /** After a roll back: the newest of the releases that were set aside. */
  rolledBackFrom?: string;
}

/**
 * `data/current.json`: the release of each group that is served now.
 * It is the only thing that decides what is served, and is always replaced as a whole.
 */
export interface Manifest {
  groups: Partial<Record<Group, ManifestEntry>>;
}

/** The manifest is damaged: the message says which file and what to do. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError';
  readonly code = 'manifest_damaged';
}

export function manifestPath(dataDir: string): string {
  return join(dataDir, 'current.json');
}

/**
 * Reads `current.json`. An absent file is an empty store, not an error.
 * @throws ManifestError when the file exists and is not a manifest
 */
export function readManifest(dataDir: string): Manifest {
  const path = manifestPath(dataDir);
  const groups: Manifest['groups'] = {};
  for (const [name, entry] of Object.entries(readEntries(path))) {
    // A group that this version does not know belongs to a newer or older version: it is left alone.
    if (!isGroup(name)) continue;
    if (!isEntry(entry)) throw damaged(path, `has an incomplete entry for "${name}"`);
    groups[name] = entry;
  }
  return { groups };
}

function readEntries(path: string): Record<string, unknown> {
  if (!existsSync(path)) return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw damaged(path, 'is not valid JSON', { cause });
  }
  if (!isRecord(parsed) || !isRecord(parsed.groups)) throw damaged(path, 'has no "groups" object');
  return parsed.groups;
}

function damaged(path: string, problem: string, options?: ErrorOptions): ManifestError {
  return new ManifestError(
    `${path} ${problem}. Delete it, then run "npm run ingest -- rollback <group>" for each group: ` +
      'that serves the newest release on the disk.',
    options,
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEntry(value: unknown): value is ManifestEntry {
  return (
    isRecord(value) &&
    typeof value.release === 'string' &&
    typeof value.file === 'string' &&
    typeof value.publishedAt === 'string' &&
    (value.previous === undefined || typeof value.previous === 'string') &&
    (value.rolledBackFrom === undefined || typeof value.rolledBackFrom === 'string') &&
    (RELEASE_LABELS as readonly unknown[]).includes(value.label)
  );
}

/**
 * Names a group's release as the served one. Atomic: a reader sees the old manifest or the new one.
 * Groups that only another version of this service knows keep their entries.
 */
export function setCurrent(dataDir: string, group: Group, entry: ManifestEntry): void {
  const path = manifestPath(dataDir);
  const groups = { ...readEntries(path), [group]: entry };
  replaceFile(path, `${JSON.stringify({ groups }, null, 2)}\n`);
}

/**
 * Writes to a temporary file, syncs it, renames it into place and syncs the folder. Whoever calls it holds a lock, so
 * that the temporary file can have one name: what a killed process leaves is taken up by the next.
 */
export function replaceFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.tmp`;
  try {
    writeFileSync(temporary, content, { mode: 0o644, flush: true });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/** Makes a rename in the folder durable. */
export function syncFolder(path: string): void {
  syncFile(path);
}

/** Makes a file's bytes durable. */
export function syncFile(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
