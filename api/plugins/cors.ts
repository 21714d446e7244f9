import cors from '@fastify/cors';
import plugin from 'fastify-plugin';

/** Pages of any origin may read the answers: they hold nothing that belongs to a session. */
export const corsPlugin = plugin(async (app) => {
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD'],
    exposedHeaders: ['ETag', 'Retry-After'],
    maxAge: 86_400,
    // A plain OPTIONS request, without the headers of a preflight, is answered too.
    strictPreflight: false,
  });
});
