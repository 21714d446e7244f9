import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Store } from '../db/store.ts';
import type { UpstreamMetrics, UpstreamOutcome } from './live/upstream.ts';

/** Seconds. Answers from local tables take a millisecond, those with live blocks up to the deadline. */
const ANSWER_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const UPSTREAM_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * What an operator watches, as Prometheus collects it. Labels are routes, statuses, publishers and groups of data:
 * never a query, an address, a plate, a key or who asked.
 */
export class ServiceMetrics implements UpstreamMetrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: 'http_requests_total',
    help: 'Answers by method, route and status; route "none" is what no route matched.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [this.#registry],
  });
  readonly #requestSeconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer, by route.',
    labelNames: ['route'] as const,
    buckets: ANSWER_BUCKETS,
    registers: [this.#registry],
  });
  readonly #upstreamAsks = new Counter({
    name: 'upstream_requests_total',
    help: 'Questions for publishers by outcome: answered, cached, shared with one in flight, or why there was no answer.',
    labelNames: ['upstream', 'outcome'] as const,
    registers: [this.#registry],
  });
  readonly #upstreamSeconds = new Histogram({
    name: 'upstream_request_duration_seconds',
    help: 'Time that a publisher took for a question, retries and failures included.',
    labelNames: ['upstream'] as const,
    buckets: UPSTREAM_BUCKETS,
    registers: [this.#registry],
  });
  readonly #upstreamResting = new Gauge({
    name: 'upstream_breaker_open',
    help: '1 while a publisher is left alone after failures, else 0.',
    labelNames: ['upstream'] as const,
    registers: [this.#registry],
  });
  readonly #releaseAge = new Gauge({
    name: 'release_age_seconds',
    help: 'Time since the served release of a group of data was built.',
    labelNames: ['group', 'label'] as const,
    registers: [this.#registry],
  });
  readonly #store: Store;
  readonly #now: () => Date;

  constructor(store: Store, now: () => Date) {
    this.#store = store;
    this.#now = now;
  }

  /** Adds what the process says of itself: memory, processor time, event loop. Its observers last as long as it. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }

  request(method: string, route: string | undefined, status: number, seconds: number): void {
    const known = route ?? 'none';
    this.#requests.inc({ method, route: known, status });
    this.#requestSeconds.observe({ route: known }, seconds);
  }

  observe(upstream: string, outcome: UpstreamOutcome, seconds: number | undefined): void {
    this.#upstreamAsks.inc({ upstream, outcome });
    if (seconds !== undefined) this.#upstreamSeconds.observe({ upstream }, seconds);
  }

  breaker(upstream: string, open: boolean): void {
    this.#upstreamResting.set({ upstream }, open ? 1 : 0);
  }

  /** All of it in the text format of Prometheus, as it is now. */
  async text(): Promise<{ contentType: string; body: string }> {
    // Releases come and go: of one that is no longer served, no age may stay.
    this.#releaseAge.reset();
    for (const { group, label, builtAt } of Object.values(this.#store.current.releases)) {
      const seconds = (this.#now().getTime() - Date.parse(builtAt)) / 1000;
      this.#releaseAge.set({ group, label }, seconds);
    }
    return { contentType: this.#registry.contentType, body: await this.#registry.metrics() };
  }
}
