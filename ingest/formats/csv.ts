import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { type Parser, parse } from 'csv-parse';

/** A line of the file cannot be read as CSV, or the file has no header. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
  readonly code = 'bad_csv';
}

export interface CsvOptions {
  /** `detect` looks at the header line: CBS and BZK have changed it between editions. */
  readonly delimiter: ',' | ';' | 'detect';
  /** `utf8` is checked: a file in another encoding is refused, not mangled. */
  readonly encoding?: 'utf8' | 'windows-1252';
  /** Lines before the header, e.g. titles of a portal export. */
  readonly skipLines?: number;
  /** Rows per batch. */
  readonly batchRows?: number;
}

export interface CsvTable {
  readonly header: readonly string[];
  /** Rows in batches: a promise a row would cost more than the row. Short rows are an error. */
  readonly batches: AsyncIterable<readonly (readonly string[])[]>;
}

/**
 * Reads a CSV stream with a header. Fields stay text: `0001TJ` and `11E111` must not become numbers.
 * @throws CsvError naming the line
 */
export async function readCsv(input: Readable, options: CsvOptions): Promise<CsvTable> {
  const chunks = decoded(input, options.encoding ?? 'utf8')[Symbol.asyncIterator]();
  let head = '';
  // The header line decides about the delimiter, so it is read before the parser is made.
  let headerEnd = -1;
  while (headerEnd < 0) {
    const next = await chunks.next();
    if (next.done === true) break;
    head += next.value;
    headerEnd = endOfLine(head, options.skipLines ?? 0);
  }
  if (headerEnd < 0) headerEnd = head.length;
  const headerLine = head.slice(0, headerEnd).split('\n').at(-1) ?? '';
  const delimiter = options.delimiter === 'detect' ? detectDelimiter(headerLine) : options.delimiter;
  const parser = parse({
    delimiter,
    bom: true,
    from_line: (options.skipLines ?? 0) + 1,
    skip_empty_lines: true,
  });
  const source = (async function* () {
    yield head;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
  })();
  const batches = batched(parser, source, options.batchRows ?? 1000)[Symbol.asyncIterator]();
  const first = await batches.next();
  const header = first.done === true ? undefined : first.value[0];
  if (header === undefined) throw new CsvError('the file is empty: it has no header line.');
  const rest = first.value?.slice(1) ?? [];
  return {
    header: header.map((name) => name.replace(/^\uFEFF/, '').trim()),
    batches: (async function* () {
      if (rest.length > 0) yield rest;
      for (let next = await batches.next(); next.done !== true; next = await batches.next()) yield next.value;
    })(),
  };
}

/** Position of the end of the line after `skip` whole lines; -1 when the text ends before it. */
function endOfLine(text: string, skip: number): number {
  let end = -1;
  for (let line = 0; line <= skip; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return -1;
  }
  return end;
}

function detectDelimiter(headerLine: string): ',' | ';' {
  const count = (character: string) => headerLine.split(character).length;
  return count(';') >= count(',') ? ';' : ',';
}

async function* decoded(input: Readable, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of input) yield decoder.decode(chunk as Buffer, { stream: true });
    yield decoder.decode();
  } catch (cause) {
    if (cause instanceof TypeError) throw new CsvError(`the file is not ${encoding}.`, { cause });
    throw cause;
  }
}

async function* batched(
  parser: Parser,
  source: AsyncIterable<string>,
  size: number,
): AsyncGenerator<string[][]> {
  const feeding = feed(parser, source);
  let batch: string[][] = [];
  try {
    for await (const row of parser as AsyncIterable<string[]>) {
      batch.push(row);
      if (batch.length < size) continue;
      yield batch;
      batch = [];
    }
  } catch (cause) {
    throw cause instanceof CsvError ? cause : new CsvError((cause as Error).message, { cause });
  }
  await feeding;
  if (batch.length > 0) yield batch;
}

async function feed(parser: Parser, source: AsyncIterable<string>): Promise<void> {
  try {
    for await (const text of source) {
      if (!parser.write(text)) await once(parser, 'drain');
    }
    parser.end();
  } catch (error) {
    parser.destroy(error as Error);
  }
}
