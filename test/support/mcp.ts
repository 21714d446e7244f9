import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { PaymentRequired, SettleResponse } from '@x402/core/types';
import type { FastifyInstance } from 'fastify';

/** Lets an app answer on a port of its own. @returns its base address */
export async function listening(app: FastifyInstance): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  if (!app.server.listening) await once(app.server, 'listening');
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** The official client, connected. Close it when done. @param headers sent with each HTTP request */
export async function connect(
  baseUrl: string,
  { headers = {}, fetch }: { headers?: Record<string, string>; fetch?: typeof globalThis.fetch } = {},
): Promise<Client> {
  const client = new Client({ name: 'a-test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), {
    requestInit: { headers },
    ...(fetch === undefined ? {} : { fetch }),
  });
  // The SDK's own classes do not agree under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return client;
}

export interface ToolAnswer {
  readonly isError: boolean;
  /** The first text, parsed. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly structured: unknown;
  readonly receipt: SettleResponse | undefined;
}

/** Calls a tool as clients do. @param payment goes into `_meta` */
export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
  payment?: unknown,
): Promise<ToolAnswer> {
  const result = (await client.callTool({
    name,
    arguments: args,
    ...(payment === undefined ? {} : { _meta: { 'x402/payment': payment } }),
  })) as CallToolResult;
  const [first] = result.content;
  if (first?.type !== 'text') throw new Error(`${name} answered without a text.`);
  return {
    isError: result.isError === true,
    body: JSON.parse(first.text) as ToolAnswer['body'],
    structured: result.structuredContent,
    receipt: result._meta?.['x402/payment-response'] as SettleResponse | undefined,
  };
}

/** What an unpaid call is told to pay. */
export async function toolTerms(
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<PaymentRequired> {
  const { isError, structured } = await callTool(client, name, args);
  if (!isError) throw new Error(`${name} answered without a payment.`);
  return structured as PaymentRequired;
}
