import { createHash } from 'node:crypto';
import { GROUPS } from '../../db/groups.ts';
import { type ReleaseFile, releaseFiles } from '../../db/queries/release-files.ts';
import { readReleaseQuality } from '../../db/release-quality.ts';
import type { AttachedRelease, Snapshot } from '../../db/store.ts';
import type { Config } from '../config.ts';
import { liveSources } from '../live/live-sources.ts';
import type { Provenance, ProvenanceDataset } from '../schemas/provenance.ts';
import { VERSION } from '../version.ts';

/** Whose data are served, under which licence and from which files: as the releases tell, and what is asked live. */
export function provenance(snapshot: Snapshot, { publicBaseUrl, live }: Config): Provenance {
  const loaded = GROUPS.flatMap((group) => {
    const release = snapshot.releases[group];
    return release === undefined ? [] : datasetsOf(snapshot, release);
  });
  return {
    version: 1,
    service: publicBaseUrl,
    software: { name: 'Dutch address and vehicle facts', version: VERSION, licence: 'MIT' },
    terms:
      'The facts of each data set stay under its own licence. Where that is CC BY, show the attribution with the facts, and say what you changed; CC0 and public-domain data ask for nothing, and naming the publisher is good manners. Answers name in `source` the data sets that they are made from.',
    datasets: [...loaded, ...askedLive(live)],
  };
}

function datasetsOf(snapshot: Snapshot, release: AttachedRelease): ProvenanceDataset[] {
  const { group, id: releaseId, label, sources } = release;
  const files = releaseFiles(snapshot, group);
  const quality = readReleaseQuality(snapshot.database, group).sources;
  return [...sources.values()].flatMap((source) => {
    const own = files.filter(({ sourceId }) => sourceId === source.id);
    const rowCount = quality.get(source.id)?.rowsRead ?? null;
    // Declared in case another is missing, and not needed.
    if (own.length === 0 && rowCount === null) return [];
    return {
      id: source.id,
      name: source.name,
      publisher: source.publisher,
      licence: source.licence,
      licence_url: source.licenceUrl,
      attribution: source.attribution,
      url: source.url,
      mode: label === 'sample' ? 'sample' : 'local',
      available: true,
      group,
      release_id: releaseId,
      edition: source.edition,
      data_year: source.dataYear,
      state_date: source.stateDate,
      retrieved_at: source.retrievedAt,
      sha256: digestOf(own),
      row_count: rowCount,
      rejected_rows: source.rejectedRows,
      files: own.map(({ url, sha256, bytes, retrievedAt }) => ({
        url,
        sha256,
        bytes,
        retrieved_at: retrievedAt,
      })),
    };
  });
}

/** One digest for a source: that of its file, or of the list of its files' digests. */
function digestOf(files: readonly ReleaseFile[]): string | null {
  const [first, ...others] = files;
  if (first === undefined) return null;
  if (others.length === 0) return first.sha256;
  const lines = files.map(({ sha256 }) => `${sha256}\n`).join('');
  return createHash('sha256').update(lines).digest('hex');
}

function askedLive(settings: Config['live']): ProvenanceDataset[] {
  return liveSources(settings).map(({ source, isAsked }) => ({
    id: source.id,
    name: source.name,
    publisher: source.publisher,
    licence: source.licence,
    licence_url: source.licenceUrl,
    attribution: source.attribution,
    url: source.url,
    mode: 'live',
    available: isAsked,
    group: null,
    release_id: null,
    edition: null,
    data_year: null,
    state_date: null,
    retrieved_at: null,
    sha256: null,
    row_count: null,
    rejected_rows: null,
    files: [],
  }));
}
