import { isIP } from 'node:net';
import { type Static, Type } from 'typebox';
import { SettingsError } from '../db/settings.ts';

const perMinute = (what: string, value: number) =>
  Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    default: value,
    description: `${what} in one minute; 0 for no limit.`,
  });

/** Environment variables about how much one caller may ask. Each server process counts for itself. */
export const LimitSettings = Type.Object({
  RATE_LIMIT_PER_MINUTE: perMinute(
    'Most requests from one address (of IPv6, from one network of 64 bits)',
    3000,
  ),
  RATE_LIMIT_KEY_PER_MINUTE: perMinute(
    'Most requests by one key, from whatever addresses; they do not count as those of an address',
    6000,
  ),
  RATE_LIMIT_NOT_FOUND_PER_MINUTE: perMinute(
    'Most requests from one address for what does not exist (404, 405)',
    120,
  ),
  RATE_LIMIT_PAYMENT_PER_MINUTE: perMinute(
    'Most requests from one address that carry a payment, since each asks the facilitator',
    300,
  ),
  TRUST_PROXY: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Za-z.:/, ]{1,1000}$',
      description:
        'Proxies in front of the server whose X-Forwarded-For tells who calls: addresses or networks, separated by commas, e.g. 127.0.0.1,10.0.0.0/8, or loopback. Without it everybody behind a proxy counts as one address.',
    }),
  ),
});

/** Requests in one minute; 0: no limit. */
export interface RateLimits {
  readonly perAddress: number;
  readonly perKey: number;
  readonly notFound: number;
  readonly payment: number;
}

export function rateLimitsOf(settings: Static<typeof LimitSettings>): RateLimits {
  return {
    perAddress: settings.RATE_LIMIT_PER_MINUTE,
    perKey: settings.RATE_LIMIT_KEY_PER_MINUTE,
    notFound: settings.RATE_LIMIT_NOT_FOUND_PER_MINUTE,
    payment: settings.RATE_LIMIT_PAYMENT_PER_MINUTE,
  };
}

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * The proxies that are believed. Never all: then every caller could choose its own address.
 * @throws SettingsError naming what is no address or network
 */
export function trustedProxies({
  TRUST_PROXY: text,
}: Pick<Static<typeof LimitSettings>, 'TRUST_PROXY'>): string[] {
  const proxies = (text ?? '').split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));
  const wrong = proxies.filter((one) => !NAMED_NETWORKS.includes(one) && !isNetwork(one));
  if (wrong.length === 0) return proxies;
  throw new SettingsError(
    `These settings cannot be used:\n  TRUST_PROXY names ${wrong.join(', ')}. Write addresses or networks, separated by commas, e.g. TRUST_PROXY=127.0.0.1,10.0.0.0/8`,
  );
}

function isNetwork(text: string): boolean {
  const { address = '', bits } = /^(?<address>[^/]+)(\/(?<bits>\d{1,3}))?$/.exec(text)?.groups ?? {};
  const version = isIP(address);
  if (version === 0) return false;
  // A network of no bits is everybody.
  return bits === undefined || (Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128));
}
