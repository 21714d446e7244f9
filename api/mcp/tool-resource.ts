import type { Config } from '../config.ts';
import { paidTerms } from '../payment/paid-terms.ts';
import type { PaidResource } from '../payment/payment-desk.ts';
import type { PaidOperation } from '../prices.ts';
import type { Tool } from './tool.ts';
import { inputSchema } from './tool-listing.ts';

/** What is sold when a tool is called, with what facilitators catalogue of it (the `bazaar` extension of x402). */
export function toolResource(tool: Tool, operation: PaidOperation, config: Config): PaidResource {
  return {
    ...paidTerms(config, operation),
    resource: `mcp://tool/${tool.name}`,
    description: `${tool.title}. The server is at ${config.publicBaseUrl}/mcp.`,
    extensions: {
      bazaar: {
        info: {
          input: {
            type: 'mcp',
            toolName: tool.name,
            description: tool.title,
            transport: 'streamable-http',
            inputSchema: inputSchema(tool),
            example: tool.examples[0] ?? {},
          },
        },
        schema: {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          type: 'object',
          properties: {
            input: {
              type: 'object',
              properties: {
                type: { type: 'string', const: 'mcp' },
                toolName: { type: 'string' },
                description: { type: 'string' },
                transport: { type: 'string', enum: ['streamable-http', 'sse'] },
                inputSchema: { type: 'object' },
                example: { type: 'object' },
              },
              required: ['type', 'toolName', 'inputSchema'],
              additionalProperties: false,
            },
          },
          required: ['input'],
        },
      },
    },
  };
}
