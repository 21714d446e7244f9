import { plateToInteger } from '../../../db/plate.ts';
import { recallStatus } from '../../../db/schema/vehicles.ts';
import { RECALL_STATUS_COLUMNS } from '../../../db/vehicle-register/columns.ts';
import { parseRecallStatus } from '../../../db/vehicle-register/parse-recall.ts';
import type { LoadContext } from '../source.ts';
import { declareDataSet } from './data-set.ts';
import type { DataSetRequest, DownloadedDataSet } from './download.ts';
import { loadRows } from './load-rows.ts';

export const RECALL_STATUS = declareDataSet({
  id: 'recall-status',
  portalId: 't49b-isb7',
  title: 'recalls of vehicles',
  byPlate: true,
});

export const RECALL_STATUS_REQUEST: DataSetRequest = {
  sourceId: RECALL_STATUS.id,
  columns: RECALL_STATUS_COLUMNS,
  minimumBytes: 10_000_000,
};

/**
 * Loads one row per vehicle and recall. Only this data set says that a plate is affected; that of makes and types
 * (mu2x-mu5e) names whole series, repaired vehicles among them, and is not loaded.
 */
export async function loadRecallStatus(context: LoadContext, downloaded: DownloadedDataSet): Promise<void> {
  await loadRows(
    {
      context,
      table: recallStatus,
      columns: RECALL_STATUS_COLUMNS,
      // The status code in words.
      notRead: ['Status'],
      keys: ['plate', 'reference', 'statusCode'],
      example: 'plate',
      parse: (fields, at) => {
        const values = parseRecallStatus(fields, at);
        return typeof values === 'string' ? values : { ...values, plate: plateToInteger(values.plate) };
      },
    },
    downloaded,
  );
}
