import { PROBLEMS, type ProblemCode, ProblemError, type ProblemOptions, problemBody } from '../errors.ts';
import type { Problem } from '../schemas/problem.ts';

const EXAMPLES: Readonly<Record<ProblemCode, ProblemOptions>> = {
  invalid_parameter: {
    detail: 'This parameter cannot be used: housenumber. Did you mean house_number?',
    hint: 'Write house_number instead of housenumber. For example: /v1/home/basic?postcode=1011PN&house_number=1',
    members: {
      errors: [
        {
          parameter: 'housenumber',
          given: '1',
          accepted: 'only the parameters postcode, house_number, house_letter, addition, q',
          did_you_mean: 'house_number',
        },
      ],
    },
  },
  missing_input: {
    detail: 'licence_plate must be given.',
    hint: 'Add licence_plate: Dutch licence plate: 6 letters and digits, for example T-905-GL. For example: /v1/vehicle/basic?licence_plate=T905GL',
  },
  address_unknown: {
    detail: 'The register as of 2025-10-08 has no number 999 in postcode 1011PN.',
    hint: 'Check the input, or choose from other_matches. Amstel 1, 1011PN Amsterdam is found with postcode=1011PN&house_number=1.',
    members: {
      register_state_date: '2025-10-08',
      other_matches: [
        {
          label: 'Amstel 1, 1011PN Amsterdam',
          postcode: '1011PN',
          house_number: 1,
          house_letter: null,
          house_number_addition: null,
          city: 'Amsterdam',
          bag: { addressable_object_id: '0363010012143319', address_id: '0363200012145295' },
          query: 'postcode=1011PN&house_number=1',
        },
      ],
    },
  },
  address_ambiguous: {
    detail: '1082GB 43 exists only with a house letter or an addition.',
    hint: 'Choose one of other_matches and send its query. Overvoorde 43-1, 1082GB Amsterdam is found with postcode=1082GB&house_number=43&addition=1.',
    members: {
      other_matches: [
        {
          label: 'Overvoorde 43-1, 1082GB Amsterdam',
          postcode: '1082GB',
          house_number: 43,
          house_letter: null,
          house_number_addition: '1',
          city: 'Amsterdam',
          bag: { addressable_object_id: '0363010000769831', address_id: '0363200000489211' },
          query: 'postcode=1082GB&house_number=43&addition=1',
        },
      ],
    },
  },
  licence_plate_invalid: {
    detail: '"85-XXX" is not a Dutch licence plate.',
    hint: 'Write the plate as 6 letters and digits, at least one of each, with or without dashes. For example: /v1/vehicle/basic?licence_plate=T905GL',
    members: {
      errors: [
        {
          parameter: 'licence_plate',
          given: '85-XXX',
          accepted: '6 letters and digits, at least one of each, with or without dashes',
        },
      ],
    },
  },
  licence_plate_unknown: {
    detail:
      'The register has no vehicle with the plate O0-01-TJ as of 2026-11-26. Scrapped vehicles leave the register, exported ones may after a while, and a new one appears some days after its registration.',
    hint: 'Check O and 0, I and 1. Did you mean 00-01-TJ? For example: /v1/vehicle/basic?licence_plate=T905GL',
    members: { register_state_date: '2026-11-26', similar: ['0001TJ'] },
  },
  bad_request: {
    detail: "'/%zz' is not a valid url component",
    hint: 'Check the percent-encoding of the address: "%" itself is written "%25".',
  },
  payment_required: {
    detail: 'This path is paid for by the call.',
    hint: 'Pay with an x402 version 2 client, e.g. @x402/fetch: the terms are in the PAYMENT-REQUIRED header. Or send a valid key as "Authorization: Bearer <key>".',
    members: { price: { amount: '0.04', currency: 'USD' }, pay_with: ['x402', 'api_key'] },
  },
  not_found: {
    detail: 'There is nothing at /v1/vehicles/basic.',
    hint: 'Did you mean /v1/vehicle/basic? All paths are listed at /docs and in /openapi.json.',
  },
  method_not_allowed: {
    detail: 'POST is not possible on /v1/vehicle/basic.',
    hint: 'Use GET or HEAD.',
  },
  not_acceptable: {
    detail: 'This path answers with application/json only, which the Accept header rules out.',
    hint: 'Leave the Accept header out, or send "Accept: application/json".',
  },
  request_timeout: {
    detail: 'The request did not arrive completely in time.',
    hint: 'Send it again.',
  },
  payment_already_used: {
    detail: `This payment was used before in transaction 0x${'4f'.repeat(32)}.`,
    hint: 'Do not pay again for what it bought: that answer can be had again for 10 minutes with exactly the same request. For something else, sign a new payment.',
    members: { transaction: `0x${'4f'.repeat(32)}` },
  },
  payment_in_progress: {
    detail: 'A request with this payment is being answered.',
    hint: 'Send the same request with the same payment again in 2 seconds; do not sign a new one for it.',
  },
  payload_too_large: {
    detail: 'Request body is too large',
    hint: 'Send less at a time, or nothing: GET requests need no body.',
  },
  uri_too_long: {
    detail: 'The path and query have 5012 characters; at most 4096 are read.',
    hint: 'Shorten the query.',
  },
  unsupported_media_type: {
    detail: 'Unsupported Media Type',
    hint: 'Send "Content-Type: application/json".',
  },
  rate_limited: {
    detail: 'More than 3000 requests in a minute came from this address.',
    hint: 'Send it again in 17 seconds, and watch RateLimit-Remaining: at 0, wait RateLimit-Reset seconds.',
  },
  headers_too_large: {
    detail: 'The request headers are larger than this service reads.',
    hint: 'Send fewer or shorter headers.',
  },
  internal_error: {
    detail: 'An unexpected error stopped this answer. It was written to the log.',
    hint: 'Try again. If it stays, tell the operator the request id req-1.',
  },
  upstream_unavailable: {
    detail: 'The height model AHN did not answer in time.',
    hint: 'Try again in 30 seconds. Nothing was charged. With allow_partial=true the report comes without what is missing.',
    members: {
      unavailable: [
        { block: 'elevation', source_id: 'ahn', reason: 'The height model AHN did not answer in time.' },
      ],
    },
  },
  payment_unavailable: {
    detail: 'Payments cannot be checked or settled at the moment.',
    hint: 'Send the same request with the same payment again in 10 seconds. It has not been charged.',
  },
  payment_outcome_unknown: {
    detail: 'It is not known yet whether this payment was charged, so its answer is kept back.',
    hint: 'Send the same request with the same payment again in 5 seconds: it is never charged twice. Sign no new one meanwhile; the chain tells whether the nonce of this one was used.',
    members: { charged: null },
  },
  dataset_unavailable: {
    detail: 'The data of the group "vehicles" are not loaded, or their file cannot be read.',
    hint: 'Try again later; /v1/status says what is loaded. The operator loads them with: npm run ingest -- vehicles',
    members: { datasets: ['vehicles'] },
  },
};

/** An example of every problem, by code, for the document. */
export function problemExamples(publicBaseUrl: string): Record<string, { summary: string; value: Problem }> {
  return Object.fromEntries(
    Object.entries(EXAMPLES).map(([code, options]) => {
      const error = new ProblemError(code as ProblemCode, options);
      return [
        code,
        { summary: PROBLEMS[code as ProblemCode].title, value: problemBody(error, publicBaseUrl) },
      ];
    }),
  );
}
