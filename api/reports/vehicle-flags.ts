import type { InspectionHistory } from '../../db/vehicle-register/inspection-history.ts';
import type { VehicleRecall, VehicleRecord } from '../../db/vehicle-register/registered-vehicle.ts';
import { daysBetween } from '../calendar.ts';
import type { FlagCode, FlagSeverity, RiskLevel } from '../vocabulary/vehicle-risk.ts';
import { hasOpenRecall, inspectionState, isOpen, isSuspectPrice, wasImported } from './vehicle-facts.ts';
import type { RiskFlag } from './vehicle-flag.ts';
import { inspectionHistoryFlags } from './vehicle-inspection-flags.ts';
import { INSPECTION_SOURCES, VEHICLE_SOURCES } from './vehicle-sources.ts';

/** Tells which sources were looked at, by id. */
type Available = { has(sourceId: string): boolean };

export interface RiskAssessment {
  readonly flags: readonly RiskFlag[];
  readonly level: RiskLevel;
  /** Ids of the sources that were looked at: `low` says nothing about what is not among them. */
  readonly basis: readonly string[];
}

const LOOKED_AT: readonly string[] = [
  VEHICLE_SOURCES.vehicles,
  VEHICLE_SOURCES.recallStatus,
  VEHICLE_SOURCES.recallNotices,
  VEHICLE_SOURCES.recallHazards,
  INSPECTION_SOURCES.reports,
  INSPECTION_SOURCES.defects,
];
const APK_SOON_DAYS = 60;
const APK_URGENT_DAYS = 30;
const RECENT_HOLDER_CHANGE_DAYS = 90;
const INJURY_OR_FIRE: ReadonlySet<string> = new Set(['ONG', 'TEL', 'BRA']);
const SERIOUS = 'ERN';

/**
 * Judges a vehicle by everything that is held of it.
 * @param today calendar day in Europe/Amsterdam
 * @param available which sources were looked at
 * @param history `undefined` where inspections are not held
 */
export function assessRisk(
  record: VehicleRecord,
  today: string,
  available: Available,
  history: InspectionHistory | undefined,
): RiskAssessment {
  const flags = [
    ...odometerFlags(record),
    ...statusFlags(record, today),
    ...recallFlags(record, available),
    ...inspectionFlags(record, today),
    ...inspectionHistoryFlags(record.vehicle, history),
    ...historyFlags(record),
  ];
  return { flags, level: riskLevel(flags), basis: LOOKED_AT.filter((id) => available.has(id)) };
}

/** `high` with any high flag or three medium ones, `medium` with one or two medium ones, else `low`. */
export function riskLevel(flags: readonly Pick<RiskFlag, 'severity'>[]): RiskLevel {
  const medium = flags.filter(({ severity }) => severity === 'medium').length;
  if (medium >= 3 || flags.some(({ severity }) => severity === 'high')) return 'high';
  return medium > 0 ? 'medium' : 'low';
}

type VehicleFlag = (
  code: FlagCode,
  severity: FlagSeverity,
  message: string,
  field: string,
  value: string | null,
) => RiskFlag;

const fromDataset =
  (dataset: string): VehicleFlag =>
  (code, severity, message, field, value) => ({
    code,
    severity,
    message,
    evidence: { dataset, field, value },
  });

const fromVehicle = fromDataset(VEHICLE_SOURCES.vehicles);
const fromRecall = fromDataset(VEHICLE_SOURCES.recallStatus);

function odometerFlags({ vehicle }: VehicleRecord): RiskFlag[] {
  const { odometerVerdict: verdict, odometerCode: code } = vehicle;
  const byCode = (name: FlagCode, severity: FlagSeverity, message: string) => [
    fromVehicle(name, severity, message, 'code_toelichting_tellerstandoordeel', code),
  ];
  if (verdict === 'Onlogisch') {
    const message = 'A later odometer reading is lower than an earlier one: turned back, or a typing error.';
    return [fromVehicle('odometer_illogical', 'high', message, 'tellerstandoordeel', verdict)];
  }
  switch (code) {
    case '01':
      return byCode('odometer_rollover', 'medium', 'The odometer has too few digits or has rolled over.');
    case '02':
      return byCode('odometer_replaced', 'medium', 'The odometer was replaced or repaired.');
    case '05':
      return byCode(
        'odometer_foreign_or_replated',
        'medium',
        'The odometer cannot be judged: registered abroad before, or given another plate.',
      );
    case '06':
      return byCode('odometer_too_few_readings', 'info', 'There are fewer than two odometer readings.');
    case '07':
      return byCode(
        'odometer_nap_illogical',
        'medium',
        'An earlier register had judged the odometer illogical.',
      );
    default:
      return verdict === 'Niet geregistreerd' || code === 'NG'
        ? [
            fromVehicle(
              'odometer_not_registered',
              'info',
              'No odometer readings are registered.',
              'tellerstandoordeel',
              verdict,
            ),
          ]
        : [];
  }
}

function statusFlags({ vehicle }: VehicleRecord, today: string): RiskFlag[] {
  const flags: RiskFlag[] = [];
  const { exported, holderSince } = vehicle;
  if (exported === true) {
    const message = 'Registered as exported: other facts are as they were then.';
    flags.push(fromVehicle('exported', 'high', message, 'export_indicator', 'Ja'));
  }
  if (vehicle.transferPossible === false) {
    const message = 'Ownership cannot be transferred at the moment.';
    flags.push(fromVehicle('transfer_blocked', 'high', message, 'tenaamstellen_mogelijk', 'Nee'));
  }
  // An exported vehicle is not insured here as a matter of course.
  if (vehicle.insured === false && exported !== true) {
    flags.push(fromVehicle('not_insured', 'medium', 'No insurance is registered.', 'wam_verzekerd', 'Nee'));
  }
  if (vehicle.taxi === true) {
    flags.push(fromVehicle('taxi', 'medium', 'In use as a taxi.', 'taxi_indicator', 'Ja'));
  }
  // The first holder of a new or newly imported vehicle is no change of holder.
  const first = vehicle.firstDutchRegistration;
  if (holderSince !== null && (first === null || holderSince > first)) {
    const days = daysBetween(holderSince, today);
    if (days >= 0 && days < RECENT_HOLDER_CHANGE_DAYS) {
      const message = `The holder changed ${days} days ago.`;
      flags.push(fromVehicle('recent_owner_change', 'medium', message, 'datum_tenaamstelling', holderSince));
    }
  }
  return flags;
}

function recallFlags({ vehicle, recalls }: VehicleRecord, available: Available): RiskFlag[] {
  const flags: RiskFlag[] = [];
  if (!available.has(VEHICLE_SOURCES.recallStatus)) {
    const message = 'The recalls of single vehicles could not be looked at.';
    flags.push(fromRecall('source_unavailable', 'info', message, 'referentiecode_rdw', null));
  }
  for (const recall of recalls) {
    const { reference } = recall;
    if (isOpen(recall)) {
      const severity = isDangerous(recall) ? 'high' : 'medium';
      const message = `Recall ${reference} is still to be carried out.`;
      flags.push(fromRecall('open_recall', severity, message, 'referentiecode_rdw', reference));
    } else {
      const message = `The repair for recall ${reference} was reported.`;
      flags.push(fromRecall('recall_repaired', 'info', message, 'referentiecode_rdw', reference));
    }
  }
  const field = 'openstaande_terugroepactie_indicator';
  if (vehicle.openRecallIndicated === true && !recalls.some(isOpen)) {
    if (hasOpenRecall(vehicle, recalls) === true) {
      flags.push(fromVehicle('open_recall', 'medium', 'A recall is still to be carried out.', field, 'Ja'));
    }
    if (available.has(VEHICLE_SOURCES.recallStatus)) {
      const message =
        'The register indicates an open recall, but no open recall of this vehicle is published.';
      flags.push(fromVehicle('recall_status_conflict', 'medium', message, field, 'Ja'));
    }
  }
  return flags;
}

/** A recall whose hazards are not published is judged by the register's own rating. */
function isDangerous(recall: VehicleRecall): boolean {
  if (recall.hazardCodes.length === 0) return recall.riskCode === SERIOUS;
  return recall.hazardCodes.some((code) => INJURY_OR_FIRE.has(code));
}

function inspectionFlags({ vehicle }: VehicleRecord, today: string): RiskFlag[] {
  const field = 'vervaldatum_apk';
  const state = inspectionState(vehicle, today);
  if (state.exempt) {
    const message = 'Exempt from periodic inspection, being 50 years or older.';
    return [fromVehicle('apk_exempt', 'info', message, 'datum_eerste_toelating', vehicle.firstAdmission)];
  }
  if (state.expiry === null || vehicle.exported === true) return [];
  if (state.valid === false) {
    const message = `The periodic inspection expired on ${state.expiry}.`;
    return [fromVehicle('apk_expired', 'medium', message, field, state.expiry)];
  }
  const days = daysBetween(today, state.expiry);
  if (days > APK_SOON_DAYS) return [];
  const urgent = days <= APK_URGENT_DAYS ? ' (urgent)' : '';
  const message = `The periodic inspection expires in ${days} days${urgent}.`;
  return [fromVehicle('apk_expiring_soon', 'info', message, field, state.expiry)];
}

function historyFlags({ vehicle }: VehicleRecord): RiskFlag[] {
  const flags: RiskFlag[] = [];
  if (wasImported(vehicle) === true) {
    const message = `First registered in the Netherlands on ${vehicle.firstDutchRegistration}, elsewhere before.`;
    const field = 'datum_eerste_tenaamstelling_in_nederland';
    flags.push(fromVehicle('imported', 'medium', message, field, vehicle.firstDutchRegistration));
  }
  const price = vehicle.cataloguePriceEur;
  if (price !== null && isSuspectPrice(price)) {
    const message = 'The registered catalogue price cannot be right.';
    flags.push(fromVehicle('catalogue_value_suspect', 'info', message, 'catalogusprijs', String(price)));
  }
  return flags;
}
