import {
  FUEL_COLUMNS,
  type PublisherColumns,
  type PublisherRow,
  RECALL_HAZARD_COLUMNS,
  RECALL_NOTICE_COLUMNS,
  RECALL_STATUS_COLUMNS,
  rowOfJson,
  VEHICLE_COLUMNS,
} from '../../db/vehicle-register/columns.ts';
import { isoDate } from '../../db/vehicle-register/field-values.ts';
import {
  DEFECT_CATALOGUE_COLUMNS,
  INSPECTION_COLUMNS,
  INSPECTION_DEFECT_COLUMNS,
} from '../../db/vehicle-register/inspection-columns.ts';
import type { DefectReport, InspectionReport } from '../../db/vehicle-register/inspection-history.ts';
import { parseFuel } from '../../db/vehicle-register/parse-fuel.ts';
import {
  clockText,
  type DefectCatalogueValues,
  parseDefectCatalogue,
  parseInspection,
  parseInspectionDefect,
} from '../../db/vehicle-register/parse-inspection.ts';
import {
  parseRecallHazard,
  parseRecallNotice,
  parseRecallStatus,
  type RecallHazardValues,
  type RecallNoticeValues,
  type RecallStatusValues,
} from '../../db/vehicle-register/parse-recall.ts';
import { parseVehicle, registeredVehicle } from '../../db/vehicle-register/parse-vehicle.ts';
import type { RegisteredVehicle, VehicleFuel } from '../../db/vehicle-register/registered-vehicle.ts';
import { UnexpectedAnswer } from './upstream-answer.ts';

type JsonRow = Readonly<Record<string, unknown>>;

/** A value that its column cannot hold is null, as in a release. */
const discard = () => {};

/**
 * The rows of an answer of the resource API: an array of objects of texts, in which what is null is absent.
 * @throws UnexpectedAnswer for anything else
 */
export function readRows(json: unknown): JsonRow[] {
  if (!Array.isArray(json)) throw new UnexpectedAnswer('an array of rows was expected');
  return json.map((row: unknown) => {
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row as JsonRow;
    throw new UnexpectedAnswer('a row is not an object');
  });
}

/** The one column that every data set about vehicles has. */
const PLATE = { plate: VEHICLE_COLUMNS.plate };

/** @throws UnexpectedAnswer when a row is about another plate than was asked for */
function readRowsOf<Columns extends PublisherColumns>(
  json: unknown,
  plate: string,
  columns: Columns,
): PublisherRow<Columns>[] {
  return readRows(json).map((row) => {
    if (rowOfJson(PLATE, row).fields[0]?.trim() === plate) return rowOfJson(columns, row);
    throw new UnexpectedAnswer('a row is about another plate');
  });
}

/** @returns `undefined` when the register has no such plate */
export function readVehicle(json: unknown, plate: string): RegisteredVehicle | undefined {
  const [row] = readRowsOf(json, plate, VEHICLE_COLUMNS);
  if (row === undefined) return undefined;
  const values = parseVehicle(row.fields, row.at, discard);
  if (values === undefined || values.kind === null) throw new UnexpectedAnswer('a vehicle without a kind');
  return registeredVehicle(values);
}

/** In the order of their sequence numbers, which are text here. */
export function readFuels(json: unknown, plate: string): VehicleFuel[] {
  return readRowsOf(json, plate, FUEL_COLUMNS)
    .flatMap(({ fields, at }) => {
      const values = parseFuel(fields, at, discard);
      if (typeof values === 'string') return [];
      const { plate: _plate, ...fuel } = values;
      return [fuel];
    })
    .sort((one, other) => one.sequence - other.sequence);
}

export function readRecallStatus(json: unknown, plate: string): RecallStatusValues[] {
  return readRowsOf(json, plate, RECALL_STATUS_COLUMNS).flatMap(({ fields, at }) => {
    const values = parseRecallStatus(fields, at);
    return typeof values === 'string' ? [] : [values];
  });
}

/** @throws UnexpectedAnswer when a notice is about another recall than was asked for */
export function readRecallNotices(json: unknown, references: readonly string[]): RecallNoticeValues[] {
  return readRows(json).flatMap((row) => {
    const { fields, at } = rowOfJson(RECALL_NOTICE_COLUMNS, row);
    return ofRecalls(parseRecallNotice(fields, at, discard), references);
  });
}

/** @throws UnexpectedAnswer when a hazard is that of another recall than was asked for */
export function readRecallHazards(json: unknown, references: readonly string[]): RecallHazardValues[] {
  return readRows(json).flatMap((row) => {
    const { fields, at } = rowOfJson(RECALL_HAZARD_COLUMNS, row);
    return ofRecalls(parseRecallHazard(fields, at), references);
  });
}

function ofRecalls<Values extends { readonly reference: string }>(
  values: Values | undefined,
  references: readonly string[],
): Values[] {
  if (values === undefined) return [];
  if (references.includes(values.reference)) return [values];
  throw new UnexpectedAnswer('a row is about another recall');
}

export function readInspectionReports(json: unknown, plate: string): InspectionReport[] {
  return readRowsOf(json, plate, INSPECTION_COLUMNS).flatMap(({ fields, at }) => {
    const values = parseInspection(fields, at, discard);
    if (typeof values === 'string') return [];
    const { authorityCode, authorityText, kind } = values;
    return [
      {
        date: isoDate(values.date) ?? '',
        time: clockText(values.time),
        kind,
        authorityCode,
        authority: authorityText,
        validUntil: isoDate(values.validUntil),
      },
    ];
  });
}

/** Without their texts, which are in the catalogue. */
export function readDefects(json: unknown, plate: string): DefectReport[] {
  return readRowsOf(json, plate, INSPECTION_DEFECT_COLUMNS).flatMap(({ fields, at }) => {
    const values = parseInspectionDefect(fields, at, discard);
    if (typeof values === 'string') return [];
    const { code, count, authorityCode } = values;
    const date = isoDate(values.date) ?? '';
    return [{ date, time: clockText(values.time), authorityCode, code, count, description: null }];
  });
}

/** @throws UnexpectedAnswer when a meaning is that of another code than was asked for */
export function readDefectMeanings(json: unknown, codes: readonly string[]): DefectCatalogueValues[] {
  return readRows(json).flatMap((row) => {
    const { fields, at } = rowOfJson(DEFECT_CATALOGUE_COLUMNS, row);
    const values = parseDefectCatalogue(fields, at, discard);
    if (typeof values === 'string') return [];
    if (codes.includes(values.code)) return [values];
    throw new UnexpectedAnswer('a meaning of another code');
  });
}
