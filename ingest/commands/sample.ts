import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Group } from '../../db/groups.ts';
import { readManifest } from '../../db/manifest.ts';
import { schemaVersion } from '../../db/migrate.ts';
import { readReleaseInfo } from '../../db/release.ts';
import { SILENT } from '../pipeline/progress.ts';
import { type CommandContext, EXIT, type ExitCode } from './context.ts';
import { resultLine, runGroups } from './ingest.ts';

/** The publishers' files in small, bundled with the code; a mirror folder like any other. */
const SAMPLE_MIRROR = fileURLToPath(new URL('../sample', import.meta.url));

export interface SampleOptions {
  /** Only where a store holds nothing but the sample, or nothing at all. */
  readonly ifEmpty?: boolean | undefined;
}

/** Loads the bundled sample, so that a fresh installation can answer at once. */
export async function sample(context: CommandContext, options: SampleOptions): Promise<ExitCode> {
  const dataDir = context.settings.DATA_DIR;
  const wanted = options.ifEmpty === true ? groupsWithoutData(dataDir, context) : undefined;
  const groups = context.groups.filter((group) => wanted?.has(group.id) ?? true);
  if (groups.length === 0) return EXIT.ok;
  const results = await runGroups(
    { ...context, progress: SILENT },
    groups,
    { label: 'sample', mirror: SAMPLE_MIRROR },
    (result) => {
      if (result.error === null) context.print(resultLine(result));
      else context.warn(resultLine(result));
    },
  );
  return results.every((result) => result.error === null) ? EXIT.ok : EXIT.failed;
}

/**
 * The groups to fill at a start: those without a release, and samples made for other tables than this version has.
 * None at all as soon as one group holds real data: a sample beside those would only confuse.
 */
function groupsWithoutData(dataDir: string, context: CommandContext): Set<Group> {
  const served = readManifest(dataDir).groups;
  if (Object.values(served).some((entry) => entry.label !== 'sample')) return new Set();
  return new Set(
    context.groups
      .map((group) => group.id)
      .filter((id) => {
        const entry = served[id];
        return entry === undefined || isOutdated(id, join(dataDir, entry.file));
      }),
  );
}

function isOutdated(group: Group, path: string): boolean {
  try {
    return readReleaseInfo(path).schemaVersion !== schemaVersion(group);
  } catch {
    // A sample that cannot be read is made again.
    return true;
  }
}
