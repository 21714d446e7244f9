import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GROUPS } from '../../db/groups.ts';
import { ask, type JsonObject } from '../support/ask.ts';
import { giveKey } from '../support/keys.ts';
import { sampleService } from '../support/sample-service.ts';
import { type Service, START_TIMEOUT_MS, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('a service with the sample', () => {
  const sample = sampleService();

  it('is alive and ready', async () => {
    expect(await ask(sample.url, '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await ask(sample.url, '/readyz')).toMatchObject({
      status: 200,
      body: { status: 'ready', groups: [...GROUPS] },
    });
  });

  it('says in /v1/status what it serves, how old it is, and that it is the sample', async () => {
    const { status, body } = await ask(sample.url, '/v1/status');
    expect(status).toBe(200);
    const groups = body.groups as { group: string; release: JsonObject; last_run: JsonObject }[];
    expect(groups.map((group) => group.group)).toEqual([...GROUPS]);
    for (const { group, release, last_run } of groups) {
      expect(release, group).toMatchObject({ label: 'sample', id: expect.any(String) });
      expect(release.sources, group).not.toEqual([]);
      expect(last_run, group).toMatchObject({ outcome: 'published', error_code: null });
    }
    const addresses = groups.find((group) => group.group === 'addresses')?.release;
    expect(addresses?.sources).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: 'bag-extract', state_date: '2025-10-08' })]),
    );
  });

  it('describes itself in OpenAPI 3.1.0, with an example and all errors of each operation', async () => {
    const { status, body } = await ask<OpenApi>(sample.url, '/openapi.json');
    expect(status).toBe(200);
    expect(body.openapi).toBe('3.1.0');
    expect(body.info.version).toBe('0.1.0');
    for (const path of ['/v1/home/basic', '/v1/vehicle/basic', '/v1/status', '/healthz', '/readyz']) {
      const operation = body.paths[path]?.get;
      expect(operation, path).toBeDefined();
      expect(Object.keys(operation?.responses ?? {}), path).toContain('200');
    }
    for (const path of ['/v1/home/basic', '/v1/vehicle/basic']) {
      expect(Object.keys(body.paths[path]?.get?.responses ?? {}), path).toEqual(
        expect.arrayContaining(['200', '400', '503']),
      );
      expect(body.paths[path]?.get?.security ?? [], path).toEqual([]);
    }
  });

  it('answers the examples that it describes itself with', async () => {
    const { body } = await ask<OpenApi>(sample.url, '/openapi.json');
    const { authorization } = giveKey(sample.dataDir);
    for (const [path, { get }] of Object.entries(body.paths)) {
      if (get === undefined) continue;
      const query = new URLSearchParams();
      for (const { name, in: where, example } of get.parameters ?? []) {
        if (where === 'query' && example !== undefined) query.set(name, String(example));
      }
      const request = `${path}?${query}`;
      const { status } = await ask(sample.url, request, { headers: { authorization } });
      // Energy labels are nobody's to give without a key of their register's.
      expect(status, request).toBe(path === '/v1/energy-label' ? 503 : 200);
    }
  });

  it('serves /docs and all that it loads from here, so that it works without the internet', async () => {
    const page = await fetch(`${sample.url}/docs`);
    expect(page.status).toBe(200);
    const html = await page.text();
    const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(assets.some((asset) => asset.endsWith('.js'))).toBe(true);
    for (const asset of assets) {
      const url = new URL(asset, page.url);
      expect(url.origin, asset).toBe(sample.url);
      expect((await fetch(url)).status, asset).toBe(200);
    }
  });

  it.each([
    ['/v1/nothing', {}, 404, 'not_found'],
    ['/v1/home/basic/', {}, 404, 'not_found'],
    ['/v1/home/basic', { method: 'DELETE' }, 405, 'method_not_allowed'],
    ['/v1/home/basic', { method: 'POST' }, 405, 'method_not_allowed'],
    ['/v1/status', { headers: { accept: 'image/png' } }, 406, 'not_acceptable'],
    ['/v1/vehicle/basic', {}, 400, 'missing_input'],
    ['/v1/vehicle/basic?licence_plate=12', {}, 400, 'licence_plate_invalid'],
    ['/v1/vehicle/basic?licence_plate=ZZ-999-Z', {}, 400, 'licence_plate_unknown'],
    [`/v1/home/basic?q=${'a'.repeat(201)}`, {}, 400, 'invalid_parameter'],
  ])('answers %s %j with a problem: %i %s', async (path, init, status, code) => {
    const answer = await ask(sample.url, path, init);
    expect(answer.body).toMatchObject({
      status,
      code,
      charged: false,
      type: expect.any(String),
      title: expect.any(String),
      detail: expect.any(String),
      hint: expect.any(String),
    });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  it('a problem shows nothing of the inside', async () => {
    const { body } = await ask(
      sample.url,
      `/v1/home/basic?q=${encodeURIComponent('"; DROP TABLE address; --')}`,
    );
    expect(JSON.stringify(body)).not.toMatch(/sqlite|node_modules|\.ts\b|at \w+ \(/i);
    expect((await ask(sample.url, '/v1/home/basic?postcode=1011PN&house_number=1')).status).toBe(200);
  });

  it('free answers can be cached until the release changes: 304 for the same ETag', async () => {
    const path = '/v1/home/basic?postcode=1011PN&house_number=1';
    const first = await ask(sample.url, path);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    const again = await fetch(`${sample.url}${path}`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  it('may be asked by web pages of others', async () => {
    const { headers } = await ask(sample.url, '/v1/status', { headers: { origin: 'https://example.org' } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('a service with an empty store', () => {
  const dataDir = join(temporaryFolder(), 'data');
  let service: Service;
  beforeAll(async () => {
    service = await startService({ DATA_DIR: dataDir });
  }, START_TIMEOUT_MS);
  afterAll(() => service?.stop());

  it('lives, but is not ready', async () => {
    expect((await ask(service.url, '/healthz')).status).toBe(200);
    const { status, body } = await ask(service.url, '/readyz');
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: 'dataset_unavailable', datasets: [...GROUPS] });
  });

  it.each([
    ['/v1/home/basic?postcode=1011PN&house_number=1', 'addresses'],
    ['/v1/home/basic?q=Amstel 1 Amsterdam', 'addresses'],
    ['/v1/vehicle/basic?licence_plate=85XXXB', 'vehicles'],
  ])('answers %s with 503, never with "unknown"', async (path, group) => {
    const { status, headers, body } = await ask(service.url, path);
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: 'dataset_unavailable', charged: false });
    expect(JSON.stringify(body)).toContain(group);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('says in /v1/status that nothing is there', async () => {
    const { status, body } = await ask(service.url, '/v1/status');
    expect(status).toBe(200);
    for (const group of body.groups as JsonObject[])
      expect(group).toMatchObject({ available: false, release: null });
  });
});

interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
}

interface Operation {
  readonly responses: JsonObject;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    /** Those of one complete request together. */
    readonly example?: unknown;
  }[];
}
