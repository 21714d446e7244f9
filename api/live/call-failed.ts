import type { UnavailableReason } from './upstream-unavailable.ts';

/** One try at a publisher that gave no answer. The message is for the log: no query, no key, no text of theirs. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly reason: UnavailableReason;
  /** Whether a second try may succeed at once. */
  readonly retryable: boolean;
  /** Whether it says that the publisher is in trouble, or that we are with it. */
  readonly countsForBreaker: boolean;
  /** Seconds that the publisher asks us to wait. */
  readonly retryAfterS: number | undefined;

  constructor(
    reason: UnavailableReason,
    detail: string,
    options: {
      retryable?: boolean;
      countsForBreaker?: boolean;
      retryAfterS?: number | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(detail, { cause: options.cause });
    this.reason = reason;
    this.retryable = options.retryable ?? false;
    this.countsForBreaker = options.countsForBreaker ?? true;
    this.retryAfterS = options.retryAfterS;
  }
}
