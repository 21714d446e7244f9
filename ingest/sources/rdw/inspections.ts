import { plateToInteger } from '../../../db/plate.ts';
import {
  defectCatalogue,
  defectCode,
  inspection,
  inspectionAuthority,
  inspectionDefect,
  inspectionKind,
  inspectionWindow,
} from '../../../db/schema/inspections.ts';
import { attachScratchFile } from '../scratch-file.ts';
import type { Canary, GroupDeclaration, Invariant, LoadContext } from '../source.ts';
import { DEFECT_CATALOGUE, DEFECT_CATALOGUE_REQUEST, loadDefectCatalogue } from './defect-catalogue.ts';
import { type DataSetRequest, type DownloadedDataSet, downloadDataSet } from './download.ts';
import {
  INSPECTION_DEFECTS,
  INSPECTION_DEFECTS_REQUEST,
  loadInspectionDefects,
} from './inspection-defects.ts';
import {
  INSPECTION_REPORTS,
  INSPECTION_REPORTS_REQUEST,
  loadInspectionReports,
} from './inspection-reports.ts';
import { Dictionaries } from './load-packed.ts';

/** What is downloaded, in that order: what is wrong with the small one shows before the long downloads. */
export const INSPECTION_DATA_SET_REQUESTS: readonly DataSetRequest[] = [
  DEFECT_CATALOGUE_REQUEST,
  INSPECTION_DEFECTS_REQUEST,
  INSPECTION_REPORTS_REQUEST,
];

/** The scratch file is only written at its end and read from its beginning. */
const SCRATCH_CACHE_KIB = 4096;

/** Rows older than all but this share are not the beginning of what is held, but slips of the keyboard. */
const STRAY_SHARE = 1 / 100_000;

/** First characters that series of cars, vans, motorhomes and trucks have: of these some are inspected every day. */
const FIRST_CHARACTERS = [...'0123456789BGHJKLNPRSTVXZ'];

const plateRange = (character: string) =>
  `plate BETWEEN ${plateToInteger(`${character}00000`)} AND ${plateToInteger(`${character}ZZZZZ`)}`;

const CANARIES: readonly Canary[] = [
  ...FIRST_CHARACTERS.map((character) => ({
    name: `inspections of plates that begin with ${character}`,
    sql: `SELECT 1 FROM inspection WHERE ${plateRange(character)} LIMIT 1`,
  })),
  {
    name: 'inspections of at least two years',
    sql: 'SELECT 1 FROM inspection_window WHERE newest_yyyymmdd - oldest_yyyymmdd >= 20000',
  },
  {
    name: 'the advice AC1, by far the most frequent',
    sql: `SELECT 1 FROM inspection_defect WHERE code_id = (SELECT id FROM defect_code WHERE text = 'AC1') LIMIT 1`,
  },
  {
    name: 'both 031 and 31 among the codes',
    sql: `SELECT 1 WHERE 2 = (SELECT count(DISTINCT code) FROM defect_catalogue WHERE code IN ('031', '31'))`,
  },
  {
    name: 'a meaning for 95 % of the codes that were found',
    sql: `SELECT 1 WHERE (SELECT count(*) * 0.05 FROM defect_code) >= (SELECT count(*) FROM defect_code
            WHERE NOT EXISTS (SELECT 1 FROM defect_catalogue WHERE defect_catalogue.code = defect_code.text))`,
  },
];

const LARGEST_PLATE = 36 ** 6 - 1;

const INVARIANTS: readonly Invariant[] = [
  {
    name: 'a plate is six characters',
    sql: `SELECT (SELECT count(*) FROM inspection WHERE plate NOT BETWEEN 0 AND ${LARGEST_PLATE}) +
            (SELECT count(*) FROM inspection_defect WHERE plate NOT BETWEEN 0 AND ${LARGEST_PLATE})`,
  },
  {
    name: 'a time is one of the day, or not stated',
    sql: `SELECT (SELECT count(*) FROM inspection WHERE time_hhmm NOT BETWEEN -1 AND 2359) +
            (SELECT count(*) FROM inspection_defect WHERE time_hhmm NOT BETWEEN -1 AND 2359)`,
  },
  {
    name: 'every id of an inspection or defect is in its dictionary',
    sql: `SELECT (SELECT count(*) FROM inspection WHERE
              authority_id > (SELECT coalesce(max(id), 0) FROM inspection_authority)
              OR kind_id > (SELECT coalesce(max(id), 0) FROM inspection_kind)) +
            (SELECT count(*) FROM inspection_defect WHERE
              authority_id > (SELECT coalesce(max(id), 0) FROM inspection_authority)
              OR code_id NOT BETWEEN 1 AND (SELECT coalesce(max(id), 0) FROM defect_code))`,
  },
];

/**
 * Inspections, the defects found at them, and what the codes mean.
 *
 * A group of its own, not tables of the vehicles, although it comes from the same portal on the same day: it is nine
 * gigabytes of download and fifty million rows that an operator may do without (VEHICLE_HISTORY=off), that may fail
 * while the register itself is renewed, and that may be rolled back without it. An answer reads both; a report that
 * is newer than the register is what the answer goes by. Every load is a whole one: the publisher drops what is older
 * than about three years without a trace.
 */
export const INSPECTIONS: GroupDeclaration<readonly DownloadedDataSet[]> = {
  id: 'inspections',
  sources: [INSPECTION_REPORTS, INSPECTION_DEFECTS, DEFECT_CATALOGUE],
  async fetch(fetcher) {
    const downloaded: DownloadedDataSet[] = [];
    for (const request of INSPECTION_DATA_SET_REQUESTS) {
      downloaded.push(await downloadDataSet(fetcher, request));
    }
    return downloaded;
  },
  // Only the data: the portal's description of a data set counts its visitors, and so differs every time.
  files: (downloaded) => downloaded.flatMap(({ files }) => files),
  async load(context, downloaded) {
    await loadAll(context, (sourceId) => {
      const dataSet = downloaded.find((candidate) => candidate.sourceId === sourceId);
      if (dataSet === undefined) throw new Error(`${sourceId} was not downloaded.`);
      if (dataSet.stateDate !== undefined) context.describe(sourceId, { stateDate: dataSet.stateDate });
      return dataSet;
    });
  },
  derive: writeWindow,
  tables: [inspection, inspectionDefect, defectCatalogue],
  minimumRows: { inspection: 20_000_000, inspection_defect: 20_000_000, defect_catalogue: 900 },
  canaries: CANARIES,
  invariants: INVARIANTS,
  maximumRejectedShare: 0.001,
};

async function loadAll(
  context: LoadContext,
  dataSet: (sourceId: string) => DownloadedDataSet,
): Promise<void> {
  await loadDefectCatalogue(context, dataSet(DEFECT_CATALOGUE.id));
  const dictionaries = new Dictionaries(['authority', 'kind', 'code']);
  const scratch = attachScratchFile(context.database, SCRATCH_CACHE_KIB);
  try {
    const reports = dataSet(INSPECTION_REPORTS.id);
    const authorityTexts = await loadInspectionReports(context, reports, dictionaries);
    await loadInspectionDefects(context, dataSet(INSPECTION_DEFECTS.id), dictionaries);
    dictionaries.write(context, 'kind', inspectionKind);
    dictionaries.write(context, 'code', defectCode);
    const insert = context.insert(inspectionAuthority, ['id', 'code', 'text']);
    for (const [id, code] of dictionaries.words('authority')) {
      insert([id, code, authorityTexts.get(id) ?? null]);
    }
    context.commit();
  } finally {
    scratch.close();
  }
}

/** From which day on inspections are held: the answer says so, since what is older is not known. */
function writeWindow(context: LoadContext): void {
  const rows = context.database.prepare<[], number>('SELECT count(*) FROM inspection').pluck().get() ?? 0;
  const [oldest = null] = context.database
    .prepare<[number], number>('SELECT date_yyyymmdd FROM inspection ORDER BY date_yyyymmdd LIMIT 1 OFFSET ?')
    .pluck()
    .all(Math.floor(rows * STRAY_SHARE));
  const newest = context.database
    .prepare<[], number | null>('SELECT max(date_yyyymmdd) FROM inspection')
    .pluck()
    .get();
  context.insert(inspectionWindow, ['id', 'oldestYyyymmdd', 'newestYyyymmdd'])([1, oldest, newest ?? null]);
}
