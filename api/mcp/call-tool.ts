import type { CallToolRequest, CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Snapshot } from '../../db/store.ts';
import { dutchDay } from '../calendar.ts';
import type { ApiContext } from '../context.ts';
import { problemBody } from '../errors.ts';
import { problemOf } from '../plugins/problems.ts';
import type { Tool } from './tool.ts';
import { argumentReader } from './tool-arguments.ts';
import { answered, refused } from './tool-results.ts';
import type { ToolTill } from './tool-till.ts';

/** The HTTP request that carries a call. */
export interface Carrier {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type CallTool = (params: CallToolRequest['params'], carrier: Carrier) => Promise<CallToolResult>;

/** Answers calls of a tool; errors are results, with the body of the path's problem. */
export function toolCaller(context: ApiContext, till: ToolTill, tool: Tool): CallTool {
  const read = argumentReader(tool.query);

  const makeAnswer = (args: unknown, reply: FastifyReply): Promise<string> => {
    const query = read(args);
    return context.store.read(async (snapshot) => {
      const answer = await tool.run(query, {
        context,
        snapshot,
        today: dutchDay(context.now()),
        deadline: () => AbortSignal.timeout(context.config.reportDeadlineMs),
      });
      // The same serialiser as the path's: what the schema does not name does not leave.
      return reply.compileSerializationSchema(tool.answer as unknown as Record<string, unknown>)({
        ...answer,
      });
    });
  };

  return async ({ arguments: args, _meta: meta }, { request, reply }) => {
    try {
      const make = async () => makeAnswer(args, reply);
      if (tool.paid === undefined) return answered(await make());
      const payment = meta?.['x402/payment'];
      return await till.sell({ tool, operation: tool.paid, args, payment, request, reply, make });
    } catch (error) {
      const problem = problemOf(error as Error, request);
      return refused(
        tool,
        problemBody(problem, context.config.publicBaseUrl, exampleFor(tool, read, context.store.current)),
      );
    }
  };
}

/** Arguments that work on the loaded data. */
function exampleFor(
  { exampleRequest }: Tool,
  read: (given: unknown) => Record<string, unknown>,
  snapshot: Snapshot,
): string | undefined {
  if (exampleRequest === undefined) return undefined;
  try {
    const query = exampleRequest(snapshot).split('?')[1] ?? '';
    return JSON.stringify(read(Object.fromEntries(new URLSearchParams(query))));
  } catch {
    // The error that is being answered may well be that the store cannot be read.
    return undefined;
  }
}
