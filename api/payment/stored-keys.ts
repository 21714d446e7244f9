import { existsSync } from 'node:fs';
import {
  ApiKeyLedger,
  type ApiKeyRow,
  type CountingMoment,
  type KeyLedger,
  unitsLeft,
} from '../../db/api-keys.ts';
import { operationsPath } from '../../db/operations.ts';
import { dutchDay } from '../calendar.ts';
import { ProblemError } from '../errors.ts';
import { isKey, readAuthorization } from './api-key-text.ts';
import type { ApiKeys, KeyAccounts, KeyVerdict } from './api-keys.ts';
import type { Plan, Plans } from './plans.ts';

type Refusal = Extract<KeyVerdict, { kind: 'refused' }>;

/** Whose key it is, and what it may do. */
interface Holder {
  readonly kind: 'holder';
  readonly row: ApiKeyRow;
  readonly plan: Plan;
}

interface StoredKeysOptions {
  readonly dataDir: string;
  readonly plans: Plans;
  readonly now: () => Date;
  /** Hears why keys cannot be read or counted. */
  readonly onError: (error: unknown) => void;
}

const SEND_AS = 'Send it as "Authorization: Bearer <key>".';

/** The keys in `operations.sqlite`, which is opened when somebody first sends one. */
export class StoredKeys implements ApiKeys, KeyAccounts {
  readonly #options: StoredKeysOptions;
  #ledger: ApiKeyLedger | undefined;

  constructor(options: StoredKeysOptions) {
    this.#options = options;
  }

  begin(authorization: string | undefined): KeyVerdict {
    if (authorization === undefined) return { kind: 'none' };
    return this.#counting((ledger) => {
      const holder = this.#holder(ledger, authorization);
      if (holder.kind === 'refused') return holder;
      const { row, plan } = holder;
      const reserved = ledger.reserve(row.id, 1, plan, this.#moment());
      return reserved === undefined ? usedUp(row, plan) : this.#granted(ledger, holder, reserved);
    });
  }

  identify(authorization: string | undefined): string | undefined {
    if (authorization === undefined) return undefined;
    try {
      const holder = this.#holder(this.#open(), authorization);
      return holder.kind === 'refused' ? undefined : holder.row.prefix;
    } catch (error) {
      // Free paths are asked too, and answer without knowing who asks.
      this.#options.onError(error);
      return undefined;
    }
  }

  account(authorization: string | undefined): ReturnType<KeyAccounts['account']> {
    if (authorization === undefined) return { kind: 'none' };
    return this.#counting((ledger) => {
      const holder = this.#holder(ledger, authorization);
      if (holder.kind === 'refused') return holder;
      const { row, plan } = holder;
      const at = this.#moment();
      const use = ledger.use(row.id, at);
      return {
        kind: 'account',
        prefix: row.prefix,
        planName: row.plan,
        plan,
        month: at.month,
        callsInMonth: use.callsInMonth,
        trialCalls: use.trialCalls,
        remaining: Math.max(0, unitsLeft(plan, use)),
        expiresAt: row.expiresAt,
      };
    });
  }

  close(): void {
    this.#ledger?.close();
  }

  #granted(
    ledger: KeyLedger,
    { row, plan }: Holder,
    { reservation, left }: NonNullable<ReturnType<KeyLedger['reserve']>>,
  ): KeyVerdict {
    return {
      kind: 'granted',
      keyId: row.prefix,
      remaining: left,
      resize: (units) => this.#guarded(() => ledger.resize(reservation, units, plan, this.#moment())),
      commit: (units = 1) => this.#guarded(() => ledger.count(reservation, units, plan, this.#moment())),
      release: () => {
        try {
          ledger.release(reservation);
        } catch (error) {
          // It runs out by itself, and the answer that is on its way is no worse for it.
          this.#options.onError(error);
        }
      },
    };
  }

  #holder(ledger: KeyLedger, authorization: string): Holder | Refusal {
    const read = readAuthorization(authorization);
    if (read.kind === 'malformed') {
      return refusal('malformed', `The Authorization header holds no key of this service. ${SEND_AS}`);
    }
    const row = ledger.find(read.prefix);
    if (!isKey(read.key, row?.hash) || row === undefined) {
      return refusal(
        'unknown',
        'The key that was sent is not known here: it was mistyped, or replaced by another.',
      );
    }
    if (row.revokedAt !== null) {
      return refusal('revoked', `The key ${row.prefix} was revoked on ${day(row.revokedAt)}.`);
    }
    if (row.expiresAt !== null && row.expiresAt <= this.#options.now().toISOString()) {
      return refusal('expired', `The key ${row.prefix} expired on ${day(row.expiresAt)}.`);
    }
    const plan = this.#options.plans.get(row.plan);
    if (plan === undefined) {
      return refusal(
        'plan_unknown',
        `The plan of the key ${row.prefix}, "${row.plan}", is not offered any more.`,
      );
    }
    return { kind: 'holder', row, plan };
  }

  #moment(): CountingMoment {
    const now = this.#options.now();
    return { now, month: dutchDay(now).slice(0, 7) };
  }

  #counting<Value>(read: (ledger: KeyLedger) => Value): Value {
    return this.#guarded(() => read(this.#open()));
  }

  #open(): KeyLedger {
    const { dataDir } = this.#options;
    // Where no key was ever made, none is known, and nothing has to be written to say so.
    if (this.#ledger === undefined && !existsSync(operationsPath(dataDir))) return NO_LEDGER;
    this.#ledger ??= new ApiKeyLedger(dataDir);
    return this.#ledger;
  }

  /** An answer that cannot be counted is not given: 503, which costs nothing. */
  #guarded<Value>(work: () => Value): Value {
    try {
      return work();
    } catch (error) {
      this.#options.onError(error);
      throw new ProblemError('payment_unavailable', {
        detail: 'Keys cannot be checked or counted at the moment.',
        hint: 'Send the same request again in 10 seconds. It has not been counted.',
        headers: { 'retry-after': '10' },
        cause: error,
      });
    }
  }
}

const NO_LEDGER: KeyLedger = {
  find: () => undefined,
  use: () => ({ trialCalls: 0, callsInMonth: 0, held: 0 }),
  reserve: () => undefined,
  resize: () => false,
  count: () => 0,
  release: () => undefined,
};

function refusal(reason: string, hint: string): Refusal {
  return { kind: 'refused', reason, hint };
}

function usedUp({ prefix }: ApiKeyRow, { callsPerMonth }: Plan): Refusal {
  const again =
    callsPerMonth === 0 ? '' : ` ${callsPerMonth} more are included from the first day of next month.`;
  return refusal('used_up', `The calls of the key ${prefix} are used up.${again}`);
}

function day(instant: string): string {
  return dutchDay(new Date(instant));
}
