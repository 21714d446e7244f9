import { DatasetUnavailableError } from '../../db/store.ts';
import { ProblemError } from '../errors.ts';
import { unavailableSentence } from '../live/unavailable-sentence.ts';
import { UpstreamUnavailable } from '../live/upstream-unavailable.ts';
import type { Unavailable } from '../schemas/unavailable.ts';

/** A block that could not be made, since its publisher or its data are not available. */
export interface BlockFailure {
  readonly unavailable: Unavailable;
  readonly cause: UpstreamUnavailable | DatasetUnavailableError;
}

/** Data that are not loaded come when the operator loads them: sooner than this it is not worth asking. */
const DATASET_RETRY_AFTER_S = 60;

/** @returns undefined where the error is not a source that is unavailable, but a fault of ours */
export function blockFailure(block: string, error: unknown): BlockFailure | undefined {
  if (error instanceof UpstreamUnavailable) {
    const reason = unavailableSentence(error);
    return { unavailable: { block, source_id: error.upstreamId, reason }, cause: error };
  }
  if (error instanceof DatasetUnavailableError) {
    const reason = `The data of the group "${error.group}" are not loaded, or their file cannot be read.`;
    return { unavailable: { block, source_id: error.group, reason }, cause: error };
  }
  return undefined;
}

/** The 503 that names every source which failed. */
export function reportUnavailable(failures: readonly BlockFailure[]): ProblemError {
  const groups: string[] = [];
  let retryAfterS = 0;
  for (const { cause } of failures) {
    if (cause instanceof DatasetUnavailableError) groups.push(cause.group);
    const seconds = cause instanceof UpstreamUnavailable ? cause.retryAfterS : DATASET_RETRY_AFTER_S;
    retryAfterS = Math.max(retryAfterS, seconds);
  }
  const isUpstream = groups.length < failures.length;
  const reasons = failures.map(({ unavailable }) => unavailable.reason);
  return new ProblemError(isUpstream ? 'upstream_unavailable' : 'dataset_unavailable', {
    detail: [...new Set(reasons)].join(' '),
    hint: `Try again in ${retryAfterS} seconds. Nothing was charged. With allow_partial=true the report comes without what is missing.`,
    members: {
      unavailable: failures.map(({ unavailable }) => unavailable),
      ...(groups.length > 0 && { datasets: [...new Set(groups)] }),
    },
    headers: { 'retry-after': String(retryAfterS) },
    cause: failures[0]?.cause,
  });
}
