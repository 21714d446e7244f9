import type { InspectionHistory } from '../../db/vehicle-register/inspection-history.ts';
import type { RegisteredVehicle } from '../../db/vehicle-register/registered-vehicle.ts';
import { isTampering } from '../vocabulary/vehicle-defect.ts';
import { inspectionType } from '../vocabulary/vehicle-inspection.ts';
import type { FlagCode } from '../vocabulary/vehicle-risk.ts';
import type { RiskFlag } from './vehicle-flag.ts';
import {
  FINDINGS,
  type Finding,
  findingsOf,
  inspectionRounds,
  recurringCodes,
} from './vehicle-inspections.ts';
import { INSPECTION_SOURCES } from './vehicle-sources.ts';

/**
 * What the inspections say of a vehicle.
 * @param history `undefined` where inspections are not held
 */
export function inspectionHistoryFlags(
  vehicle: RegisteredVehicle,
  history: InspectionHistory | undefined,
): RiskFlag[] {
  if (history === undefined) {
    const message = 'Inspections and the defects found at them could not be looked at.';
    return [fromReport('source_unavailable', 'info', message, 'meld_datum_door_keuringsinstantie', null)];
  }
  return [...findingFlags(history), ...tachographFlags(history), ...windowFlags(vehicle, history)];
}

function findingFlags({ inspections }: InspectionHistory): RiskFlag[] {
  const rounds = inspectionRounds(inspections);
  const flags: RiskFlag[] = [];
  const last = rounds[0];
  const found = last === undefined ? [] : [...findingsOf(last).values()];
  if (last !== undefined && found.length > 0) {
    const days =
      last.firstDay === last.lastDay ? `on ${last.firstDay}` : `of ${last.firstDay} to ${last.lastDay}`;
    const amounts = FINDINGS.flatMap((finding) => {
      const count = found.filter((defect) => defect.finding === finding).length;
      return count === 0 ? [] : [`${count} ${WORDS[finding][count === 1 ? 0 : 1]}`];
    });
    const message = `Found at the last inspection, ${days}: ${amounts.join(', ')}.`;
    const codes = found.map(({ code }) => code).sort();
    flags.push(fromDefect('defects_at_last_inspection', 'info', message, codes));
  }
  const recurring = recurringCodes(rounds);
  if (recurring.length > 0) {
    const message = `The same finding at more than one inspection: ${recurring.join(', ')}.`;
    flags.push(fromDefect('recurring_defect', 'medium', message, recurring));
  }
  return flags;
}

const WORDS: Readonly<Record<Finding, readonly [one: string, many: string]>> = {
  defect: ['kind of defect', 'kinds of defect'],
  repair_advice: ['item of repair advice', 'items of repair advice'],
  advisory: ['advisory', 'advisories'],
};

function tachographFlags({ inspections }: InspectionHistory): RiskFlag[] {
  const flags: RiskFlag[] = [];
  const codes = inspections.flatMap(({ defects }) => defects.map(({ code }) => code)).filter(isTampering);
  if (codes.length > 0) {
    const message = 'Tampering with the tachograph, or a device for it, was found.';
    flags.push(fromDefect('tachograph_tampering', 'high', message, [...new Set(codes)].sort()));
  }
  // Most of these are the routine of a workshop, so they accuse nobody.
  const report = inspections.find(({ kind }) => {
    const type = inspectionType(kind);
    return type === 'tachograph_manipulation_report' || type === 'tachograph_seal_broken';
  });
  if (report !== undefined) {
    const message = `A workshop made a report on the tachograph on ${report.date}; that is routine in most cases.`;
    const field = 'soort_melding_ki_omschrijving';
    flags.push(fromReport('tachograph_workshop_report', 'info', message, field, report.kind));
  }
  return flags;
}

/** Only for vehicles that are inspected, and that are older than what is held. */
function windowFlags(vehicle: RegisteredVehicle, { since, inspections }: InspectionHistory): RiskFlag[] {
  const { firstAdmission, inspectionExpiry } = vehicle;
  if (since === null || firstAdmission === null || firstAdmission >= since) return [];
  if (inspectionExpiry === null && inspections.length === 0) return [];
  const message = `Inspections are known since ${since} only; the vehicle is older.`;
  const field = 'meld_datum_door_keuringsinstantie';
  return [fromReport('history_window_limited', 'info', message, field, since)];
}

function fromReport(
  code: FlagCode,
  severity: RiskFlag['severity'],
  message: string,
  field: string,
  value: string | null,
): RiskFlag {
  return { code, severity, message, evidence: { dataset: INSPECTION_SOURCES.reports, field, value } };
}

function fromDefect(
  code: FlagCode,
  severity: RiskFlag['severity'],
  message: string,
  codes: readonly string[],
): RiskFlag {
  const evidence = {
    dataset: INSPECTION_SOURCES.defects,
    field: 'gebrek_identificatie',
    value: codes.join(', '),
  };
  return { code, severity, message, evidence };
}
