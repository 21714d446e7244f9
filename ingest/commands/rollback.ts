import { acquireLock, groupLockPath } from '../../db/lock.ts';
import { Operations } from '../../db/operations.ts';
import { rollBack } from '../../db/release.ts';
import { type CommandContext, chooseGroup, EXIT, type ExitCode } from './context.ts';
import { toJson } from './json.ts';

/** Serves the release before the current one again, and remembers that it was a person's decision. */
export function rollback(context: CommandContext, name: string, options: { json?: boolean }): ExitCode {
  const group = chooseGroup(context.groups, name);
  const dataDir = context.settings.DATA_DIR;
  const lock = acquireLock(groupLockPath(dataDir, group), `The ingest of ${group}`);
  try {
    const startedAt = new Date().toISOString();
    const entry = rollBack(dataDir, group);
    const operations = new Operations(dataDir);
    try {
      const id = operations.recordRunStart(group, startedAt);
      operations.recordRunEnd(id, { outcome: 'rolled_back', release: entry.release, report: null });
    } finally {
      operations.close();
    }
    context.print(
      options.json === true
        ? toJson({ group, release: entry.release, label: entry.label })
        : `${group}: ${entry.release} (${entry.label}) is served again. The next ingest publishes only what is new; ` +
            `"npm run ingest -- ${group} --force" publishes the same again.`,
    );
    return EXIT.ok;
  } finally {
    lock.release();
  }
}
