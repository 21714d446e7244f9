import { readFile } from 'node:fs/promises';

/** The answer of a SPARQL endpoint is in none of the two shapes that are read. */
export class SparqlJsonError extends Error {
  override readonly name = 'SparqlJsonError';
  readonly code = 'bad_sparql_answer';
}

/** Values by variable, as text; a variable that is not bound is absent. */
export type SparqlRow = Readonly<Record<string, string>>;

/** What to send as `Accept`: the standard's own form first. */
export const SPARQL_JSON = 'application/sparql-results+json, application/json;q=0.9';

/**
 * Reads a saved answer to a SELECT: the standard's `{"results": {"bindings": [{"name": {"type", "value"}}]}}`, or a
 * bare array of `{"name": value}`, which other addresses of the same store give.
 * @param origin where the file came from, for messages
 * @throws SparqlJsonError when it is neither
 */
export async function readSparqlRows(path: string, origin: string): Promise<SparqlRow[]> {
  const text = utf8Text(await readFile(path), origin);
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (cause) {
    throw new SparqlJsonError(`${origin}: expected JSON, found ${JSON.stringify(text.slice(0, 40))}.`, {
      cause,
    });
  }
  if (Array.isArray(answer)) return answer.map((row: unknown) => readRow(row, origin, bareText));
  const bindings = isRecord(answer) && isRecord(answer.results) ? answer.results.bindings : undefined;
  if (Array.isArray(bindings)) return bindings.map((row: unknown) => readRow(row, origin, termText));
  throw new SparqlJsonError(`${origin}: expected an array of rows, or "results" with an array "bindings".`);
}

function utf8Text(bytes: Uint8Array, origin: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new SparqlJsonError(`${origin}: expected text in UTF-8, found other bytes. Run again later.`, {
      cause,
    });
  }
}

/** Address of a question by GET, the one method that every endpoint has. Line breaks of the query are folded. */
export function sparqlUrl(endpoint: string, query: string): string {
  const separator = endpoint.includes('?') ? '&' : '?';
  return `${endpoint}${separator}query=${encodeURIComponent(query.trim().replace(/\s+/g, ' '))}`;
}

function readRow(row: unknown, origin: string, textOf: (value: unknown) => string | undefined): SparqlRow {
  if (!isRecord(row)) throw new SparqlJsonError(`${origin}: a row is no object.`);
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(row)) {
    if (value === null || value === undefined) continue;
    const text = textOf(value);
    if (text === undefined) throw new SparqlJsonError(`${origin}: the value of "${name}" is no term.`);
    values[name] = text;
  }
  return values;
}

function bareText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

function termText(value: unknown): string | undefined {
  return isRecord(value) ? bareText(value.value) : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
