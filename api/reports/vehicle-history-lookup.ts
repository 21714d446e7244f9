import { historyOf } from '../../db/queries/inspections.ts';
import type { Snapshot } from '../../db/store.ts';
import {
  assembleInspections,
  type DefectReport,
  type InspectionHistory,
} from '../../db/vehicle-register/inspection-history.ts';
import { meaningOn } from '../../db/vehicle-register/parse-inspection.ts';
import type { VehicleRegister } from '../live/vehicle-register.ts';
import { VEHICLE_REGISTER } from '../live/vehicle-register-sources.ts';
import { VehicleOrigins } from './vehicle-origins.ts';
import { INSPECTION_SOURCES } from './vehicle-sources.ts';

/** The inspections of a vehicle, with where they were read. */
export interface KnownHistory {
  readonly history: InspectionHistory;
  readonly origins: VehicleOrigins;
}

/**
 * The inspections that a release holds of a vehicle.
 * @returns `undefined` where the operator does without inspections, or has none yet. The plates of the bundled sample
 *   may be those of real vehicles, so its inspections are none for a register that is not the sample
 */
export function heldHistory(snapshot: Snapshot, plate: string): KnownHistory | undefined {
  const { vehicles, inspections } = snapshot.releases;
  if (inspections === undefined) return undefined;
  if (inspections.label === 'sample' && vehicles?.label !== 'sample') return undefined;
  const origins = new VehicleOrigins();
  for (const id of Object.values(INSPECTION_SOURCES)) origins.fromRelease(inspections, id);
  return { history: historyOf(snapshot, plate), origins };
}

/**
 * As {@link heldHistory}; where no release decides, the register is asked.
 * @param live `undefined` with LIVE=off
 * @throws UpstreamUnavailable
 */
export async function lookUpHistory(
  snapshot: Snapshot,
  plate: string,
  live: VehicleRegister | undefined,
  signal: AbortSignal,
): Promise<KnownHistory | undefined> {
  const held = heldHistory(snapshot, plate);
  if (live === undefined || !isHistoryAsked(snapshot, held)) return held;
  return askHistory(plate, live, signal);
}

/** Whether the register is asked for the inspections of a vehicle, given what is held of it. */
export function isHistoryAsked({ releases }: Snapshot, held: KnownHistory | undefined): boolean {
  const { vehicles, inspections } = releases;
  // A part of the inspections need not have this vehicle's.
  const decisive =
    held !== undefined && (inspections?.label !== 'partial' || held.history.inspections.length > 0);
  return !decisive && vehicles?.label !== 'sample';
}

async function askHistory(plate: string, live: VehicleRegister, signal: AbortSignal): Promise<KnownHistory> {
  const [reports, defects] = await Promise.all([
    live.inspectionReports(plate, signal),
    live.defects(plate, signal),
  ]);
  const origins = new VehicleOrigins();
  origins.fromLive(VEHICLE_REGISTER.reports, reports);
  origins.fromLive(VEHICLE_REGISTER.defects, defects);
  const described = await describe(defects.value, live, signal, origins);
  // How far back the register goes is not asked: it would have to count all its rows.
  return { history: { since: null, inspections: assembleInspections(reports.value, described) }, origins };
}

/** Defects with the meaning that their code had on the day. */
async function describe(
  defects: readonly DefectReport[],
  live: VehicleRegister,
  signal: AbortSignal,
  origins: VehicleOrigins,
): Promise<readonly DefectReport[]> {
  if (defects.length === 0) return defects;
  const meanings = await live.defectMeanings(
    defects.map(({ code }) => code),
    signal,
  );
  origins.fromLive(VEHICLE_REGISTER.catalogue, meanings);
  return defects.map((defect) => {
    const ofCode = meanings.value.filter(({ code }) => code === defect.code);
    return { ...defect, description: meaningOn(Number(defect.date.replaceAll('-', '')), ofCode) };
  });
}
