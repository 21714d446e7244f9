import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOOLS } from '../../../api/mcp/tools.ts';
import { CASE_TOWNS, CASES } from '../../support/address-cases.ts';
import { publishAddresses } from '../../support/address-store.ts';
import { openTestApi, type TestApi } from '../../support/api.ts';
import { callTool, connect, listening } from '../../support/mcp.ts';
import { publishRegions } from '../../support/region-store.ts';
import { publishVehicles } from '../../support/vehicle-store.ts';
import { SAMPLES } from '../vehicle-samples.ts';

/** The tools by the official client over HTTP, everybody let in: what they answer, and how they refuse. */
let api: TestApi;
let url: string;
let client: Client;

beforeAll(async () => {
  api = await openTestApi(
    (dataDir) => {
      publishAddresses(dataDir, CASES, { towns: CASE_TOWNS });
      publishRegions(dataDir, [{ postcode: '1011PN', houseNumber: 1 }]);
      publishVehicles(dataDir, SAMPLES);
    },
    { env: { PUBLIC_BASE_URL: 'https://facts.example.org' } },
  );
  url = await listening(api.app);
  client = await connect(url);
});
afterAll(async () => {
  await client.close();
  await api.close();
});

/** The path's answer to the same question. */
async function overHttp(path: string, args: Readonly<Record<string, unknown>>) {
  const query = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, String(value)]));
  const response = await api.app.inject({ url: path, query });
  return { status: response.statusCode, text: response.body, body: response.json() };
}

const pathOf = (name: string) => TOOLS.find((tool) => tool.name === name)?.path ?? '';

describe('what is listed', () => {
  it('names itself, and tells how to begin and where the same is over HTTP', () => {
    expect(client.getServerVersion()).toMatchObject({
      name: 'dutch-address-and-vehicle-facts',
      version: '0.1.0',
    });
    expect(client.getInstructions()).toContain('https://facts.example.org/openapi.json');
    expect(client.getInstructions()).toContain('null means not known');
  });

  it('is a tool an endpoint, each with what it costs, how it fails and what it takes', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'home_basic',
      'home_report',
      'home_report_preview',
      'address_suggest',
      'address_lookup',
      'address_reverse',
      'energy_label',
      'vehicle_basic',
      'vehicle_report',
      'vehicle_report_preview',
      'service_status',
    ]);
    for (const { name, title, description = '', annotations, inputSchema, outputSchema } of tools) {
      const tool = TOOLS.find((one) => one.name === name);
      expect(annotations, name).toMatchObject({
        title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
      });
      expect(description).toMatch(tool?.paid === undefined ? /^Free\. / : /^Costs 0\.\d+ USD a call/);
      expect(description).toMatch(/A call that fails costs nothing/);
      // What a paid tool answers without a payment fits no schema of its answer.
      expect(outputSchema === undefined, name).toBe(tool?.paid !== undefined);
      expect(inputSchema.examples).toEqual(tool?.examples);
      for (const [argument, schema] of Object.entries(inputSchema.properties ?? {})) {
        expect(schema, `${name} ${argument}`).toMatchObject({ description: expect.any(String) });
      }
    }
    const report = tools.find(({ name }) => name === 'home_report');
    expect(report?.description).toMatch(/0\.04 USD .* Free instead, for less: home_basic;/);
    expect(report?.inputSchema.properties?.house_number).toMatchObject({ type: 'integer', minimum: 1 });
  });

  it('fits what models are given: no description is longer than 1,500 characters', async () => {
    const { tools } = await client.listTools();
    for (const { name, description = '' } of tools) expect(description.length, name).toBeLessThan(1500);
  });
});

describe('a tool answers what its path answers', () => {
  it.each([
    ['home_basic', { postcode: '1011PN', house_number: 1 }],
    ['home_basic', { postcode: ' 1011 pn ', house_number: '1', house_letter: null, addition: '' }],
    ['home_basic', { q: 'Amstel 1, Amsterdam' }],
    ['home_report_preview', { postcode: '1011PN', house_number: 1 }],
    ['address_suggest', { q: 'amstel 1', limit: 3 }],
    ['address_lookup', { postcode: '1011PN', house_number: 1 }],
    ['vehicle_basic', { licence_plate: '85-xx-xb' }],
    ['vehicle_report', { licence_plate: '85XXXB', allow_partial: true }],
    ['vehicle_report_preview', { licence_plate: '85XXXB' }],
    ['service_status', {}],
  ])('%s %j', async (name, args) => {
    const { isError, body, structured } = await callTool(client, name, args);
    expect([isError, body]).toEqual([false, body]);
    const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
    const path = await overHttp(pathOf(name), given);
    expect(path.status).toBe(200);
    expect(body).toEqual(path.body);
    expect(structured).toEqual(path.body);
    expect(Object.keys(body)).toEqual(Object.keys(path.body));
  });
});

describe('a tool refuses what its path refuses, with the same problem', () => {
  it.each([
    ['home_basic', {}, 'missing_input'],
    ['home_basic', { postcode: '1011PN', house_number: 99 }, 'address_unknown'],
    ['home_basic', { postcode: '1082GB', house_number: 43 }, 'address_ambiguous'],
    ['home_basic', { postcode: '1011PN', house_number: 1.5 }, 'invalid_parameter'],
    ['home_basic', { postcode: '1011PN', houseNumber: 1 }, 'invalid_parameter'],
    ['home_report', { q: 'x'.repeat(201) }, 'invalid_parameter'],
    ['address_reverse', { lat: 52.3676 }, 'missing_input'],
    ['address_reverse', { lat: 48.85, lon: 2.35 }, 'invalid_parameter'],
    ['vehicle_basic', { licence_plate: '' }, 'missing_input'],
    ['vehicle_basic', { licence_plate: 'nonsense!' }, 'licence_plate_invalid'],
    ['vehicle_report', { licence_plate: 'AA-11-BB' }, 'licence_plate_unknown'],
    ['energy_label', { postcode: '1011PN', house_number: 1 }, 'dataset_unavailable'],
    ['service_status', { verbose: true }, 'invalid_parameter'],
  ])('%s %j: %s', async (name, args, code) => {
    const { isError, body } = await callTool(client, name, args);
    const path = await overHttp(pathOf(name), args);
    expect([isError, body.code, body.charged]).toEqual([true, code, false]);
    // The hint's example is one of arguments, where the path's is an address.
    expect({ ...body, hint: '' }).toEqual({ ...path.body, hint: '' });
    expect(String(body.hint).split(' For example: ')[0]).toBe(path.body.hint.split(' For example: ')[0]);
  });

  it('gives arguments that work in the hint', async () => {
    const { body } = await callTool(client, 'home_basic');
    const example = String(body.hint).split(' For example: ')[1];
    expect(example).toBe('{"postcode":"1011PN","house_number":1}');
    expect((await callTool(client, 'home_basic', JSON.parse(example ?? ''))).isError).toBe(false);
  });

  it.each([
    [{ postcode: ['1011PN', '1011PM'], house_number: 1 }],
    [{ postcode: { value: '1011PN' }, house_number: 1 }],
  ])('says that an argument is one value: %j', async (args) => {
    const { isError, body } = await callTool(client, 'home_basic', args);
    expect([isError, body.code]).toEqual([true, 'invalid_parameter']);
    expect(body.errors).toMatchObject([
      { parameter: 'postcode', accepted: expect.stringMatching(/^one value: /) },
    ]);
  });

  it('does not list an error for each of thousands of arguments', async () => {
    const args = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`a${index}`, 1]));
    const { body } = await callTool(client, 'home_basic', args);
    expect([body.code, JSON.stringify(body).length < 1000]).toEqual(['bad_request', true]);
  });

  it('names the tools where one is asked for that does not exist', async () => {
    await expect(client.callTool({ name: 'home', arguments: {} })).rejects.toThrow(
      /There is no tool "home"\. There are: home_basic, /,
    );
  });
});
