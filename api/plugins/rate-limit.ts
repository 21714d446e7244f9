import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { ProblemError } from '../errors.ts';
import type { RateLimits } from '../limit-settings.ts';
import type { KeyAccounts } from '../payment/api-keys.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Counts a payment that came in the body of a request, where the headers do not show it.
     * @throws ProblemError `rate_limited`
     */
    limitPayment(request: FastifyRequest): Promise<void>;
  }
}

export interface RateLimitOptions {
  readonly limits: RateLimits;
  readonly accounts: Pick<KeyAccounts, 'identify'>;
}

const WINDOW_MS = 60_000;

/** Callers that are remembered at a time, in memory only; those who were not seen for longest are forgotten first. */
const CALLERS_REMEMBERED = 20_000;

/** Asked by those who look after the service; what they see must not depend on who else asks. */
export const UNLIMITED_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

interface Limit {
  readonly max: number;
  readonly applies: (request: FastifyRequest) => boolean;
  readonly caller: (request: FastifyRequest) => string;
  /** Ends "More than 60 requests in a minute". */
  readonly what: string;
}

/**
 * Holds every caller to so many requests a minute: who has a key by the key, all others by their address, and both
 * more tightly in what costs much or finds nothing. Refused before anything else is done for a request. Addresses
 * are neither logged nor written.
 */
export const rateLimitPlugin = plugin<RateLimitOptions>(
  async (app, { limits, accounts }) => {
    await app.register(rateLimit, { global: false, timeWindow: WINDOW_MS, cache: CALLERS_REMEMBERED });
    const keys = new WeakMap<FastifyRequest, string>();
    const all: readonly Limit[] = [
      {
        max: limits.perKey,
        applies: (request) => keys.has(request),
        caller: (request) => keys.get(request) ?? '',
        what: 'came with this key',
      },
      {
        max: limits.perAddress,
        applies: (request) => !keys.has(request),
        caller: callerAddress,
        what: 'came from this address',
      },
      {
        max: limits.notFound,
        applies: (request) => request.is404,
        caller: callerAddress,
        what: 'came from this address for what does not exist',
      },
      {
        max: limits.payment,
        applies: carriesPayment,
        caller: callerAddress,
        what: 'with a payment came from this address',
      },
    ];
    const limiters = all
      .filter(({ max }) => max > 0)
      .map((limit) => ({
        ...limit,
        count: app.createRateLimit({ max: limit.max, keyGenerator: limit.caller }),
      }));

    const payments = limiters.find(({ applies }) => applies === carriesPayment);
    app.decorate('limitPayment', async (request: FastifyRequest) => {
      if (payments === undefined) return;
      const result = await payments.count(request);
      if (!result.isAllowed && result.isExceeded) throw tooMany(result, payments.what);
    });

    app.addHook('onRequest', async (request, reply) => {
      if (UNLIMITED_PATHS.has(request.routeOptions.url ?? '')) return;
      const key = accounts.identify(request.headers.authorization);
      if (key !== undefined) keys.set(request, key);
      let tightest: Count | undefined;
      for (const { applies, count, what } of limiters) {
        if (!applies(request)) continue;
        const result = await count(request);
        if (result.isAllowed) continue;
        if (tightest === undefined || result.remaining < tightest.remaining) tightest = result;
        if (!result.isExceeded) continue;
        tell(reply, result);
        throw tooMany(result, what);
      }
      if (tightest !== undefined) tell(reply, tightest);
    });
  },
  { name: 'rate-limit-by-caller' },
);

interface Count {
  readonly max: number;
  readonly remaining: number;
  readonly ttlInSeconds: number;
}

function tell(reply: FastifyReply, { max, remaining, ttlInSeconds }: Count): void {
  reply
    .header('ratelimit-limit', String(max))
    .header('ratelimit-remaining', String(remaining))
    .header('ratelimit-reset', String(ttlInSeconds));
}

function tooMany({ max, ttlInSeconds }: Count, what: string): ProblemError {
  const seconds = Math.max(1, ttlInSeconds);
  return new ProblemError('rate_limited', {
    detail: `More than ${max} requests in a minute ${what}.`,
    hint: `Send it again in ${seconds} seconds, and watch RateLimit-Remaining: at 0, wait RateLimit-Reset seconds.`,
    headers: { 'retry-after': String(seconds) },
  });
}

/** Of an IPv6 address its network: one caller has 2^64 addresses to choose from. */
function callerAddress({ ip }: FastifyRequest): string {
  // A proxy may pass on anything as an address, with a zone or at any length.
  const [address = ''] = ip.split('%');
  return normalizeIP(address.slice(0, 64));
}

function carriesPayment({ headers }: FastifyRequest): boolean {
  return headers['payment-signature'] !== undefined || headers['x-payment'] !== undefined;
}
