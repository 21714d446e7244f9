import type { Group, ReleaseLabel } from '../../db/groups.ts';
import type { FetchedFile } from '../sources/source.ts';
import type { CheckFailure } from './check.ts';
import type { Note, Rejection } from './load-context.ts';
import type { Step } from './progress.ts';

/**
 * How a run ended:
 * - `published`: there is a new release
 * - `unchanged`: the publishers have nothing new
 * - `checked`: a dry run; the build passed and was thrown away
 * - `failed`: the release before stays in use
 */
export type RunOutcome = 'published' | 'unchanged' | 'checked' | 'failed';

/** What a run did, for the operator and for the record of runs. */
export interface RunReport {
  readonly group: Group;
  readonly label: ReleaseLabel;
  outcome: RunOutcome;
  /** The release that is served after the run; null when there is none. */
  release: string | null;
  readonly startedAt: string;
  finishedAt: string;
  /** Rows by table. */
  rows: Readonly<Record<string, number>>;
  rejected: readonly Rejection[];
  notes: readonly Note[];
  readonly seconds: Partial<Record<Step, number>>;
  files: readonly Pick<FetchedFile, 'sourceId' | 'url' | 'bytes' | 'sha256' | 'unchanged'>[];
  failures: readonly CheckFailure[];
  /** Checks that failed and were let through with `--accept-change`. */
  accepted: readonly CheckFailure[];
  /** What else the operator should know. */
  readonly messages: string[];
}

/** How a run ended, as it is recorded. */
export interface RunEnd {
  readonly outcome: RunOutcome;
  readonly release?: string;
  /** Stable code of the failure. */
  readonly errorCode?: string;
  /** The failure in a sentence. */
  readonly error?: string;
  readonly report: RunReport;
}

/** Where runs are recorded. */
export interface RunLog {
  /** @returns the run's number, for {@link RunLog.recordRunEnd} */
  recordRunStart(group: Group, startedAt: string): number;
  recordRunEnd(id: number, end: RunEnd): void;
}

/** The stable code of a failure: that of the typed errors, else one for what the system refused. */
export function errorCodeOf(error: unknown, stopped: boolean): string {
  if (stopped) return 'stopped';
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return 'internal_error';
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL') return 'disk_full';
  return /^[a-z][a-z_]*$/.test(code) ? code : 'internal_error';
}
