import type { Database } from 'better-sqlite3';
import type { ReleaseLabel } from '../../db/groups.ts';
import { integrityProblems } from '../../db/release.ts';
import type { Canary, Invariant } from '../sources/source.ts';
import type { PreviousRelease, PublishedDates, TableProfile } from './profile.ts';

/** A table that loses more than this share of its rows was not loaded whole. */
const LARGEST_ROW_DROP = 0.02;
/** A column that was mostly filled and loses more than this share of its values was not read. */
const LARGEST_NULL_RISE = 0.1;
const MOSTLY_FILLED = 0.5;
/** A column that held values in less than this share of the rows may run empty by itself. */
const SMALLEST_FILLED_SHARE = 0.01;

export type CheckName =
  | 'empty'
  | 'minimum_rows'
  | 'row_drop'
  | 'null_share'
  | 'older_data'
  | 'rejected_share'
  | 'canary'
  | 'invariant'
  | 'integrity'
  | 'label';

/** Why a build is not published: one sentence with what was expected, what was found and what to do. */
export interface CheckFailure {
  readonly check: CheckName;
  readonly text: string;
}

/** The build failed its checks; the release that was served stays. */
export class CheckError extends Error {
  override readonly name = 'CheckError';
  readonly code = 'check_failed';
  readonly failures: readonly CheckFailure[];

  constructor(group: string, failures: readonly CheckFailure[]) {
    super(
      `The new release of ${group} was not published, the one before stays in use:\n` +
        failures.map((failure) => `  - ${failure.text}`).join('\n'),
    );
    this.failures = failures;
  }
}

const ACCEPT = 'If the publisher really changed so much, run once more with --accept-change.';

/** A release without a single row is never right, whatever it is called. */
export function checkNotEmpty(profiles: readonly TableProfile[]): CheckFailure[] {
  if (profiles.some((profile) => profile.rows > 0)) return [];
  return [
    {
      check: 'empty',
      text: 'Expected rows, found none in any table: look at the rejected rows of this run.',
    },
  ];
}

/** Floors of a national release. */
export function checkMinimumRows(
  profiles: readonly TableProfile[],
  minimumRows: Readonly<Record<string, number>>,
): CheckFailure[] {
  return Object.entries(minimumRows).flatMap(([table, minimum]) => {
    const rows = profiles.find((profile) => profile.table === table)?.rows ?? 0;
    if (rows >= minimum) return [];
    const text =
      `${table}: expected at least ${amount(minimum)} rows for the whole country, found ${amount(rows)}. ` +
      'Look whether the publisher served all of it; a part of the country is loaded with --label partial.';
    return [{ check: 'minimum_rows', text }];
  });
}

/** Rows that went missing since the release before. Growth is what registers do. */
export function checkRowDrops(
  profiles: readonly TableProfile[],
  previous: readonly TableProfile[],
): CheckFailure[] {
  return profiles.flatMap((profile) => {
    const before = previous.find((candidate) => candidate.table === profile.table)?.rows ?? 0;
    if (profile.rows >= before * (1 - LARGEST_ROW_DROP)) return [];
    const drop = percent((before - profile.rows) / before);
    const text =
      `${profile.table}: expected at most ${percent(LARGEST_ROW_DROP)} fewer rows than the ${amount(before)} of the ` +
      `release before, found ${amount(profile.rows)}, ${drop} fewer. ${ACCEPT}`;
    return [{ check: 'row_drop', text }];
  });
}

/** Columns that lost their values since the release before: renamed, moved or no longer published. */
export function checkNullShares(
  profiles: readonly TableProfile[],
  previous: readonly TableProfile[],
): CheckFailure[] {
  return profiles.flatMap((profile) => {
    const before = previous.find((candidate) => candidate.table === profile.table);
    // A table without rows is the business of the other checks.
    if (before === undefined || before.rows === 0 || profile.rows === 0) return [];
    return Object.entries(profile.nullShares).flatMap(([column, share]) => {
      const shareBefore = before.nullShares[column];
      if (shareBefore === undefined || !lostValues(shareBefore, share)) return [];
      // New rows without a value, such as a year that is published in instalments, take no values away.
      if (profile.rows * (1 - share) >= before.rows * (1 - shareBefore)) return [];
      const text =
        `${profile.table}.${column}: expected about ${percent(shareBefore)} empty as in the release before, ` +
        `found ${percent(share)} empty. See whether the publisher renamed or emptied the column. ${ACCEPT}`;
      return [{ check: 'null_share', text }];
    });
  });
}

function lostValues(before: number, after: number): boolean {
  if (after === 1) return 1 - before >= SMALLEST_FILLED_SHARE;
  return before < MOSTLY_FILLED && after - before > LARGEST_NULL_RISE;
}

export interface RejectedCount {
  readonly sourceId: string;
  readonly rejected: number;
  readonly read: number;
  /** The most frequent reason, for the message. */
  readonly reason: string;
}

/** Rows that the parser could not use. */
export function checkRejectedShares(counts: readonly RejectedCount[], maximumShare: number): CheckFailure[] {
  return counts.flatMap(({ sourceId, rejected, read, reason }) => {
    const share = read === 0 ? 0 : rejected / read;
    if (share <= maximumShare) return [];
    const text =
      `${sourceId}: expected at most ${percent(maximumShare)} rejected rows, found ${percent(share)} ` +
      `(${amount(rejected)} of ${amount(read)}), most often "${reason}". The publisher probably changed the ` +
      'format: compare the examples in the report with the source.';
    return [{ check: 'rejected_share', text }];
  });
}

/** Known keys that a national release must hold. */
export function checkCanaries(database: Database, canaries: readonly Canary[]): CheckFailure[] {
  return canaries.flatMap((canary) => {
    if (database.prepare(canary.sql).get() !== undefined) return [];
    const text =
      `Expected to find ${canary.name}, found nothing: part of the data is missing or cannot be read. ` +
      'If it was really withdrawn, choose another canary in the source.';
    return [{ check: 'canary', text }];
  });
}

/** Rules of the data themselves. */
export function checkInvariants(database: Database, invariants: readonly Invariant[]): CheckFailure[] {
  return invariants.flatMap((invariant) => {
    const broken = Number(database.prepare(invariant.sql).pluck().get() ?? 0);
    const tolerated = invariant.tolerated ?? 0;
    if (broken <= tolerated) return [];
    const allowed = tolerated === 0 ? 'no exception' : `at most ${amount(tolerated)} exceptions`;
    const text =
      `${invariant.name}: expected ${allowed}, found ${amount(broken)}. ` +
      'The columns of the publisher probably mean something else than before.';
    return [{ check: 'invariant', text }];
  });
}

/** The file itself: damaged pages, rows that name rows that do not exist. */
export function checkIntegrity(database: Database): CheckFailure[] {
  return integrityProblems(database).map((problem) => ({
    check: 'integrity',
    text: `Expected a sound file, found: ${problem}. Check the disk if this is about pages, else the source.`,
  }));
}

/** National data are not replaced by a part of them or by the sample by mistake, e.g. by a test with a mirror. */
export function checkLabel(label: ReleaseLabel, previous: ReleaseLabel): CheckFailure[] {
  if (label === 'national' || previous !== 'national') return [];
  const text =
    `Expected a national release to follow the national one that is served, found a ${label} one. ` +
    'Use another DATA_DIR for it, or run once more with --accept-change.';
  return [{ check: 'label', text }];
}

/** Data that are older than those that are served: a publisher's cache, or a server put back from a backup. */
export function checkDates(dates: PublishedDates, previous: PublishedDates): CheckFailure[] {
  const remedy = `The publisher probably served an older file: run again later. ${ACCEPT}`;
  const failures: CheckFailure[] = [];
  for (const [id, { stateDate, dataYear }] of dates.sources) {
    const before = previous.sources.get(id);
    const [found, served] =
      stateDate !== null && before?.stateDate != null
        ? [stateDate, before.stateDate]
        : [dataYear ?? 0, dataYear === null ? 0 : (before?.dataYear ?? 0)];
    if (found >= served) continue;
    const text = `${id}: expected data of ${served}, as in the release before, or newer, found those of ${found}. ${remedy}`;
    failures.push({ check: 'older_data', text });
  }
  for (const [key, { sha256, lastModified }] of dates.files) {
    const before = previous.files.get(key);
    if (before === undefined || before.sha256 === sha256) continue;
    // Either is NaN, and the comparison false, where the publisher says nothing that can be read.
    if (!(Date.parse(lastModified ?? '') < Date.parse(before.lastModified ?? ''))) continue;
    const text =
      `${key.replace(' ', ': ')}: expected a file that was last modified on ${before.lastModified}, as the one before, ` +
      `or later, found one of ${lastModified}. ${remedy}`;
    failures.push({ check: 'older_data', text });
  }
  return failures;
}

/**
 * What differs too much from the release before. Only this may be let through, with `--accept-change`: a publisher
 * can have a reason for it, while no reason makes a damaged file or broken rules right.
 */
export function checkChanges(
  label: ReleaseLabel,
  { profiles, dates }: Pick<PreviousRelease, 'profiles' | 'dates'>,
  previous: PreviousRelease | undefined,
): CheckFailure[] {
  if (previous === undefined) return [];
  if (previous.label !== label) return checkLabel(label, previous.label);
  return [
    ...checkRowDrops(profiles, previous.profiles),
    ...checkNullShares(profiles, previous.profiles),
    ...checkDates(dates, previous.dates),
  ];
}

export interface CheckInput {
  readonly database: Database;
  readonly label: ReleaseLabel;
  readonly profiles: readonly TableProfile[];
  readonly rejected: readonly RejectedCount[];
  readonly minimumRows: Readonly<Record<string, number>>;
  readonly maximumRejectedShare: number;
  readonly canaries: readonly Canary[];
  readonly invariants: readonly Invariant[];
}

/** Everything that must hold in a build whatever was there before. Returns what does not. */
export function checkBuild(input: CheckInput): CheckFailure[] {
  const { database, label, profiles } = input;
  const national = label === 'national';
  return [
    ...checkNotEmpty(profiles),
    ...(national ? checkMinimumRows(profiles, input.minimumRows) : []),
    ...checkRejectedShares(input.rejected, input.maximumRejectedShare),
    ...(national ? checkCanaries(database, input.canaries) : []),
    ...checkInvariants(database, input.invariants),
    ...checkIntegrity(database),
  ];
}

function amount(count: number): string {
  return count.toLocaleString('en');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
