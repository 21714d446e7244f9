import type { PaidResources } from '../schemas/provenance.ts';

/** An operation as the finished document has it. */
export interface Offer {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** US dollars as a decimal text; undefined where it is free. */
  readonly priceUsd: string | undefined;
}

interface DocumentOperation {
  readonly summary?: string;
  readonly 'x-payment-info'?: { readonly price: { readonly amount: string } };
}

/** The operations of the document: what discovery tells is what the document tells. */
export function offersOf(document: { readonly paths?: object | undefined }): Offer[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Record<string, DocumentOperation>).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      summary: operation.summary ?? '',
      priceUsd: operation['x-payment-info']?.price.amount,
    })),
  );
}

export interface Selling {
  readonly publicBaseUrl: string;
  /** Whether payments are taken, or keys only. */
  readonly takesPayments: boolean;
  /** Whether there is an endpoint of the Model Context Protocol. */
  readonly hasMcp: boolean;
}

/** `/.well-known/x402`. */
export function paidResources(offers: readonly Offer[], selling: Selling): PaidResources {
  const paid = offers.filter(({ priceUsd }) => priceUsd !== undefined);
  return {
    version: 1,
    resources: [...new Set(paid.map(({ path }) => `${selling.publicBaseUrl}${path}`))],
    instructions: `${howToPay(selling)} Parameters, prices and answers: ${selling.publicBaseUrl}/openapi.json; in words: ${selling.publicBaseUrl}/llms.txt. The /preview of each path is free.`,
  };
}

/** What opens a paid path on this service now. */
export function howToPay({ takesPayments }: Pick<Selling, 'takesPayments'>): string {
  return takesPayments
    ? 'Send a GET without credentials for the terms (402, header PAYMENT-REQUIRED, x402 version 2), then the same with PAYMENT-SIGNATURE; or send a key as "Authorization: Bearer <key>". Only a 200 is charged.'
    : 'This service takes no x402 payments at the moment: its operator gives out keys, to be sent as "Authorization: Bearer <key>". Only a 200 is counted.';
}

/** `/llms.txt`: the service in words, for language models. */
export function llmsText(offers: readonly Offer[], selling: Selling, examples: readonly string[]): string {
  const { publicBaseUrl, hasMcp } = selling;
  const line = ({ method, path, summary, priceUsd }: Offer) =>
    `- [${method} ${path}](${publicBaseUrl}${path}): ${summary.replace(/ \(free\)$/, '')}${priceUsd === undefined ? '' : `. ${priceUsd} USD a call`}`;
  const ofPrice = (isPaid: boolean) =>
    offers.filter(({ priceUsd }) => (priceUsd !== undefined) === isPaid).map(line);
  return [
    '# Dutch address and vehicle facts',
    '',
    '> What government open data say about an address in the Netherlands or a vehicle with a Dutch licence plate, in English, as JSON over HTTP GET.',
    '',
    '- What is not known is null, never 0, and no documented key is left out; `note` says why.',
    '- Every answer names in `source` the data sets that it is made from: publisher, licence, the sentence to show with them, and their date.',
    '- Errors are problem details (RFC 9457) with a stable `code` and a `hint` with an example that works. An error is never charged.',
    '- An address is `postcode` + `house_number` (+ `house_letter`, `addition`), or free text as `q`; a vehicle is `licence_plate`.',
    '- Try the free summary or the preview first: they refuse what the paid path would refuse.',
    `- ${howToPay(selling)}`,
    '',
    '## Requests that work',
    '',
    ...examples.map((example) => `- ${publicBaseUrl}${example}`),
    '',
    '## Free',
    '',
    ...ofPrice(false),
    '',
    '## Paid',
    '',
    ...ofPrice(true),
    '',
    '## More',
    '',
    `- [OpenAPI 3.1 document](${publicBaseUrl}/openapi.json): every parameter, field and error, with examples`,
    `- [Interactive reference](${publicBaseUrl}/docs)`,
    ...(hasMcp
      ? [`- ${publicBaseUrl}/mcp: the same as tools, over the Model Context Protocol (streamable HTTP)`]
      : []),
    '',
  ].join('\n');
}
