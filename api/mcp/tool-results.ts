import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Problem } from '../schemas/problem.ts';
import type { Tool } from './tool.ts';

/** The answer of the path, as text for models and as an object for programs. @param json an object's JSON */
export function answered(json: string): CallToolResult {
  return { content: [{ type: 'text', text: json }], structuredContent: JSON.parse(json) };
}

/** The same problem that the path answers with. */
export function refused(tool: Tool, problem: Problem): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: JSON.stringify(problem) }],
    // The official client holds every structured content to the tool's output schema, also that of an error.
    ...(tool.paid === undefined ? {} : { structuredContent: { ...problem } }),
  };
}
