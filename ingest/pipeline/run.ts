import type { ReleaseLabel } from '../../db/groups.ts';
import { acquireLock, groupLockPath } from '../../db/lock.ts';
import { readManifest } from '../../db/manifest.ts';
import { schemaVersion } from '../../db/migrate.ts';
import {
  type Build,
  createDeferredIndexes,
  discardBuild,
  nextReleaseId,
  openBuild,
  pruneReleases,
  publishBuild,
  type ReleaseInfo,
  removeAbandonedBuilds,
  sealBuild,
} from '../../db/release.ts';
import type { FetchedFile, GroupDeclaration } from '../sources/source.ts';
import { CheckError, checkBuild, checkChanges } from './check.ts';
import { requireDiskSpace, withRemedy } from './disk-space.ts';
import { knownRelease, type OtherReleases, otherReleases, previousRelease } from './existing-releases.ts';
import { createFetcher, type FetcherOptions } from './fetch.ts';
import { codeVersion, fingerprintOf } from './fingerprint.ts';
import { BuildContext } from './load-context.ts';
import { fileKey, type PublishedDates, profileTables } from './profile.ts';
import { type ProgressReporter, SILENT, type Step } from './progress.ts';
import { writeQualityRows } from './quality-rows.ts';
import { writeReleaseRows } from './release-rows.ts';
import { errorCodeOf, type RunLog, type RunReport } from './run-report.ts';
import { userAgent } from './user-agent.ts';

export interface RunOptions {
  readonly dataDir: string;
  readonly label: ReleaseLabel;
  readonly log: RunLog;
  /** How many releases of a group stay on the disk, the served one included. */
  readonly keepReleases: number;
  /** Folder that stands in for the publishers; see mirror.ts. */
  readonly mirror?: string | undefined;
  /** Build also when the publishers have nothing new. */
  readonly force?: boolean;
  /** Everything but the publishing. */
  readonly dryRun?: boolean;
  /** Publish what differs much from the release before, and say so in the release and in the run's record. */
  readonly acceptChange?: boolean;
  /** Mail address or page of the operator, for the publishers. */
  readonly operatorContact?: string | undefined;
  /** Values of the settings that the sources' app tokens name. */
  readonly tokens?: Readonly<Record<string, string>>;
  readonly progress?: ProgressReporter;
  readonly signal?: AbortSignal;
  /** Patience of the downloads. */
  readonly downloads?: Pick<FetcherOptions, 'clock' | 'stallMs' | 'maximumTries'>;
  /** Free bytes of the disk that holds a folder. */
  readonly freeBytes?: (folder: string) => number;
}

/**
 * Brings one group up to date: gets the publishers' files, builds a release beside the one that is served, checks
 * it, and publishes it. Whatever fails, the old release stays and the run is recorded with the reason.
 * @throws LockedError when the group is being ingested already, FetchError, UnexpectedFormatError, CheckError, ...
 */
export async function runGroup<Files>(
  group: GroupDeclaration<Files>,
  options: RunOptions,
): Promise<RunReport> {
  const lock = acquireLock(groupLockPath(options.dataDir, group.id), `The ingest of ${group.id}`);
  try {
    return await recorded(group, options);
  } finally {
    lock.release();
  }
}

async function recorded<Files>(group: GroupDeclaration<Files>, options: RunOptions): Promise<RunReport> {
  const startedAt = new Date().toISOString();
  const report: RunReport = {
    group: group.id,
    label: options.label,
    outcome: 'failed',
    release: null,
    startedAt,
    finishedAt: startedAt,
    rows: {},
    rejected: [],
    notes: [],
    seconds: {},
    files: [],
    failures: [],
    accepted: [],
    messages: [],
  };
  const id = options.log.recordRunStart(group.id, startedAt);
  try {
    report.release = readManifest(options.dataDir).groups[group.id]?.release ?? null;
    await bringUpToDate(group, options, report);
  } catch (cause) {
    const error = withRemedy(cause, options.dataDir, group.id);
    report.finishedAt = new Date().toISOString();
    if (error instanceof CheckError) report.failures = error.failures;
    recordFailure(options, id, error, report);
    throw error;
  }
  report.finishedAt = new Date().toISOString();
  options.log.recordRunEnd(id, {
    outcome: report.outcome,
    ...(report.release === null ? {} : { release: report.release }),
    report,
  });
  return report;
}

/** Why the run failed matters more than that it cannot be recorded, e.g. because the disk is full. */
function recordFailure(options: RunOptions, id: number, error: unknown, report: RunReport): void {
  try {
    options.log.recordRunEnd(id, {
      outcome: 'failed',
      errorCode: errorCodeOf(error, options.signal?.aborted ?? false),
      error: (error as Error).message,
      report,
    });
  } catch (cause) {
    const text = `This run could not be recorded: ${(cause as Error).message}`;
    (options.progress ?? SILENT).message(report.group, text);
  }
}

/** The seven steps. */
async function bringUpToDate<Files>(
  group: GroupDeclaration<Files>,
  options: RunOptions,
  report: RunReport,
): Promise<void> {
  const { dataDir } = options;
  const timed = stepTimer(group, options, report);
  removeAbandonedBuilds(dataDir, group.id);
  requireDiskSpace(dataDir, group.id, options.freeBytes);

  const fetched = await timed('fetch', () => fetchFiles(group, options));
  const files = distinctFiles(group.files(fetched));
  report.files = files.map(({ sourceId, url, bytes, sha256, unchanged }) => ({
    sourceId,
    url,
    bytes,
    sha256,
    unchanged,
  }));

  const now = new Date();
  const versions = { codeVersion: codeVersion(), schemaVersion: schemaVersion(group.id) };
  const others = otherReleases(dataDir, group.reads ?? [], options.label);
  const info: ReleaseInfo = {
    id: nextReleaseId(dataDir, group.id, now),
    group: group.id,
    label: options.label,
    builtAt: now.toISOString(),
    ...versions,
    fingerprint: fingerprintOf({
      label: options.label,
      ...versions,
      declarations: group.sources,
      files,
      otherReleases: others,
    }),
  };
  const known = options.force === true ? undefined : knownRelease(dataDir, info);
  if (known !== undefined) {
    report.outcome = 'unchanged';
    tell(group, options, report, known);
    return;
  }

  const build = openBuild(dataDir, group.id, info.id);
  try {
    await makeRelease(group, options, report, { build, info, fetched, files, others, timed });
    if (options.dryRun === true) {
      discardBuild(build);
      report.outcome = 'checked';
      return;
    }
    await timed('publish', () => {
      publishBuild(dataDir, build, info);
      report.outcome = 'published';
      report.release = info.id;
    });
  } catch (error) {
    if (report.outcome !== 'published') discardBuild(build);
    throw error;
  }
  prune(group, options, report);
}

/** Steps 2 to 6: from files to a sealed build. */
async function makeRelease<Files>(
  group: GroupDeclaration<Files>,
  options: RunOptions,
  report: RunReport,
  work: {
    readonly build: Build;
    readonly info: ReleaseInfo;
    readonly fetched: Files;
    readonly files: readonly FetchedFile[];
    readonly others: OtherReleases;
    readonly timed: Timer;
  },
): Promise<void> {
  const { build, info, timed } = work;
  const context = new BuildContext({
    group: group.id,
    label: options.label,
    database: build.database,
    declarations: group.sources,
    otherReleases: work.others,
    progress: options.progress ?? SILENT,
    signal: options.signal ?? NEVER,
  });
  try {
    await timed('load', async () => {
      await group.load(context, work.fetched);
      context.commit();
    });
  } finally {
    report.rejected = context.rejections();
    report.notes = context.notes();
  }
  await timed('index', () =>
    createDeferredIndexes(build, () => {
      context.signal.throwIfAborted();
    }),
  );
  await timed('derive', () => {
    group.derive?.(context);
    context.commit();
    // Statistics of the tables that were derived just now.
    build.database.exec('PRAGMA optimize = 0x10002');
  });
  await timed('check', () => {
    const profiles = profileTables(build.database, group.tables);
    report.rows = Object.fromEntries(profiles.map(({ table, rows }) => [table, rows]));
    const previous = previousRelease(options.dataDir, group.id, (text) => tell(group, options, report, text));
    const dates = publishedDates(group, context, work.files);
    const changes = checkChanges(options.label, { profiles, dates }, previous);
    const accepted = options.acceptChange === true ? changes : [];
    const content = { declarations: group.sources, context, profiles };
    writeReleaseRows(build.database, { ...content, info, files: work.files });
    writeQualityRows(build.database, { ...content, label: options.label, previous, accepted });
    const others = checkBuild({
      database: build.database,
      label: options.label,
      profiles,
      rejected: rejectedCounts(group, context),
      minimumRows: group.minimumRows,
      maximumRejectedShare: group.maximumRejectedShare,
      canaries: group.canaries,
      invariants: group.invariants,
    });
    const failures = options.acceptChange === true ? others : [...changes, ...others];
    if (failures.length > 0) throw new CheckError(group.id, failures);
    report.accepted = accepted;
    sealBuild(build);
  });
}

function publishedDates(
  group: GroupDeclaration,
  context: BuildContext,
  files: readonly FetchedFile[],
): PublishedDates {
  return {
    sources: new Map(
      group.sources.map(({ id }) => {
        const { stateDate = null, dataYear = null } = context.facts(id);
        return [id, { stateDate, dataYear }];
      }),
    ),
    files: new Map(files.map((file) => [fileKey(file), file])),
  };
}

const NEVER = new AbortController().signal;

type Timer = <Result>(step: Step, work: () => Result | Promise<Result>) => Promise<Result>;

function stepTimer(group: GroupDeclaration, options: RunOptions, report: RunReport): Timer {
  const progress = options.progress ?? SILENT;
  return async (step, work) => {
    options.signal?.throwIfAborted();
    const started = performance.now();
    progress.stepStarted(group.id, step);
    try {
      return await work();
    } finally {
      const seconds = Math.round(performance.now() - started) / 1000;
      report.seconds[step] = seconds;
      progress.stepEnded(group.id, step, seconds);
    }
  };
}

async function fetchFiles<Files>(group: GroupDeclaration<Files>, options: RunOptions): Promise<Files> {
  const fetcher = createFetcher({
    group: group.id,
    label: options.label,
    declarations: group.sources,
    dataDir: options.dataDir,
    ...(options.mirror === undefined ? {} : { mirror: options.mirror }),
    userAgent: userAgent(options.operatorContact),
    tokens: options.tokens ?? {},
    signal: options.signal ?? NEVER,
    progress: options.progress ?? SILENT,
    ...options.downloads,
  });
  try {
    return await group.fetch(fetcher);
  } finally {
    await fetcher.close();
  }
}

function distinctFiles(files: readonly FetchedFile[]): FetchedFile[] {
  return [...new Map(files.map((file) => [`${file.sourceId} ${file.url}`, file])).values()];
}

function rejectedCounts(group: GroupDeclaration, context: BuildContext) {
  return group.sources.map(({ id }) => {
    const rejections = context.rejections().filter(({ sourceId }) => sourceId === id);
    const [first] = rejections.sort((one, other) => other.rows - one.rows);
    return {
      sourceId: id,
      rejected: context.rejectedRows(id),
      read: context.rowsRead(id),
      reason: first?.reason ?? '',
    };
  });
}

/** The new release is served already: what cannot be deleted is a message, not a failure. */
function prune(group: GroupDeclaration, options: RunOptions, report: RunReport): void {
  try {
    pruneReleases(options.dataDir, group.id, Math.max(0, options.keepReleases - 1));
  } catch (error) {
    tell(group, options, report, `Older releases could not be deleted: ${(error as Error).message}`);
  }
}

function tell(group: GroupDeclaration, options: RunOptions, report: RunReport, text: string): void {
  report.messages.push(text);
  (options.progress ?? SILENT).message(group.id, text);
}
