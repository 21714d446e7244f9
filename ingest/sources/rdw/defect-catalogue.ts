import { defectCatalogue } from '../../../db/schema/inspections.ts';
import { DEFECT_CATALOGUE_COLUMNS } from '../../../db/vehicle-register/inspection-columns.ts';
import { parseDefectCatalogue } from '../../../db/vehicle-register/parse-inspection.ts';
import type { LoadContext } from '../source.ts';
import { declareDataSet } from './data-set.ts';
import type { DataSetRequest, DownloadedDataSet } from './download.ts';
import { loadRows } from './load-rows.ts';

export const DEFECT_CATALOGUE = declareDataSet({
  id: 'defect-catalogue',
  portalId: 'hx2c-gt7k',
  title: 'meanings of defect codes',
  cadence: 'when the rules for inspections change',
  byPlate: false,
});

export const DEFECT_CATALOGUE_REQUEST: DataSetRequest = {
  sourceId: DEFECT_CATALOGUE.id,
  columns: DEFECT_CATALOGUE_COLUMNS,
  minimumBytes: 40_000,
};

/**
 * Loads some thousand codes. They are text: 799 have three digits, and `31` stands beside `031`. The texts come cut
 * off after 60 characters, one with a character that was lost on the way; they are kept as they are.
 */
export async function loadDefectCatalogue(
  context: LoadContext,
  downloaded: DownloadedDataSet,
): Promise<void> {
  await loadRows(
    {
      context,
      table: defectCatalogue,
      columns: DEFECT_CATALOGUE_COLUMNS,
      // Second copies of the dates.
      notRead: ['Ingangsdatum gebrek DT', 'Einddatum gebrek DT'],
      keys: ['code', 'validFromYyyymmdd', 'validUntilYyyymmdd', 'paragraph', 'article', 'text'],
      example: 'code',
      parse: (fields, at, onDiscard) => {
        const values = parseDefectCatalogue(fields, at, onDiscard);
        if (typeof values === 'string') return values;
        const { validFrom, validUntil, ...rest } = values;
        return { ...rest, validFromYyyymmdd: validFrom ?? 0, validUntilYyyymmdd: validUntil };
      },
    },
    downloaded,
  );
}
