import plugin from 'fastify-plugin';
import type { ApiContext } from '../context.ts';

/** Counts every answer, and gives the counts to whoever collects them. */
export const metricsPlugin = plugin<ApiContext>(async (app, { metrics }) => {
  app.addHook('onResponse', async (request, reply) => {
    metrics.request(request.method, request.routeOptions.url, reply.statusCode, reply.elapsedTime / 1000);
  });
  // Apps that never listen, as in tests, come and go within one process.
  app.addHook('onListen', async () => metrics.watchProcess());

  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    const { contentType, body } = await metrics.text();
    return reply.header('cache-control', 'no-store').type(contentType).send(body);
  });
});
