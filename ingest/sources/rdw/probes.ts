import { Value } from 'typebox/value';
import { normaliseColumnName } from '../../formats/columns.ts';
import type { Probe } from '../probe.ts';
import { checkColumns, parseJson, UnexpectedDocumentError } from '../probe-checks.ts';
import type { DataSetRequest } from './download.ts';
import { INSPECTION_DATA_SET_REQUESTS } from './inspections.ts';
import { PortalMetadata, stateDateOf } from './portal-metadata.ts';
import { DATA_SET_REQUESTS } from './vehicles.ts';

const DECLARED = 'rdw/data-set.ts';

/** Of one data set of the register's portal. */
function dataSetProbes({ columns, minimumBytes }: DataSetRequest): readonly Probe[] {
  const check = checkColumns(columns);
  return [
    {
      name: "the portal's description of the data set",
      addresses: ({ urls }) => [{ url: urls.metadata ?? '' }],
      ask: 'first',
      optional: true,
      expect: {
        kind: 'document',
        begins: 'json',
        check(text) {
          const metadata = parseJson(text);
          if (!Value.Check(PortalMetadata, metadata)) {
            throw new UnexpectedDocumentError('a description without columns');
          }
          const remarks = check(metadata.columns.map(({ fieldName }) => normaliseColumnName(fieldName)));
          const stateDate = stateDateOf(metadata);
          return stateDate === undefined ? remarks : [`of ${stateDate}`, ...remarks];
        },
      },
      declared: { file: DECLARED, key: 'urls.metadata' },
    },
    {
      name: 'the rows of the data set',
      addresses: ({ urls, options }) => (options?.download === 'shards' ? [] : [{ url: urls.rows ?? '' }]),
      ask: 'first',
      expect: { kind: 'csv', header: check, minimumBytes },
      declared: { file: DECLARED, key: 'urls.rows' },
    },
  ];
}

/** By the id of the source. */
export const VEHICLE_PROBES: Readonly<Record<string, readonly Probe[]>> = Object.fromEntries(
  [...DATA_SET_REQUESTS, ...INSPECTION_DATA_SET_REQUESTS].map((request) => [
    request.sourceId,
    dataSetProbes(request),
  ]),
);
