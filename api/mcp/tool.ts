import type { Static, TObject, TSchema } from 'typebox';
import type { Snapshot } from '../../db/store.ts';
import type { ApiContext } from '../context.ts';
import type { PaidOperation } from '../prices.ts';

/** What a tool's answer is made of, beside its arguments. */
export interface ToolQuestion {
  readonly context: ApiContext;
  readonly snapshot: Snapshot;
  /** Calendar day in Europe/Amsterdam. */
  readonly today: string;
  /** Starts the clock that ends all live questions. */
  readonly deadline: () => AbortSignal;
}

/** A path of the HTTP interface as a tool: the same parameters, the same answer, the same price. */
export interface Tool<Query extends TObject = TObject> {
  readonly name: string;
  readonly title: string;
  /** The path that gives the same answer over HTTP. */
  readonly path: string;
  /** Undefined: free. */
  readonly paid?: PaidOperation;
  /** What the tool tells, when it fails, how fresh its answer is, what its limits are; without the price. */
  readonly description: string;
  /** A free tool that serves many of the same questions, or shows what this one would tell. */
  readonly freeInstead?: string;
  /** Whether publishers are asked while the caller waits. */
  readonly asksPublishers: boolean;
  /** The query schema of the path. */
  readonly query: Query;
  /** The answer's schema of the path. */
  readonly answer: TSchema;
  /** The example of the answer in the reference. */
  readonly exampleAnswer: unknown;
  /** Complete arguments that work on the bundled sample. */
  readonly examples: readonly Readonly<Record<string, string | number | boolean>>[];
  /** Path and query that work on the loaded data, for the hints of errors. */
  readonly exampleRequest?: (snapshot: Snapshot) => string;
  /** @throws what the path answers as problems */
  run(query: Static<Query>, question: ToolQuestion): object | Promise<object>;
}

/** Types the arguments of a tool's `run` by its query schema. */
export function defineTool<Query extends TObject>(tool: Tool<Query>): Tool {
  return tool;
}
