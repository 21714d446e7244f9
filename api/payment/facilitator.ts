import type { FacilitatorClient } from '@x402/core/server';
import type {
  Network,
  PaymentPayload,
  PaymentRequirements,
  SettleResponse,
  SupportedResponse,
  VerifyResponse,
} from '@x402/core/types';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';

const SCHEME = 'exact';

/** No answer of a facilitator is longer. */
const MAX_ANSWER_BYTES = 256 * 1024;

export interface FacilitatorOptions {
  /** Without a slash at the end. */
  readonly url: string;
  readonly network: Network;
  /** Of each call, its answer included. */
  readonly timeoutMs: number;
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string | undefined;
}

/**
 * A facilitator gave no usable answer.
 * `notSent`: it was not reached, so it has done nothing; `timeout`, `unusable`: it may have done what was asked.
 */
export class FacilitatorUnavailable extends Error {
  override readonly name = 'FacilitatorUnavailable';
  readonly kind: 'notSent' | 'timeout' | 'unusable';

  constructor(kind: FacilitatorUnavailable['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

const optionalText = Type.Optional(Type.Union([Type.String(), Type.Null()]));

const verifyAnswer = Compile(
  Type.Object({ isValid: Type.Boolean(), invalidReason: optionalText, payer: optionalText }),
);
const settleAnswer = Compile(
  Type.Object({
    success: Type.Boolean(),
    errorReason: optionalText,
    payer: optionalText,
    transaction: Type.String(),
    network: Type.String(),
  }),
);

/**
 * A facilitator over HTTP, as the package's own client, but: what it supports is known without asking, so that
 * offers can be made while it is down; answers are limited in size; redirects, which would take the token elsewhere,
 * are not followed; and failures tell whether anything was sent.
 */
export class HttpFacilitator implements FacilitatorClient {
  readonly #options: FacilitatorOptions;

  constructor(options: FacilitatorOptions) {
    this.#options = options;
  }

  async getSupported(): Promise<SupportedResponse> {
    const { network } = this.#options;
    return { kinds: [{ x402Version: 2, scheme: SCHEME, network }], extensions: [], signers: {} };
  }

  /** @throws FacilitatorUnavailable */
  async verify(payment: PaymentPayload, requirements: PaymentRequirements): Promise<VerifyResponse> {
    const answer = await this.#ask('verify', payment, requirements);
    if (!verifyAnswer.Check(answer)) throw unusable('verify', 'another shape than a verification');
    const { isValid, invalidReason, payer } = answer;
    return {
      isValid,
      ...(typeof invalidReason === 'string' ? { invalidReason } : {}),
      ...(typeof payer === 'string' ? { payer } : {}),
    };
  }

  /** @throws FacilitatorUnavailable */
  async settle(payment: PaymentPayload, requirements: PaymentRequirements): Promise<SettleResponse> {
    const answer = await this.#ask('settle', payment, requirements);
    if (!settleAnswer.Check(answer)) throw unusable('settle', 'another shape than a settlement');
    const { success, errorReason, payer, transaction, network } = answer;
    return {
      success,
      transaction,
      network: network as Network,
      ...(typeof errorReason === 'string' ? { errorReason } : {}),
      ...(typeof payer === 'string' ? { payer } : {}),
    };
  }

  async #ask(call: string, payment: PaymentPayload, requirements: PaymentRequirements): Promise<unknown> {
    const { url, token, timeoutMs } = this.#options;
    try {
      const response = await fetch(`${url}/${call}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        redirect: 'manual',
        body: JSON.stringify({ x402Version: 2, paymentPayload: payment, paymentRequirements: requirements }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      // The protocol answers 4xx too with a verification or settlement that failed.
      if (response.status >= 500 || (response.status >= 300 && response.status < 400)) {
        await response.body?.cancel();
        throw unusable(call, `status ${response.status}`);
      }
      return JSON.parse(await readLimited(response, call));
    } catch (error) {
      throw asUnavailable(call, error);
    }
  }
}

async function readLimited(response: Response, call: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw unusable(call, `more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function unusable(call: string, found: string): FacilitatorUnavailable {
  return new FacilitatorUnavailable('unusable', `The facilitator answered ${call} with ${found}.`);
}

/** Codes of the network that mean that no connection was made. */
const NOT_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS_)/;

function asUnavailable(call: string, error: unknown): FacilitatorUnavailable {
  if (error instanceof FacilitatorUnavailable) return error;
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  if (name === 'TimeoutError' || name === 'AbortError') {
    return new FacilitatorUnavailable('timeout', `The facilitator did not answer ${call} in time.`);
  }
  if (error instanceof SyntaxError) return unusable(call, 'something that is not JSON');
  const kind = NOT_SENT.test(cause?.code ?? '') ? 'notSent' : 'unusable';
  return new FacilitatorUnavailable(kind, `The facilitator cannot be asked to ${call}.`, { cause: error });
}
