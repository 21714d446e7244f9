import { inspectionDefect } from '../../../db/schema/inspections.ts';
import { INSPECTION_DEFECT_COLUMNS } from '../../../db/vehicle-register/inspection-columns.ts';
import type { LoadContext } from '../source.ts';
import { declareDataSet } from './data-set.ts';
import type { DataSetRequest, DownloadedDataSet } from './download.ts';
import { createMapper, INSPECTION_DEFECT_ROW } from './inspection-defect-rows.ts';
import { NO_ID, NO_TIME, noteDuplicates } from './inspection-reports.ts';
import { type Dictionaries, readPacked } from './load-packed.ts';
import type { StoredValue } from './packed-rows.ts';
import { SortedLoad } from './sorted-load.ts';

export const INSPECTION_DEFECTS = declareDataSet({
  id: 'inspection-defects',
  portalId: 'a34c-vvps',
  title: 'defects found at inspections',
  byPlate: true,
});

export const INSPECTION_DEFECTS_REQUEST: DataSetRequest = {
  sourceId: INSPECTION_DEFECTS.id,
  columns: INSPECTION_DEFECT_COLUMNS,
  // About 2.5 GB.
  minimumBytes: 800_000_000,
};

/**
 * Loads one row per inspection and code of a defect, advice among them. Those of a rejected attempt have no report at
 * their time.
 */
export async function loadInspectionDefects(
  context: LoadContext,
  downloaded: DownloadedDataSet,
  dictionaries: Dictionaries,
  options: { threads?: number } = {},
): Promise<void> {
  const sorted = new SortedLoad(context, inspectionDefect);
  const read = {
    context,
    row: INSPECTION_DEFECT_ROW,
    columns: INSPECTION_DEFECT_COLUMNS,
    notRead: COLUMNS_NOT_READ,
    mapper: { url: new URL('./inspection-defect-rows.ts', import.meta.url), createMapper },
    ...options,
  };
  const row: StoredValue[] = [];
  for (const file of downloaded.files) {
    await readPacked(read, downloaded.sourceId, file, dictionaries, (values) => {
      const [plate = null, date = null, time, authority, code = null, count = null] = values;
      row[0] = plate;
      row[1] = date;
      row[2] = time ?? NO_TIME;
      row[3] = authority ?? NO_ID;
      row[4] = code;
      row[5] = count;
      sorted.add(row);
    });
  }
  noteDuplicates(context, downloaded.sourceId, sorted);
}

/** Columns that are known and of no use to us; a column that is neither here nor read is reported as new. */
const COLUMNS_NOT_READ = ['Soort erkenning omschrijving', 'Meld datum door keuringsinstantie DT'] as const;
