import { distance } from 'fastest-levenshtein';
import type { FastifySchemaCompiler } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { invalidParameters, ProblemError, shown } from './errors.ts';
import type { ParameterProblem } from './schemas/problem.ts';

/** What this file reads of a parameter's JSON schema. */
interface ParameterSchema {
  type?: string;
  description?: string;
  examples?: readonly unknown[];
  enum?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

type Given = Record<string, string | string[] | undefined>;

/**
 * Validates whatever a route declares. Query parameters are read strictly, since a query that is read in another
 * way than it was meant gives a wrong answer that looks right: an unknown parameter, one that comes twice, or
 * `house_number=1e1` is refused. Blanks around a value do not matter and an empty value counts as not given, as
 * forms send it.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (httpPart === 'querystring') return queryReader(schema as TObject);
  const validator = Compile(schema);
  return (value: unknown) => {
    if (validator.Check(value)) return { value };
    const first = validator.Errors(value)[0];
    return {
      error: new ProblemError('bad_request', {
        detail: `The ${httpPart ?? 'request'} does not have the expected shape: ${first?.instancePath ?? ''} ${first?.message ?? ''}.`,
        hint: 'See /docs for the expected shape.',
      }),
    };
  };
};

/** Compiles a query schema to a function from raw texts to typed values, or to the problem with them. */
export function queryReader(
  schema: TObject,
): (given: unknown) => { value: Record<string, unknown> } | { error: ProblemError } {
  const parameters = schema.properties as Record<string, ParameterSchema>;
  const names = Object.keys(parameters);
  const validator = Compile(schema);
  const required = new Set(schema.required ?? []);

  return (given) => {
    const errors: ParameterProblem[] = [];
    const value: Record<string, unknown> = {};
    for (const [name, raw] of Object.entries(given as Given)) {
      const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
      if (parameter === undefined) errors.push(unknownParameter(name, raw, names));
      else if (Array.isArray(raw)) errors.push(repeatedParameter(name, raw, parameter));
      else {
        const text = raw?.trim() ?? '';
        if (text === '') continue;
        const converted = convert(text, parameter);
        if (converted === undefined) errors.push(refused(name, text, parameter));
        else value[name] = converted;
      }
    }
    if (errors.length > 0) return { error: invalidParameters(errors) };
    const missing = names.filter((name) => required.has(name) && value[name] === undefined);
    if (missing.length > 0) return { error: missingParameters(missing, parameters) };
    if (validator.Check(value)) return { value };
    return { error: invalidParameters(brokenRules(validator.Errors(value), value, parameters)) };
  };
}

/** @returns undefined where the text is not of the parameter's type */
function convert(text: string, parameter: ParameterSchema): string | number | boolean | undefined {
  switch (parameter.type) {
    case 'integer':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
    case 'number':
      return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    default:
      // No name and no plate holds a control character; a line break may come from pasting.
      return /[^\P{Cc}\t\r\n]/u.test(text) ? undefined : text;
  }
}

function brokenRules(
  errors: readonly { instancePath: string }[],
  value: Record<string, unknown>,
  parameters: Record<string, ParameterSchema>,
): ParameterProblem[] {
  const names = new Set(errors.map((error) => error.instancePath.split('/')[1] ?? ''));
  return [...names].flatMap((name) => {
    const parameter = parameters[name];
    return parameter === undefined ? [] : [refused(name, String(value[name]), parameter)];
  });
}

function refused(name: string, text: string, parameter: ParameterSchema): ParameterProblem {
  // On doors and in letters `12A` and `12-2` are one word.
  const hasSuffix = name === 'house_number' && /^[1-9]\d{0,4}( ?[a-z]|[ -][a-z0-9]{1,4})$/i.test(text);
  const elsewhere = hasSuffix ? '; a letter goes into house_letter, what else follows into addition' : '';
  return { parameter: name, given: shown(text), accepted: `${acceptedText(parameter)}${elsewhere}` };
}

function repeatedParameter(name: string, raw: string[], parameter: ParameterSchema): ParameterProblem {
  return {
    parameter: name,
    given: shown(raw.join(', ')),
    accepted: `given once: ${acceptedText(parameter)}`,
  };
}

function unknownParameter(
  name: string,
  raw: string | string[] | undefined,
  names: string[],
): ParameterProblem {
  const meant = nearestName(name, names);
  return {
    parameter: shown(name),
    given: shown(Array.isArray(raw) ? raw.join(', ') : (raw ?? '')),
    accepted: names.length === 0 ? 'no parameters at all' : `only the parameters ${names.join(', ')}`,
    ...(meant === undefined ? {} : { did_you_mean: meant }),
  };
}

function missingParameters(missing: string[], parameters: Record<string, ParameterSchema>): ProblemError {
  const first = missing[0] ?? '';
  return new ProblemError('missing_input', {
    detail: `${missing.join(', ')} must be given.`,
    hint: `Add ${first}: ${acceptedText(parameters[first] ?? {})}.`,
  });
}

/** The parameter that a wrong name probably stands for: `houseNumber`, `housenumber`, `number` -> `house_number`. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  if (names.length === 1) return names[0];
  const plain = (text: string) =>
    text
      .slice(0, 50)
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '');
  const wanted = plain(given);
  if (wanted === '') return undefined;
  const contained = names.filter((name) => plain(name).includes(wanted) || wanted.includes(plain(name)));
  // `q` is contained in too much to be meant by it.
  const likely = contained.filter((name) => name.length > 1 && wanted.length > 2);
  if (likely.length === 1) return likely[0];
  const ranked = names
    .map((name) => ({ name, edits: distance(wanted, plain(name)) }))
    .sort((left, right) => left.edits - right.edits);
  const best = ranked[0];
  return best !== undefined && best.edits <= Math.floor(best.name.length / 3) ? best.name : undefined;
}

/** What a parameter accepts, in words, from its schema. */
export function acceptedText(parameter: ParameterSchema): string {
  const example = parameter.examples?.[0];
  const tail = example === undefined ? '' : `, for example ${String(example)}`;
  return `${kindText(parameter)}${tail}`;
}

function kindText(parameter: ParameterSchema): string {
  if (parameter.enum !== undefined) return `one of ${parameter.enum.join(', ')}`;
  if (parameter.type === 'boolean') return 'true or false';
  if (parameter.type === 'integer' || parameter.type === 'number') {
    const kind = parameter.type === 'integer' ? 'a whole number' : 'a number with a decimal point';
    const from = parameter.minimum === undefined ? '' : `, ${parameter.minimum} or higher`;
    const to = parameter.maximum === undefined ? '' : `, at most ${parameter.maximum}`;
    return `${kind}${from}${to}`;
  }
  // A pattern is for machines; the first sentence of the description says it to people.
  const sentence = parameter.description?.split(/\.(?:\s|$)/)[0];
  const length = parameter.maxLength === undefined ? '' : ` (at most ${parameter.maxLength} characters)`;
  return `${sentence ?? 'text'}${length}`;
}
