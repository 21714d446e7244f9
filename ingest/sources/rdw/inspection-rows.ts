import { threadId } from 'node:worker_threads';
import { plateToInteger } from '../../../db/plate.ts';
import type { ColumnPositions } from '../../../db/vehicle-register/columns.ts';
import type { INSPECTION_COLUMNS } from '../../../db/vehicle-register/inspection-columns.ts';
import { type InspectionValues, parseInspection } from '../../../db/vehicle-register/parse-inspection.ts';
import type { RecordMapper } from '../../formats/csv-block-mapper.ts';
import { type PackedRows, type RowColumn, RowPacker } from './packed-rows.ts';

type InspectionColumn = RowColumn<InspectionValues, keyof InspectionValues>;

/** How a report becomes a row of the scratch file, in the order of its columns there; the last one is no part of it. */
export const INSPECTION_ROW: readonly InspectionColumn[] = [
  { key: 'plate', get: (report) => plateToInteger(report.plate), as: 'number' },
  { key: 'date', get: (report) => report.date, as: 'number' },
  { key: 'time', get: (report) => report.time, as: 'number' },
  { key: 'authorityCode', get: (report) => report.authorityCode, as: { vocabulary: 'authority' } },
  { key: 'kind', get: (report) => report.kind, as: { vocabulary: 'kind' } },
  { key: 'validUntil', get: (report) => report.validUntil, as: 'number' },
  { key: 'authorityText', get: (report) => report.authorityText, as: { vocabulary: 'authorityText' } },
];

/** Records of the CSV file in, packed rows out; runs in a reading thread. */
export function createMapper(at: ColumnPositions<typeof INSPECTION_COLUMNS>): RecordMapper<PackedRows> {
  const packer = new RowPacker(INSPECTION_ROW, threadId);
  return packer.mapper((fields) => parseInspection(fields, at, packer.onDiscard), at.plate);
}
