import type { ReleaseLabel } from '../../db/groups.ts';
import { readManifest } from '../../db/manifest.ts';
import { openSnapshot, type Snapshot } from '../../db/store.ts';
import { runGroup } from '../../ingest/pipeline/run.ts';
import type { RunReport } from '../../ingest/pipeline/run-report.ts';
import type { GroupDeclaration, SourceOverride } from '../../ingest/sources/source.ts';

const NO_LOG = { recordRunStart: () => 1, recordRunEnd: () => {} };

export interface MirrorRun {
  readonly dataDir: string;
  readonly mirror: string;
  readonly label?: ReleaseLabel;
  /** By source id. */
  readonly overrides?: Readonly<Record<string, SourceOverride>>;
}

/** Takes a group through the whole pipeline, from a mirror folder to a published release. */
export function ingestFromMirror<Files>(
  group: GroupDeclaration<Files>,
  { dataDir, mirror, label = 'partial', overrides = {} }: MirrorRun,
): Promise<RunReport> {
  const sources = group.sources.map((source) => ({ ...source, ...overrides[source.id] }));
  return runGroup({ ...group, sources }, { dataDir, mirror, label, log: NO_LOG, keepReleases: 2 });
}

/** What a server would see of a data folder. The caller closes its database. */
export function snapshotOf(dataDir: string): Snapshot {
  return openSnapshot(dataDir, readManifest(dataDir));
}
