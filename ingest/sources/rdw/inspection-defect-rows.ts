import { threadId } from 'node:worker_threads';
import { plateToInteger } from '../../../db/plate.ts';
import type { ColumnPositions } from '../../../db/vehicle-register/columns.ts';
import type { INSPECTION_DEFECT_COLUMNS } from '../../../db/vehicle-register/inspection-columns.ts';
import {
  type InspectionDefectValues,
  parseInspectionDefect,
} from '../../../db/vehicle-register/parse-inspection.ts';
import type { RecordMapper } from '../../formats/csv-block-mapper.ts';
import { type PackedRows, type RowColumn, RowPacker } from './packed-rows.ts';

type DefectColumn = RowColumn<InspectionDefectValues, keyof InspectionDefectValues>;

/** How a defect becomes a row of the scratch file, in the order of its columns there. */
export const INSPECTION_DEFECT_ROW: readonly DefectColumn[] = [
  { key: 'plate', get: (defect) => plateToInteger(defect.plate), as: 'number' },
  { key: 'date', get: (defect) => defect.date, as: 'number' },
  { key: 'time', get: (defect) => defect.time, as: 'number' },
  { key: 'authorityCode', get: (defect) => defect.authorityCode, as: { vocabulary: 'authority' } },
  { key: 'code', get: (defect) => defect.code, as: { vocabulary: 'code' } },
  { key: 'count', get: (defect) => defect.count, as: 'number' },
];

/** Records of the CSV file in, packed rows out; runs in a reading thread. */
export function createMapper(
  at: ColumnPositions<typeof INSPECTION_DEFECT_COLUMNS>,
): RecordMapper<PackedRows> {
  const packer = new RowPacker(INSPECTION_DEFECT_ROW, threadId);
  return packer.mapper((fields) => parseInspectionDefect(fields, at, packer.onDiscard), at.plate);
}
