import { plateToInteger } from '../../../db/plate.ts';
import {
  odometerExplanation,
  recallHazard,
  recallNotice,
  recallStatus,
  vehicle,
  vehicleFuel,
} from '../../../db/schema/vehicles.ts';
import type { Canary, GroupDeclaration, Invariant, LoadContext } from '../source.ts';
import { type DataSetRequest, type DownloadedDataSet, downloadDataSet } from './download.ts';
import { loadVehicleFuel, VEHICLE_FUEL, VEHICLE_FUEL_REQUEST } from './fuel.ts';
import { loadOdometerCodes, ODOMETER_CODES, ODOMETER_CODES_REQUEST } from './odometer-codes.ts';
import { loadRecallHazards, RECALL_HAZARDS, RECALL_HAZARDS_REQUEST } from './recall-hazards.ts';
import { loadRecallNotices, RECALL_NOTICES, RECALL_NOTICES_REQUEST } from './recall-notices.ts';
import { loadRecallStatus, RECALL_STATUS, RECALL_STATUS_REQUEST } from './recall-status.ts';
import {
  loadRegisteredVehicles,
  REGISTERED_VEHICLES,
  REGISTERED_VEHICLES_REQUEST,
} from './registered-vehicles.ts';

interface DataSet {
  readonly request: DataSetRequest;
  readonly load: (context: LoadContext, downloaded: DownloadedDataSet) => Promise<void>;
}

/** In the order of loading. The small ones are downloaded first: what is wrong shows before the long download. */
const DATA_SETS: readonly DataSet[] = [
  { request: ODOMETER_CODES_REQUEST, load: loadOdometerCodes },
  { request: RECALL_HAZARDS_REQUEST, load: loadRecallHazards },
  { request: RECALL_NOTICES_REQUEST, load: loadRecallNotices },
  { request: RECALL_STATUS_REQUEST, load: loadRecallStatus },
  { request: VEHICLE_FUEL_REQUEST, load: loadVehicleFuel },
  { request: REGISTERED_VEHICLES_REQUEST, load: loadRegisteredVehicles },
];

/** What is downloaded, in that order. */
export const DATA_SET_REQUESTS: readonly DataSetRequest[] = DATA_SETS.map(({ request }) => request);

const LARGEST_PLATE = 36 ** 6 - 1;

/**
 * Plates that were in the register in 2023 to 2026, of six series. A vehicle that is scrapped leaves the register, so
 * that not each of them can be asked for; that half of them are gone means that series are missing, as in March 2025.
 */
const KNOWN_PLATES = [
  '0001TJ',
  '00BBL8',
  '00BTV8',
  '01THFD',
  '11ZKZ3',
  '85XXXA',
  '85XXXB',
  '85XXXN',
  'F794KP',
  'G921GS',
  'TT601D',
  'VXJ99N',
  'XN006N',
];

/** Every first character that series of cars, vans, motorcycles, mopeds or trailers have. */
const FIRST_CHARACTERS = [...'0123456789BDFGHJKLNPRSTVWXZ'];

const CANARIES: readonly Canary[] = [
  {
    name: 'half of the known plates',
    sql: `SELECT 1 WHERE ${KNOWN_PLATES.length / 2} <= (SELECT count(*) FROM vehicle
            WHERE plate IN (${KNOWN_PLATES.map(plateToInteger).join(', ')}))`,
  },
  ...FIRST_CHARACTERS.map((character) => ({
    name: `plates that begin with ${character}`,
    sql: `SELECT 1 FROM vehicle WHERE plate BETWEEN ${plateToInteger(`${character}00000`)}
            AND ${plateToInteger(`${character}ZZZZZ`)} LIMIT 1`,
  })),
  {
    name: 'an open recall',
    sql: `SELECT 1 FROM recall_status WHERE status_code = 'O' LIMIT 1`,
  },
  {
    name: 'vehicles for at least 95 % of the fuels',
    sql: `SELECT 1 WHERE (SELECT count(*) * 0.05 FROM vehicle_fuel) >=
            (SELECT count(*) FROM vehicle_fuel WHERE NOT EXISTS
              (SELECT 1 FROM vehicle WHERE vehicle.plate = vehicle_fuel.plate))`,
  },
];

const INVARIANTS: readonly Invariant[] = [
  {
    name: 'a plate is six characters',
    sql: `SELECT count(*) FROM vehicle WHERE plate NOT BETWEEN 0 AND ${LARGEST_PLATE}`,
  },
  {
    name: 'insurance is stated or does not apply, not both',
    sql: 'SELECT count(*) FROM vehicle WHERE insured IS NOT NULL AND insurance_not_applicable = 1',
  },
  {
    name: 'every id of a vehicle is in its dictionary',
    sql: `SELECT count(*) FROM vehicle WHERE
            kind_id > (SELECT coalesce(max(id), 0) FROM vehicle_kind)
            OR make_id > (SELECT coalesce(max(id), 0) FROM vehicle_make)
            OR model_id > (SELECT coalesce(max(id), 0) FROM vehicle_model)
            OR body_id > (SELECT coalesce(max(id), 0) FROM vehicle_body)
            OR type_id > (SELECT coalesce(max(id), 0) FROM vehicle_type)
            OR type_approval_id > (SELECT coalesce(max(id), 0) FROM vehicle_type_approval)
            OR max(coalesce(primary_colour_id, 0), coalesce(secondary_colour_id, 0))
              > (SELECT coalesce(max(id), 0) FROM vehicle_colour)`,
  },
];

/**
 * The register of vehicles. Every load is a whole one: vehicles that are scrapped disappear from the publisher's
 * files without a trace, so that adding what is new would keep them for ever.
 */
export const VEHICLES: GroupDeclaration<readonly DownloadedDataSet[]> = {
  id: 'vehicles',
  sources: [REGISTERED_VEHICLES, VEHICLE_FUEL, RECALL_STATUS, RECALL_NOTICES, RECALL_HAZARDS, ODOMETER_CODES],
  async fetch(fetcher) {
    const downloaded: DownloadedDataSet[] = [];
    for (const { request } of DATA_SETS) downloaded.push(await downloadDataSet(fetcher, request));
    return downloaded;
  },
  // Only the data: the portal's description of a data set counts its visitors, and so differs every time.
  files: (downloaded) => downloaded.flatMap(({ files }) => files),
  async load(context, downloaded) {
    for (const { request, load } of DATA_SETS) {
      const dataSet = downloaded.find(({ sourceId }) => sourceId === request.sourceId);
      if (dataSet === undefined) throw new Error(`${request.sourceId} was not downloaded.`);
      await load(context, dataSet);
      if (dataSet.stateDate !== undefined)
        context.describe(request.sourceId, { stateDate: dataSet.stateDate });
    }
  },
  tables: [vehicle, vehicleFuel, recallStatus, recallNotice, recallHazard, odometerExplanation],
  minimumRows: {
    vehicle: 15_000_000,
    vehicle_fuel: 15_000_000,
    recall_status: 500_000,
    recall_notice: 4_000,
    recall_hazard: 3_000,
    odometer_explanation: 8,
  },
  canaries: CANARIES,
  invariants: INVARIANTS,
  maximumRejectedShare: 0.001,
};
