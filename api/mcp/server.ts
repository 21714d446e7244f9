import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { ApiContext } from '../context.ts';
import { shown } from '../errors.ts';
import { problemOf } from '../plugins/problems.ts';
import { VERSION } from '../version.ts';
import { type Carrier, toolCaller } from './call-tool.ts';
import { instructions } from './instructions.ts';
import type { McpResource } from './resources.ts';
import type { Tool } from './tool.ts';
import { listedTool } from './tool-listing.ts';
import type { ToolTill } from './tool-till.ts';

export interface McpServerOptions {
  readonly context: ApiContext;
  readonly till: ToolTill;
  readonly tools: readonly Tool[];
  readonly resources: readonly McpResource[];
}

/**
 * The protocol's side of the tools. There are no sessions: each HTTP request gets a server of its own, so that any
 * process can answer it.
 * @returns makes the server for one request
 */
export function mcpServers({
  context,
  till,
  tools,
  resources,
}: McpServerOptions): (carrier: Carrier) => Server {
  const { config } = context;
  const listedTools = tools.map((tool) => listedTool(tool, config));
  const callers = new Map(tools.map((tool) => [tool.name, toolCaller(context, till, tool)]));
  const listedResources = resources.map(({ read: _, ...resource }) => ({ ...resource }));
  const info = {
    name: 'dutch-address-and-vehicle-facts',
    title: 'Dutch address and vehicle facts',
    version: VERSION,
    websiteUrl: config.publicBaseUrl,
  };
  const options = {
    capabilities: { tools: {}, resources: {} },
    instructions: instructions(config),
    // Each server would make one of its own, which takes longer than most answers.
    jsonSchemaValidator: new AjvJsonSchemaValidator(),
  };

  return (carrier) => {
    const server = new Server(info, options);
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listedTools }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
      const call = callers.get(params.name);
      if (call === undefined) throw unknown('tool', params.name, [...callers.keys()]);
      return call(params, carrier);
    });
    server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: listedResources }));
    server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [] }));
    server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => {
      const resource = resources.find(({ uri }) => uri === params.uri);
      if (resource === undefined) {
        throw unknown(
          'resource',
          params.uri,
          resources.map(({ uri }) => uri),
        );
      }
      return { contents: [await contentOf(resource, context, carrier)] };
    });
    return server;
  };
}

async function contentOf(
  resource: McpResource,
  { store }: ApiContext,
  { request }: Carrier,
): Promise<{ uri: string; mimeType: string; text: string }> {
  const { uri, mimeType } = resource;
  try {
    return { uri, mimeType, text: await store.read((snapshot) => resource.read(snapshot)) };
  } catch (error) {
    // The message of any other error would leave as it is.
    const { message, hint } = problemOf(error as Error, request);
    throw new McpError(ErrorCode.InternalError, `${message} ${hint}`);
  }
}

function unknown(what: 'tool' | 'resource', given: string, known: readonly string[]): McpError {
  return new McpError(
    ErrorCode.InvalidParams,
    `There is no ${what} "${shown(given)}". There are: ${known.join(', ')}.`,
  );
}
