import { GROUPS, type Group } from '../../db/groups.ts';
import { type RunStatus, readRunStatus } from '../../db/operations.ts';
import { releaseRows } from '../../db/queries/release-rows.ts';
import { readReleaseQuality } from '../../db/release-quality.ts';
import type { AttachedRelease, Snapshot } from '../../db/store.ts';
import { daysBetween } from '../calendar.ts';
import type { GroupStatus, Status } from '../schemas/status.ts';
import { VERSION } from '../version.ts';

/** What is served, from which sources and how old, and what is known of the ingest's runs. */
export function serviceStatus(snapshot: Snapshot, dataDir: string, today: string): Status {
  const runs = readRunStatus(dataDir);
  return {
    version: VERSION,
    today,
    groups: GROUPS.map((group) => groupStatus(snapshot, group, runs[group], today)),
  };
}

function groupStatus(snapshot: Snapshot, group: Group, runs: RunStatus, today: string): GroupStatus {
  const release = snapshot.releases[group];
  const { lastRun, plannedRun } = runs;
  return {
    group,
    available: release !== undefined,
    release: release === undefined ? null : releaseStatus(snapshot, release, today),
    last_run:
      lastRun === null
        ? null
        : {
            started_at: lastRun.startedAt,
            finished_at: lastRun.finishedAt,
            outcome: lastRun.outcome,
            // The sentence beside it may name folders of this machine; operators read it with the CLI.
            error_code: lastRun.errorCode,
          },
    next_run_at: plannedRun?.dueAt ?? null,
  };
}

/** Examples of rejected rows stay with the operator: they are the publisher's rows, and some name a plate. */
function releaseStatus(
  snapshot: Snapshot,
  release: AttachedRelease,
  today: string,
): NonNullable<GroupStatus['release']> {
  const quality = readReleaseQuality(snapshot.database, release.group);
  return {
    id: release.id,
    label: release.label,
    built_at: release.builtAt,
    published_at: release.publishedAt,
    rows: releaseRows(snapshot, release.group),
    rows_before: quality.rowsBefore,
    null_share_changes: quality.nullShareChanges.map(({ table, column, shareBefore, share }) => ({
      table,
      column,
      share_before: shareBefore,
      share,
    })),
    accepted_changes: quality.accepted,
    sources: [...release.sources.values()].map((source) => {
      const read = quality.sources.get(source.id);
      return {
        id: source.id,
        name: source.name,
        edition: source.edition,
        data_year: source.dataYear,
        state_date: source.stateDate,
        age_days: source.stateDate === null ? null : daysBetween(source.stateDate, today),
        retrieved_at: source.retrievedAt,
        rows_read: read?.rowsRead ?? null,
        rows_read_before: read?.rowsReadBefore ?? null,
        rejected_rows: source.rejectedRows,
        rejections: (read?.rejections ?? []).map(({ reason, rows }) => ({ reason, rows })),
        new_columns: read?.newColumns ?? [],
      };
    }),
  };
}
