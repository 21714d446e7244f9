import { recallHazard } from '../../../db/schema/vehicles.ts';
import { RECALL_HAZARD_COLUMNS } from '../../../db/vehicle-register/columns.ts';
import { parseRecallHazard } from '../../../db/vehicle-register/parse-recall.ts';
import type { LoadContext } from '../source.ts';
import { declareDataSet } from './data-set.ts';
import type { DataSetRequest, DownloadedDataSet } from './download.ts';
import { loadRows } from './load-rows.ts';

export const RECALL_HAZARDS = declareDataSet({
  id: 'recall-hazards',
  portalId: '9ihi-jgpf',
  title: 'hazards of recalls',
  cadence: 'when a recall is published or changed',
  byPlate: false,
});

export const RECALL_HAZARDS_REQUEST: DataSetRequest = {
  sourceId: RECALL_HAZARDS.id,
  columns: RECALL_HAZARD_COLUMNS,
  minimumBytes: 50_000,
};

/** Loads the hazards of each recall: they decide how serious an open one is. */
export async function loadRecallHazards(context: LoadContext, downloaded: DownloadedDataSet): Promise<void> {
  await loadRows(
    {
      context,
      table: recallHazard,
      columns: RECALL_HAZARD_COLUMNS,
      notRead: [],
      keys: ['reference', 'code', 'text'],
      example: 'reference',
      parse: (fields, at) => {
        const values = parseRecallHazard(fields, at);
        return values === undefined ? 'not a recall reference and a hazard code' : { ...values };
      },
    },
    downloaded,
  );
}
