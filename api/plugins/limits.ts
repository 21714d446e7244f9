import plugin from 'fastify-plugin';
import { ProblemError } from '../errors.ts';

/** Longest path and query. A free-text address of 200 characters, all of them encoded, fits. */
export const MAX_URL_LENGTH = 4096;

/** Refuses overlong addresses before anything reads them, and keeps browsers from guessing types. */
export const limitsPlugin = plugin(async (app) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    if (request.url.length <= MAX_URL_LENGTH) return;
    throw new ProblemError('uri_too_long', {
      detail: `The path and query have ${request.url.length} characters; at most ${MAX_URL_LENGTH} are read.`,
      hint: 'Shorten the query.',
    });
  });
});
