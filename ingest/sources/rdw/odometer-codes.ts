import { odometerExplanation } from '../../../db/schema/vehicles.ts';
import { ODOMETER_EXPLANATION_COLUMNS } from '../../../db/vehicle-register/columns.ts';
import { textValue } from '../../../db/vehicle-register/field-values.ts';
import type { LoadContext } from '../source.ts';
import { declareDataSet } from './data-set.ts';
import type { DataSetRequest, DownloadedDataSet } from './download.ts';
import { loadRows } from './load-rows.ts';

export const ODOMETER_CODES = declareDataSet({
  id: 'odometer-codes',
  portalId: 'jqs4-4kvw',
  title: 'explanations of odometer verdicts',
  cadence: 'seldom; last in March 2025',
  byPlate: false,
});

export const ODOMETER_CODES_REQUEST: DataSetRequest = {
  sourceId: ODOMETER_CODES.id,
  columns: ODOMETER_EXPLANATION_COLUMNS,
  minimumBytes: 500,
};

/** Loads the nine explanations. Codes are text: `01` is not 1. */
export async function loadOdometerCodes(context: LoadContext, downloaded: DownloadedDataSet): Promise<void> {
  await loadRows(
    {
      context,
      table: odometerExplanation,
      columns: ODOMETER_EXPLANATION_COLUMNS,
      notRead: [],
      keys: ['code', 'text'],
      example: 'code',
      parse: (fields, at) => {
        const code = textValue(fields[at.code] ?? '');
        // "Niet geregistreerd." with its full stop is the explanation of the code NG.
        const text = (fields[at.text] ?? '').trim();
        return code === null || text === '' ? 'not a code and its explanation' : { code, text };
      },
    },
    downloaded,
  );
}
