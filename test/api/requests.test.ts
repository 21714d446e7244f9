import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { publishVehicles } from '../support/vehicle-store.ts';
import { PLAIN_CAR, SAMPLES } from './vehicle-samples.ts';

const CAR = '/v1/vehicle/basic?licence_plate=85XXXB';

let api: TestApi;

beforeAll(async () => {
  api = await openTestApi((dataDir) => publishVehicles(dataDir, SAMPLES));
});
afterAll(() => api.close());

function problem(code: string, title: string, status: number, rest: object) {
  return {
    type: `http://localhost:3000/openapi.json#/components/examples/${code}`,
    title,
    status,
    code,
    charged: false,
    ...rest,
  };
}

describe('query parameters', () => {
  it('are asked for when they are missing, with an example that works', async () => {
    const response = await api.app.inject('/v1/vehicle/basic');
    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers.etag).toBeUndefined();
    expect(response.json()).toEqual(
      problem('missing_input', 'Required input is missing', 400, {
        detail: 'licence_plate must be given.',
        hint: 'Add licence_plate: Dutch licence plate: 6 letters and digits, for example T-905-GL. For example: /v1/vehicle/basic?licence_plate=0001TJ',
      }),
    );
  });

  it('count as missing when they are empty, as forms send them', async () => {
    expect((await api.app.inject('/v1/vehicle/basic?licence_plate=%20')).json().code).toBe('missing_input');
  });

  it('are refused when they do not exist, with the one that was meant', async () => {
    const response = await api.app.inject('/v1/vehicle/basic?kenteken=85XXXB');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(
      problem('invalid_parameter', 'A parameter cannot be used', 400, {
        detail: 'This parameter cannot be used: kenteken. Did you mean licence_plate?',
        hint: 'Write licence_plate instead of kenteken. For example: /v1/vehicle/basic?licence_plate=0001TJ',
        errors: [
          {
            parameter: 'kenteken',
            given: '85XXXB',
            accepted: 'only the parameters licence_plate',
            did_you_mean: 'licence_plate',
          },
        ],
      }),
    );
  });

  it.each(['licence_plate=85XXXB&licence_plate=0001TJ', 'licence_plate=85XXXB&licence_plate='])(
    'are refused when they come twice: %s',
    async (query) => {
      const response = await api.app.inject(`/v1/vehicle/basic?${query}`);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({
        code: 'invalid_parameter',
        errors: [
          {
            parameter: 'licence_plate',
            accepted: 'given once: Dutch licence plate: 6 letters and digits, for example T-905-GL',
          },
        ],
      });
    },
  );

  it.each(['licence_plate[]=85XXXB', 'licence_plate[0]=85XXXB', '__proto__=1', 'constructor=1'])(
    'are refused in forms that other frameworks read: %s',
    async (query) => {
      const response = await api.app.inject(`/v1/vehicle/basic?${query}`);
      expect(response.statusCode).toBe(400);
      expect(response.json().code).toBe('invalid_parameter');
    },
  );

  it('are refused with a control character', async () => {
    const response = await api.app.inject('/v1/vehicle/basic?licence_plate=85XX%00XB');
    expect(response.json().code).toBe('invalid_parameter');
  });

  it('are shown back cut to 100 characters', async () => {
    const response = await api.app.inject(`/v1/vehicle/basic?x=${'y'.repeat(500)}`);
    expect(response.json().errors[0].given).toBe(`${'y'.repeat(99)}…`);
  });

  it('are refused on paths that take none', async () => {
    expect((await api.app.inject('/v1/status?verbose=1')).json()).toMatchObject({
      code: 'invalid_parameter',
      errors: [{ parameter: 'verbose', given: '1', accepted: 'no parameters at all' }],
    });
  });
});

describe('paths and methods', () => {
  it.each([
    '/v1/vehicle/basic/',
    '/v1/vehicle//basic',
    '//v1/vehicle/basic',
    '/V1/vehicle/basic',
    '/v1/vehicle/Basic',
    '/v1/vehicle/basic;x=1',
    '/v1/vehicle/basic%2F',
  ])('%s is not a second spelling of a path', async (path) => {
    const response = await api.app.inject({ method: 'GET', url: `${path}?licence_plate=85XXXB` });
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(response.json()).toMatchObject({ code: 'not_found', charged: false });
  });

  it('suggests the path that was meant', async () => {
    const response = await api.app.inject('/v1/vehicles/basic');
    expect(response.json()).toEqual(
      problem('not_found', 'No such path', 404, {
        detail: 'There is nothing at /v1/vehicles/basic.',
        hint: 'Did you mean /v1/vehicle/basic? All paths are listed at /docs and in /openapi.json.',
      }),
    );
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'] as const)(
    'answers %s with 405 and what is allowed',
    async (method) => {
      const response = await api.app.inject({ method, url: CAR });
      expect(response.statusCode).toBe(405);
      expect(response.headers.allow).toBe('GET, HEAD, OPTIONS');
      expect(response.json()).toEqual(
        problem('method_not_allowed', 'Method not allowed', 405, {
          detail: `${method} is not possible on /v1/vehicle/basic.`,
          hint: 'Use GET or HEAD.',
        }),
      );
    },
  );

  it('answers HEAD on free paths as GET, without the body', async () => {
    const [head, get] = await Promise.all([
      api.app.inject({ method: 'HEAD', url: CAR }),
      api.app.inject(CAR),
    ]);
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe('');
    expect(head.headers.etag).toBe(get.headers.etag);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  it('has no HEAD where a route does not ask for it', async () => {
    const own = await openTestApi(undefined, {
      extend: (app) => {
        app.get('/v1/paid', async () => ({ content: 1 }));
      },
    });
    const response = await own.app.inject({ method: 'HEAD', url: '/v1/paid' });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe('GET, OPTIONS');
    await own.close();
  });

  it('refuses an address that cannot be decoded', async () => {
    const response = await api.app.inject('/v1/%zz');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'bad_request', charged: false });
  });

  it('refuses an overlong address with 414', async () => {
    const response = await api.app.inject(`${CAR}&x=${'y'.repeat(5000)}`);
    expect(response.statusCode).toBe(414);
    expect(response.json()).toMatchObject({ code: 'uri_too_long', hint: 'Shorten the query.' });
  });
});

describe('media types', () => {
  it.each([undefined, '*/*', 'application/json', 'application/*;q=0.5', 'text/html, */*;q=0.1'])(
    'accepts Accept: %s',
    async (accept) => {
      const response = await api.app.inject({ url: CAR, headers: accept === undefined ? {} : { accept } });
      expect(response.statusCode).toBe(200);
    },
  );

  it.each(['text/html', 'application/xml', 'application/json;q=0'])(
    'answers Accept: %s with 406',
    async (accept) => {
      const response = await api.app.inject({ url: CAR, headers: { accept } });
      expect(response.statusCode).toBe(406);
      expect(response.json()).toMatchObject({ code: 'not_acceptable', charged: false });
    },
  );

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('compresses with %s', async (encoding, decompress) => {
    const [packed, plain] = await Promise.all([
      api.app.inject({ url: CAR, headers: { 'accept-encoding': encoding } }),
      api.app.inject(CAR),
    ]);
    expect(packed.headers['content-encoding']).toBe(encoding);
    expect(packed.headers.vary).toContain('accept-encoding');
    expect(decompress(packed.rawPayload).toString()).toBe(plain.body);
  });
});

describe('entity tags', () => {
  const tagOf = async (url: string) => (await api.app.inject(url)).headers.etag as string;

  it('save the second answer', async () => {
    const first = await api.app.inject(CAR);
    expect(first.headers['cache-control']).toBe('public, max-age=300');
    expect(first.headers['x-content-type-options']).toBe('nosniff');
    const tag = first.headers.etag as string;
    expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
    for (const header of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const second = await api.app.inject({ url: CAR, headers: { 'if-none-match': header } });
      expect(second.statusCode).toBe(304);
      expect(second.body).toBe('');
      expect(second.headers.etag).toBe(tag);
    }
    const other = await api.app.inject({ url: CAR, headers: { 'if-none-match': 'W/"other"' } });
    expect(other.statusCode).toBe(200);
  });

  it('differ by query', async () => {
    expect(await tagOf('/v1/vehicle/basic?licence_plate=0001TJ')).not.toBe(await tagOf(CAR));
  });

  it('change with the Dutch day, since ages do', async () => {
    const today = await tagOf(CAR);
    api.setNow('2026-11-27T22:59:59Z');
    expect(await tagOf(CAR)).toBe(today);
    api.setNow('2026-11-27T23:00:00Z');
    expect(await tagOf(CAR)).not.toBe(today);
    api.setNow('2026-11-27T11:00:00Z');
    expect(await tagOf(CAR)).toBe(today);
  });

  it('change with the release', async () => {
    const own = await openTestApi((dataDir) => publishVehicles(dataDir, [PLAIN_CAR]));
    const before = await own.app.inject(CAR);
    publishVehicles(own.dataDir, [{ ...PLAIN_CAR, primaryColour: 'WIT' }], { id: '20261128T060000Z-next' });
    own.store.refresh();
    const after = await own.app.inject({
      url: CAR,
      headers: { 'if-none-match': before.headers.etag as string },
    });
    expect(after.statusCode).toBe(200);
    expect(after.json().colour).toBe('white');
    await own.close();
  });
});

describe('other origins', () => {
  it('may read every answer', async () => {
    const response = await api.app.inject({ url: CAR, headers: { origin: 'https://example.org' } });
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers['access-control-expose-headers']).toContain('ETag');
  });

  it('may ask first', async () => {
    const response = await api.app.inject({
      method: 'OPTIONS',
      url: CAR,
      headers: { origin: 'https://example.org', 'access-control-request-method': 'GET' },
    });
    expect(response.statusCode).toBe(204);
    expect(response.headers['access-control-allow-methods']).toBe('GET, HEAD');
  });
});

describe('what never becomes a request', () => {
  it.each([
    ['NONSENSE\r\n\r\n', 400, 'bad_request'],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ])('is answered on the socket (%#)', async (bytes, status, code) => {
    await api.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined);
    const address = api.app.server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes);
    const answer = await text(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
    expect(body).toMatchObject({ status, code, charged: false });
  });
});
