import { type Static, Type } from 'typebox';
import { GROUPS, type Group, isGroup } from '../db/groups.ts';
import { groupsLeftOut, readSettings, SettingsError, StoreSettings } from '../db/settings.ts';
import { LimitSettings, type RateLimits, rateLimitsOf, trustedProxies } from './limit-settings.ts';
import { LiveSettings } from './live/settings.ts';
import { KeySettings, type Plans, readPlans } from './payment/plans.ts';
import { type PaymentConfig, PaymentSettings, paymentConfig } from './payment/settings.ts';
import { PriceSettings, type Prices, pricesOf } from './prices.ts';

/** Environment variables of the server. */
export const ServerSettings = Type.Object({
  ...StoreSettings.properties,
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 3000, description: 'TCP port to listen on.' }),
  HOST: Type.String({
    minLength: 1,
    default: '0.0.0.0',
    description: 'Address to listen on; 127.0.0.1 for this machine only.',
  }),
  PUBLIC_BASE_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s/?#]+(/[^\\s?#]*)?$',
      description:
        'Address at which callers reach this service, without a query, e.g. https://facts.example.org. Default: http://localhost and the port.',
    }),
  ),
  LOG_LEVEL: Type.Unsafe<LogLevel>({
    type: 'string',
    enum: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
    default: 'info',
    description: 'Least important log lines to write: fatal, error, warn, info, debug or silent.',
  }),
  READY_GROUPS: Type.String({
    default: GROUPS.join(','),
    description: 'Groups of data, separated by commas, that must be loaded before /readyz says ready.',
  }),
  ...LiveSettings.properties,
  ...PriceSettings.properties,
  ...PaymentSettings.properties,
  ...KeySettings.properties,
  ...LimitSettings.properties,
  RELEASE_POLL_MS: Type.Integer({
    minimum: 100,
    default: 5000,
    description:
      'How often to look for newly published data, in milliseconds, where folders cannot be watched.',
  }),
  SQLITE_CACHE_KIB: Type.Integer({
    minimum: 256,
    default: 2048,
    description: 'Page cache of each group of data, in KiB.',
  }),
});

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';

/** What the server runs with; read once at start. */
export interface Config {
  readonly dataDir: string;
  readonly port: number;
  readonly host: string;
  /** Without a slash at the end. */
  readonly publicBaseUrl: string;
  readonly logLevel: LogLevel;
  readonly readyGroups: readonly Group[];
  /** Groups that are not answered from although they may be loaded. */
  readonly leftOutGroups: readonly Group[];
  /** Told to publishers. */
  readonly operatorContact: string | undefined;
  readonly releasePollMs: number;
  readonly sqliteCacheKib: number;
  readonly live: Static<typeof LiveSettings> & Pick<StoreSettings, 'VEHICLE_APP_TOKEN'>;
  /** Longest time that the live blocks of one answer may take together. */
  readonly reportDeadlineMs: number;
  /** From which age the volatile facts of a vehicle are asked live. */
  readonly vehicleMaxAgeHours: number;
  readonly prices: Prices;
  /** Undefined when no payments are taken. */
  readonly payment: PaymentConfig | undefined;
  /** What keys can be made for. */
  readonly plans: Plans;
  readonly rateLimits: RateLimits;
  /** Addresses and networks of proxies that tell who calls. */
  readonly trustedProxies: readonly string[];
}

/** @throws SettingsError naming each setting that cannot be used, and what to write */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const settings: Static<typeof ServerSettings> = readSettings(ServerSettings, env);
  const leftOutGroups = groupsLeftOut(settings);
  return {
    dataDir: settings.DATA_DIR,
    port: settings.PORT,
    host: settings.HOST,
    publicBaseUrl: (settings.PUBLIC_BASE_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, ''),
    logLevel: settings.LOG_LEVEL,
    readyGroups: groupsOf(settings.READY_GROUPS).filter((group) => !leftOutGroups.includes(group)),
    leftOutGroups,
    operatorContact: settings.OPERATOR_CONTACT,
    releasePollMs: settings.RELEASE_POLL_MS,
    sqliteCacheKib: settings.SQLITE_CACHE_KIB,
    live: settings,
    reportDeadlineMs: settings.REPORT_DEADLINE_MS,
    vehicleMaxAgeHours: hoursOf(settings.VEHICLE_MAX_AGE),
    prices: pricesOf(settings),
    payment: paymentConfig(settings),
    plans: readPlans(settings),
    rateLimits: rateLimitsOf(settings),
    trustedProxies: trustedProxies(settings),
  };
}

/** @param duration e.g. `24h` or `2d` */
function hoursOf(duration: string): number {
  return Number.parseInt(duration, 10) * (duration.endsWith('d') ? 24 : 1);
}

function groupsOf(text: string): Group[] {
  const names = text.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
  const unknown = names.filter((name) => !isGroup(name));
  if (unknown.length > 0) {
    throw new SettingsError(
      `These settings cannot be used:\n  READY_GROUPS names ${unknown.join(', ')}. The groups are ${GROUPS.join(', ')}.`,
    );
  }
  return names.filter(isGroup);
}
