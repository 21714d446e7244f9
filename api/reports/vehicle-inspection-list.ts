import type { InspectionHistory, VehicleInspection } from '../../db/vehicle-register/inspection-history.ts';
import type { VehicleInspectionAnswer } from '../schemas/vehicle-inspection.ts';
import { defectSeverity } from '../vocabulary/vehicle-defect.ts';
import { defectText } from '../vocabulary/vehicle-defect-text.ts';
import {
  type InspectionCategory,
  type InspectionType,
  inspectionCategory,
  inspectionType,
} from '../vocabulary/vehicle-inspection.ts';
import { inspectionRounds } from './vehicle-inspections.ts';

/** The inspections of a vehicle, newest first, each with the number of its round. */
export function inspectionList({ inspections }: InspectionHistory): VehicleInspectionAnswer[] {
  const rounds = new Map<VehicleInspection, number>();
  inspectionRounds(inspections).forEach((round, at) => {
    for (const inspection of round.inspections) rounds.set(inspection, at + 1);
  });
  return inspections.map((inspection) => {
    const { date, reported, validUntil, defects } = inspection;
    const round = rounds.get(inspection) ?? null;
    const category = inspectionCategory(inspection.authorityCode, inspection.authority);
    return {
      date,
      type: typeOf(inspection.kind, category, round),
      category,
      reported,
      round,
      valid_until: validUntil,
      defects: defects.flatMap(({ code, count, description }) => {
        const severity = defectSeverity(code);
        if (severity === null) return [];
        const english = defectText(code);
        return [
          {
            code,
            description: english?.description ?? null,
            translated: english?.translated ?? null,
            description_nl: description,
            severity,
            count,
          },
        ];
      }),
    };
  });
}

/**
 * An attempt of which only the defects are known is an inspection when it belongs to a round. What a mechanic of gas
 * installations mounts is no tachograph, although the register has the same word for it.
 */
function typeOf(
  kind: string | null,
  category: InspectionCategory | null,
  round: number | null,
): InspectionType {
  const type = inspectionType(kind) ?? (round === null ? 'other' : 'periodic_inspection');
  return category === 'gas' && type !== 'periodic_inspection' ? 'other' : type;
}
