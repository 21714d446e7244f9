import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { manifestPath, readManifest } from '../../db/manifest.ts';
import {
  createDeferredIndexes,
  discardBuild,
  groupFolder,
  integrityProblems,
  listReleases,
  newReleaseId,
  nextReleaseId,
  openBuild,
  pruneReleases,
  publishBuild,
  ReleaseError,
  readReleaseInfo,
  releasePath,
  removeAbandonedBuilds,
  rollBack,
  verifyFile,
} from '../../db/release.ts';
import { openSnapshot } from '../../db/store.ts';
import { publishRelease, releaseInfo, sealedRelease, temporaryDataDir } from './fixture.ts';

const FIRST = '20261101T060000000Z-0001';
const SECOND = '20261102T060000000Z-0002';
const THIRD = '20261103T060000000Z-0003';

function publishThree(): string {
  const dataDir = temporaryDataDir();
  for (const id of [FIRST, SECOND, THIRD]) publishRelease(dataDir, { id });
  return dataDir;
}

function current(dataDir: string): string | undefined {
  return readManifest(dataDir).groups.addresses?.release;
}

describe('release ids', () => {
  it('sort by time, also within a second', () => {
    const earlier = newReleaseId(new Date('2026-11-27T06:00:00.123Z'));
    const later = newReleaseId(new Date('2026-11-27T06:00:00.124Z'));
    expect(earlier).toMatch(/^20261127T060000123Z-[0-9a-f]{4}$/);
    expect(earlier < later).toBe(true);
  });
});

describe('the id of the next release', () => {
  it('is the time, where the clock goes forward', () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST });
    expect(nextReleaseId(dataDir, 'addresses', new Date('2026-11-02T05:00:00.000Z'))).toMatch(
      /^20261102T050000000Z-/,
    );
  });

  it.each([
    ['a release', (dataDir: string) => publishRelease(dataDir, { id: FIRST })],
    [
      'a release whose file is gone',
      (dataDir: string) => {
        publishRelease(dataDir, { id: FIRST });
        rmSync(releasePath(dataDir, 'addresses', FIRST));
      },
    ],
    [
      'a release that was rolled back and is gone',
      (dataDir: string) => {
        publishRelease(dataDir, { id: '20261031T060000000Z-0000' });
        publishRelease(dataDir, { id: FIRST });
        rollBack(dataDir, 'addresses');
        rmSync(releasePath(dataDir, 'addresses', FIRST));
      },
    ],
  ])('sorts behind %s also when the clock was set back', (_, arrange) => {
    const dataDir = temporaryDataDir();
    arrange(dataDir);
    const id = nextReleaseId(dataDir, 'addresses', new Date('2020-01-01T00:00:00.000Z'));
    expect(id > FIRST).toBe(true);
    expect(id).toMatch(/^20261101T060000001Z-/);
  });
});

describe('a build', () => {
  it('makes its ordinary indexes after the rows', () => {
    const dataDir = temporaryDataDir();
    const build = openBuild(dataDir, 'addresses', FIRST);
    const indexes = () =>
      build.database
        .prepare(`SELECT count(*) FROM sqlite_master WHERE sql LIKE 'CREATE INDEX%'`)
        .pluck()
        .get();
    expect(indexes()).toBe(0);
    expect(build.deferredIndexes.length).toBeGreaterThan(0);
    createDeferredIndexes(build);
    expect(indexes()).toBe(build.deferredIndexes.length);
    discardBuild(build);
    expect(readdirSync(groupFolder(dataDir, 'addresses'))).toEqual([]);
  });

  it('is not a release until it is published', () => {
    const dataDir = temporaryDataDir();
    sealedRelease(dataDir, { id: FIRST });
    expect(listReleases(dataDir, 'addresses')).toEqual([]);
    expect(current(dataDir)).toBeUndefined();
  });

  it('that a killed run left behind is removed, and releases are not', () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST });
    sealedRelease(dataDir, { id: SECOND });
    expect(removeAbandonedBuilds(dataDir, 'addresses')).toEqual([`.building-${SECOND}.sqlite`]);
    expect(listReleases(dataDir, 'addresses').map((found) => found.id)).toEqual([FIRST]);
  });
});

describe('publishing', () => {
  it('makes a file that nobody can write the served one, and describes it', () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST, label: 'national' });
    expect(readManifest(dataDir).groups.addresses).toMatchObject({
      release: FIRST,
      file: `addresses/${FIRST}.sqlite`,
      label: 'national',
    });
    const path = releasePath(dataDir, 'addresses', FIRST);
    expect(statSync(path).mode & 0o777).toBe(0o444);
    expect(readReleaseInfo(path)).toEqual(releaseInfo({ id: FIRST, label: 'national' }));
    expect(readdirSync(groupFolder(dataDir, 'addresses'))).toEqual([`${FIRST}.sqlite`]);
  });

  it('a crash after the rename and before the manifest leaves the old release served', () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST });
    const { build, info } = sealedRelease(dataDir, { id: SECOND });
    // What a crash at that moment leaves: the file has its final name, the manifest could not be replaced.
    renameSync(build.path, releasePath(dataDir, 'addresses', info.id));

    expect(current(dataDir)).toBe(FIRST);
    expect(openSnapshot(dataDir, readManifest(dataDir)).require('addresses').id).toBe(FIRST);
    // The unused file is newer than the served one: rolling back does not mistake it for an earlier release.
    expect(() => rollBack(dataDir, 'addresses')).toThrow('There is no earlier release of addresses');
    publishRelease(dataDir, { id: THIRD });
    expect(current(dataDir)).toBe(THIRD);
    // Nor does it stand between the served one and the one before.
    expect(pruneReleases(dataDir, 'addresses', 1).map((deleted) => deleted.id)).toEqual([SECOND]);
    expect(rollBack(dataDir, 'addresses').release).toBe(FIRST);
  });

  it('the unused file of such a crash is removed by the next run, and what was rolled back is not', () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST });
    publishRelease(dataDir, { id: SECOND });
    rollBack(dataDir, 'addresses');
    const { build, info } = sealedRelease(dataDir, { id: THIRD });
    renameSync(build.path, releasePath(dataDir, 'addresses', info.id));
    expect(removeAbandonedBuilds(dataDir, 'addresses')).toEqual([`${THIRD}.sqlite`]);
    expect(listReleases(dataDir, 'addresses').map((found) => found.id)).toEqual([SECOND, FIRST]);
  });

  it('that cannot replace the manifest leaves no file behind', () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST });
    const { build, info } = sealedRelease(dataDir, { id: SECOND });
    // A folder where the temporary file would be: as a full disk, it keeps the manifest from being written.
    mkdirSync(`${manifestPath(dataDir)}.tmp`);
    expect(() => publishBuild(dataDir, build, info)).toThrow();
    expect(current(dataDir)).toBe(FIRST);
    expect(readdirSync(groupFolder(dataDir, 'addresses'))).toEqual([`${FIRST}.sqlite`]);
  });

  it('refuses to go on with a damaged manifest, and keeps the new file for after its repair', () => {
    const dataDir = temporaryDataDir();
    const { build, info } = sealedRelease(dataDir, { id: FIRST });
    writeFileSync(manifestPath(dataDir), 'garbage');
    expect(() => publishBuild(dataDir, build, info)).toThrow(/Delete it/);
    rmSync(manifestPath(dataDir));
    expect(rollBack(dataDir, 'addresses').release).toBe(FIRST);
  });
});

describe('rolling back', () => {
  it('goes one release back each time, and says when there is none', () => {
    const dataDir = publishThree();
    expect(rollBack(dataDir, 'addresses').release).toBe(SECOND);
    expect(rollBack(dataDir, 'addresses').release).toBe(FIRST);
    expect(() => rollBack(dataDir, 'addresses')).toThrow(ReleaseError);
    expect(current(dataDir)).toBe(FIRST);
  });

  it('keeps the label of the release that it puts back', () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST, label: 'sample' });
    publishRelease(dataDir, { id: SECOND, label: 'national' });
    expect(rollBack(dataDir, 'addresses').label).toBe('sample');
  });

  it.each(['missing', 'damaged'])('also works when the served file is %s', (state) => {
    const dataDir = publishThree();
    rollBack(dataDir, 'addresses');
    const path = releasePath(dataDir, 'addresses', SECOND);
    rmSync(path);
    if (state === 'damaged') writeFileSync(path, 'not a database');
    expect(rollBack(dataDir, 'addresses').release).toBe(FIRST);
  });

  it('never puts back what was rolled back before', () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST });
    publishRelease(dataDir, { id: SECOND });
    rollBack(dataDir, 'addresses');
    publishRelease(dataDir, { id: THIRD });
    expect(rollBack(dataDir, 'addresses').release).toBe(FIRST);
  });

  it('does not put back a damaged file', () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST });
    publishRelease(dataDir, { id: SECOND });
    overwriteEnd(releasePath(dataDir, 'addresses', FIRST));
    expect(() => rollBack(dataDir, 'addresses')).toThrow(/is damaged and was not put back/);
    expect(current(dataDir)).toBe(SECOND);
  });
});

describe('pruning', () => {
  it('deletes the oldest and keeps the given number besides the served one', () => {
    const dataDir = publishThree();
    expect(pruneReleases(dataDir, 'addresses', 1).map((deleted) => deleted.id)).toEqual([FIRST]);
    expect(existsSync(releasePath(dataDir, 'addresses', FIRST))).toBe(false);
    expect(listReleases(dataDir, 'addresses').map((kept) => kept.id)).toEqual([THIRD, SECOND]);
  });

  it('never deletes the served release, though it be the oldest', () => {
    const dataDir = publishThree();
    rollBack(dataDir, 'addresses');
    rollBack(dataDir, 'addresses');
    expect(pruneReleases(dataDir, 'addresses', 0).map((deleted) => deleted.id)).toEqual([THIRD, SECOND]);
    expect(listReleases(dataDir, 'addresses')).toMatchObject([{ id: FIRST, current: true }]);
  });

  it('does not touch what is not a release', () => {
    const dataDir = publishThree();
    const stray = join(groupFolder(dataDir, 'addresses'), 'notes.sqlite');
    writeFileSync(stray, 'my notes');
    pruneReleases(dataDir, 'addresses', 0);
    expect(existsSync(stray)).toBe(true);
  });

  it('does not disturb who still reads the deleted file', () => {
    const dataDir = publishThree();
    const reader = new Database(releasePath(dataDir, 'addresses', FIRST), { readonly: true });
    pruneReleases(dataDir, 'addresses', 0);
    expect(reader.prepare('SELECT id FROM release').pluck().get()).toBe(FIRST);
    reader.close();
  });
});

describe('verifying', () => {
  it('finds nothing wrong with a release', () => {
    const dataDir = publishThree();
    expect(verifyFile(releasePath(dataDir, 'addresses', FIRST))).toEqual([]);
  });

  it('finds a file that was cut', () => {
    const dataDir = publishThree();
    const path = releasePath(dataDir, 'addresses', FIRST);
    chmodSync(path, 0o644);
    truncateSync(path, statSync(path).size - 8192);
    expect(verifyFile(path)).not.toEqual([]);
  });

  it('finds bytes that changed on the disk', () => {
    const dataDir = publishThree();
    const path = releasePath(dataDir, 'addresses', FIRST);
    overwriteEnd(path);
    expect(verifyFile(path)).not.toEqual([]);
  });

  it('finds a file that is none, and one that is not there', () => {
    const dataDir = temporaryDataDir();
    const path = join(dataDir, 'a.sqlite');
    expect(verifyFile(path)).not.toEqual([]);
    writeFileSync(path, '<html>404</html>'.repeat(100));
    expect(verifyFile(path)).toEqual(['file is not a database']);
  });

  it('finds rows that name rows that do not exist', () => {
    const database = new Database(':memory:');
    database.exec(`
      CREATE TABLE town (id INTEGER PRIMARY KEY);
      CREATE TABLE street (id INTEGER PRIMARY KEY, town_id INTEGER REFERENCES town (id));
      PRAGMA foreign_keys = OFF;
      INSERT INTO street VALUES (1, 3594), (2, 3594);
    `);
    expect(integrityProblems(database)).toEqual(['2 rows of street name a row of town that does not exist']);
    database.close();
  });
});

/** The file's last two pages are filled with nonsense, as by a failing disk; its description stays readable. */
function overwriteEnd(path: string): void {
  const content = readFileSync(path);
  content.fill('Z', content.length - 2 * 8192);
  rmSync(path);
  writeFileSync(path, content);
}
