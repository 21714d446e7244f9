import { Validator } from '@seriousme/openapi-schema-validator';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROBLEMS } from '../../api/errors.ts';
import { openTestApi, type TestApi } from '../support/api.ts';

type Json = Record<string, unknown>;

let api: TestApi;
let text: string;
let document: Json;

beforeAll(async () => {
  api = await openTestApi(undefined, { env: { PUBLIC_BASE_URL: 'https://facts.example.org' } });
  text = (await api.app.inject('/openapi.json')).body;
  document = JSON.parse(text);
});
afterAll(() => api.close());

const child = (value: unknown, key: string): Json => ((value as Json)[key] ?? {}) as Json;

/** Follows a local reference. */
function resolve(value: Json): Json {
  if (typeof value.$ref !== 'string') return value;
  return value.$ref
    .slice(2)
    .split('/')
    .reduce<Json>((at, key) => child(at, key), document);
}

/** A schema with its references written out. */
function inlined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inlined);
  if (value === null || typeof value !== 'object') return value;
  const resolved = resolve(value as Json);
  return Object.fromEntries(Object.entries(resolved).map(([key, inner]) => [key, inlined(inner)]));
}

interface Operation {
  readonly name: string;
  readonly operation: Json;
}

function operations(): Operation[] {
  return Object.entries(child(document, 'paths')).flatMap(([path, item]) =>
    Object.entries(item as Json).map(([method, operation]) => ({
      name: `${method} ${path}`,
      operation: operation as Json,
    })),
  );
}

/** Every schema in the document, with where it is. */
function* propertiesOf(schema: unknown, where: string): Generator<[string, Json]> {
  const { properties, items } = (schema ?? {}) as { properties?: Json; items?: Json };
  for (const [name, property] of Object.entries(properties ?? {})) {
    yield [`${where}.${name}`, property as Json];
    yield* propertiesOf(property, `${where}.${name}`);
  }
  if (items !== undefined) yield* propertiesOf(items, `${where}[]`);
}

describe('/openapi.json', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator();
    const result = await validator.validate(JSON.parse(text));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  it('states its version and where the service is reached', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { version: '0.1.0', license: { identifier: 'MIT' } },
      servers: [{ url: 'https://facts.example.org' }],
    });
    expect(child(document, 'info').description).toContain('CC BY 4.0');
  });

  it('is the same for every process', async () => {
    const other = await openTestApi(undefined, { env: { PUBLIC_BASE_URL: 'https://facts.example.org' } });
    expect((await other.app.inject('/openapi.json')).body).toBe(text);
    await other.close();
  });

  it('describes every operation, with an example of the answer and of each problem', () => {
    expect(operations().map(({ name }) => name)).toEqual(
      expect.arrayContaining(['get /healthz', 'get /readyz', 'get /v1/status', 'get /v1/vehicle/basic']),
    );
    for (const { name, operation } of operations()) {
      expect(operation.operationId, name).toMatch(/^[a-z][A-Za-z]+$/);
      expect(operation.summary, name).toBeTruthy();
      expect(operation.description, name).toBeTruthy();
      expect(
        Object.keys(operation).filter((key) => key.startsWith('x-operation')),
        name,
      ).toEqual([]);
      for (const parameter of (operation.parameters ?? []) as Json[]) {
        expect(parameter.description, `${name} ${parameter.name}`).toBeTruthy();
        expect(child(parameter, 'schema').examples, `${name} ${parameter.name}`).toHaveLength(1);
      }
      for (const [status, response] of Object.entries(child(operation, 'responses'))) {
        if (status === '304') continue;
        const [media] = Object.values(child(response, 'content')) as Json[];
        expect(media?.example ?? media?.examples, `${name} ${status}`).toBeDefined();
      }
    }
  });

  it('fills the fields of the interactive reference with one complete request', () => {
    const filled = (name: string) => {
      const parameters = operations().find((one) => one.name === name)?.operation.parameters as Json[];
      return parameters.flatMap((one) => (one.example === undefined ? [] : [[one.name, one.example]]));
    };
    expect(filled('get /v1/home/basic')).toEqual([
      ['postcode', '1011PN'],
      ['house_number', 1],
    ]);
    expect(filled('get /v1/vehicle/basic')).toEqual([['licence_plate', 'T-905-GL']]);
  });

  it('gives examples that fit their schemas', () => {
    for (const { name, operation } of operations()) {
      for (const [status, response] of Object.entries(child(operation, 'responses'))) {
        for (const media of Object.values(child(response, 'content')) as Json[]) {
          const validator = Compile(inlined(media.schema) as Json);
          const values =
            media.example === undefined
              ? Object.values(child(media, 'examples')).map((example) => resolve(example as Json).value)
              : [media.example];
          for (const value of values) {
            expect(validator.Errors(value), `${name} ${status}`).toEqual([]);
          }
        }
      }
    }
  });

  it('describes every field of every answer', () => {
    const schemas = Object.entries(child(child(document, 'components'), 'schemas'));
    expect(schemas.map(([name]) => name)).toEqual(
      expect.arrayContaining(['Problem', 'Source', 'Status', 'VehicleSummary']),
    );
    const undescribed = schemas
      .flatMap(([name, schema]) => [...propertiesOf(schema, name)])
      .filter(([, property]) => property.description === undefined && property.$ref === undefined)
      .map(([where]) => where);
    expect(undescribed).toEqual([]);
  });

  it('has an example of every problem, at the place that its type names', () => {
    const examples = child(child(document, 'components'), 'examples');
    expect(Object.keys(examples)).toEqual(Object.keys(PROBLEMS));
    for (const [code, example] of Object.entries(examples)) {
      expect(child(example, 'value')).toMatchObject({
        code,
        type: `https://facts.example.org/openapi.json#/components/examples/${code}`,
      });
    }
  });

  it('can be kept by the caller', async () => {
    const { headers } = await api.app.inject('/openapi.json');
    const again = await api.app.inject({
      url: '/openapi.json',
      headers: { 'if-none-match': headers.etag as string },
    });
    expect(again.statusCode).toBe(304);
  });
});

describe('/docs', () => {
  it('loads nothing from elsewhere', async () => {
    const page = await api.app.inject('/docs');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
    const addresses = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(addresses.length).toBeGreaterThan(4);
    for (const address of addresses) {
      expect(address).toMatch(/^\/docs\//);
      expect((await api.app.inject(address)).statusCode, address).toBe(200);
    }
  });
});
