import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { acquireLock, groupLockPath } from '../../db/lock.ts';
import { ManifestError, manifestPath, readManifest, setCurrent } from '../../db/manifest.ts';
import { groupFolder, releasePath } from '../../db/release.ts';
import { verifyGroup } from '../../db/verify.ts';
import { publishRelease, sealedRelease, temporaryDataDir } from './fixture.ts';

const FIRST = '20261101T060000000Z-0001';
const SECOND = '20261102T060000000Z-0002';

function twoReleases(): string {
  const dataDir = temporaryDataDir();
  publishRelease(dataDir, { id: FIRST });
  publishRelease(dataDir, { id: SECOND });
  return dataDir;
}

function verified(dataDir: string): Record<string, string> {
  return Object.fromEntries([...verifyGroup(dataDir, 'addresses')].map(({ file, state }) => [file, state]));
}

function problems(dataDir: string): string[] {
  return [...verifyGroup(dataDir, 'addresses')].flatMap((finding) => finding.problems);
}

/** Changes a published file, as nobody should. */
function tamper(path: string, sql: string): void {
  const copy = `${path}.copy`;
  const source = new Database(path, { readonly: true });
  writeFileSync(copy, source.serialize());
  source.close();
  const database = new Database(copy);
  database.exec(sql);
  database.close();
  renameSync(copy, path);
}

describe('verifying a group', () => {
  it('finds nothing in a store without releases', () => {
    expect([...verifyGroup(temporaryDataDir(), 'addresses')]).toEqual([]);
  });

  it('names each release, and which is served', () => {
    const dataDir = twoReleases();
    acquireLock(groupLockPath(dataDir, 'addresses'), 'addresses').release();
    expect([...verifyGroup(dataDir, 'addresses')]).toMatchObject([
      { file: `addresses/${FIRST}.sqlite`, state: 'sound', problems: [], current: false },
      { file: `addresses/${SECOND}.sqlite`, state: 'sound', problems: [], current: true },
    ]);
  });

  it('finds a release whose file is missing', () => {
    const dataDir = twoReleases();
    rmSync(releasePath(dataDir, 'addresses', SECOND));
    expect(verified(dataDir)).toEqual({ 'current.json': 'damaged', [`addresses/${FIRST}.sqlite`]: 'sound' });
    expect(problems(dataDir)[0]).toContain(
      `It names addresses/${SECOND}.sqlite, which does not exist. Run "npm run ingest -- rollback addresses"`,
    );
  });

  it('finds a release that is no database any more', () => {
    const dataDir = twoReleases();
    const path = releasePath(dataDir, 'addresses', FIRST);
    rmSync(path);
    writeFileSync(path, 'lost');
    expect(verified(dataDir)).toMatchObject({ [`addresses/${FIRST}.sqlite`]: 'damaged' });
  });

  it('finds a file that was given the name of another', () => {
    const dataDir = twoReleases();
    renameSync(releasePath(dataDir, 'addresses', SECOND), releasePath(dataDir, 'addresses', FIRST));
    expect(problems(dataDir)).toContain(`Its name is ${FIRST}, but it holds the release ${SECOND}.`);
  });

  it('finds a file of another group', () => {
    const dataDir = twoReleases();
    tamper(releasePath(dataDir, 'addresses', FIRST), `UPDATE release SET "group" = 'vehicles'`);
    expect(problems(dataDir)).toEqual(['It holds vehicles, not addresses.']);
  });

  it('finds a partial release that is passed off as national', () => {
    const dataDir = twoReleases();
    const entry = readManifest(dataDir).groups.addresses;
    if (entry !== undefined) setCurrent(dataDir, 'addresses', { ...entry, label: 'national' });
    expect(problems(dataDir)).toEqual(['current.json calls it national, but it is labelled partial.']);
  });

  it('tells a release of another version from a damaged one', () => {
    const dataDir = twoReleases();
    tamper(releasePath(dataDir, 'addresses', SECOND), `UPDATE release SET schema_version = 'older'`);
    expect(verified(dataDir)).toMatchObject({ [`addresses/${SECOND}.sqlite`]: 'outdated' });
    expect(problems(dataDir)).toEqual([
      'It was built by another version of this service. Run "npm run ingest -- addresses".',
    ]);
  });

  it('names what is not a release, and does not call a build that is under way rubbish', () => {
    const dataDir = twoReleases();
    writeFileSync(join(groupFolder(dataDir, 'addresses'), 'notes.sqlite'), 'mine');
    sealedRelease(dataDir, { id: '20261103T060000000Z-0003' });
    expect(verified(dataDir)).toMatchObject({
      'addresses/notes.sqlite': 'stray',
      'addresses/.building-20261103T060000000Z-0003.sqlite': 'stray',
    });
    expect(problems(dataDir).find((problem) => problem.includes('under way'))).toContain('prune');
  });

  it('stops at a manifest that cannot be read', () => {
    const dataDir = twoReleases();
    writeFileSync(manifestPath(dataDir), '{');
    expect(() => [...verifyGroup(dataDir, 'addresses')]).toThrow(ManifestError);
  });
});
