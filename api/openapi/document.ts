import type { OpenAPIV3_1 } from 'openapi-types';
import { PROBLEMS, type ProblemCode } from '../errors.ts';
import { UNLIMITED_PATHS } from '../plugins/rate-limit.ts';
import { ProblemSchema } from '../schemas/problem.ts';
import { VERSION } from '../version.ts';
import { OPERATION_NOTES, type OperationNotes } from './operation.ts';
import {
  KEY_ONLY,
  PAID_PROBLEMS,
  paymentInfo,
  paymentRequiredHeaders,
  SECURITY_SCHEMES,
  SOLD_HEADERS,
  TWO_WAYS_IN,
} from './payment.ts';
import { problemExamples } from './problem-examples.ts';

/** Statuses whose answers tell when to come again. */
const MAY_SAY_WHEN: ReadonlySet<number> = new Set([409, 429, 503]);

/** The parts of the document that no route declares. */
export function documentFrame(publicBaseUrl: string): Partial<OpenAPIV3_1.Document> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dutch address and vehicle facts',
      version: VERSION,
      summary: 'What government open data say about a Dutch address or vehicle, in English.',
      description: [
        'Facts about Dutch addresses and Dutch-registered vehicles, compiled from government open data and given in English.',
        '**What is not known is `null`**, never 0 or an empty text, and no documented key is ever left out; where one would ask why, a `note` says so.',
        '**Sources and licences.** Every answer has `source`: the data sets that were used, their publisher, licence, the sentence to show with them, and the day or year they describe. `mode: sample` marks the small data set that comes with the software. The software is under the MIT licence; the data are under the licence that each source names, mostly CC0 1.0 or CC BY 4.0, which asks you to name the publisher.',
        '**Errors** are problem details (RFC 9457) with a stable `code` and a `hint` that says what to do. A call that fails is never charged.',
        '**Paid paths** take a payment by x402 version 2 (`PAYMENT-SIGNATURE`) or a key (`Authorization: Bearer`). Without either they answer 402 with the terms. `x-payment-info` gives the price. Only a 200 is charged or counted, and `/preview` below a path says for nothing what it would answer.',
        '**Dates** are `YYYY-MM-DD`; "today" is the calendar day in the Netherlands.',
        '**Caching.** Free answers carry an `ETag` that changes with the data and with the day; send it back in `If-None-Match`.',
        '**Limits.** `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (seconds) tell how many requests are left in this minute; at 0 the answer is 429 with `Retry-After`. A call by a key also has `X-Quota-Remaining`: the calls that are left of its plan.',
      ].join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicBaseUrl, description: 'This service' }],
    tags: [
      { name: 'Addresses', description: 'Facts about an address in the Netherlands.' },
      { name: 'Vehicles', description: 'Facts about a vehicle with a Dutch licence plate.' },
      { name: 'Service', description: 'Whether the service works, and how old its data are.' },
    ],
    components: { examples: problemExamples(publicBaseUrl), securitySchemes: SECURITY_SCHEMES },
  };
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

/**
 * Finishes the generated document: adds each operation's example, its problems and its conditional answer, and gives
 * every schema that has a title a name among the components.
 */
export function finishDocument<Document>(generated: Document): Document {
  // The generator's answer is plain JSON apart from symbols that it uses itself.
  const document = JSON.parse(JSON.stringify(generated)) as JsonObject;
  for (const [path, item] of Object.entries(asObject(document.paths))) {
    const common: ProblemCode[] = UNLIMITED_PATHS.has(path)
      ? ['internal_error']
      : ['rate_limited', 'internal_error'];
    for (const operation of Object.values(asObject(item))) finishOperation(asObject(operation), common);
  }
  const named = new Map<string, JsonObject>();
  document.paths = nameSchemas(document.paths ?? {}, named);
  const components = asObject(document.components);
  components.schemas = Object.fromEntries([...named].sort(([left], [right]) => (left < right ? -1 : 1)));
  return document as Document;
}

/** @param common problems that the operation has like all others */
function finishOperation(operation: JsonObject, common: readonly ProblemCode[]): void {
  const notes = operation[OPERATION_NOTES] as unknown as OperationNotes | undefined;
  if (notes === undefined) return;
  delete operation[OPERATION_NOTES];
  const parameters = Array.isArray(operation.parameters) ? operation.parameters : [];
  for (const parameter of parameters) exemplify(asObject(parameter), notes.exampleQuery ?? {});
  const responses = asObject(operation.responses);
  const success = asObject(responses['200']);
  const content = asObject(asObject(success.content)['application/json']);
  content.example = notes.example as Json;
  if (notes.conditional) {
    success.headers = {
      ETag: { description: 'Names this answer; send it back in If-None-Match.', schema: { type: 'string' } },
      'Cache-Control': { description: 'How long the answer may be kept.', schema: { type: 'string' } },
    };
    responses['304'] = { description: 'The answer that If-None-Match names is still the right one.' };
  }
  const problems = [...notes.problems, ...common];
  const isPaid = notes.priceUsd !== undefined;
  if (isPaid) {
    operation['x-payment-info'] = paymentInfo(notes.priceUsd);
    operation.security = TWO_WAYS_IN;
    success.headers = SOLD_HEADERS;
    problems.push(...PAID_PROBLEMS);
  } else if (problems.includes('payment_required')) {
    operation.security = KEY_ONLY;
  }
  for (const [status, codes] of byStatus(problems)) {
    const response = problemResponse(status, codes);
    if (isPaid && status === 402) response.headers = paymentRequiredHeaders();
    responses[String(status)] = response;
  }
}

/**
 * The interactive reference fills its fields with the examples of the parameters, all at once. So only those of one
 * complete request are given there; what else a parameter may look like stands in its schema.
 */
function exemplify(parameter: JsonObject, query: Readonly<Record<string, string | number>>): void {
  const schema = asObject(parameter.schema);
  if (parameter.example !== undefined) schema.examples = [parameter.example];
  const value = query[String(parameter.name)];
  if (value === undefined) delete parameter.example;
  else parameter.example = value;
}

function byStatus(codes: readonly ProblemCode[]): Map<number, ProblemCode[]> {
  const groups = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const { status } = PROBLEMS[code];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return groups;
}

function problemResponse(status: number, codes: readonly ProblemCode[]): JsonObject {
  const response: JsonObject = {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
    content: {
      'application/problem+json': {
        schema: JSON.parse(JSON.stringify(ProblemSchema)) as Json,
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
  if (MAY_SAY_WHEN.has(status)) {
    response.headers = {
      'Retry-After': {
        description: 'Seconds after which another try may succeed.',
        schema: { type: 'integer' },
      },
    };
  }
  return response;
}

/** Replaces schemas that have a title by references, and gathers them. */
function nameSchemas(value: Json, named: Map<string, JsonObject>): Json {
  if (Array.isArray(value)) return value.map((item) => nameSchemas(item, named));
  if (value === null || typeof value !== 'object') return value;
  const inner: JsonObject = {};
  for (const [key, child] of Object.entries(value)) {
    // What an example holds is data, even where it looks like a schema.
    inner[key] = key === 'example' || key === 'examples' ? child : nameSchemas(child, named);
  }
  const { title, type } = inner;
  if (typeof title !== 'string' || type === undefined) return inner;
  const known = named.get(title);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(inner)) {
    throw new Error(`Two different schemas have the title ${title}.`);
  }
  named.set(title, inner);
  return { $ref: `#/components/schemas/${title}` };
}

function asObject(value: Json | undefined): JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
}
