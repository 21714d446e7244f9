import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import type { TSchema } from 'typebox';
import type { Config } from '../config.ts';
import type { Tool } from './tool.ts';

/** A tool as `tools/list` has it. */
export function listedTool(tool: Tool, config: Config): ListedTool {
  return {
    name: tool.name,
    title: tool.title,
    description: toolDescription(tool, config),
    inputSchema: inputSchema(tool),
    // Clients hold every answer to the schema of the output, also the one that tells what to pay.
    ...(tool.paid === undefined ? { outputSchema: plainSchema(tool.answer) } : {}),
    annotations: {
      title: tool.title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: tool.asksPublishers,
    },
  };
}

/** JSON Schema of the arguments, with complete examples. */
export function inputSchema({ query, examples }: Tool): ListedTool['inputSchema'] {
  return { ...plainSchema(query), examples };
}

function toolDescription(tool: Tool, config: Config): string {
  return `${priceSentence(tool, config)} ${tool.description} A call that fails costs nothing; the error has a code and a hint that says what to do.`;
}

/** What a call costs, how it is paid for, and what there is for nothing. */
function priceSentence({ paid, freeInstead }: Tool, { prices, payment }: Config): string {
  if (paid === undefined) return 'Free.';
  const key = 'an API key on the HTTP request (Authorization: Bearer)';
  const ways =
    payment === undefined ? `needs ${key}` : `paid with x402 in _meta["x402/payment"], or by ${key}`;
  const free = freeInstead === undefined ? '' : ` Free instead, for less: ${freeInstead}.`;
  return `Costs ${prices[paid]} USD a call, ${ways}. Without either, the result is an error that holds the terms.${free}`;
}

/** TypeBox keeps notes of its own beside the JSON Schema; copying leaves them behind. */
function plainSchema(schema: TSchema): ListedTool['inputSchema'] {
  return JSON.parse(JSON.stringify(schema)) as ListedTool['inputSchema'];
}
