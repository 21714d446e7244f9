import type { UnavailableReason, UpstreamUnavailable } from './upstream-unavailable.ts';

const SENTENCES: Readonly<Record<UnavailableReason, string>> = {
  timeout: 'did not answer in time',
  unreachable: 'cannot be reached',
  refused: "refuses this service's requests",
  too_many_requests: 'asks this service to wait',
  bad_status: 'answers with an error',
  unexpected_answer: 'gave an answer that cannot be used',
  too_large: 'gave an answer that is too large',
  resting: 'failed several times in a row and is left alone for a while',
  overloaded: 'has too many questions of this service waiting',
};

/** What a caller is told of an upstream's failure. Nothing of its own text: that is untrusted, and may repeat input. */
export function unavailableSentence({ upstreamName, reason }: UpstreamUnavailable): string {
  return `${upstreamName.replace(/^./, (first) => first.toUpperCase())} ${SENTENCES[reason]}.`;
}
