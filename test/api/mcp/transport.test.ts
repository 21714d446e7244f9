import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../../support/api.ts';
import { connect, listening } from '../../support/mcp.ts';

/** `/mcp` as HTTP: methods, headers, bodies, limits. */
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const ACCEPT = 'application/json, text/event-stream';
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

const post = (payload: unknown, headers: Record<string, string> = {}) =>
  api.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { accept: ACCEPT, 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });

describe('POST /mcp', () => {
  it('answers a message with a JSON document that no cache keeps, without a session', async () => {
    const response = await post(PING);
    expect([response.statusCode, response.json()]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }]);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['mcp-session-id']).toBeUndefined();
  });

  it('takes a notification without a word', async () => {
    const response = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([response.statusCode, response.body]).toEqual([202, '']);
  });

  it('lists tools without a greeting before: any process answers any request', async () => {
    const response = await post({ jsonrpc: '2.0', id: 'a', method: 'tools/list' });
    expect(response.json().result.tools.length).toBeGreaterThan(5);
  });

  it.each([
    ['a batch', [PING, PING], 400, -32600],
    ['an empty batch', [], 400, -32600],
    ['null', 'null', 400, -32700],
    ['another version of JSON-RPC', { ...PING, jsonrpc: '1.0' }, 400, -32700],
    ['a method that does not exist', { ...PING, method: 'tools/delete' }, 200, -32601],
    [
      'arguments that are no object',
      { ...PING, method: 'tools/call', params: { name: 'home_basic', arguments: 'x' } },
      200,
      -32603,
    ],
  ])('refuses %s', async (_, payload, status, code) => {
    const response = await post(payload);
    expect([response.statusCode, response.json().error.code]).toEqual([status, code]);
  });

  it.each([
    ['no JSON', '{', {}, 400],
    ['another media type', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['text', '{}', { 'content-type': 'text/plain' }, 415],
    ['a client that reads no streams', PING, { accept: 'application/json' }, 406],
    ['a protocol of the future', PING, { 'mcp-protocol-version': '2999-01-01' }, 400],
    ['a body of more than 64 KiB', JSON.stringify({ ...PING, params: { x: 'x'.repeat(70_000) } }), {}, 413],
    ['a prototype', '{"__proto__":{"admin":true}}', {}, 400],
  ])('refuses %s', async (_, payload, headers, status) => {
    expect((await post(payload, headers)).statusCode).toBe(status);
  });
});

describe('other methods', () => {
  it.each(['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD'] as const)(
    '%s is not possible: no sessions, no streams',
    async (method) => {
      const response = await api.app.inject({
        method,
        url: '/mcp',
        headers: { accept: 'text/event-stream' },
      });
      expect([response.statusCode, response.headers.allow]).toEqual([405, 'POST, OPTIONS']);
    },
  );

  it('are what a page of any origin may send, with any header', async () => {
    const response = await api.app.inject({
      method: 'OPTIONS',
      url: '/mcp',
      headers: {
        origin: 'https://agent.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,mcp-protocol-version,mcp-session-id',
      },
    });
    expect(response.statusCode).toBe(204);
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(String(response.headers['access-control-allow-methods'])).toMatch(/POST.*DELETE/);
    expect(response.headers['access-control-allow-headers']).toContain('mcp-protocol-version');
  });

  it('are taken as they are by the official client when it leaves', async () => {
    const client = await connect(await listening(api.app));
    await client.ping();
    await client.close();
  });
});
