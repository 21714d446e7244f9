import type {
  FoundDefect,
  InspectionHistory,
  VehicleInspection,
} from '../../db/vehicle-register/inspection-history.ts';
import type { RegisteredVehicle } from '../../db/vehicle-register/registered-vehicle.ts';
import { daysBetween } from '../calendar.ts';
import { type DefectClass, defectClass } from '../vocabulary/vehicle-defect.ts';
import { inspectionType } from '../vocabulary/vehicle-inspection.ts';

/** A re-test follows within two months; after that it is another year's inspection. */
const ROUND_DAYS = 60;

/** The register may be behind the inspections by so many days. */
const REGISTER_LAG_DAYS = 14;

/** Findings about the state of a vehicle, worst first. */
export const FINDINGS = ['defect', 'repair_advice', 'advisory'] as const satisfies readonly DefectClass[];

export type Finding = (typeof FINDINGS)[number];

/** One periodic inspection with its re-tests. */
export interface InspectionRound {
  readonly firstDay: string;
  readonly lastDay: string;
  /** Newest first. */
  readonly inspections: readonly VehicleInspection[];
}

/**
 * Groups periodic inspections, and attempts that were not approved, into rounds of at most 60 days. Without that the
 * re-test of one worn tyre would make it a defect that comes back.
 * @param inspections in any order
 * @returns newest first
 */
export function inspectionRounds(inspections: readonly VehicleInspection[]): InspectionRound[] {
  const rounds: { firstDay: string; lastDay: string; inspections: VehicleInspection[] }[] = [];
  const oldestFirst = inspections
    .filter(isOfRound)
    .sort((one, other) => (momentOf(one) < momentOf(other) ? -1 : 1));
  for (const inspection of oldestFirst) {
    const { date } = inspection;
    const last = rounds.at(-1);
    if (last !== undefined && daysBetween(last.firstDay, date) <= ROUND_DAYS) {
      last.inspections.unshift(inspection);
      last.lastDay = date;
    } else {
      rounds.push({ firstDay: date, lastDay: date, inspections: [inspection] });
    }
  }
  return rounds.reverse();
}

function momentOf({ date, time }: VehicleInspection): string {
  return `${date} ${time ?? ''}`;
}

/** Work on a tachograph is no inspection of the vehicle, whether it was reported or only found wanting. */
function isOfRound({ kind, defects }: VehicleInspection): boolean {
  if (kind !== null) return inspectionType(kind) === 'periodic_inspection';
  return defects.some(({ code }) => defectClass(code) !== 'administrative');
}

/** The findings of a round by their code, each once with its highest count. */
export function findingsOf(round: InspectionRound): Map<string, FoundDefect & { readonly finding: Finding }> {
  const found = new Map<string, FoundDefect & { finding: Finding }>();
  for (const { defects } of round.inspections) {
    for (const defect of defects) {
      const finding = FINDINGS.find((candidate) => candidate === defectClass(defect.code));
      const known = found.get(defect.code);
      if (finding === undefined || (known?.count ?? 0) > (defect.count ?? 0)) continue;
      found.set(defect.code, { ...defect, finding });
    }
  }
  return found;
}

/** Codes of findings that occur in two rounds or more. */
export function recurringCodes(rounds: readonly InspectionRound[]): string[] {
  const times = new Map<string, number>();
  for (const round of rounds) {
    for (const code of findingsOf(round).keys()) times.set(code, (times.get(code) ?? 0) + 1);
  }
  return [...times].flatMap(([code, count]) => (count >= 2 ? [code] : [])).sort();
}

/**
 * The vehicle with the expiry date of its newest periodic inspection, where that is later than the one in the register
 * and the register may not know it yet: its rows lag behind by days. A later date of an older inspection is not taken;
 * the register has its reasons, e.g. a change of the vehicle, or an inspection that was declared void.
 * @param registerDay the day whose state the vehicle's row describes
 */
export function withNewestExpiry(
  vehicle: RegisteredVehicle,
  history: InspectionHistory | undefined,
  registerDay: string | undefined,
): RegisteredVehicle {
  const newest = history?.inspections.find(({ kind }) => inspectionType(kind) === 'periodic_inspection');
  const expiry = newest?.validUntil ?? null;
  if (newest === undefined || expiry === null || registerDay === undefined) return vehicle;
  if (daysBetween(newest.date, registerDay) > REGISTER_LAG_DAYS) return vehicle;
  if (vehicle.inspectionExpiry !== null && vehicle.inspectionExpiry >= expiry) return vehicle;
  return { ...vehicle, inspectionExpiry: expiry };
}
