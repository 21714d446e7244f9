import type { FetchRequest, SourceDeclaration, SourceEdition } from './source.ts';

/**
 * What can be asked of a publisher in a few kilobytes to know whether a load would find what its source declares.
 * A probe is data like the declaration that it checks; `ingest/pipeline/probe.ts` asks.
 */
export interface Probe {
  /** What is looked for, in a sentence: `the extract`. */
  readonly name: string;
  /** Where, by the declaration as the operator has it; the same addresses as those of the load. */
  readonly addresses: (declaration: SourceDeclaration) => readonly ProbeAddress[];
  /** `first`: the addresses stand in for each other. `each`: all are asked, and one of them must be there. */
  readonly ask: 'first' | 'each';
  /** A load goes without it: that it is not there is told, and is no drift. */
  readonly optional?: boolean;
  readonly expect: Expectation;
  /** What to change when the publisher has moved on. */
  readonly declared: {
    /** Below `ingest/sources/`. */
    readonly file: string;
    /** Key of the declaration, e.g. `editions` or `urls.extract`. */
    readonly key: string;
  };
}

export interface ProbeAddress {
  readonly url: string;
  /** What a mirror holds in its place: it has only the addresses of loads, not those of small questions. */
  readonly mirrorUrl?: string;
  readonly edition?: SourceEdition;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Holds the names of a header against what the source reads.
 * @returns remarks on what is new or gone without harm
 * @throws MissingColumnsError or another error whose message says what is wrong
 */
export type HeaderCheck = (header: readonly string[]) => readonly string[];

/** What must be found at an address. */
export type Expectation =
  /** A file of some kind and size; only its beginning is read. */
  | { readonly kind: 'file'; readonly begins: FetchRequest['expect']; readonly minimumBytes?: number }
  /** A CSV file with the columns that are read; only its header line is read. */
  | { readonly kind: 'csv'; readonly header: HeaderCheck; readonly minimumBytes?: number }
  /** A zip with these entries; only its directory and the header line of one entry are read. */
  | {
      readonly kind: 'zip';
      readonly entries: readonly RegExp[];
      readonly csv?: { readonly entry: RegExp; readonly header: HeaderCheck };
      readonly minimumBytes?: number;
    }
  /** A small document, read whole: metadata, capabilities, one feature. */
  | {
      readonly kind: 'document';
      readonly begins: 'json' | 'xml';
      /**
       * @returns remarks
       * @throws an error whose message says what is wrong
       */
      readonly check: (
        text: string,
        address: ProbeAddress,
        declaration: SourceDeclaration,
      ) => readonly string[];
    };
