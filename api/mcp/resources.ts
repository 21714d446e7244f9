import type { Snapshot } from '../../db/store.ts';
import type { ApiContext } from '../context.ts';

/** A document that models can read. */
export interface McpResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  read(snapshot: Snapshot, context: ApiContext): string | Promise<string>;
}

export const MCP_RESOURCES: readonly McpResource[] = [];

export async function readResource(
  resource: McpResource,
  context: ApiContext,
): Promise<{ uri: string; mimeType: string; text: string }> {
  const text = await context.store.read((snapshot) => resource.read(snapshot, context));
  return { uri: resource.uri, mimeType: resource.mimeType, text };
}
