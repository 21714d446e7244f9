import plugin from 'fastify-plugin';

/**
 * One line for each answer. Neither the query nor the caller's address is logged: a plate or a home address is
 * personal data in the hands of whoever can link it.
 */
export const requestLogPlugin = plugin(async (app) => {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    );
  });
});
