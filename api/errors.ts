import type { ParameterProblem, Problem, ProblemMembers } from './schemas/problem.ts';

interface ProblemKind {
  readonly status: number;
  readonly title: string;
}

/** Every error that the API answers with: the stable code, its HTTP status and its title. */
export const PROBLEMS = {
  invalid_parameter: { status: 400, title: 'A parameter cannot be used' },
  missing_input: { status: 400, title: 'Required input is missing' },
  address_unknown: { status: 400, title: 'No such address' },
  address_ambiguous: { status: 400, title: 'The input fits several addresses' },
  licence_plate_invalid: { status: 400, title: 'Not a Dutch licence plate' },
  licence_plate_unknown: { status: 400, title: 'No vehicle with this licence plate' },
  bad_request: { status: 400, title: 'The request cannot be read' },
  payment_required: { status: 402, title: 'Payment or a valid key required' },
  not_found: { status: 404, title: 'No such path' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  not_acceptable: { status: 406, title: 'None of the accepted media types is available' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  payment_already_used: { status: 409, title: 'This payment was used before' },
  payment_in_progress: { status: 409, title: 'A request with this payment is being answered' },
  payload_too_large: { status: 413, title: 'The request body is too large' },
  uri_too_long: { status: 414, title: 'The address of the request is too long' },
  unsupported_media_type: { status: 415, title: 'This media type cannot be read' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  internal_error: { status: 500, title: 'Something went wrong here' },
  upstream_unavailable: { status: 503, title: 'A government source is not available now' },
  payment_unavailable: { status: 503, title: 'Payments are not possible now' },
  payment_outcome_unknown: { status: 503, title: 'It is not known yet whether the payment was charged' },
  dataset_unavailable: { status: 503, title: 'The data are not available now' },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

export interface ProblemOptions extends ErrorOptions {
  /** What is wrong with this request, one or two sentences. */
  detail: string;
  /** What to do. The error handler adds an example that works on the loaded data, unless told not to. */
  hint: string;
  /** False when the hint holds its own example, or when none would help. Default: true for status 400. */
  addExample?: boolean;
  members?: ProblemMembers;
  headers?: Readonly<Record<string, string>>;
}

/**
 * An error that the caller is told about. Whatever else is thrown becomes `internal_error`, and its text stays
 * inside.
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  /** Fastify logs by it. */
  readonly statusCode: number;
  readonly hint: string;
  readonly addExample: boolean;
  readonly members: ProblemMembers;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, options: ProblemOptions) {
    super(options.detail, options);
    this.code = code;
    this.statusCode = PROBLEMS[code].status;
    this.hint = options.hint;
    this.addExample = options.addExample ?? this.statusCode === 400;
    this.members = options.members ?? {};
    this.headers = options.headers ?? {};
  }
}

/**
 * The body of an error's answer.
 * @param publicBaseUrl where callers reach this service, without a slash at the end
 * @param example path and query of a request that works, for the hint
 */
export function problemBody(error: ProblemError, publicBaseUrl: string, example?: string): Problem {
  return {
    type: problemType(publicBaseUrl, error.code),
    title: PROBLEMS[error.code].title,
    status: error.statusCode,
    detail: error.message,
    code: error.code,
    hint: error.addExample && example !== undefined ? `${error.hint} For example: ${example}` : error.hint,
    charged: false,
    ...error.members,
  };
}

/** The `type` of a problem: the place in `/openapi.json` that shows it. */
export function problemType(publicBaseUrl: string, code: ProblemCode): string {
  return `${publicBaseUrl}/openapi.json#/components/examples/${code}`;
}

/** What a person gave, fit to be shown back: at most 100 characters. */
export function shown(value: string): string {
  return value.length <= 100 ? value : `${value.slice(0, 99)}…`;
}

/** Parameters that break their pattern, come twice or do not exist. */
export function invalidParameters(errors: readonly ParameterProblem[]): ProblemError {
  const names = [...new Set(errors.map((error) => error.parameter))];
  const first = errors[0];
  const meant = first?.did_you_mean === undefined ? '' : ` Did you mean ${first.did_you_mean}?`;
  return new ProblemError('invalid_parameter', {
    detail: `${names.length === 1 ? 'This parameter' : 'These parameters'} cannot be used: ${names.join(', ')}.${meant}`,
    hint: first === undefined ? 'See /docs.' : mending(first),
    members: { errors: [...errors] },
  });
}

function mending({ parameter, accepted, did_you_mean }: ParameterProblem): string {
  return did_you_mean === undefined
    ? `${parameter} takes: ${accepted}.`
    : `Write ${did_you_mean} instead of ${parameter}.`;
}
