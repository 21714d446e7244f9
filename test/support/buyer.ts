import { x402Client, x402HTTPClient } from '@x402/core/client';
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http';
import type { PaymentPayload, PaymentRequired, SettleResponse } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import type { PrivateKeyAccount } from 'viem/accounts';

/** Signs payments without sending them. */
export function walletOf(payer: PrivateKeyAccount): x402HTTPClient {
  return new x402HTTPClient(new x402Client().register('eip155:8453', new ExactEvmScheme(payer)));
}

/** What an unpaid request is told to pay. */
export async function termsOf(url: string): Promise<PaymentRequired> {
  const response = await fetch(url);
  await response.body?.cancel();
  const header = response.headers.get('payment-required');
  if (header === null) throw new Error(`${url} answered ${response.status} without terms.`);
  return decodePaymentRequiredHeader(header);
}

/** A payment for a path, signed and not sent. */
export async function signPayment(
  payer: PrivateKeyAccount,
  url: string,
  change: (terms: PaymentRequired) => PaymentRequired = (terms) => terms,
): Promise<PaymentPayload> {
  return walletOf(payer).createPaymentPayload(change(await termsOf(url)));
}

export function headerOf(payment: unknown): { 'payment-signature': string } {
  return { 'payment-signature': Buffer.from(JSON.stringify(payment)).toString('base64') };
}

export interface PaidAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
  readonly receipt: SettleResponse | undefined;
}

/** Sends a request with a payment, as often as one likes. */
export async function send(url: string, payment: unknown, init: RequestInit = {}): Promise<PaidAnswer> {
  const response = await fetch(url, { ...init, headers: { ...headerOf(payment), ...init.headers } });
  const receipt = response.headers.get('payment-response');
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as PaidAnswer['body'],
    receipt: receipt === null ? undefined : decodePaymentResponseHeader(receipt),
  };
}
