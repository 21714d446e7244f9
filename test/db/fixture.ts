import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { onTestFinished } from 'vitest';
import type { Group, ReleaseLabel } from '../../db/groups.ts';
import type { ManifestEntry } from '../../db/manifest.ts';
import { schemaVersion } from '../../db/migrate.ts';
import {
  type Build,
  createDeferredIndexes,
  openBuild,
  publishBuild,
  type ReleaseInfo,
  sealBuild,
} from '../../db/release.ts';
import { release, source, sourceFile } from '../../db/schema/release.ts';

/** A data folder of its own, removed after the test. */
export function temporaryDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface ReleaseOptions {
  group?: Group;
  id: string;
  label?: ReleaseLabel;
}

/** The description of a small release; its one source carries the release's id as its edition. */
export function releaseInfo({ group = 'addresses', id, label = 'partial' }: ReleaseOptions): ReleaseInfo {
  return {
    id,
    group,
    label,
    builtAt: '2026-11-27T06:00:00.000Z',
    codeVersion: '0.1.0',
    schemaVersion: schemaVersion(group),
    fingerprint: `fingerprint of ${id}`,
  };
}

/** Builds a release file with everything but data rows, up to the moment before it is published. */
export function sealedRelease(dataDir: string, options: ReleaseOptions): { build: Build; info: ReleaseInfo } {
  const info = releaseInfo(options);
  const build = openBuild(dataDir, info.group, info.id);
  const database = drizzle(build.database);
  database.insert(release).values(info).run();
  database
    .insert(source)
    .values({
      id: 'bag-extract',
      name: 'Addresses and buildings',
      publisher: 'Kadaster',
      licence: 'CC0-1.0',
      licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
      attribution: 'Kadaster, Basisregistratie Adressen en Gebouwen',
      url: 'https://www.kadaster.nl/zakelijk/producten/adressen-en-gebouwen/bag-2.0-extract',
      edition: info.id,
      stateDate: '2026-11-08',
      rejectedRows: 3,
    })
    .run();
  for (const retrievedAt of ['2026-11-10T02:00:00.000Z', '2026-11-12T02:00:00.000Z']) {
    database
      .insert(sourceFile)
      .values({ sourceId: 'bag-extract', url: 'https://example.org', sha256: 'a', bytes: 1, retrievedAt })
      .run();
  }
  createDeferredIndexes(build);
  sealBuild(build);
  return { build, info };
}

export function publishRelease(dataDir: string, options: ReleaseOptions): ManifestEntry {
  const { build, info } = sealedRelease(dataDir, options);
  return publishBuild(dataDir, build, info);
}
