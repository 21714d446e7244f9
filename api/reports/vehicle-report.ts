import { unavailableSentence } from '../live/unavailable-sentence.ts';
import { UpstreamUnavailable } from '../live/upstream-unavailable.ts';
import { VEHICLE_REGISTER } from '../live/vehicle-register-sources.ts';
import type { Source } from '../schemas/source.ts';
import type { Unavailable } from '../schemas/unavailable.ts';
import type { VehicleReport } from '../schemas/vehicle-report.ts';
import { SourceList } from './source.ts';
import { type AssessedVehicle, assessVehicle } from './vehicle-assessment.ts';
import { vehicleHistory, vehicleValue } from './vehicle-background.ts';
import { type KnownHistory, lookUpHistory } from './vehicle-history-lookup.ts';
import { inspectionList } from './vehicle-inspection-list.ts';
import { lookUpVehicle, type VehicleQuestion } from './vehicle-lookup.ts';
import { vehicleNote } from './vehicle-note.ts';
import { vehicleCo2, vehiclePower } from './vehicle-power.ts';
import { recallList } from './vehicle-recalls.ts';
import { INSPECTION_SOURCES, VEHICLE_SOURCES } from './vehicle-sources.ts';
import { vehicleSpecifications } from './vehicle-specifications.ts';
import { vehicleHead } from './vehicle-summary.ts';

/**
 * The full answer about a vehicle.
 * @param today calendar day in Europe/Amsterdam
 * @param allowPartial whether inspections that cannot be asked now are null instead of an error
 * @throws as {@link lookUpVehicle}
 * @throws UpstreamUnavailable when no release holds inspections, and the register does not answer
 */
export async function vehicleReport(
  question: VehicleQuestion,
  today: string,
  allowPartial: boolean,
): Promise<VehicleReport> {
  const vehicle = await lookUpVehicle(question);
  const { known, unavailable } = await historyOrReason(question, allowPartial);
  const assessed = assessVehicle(vehicle, known, today);
  const { record, history, assessment, origins } = assessed;
  const recallsAreHeld = origins.has(VEHICLE_SOURCES.recallStatus);
  return {
    ...vehicleHead(assessed, today),
    flags: assessment.flags.map((flag) => ({ ...flag, evidence: { ...flag.evidence } })),
    inspections: history === undefined ? null : inspectionList(history),
    recalls: recallsAreHeld ? recallList(record.recalls) : null,
    specifications: vehicleSpecifications(record.vehicle),
    power: vehiclePower(record.fuels),
    co2: vehicleCo2(record.fuels),
    history: vehicleHistory(record.vehicle),
    value: vehicleValue(record.vehicle),
    history_since: history?.since ?? null,
    risk_basis: [...assessment.basis],
    unavailable,
    note: vehicleNote(assessed, today, missingNotes(assessed, unavailable, recallsAreHeld)),
    source: sourcesOf(assessed),
  };
}

async function historyOrReason(
  { snapshot, plate, live, deadline }: VehicleQuestion,
  allowPartial: boolean,
): Promise<{ known: KnownHistory | undefined; unavailable: Unavailable[] }> {
  try {
    return { known: await lookUpHistory(snapshot, plate, live, deadline()), unavailable: [] };
  } catch (error) {
    if (!allowPartial || !(error instanceof UpstreamUnavailable)) throw error;
    const reason = unavailableSentence(error);
    return {
      known: undefined,
      unavailable: [{ block: 'inspections', source_id: VEHICLE_REGISTER.reports.id, reason }],
    };
  }
}

function missingNotes(
  { history }: AssessedVehicle,
  unavailable: readonly Unavailable[],
  recallsAreHeld: boolean,
): string[] {
  const notes: string[] = [];
  if (history === undefined) {
    notes.push(
      unavailable.length > 0
        ? 'Inspections could not be asked just now, so nothing is said of them.'
        : 'This service holds no inspections, so nothing is said of them.',
    );
  } else if (history.since === null) {
    notes.push('The register publishes inspections of about the last three years.');
  }
  if (!recallsAreHeld)
    notes.push('This service holds no recalls of single vehicles, so nothing is said of them.');
  return notes;
}

function sourcesOf({ origins, record, history, expiryIsNewer }: AssessedVehicle): Source[] {
  const sources = new SourceList();
  const use = (id: string, ...usedFor: string[]) => origins.describe(sources, id, usedFor);
  use(VEHICLE_SOURCES.vehicles, 'vehicle', 'flags', 'specifications', 'history', 'value', 'risk_level');
  use(VEHICLE_SOURCES.fuels, 'fuel', 'euro_class', 'power', 'co2');
  use(VEHICLE_SOURCES.recallStatus, 'open_recall', 'recalls', 'flags', 'risk_level');
  if (record.recalls.length > 0) {
    use(VEHICLE_SOURCES.recallNotices, 'recalls', 'flags', 'risk_level');
    use(VEHICLE_SOURCES.recallHazards, 'recalls', 'flags', 'risk_level');
  }
  if (expiryIsNewer) use(INSPECTION_SOURCES.reports, 'apk_expiry');
  use(INSPECTION_SOURCES.reports, 'inspections', 'flags', 'risk_level');
  use(INSPECTION_SOURCES.defects, 'inspections', 'flags', 'risk_level');
  const hasDefects = history?.inspections.some(({ defects }) => defects.length > 0) ?? false;
  if (hasDefects) use(INSPECTION_SOURCES.catalogue, 'inspections');
  return sources.toArray();
}
