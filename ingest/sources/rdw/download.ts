import type { ColumnSpec } from '../../formats/columns.ts';
import { countCsvRecords } from '../../formats/csv-blocks.ts';
import { type FetchedFile, type Fetcher, type FetchRequest, UnexpectedFormatError } from '../source.ts';
import { DOWNLOAD_WAYS, type DownloadWay, SHARDS_AT_ONCE } from './data-set.ts';
import {
  type PortalMetadata,
  readPortalCount,
  readPortalMetadata,
  selectableColumns,
  stateDateOf,
} from './portal-metadata.ts';

/** The files of one data set. */
export interface DownloadedDataSet {
  readonly sourceId: string;
  /** The data: one file, or one a shard. */
  readonly files: readonly FetchedFile[];
  /** The day whose state they describe, `YYYY-MM-DD`, where the portal tells. */
  readonly stateDate: string | undefined;
}

export interface DataSetRequest {
  readonly sourceId: string;
  readonly columns: Readonly<Record<string, ColumnSpec>>;
  /** A smaller national file of the `rows` way is not the whole. */
  readonly minimumBytes: number;
}

/**
 * Downloads a data set in the way that its options choose.
 * @throws UnexpectedFormatError when a shard stays incomplete, the data keep changing, or a needed column is gone
 */
export async function downloadDataSet(fetcher: Fetcher, request: DataSetRequest): Promise<DownloadedDataSet> {
  const { urls, options } = fetcher.declaration(request.sourceId);
  const portal = new Portal(fetcher, request.sourceId, urls);
  if (downloadWay(options?.download) === 'shards') return downloadShards(portal, request);
  const metadata = await portal.optionalMetadata();
  const file = await portal.file(requiredUrl(urls, 'rows'), 'csv', request.minimumBytes);
  const stateDate = metadata === undefined ? undefined : stateDateOf(metadata);
  return { sourceId: request.sourceId, files: [file], stateDate };
}

function downloadWay(option: unknown): DownloadWay {
  const way = DOWNLOAD_WAYS.find((candidate) => candidate === (option ?? 'rows'));
  if (way !== undefined) return way;
  throw new Error(`The option "download" is "${String(option)}". Write one of: ${DOWNLOAD_WAYS.join(', ')}.`);
}

/** Plates begin with a digit or a letter; what begins with another letter than usual must not be lost. */
const SHARDS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Without a limit the portal sends 1,000 rows and says nothing. */
const SHARD_LIMIT = 5_000_000;
const ATTEMPTS = 2;

/**
 * Parts by the first character of the plate. Paging by offset loses rows (a third of them, once), so each part is one
 * request in a total order and is compared with the portal's count. All parts must be of one publication.
 */
async function downloadShards(portal: Portal, request: DataSetRequest): Promise<DownloadedDataSet> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const before = await portal.metadata();
    const select = selectableColumns(request.columns, before).join(',');
    const files = await inParallel(SHARDS, SHARDS_AT_ONCE, (shard) => downloadShard(portal, shard, select));
    const after = await portal.metadata();
    if (after.rowsUpdatedAt === before.rowsUpdatedAt) {
      return {
        sourceId: request.sourceId,
        files: files.filter((file) => file !== undefined),
        stateDate: stateDateOf(before),
      };
    }
  }
  throw new UnexpectedFormatError({
    sourceId: request.sourceId,
    file: portal.resourceUrl('.csv'),
    expected: 'all parts of one publication',
    found: 'that the portal renewed its rows during each download',
    remedy: 'Run it later: the portal publishes between 04:30 and 05:30 UTC.',
  });
}

async function downloadShard(
  portal: Portal,
  shard: string,
  select: string,
): Promise<FetchedFile | undefined> {
  const where = `starts_with(kenteken,'${shard}')`;
  let found = 'nothing';
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const expected = await portal.count(where);
    if (expected === 0) return undefined;
    if (expected >= SHARD_LIMIT) {
      found = `${expected} rows, more than one request may ask for (${SHARD_LIMIT})`;
      break;
    }
    const url = portal.resourceUrl('.csv', {
      $select: select,
      $where: where,
      $limit: SHARD_LIMIT,
      $order: ':id',
    });
    const file = await portal.file(url, 'csv');
    const records = await countCsvRecords(file.path);
    if (records === expected) return file;
    found = `${records} rows where the portal counts ${expected}`;
  }
  throw new UnexpectedFormatError({
    sourceId: portal.sourceId,
    file: portal.resourceUrl('.csv', { $where: where }),
    expected: 'all rows of the part',
    found,
    remedy: 'Run it again later, or set the option "download" of the source to "rows".',
  });
}

/** Runs `work` on all items, a few at a time; results are in the order of the items. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const remaining = items.entries();
  const runner = async () => {
    for (const [at, item] of remaining) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, runner));
  return results;
}

/** One data set's addresses on the portal. */
class Portal {
  readonly sourceId: string;
  readonly #fetcher: Fetcher;
  readonly #urls: Readonly<Record<string, string>>;

  constructor(fetcher: Fetcher, sourceId: string, urls: Readonly<Record<string, string>>) {
    this.sourceId = sourceId;
    this.#fetcher = fetcher;
    this.#urls = urls;
  }

  file(url: string, expect: FetchRequest['expect'], minimumBytes?: number): Promise<FetchedFile> {
    return this.#fetcher.file({
      sourceId: this.sourceId,
      url,
      expect,
      ...(minimumBytes === undefined ? {} : { minimumBytes }),
    });
  }

  async metadata(): Promise<PortalMetadata> {
    return readPortalMetadata(this.sourceId, await this.file(requiredUrl(this.#urls, 'metadata'), 'json'));
  }

  /** Mirrors need not hold it when whole files are loaded: only the state date comes from it. */
  async optionalMetadata(): Promise<PortalMetadata | undefined> {
    const url = this.#urls.metadata;
    if (url === undefined) return undefined;
    const file = await this.#fetcher.optionalFile({ sourceId: this.sourceId, url, expect: 'json' });
    return file === undefined ? undefined : readPortalMetadata(this.sourceId, file);
  }

  async count(where: string): Promise<number> {
    const url = this.resourceUrl('.json', { $select: 'count(*)', $where: where });
    return readPortalCount(this.sourceId, await this.file(url, 'json'));
  }

  resourceUrl(ending: '.csv' | '.json', query: Readonly<Record<string, string | number>> = {}): string {
    const parameters = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const search = parameters.length === 0 ? '' : `?${parameters.join('&')}`;
    return `${requiredUrl(this.#urls, 'resource')}${ending}${search}`;
  }
}

function requiredUrl(urls: Readonly<Record<string, string>>, name: string): string {
  const url = urls[name];
  if (url === undefined) throw new Error(`The source has no address "${name}".`);
  return url;
}
