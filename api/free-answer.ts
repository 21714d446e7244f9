import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Snapshot } from '../db/store.ts';
import { dutchDay } from './calendar.ts';
import type { ApiContext } from './context.ts';
import { VERSION } from './version.ts';

/** A shared cache may answer for this long without asking again. */
const MAX_AGE_S = 300;

/**
 * Answers a free path from one set of releases. The answer has an entity tag, made from the releases, the software,
 * the query and the Dutch calendar day (ages and validity change by the day); a caller that still holds that answer
 * gets 304 before any query runs.
 * @param build makes the answer; `today` is the calendar day in Europe/Amsterdam
 */
export function freeAnswer<Answer>(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  build: (snapshot: Snapshot, today: string) => Answer | Promise<Answer>,
): Promise<Answer> {
  return context.store.read(async (snapshot) => {
    const today = dutchDay(context.now());
    const tag = entityTag([VERSION, snapshot.version, today, request.url]);
    const fresh = tagMatches(request.headers['if-none-match'], tag);
    // An error must not be kept, so the headers are set when there is an answer.
    const answer = fresh ? undefined : await build(snapshot, today);
    reply.header('etag', tag).header('cache-control', `public, max-age=${MAX_AGE_S}`);
    if (answer !== undefined) return answer;
    reply.code(304).send();
    return reply as never;
  });
}

/** Weak, since the same answer is also sent compressed. */
export function entityTag(parts: readonly string[]): string {
  return `W/"${createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 27)}"`;
}

/** Whether an `If-None-Match` header names the tag. */
export function tagMatches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const bare = (text: string) => text.trim().replace(/^W\//, '');
  return header.split(',').some((candidate) => candidate.trim() === '*' || bare(candidate) === bare(tag));
}
