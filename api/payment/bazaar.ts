/** Longest example of an answer, in characters: it travels in a header, of which all together may have 16 KiB. */
const MAX_EXAMPLE_LENGTH = 600;

export interface DiscoveryInput {
  readonly method: string;
  /** JSON Schema of the query: an object of parameters. */
  readonly query: { readonly properties?: Readonly<Record<string, object>> };
  /** A query that works. */
  readonly exampleQuery: Readonly<Record<string, string | number | boolean>>;
  /** The answer to it. */
  readonly exampleAnswer: unknown;
}

/** What facilitators catalogue of a paid path: how to call it, and what comes back (the `bazaar` extension of x402). */
export function bazaarBlock({ method, query, exampleQuery, exampleAnswer }: DiscoveryInput): {
  info: object;
  schema: object;
} {
  return {
    info: {
      input: { type: 'http', method, queryParams: exampleQuery },
      output: { type: 'json', example: shortened(exampleAnswer) },
    },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        input: {
          type: 'object',
          properties: {
            type: { type: 'string', const: 'http' },
            method: { type: 'string', enum: [method] },
            queryParams: {
              type: 'object',
              properties: Object.fromEntries(
                Object.entries(query.properties ?? {}).map(([name, schema]) => [name, parameter(schema)]),
              ),
            },
          },
          required: ['type', 'method'],
          additionalProperties: false,
        },
        output: {
          type: 'object',
          properties: { type: { type: 'string' }, example: { type: 'object' } },
          required: ['type'],
        },
      },
      required: ['input'],
    },
  };
}

const KEPT = ['type', 'enum', 'pattern', 'minimum', 'maximum', 'maxLength'];

/** A parameter's schema without what would make the header long: of its description the first sentence stays. */
function parameter(schema: object): object {
  const { description, ...rest } = schema as { description?: string };
  const sentence = description?.split(/(?<=\.)\s/)[0];
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([key]) => KEPT.includes(key))),
    ...(sentence === undefined ? {} : { description: sentence }),
  };
}

/** The members of an answer that are short enough, as many as fit. */
function shortened(answer: unknown): object {
  const kept: Record<string, unknown> = {};
  let length = 2;
  for (const [name, value] of Object.entries((answer ?? {}) as object)) {
    const size = name.length + 4 + (JSON.stringify(value) ?? '').length;
    if (length + size > MAX_EXAMPLE_LENGTH) continue;
    length += size;
    kept[name] = value;
  }
  return kept;
}
