/** A data set that is asked live, as `source[]` describes it. */
export interface LiveSource {
  /** Stable id; that of the local data set where both are the same register. */
  readonly id: string;
  readonly name: string;
  readonly publisher: string;
  readonly licence: string;
  readonly licenceUrl: string;
  readonly attribution: string;
  /** Its page at the publisher. */
  readonly url: string;
}

/** An answer of a publisher, and how fresh it is. */
export interface LiveAnswer<Value> {
  readonly value: Value;
  /** `cached`: asked before, and within its time to live. */
  readonly mode: 'live' | 'cached';
  /** When the publisher was asked, RFC 3339 in UTC. */
  readonly retrievedAt: string;
}
