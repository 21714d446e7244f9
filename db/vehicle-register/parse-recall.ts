import type {
  ColumnPositions,
  RECALL_HAZARD_COLUMNS,
  RECALL_NOTICE_COLUMNS,
  RECALL_STATUS_COLUMNS,
} from './columns.ts';
import { dateField, numberField, textField } from './field-readers.ts';
import { type OnDiscard, textValue } from './field-values.ts';
import { registerPlate } from './parse-vehicle.ts';

const REFERENCE = /^[A-Z]{3}\d{6}$/;
const CODE = /^[A-Z]{1,4}$/;

export interface RecallStatusValues {
  readonly plate: string;
  readonly reference: string;
  readonly statusCode: string;
}

/** A recall's reference, e.g. `MGP220252`; blanks around it have made joins come out empty. */
export function recallReference(field: string | undefined): string | undefined {
  const reference = (field ?? '').trim().toUpperCase();
  return REFERENCE.test(reference) ? reference : undefined;
}

/** @returns the reason when the row cannot be used */
export function parseRecallStatus(
  fields: readonly string[],
  at: ColumnPositions<typeof RECALL_STATUS_COLUMNS>,
): RecallStatusValues | 'not a plate' | 'not a recall reference' | 'not a recall status' {
  const plate = registerPlate(fields[at.plate]);
  if (plate === undefined) return 'not a plate';
  const reference = recallReference(fields[at.reference]);
  if (reference === undefined) return 'not a recall reference';
  const statusCode = (fields[at.statusCode] ?? '').trim();
  return CODE.test(statusCode) ? { plate, reference, statusCode } : 'not a recall status';
}

export interface RecallNoticeValues {
  readonly reference: string;
  readonly publishedYyyymmdd: number | null;
  readonly announcedYyyymmdd: number | null;
  readonly reportedYyyymmdd: number | null;
  readonly ownersInformedYyyymmdd: number | null;
  readonly producer: string | null;
  readonly producerReference: string | null;
  readonly category: string | null;
  readonly description: string | null;
  readonly consequences: string | null;
  readonly remedy: string | null;
  readonly remarks: string | null;
  readonly riskCode: string | null;
  readonly url: string | null;
  readonly phone: string | null;
  readonly vehiclesTotal: number | null;
  readonly vehiclesNetherlands: number | null;
}

/** @returns `undefined` when the row has no reference that a vehicle could have */
export function parseRecallNotice(
  fields: readonly string[],
  at: ColumnPositions<typeof RECALL_NOTICE_COLUMNS>,
  onDiscard: OnDiscard,
): RecallNoticeValues | undefined {
  const reference = recallReference(fields[at.reference]);
  if (reference === undefined) return undefined;
  return {
    reference,
    publishedYyyymmdd: dateField(fields, at.published, 'published', onDiscard),
    announcedYyyymmdd: dateField(fields, at.announced, 'announced', onDiscard),
    reportedYyyymmdd: dateField(fields, at.reported, 'reported', onDiscard),
    ownersInformedYyyymmdd: dateField(fields, at.ownersInformed, 'ownersInformed', onDiscard),
    producer: textField(fields, at.producer),
    producerReference: textField(fields, at.producerReference),
    category: textField(fields, at.category),
    description: textField(fields, at.description),
    consequences: textField(fields, at.consequences),
    remedy: textField(fields, at.remedy),
    remarks: textField(fields, at.remarks),
    riskCode: textField(fields, at.riskCode),
    url: textField(fields, at.url),
    phone: textField(fields, at.phone),
    vehiclesTotal: numberField(fields, at.vehiclesTotal, 'vehiclesTotal', onDiscard),
    vehiclesNetherlands: numberField(fields, at.vehiclesNetherlands, 'vehiclesNetherlands', onDiscard),
  };
}

export interface RecallHazardValues {
  readonly reference: string;
  readonly code: string;
  readonly text: string | null;
}

/** @returns `undefined` when the row has no reference or no hazard code */
export function parseRecallHazard(
  fields: readonly string[],
  at: ColumnPositions<typeof RECALL_HAZARD_COLUMNS>,
): RecallHazardValues | undefined {
  const reference = recallReference(fields[at.reference]);
  const code = (fields[at.code] ?? '').trim();
  if (reference === undefined || !CODE.test(code)) return undefined;
  return { reference, code, text: textValue(fields[at.text] ?? '') };
}
