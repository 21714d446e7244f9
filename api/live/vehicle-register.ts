import type { DefectReport, InspectionReport } from '../../db/vehicle-register/inspection-history.ts';
import type { DefectCatalogueValues } from '../../db/vehicle-register/parse-inspection.ts';
import type {
  RecallHazardValues,
  RecallNoticeValues,
  RecallStatusValues,
} from '../../db/vehicle-register/parse-recall.ts';
import type { RegisteredVehicle, VehicleFuel } from '../../db/vehicle-register/registered-vehicle.ts';
import type { LiveAnswer } from './live-source.ts';
import { UnexpectedAnswer, Upstream, type UpstreamDeps } from './upstream.ts';
import type { UpstreamQuery } from './upstream-url.ts';
import {
  readDefectMeanings,
  readDefects,
  readFuels,
  readInspectionReports,
  readRecallHazards,
  readRecallNotices,
  readRecallStatus,
  readRows,
  readVehicle,
} from './vehicle-register-rows.ts';
import { VEHICLE_REGISTER, type VehicleDataSet } from './vehicle-register-sources.ts';

/** What is registered of a vehicle changes by the day; a caller who asks twice in a row need not wait twice. */
const PLATE_TTL_MS = 10 * 60_000;
/** Notices and meanings of codes hardly ever change once they are published. */
const REFERENCE_TTL_MS = 24 * 60 * 60_000;
/** Rows that a question about one plate can have at most; the API cuts off at 1,000 without a word. */
const ROW_LIMIT = 1000;
/** The publisher asks for moderation, and answers 429 to more. */
const MAX_CONCURRENT = 5;
const FORBIDDEN = 403;
const TOKEN_REFUSED = Symbol('the token was refused');

/** The resource API of the vehicle register, one data set a question. Every method throws UpstreamUnavailable. */
export class VehicleRegister {
  readonly #upstream: Upstream;
  readonly #log: UpstreamDeps['log'];
  #token: string | undefined;

  constructor(
    settings: { readonly VEHICLE_API_URL: string; readonly VEHICLE_APP_TOKEN?: string | undefined },
    deps: UpstreamDeps,
  ) {
    this.#upstream = new Upstream(
      {
        id: 'vehicle-register',
        name: 'the vehicle register',
        baseUrl: settings.VEHICLE_API_URL,
        maxConcurrent: MAX_CONCURRENT,
      },
      deps,
    );
    this.#log = deps.log;
    this.#token = settings.VEHICLE_APP_TOKEN;
  }

  /**
   * An unknown plate is an empty answer, but so was every plate on the day when the data set was empty: the register
   * must have any row before a plate is called unknown.
   */
  async vehicle(plate: string, signal: AbortSignal): Promise<LiveAnswer<RegisteredVehicle | undefined>> {
    const answer = await this.#ofPlate('vehicles', plate, readVehicle, signal);
    if (answer.value === undefined) await this.#checkNotEmpty('vehicles', signal);
    return answer;
  }

  fuels(plate: string, signal: AbortSignal): Promise<LiveAnswer<VehicleFuel[]>> {
    return this.#ofPlate('fuels', plate, readFuels, signal);
  }

  recallStatus(plate: string, signal: AbortSignal): Promise<LiveAnswer<RecallStatusValues[]>> {
    return this.#ofPlate('recallStatus', plate, readRecallStatus, signal);
  }

  recallNotices(
    references: readonly string[],
    signal: AbortSignal,
  ): Promise<LiveAnswer<RecallNoticeValues[]>> {
    return this.#among('recallNotices', 'referentiecode_rdw', references, readRecallNotices, signal);
  }

  recallHazards(
    references: readonly string[],
    signal: AbortSignal,
  ): Promise<LiveAnswer<RecallHazardValues[]>> {
    return this.#among('recallHazards', 'referentiecode_rdw', references, readRecallHazards, signal);
  }

  inspectionReports(plate: string, signal: AbortSignal): Promise<LiveAnswer<InspectionReport[]>> {
    return this.#ofPlate('reports', plate, readInspectionReports, signal);
  }

  defects(plate: string, signal: AbortSignal): Promise<LiveAnswer<DefectReport[]>> {
    return this.#ofPlate('defects', plate, readDefects, signal);
  }

  defectMeanings(
    codes: readonly string[],
    signal: AbortSignal,
  ): Promise<LiveAnswer<DefectCatalogueValues[]>> {
    return this.#among('catalogue', 'gebrek_identificatie', codes, readDefectMeanings, signal);
  }

  #ofPlate<Value>(
    dataSet: VehicleDataSet,
    plate: string,
    read: (json: unknown, plate: string) => Value,
    signal: AbortSignal,
  ): Promise<LiveAnswer<Value>> {
    const query = { kenteken: plate, $limit: ROW_LIMIT };
    return this.#ask(dataSet, query, (json) => read(json, plate), PLATE_TTL_MS, signal);
  }

  /** @param keys letters and digits only, so that they stand in the query as they are */
  #among<Value>(
    dataSet: VehicleDataSet,
    field: string,
    keys: readonly string[],
    read: (json: unknown, keys: readonly string[]) => Value,
    signal: AbortSignal,
  ): Promise<LiveAnswer<Value>> {
    const sorted = [...new Set(keys)].sort();
    if (sorted.some((key) => !/^[A-Z0-9]+$/.test(key))) throw new Error('A key is not letters and digits.');
    const list = sorted.map((key) => `'${key}'`).join(',');
    const query = { $where: `${field} in(${list})`, $limit: ROW_LIMIT };
    return this.#ask(dataSet, query, (json) => read(json, sorted), REFERENCE_TTL_MS, signal);
  }

  async #checkNotEmpty(dataSet: VehicleDataSet, signal: AbortSignal): Promise<void> {
    const read = (json: unknown) => {
      if (readRows(json).length > 0) return true;
      throw new UnexpectedAnswer('the whole data set is empty');
    };
    await this.#ask(dataSet, { $select: 'kenteken', $limit: 1 }, read, PLATE_TTL_MS, signal);
  }

  /** A wrong token is worse than none, which only has lower limits: without it everything is answered. */
  async #ask<Value>(
    dataSet: VehicleDataSet,
    query: UpstreamQuery,
    read: (json: unknown) => Value,
    ttlMs: number,
    signal: AbortSignal,
  ): Promise<LiveAnswer<Value>> {
    const token = this.#token;
    const { value, ...answer } = await this.#upstream.ask<Value | typeof TOKEN_REFUSED>({
      path: `/${VEHICLE_REGISTER[dataSet].portalId}.json`,
      query,
      headers: token === undefined ? {} : { 'x-app-token': token },
      accept: ['application/json'],
      answerStatuses: token === undefined ? [] : [FORBIDDEN],
      read: (whole) => (whole.status === FORBIDDEN ? TOKEN_REFUSED : read(whole.json())),
      isHit,
      ttlMs,
      signal,
    });
    if (value !== TOKEN_REFUSED) return { ...answer, value };
    if (this.#token !== undefined) {
      this.#log?.warn({ upstream: this.#upstream.id }, 'VEHICLE_APP_TOKEN is refused: going on without it');
    }
    this.#token = undefined;
    return this.#ask(dataSet, query, read, ttlMs, signal);
  }
}

function isHit(value: unknown): boolean {
  if (value === undefined || value === TOKEN_REFUSED) return false;
  return !Array.isArray(value) || value.length > 0;
}
