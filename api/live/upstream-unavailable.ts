/** Why a publisher could not be asked, or gave no answer that can be used. */
export type UnavailableReason =
  | 'timeout'
  | 'unreachable'
  /** It refused us: 401 or 403, so a key is missing or wrong. */
  | 'refused'
  | 'too_many_requests'
  | 'bad_status'
  /** An error page, a cut body, or an answer of another shape or about another object. */
  | 'unexpected_answer'
  | 'too_large'
  /** It failed several times in a row and is left alone for a while. */
  | 'resting'
  /** More calls wait for it than may. */
  | 'overloaded';

/** A publisher's failure. Never an empty answer: what an upstream could not say is not "unknown". */
export class UpstreamUnavailable extends Error {
  override readonly name = 'UpstreamUnavailable';
  readonly upstreamId: string;
  readonly upstreamName: string;
  readonly reason: UnavailableReason;
  /** When another try may succeed. */
  readonly retryAfterS: number;

  /** @param detail what happened, for the log; callers are told the name and the reason only */
  constructor(
    upstream: { readonly id: string; readonly name: string },
    reason: UnavailableReason,
    detail: string,
    options: { retryAfterS?: number | undefined; cause?: unknown } = {},
  ) {
    super(`${upstream.name}: ${detail}`, { cause: options.cause });
    this.upstreamId = upstream.id;
    this.upstreamName = upstream.name;
    this.reason = reason;
    this.retryAfterS = options.retryAfterS ?? 30;
  }
}
