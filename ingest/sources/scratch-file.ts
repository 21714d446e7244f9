import { rmSync } from 'node:fs';
import type { Database } from 'better-sqlite3';

/** A database for what a load must put in order first, attached to the build as `stage`. */
export interface ScratchFile {
  /** Detaches and deletes it, so that none of its pages are left in the release. */
  close(): void;
}

/**
 * Attaches an empty scratch file to a build. It lies beside the build, under its name: what a killed run leaves is
 * removed with its abandoned build.
 * @param cacheKib memory for its pages; little is enough for tables that are written and read once, in their order
 */
export function attachScratchFile(database: Database, cacheKib: number): ScratchFile {
  const path = database.memory ? '' : `${database.name}-scratch`;
  if (path !== '') rmSync(path, { force: true });
  database.prepare('ATTACH DATABASE ? AS stage').run(path);
  database.pragma('stage.page_size = 8192');
  // Its rollback journal stays on the disk: the driver refuses to do without one, and in memory it would grow with
  // every page that a statement over a whole table changes.
  database.pragma('stage.synchronous = OFF');
  database.pragma(`stage.cache_size = -${Math.trunc(cacheKib)}`);
  return {
    close() {
      if (!database.open) return;
      if (database.inTransaction) database.exec('COMMIT');
      database.exec('DETACH DATABASE stage');
      if (path !== '') rmSync(path, { force: true });
    },
  };
}
