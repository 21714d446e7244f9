import { inspection } from '../../../db/schema/inspections.ts';
import { INSPECTION_COLUMNS } from '../../../db/vehicle-register/inspection-columns.ts';
import type { LoadContext } from '../source.ts';
import { declareDataSet } from './data-set.ts';
import type { DataSetRequest, DownloadedDataSet } from './download.ts';
import { createMapper, INSPECTION_ROW } from './inspection-rows.ts';
import { type Dictionaries, readPacked } from './load-packed.ts';
import type { StoredValue } from './packed-rows.ts';
import { SortedLoad } from './sorted-load.ts';

export const INSPECTION_REPORTS = declareDataSet({
  id: 'inspection-reports',
  portalId: 'sgfe-77wx',
  title: 'reports of inspecting bodies',
  byPlate: true,
});

export const INSPECTION_REPORTS_REQUEST: DataSetRequest = {
  sourceId: INSPECTION_REPORTS.id,
  columns: INSPECTION_COLUMNS,
  // About 6.7 GB; columns with addresses, half of it, could go before it is this little.
  minimumBytes: 1_500_000_000,
};

/** A part of a key cannot be null; see the schema. */
export const NO_TIME = -1;
export const NO_ID = 0;

/**
 * Loads one row per report. It is not a verdict: only approvals, and work on tachographs, are reported.
 * @param dictionaries shared with the defects, which are found by bodies of the same kinds
 * @returns what the kinds of bodies are called, by their ids
 */
export async function loadInspectionReports(
  context: LoadContext,
  downloaded: DownloadedDataSet,
  dictionaries: Dictionaries,
  options: { threads?: number } = {},
): Promise<ReadonlyMap<StoredValue, StoredValue>> {
  const sorted = new SortedLoad(context, inspection);
  const authorityTexts = new Map<StoredValue, StoredValue>();
  const read = {
    context,
    row: INSPECTION_ROW,
    columns: INSPECTION_COLUMNS,
    notRead: COLUMNS_NOT_READ,
    mapper: { url: new URL('./inspection-rows.ts', import.meta.url), createMapper },
    ...options,
  };
  const row: StoredValue[] = [];
  for (const file of downloaded.files) {
    await readPacked(read, downloaded.sourceId, file, dictionaries, (values) => {
      const [plate = null, date = null, time, authority, kind, validUntil = null, authorityText = null] =
        values;
      row[0] = plate;
      row[1] = date;
      row[2] = time ?? NO_TIME;
      row[3] = authority ?? NO_ID;
      row[4] = kind ?? NO_ID;
      row[5] = validUntil;
      if (authorityText !== null && !authorityTexts.has(row[3])) authorityTexts.set(row[3], authorityText);
      sorted.add(row);
    });
  }
  noteDuplicates(context, downloaded.sourceId, sorted);
  return authorityTexts;
}

/** Sorts the rows into their table and counts those that were there already. */
export function noteDuplicates(context: LoadContext, sourceId: string, sorted: SortedLoad): void {
  const progress = context.progress(`sort ${sourceId}`);
  const duplicates = sorted.finish();
  for (let row = 0; row < duplicates; row += 1) context.note(sourceId, 'row whose key was there already');
  progress.done();
}

/** Columns that are known and of no use to us; a column that is neither here nor read is reported as new. */
const COLUMNS_NOT_READ = [
  // Second copies of the dates, in three different forms.
  'Meld datum door keuringsinstantie DT',
  'Vervaldatum keuring DT',
  // The same address in every row but for the plate.
  'API Gebrek constateringen',
  'API Gebrek beschrijving',
  // Until 2025.
  'Steekproef indicator',
] as const;
