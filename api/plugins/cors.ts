import cors from '@fastify/cors';
import plugin from 'fastify-plugin';

/** Headers of answers that pages may read: those of x402 clients, of MCP clients and of whoever paces itself. */
const EXPOSED_HEADERS = [
  'ETag',
  'Retry-After',
  'PAYMENT-REQUIRED',
  'PAYMENT-RESPONSE',
  'X-Quota-Remaining',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Mcp-Session-Id',
  'Mcp-Protocol-Version',
  'WWW-Authenticate',
];

/** Methods that a page may be let to use; of each path those which it has. */
const METHODS = ['GET', 'HEAD', 'POST', 'DELETE'];

/**
 * Pages of any origin may read the answers: they hold nothing that belongs to a session. Every request header may be
 * sent: x402 clients even send `Access-Control-Expose-Headers`, which is a header of answers.
 */
export const corsPlugin = plugin(async (app) => {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set(['GET', 'HEAD']);
    for (const one of [method].flat()) methods.add(one);
    methodsOf.set(url, methods);
  });

  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD'],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 86_400,
    // A plain OPTIONS request, without the headers of a preflight, is answered too.
    strictPreflight: false,
  });

  // The preflight's route is one for all paths: what the path itself has is looked up.
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'OPTIONS') return payload;
    const own = methodsOf.get(request.url.split('?', 1)[0] ?? '');
    if (own !== undefined && reply.hasHeader('access-control-allow-methods')) {
      reply.header('access-control-allow-methods', METHODS.filter((method) => own.has(method)).join(', '));
    }
    return payload;
  });
});
