import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acquireLock, groupLockPath, LockedError } from '../../../db/lock.ts';
import { readManifest } from '../../../db/manifest.ts';
import { readRunStatus } from '../../../db/operations.ts';
import { groupFolder, ReleaseError, releasePath } from '../../../db/release.ts';
import { prune } from '../../../ingest/commands/prune.ts';
import { rollback } from '../../../ingest/commands/rollback.ts';
import { verify } from '../../../ingest/commands/verify.ts';
import { publishRelease, sealedRelease } from '../../db/fixture.ts';
import { type Operator, operator } from './operator.ts';

const FIRST = '20261101T060000000Z-0001';
const SECOND = '20261102T060000000Z-0002';

function withTwoReleases(): Operator {
  const made = operator();
  for (const id of [FIRST, SECOND]) publishRelease(made.dataDir, { group: 'vehicles', id });
  return made;
}

describe('rollback', () => {
  it('serves the release before, says so, and records that a person did it', () => {
    const { context, dataDir, printed } = withTwoReleases();
    expect(rollback(context, 'vehicles', {})).toBe(0);
    expect(readManifest(dataDir).groups.vehicles?.release).toBe(FIRST);
    expect(printed).toEqual([expect.stringContaining(`vehicles: ${FIRST} (partial) is served again.`)]);
    expect(readRunStatus(dataDir).vehicles.lastRun).toMatchObject({ outcome: 'rolled_back', release: FIRST });
  });

  it('prints JSON when asked', () => {
    const { context, json } = withTwoReleases();
    rollback(context, 'vehicles', { json: true });
    expect(json()).toEqual({ group: 'vehicles', release: FIRST, label: 'partial' });
  });

  it('fails, and records nothing, when there is no release before', () => {
    const { context, dataDir } = operator();
    publishRelease(dataDir, { group: 'vehicles', id: FIRST });
    expect(() => rollback(context, 'vehicles', {})).toThrow(ReleaseError);
    expect(readRunStatus(dataDir).vehicles.lastRun).toBeNull();
  });

  it('does not come between a run and its publishing', () => {
    const { context, dataDir } = withTwoReleases();
    const lock = acquireLock(groupLockPath(dataDir, 'vehicles'), 'vehicles');
    expect(() => rollback(context, 'vehicles', {})).toThrow(LockedError);
    lock.release();
    expect(readManifest(dataDir).groups.vehicles?.release).toBe(SECOND);
  });
});

describe('prune', () => {
  it('keeps as many as asked, the served one included, and removes the builds of killed runs', () => {
    const { context, dataDir, printed } = withTwoReleases();
    const build = sealedRelease(dataDir, { group: 'vehicles', id: '20261103T060000000Z-0003' }).build.path;
    expect(prune(context, { keep: 1 })).toBe(0);
    expect(existsSync(releasePath(dataDir, 'vehicles', FIRST))).toBe(false);
    expect(existsSync(releasePath(dataDir, 'vehicles', SECOND))).toBe(true);
    expect(existsSync(build)).toBe(false);
    expect(printed).toEqual([
      'deleted vehicles/.building-20261103T060000000Z-0003.sqlite, left by a run that was killed',
      expect.stringMatching(new RegExp(`^deleted vehicles/${FIRST}\\.sqlite \\(\\d+ kB\\)$`)),
    ]);
  });

  it('deletes nothing when there are no more than that', () => {
    const { context, printed } = withTwoReleases();
    expect(prune(context, { keep: 2 })).toBe(0);
    expect(printed).toEqual(['There is nothing to delete.']);
  });

  it('leaves a group alone that is being ingested, and says so', () => {
    const { context, dataDir, warned } = withTwoReleases();
    const build = sealedRelease(dataDir, { group: 'vehicles', id: '20261103T060000000Z-0003' }).build.path;
    const lock = acquireLock(groupLockPath(dataDir, 'vehicles'), 'vehicles');
    expect(prune(context, { keep: 1 })).toBe(3);
    lock.release();
    expect(existsSync(build)).toBe(true);
    expect(warned).toEqual([expect.stringContaining('The ingest of vehicles is already running')]);
  });
});

describe('verify', () => {
  it('is content with sound releases and with what is none', () => {
    const { context, dataDir, printed } = withTwoReleases();
    writeFileSync(join(groupFolder(dataDir, 'vehicles'), 'notes.txt'), 'mine');
    expect(verify(context, [], {})).toBe(0);
    expect(printed).toEqual([
      expect.stringMatching(`^sound    vehicles/${FIRST}.sqlite `),
      expect.stringMatching(`^sound    vehicles/${SECOND}.sqlite .*, served`),
      expect.stringMatching(/^stray {4}vehicles\/notes.txt .*\n {4}It is not a release/),
    ]);
  });

  it('fails when a file is damaged, and goes on to the others', () => {
    const { context, dataDir, json } = withTwoReleases();
    const path = releasePath(dataDir, 'vehicles', FIRST);
    rmSync(path);
    writeFileSync(path, 'lost');
    expect(verify(context, ['vehicles'], { json: true })).toBe(1);
    expect(json()).toMatchObject({
      files: [
        { file: `vehicles/${FIRST}.sqlite`, state: 'damaged', problems: ['file is not a database'] },
        { file: `vehicles/${SECOND}.sqlite`, state: 'sound', current: true },
      ],
    });
  });

  it('says that there is nothing to check', () => {
    const { context, printed } = operator();
    expect(verify(context, [], {})).toBe(0);
    expect(printed).toEqual(['There are no releases yet. Run "npm run ingest".']);
  });
});
