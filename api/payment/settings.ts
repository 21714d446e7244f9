import { type Static, Type } from 'typebox';
import { SettingsError } from '../../db/settings.ts';
import { hasChecksum } from './address-checksum.ts';

/** Networks on which the package knows the token: Base, and Base Sepolia for trials. */
const NETWORKS = ['eip155:8453', 'eip155:84532'] as const;

type PaymentNetwork = (typeof NETWORKS)[number];

/** Environment variables about payments by the call. */
export const PaymentSettings = Type.Object({
  PAY_TO_ADDRESS: Type.Optional(
    Type.String({
      pattern: '^0x[0-9a-fA-F]{40}$',
      description:
        'Account that receives payments, in upper and lower case as its wallet shows it. Without one no payments are taken, and paid paths answer holders of keys only.',
    }),
  ),
  FACILITATOR_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s/?#]+(/[^\\s?#]*)?$',
      description:
        'Address of the x402 facilitator that checks and settles payments, e.g. https://facilitator.payai.network. Needed with PAY_TO_ADDRESS.',
    }),
  ),
  FACILITATOR_TOKEN: Type.Optional(
    Type.String({
      pattern: '^[!-~]{1,4000}$',
      description: 'Token of the facilitator, where it asks for one; sent as "Authorization: Bearer".',
    }),
  ),
  FACILITATOR_TIMEOUT_MS: Type.Integer({
    minimum: 100,
    maximum: 20_000,
    default: 8000,
    description: 'Longest time that the facilitator may take to check or settle a payment, in milliseconds.',
  }),
  PAYMENT_NETWORK: Type.Unsafe<PaymentNetwork>({
    type: 'string',
    enum: [...NETWORKS],
    default: 'eip155:8453',
    description:
      'Network on which USDC is paid: eip155:8453 is Base; eip155:84532 is Base Sepolia, for trials with worthless money.',
  }),
  PAYMENT_VALID_SECONDS: Type.Integer({
    minimum: 60,
    maximum: 3600,
    default: 300,
    description: 'How long a signed payment may be used, in seconds.',
  }),
});

/** Where payments go and who moves them. */
export interface PaymentConfig {
  /** As buyers sign it: they compare it letter by letter. */
  readonly payTo: string;
  readonly facilitatorUrl: string;
  readonly facilitatorToken: string | undefined;
  readonly facilitatorTimeoutMs: number;
  readonly network: PaymentNetwork;
  readonly validSeconds: number;
}

/**
 * @returns undefined when no payments are taken
 * @throws SettingsError when money could go astray
 */
export function paymentConfig(settings: Static<typeof PaymentSettings>): PaymentConfig | undefined {
  const { PAY_TO_ADDRESS: payTo, FACILITATOR_URL: url } = settings;
  if (payTo === undefined) return undefined;
  if (/^0x0{40}$/.test(payTo))
    throw refused('PAY_TO_ADDRESS is the zero address: what is paid to it is lost');
  const carriesChecksum = /[a-f]/.test(payTo.slice(2)) && /[A-F]/.test(payTo);
  if (carriesChecksum && !hasChecksum(payTo)) {
    throw refused(
      `PAY_TO_ADDRESS is "${payTo}", of which upper and lower case do not fit: a letter may be wrong. Copy it from the wallet once more`,
    );
  }
  if (url === undefined) {
    throw refused(
      'FACILITATOR_URL is not set, and PAY_TO_ADDRESS is. Set the facilitator that settles the payments, e.g. FACILITATOR_URL=https://facilitator.payai.network',
    );
  }
  return {
    payTo,
    facilitatorUrl: url.replace(/\/+$/, ''),
    facilitatorToken: settings.FACILITATOR_TOKEN,
    facilitatorTimeoutMs: settings.FACILITATOR_TIMEOUT_MS,
    network: settings.PAYMENT_NETWORK,
    validSeconds: settings.PAYMENT_VALID_SECONDS,
  };
}

function refused(why: string): SettingsError {
  return new SettingsError(`These settings cannot be used:\n  ${why}.`);
}
