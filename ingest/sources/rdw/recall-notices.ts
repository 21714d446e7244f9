import { recallNotice } from '../../../db/schema/vehicles.ts';
import { RECALL_NOTICE_COLUMNS } from '../../../db/vehicle-register/columns.ts';
import { parseRecallNotice } from '../../../db/vehicle-register/parse-recall.ts';
import type { LoadContext } from '../source.ts';
import { declareDataSet } from './data-set.ts';
import type { DataSetRequest, DownloadedDataSet } from './download.ts';
import { loadRows } from './load-rows.ts';

export const RECALL_NOTICES = declareDataSet({
  id: 'recall-notices',
  portalId: 'j9yg-7rg9',
  title: 'recall notices',
  cadence: 'when a recall is published or changed',
  byPlate: false,
});

export const RECALL_NOTICES_REQUEST: DataSetRequest = {
  sourceId: RECALL_NOTICES.id,
  columns: RECALL_NOTICE_COLUMNS,
  minimumBytes: 1_000_000,
};

/** Loads the notices: what is wrong, what can come of it and how it is repaired, in the producer's Dutch. */
export async function loadRecallNotices(context: LoadContext, downloaded: DownloadedDataSet): Promise<void> {
  await loadRows(
    {
      context,
      table: recallNotice,
      columns: RECALL_NOTICE_COLUMNS,
      notRead: [
        'Datum aankondiging producent_DT',
        'Datum eigenaren geïnformeerd_DT',
        'Datum informeren eigenaar',
        'Datum informeren eigenaar_DT',
        'Datum melding bij RDW_DT',
        'Publicatiedatum RDW_DT',
        'API Terugroep_actie_risico',
        'API Terugroep_ actie_status',
        'API Terugroep_infomeren_eigenaar',
        'API Terugroep_voertuig_merk_type',
      ],
      keys: [
        'reference',
        'publishedYyyymmdd',
        'announcedYyyymmdd',
        'reportedYyyymmdd',
        'ownersInformedYyyymmdd',
        'producer',
        'producerReference',
        'category',
        'description',
        'consequences',
        'remedy',
        'remarks',
        'riskCode',
        'url',
        'phone',
        'vehiclesTotal',
        'vehiclesNetherlands',
      ],
      example: 'reference',
      parse: (fields, at, onDiscard) => {
        const values = parseRecallNotice(fields, at, onDiscard);
        return values === undefined ? 'not a recall reference' : { ...values };
      },
    },
    downloaded,
  );
}
