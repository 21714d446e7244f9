import swagger from '@fastify/swagger';
import plugin from 'fastify-plugin';
import type { ApiContext } from '../context.ts';
import { entityTag, tagMatches } from '../free-answer.ts';
import { documentFrame, finishDocument } from '../openapi/document.ts';
import { OPERATION_NOTES, type OperationNotes } from '../openapi/operation.ts';

/** Gathers the routes that are registered after it, and serves them as `/openapi.json`. */
export const openapiPlugin = plugin<ApiContext>(async (app, { config }) => {
  await app.register(swagger, {
    openapi: documentFrame(config.publicBaseUrl),
    transform: ({ schema, url, route }) => {
      const paid = route.config?.paid;
      const notes = (schema as { [OPERATION_NOTES]?: OperationNotes } | undefined)?.[OPERATION_NOTES];
      if (paid === undefined || notes === undefined) return { schema, url };
      return { schema: { ...schema, [OPERATION_NOTES]: { ...notes, priceUsd: config.prices[paid] } }, url };
    },
    transformObject: (input) =>
      finishDocument('openapiObject' in input ? input.openapiObject : input.swaggerObject),
  });

  let text: string | undefined;
  app.get('/openapi.json', { exposeHeadRoute: true, schema: { hide: true } }, async (request, reply) => {
    text ??= JSON.stringify(app.swagger());
    const tag = entityTag([text]);
    reply.header('etag', tag).header('cache-control', 'public, max-age=300');
    if (tagMatches(request.headers['if-none-match'], tag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  });
});
