import type { TObject } from 'typebox';
import { invalidParameters, ProblemError, shown } from '../errors.ts';
import { acceptedText, queryReader } from '../query-parameters.ts';

/** More than any tool takes: an error for each would be longer than what was sent. */
const MAX_ARGUMENTS = 30;

/**
 * Compiles a query schema to a function from a tool's arguments to typed values. They are read as the same texts in
 * a query would be, so that both ways refuse the same, with the same hints.
 */
export function argumentReader(schema: TObject): (given: unknown) => Record<string, unknown> {
  const read = queryReader(schema);
  return (given) => {
    const entries = Object.entries((given ?? {}) as Record<string, unknown>);
    if (entries.length > MAX_ARGUMENTS) {
      throw new ProblemError('bad_request', {
        detail: `${entries.length} arguments were given; at most ${MAX_ARGUMENTS} are read.`,
        hint: `This tool takes: ${Object.keys(schema.properties).join(', ')}.`,
      });
    }
    const texts = entries.flatMap(([name, value]) => {
      const text = asText(name, value, schema);
      return text === undefined ? [] : [[name, text] as const];
    });
    const result = read(Object.fromEntries(texts));
    if ('error' in result) throw result.error;
    return result.value;
  };
}

/** @returns undefined for null, which counts as not given: models fill in arguments that they leave open */
function asText(name: string, value: unknown, schema: TObject): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const parameter: object = Object.hasOwn(schema.properties, name) ? (schema.properties[name] ?? {}) : {};
  throw invalidParameters([
    {
      parameter: shown(name),
      given: shown(JSON.stringify(value)),
      accepted: `one value: ${acceptedText(parameter)}`,
    },
  ]);
}
