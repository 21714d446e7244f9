/**
 * Why a file could not be had.
 * - `not_found`: the publisher, or the mirror, does not have it (404, 410)
 * - `forbidden`, `rate_limited`, `http_status`: the publisher refused, or failed
 * - `connection_failed`, `stalled`, `cut_short`: the connection failed, went silent, or ended before the file
 * - `redirect_refused`: the publisher sent us somewhere we do not follow
 * - `unexpected_content`: an error page or another kind of file came instead
 * - `too_small`: less came than the file can have
 * - `bad_address`: the address itself is not one
 */
export type FetchErrorCode =
  | 'not_found'
  | 'forbidden'
  | 'rate_limited'
  | 'http_status'
  | 'connection_failed'
  | 'stalled'
  | 'cut_short'
  | 'redirect_refused'
  | 'unexpected_content'
  | 'too_small'
  | 'bad_address';

export interface FetchErrorDetails {
  readonly code: FetchErrorCode;
  readonly url: string;
  readonly expected: string;
  readonly found: string;
  readonly remedy: string;
}

/** A file could not be had: says which, what was expected, what came, and what to do. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly code: FetchErrorCode;
  readonly url: string;
  readonly expected: string;
  readonly found: string;
  readonly remedy: string;

  constructor(details: FetchErrorDetails, options?: ErrorOptions) {
    super(`${details.url}: expected ${details.expected}, found ${details.found}. ${details.remedy}`, options);
    this.code = details.code;
    this.url = details.url;
    this.expected = details.expected;
    this.found = details.found;
    this.remedy = details.remedy;
  }
}
