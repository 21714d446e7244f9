import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await openTestApi(undefined, {
    extend: (app) => {
      app.get('/v1/free', async () => ({ free: true }));
      for (const method of ['GET', 'POST', 'DELETE'] as const) {
        app.route({ method, url: '/protocol', handler: async () => ({ method }) });
      }
      app.post('/v1/batch', async () => ({ items: [] }));
    },
  });
});
afterAll(() => api.close());

const ORIGIN = { origin: 'https://shop.example' };

function preflight(url: string, method: string, headers = '') {
  return api.app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      ...ORIGIN,
      'access-control-request-method': method,
      ...(headers === '' ? {} : { 'access-control-request-headers': headers }),
    },
  });
}

describe('a page of another origin', () => {
  it.each([
    ['/v1/free', 'GET, HEAD'],
    ['/v1/free?q=1', 'GET, HEAD'],
    ['/protocol', 'GET, HEAD, POST, DELETE'],
    ['/v1/batch', 'GET, HEAD, POST'],
    ['/nowhere', 'GET, HEAD'],
  ])('may use on %s: %s', async (url, methods) => {
    const answer = await preflight(url, 'POST');
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['access-control-allow-methods']).toBe(methods);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  it('may send what the clients of x402 and MCP send, even a header that is one of answers', async () => {
    const sent = [
      'access-control-expose-headers',
      'authorization',
      'content-type',
      'mcp-protocol-version',
      'mcp-session-id',
      'payment-signature',
    ].join(',');
    const answer = await preflight('/protocol', 'POST', sent);
    expect(answer.headers['access-control-allow-headers']).toBe(sent);
  });

  it('may read the terms, the receipt and what is left, of errors too', async () => {
    for (const url of ['/v1/free', '/nowhere']) {
      const { headers } = await api.app.inject({ url, headers: ORIGIN });
      const exposed = String(headers['access-control-expose-headers']).toLowerCase().split(', ');
      expect(exposed).toEqual(
        expect.arrayContaining([
          'payment-required',
          'payment-response',
          'x-quota-remaining',
          'ratelimit-limit',
          'ratelimit-remaining',
          'ratelimit-reset',
          'retry-after',
          'etag',
          'mcp-session-id',
        ]),
      );
      // The answer is the same for every origin: caches may share it.
      expect(String(headers.vary)).not.toMatch(/origin/i);
    }
  });
});
