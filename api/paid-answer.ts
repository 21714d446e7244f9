import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Snapshot } from '../db/store.ts';
import { dutchDay } from './calendar.ts';
import type { ApiContext } from './context.ts';

/**
 * Answers a path that is paid for, from one set of releases. What was bought is the buyer's: no cache on the way may
 * keep it.
 * @param build makes the answer; `today` is the calendar day in Europe/Amsterdam; `signal` ends all live questions at
 *   the deadline of the answer
 */
export function paidAnswer<Answer>(
  context: ApiContext,
  _request: FastifyRequest,
  reply: FastifyReply,
  build: (snapshot: Snapshot, today: string, signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  return context.store.read(async (snapshot) => {
    const signal = AbortSignal.timeout(context.config.reportDeadlineMs);
    const answer = await build(snapshot, dutchDay(context.now()), signal);
    reply.header('cache-control', 'private, no-store');
    return answer;
  });
}
