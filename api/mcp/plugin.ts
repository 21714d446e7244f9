import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { ApiContext } from '../context.ts';
import { ProblemError } from '../errors.ts';
import type { ApiKeys } from '../payment/api-keys.ts';
import type { PaymentDesk } from '../payment/payment-desk.ts';
import { mcpResources } from './resources.ts';
import { mcpServers } from './server.ts';
import { ToolTill } from './tool-till.ts';
import { TOOLS } from './tools.ts';

export interface McpOptions {
  readonly context: ApiContext;
  readonly keys: ApiKeys;
  /** Undefined: payments are not taken. */
  readonly desk: PaymentDesk | undefined;
}

/** A call with a payment has some 10 kB. */
const BODY_LIMIT_BYTES = 64 * 1024;

/** What the transport looks at. The key is not among them: it goes to the till alone. */
const PROTOCOL_HEADERS = ['accept', 'content-type', 'mcp-protocol-version'] as const;

/**
 * The Model Context Protocol at `POST /mcp`: streamable HTTP without sessions, each answer one JSON document. GET and
 * DELETE, which are for streams and sessions, are answered 405, as the protocol has it. Register it after the gate.
 *
 * `Origin` and `Host` are not checked: what a rebound name would reach is what everybody may ask for, without a
 * cookie or a session that could be borrowed. An operator who serves a network of his own sets the limits before it.
 */
export const mcpPlugin: FastifyPluginAsync<McpOptions> = async (app, { context, keys, desk }) => {
  const till = new ToolTill({ config: context.config, keys, desk });
  const resources = mcpResources(context.config);
  const serverFor = mcpServers({ context, till, tools: TOOLS, resources });
  app.addHook('onReady', () => till.open(TOOLS));

  app.route({
    url: '/mcp',
    method: ['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH'],
    schema: { hide: true },
    handler: async ({ method }) => {
      throw new ProblemError('method_not_allowed', {
        detail: `${method} is not possible on /mcp: there are no sessions, and no streams to follow.`,
        hint: 'Send each JSON-RPC message with POST.',
        headers: { allow: 'POST, OPTIONS' },
      });
    },
  });

  app.post('/mcp', { bodyLimit: BODY_LIMIT_BYTES, schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    // A batch would be one request to the limits of rates, and one that cancels itself would never be answered.
    if (Array.isArray(request.body)) return reply.code(400).send(oneAtATime());
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = serverFor({ request, reply });
    // The SDK's own classes do not agree under exactOptionalPropertyTypes.
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    try {
      const response = await transport.handleRequest(webRequest(request, context.config.publicBaseUrl), {
        parsedBody: request.body,
      });
      const body = await response.text();
      reply.code(response.status).headers(Object.fromEntries(response.headers));
      return reply.send(body === '' ? undefined : body);
    } finally {
      await server.close();
    }
  });
};

function webRequest({ headers }: FastifyRequest, publicBaseUrl: string): Request {
  const kept = PROTOCOL_HEADERS.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  return new Request(`${publicBaseUrl}/mcp`, { method: 'POST', headers: kept });
}

function oneAtATime(): object {
  return {
    jsonrpc: '2.0',
    id: null,
    error: { code: ErrorCode.InvalidRequest, message: 'Send one message a request; batches are not read.' },
  };
}
