import type { Group } from '../groups.ts';
import type { Snapshot } from '../store.ts';

/**
 * Rows of each table of a group's release, as they were counted when it was built.
 * @throws DatasetUnavailableError when the group has no release
 */
export function releaseRows(snapshot: Snapshot, group: Group): Record<string, number> {
  snapshot.require(group);
  // Every release has a table of this name; the group, from the fixed list, says whose.
  const rows = snapshot.database
    .prepare<[], { name: string; rows: number }>(
      `SELECT "table" AS name, max(rows) AS rows FROM ${group}.column_profile GROUP BY 1 ORDER BY 1`,
    )
    .all();
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}
