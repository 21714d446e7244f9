import type { Group } from '../../db/groups.ts';
import { release } from '../../db/schema/release.ts';
import { CC0, type GroupDeclaration, type SourceDeclaration } from '../../ingest/sources/source.ts';

/** A source that is declared like a real one and has nothing to download. */
export function sourceDeclaration(id: string, cron: string): SourceDeclaration {
  return {
    id,
    name: `Register of ${id}`,
    publisher: 'The publisher',
    licence: CC0,
    attribution: 'The publisher',
    homepage: 'https://example.org',
    cadence: 'daily',
    cron,
    urls: {},
  };
}

/** A group of such sources, keyed by id with the cron expression of each. */
export function groupDeclaration(
  id: Group,
  crons: Readonly<Record<string, string>>,
  behaviour: Partial<Pick<GroupDeclaration, 'fetch' | 'load' | 'tables'>> = {},
): GroupDeclaration {
  return {
    id,
    sources: Object.entries(crons).map(([source, cron]) => sourceDeclaration(source, cron)),
    fetch: () => Promise.resolve(undefined),
    files: () => [],
    load: () => Promise.resolve(),
    tables: [release],
    minimumRows: {},
    canaries: [],
    invariants: [],
    maximumRejectedShare: 0.01,
    ...behaviour,
  };
}
