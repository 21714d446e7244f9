import type { ColumnPositions } from './columns.ts';
import { dateField, numberField, textField, wholeField } from './field-readers.ts';
import { numberValue, type OnDiscard } from './field-values.ts';
import type {
  DEFECT_CATALOGUE_COLUMNS,
  INSPECTION_COLUMNS,
  INSPECTION_DEFECT_COLUMNS,
} from './inspection-columns.ts';
import { registerPlate } from './parse-vehicle.ts';

/** Letters and digits as they come: `31`, `031`, `AC1`, `01L`, `L01` are five codes. */
const CODE = /^[0-9A-Z]{1,8}$/;

/** One report of an inspecting body, with dates as integers `yyyymmdd` and times as integers `hhmm`. */
export interface InspectionValues {
  readonly plate: string;
  readonly date: number;
  /** Null where it is not stated, or is no time of the day. */
  readonly time: number | null;
  readonly authorityCode: string | null;
  readonly authorityText: string | null;
  readonly kind: string | null;
  readonly validUntil: number | null;
}

export interface InspectionDefectValues {
  readonly plate: string;
  readonly date: number;
  readonly time: number | null;
  readonly authorityCode: string | null;
  readonly code: string;
  readonly count: number | null;
}

export interface DefectCatalogueValues {
  readonly code: string;
  readonly validFrom: number | null;
  readonly validUntil: number | null;
  readonly paragraph: number | null;
  readonly article: string | null;
  readonly text: string;
}

/** @returns the reason when the row cannot be used */
export function parseInspection(
  fields: readonly string[],
  at: ColumnPositions<typeof INSPECTION_COLUMNS>,
  onDiscard: OnDiscard,
): InspectionValues | 'not a plate' | 'no day of inspection' {
  const plate = registerPlate(fields[at.plate]);
  if (plate === undefined) return 'not a plate';
  const date = dateField(fields, at.date, 'date', onDiscard);
  if (date === null) return 'no day of inspection';
  return {
    plate,
    date,
    time: timeValue(fields[at.time] ?? '', 'time', onDiscard),
    authorityCode: textField(fields, at.authorityCode),
    authorityText: textField(fields, at.authorityText),
    kind: textField(fields, at.kind),
    validUntil: dateField(fields, at.validUntil, 'validUntil', onDiscard),
  };
}

/** @returns the reason when the row cannot be used */
export function parseInspectionDefect(
  fields: readonly string[],
  at: ColumnPositions<typeof INSPECTION_DEFECT_COLUMNS>,
  onDiscard: OnDiscard,
): InspectionDefectValues | 'not a plate' | 'no day of inspection' | 'not a defect code' {
  const plate = registerPlate(fields[at.plate]);
  if (plate === undefined) return 'not a plate';
  const date = dateField(fields, at.date, 'date', onDiscard);
  if (date === null) return 'no day of inspection';
  const code = defectCode(fields[at.code]);
  if (code === undefined) return 'not a defect code';
  return {
    plate,
    date,
    time: timeValue(fields[at.time] ?? '', 'time', onDiscard),
    authorityCode: textField(fields, at.authorityCode),
    code,
    count: wholeField(fields, at.count, 'count', onDiscard),
  };
}

/** @returns the reason when the row cannot be used */
export function parseDefectCatalogue(
  fields: readonly string[],
  at: ColumnPositions<typeof DEFECT_CATALOGUE_COLUMNS>,
  onDiscard: OnDiscard,
): DefectCatalogueValues | 'not a defect code' | 'a code without a text' {
  const code = defectCode(fields[at.code]);
  if (code === undefined) return 'not a defect code';
  const text = textField(fields, at.text);
  if (text === null) return 'a code without a text';
  return {
    code,
    validFrom: dateField(fields, at.validFrom, 'validFrom', onDiscard),
    validUntil: dateField(fields, at.validUntil, 'validUntil', onDiscard),
    paragraph: numberField(fields, at.paragraph, 'paragraph', onDiscard),
    article: textField(fields, at.article),
    text,
  };
}

/** A defect's code, blanks around it removed and nothing else: a zero in front makes it another one. */
function defectCode(field: string | undefined): string | undefined {
  const code = (field ?? '').trim();
  return CODE.test(code) ? code : undefined;
}

/** A time of the day as `hhmm`: `933` is 09:33, `5` is five past midnight. The publisher drops the zeros in front. */
export function timeValue(value: string, column: string, onDiscard: OnDiscard): number | null {
  const time = numberValue(value, column, onDiscard);
  if (time === null) return null;
  if (Number.isInteger(time) && time >= 0 && time < 2400 && time % 100 < 60) return time;
  onDiscard(column, value);
  return null;
}

/** `933` as `09:33`. */
export function clockText(hhmm: number | null): string | null {
  if (hhmm === null) return null;
  const text = String(hhmm).padStart(4, '0');
  return `${text.slice(0, 2)}:${text.slice(2)}`;
}

/**
 * What a defect's code meant on a day; what it means now where its catalogue does not reach back so far.
 * @param meanings all of one code, in any order
 */
export function meaningOn(
  yyyymmdd: number,
  meanings: readonly Pick<DefectCatalogueValues, 'validFrom' | 'validUntil' | 'text'>[],
): string | null {
  const oldestFirst = meanings.toSorted((one, other) => (one.validFrom ?? 0) - (other.validFrom ?? 0));
  const valid = oldestFirst.findLast(
    ({ validFrom, validUntil }) =>
      (validFrom ?? 0) <= yyyymmdd && (validUntil === null || validUntil >= yyyymmdd),
  );
  return (valid ?? oldestFirst.at(-1))?.text ?? null;
}
