import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
  wrap,
} from 'cockatiel';
import { LRUCache } from 'lru-cache';
import type { Dispatcher } from 'undici';
import { callOnce } from './call.ts';
import { CallFailed } from './call-failed.ts';
import { InFlight } from './in-flight.ts';
import type { LiveAnswer } from './live-source.ts';
import { UnexpectedAnswer, UpstreamAnswer } from './upstream-answer.ts';
import { type UnavailableReason, UpstreamUnavailable } from './upstream-unavailable.ts';
import { type UpstreamQuery, upstreamUrl } from './upstream-url.ts';

export { UnexpectedAnswer, UpstreamAnswer };

/** A publisher's service, as its client declares it. */
export interface UpstreamDeclaration {
  /** Stable; also its name in metrics and in the log. */
  readonly id: string;
  /** As sentences name it, e.g. "the height model AHN". */
  readonly name: string;
  readonly baseUrl: string;
  /** Sent with every request; keys go here, for headers are never logged. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Longest time of one try, default 2500. */
  readonly timeoutMs?: number;
  /** Largest body, decompressed; default 1 MiB. */
  readonly maxBytes?: number;
  /** Requests at the same time, default 8; four times as many may wait. */
  readonly maxConcurrent?: number;
}

/** One question. Every one may be repeated: nothing at a publisher changes by it, also not by POST. */
export interface UpstreamRequest<Value> {
  /** Below the base address, e.g. `/free`. */
  readonly path?: string;
  readonly query?: UpstreamQuery;
  readonly method?: 'GET' | 'POST';
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Media types that an answer may have; the empty one for an answer that names none. */
  readonly accept: readonly string[];
  /** Statuses beside 200 that are answers, e.g. 404; their media type is checked too. */
  readonly answerStatuses?: readonly number[];
  /** Pure. Throws UnexpectedAnswer when the shape is wrong, or the object is not the one asked for. */
  readonly read: (answer: UpstreamAnswer) => Value | Promise<Value>;
  /** Only hits are kept. Default: neither null nor undefined nor an empty array. */
  readonly isHit?: (value: Value) => boolean;
  /** How long a hit is kept; default 0, not at all. */
  readonly ttlMs?: number;
  readonly signal: AbortSignal;
}

/** How an ask ended. `shared`: the same was being asked already. */
export type UpstreamOutcome = 'answered' | 'cached' | 'shared' | UnavailableReason;

/** Told of every ask and of every change of the breaker. */
export interface UpstreamMetrics {
  /** @param seconds undefined where the publisher was not asked for it */
  observe(upstreamId: string, outcome: UpstreamOutcome, seconds: number | undefined): void;
  /** @param open whether the upstream is left alone */
  breaker(upstreamId: string, open: boolean): void;
}

/** The part of a logger that is needed. */
export interface UpstreamLog {
  warn(details: Readonly<Record<string, unknown>>, message: string): void;
}

export interface UpstreamDeps {
  readonly now: () => Date;
  /** Of undici; its global one when undefined. */
  readonly dispatcher?: Dispatcher | undefined;
  readonly userAgent?: string | undefined;
  readonly metrics?: UpstreamMetrics | undefined;
  readonly log?: UpstreamLog | undefined;
}

const DEFAULT_TIMEOUT_MS = 2500;
const DEFAULT_MAX_BYTES = 1024 * 1024;
const DEFAULT_MAX_CONCURRENT = 8;
/** How many may wait for each that is being asked. */
const QUEUE_FACTOR = 4;
const FAILURES_BEFORE_REST = 5;
const REST_MS = 30_000;
/** Answers kept of one upstream: so many, and not more than so many bytes together. */
const CACHED_ANSWERS = 2000;
const CACHED_BYTES = 8 * 1024 * 1024;

interface Asked {
  readonly answer: UpstreamAnswer;
  readonly retrievedAt: string;
}

/**
 * The one way to ask a publisher. Each try has a time limit; what may pass is tried once more; no more than a few are
 * asked at a time; who fails several times in a row is left alone for a while; what was found is kept for its time.
 */
export class Upstream {
  readonly id: string;
  readonly name: string;
  readonly #declaration: UpstreamDeclaration;
  readonly #deps: UpstreamDeps;
  readonly #cache: LRUCache<string, Asked>;
  readonly #inFlight = new InFlight<Asked>();
  readonly #breaker = circuitBreaker(
    handleWhen((error) => this.#counts(error)),
    {
      halfOpenAfter: REST_MS,
      breaker: new ConsecutiveBreaker(FAILURES_BEFORE_REST),
    },
  );
  readonly #policy;
  #restsUntilMs = 0;
  /** Until when a publisher that sent 429 asked us to wait. */
  #waitsUntilMs = 0;

  constructor(declaration: UpstreamDeclaration, deps: UpstreamDeps) {
    this.id = declaration.id;
    this.name = declaration.name;
    this.#declaration = declaration;
    this.#deps = deps;
    const nowMs = () => deps.now().getTime();
    this.#cache = new LRUCache({
      max: CACHED_ANSWERS,
      maxSize: CACHED_BYTES,
      sizeCalculation: ({ answer }, key) => answer.body.length + key.length + 200,
      perf: { now: nowMs },
      ttlResolution: 0,
    });
    const maxConcurrent = declaration.maxConcurrent ?? DEFAULT_MAX_CONCURRENT;
    this.#policy = wrap(
      retry(
        handleWhen((error) => this.#mayRetry(error)),
        {
          maxAttempts: 1,
          backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 400 }),
        },
      ),
      bulkhead(maxConcurrent, maxConcurrent * QUEUE_FACTOR),
      this.#breaker,
    );
    this.#breaker.onBreak(() => {
      this.#restsUntilMs = Date.now() + REST_MS;
      deps.metrics?.breaker(this.id, true);
      deps.log?.warn({ upstream: this.id, restS: REST_MS / 1000 }, 'an upstream is left alone for a while');
    });
    this.#breaker.onReset(() => deps.metrics?.breaker(this.id, false));
    deps.metrics?.breaker(this.id, false);
  }

  /** @throws UpstreamUnavailable when the publisher gives no answer that can be used */
  async ask<Value>(request: UpstreamRequest<Value>): Promise<LiveAnswer<Value>> {
    const url = upstreamUrl(this.#declaration.baseUrl, request.path, request.query);
    const key = JSON.stringify([request.method, url, request.body, request.headers]);
    const kept = this.#cache.get(key);
    const shared = kept === undefined && this.#inFlight.has(key);
    const startedAt = performance.now();
    const observe = (outcome: UpstreamOutcome) => {
      const asks = kept === undefined && !shared;
      this.#deps.metrics?.observe(
        this.id,
        outcome,
        asks ? (performance.now() - startedAt) / 1000 : undefined,
      );
    };
    try {
      const asked = kept ?? (await this.#join(key, request, url));
      const value = await request.read(asked.answer);
      const ttl = request.ttlMs ?? 0;
      if (kept === undefined && ttl > 0 && (request.isHit ?? isHit)(value))
        this.#cache.set(key, asked, { ttl });
      observe(kept !== undefined ? 'cached' : shared ? 'shared' : 'answered');
      return { value, mode: kept === undefined ? 'live' : 'cached', retrievedAt: asked.retrievedAt };
    } catch (error) {
      const unavailable = this.#unavailable(error, request.signal);
      observe(unavailable.reason);
      if (!shared) this.#logFailure(unavailable);
      throw unavailable;
    }
  }

  #join<Value>(key: string, request: UpstreamRequest<Value>, url: string): Promise<Asked> {
    return this.#inFlight.join(key, request.signal, (signal) => this.#askNow(request, url, signal));
  }

  async #askNow<Value>(request: UpstreamRequest<Value>, url: string, signal: AbortSignal): Promise<Asked> {
    const { headers, timeoutMs, maxBytes } = this.#declaration;
    this.#checkWait();
    try {
      const answer = await this.#policy.execute(
        () =>
          callOnce({
            url,
            method: request.method ?? 'GET',
            body: request.body,
            headers: {
              ...(this.#deps.userAgent === undefined ? {} : { 'user-agent': this.#deps.userAgent }),
              ...headers,
              ...request.headers,
            },
            accept: request.accept,
            answerStatuses: request.answerStatuses ?? [],
            timeoutMs: timeoutMs ?? DEFAULT_TIMEOUT_MS,
            maxBytes: maxBytes ?? DEFAULT_MAX_BYTES,
            dispatcher: this.#deps.dispatcher,
            now: this.#deps.now(),
            signal,
          }),
        signal,
      );
      return { answer, retrievedAt: this.#deps.now().toISOString() };
    } catch (error) {
      if (error instanceof CallFailed && error.reason === 'too_many_requests') {
        this.#waitsUntilMs = this.#deps.now().getTime() + (error.retryAfterS ?? 0) * 1000;
      }
      throw error;
    }
  }

  #checkWait(): void {
    const waitMs = this.#waitsUntilMs - this.#deps.now().getTime();
    if (waitMs <= 0) return;
    throw new CallFailed('too_many_requests', 'it asked to wait', { retryAfterS: Math.ceil(waitMs / 1000) });
  }

  #counts(error: Error): boolean {
    if (!(error instanceof CallFailed)) return false;
    if (error.countsForBreaker) return true;
    // The one question that tries whether the publisher is back: only an answer, however little, says that it is.
    return error.reason === 'timeout' && this.#breaker.state === CircuitState.HalfOpen;
  }

  /** Not after the failure that opened the breaker: the caller is to hear of that one. */
  #mayRetry(error: Error): boolean {
    return error instanceof CallFailed && error.retryable && this.#breaker.state === CircuitState.Closed;
  }

  #unavailable(error: unknown, signal: AbortSignal): UpstreamUnavailable {
    if (error instanceof CallFailed) {
      const { reason, message, retryAfterS, cause } = error;
      return new UpstreamUnavailable(this, reason, message, { retryAfterS, cause });
    }
    if (error instanceof UnexpectedAnswer) {
      return new UpstreamUnavailable(this, 'unexpected_answer', error.message);
    }
    if (error instanceof BrokenCircuitError) {
      const retryAfterS = Math.max(1, Math.ceil((this.#restsUntilMs - Date.now()) / 1000));
      return new UpstreamUnavailable(this, 'resting', 'left alone after failures', { retryAfterS });
    }
    if (error instanceof BulkheadRejectedError) {
      return new UpstreamUnavailable(this, 'overloaded', 'too many questions wait', { retryAfterS: 1 });
    }
    if (signal.aborted) return new UpstreamUnavailable(this, 'timeout', 'no answer before the deadline');
    // A reader met what its author did not think of. Its message may repeat the body: only where it happened is told.
    return new UpstreamUnavailable(this, 'unexpected_answer', `its reader failed: ${whereOf(error)}`);
  }

  #logFailure({ reason, message, retryAfterS }: UpstreamUnavailable): void {
    // That it is left alone was said once.
    if (reason === 'resting') return;
    const { host } = new URL(this.#declaration.baseUrl);
    this.#deps.log?.warn({ upstream: this.id, host, reason, detail: message, retryAfterS }, 'no live answer');
  }
}

function isHit(value: unknown): boolean {
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
}

function whereOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no error was thrown';
  const frame = error.stack?.split('\n').find((line) => /^\s+at /.test(line));
  return `${error.name}${frame === undefined ? '' : frame.replace(/^\s+at/, ' at')}`;
}
