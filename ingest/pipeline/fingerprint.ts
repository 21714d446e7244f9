import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReleaseLabel } from '../../db/groups.ts';
import type { FetchedFile, SourceDeclaration } from '../sources/source.ts';
import type { OtherReleases } from './existing-releases.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What decides what a release holds, besides the publishers' files. */
const CODE_FOLDERS = ['ingest/sources', 'ingest/formats', 'ingest/pipeline', 'db'];

let version: string | undefined;

/**
 * The package's version and a hash of the code that makes releases, e.g. `0.1.0+1f2e3d4c5b6a`. With the version
 * alone, data would not be loaded again after a parser was corrected.
 */
export function codeVersion(): string {
  version ??= computeCodeVersion();
  return version;
}

export function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}

function computeCodeVersion(): string {
  const hash = createHash('sha256');
  for (const folder of CODE_FOLDERS) {
    const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
    // The same on every system: some list with backslashes and in another order.
    for (const name of names.map((entry) => entry.replaceAll('\\', '/')).sort()) {
      if (!/\.(ts|json)$/.test(name)) continue;
      hash
        .update(`${folder}/${name}\0`)
        .update(readFileSync(join(ROOT, folder, name)))
        .update('\0');
    }
  }
  return `${packageVersion()}+${hash.digest('hex').slice(0, 12)}`;
}

/**
 * Hash of everything that decides what a release holds: files, settings of the sources, code, schema, label, and the
 * releases of other groups that are read. Two builds with the same fingerprint would hold the same rows.
 */
export function fingerprintOf(input: {
  readonly label: ReleaseLabel;
  readonly codeVersion: string;
  readonly schemaVersion: string;
  readonly declarations: readonly SourceDeclaration[];
  readonly files: readonly FetchedFile[];
  readonly otherReleases: OtherReleases;
}): string {
  const settings = input.declarations.map(({ id, urls, editions, options }) => ({
    id,
    urls,
    editions,
    options,
  }));
  const files = input.files.map(({ sourceId, url, sha256 }) => `${sourceId} ${url} ${sha256}`).sort();
  const others = [...input.otherReleases].map(([group, release]) => `${group} ${release?.id ?? ''}`).sort();
  return createHash('sha256')
    .update(JSON.stringify([input.label, input.codeVersion, input.schemaVersion, settings, files, others]))
    .digest('hex');
}
