/**
 * The inspections of one vehicle, put together from what inspecting bodies reported and from the defects they found.
 * The two are published apart. Only approvals are reported, so an attempt that failed shows only in its defects.
 */
export interface InspectionHistory {
  /** The oldest day of which any inspection of any vehicle is held, `YYYY-MM-DD`: not the vehicle's whole life. */
  readonly since: string | null;
  /** Newest first. */
  readonly inspections: readonly VehicleInspection[];
}

export interface VehicleInspection {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM`, of the earliest report of the day; null where none is stated. */
  readonly time: string | null;
  /** e.g. `AL` */
  readonly authorityCode: string | null;
  /** e.g. `APK Lichte voertuigen` */
  readonly authority: string | null;
  /** e.g. `periodieke controle`; null for an attempt of which only the defects are known. */
  readonly kind: string | null;
  /** False where defects were found and no report followed that day: rejected, or repaired on the spot. */
  readonly reported: boolean;
  readonly validUntil: string | null;
  readonly defects: readonly FoundDefect[];
}

export interface FoundDefect {
  /** Text: `031` and `31` are two defects. */
  readonly code: string;
  /** How often it was found; null where that is not stated. */
  readonly count: number | null;
  /** The publisher's Dutch text, cut off after 60 characters; null for a code that its catalogue lacks. */
  readonly description: string | null;
}

export interface InspectionReport {
  readonly date: string;
  readonly time: string | null;
  readonly authorityCode: string | null;
  readonly authority: string | null;
  readonly kind: string | null;
  readonly validUntil: string | null;
}

export interface DefectReport extends FoundDefect {
  readonly date: string;
  readonly time: string | null;
  readonly authorityCode: string | null;
}

interface Draft extends InspectionReport {
  readonly reported: boolean;
  readonly defects: FoundDefect[];
}

/**
 * Attaches the defects to the reports.
 *
 * A defect belongs to the report of the same day by the same kind of body: to that of the same minute where there is
 * one, else to the first of the day. Two reports of one kind on one day are one inspection: the earlier is the test,
 * the later puts its expiry date right. Reports of one minute by bodies of different kinds stay apart.
 * @returns newest first
 */
export function assembleInspections(
  reports: readonly InspectionReport[],
  defects: readonly DefectReport[],
): VehicleInspection[] {
  const drafts: Draft[] = [];
  // By minute, so that the first of a day comes first.
  for (const report of [...reports].sort((one, other) => byTime(one, other) || byBody(one, other))) {
    const earlier = drafts.findIndex((draft) => isSameTest(draft, report));
    const found = drafts[earlier];
    if (found === undefined) drafts.push({ ...report, reported: true, defects: [] });
    else drafts[earlier] = { ...found, validUntil: report.validUntil ?? found.validUntil };
  }
  for (const { date, time, authorityCode, ...defect } of [...defects].sort(byTime)) {
    let draft = draftFor(drafts, { date, time, authorityCode });
    if (draft === undefined) {
      draft = {
        date,
        time,
        authorityCode,
        authority: drafts.find((other) => other.authorityCode === authorityCode)?.authority ?? null,
        kind: null,
        reported: false,
        validUntil: null,
        defects: [],
      };
      drafts.push(draft);
    }
    addDefect(draft.defects, defect);
  }
  for (const { defects: found } of drafts) found.sort((one, other) => compare(one.code, other.code));
  return drafts.sort((one, other) => byTime(other, one) || byBody(one, other));
}

function isSameTest(draft: Draft, report: InspectionReport): boolean {
  return (
    draft.date === report.date && draft.authorityCode === report.authorityCode && draft.kind === report.kind
  );
}

function draftFor(
  drafts: readonly Draft[],
  { date, time, authorityCode }: Pick<DefectReport, 'date' | 'time' | 'authorityCode'>,
): Draft | undefined {
  const ofDay = drafts.filter(
    (draft) =>
      draft.date === date &&
      (draft.authorityCode === authorityCode || draft.authorityCode === null || authorityCode === null),
  );
  return ofDay.find((draft) => draft.time === time) ?? ofDay[0];
}

/** A defect of a rejected attempt that stands again at the re-test of the same day is one defect. */
function addDefect(defects: FoundDefect[], defect: FoundDefect): void {
  const at = defects.findIndex(({ code }) => code === defect.code);
  const found = defects[at];
  if (found === undefined) defects.push(defect);
  else if ((defect.count ?? 0) > (found.count ?? 0)) defects[at] = defect;
}

function byTime(
  one: Pick<InspectionReport, 'date' | 'time'>,
  other: Pick<InspectionReport, 'date' | 'time'>,
): number {
  return compare(one.date, other.date) || compare(one.time ?? '', other.time ?? '');
}

/** What was reported in one minute comes in the same order in every release. */
function byBody(one: InspectionReport, other: InspectionReport): number {
  return (
    compare(one.authorityCode ?? '', other.authorityCode ?? '') || compare(one.kind ?? '', other.kind ?? '')
  );
}

/** Code units: days, times and codes are ASCII. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
