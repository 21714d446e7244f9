import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Snapshot } from '../db/store.ts';
import { dutchDay } from './calendar.ts';
import type { Config } from './config.ts';
import type { ApiContext } from './context.ts';
import type { Source } from './schemas/source.ts';
import { VERSION } from './version.ts';

/** A shared cache may answer for this long without asking again. */
const MAX_AGE_S = 300;

/** As {@link MAX_AGE_S}, for what a publisher said while the caller waited: no release stands for it. */
const LIVE_MAX_AGE_S = 60;

/**
 * Answers a free path from one set of releases. The answer has an entity tag, made from the releases, the software,
 * its settings, the query and the Dutch calendar day (ages and validity change by the day); a caller that still holds that answer
 * gets 304 before any query runs. An answer with values that were asked live has no tag.
 * @param build makes the answer; `today` is the calendar day in Europe/Amsterdam; `deadline`
 *   starts the clock that ends all live questions: most answers need none
 * @param options `asksLive`: whether the releases no longer decide the answer, so that no tag stands for it
 */
export function freeAnswer<Answer>(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  build: (snapshot: Snapshot, today: string, deadline: () => AbortSignal) => Answer | Promise<Answer>,
  { asksLive = () => false }: { asksLive?: (snapshot: Snapshot) => boolean } = {},
): Promise<Answer> {
  return context.store.read(async (snapshot) => {
    const today = dutchDay(context.now());
    const tag = asksLive(snapshot)
      ? undefined
      : entityTag([VERSION, settingsOf(context.config), snapshot.version, today, request.url]);
    if (tag !== undefined && tagMatches(request.headers['if-none-match'], tag)) {
      reply.code(304).headers(tagged(tag)).send();
      return reply as never;
    }
    const answer = await build(snapshot, today, () => AbortSignal.timeout(context.config.reportDeadlineMs));
    // An error must not be kept, so the headers are set when there is an answer.
    if (tag !== undefined && !holdsLiveValues(answer)) reply.headers(tagged(tag));
    else reply.header('cache-control', `public, max-age=${LIVE_MAX_AGE_S}`);
    return answer;
  });
}

function tagged(tag: string): Record<string, string> {
  return { etag: tag, 'cache-control': `public, max-age=${MAX_AGE_S}` };
}

/** The settings that free answers tell of: prices, and what can be paid with or asked. */
function settingsOf({ prices, payment, live }: Config): string {
  const { LIVE, EP_ONLINE_API_KEY } = live;
  return JSON.stringify([prices, payment !== undefined, LIVE, EP_ONLINE_API_KEY !== undefined]);
}

/** Whether an answer names a publisher that was asked for it among its sources. */
function holdsLiveValues(answer: unknown): boolean {
  const { source } = answer as { source?: unknown };
  return (
    Array.isArray(source) && source.some(({ mode }: Partial<Source>) => mode === 'live' || mode === 'cached')
  );
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
