import { chmodSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ManifestError, manifestPath, readManifest, setCurrent } from '../../db/manifest.ts';
import { pruneReleases, releasePath, rollBack } from '../../db/release.ts';
import { source } from '../../db/schema/release.ts';
import {
  DatasetUnavailableError,
  preparedQuery,
  preparedStatement,
  type Snapshot,
  Store,
  StoreClosedError,
  type StoreOptions,
} from '../../db/store.ts';
import { publishRelease, temporaryDataDir } from './fixture.ts';

const FIRST = '20261101T060000000Z-0001';
const SECOND = '20261102T060000000Z-0002';
const THIRD = '20261103T060000000Z-0003';

function openStore(dataDir: string, options: Partial<StoreOptions> = {}): Store {
  const store = new Store({ dataDir, ...options });
  onTestFinished(() => store.close());
  return store;
}

/** A promise that the test settles. */
function deferred<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** What the attached file itself says, not what was remembered at opening. */
const editionOf = preparedStatement<[], { edition: string }>('SELECT edition FROM addresses.source');
const releaseOf = preparedStatement<[], { id: string }>('SELECT id FROM addresses.release');

function edition(snapshot: Snapshot): string | undefined {
  return editionOf(snapshot).get()?.edition;
}

function damage(dataDir: string, id: string, how: string): void {
  const path = releasePath(dataDir, 'addresses', id);
  if (how === 'cut') {
    chmodSync(path, 0o644);
    truncateSync(path, statSync(path).size / 2);
    return;
  }
  rmSync(path);
  if (how === 'another kind of file') writeFileSync(path, '<html>not found</html>'.repeat(1000));
}

describe('an empty store', () => {
  it('opens, and names the group and the remedy when asked for data', () => {
    const snapshot = openStore(temporaryDataDir()).current;
    expect(snapshot.releases).toEqual({});
    expect(() => snapshot.require('vehicles')).toThrow(DatasetUnavailableError);
    expect(() => snapshot.require('vehicles')).toThrow('Run "npm run ingest -- vehicles"');
  });

  it('takes up the first release', async () => {
    const dataDir = temporaryDataDir();
    const store = openStore(dataDir);
    publishRelease(dataDir, { id: FIRST });
    store.refresh();
    expect(await store.read(edition)).toBe(FIRST);
  });
});

describe('what an attached release says about itself', () => {
  it('is its label, its sources and when their newest file was retrieved', () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST, label: 'sample' });
    const attached = openStore(dataDir).current.require('addresses');
    expect(attached).toMatchObject({ id: FIRST, label: 'sample', builtAt: '2026-11-27T06:00:00.000Z' });
    expect(attached.sources.get('bag-extract')).toMatchObject({
      publisher: 'Kadaster',
      stateDate: '2026-11-08',
      retrievedAt: '2026-11-12T02:00:00.000Z',
      rejectedRows: 3,
    });
  });

  it('cannot be written to', () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST });
    const { database } = openStore(dataDir).current;
    expect(() => database.exec(`UPDATE addresses.release SET label = 'national'`)).toThrow(/readonly/);
    expect(() => database.exec('CREATE TABLE mine (id)')).toThrow(/readonly/);
  });

  it('has the asked page cache also for names without a group, which SQLite looks up in the main file', () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST });
    const { database } = openStore(dataDir, { cacheKib: 1234 }).current;
    expect(database.pragma('main.cache_size', { simple: true })).toBe(-1234);
    expect(database.pragma('addresses.cache_size', { simple: true })).toBe(-1234);
  });
});

describe('following the manifest', () => {
  it('serves what was published, and again what was before after a roll back', async () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST });
    const store = openStore(dataDir);
    publishRelease(dataDir, { id: SECOND });
    expect(await store.read(edition)).toBe(FIRST);
    store.refresh();
    expect(await store.read(edition)).toBe(SECOND);
    rollBack(dataDir, 'addresses');
    store.refresh();
    expect(await store.read(edition)).toBe(FIRST);
  });

  it('does not re-open while the manifest is the same', () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST });
    const onReopen = vi.fn();
    const store = openStore(dataDir, { onReopen });
    const before = store.current;
    store.refresh();
    expect(store.current).toBe(before);
    expect(onReopen).not.toHaveBeenCalled();
  });

  it.each([
    ['by notice of the file system', 3_600_000],
    ['by looking now and then, where there is no notice', 20],
  ])('happens of itself %s', async (_, pollMs) => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST });
    const reopened = deferred<Snapshot>();
    const store = openStore(dataDir, { pollMs, onReopen: reopened.resolve });
    store.follow();
    publishRelease(dataDir, { id: SECOND });
    expect((await reopened.promise).require('addresses').id).toBe(SECOND);
  });

  it('prepares a query once per set of releases, and anew for the next', async () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST });
    const store = openStore(dataDir);
    const build = vi.fn();
    const query = preparedQuery((database) => {
      build();
      return database
        .select({ edition: source.edition })
        .from(source)
        .where(sql`${source.id} = ${sql.placeholder('id')}`)
        .prepare();
    });
    const ask = () => store.read((snapshot) => query(snapshot).get({ id: 'bag-extract' })?.edition);
    expect([await ask(), await ask()]).toEqual([FIRST, FIRST]);
    expect(build).toHaveBeenCalledTimes(1);
    publishRelease(dataDir, { id: SECOND });
    store.refresh();
    expect(await ask()).toBe(SECOND);
    expect(build).toHaveBeenCalledTimes(2);
  });
});

describe('a request sees one set of releases from beginning to end', () => {
  it('keeps its own while another is published, and its files are closed after it', async () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST });
    const store = openStore(dataDir);
    const gate = deferred<void>();
    let used: Snapshot | undefined;
    const slow = store.read(async (snapshot) => {
      used = snapshot;
      const before = edition(snapshot);
      await gate.promise;
      return [before, edition(snapshot)];
    });
    publishRelease(dataDir, { id: SECOND });
    pruneReleases(dataDir, 'addresses', 0);
    store.refresh();
    expect(await store.read(edition)).toBe(SECOND);
    expect(used?.database.open).toBe(true);
    gate.resolve();
    expect(await slow).toEqual([FIRST, FIRST]);
    expect(used?.database.open).toBe(false);
  });

  it('a reader that never stops sees no failure and no mixture while releases come and go', async () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST });
    const store = openStore(dataDir, {
      onError: (error) => {
        throw error;
      },
    });
    let publishing = true;
    const seen = new Set<string>();
    const mixed: string[] = [];
    const reader = async () => {
      while (publishing) {
        await store.read(async (snapshot) => {
          const first = releaseOf(snapshot).get()?.id;
          await nextTurn();
          const second = edition(snapshot);
          await nextTurn();
          const third = releaseOf(snapshot).get()?.id;
          if (first === undefined || first !== second || second !== third)
            mixed.push(`${first} ${second} ${third}`);
          seen.add(String(first));
        });
      }
    };
    const readers = [reader(), reader(), reader()];
    const published: string[] = [FIRST];
    for (let number = 1; number <= 12; number += 1) {
      const id = `20261102T0600${String(number).padStart(2, '0')}000Z-0002`;
      publishRelease(dataDir, { id });
      published.push(id);
      store.refresh();
      await nextTurn();
      await nextTurn();
      if (number % 3 === 0) {
        rollBack(dataDir, 'addresses');
        store.refresh();
        await nextTurn();
      }
      pruneReleases(dataDir, 'addresses', 2);
    }
    publishing = false;
    await Promise.all(readers);
    expect(mixed).toEqual([]);
    expect([...seen].sort()).toEqual(published);
  });

  it('refuses to read after it was closed, and lets what is under way end', async () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST });
    const store = openStore(dataDir);
    const gate = deferred<void>();
    const slow = store.read(async (snapshot) => {
      await gate.promise;
      return edition(snapshot);
    });
    store.close();
    await expect(store.read(edition)).rejects.toThrow(StoreClosedError);
    gate.resolve();
    expect(await slow).toBe(FIRST);
    publishRelease(dataDir, { id: SECOND });
    store.refresh();
    expect(store.current.database.open).toBe(false);
  });
});

describe.each(['missing', 'cut', 'another kind of file'])('a published file that is %s', (how) => {
  it('leaves the old release in use, is reported once, and is used as soon as it is there', async () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST });
    const errors: Error[] = [];
    const store = openStore(dataDir, { onError: (error) => errors.push(error) });
    publishRelease(dataDir, { id: SECOND });
    damage(dataDir, SECOND, how);
    store.refresh();
    store.refresh();
    expect(await store.read(edition)).toBe(FIRST);
    expect(errors).toEqual([expect.any(DatasetUnavailableError)]);
    expect(errors[0]?.cause).toBeInstanceOf(Error);

    // Put back as it was, under the same manifest.
    const manifest = readManifest(dataDir).groups.addresses;
    rmSync(releasePath(dataDir, 'addresses', SECOND), { force: true });
    publishRelease(dataDir, { id: SECOND });
    if (manifest !== undefined) setCurrent(dataDir, 'addresses', manifest);
    store.refresh();
    expect(await store.read(edition)).toBe(SECOND);
    expect(errors).toHaveLength(1);
  });

  it('makes only its own group unavailable at start', () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST });
    publishRelease(dataDir, { group: 'vehicles', id: FIRST });
    damage(dataDir, FIRST, how);
    const errors: Error[] = [];
    const store = openStore(dataDir, { onError: (error) => errors.push(error) });
    expect(() => store.current.require('addresses')).toThrow(DatasetUnavailableError);
    expect(store.current.require('vehicles').id).toBe(FIRST);
    expect(errors).toEqual([expect.objectContaining({ group: 'addresses', code: 'dataset_unavailable' })]);
  });

  it('holds up no other group', () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST });
    publishRelease(dataDir, { group: 'vehicles', id: FIRST });
    const store = openStore(dataDir);
    publishRelease(dataDir, { id: SECOND });
    damage(dataDir, SECOND, how);
    publishRelease(dataDir, { group: 'vehicles', id: SECOND });
    store.refresh();
    expect(store.current.require('addresses').id).toBe(FIRST);
    expect(store.current.require('vehicles').id).toBe(SECOND);
  });
});

describe('what is not as the manifest says', () => {
  it('a file that holds another release is not used', () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST });
    const errors: Error[] = [];
    const store = openStore(dataDir, { onError: (error) => errors.push(error) });
    setCurrent(dataDir, 'addresses', {
      release: THIRD,
      file: `addresses/${FIRST}.sqlite`,
      label: 'national',
      publishedAt: '2026-11-27T06:00:00.000Z',
    });
    store.refresh();
    expect(store.current.require('addresses')).toMatchObject({ id: FIRST, label: 'partial' });
    expect(String(errors[0]?.cause)).toContain(`does not hold the release ${THIRD}`);
  });

  it('a damaged manifest leaves the old releases in use, and is reported once', async () => {
    const dataDir = temporaryDataDir();
    publishRelease(dataDir, { id: FIRST });
    const errors: Error[] = [];
    const store = openStore(dataDir, { onError: (error) => errors.push(error) });
    writeFileSync(manifestPath(dataDir), '{');
    store.refresh();
    store.refresh();
    expect(await store.read(edition)).toBe(FIRST);
    expect(errors).toEqual([expect.any(ManifestError)]);
  });

  it('a damaged manifest stops the start, since nobody can tell what is to be served', () => {
    const dataDir = temporaryDataDir();
    writeFileSync(manifestPath(dataDir), '{');
    expect(() => new Store({ dataDir })).toThrow(ManifestError);
  });
});
