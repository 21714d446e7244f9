import type { Database } from 'better-sqlite3';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Group, ReleaseLabel } from '../../db/groups.ts';

/**
 * What a publisher offers and what we hold it to. A source is data first: everything that may differ next year
 * (addresses, editions, cadence) stands in its declaration and can be overridden by the operator.
 */
export interface SourceDeclaration {
  /** e.g. `bag-extract`; names the source in settings, tables, messages and `source[].id`. */
  readonly id: string;
  /** English title of the data set. */
  readonly name: string;
  readonly publisher: string;
  readonly licence: Licence;
  /** The sentence to show with the data. */
  readonly attribution: string;
  /** Page for people about the data set. */
  readonly homepage: string;
  /** How often the publisher renews it, for people. */
  readonly cadence: string;
  /** When to look for a new edition: cron expression, Europe/Amsterdam. */
  readonly cron: string;
  /** Download addresses by name; each can be overridden by the operator. */
  readonly urls: Readonly<Record<string, string>>;
  /** Editions to load, newest first, e.g. table ids by year; can be overridden by the operator. */
  readonly editions?: readonly SourceEdition[];
  /** Other settings of the source that an operator may change, with their defaults. */
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  /** An optional key with which the publisher allows more requests; sent only to the hosts of {@link urls}. */
  readonly appToken?: AppToken;
  /** How many downloads at once the publisher tolerates; 1 where nothing is said. */
  readonly connections?: number;
}

/** A key that raises the publisher's limits and is not needed otherwise. */
export interface AppToken {
  /** The setting that holds it, e.g. `VEHICLE_APP_TOKEN`. */
  readonly setting: string;
  /** The request header that carries it, e.g. `X-App-Token`. */
  readonly header: string;
}

export interface SourceEdition {
  /** The year that the figures describe. */
  readonly year: number;
  /** Table id, file name or whatever the source's addresses need. */
  readonly id: string;
  /** Full address of this edition where it does not follow from the id. */
  readonly url?: string;
}

export interface Licence {
  /** SPDX id where there is one. */
  readonly id: string;
  readonly url: string;
}

export const CC0: Licence = { id: 'CC0-1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' };
export const CC_BY_4: Licence = { id: 'CC-BY-4.0', url: 'https://creativecommons.org/licenses/by/4.0/' };

/** What an operator may change of a source, from the file that SOURCES_FILE names. */
export interface SourceOverride {
  readonly cron?: string;
  readonly urls?: Readonly<Record<string, string>>;
  readonly editions?: readonly SourceEdition[];
  readonly options?: Readonly<Record<string, string | number | boolean>>;
}

/** A file in the cache, verified, with where it came from. */
export interface FetchedFile {
  readonly sourceId: string;
  readonly url: string;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** RFC 3339, UTC. */
  readonly retrievedAt: string;
  /** The publisher answered that it has not changed since it was last downloaded. */
  readonly unchanged: boolean;
}

export interface FetchRequest {
  readonly sourceId: string;
  readonly url: string;
  /** What the body must begin with, whatever the server says it is: an HTML page is never data. */
  readonly expect: 'zip' | 'sqlite' | 'csv' | 'json' | 'xml' | 'any';
  /** A smaller body is an error page or a cut file. Not applied to samples and partial mirrors. */
  readonly minimumBytes?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Step 1 of the pipeline, as a source sees it. All of it also works on a mirror folder. */
export interface Fetcher {
  readonly label: ReleaseLabel;
  /** The declaration with the operator's overrides applied. */
  declaration(sourceId: string): SourceDeclaration;
  /**
   * Downloads one file into the cache: conditional, resumed, verified. Asked again, the publisher is asked again,
   * and a changed file takes the place of the one before.
   * @throws FetchError with the address, what was expected and what came
   */
  file(request: FetchRequest): Promise<FetchedFile>;
  /** As {@link file}; `undefined` where the publisher answers 404 or 410. For editions that may not exist yet. */
  optionalFile(request: FetchRequest): Promise<FetchedFile | undefined>;
}

/** Columns a table is loaded with, in the order of the values. */
export type Insert = (values: readonly SqlValue[]) => void;
export type SqlValue = string | number | bigint | Buffer | null;

/** The served release of another group. */
export interface OtherRelease {
  readonly id: string;
  /** The file, to be opened read-only. */
  readonly path: string;
}

/** Steps 2 to 5 of the pipeline, as a source sees it. */
export interface LoadContext {
  readonly label: ReleaseLabel;
  readonly database: Database;
  declaration(sourceId: string): SourceDeclaration;
  /**
   * The served release of another group that this group says it {@link GroupDeclaration.reads}; `undefined` where
   * there is none, or none with the label of this build: what is made of a sample is no national data.
   */
  release(group: Group): OtherRelease | undefined;
  /**
   * A prepared insert for some columns of a table, by the keys of the Drizzle table. Rows go in in large
   * transactions. `onConflict: 'ignore'` drops a row whose key exists already and returns nothing.
   */
  insert<Table extends SQLiteTable>(
    table: Table,
    columns: readonly (keyof Table['$inferInsert'] & string)[],
    options?: { onConflict?: 'fail' | 'ignore' | 'replace' },
  ): Insert;
  /** Ends the open transaction: before statements that must not run inside one, or that read what was inserted. */
  commit(): void;
  /**
   * Counts rows that were read from a source, rejected ones included: what the share of rejected rows is measured
   * against. Without it the share is measured against all rows that were inserted.
   */
  read(sourceId: string, rows: number): void;
  /** Counts a row that cannot be used. The reason is a short stable phrase; the first few examples are kept. */
  reject(sourceId: string, reason: string, example: { line?: number; value: string }): void;
  /** Counts rows left out by design (not an error), e.g. versions that are not current. */
  note(sourceId: string, text: string): void;
  /**
   * Tells which columns the publisher's file has, read or not, so that new ones show in the status: those that the
   * release before did not have and, of a source that lists all columns it knows, those in `unknown`.
   */
  columns(sourceId: string, names: readonly string[], unknown?: readonly string[]): void;
  /** What the data describe; goes into the release's `source` row. */
  describe(sourceId: string, facts: { edition?: string; dataYear?: number; stateDate?: string }): void;
  /** Progress of the stage that is under way. Total in bytes of input, where known. */
  progress(stage: string, totalBytes?: number): Progress;
  /** Aborted when the operator stops the run. */
  readonly signal: AbortSignal;
}

export interface Progress {
  /** Absolute position in the input, and absolute number of rows read. */
  at(bytes: number, rows: number): void;
  done(): void;
}

/** A key that must be found in a national release, e.g. one known plate of each series. */
export interface Canary {
  readonly name: string;
  /** A query that yields one row when all is well. */
  readonly sql: string;
}

/** Something that must hold in every release: a query for what breaks it, and how many such rows are tolerated. */
export interface Invariant {
  readonly name: string;
  /** A query that yields one number: how many rows break the rule. */
  readonly sql: string;
  readonly tolerated?: number;
}

/** How a group of sources becomes one release. */
export interface GroupDeclaration<Files = unknown> {
  readonly id: Group;
  readonly sources: readonly SourceDeclaration[];
  /** Other groups whose served release the load looks things up in: a new one of them is news for this group. */
  readonly reads?: readonly Group[];
  /** Step 1: gets everything the load needs. */
  fetch(fetcher: Fetcher): Promise<Files>;
  /** All files that {@link fetch} got; they are recorded in the release. */
  files(fetched: Files): readonly FetchedFile[];
  /** Steps 2 to 5. */
  load(context: LoadContext, fetched: Files): Promise<void>;
  /** After the indexes: tables derived from others, full-text indexes. */
  derive?(context: LoadContext): void;
  /** Tables whose rows and null shares are compared with the previous release. */
  readonly tables: readonly SQLiteTable[];
  /** Fewest rows of a national release, by table name. */
  readonly minimumRows: Readonly<Record<string, number>>;
  readonly canaries: readonly Canary[];
  readonly invariants: readonly Invariant[];
  /** Largest share of rejected rows of any source, 0..1. */
  readonly maximumRejectedShare: number;
}

/** What was expected of a publisher's file, what was found, and what to do. */
export interface UnmetExpectation {
  readonly sourceId: string;
  readonly file: string;
  readonly expected: string;
  readonly found: string;
  readonly remedy?: string;
}

/** The one sentence about it, whether a load meets the surprise or a probe does. */
export function expectationSentence({ sourceId, file, expected, found, remedy }: UnmetExpectation): string {
  const sentence = `${sourceId}: ${file}: expected ${expected}, found ${found}.`;
  return remedy === undefined ? sentence : `${sentence} ${remedy}`;
}

/** The publisher's file is not what its declaration says: names the file, what was expected, and what to do. */
export class UnexpectedFormatError extends Error {
  override readonly name = 'UnexpectedFormatError';
  readonly code = 'unexpected_format';
  readonly sourceId: string;
  readonly file: string;

  constructor(details: UnmetExpectation, options?: ErrorOptions) {
    super(expectationSentence(details), options);
    this.sourceId = details.sourceId;
    this.file = details.file;
  }
}
