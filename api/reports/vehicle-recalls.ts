import type { VehicleRecall } from '../../db/vehicle-register/registered-vehicle.ts';
import type { VehicleRecallAnswer } from '../schemas/vehicle-recall.ts';
import { recallHazard, recallStatus } from '../vocabulary/vehicle-recall.ts';

/** The register's one word for a rating that is known: serious. */
const SERIOUS = 'ERN';

/** The recalls of a vehicle, newest reference first. Their texts stay Dutch: they are the producer's words. */
export function recallList(recalls: readonly VehicleRecall[]): VehicleRecallAnswer[] {
  return recalls.map((recall) => ({
    reference: recall.reference,
    status: recallStatus(recall.statusCode),
    published: recall.published,
    announced: recall.announced,
    producer: recall.producer,
    category: recall.category,
    description: recall.description,
    consequences: recall.consequences,
    remedy: recall.remedy,
    remarks: recall.remarks,
    hazards: recall.hazardCodes.flatMap((code) => recallHazard(code) ?? []),
    serious: recall.riskCode === null ? null : recall.riskCode === SERIOUS,
    phone: recall.phone,
    url: recall.url,
    language: 'nl',
  }));
}
