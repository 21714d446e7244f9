import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSparqlRows, SparqlJsonError, sparqlUrl } from '../../../ingest/formats/sparql-json.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();

function read(body: unknown) {
  const path = join(folder, 'answer.json');
  writeFileSync(path, typeof body === 'string' ? body : JSON.stringify(body));
  return readSparqlRows(path, 'https://publisher.example/sparql');
}

describe('an answer to SELECT', () => {
  it('comes as results.bindings, or as a bare array: the same rows', async () => {
    const expected = [{ number: '523080', listed: '2001-12-17' }, { number: '1' }];
    const date = 'http://www.w3.org/2001/XMLSchema#date';
    const standard = {
      head: { vars: ['number', 'listed'] },
      results: {
        bindings: [
          {
            number: { type: 'literal', value: '523080' },
            listed: { type: 'literal', datatype: date, value: '2001-12-17' },
          },
          { number: { type: 'literal', value: '1' } },
        ],
      },
    };
    expect(await read(standard)).toEqual(expected);
    expect(await read(expected)).toEqual(expected);
    expect(
      await read([
        { number: 523080, listed: '2001-12-17' },
        { number: 1, listed: null },
      ]),
    ).toEqual(expected);
  });

  it('may be empty in both forms', async () => {
    expect(await read([])).toEqual([]);
    expect(await read({ head: {}, results: { bindings: [] } })).toEqual([]);
  });

  it.each([
    '{"message":"Timeout"}',
    '{"results":{}}',
    '{"results":{"bindings":[{"number":"1"}]}}',
    '[{"number":{"value":"1"}}]',
    '[1]',
    'error',
  ])('%s is refused, with the address', async (body) => {
    await expect(read(body)).rejects.toThrow(SparqlJsonError);
    await expect(read(body)).rejects.toThrow(/publisher\.example/);
  });
});

describe('the address of a question', () => {
  it('carries the query, encoded, on one line', () => {
    const url = sparqlUrl('https://publisher.example/sparql', 'SELECT ?n\n  WHERE { ?s <a#b> ?n }');
    expect(url).toBe(
      'https://publisher.example/sparql?query=SELECT%20%3Fn%20WHERE%20%7B%20%3Fs%20%3Ca%23b%3E%20%3Fn%20%7D',
    );
    expect(new URL(url).searchParams.get('query')).toBe('SELECT ?n WHERE { ?s <a#b> ?n }');
    expect(sparqlUrl('https://publisher.example/sparql?format=json', 'ASK {}')).toContain(
      '?format=json&query=ASK',
    );
  });
});
