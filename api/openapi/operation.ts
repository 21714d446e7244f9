import type { FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import type { ProblemCode } from '../errors.ts';

/** What `/openapi.json` says of an operation, beside its schemas. */
export interface OperationText {
  readonly operationId: string;
  readonly tag: 'Addresses' | 'Vehicles' | 'Service';
  readonly summary: string;
  readonly description: string;
  /** A complete request, for the fields of the interactive reference. */
  readonly exampleQuery?: Readonly<Record<string, string | number>>;
  /** The complete answer to it, as the bundled sample gives it. */
  readonly example: unknown;
  /** The problems that this operation can answer with, beside those that every operation has. */
  readonly problems: readonly ProblemCode[];
  /** Answers carry an entity tag, so 304 is possible. */
  readonly conditional: boolean;
}

/** Where {@link OperationText} travels from a route to the document; removed from the finished document. */
export const OPERATION_NOTES = 'x-operation-notes';

export interface OperationNotes
  extends Pick<OperationText, 'exampleQuery' | 'example' | 'problems' | 'conditional'> {
  /** What a call costs, US dollars as a decimal text; free where there is none. */
  readonly priceUsd?: string;
}

/**
 * A route's schemas with its documentation. The schemas validate the query, type the handler, serialise the answer
 * and become the document.
 */
export function operation<Response extends TSchema>(
  text: OperationText,
  response: Response,
): FastifySchema & { response: { 200: Response } };
export function operation<Query extends TSchema, Response extends TSchema>(
  text: OperationText,
  response: Response,
  querystring: Query,
): FastifySchema & { querystring: Query; response: { 200: Response } };
export function operation(text: OperationText, response: TSchema, querystring?: TSchema): FastifySchema {
  const notes: OperationNotes = {
    exampleQuery: text.exampleQuery ?? {},
    example: text.example,
    problems: text.problems,
    conditional: text.conditional,
  };
  const schema = {
    operationId: text.operationId,
    tags: [text.tag],
    summary: text.summary,
    description: text.description,
    [OPERATION_NOTES]: notes,
    response: { 200: response },
    ...(querystring === undefined ? {} : { querystring }),
  };
  return schema;
}
