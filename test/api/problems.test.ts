import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatasetUnavailableError } from '../../db/store.ts';
import { openTestApi, type TestApi } from '../support/api.ts';

/** Every error that a handler can meet, on routes made for it. */
let api: TestApi;

beforeAll(async () => {
  api = await openTestApi(undefined, {
    env: { PUBLIC_BASE_URL: 'https://facts.example.org/' },
    extend: (app) => {
      app.get('/crash', async () => {
        throw new Error('SELECT secret FROM /home/operator/data/current.json');
      });
      app.get('/damaged', async () => {
        throw new DatasetUnavailableError('addresses');
      });
      app.get('/broken-page', async () => {
        const cause = Object.assign(new Error('database disk image is malformed in /home/operator/data'), {
          code: 'SQLITE_CORRUPT_INDEX',
        });
        throw new Error('Failed query: SELECT secret FROM address', { cause });
      });
      app.post('/echo', async (request) => request.body);
    },
  });
});
afterAll(() => api.close());

describe('problems', () => {
  it('500 shows no internals', async () => {
    const response = await api.app.inject('/crash');
    expect(response.statusCode).toBe(500);
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(response.json()).toEqual({
      type: 'https://facts.example.org/openapi.json#/components/examples/internal_error',
      title: 'Something went wrong here',
      status: 500,
      detail: 'An unexpected error stopped this answer. It was written to the log.',
      code: 'internal_error',
      hint: expect.stringMatching(/^Try again. If it stays, tell the operator the request id \S+\.$/),
      charged: false,
    });
    expect(response.body).not.toContain('secret');
  });

  it('503 names the group and says when to try again', async () => {
    const response = await api.app.inject('/damaged');
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('60');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual({
      type: 'https://facts.example.org/openapi.json#/components/examples/dataset_unavailable',
      title: 'The data are not available now',
      status: 503,
      detail: 'The data of the group "addresses" are not loaded, or their file cannot be read.',
      code: 'dataset_unavailable',
      hint: 'Try again later; /v1/status says what is loaded. The operator loads them with: npm run ingest -- addresses',
      charged: false,
      datasets: ['addresses'],
    });
  });

  it('503 says that a file is damaged and how the operator finds it, and nothing of what is in it', async () => {
    const response = await api.app.inject('/broken-page');
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('60');
    expect(response.json()).toMatchObject({
      code: 'dataset_unavailable',
      detail: 'A data file of this service is damaged and cannot be read.',
      hint: expect.stringContaining('npm run ingest -- verify'),
      charged: false,
    });
    expect(response.body).not.toMatch(/secret|malformed|operator\/data/);
  });

  it.each([
    ['a body that is too large', 'application/json', `"${'x'.repeat(300_000)}"`, 413, 'payload_too_large'],
    ['a media type that cannot be read', 'application/pdf', 'x', 415, 'unsupported_media_type'],
    ['JSON that is none', 'application/json', '{', 400, 'bad_request'],
  ])('%s', async (_what, type, payload, status, code) => {
    const response = await api.app.inject({
      method: 'POST',
      url: '/echo',
      headers: { 'content-type': type },
      payload,
    });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ status, code, charged: false });
    expect(response.json().hint).toBeTruthy();
  });
});
