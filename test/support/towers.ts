import { Agent } from 'undici';
import { onTestFinished } from 'vitest';
import {
  UnexpectedAnswer,
  Upstream,
  type UpstreamDeclaration,
  type UpstreamDeps,
  type UpstreamRequest,
} from '../../api/live/upstream.ts';
import { UpstreamUnavailable } from '../../api/live/upstream-unavailable.ts';
import type { StandIn } from '../upstreams/stand-in.ts';

/** Knows how high two towers are. */
export const TOWERS: StandIn = {
  id: 'towers',
  setting: 'AHN_WCS_URL',
  answer: ({ query }) => tower(query.get('name') ?? ''),
  wrongObject: () => tower('Dom'),
};

function tower(name: string) {
  return { contentType: 'application/json', body: JSON.stringify({ name, heightM: 112 }) };
}

/** Reads a tower as a client does: another one than was asked for is no answer. */
function readTower(name: string): UpstreamRequest<number>['read'] {
  return (answer) => {
    const value = answer.json() as { name?: unknown; heightM?: unknown };
    if (value.name !== name || typeof value.heightM !== 'number') {
      throw new UnexpectedAnswer('the answer is not about the tower that was asked for');
    }
    return value.heightM;
  };
}

/** A caller with connections of its own, and all that it told the log and the metrics. */
export function callerOf(
  baseUrl: string,
  declaration: Partial<UpstreamDeclaration> = {},
  deps: Partial<UpstreamDeps> = {},
) {
  const logged: unknown[] = [];
  const outcomes: string[] = [];
  const breaker: boolean[] = [];
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.destroy());
  const upstream = new Upstream(
    { id: 'towers', name: 'the register of towers', baseUrl, timeoutMs: 2000, ...declaration },
    {
      now: () => new Date('2026-11-27T11:00:00Z'),
      dispatcher,
      metrics: {
        observe: (id, outcome, seconds) =>
          outcomes.push(`${id} ${outcome}${seconds === undefined ? '' : ' asked'}`),
        breaker: (_id, open) => breaker.push(open),
      },
      log: { warn: (details, message) => logged.push({ ...details, message }) },
      ...deps,
    },
  );
  return { upstream, logged, outcomes, breaker };
}

/** The question how high a tower is. */
export function ofTower(name: string, more: Partial<UpstreamRequest<number>> = {}): UpstreamRequest<number> {
  return {
    query: { name },
    accept: ['application/json'],
    read: readTower(name),
    signal: AbortSignal.timeout(10_000),
    ...more,
  };
}

/** The failure of a question that must fail. */
export async function failureOf(answer: Promise<unknown>): Promise<UpstreamUnavailable> {
  const error = await answer.then(
    (value) => new Error(`answered ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof UpstreamUnavailable) return error;
  throw error;
}
