import type { Config } from '../config.ts';

/** What a model is told before it calls any tool. */
export function instructions({ publicBaseUrl, payment }: Config): string {
  const paying =
    payment === undefined
      ? 'Paid tools need an API key, sent with the HTTP request as "Authorization: Bearer <key>".'
      : 'Paid tools take an x402 version 2 payment in _meta["x402/payment"] (call once without it to get the terms), or an API key, sent with the HTTP request as "Authorization: Bearer <key>". A payment buys the answer to one call; the same call with the same payment is answered again for 10 minutes.';
  return [
    'Facts about Dutch addresses and Dutch-registered vehicles from government open data, in English.',
    'Start with the free tools: home_basic and vehicle_basic answer most questions, address_suggest finds the spelling of an address, and the previews tell what a report would hold before it is paid for.',
    paying,
    'null means not known, never zero; a note says why. Every answer has source[]: name the publisher and the licence with what you pass on, and give figures with their own year.',
    'Errors have a code, a detail and a hint with arguments that work. A call that fails costs nothing.',
    `The same answers over HTTP: ${publicBaseUrl}/openapi.json. One JSON-RPC message a request; no sessions.`,
  ].join('\n');
}
