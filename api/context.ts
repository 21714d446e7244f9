import type { Snapshot, Store } from '../db/store.ts';
import type { Config } from './config.ts';
import type { LiveClients } from './live/clients.ts';
import type { ServiceMetrics } from './metrics.ts';
import type { PaidOperation } from './prices.ts';

/** What routes need beside the request. */
export interface ApiContext {
  readonly config: Config;
  readonly store: Store;
  /** The current instant; a fixed one in tests. */
  readonly now: () => Date;
  /** The publishers that are asked while a caller waits; undefined with LIVE=off. */
  readonly live: LiveClients | undefined;
  readonly metrics: ServiceMetrics;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Path and query of a request that works on the loaded data, for the hints of errors. */
    exampleRequest?: (snapshot: Snapshot) => string;
    /** The operation that the gate asks a payment or a key for; free where there is none. */
    paid?: PaidOperation;
  }
}
