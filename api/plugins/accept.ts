import accepts from '@fastify/accepts';
import type { FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { ProblemError } from '../errors.ts';

/** Adds `request.accepts()`. */
export const acceptPlugin = plugin(async (app) => {
  await app.register(accepts);
});

/** Hook for routes that only speak JSON. */
export async function requireJsonAccepted(request: FastifyRequest): Promise<void> {
  const header = request.headers.accept;
  if (header === undefined || header === '*/*' || header === 'application/json') return;
  if (request.accepts().types(['application/json']) !== false) return;
  throw new ProblemError('not_acceptable', {
    detail: 'This path answers with application/json only, which the Accept header rules out.',
    hint: 'Leave the Accept header out, or send "Accept: application/json".',
  });
}
