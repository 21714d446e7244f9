import { formatPlate } from '../../db/plate.ts';
import { historyOf } from '../../db/queries/inspections.ts';
import { findVehicle } from '../../db/queries/vehicles.ts';
import type { AttachedRelease, Snapshot } from '../../db/store.ts';
import type { InspectionHistory } from '../../db/vehicle-register/inspection-history.ts';
import type { RegisteredVehicle, VehicleRecord } from '../../db/vehicle-register/registered-vehicle.ts';
import { wholeYearsBetween } from '../calendar.ts';
import type { Source } from '../schemas/source.ts';
import type { VehicleQuery, VehicleSummary } from '../schemas/vehicle.ts';
import { colourText } from '../vocabulary/vehicle-colour.ts';
import { vehicleType } from '../vocabulary/vehicle-kind.ts';
import { makeText, modelText } from '../vocabulary/vehicle-make.ts';
import { odometerVerdict } from '../vocabulary/vehicle-odometer.ts';
import { SourceList } from './source.ts';
import { hasOpenRecall, type InspectionState, inspectionState } from './vehicle-facts.ts';
import { assessRisk } from './vehicle-flags.ts';
import { euroClass, fuelList } from './vehicle-fuel.ts';
import { withNewestExpiry } from './vehicle-inspections.ts';
import { readPlate, unknownPlate } from './vehicle-plate.ts';
import { INSPECTION_SOURCES, VEHICLE_SOURCES } from './vehicle-sources.ts';

/**
 * The free answer about a vehicle.
 * @param today calendar day in Europe/Amsterdam
 * @throws ProblemError `licence_plate_invalid`, `licence_plate_unknown`
 * @throws DatasetUnavailableError when there is no release of the vehicles
 */
export function vehicleSummary(snapshot: Snapshot, query: VehicleQuery, today: string): VehicleSummary {
  const plate = readPlate(query.licence_plate);
  const release = snapshot.require('vehicles');
  const record = findVehicle(snapshot, plate);
  if (record === undefined) throw unknownPlate(snapshot, plate);
  return summarise(record, today, release, inspectionsOf(snapshot, plate));
}

type ReleaseFacts = Pick<AttachedRelease, 'group' | 'label' | 'sources'>;

/** The inspections of a vehicle, and the release that they come from. */
interface HeldInspections {
  readonly history: InspectionHistory;
  readonly release: ReleaseFacts;
}

/**
 * `undefined` where the operator does without inspections, or has none yet. The plates of the bundled sample may be
 * those of real vehicles, so its inspections are none for a register that is not the sample.
 */
function inspectionsOf(snapshot: Snapshot, plate: string): HeldInspections | undefined {
  const { vehicles, inspections } = snapshot.releases;
  if (inspections === undefined) return undefined;
  if (inspections.label === 'sample' && vehicles?.label !== 'sample') return undefined;
  return { history: historyOf(snapshot, plate), release: inspections };
}

/** The summary of what is held of a vehicle. Pure. */
export function summarise(
  registered: VehicleRecord,
  today: string,
  release: ReleaseFacts,
  inspections: HeldInspections | undefined,
): VehicleSummary {
  const vehicle = withNewestExpiry(registered.vehicle, inspections?.history, registerDay(release));
  const record = { ...registered, vehicle };
  const { fuels, recalls } = record;
  const inspection = inspectionState(vehicle, today);
  const available = new Set([...release.sources.keys(), ...(inspections?.release.sources.keys() ?? [])]);
  const expiryIsNewer = vehicle.inspectionExpiry !== registered.vehicle.inspectionExpiry;
  return {
    plate: vehicle.plate,
    plate_formatted: formatPlate(vehicle.plate),
    make: makeText(vehicle.make),
    model: modelText(vehicle.model, vehicle.make),
    vehicle_type: vehicleType(vehicle.kind, vehicle.massMaxKg, vehicle.euCategory),
    colour: colourText(vehicle.primaryColour, vehicle.secondaryColour),
    first_registered: vehicle.firstAdmission,
    age_years: vehicle.firstAdmission === null ? null : wholeYearsBetween(vehicle.firstAdmission, today),
    fuel: fuelList(fuels),
    euro_class: euroClass(fuels),
    apk_expiry: inspection.expiry,
    apk_valid: inspection.valid,
    insured: vehicle.insured,
    open_recall: hasOpenRecall(vehicle, recalls),
    odometer_verdict: odometerVerdict(vehicle.odometerVerdict),
    risk_level: assessRisk(record, today, available, inspections?.history).level,
    note: noteOn(vehicle, inspection),
    source: sourcesOf(record, release, inspections?.release, expiryIsNewer),
  };
}

/** The day whose state the rows of the vehicles describe; where it is not known, that of their download. */
function registerDay({ sources }: ReleaseFacts): string | undefined {
  const source = sources.get(VEHICLE_SOURCES.vehicles);
  return source?.stateDate ?? source?.retrievedAt.slice(0, 10);
}

function noteOn(vehicle: RegisteredVehicle, inspection: InspectionState): string | null {
  const sentences: string[] = [];
  if (vehicle.exported === true) {
    sentences.push('Registered as exported: the other facts are as they were then.');
  }
  if (inspection.exempt) {
    sentences.push(exemptionNote(vehicle, inspection));
  } else if (inspection.expiry === null) {
    sentences.push('No expiry date of a periodic inspection is registered; many kinds of vehicle need none.');
  }
  if (vehicle.insured === null) {
    sentences.push(
      vehicle.insuranceNotApplicable === true
        ? 'Insurance of its own does not apply to this vehicle.'
        : 'The register does not state whether this vehicle is insured.',
    );
  }
  return sentences.length === 0 ? null : sentences.join(' ');
}

function exemptionNote(vehicle: RegisteredVehicle, inspection: InspectionState): string {
  const exempt = 'Exempt from periodic inspection, being 50 years or older';
  return inspection.expiry === null && vehicle.inspectionExpiry !== null
    ? `${exempt}; an earlier inspection was valid until ${vehicle.inspectionExpiry}.`
    : `${exempt}.`;
}

function sourcesOf(
  { recalls }: VehicleRecord,
  release: ReleaseFacts,
  inspections: ReleaseFacts | undefined,
  expiryIsNewer: boolean,
): Source[] {
  const sources = new SourceList();
  for (const use of ['vehicle', 'open_recall', 'odometer_verdict', 'risk_level']) {
    sources.use(release, VEHICLE_SOURCES.vehicles, use);
  }
  for (const use of ['fuel', 'euro_class']) sources.use(release, VEHICLE_SOURCES.fuels, use);
  for (const use of ['open_recall', 'risk_level']) sources.use(release, VEHICLE_SOURCES.recallStatus, use);
  if (recalls.length > 0) {
    sources.use(release, VEHICLE_SOURCES.recallNotices, 'risk_level');
    sources.use(release, VEHICLE_SOURCES.recallHazards, 'risk_level');
  }
  if (inspections !== undefined) {
    if (expiryIsNewer) sources.use(inspections, INSPECTION_SOURCES.reports, 'apk_expiry');
    sources.use(inspections, INSPECTION_SOURCES.reports, 'risk_level');
    sources.use(inspections, INSPECTION_SOURCES.defects, 'risk_level');
  }
  return sources.toArray();
}
