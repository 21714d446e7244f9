import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishAddresses } from '../support/address-store.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { ingestOrThrow, START_TIMEOUT_MS } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startUpstreams, type Upstreams } from '../upstreams/server.ts';
import {
  ADDRESS_FIELDS,
  HOME_FIELDS,
  LOOKUP_FIELDS,
  type SpecifiedField,
  VEHICLE_FIELDS,
} from './specified-fields.ts';

/**
 * Every field that the specification names, from the row as its publisher writes it to the answer over HTTP, through
 * the whole ingest, and what is answered where the publisher has nothing. What the sample has for every vehicle (a make,
 * a verdict) is left out of rows in `test/api/vehicle-fields.test.ts`.
 */
const SAMPLE = fileURLToPath(new URL('../../ingest/sample/', import.meta.url));

/** `sample` has everything; `bare` only one address without a place, a building and a letter, and asks nobody. */
const services = new Map<string, TestApi>();
let upstreams: Upstreams;

beforeAll(async () => {
  const data = join(temporaryFolder(), 'data');
  await ingestOrThrow(['sample'], { DATA_DIR: data });
  upstreams = await startUpstreams();
  const env = { LIVE: 'on', ...upstreams.env };
  services.set('sample', await openTestApi((dir) => cpSync(data, dir, { recursive: true }), { env }));
  const bare = { at: 'Amstel 1', town: 'Amsterdam', postcode: null, building: null, uses: null } as const;
  const nowhere = { latitude: null, longitude: null, floorAreaM2: null } as const;
  services.set('bare', await openTestApi((dir) => publishAddresses(dir, [{ ...bare, ...nowhere }])));
}, START_TIMEOUT_MS);
afterAll(async () => {
  for (const api of services.values()) await api.close();
  await upstreams.close();
});

async function valueAt(service: string, url: string, path: string): Promise<unknown> {
  const response = await services.get(service)?.app.inject(url);
  expect(response?.statusCode, response?.body).toBe(200);
  // Below a block that is null as a whole there is nothing.
  return path
    .split('.')
    .reduce<unknown>(
      (inner, key) => (inner as Record<string, unknown> | null)?.[key] ?? null,
      response?.json(),
    );
}

const FILES = readdirSync(SAMPLE, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));

function isPublished({ file, row }: SpecifiedField): boolean {
  return FILES.some((path) => path.includes(file) && readFileSync(path, 'utf8').includes(row));
}

describe.each([
  ['address and building', ADDRESS_FIELDS],
  ['home report', HOME_FIELDS],
  ['address lookup', LOOKUP_FIELDS],
  ['vehicle', VEHICLE_FIELDS],
] as const)('a field of the %s', (_what, fields) => {
  it.each(fields)('$path is the publisher’s: $row', async (field) => {
    expect(isPublished(field)).toBe(true);
    expect(await valueAt('sample', field.url, field.path)).toEqual(field.value);
  });

  it.each(fields.flatMap(({ path, absent }) => (absent === undefined ? [] : [{ path, ...absent }])))(
    '$path has no value where its publisher has none: $url',
    async ({ path, service, url, value }) => {
      expect(await valueAt(service, url, path)).toEqual(value);
    },
  );
});
