import type { FastifyServerOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headerOf, signPayment } from '../../support/buyer.ts';
import { openPaidApp, type PaidApp, resource } from '../../support/paid-app.ts';
import { rawExchange, statusesIn } from '../../support/raw-http.ts';

const head = 'Host: shop.example\r\nConnection: close\r\n';
const get = (target: string) => `GET ${target} HTTP/1.1\r\n${head}\r\n`;

/** Requests that reached the handler of some gate unpaid, or that look as if they might. */
const UNPAID: [what: string, bytes: string][] = [
  ['plainly', get('/v1/paid?q=1')],
  ['HEAD', `HEAD /v1/paid HTTP/1.1\r\n${head}\r\n`],
  ['OPTIONS', `OPTIONS /v1/paid HTTP/1.1\r\n${head}\r\n`],
  ['POST', `POST /v1/paid HTTP/1.1\r\n${head}Content-Length: 0\r\n\r\n`],
  ['QUERY', `QUERY /v1/paid HTTP/1.1\r\n${head}Content-Length: 0\r\n\r\n`],
  ['a method in lower case', `get /v1/paid HTTP/1.1\r\n${head}\r\n`],
  [
    'X-HTTP-Method-Override',
    `POST /v1/paid HTTP/1.1\r\n${head}X-HTTP-Method-Override: GET\r\nContent-Length: 0\r\n\r\n`,
  ],
  ['an absolute target', get('http://shop.example/v1/paid')],
  ['an absolute target of another host', get('http://evil.example/v1/paid')],
  ['an absolute target, https', get('https://evil.example/v1/paid')],
  ['a target with a user', get('http://a@b/v1/paid')],
  ['a target of two slashes', get('//v1/paid')],
  ['a target without a slash', get('v1/paid')],
  ['an asterisk', get('*')],
  ['upper case', get('/V1/PAID')],
  ['mixed case', get('/v1/Paid')],
  ['a trailing slash', get('/v1/paid/')],
  ['double slashes', get('/v1//paid')],
  ['dots', get('/v1/./paid')],
  ['dots up', get('/v1/x/../paid')],
  ['encoded dots', get('/v1/x/%2e%2e/paid')],
  ['an encoded letter', get('/v1/%70aid')],
  ['an encoded letter, in lower case hex', get('/v1/p%61id')],
  ['a letter encoded twice', get('/v1/%2570aid')],
  ['an encoded slash', get('/v1%2Fpaid')],
  ['an encoded backslash', get('/v1%5Cpaid')],
  ['a backslash', get('/v1\\paid')],
  ['an encoded question mark', get('/v1/paid%3Fq=1')],
  ['a fragment', get('/v1/paid#x')],
  ['an encoded line end', get('/v1/paid%0A')],
  ['an encoded null', get('/v1/paid%00')],
  ['an encoded line separator', get('/v1/paid%E2%80%A8')],
  ['broken encoding', get('/v1/paid%')],
  ['broken encoding in the query', get('/v1/paid?q=%zz')],
  ['a semicolon', get('/v1/paid;x=1')],
  ['a semicolon and a query', get('/v1/paid;x=1?q=1')],
  ['a parameter twice', get('/v1/paid?q=1&q=2')],
  ['an array parameter', get('/v1/paid?q[]=1&q[]=2')],
  ['a payment as a parameter', get('/v1/paid?payment-signature=abc&PAYMENT-SIGNATURE=abc')],
  ['a prototype as a parameter', get('/v1/paid?__proto__[x402]=1&constructor=1')],
  ['HTTP/1.0', 'GET /v1/paid HTTP/1.0\r\n\r\n'],
  ['HTTP/1.0 kept alive', 'GET /v1/paid HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'],
  ['HTTP/0.9', 'GET /v1/paid\r\n\r\n'],
  ['HTTP/1.1 without a host', 'GET /v1/paid HTTP/1.1\r\n\r\n'],
  ['two hosts', `GET /v1/paid HTTP/1.1\r\nHost: a\r\n${head}\r\n`],
  [
    'X-Original-URL',
    `GET /free HTTP/1.1\r\n${head}X-Original-URL: /v1/paid\r\nX-Rewrite-URL: /v1/paid\r\n\r\n`,
  ],
  [
    'X-Forwarded',
    `GET /v1/paid HTTP/1.1\r\n${head}X-Forwarded-For: 127.0.0.1\r\nX-Forwarded-Prefix: /free\r\n\r\n`,
  ],
  ['an empty payment', `GET /v1/paid HTTP/1.1\r\n${head}PAYMENT-SIGNATURE:\r\n\r\n`],
  ['a payment of version 1', `GET /v1/paid HTTP/1.1\r\n${head}X-PAYMENT: e30=\r\n\r\n`],
  ['an overlong payment', `GET /v1/paid HTTP/1.1\r\n${head}PAYMENT-SIGNATURE: ${'A'.repeat(15_000)}\r\n\r\n`],
  [
    'headers that are too long',
    `GET /v1/paid HTTP/1.1\r\n${head}PAYMENT-SIGNATURE: ${'A'.repeat(17_000)}\r\n\r\n`,
  ],
  ['a folded header', `GET /v1/paid HTTP/1.1\r\n${head}PAYMENT-SIGNATURE: e30\r\n =\r\n\r\n`],
  [
    'a header with a blank before the colon',
    `GET /v1/paid HTTP/1.1\r\n${head}PAYMENT-SIGNATURE : e30=\r\n\r\n`,
  ],
  ['a receipt', `GET /v1/paid HTTP/1.1\r\n${head}PAYMENT-RESPONSE: e30=\r\n\r\n`],
  ['an upgrade', `GET /v1/paid HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
  [
    'an upgrade to HTTP/2',
    `GET /v1/paid HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n`,
  ],
  ['a body', `GET /v1/paid HTTP/1.1\r\n${head}Content-Length: 2\r\nContent-Type: application/json\r\n\r\n{}`],
  ['Expect', `GET /v1/paid HTTP/1.1\r\n${head}Expect: 100-continue\r\nContent-Length: 0\r\n\r\n`],
  ['If-None-Match', `GET /v1/paid HTTP/1.1\r\n${head}If-None-Match: *\r\n\r\n`],
  ['Range', `GET /v1/paid HTTP/1.1\r\n${head}Range: bytes=0-0\r\n\r\n`],
  [
    'smuggled behind a length',
    `POST /free HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /v1/paid HTTP/1.1\r\n${head}\r\n`,
  ],
];

const ROUTERS: [name: string, options: FastifyServerOptions][] = [
  ['as Fastify has it', {}],
  ['as this service has it', { routerOptions: { caseSensitive: true, ignoreTrailingSlash: false } }],
  [
    'that is lenient',
    { routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true } },
  ],
  [
    'that cuts at semicolons',
    // Fastify's types do not know this one.
    { routerOptions: { caseSensitive: true, ...{ useSemicolonDelimiter: true } } },
  ],
  ['that rewrites', { rewriteUrl: ({ url = '/' }) => url.replace('/alias', '/v1/paid') }],
];

describe.each(ROUTERS)('a router %s', (_name, serverOptions) => {
  let shop: PaidApp;
  let runs = 0;

  beforeAll(async () => {
    shop = await openPaidApp({
      serverOptions,
      extend: (app) => {
        app.register(
          async (routes) => {
            const config = { x402: resource('/v1/paid') };
            routes.get('/paid', { config }, () => {
              runs += 1;
              return { answer: 42 };
            });
          },
          { prefix: '/v1' },
        );
      },
    });
  });
  afterAll(() => shop.close());

  it.each([...UNPAID, ['a path that is rewritten', get('/alias')] as [string, string]])(
    'answers nothing unpaid: %s',
    async (_what, bytes) => {
      runs = 0;
      const answer = await rawExchange(shop.url, bytes);
      expect(runs).toBe(0);
      expect(answer).not.toContain('"answer"');
    },
  );

  it('answers nothing to requests in one pipeline with a paid one', async () => {
    runs = 0;
    const payment = await signPayment(shop.payer, `${shop.url}/v1/paid`);
    const signature = `PAYMENT-SIGNATURE: ${headerOf(payment)['payment-signature']}\r\n`;
    const paid = `GET /v1/paid HTTP/1.1\r\nHost: x\r\n${signature}\r\n`;
    const unpaid = 'GET /v1/paid HTTP/1.1\r\nHost: x\r\n\r\n';
    const answer = await rawExchange(shop.url, unpaid + paid + unpaid + get('/free'), 400);
    expect(statusesIn(answer)).toEqual([402, 200, 402, 200]);
    expect(runs).toBe(1);
  });

  it('takes no payment that is sent twice, or in two parts', async () => {
    runs = 0;
    const payment = await signPayment(shop.payer, `${shop.url}/v1/paid`);
    const value = headerOf(payment)['payment-signature'];
    const send = (lines: string) => rawExchange(shop.url, `GET /v1/paid HTTP/1.1\r\n${head}${lines}\r\n`);
    const line = (text: string) => `PAYMENT-SIGNATURE: ${text}\r\n`;
    expect(statusesIn(await send(line(value) + line(value)))).toEqual([402]);
    expect(statusesIn(await send(line(value.slice(0, 500)) + line(value.slice(500))))).toEqual([402]);
    expect(runs).toBe(0);
    expect(shop.facilitator.calls.verify).toBe(1);
  });
});

describe('a handler of a route that is paid for', () => {
  let shop: PaidApp;
  beforeAll(async () => {
    shop = await openPaidApp();
  });
  afterAll(() => shop.close());

  it('cannot take the reply out of the gate', async () => {
    shop.handle((_request, reply) => {
      reply.hijack();
      reply.raw.end('{"answer":42}');
    });
    const payment = await signPayment(shop.payer, `${shop.url}/paid`);
    const response = await fetch(`${shop.url}/paid`, { headers: headerOf(payment) });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('42');
    expect(shop.payments.list({})[0]?.state).toBe('released');
  });

  it.each(['write', 'end', 'writeHead', 'flushHeaders'] as const)(
    'cannot write past it (%s)',
    async (method) => {
      shop.handle((_request, reply) => {
        if (method === 'writeHead') reply.raw.writeHead(200, { 'x-answer': '42' });
        else if (method === 'flushHeaders') reply.raw.flushHeaders();
        else reply.raw[method]('{"answer":42}');
        return { answer: 42 };
      });
      const payment = await signPayment(shop.payer, `${shop.url}/paid`);
      const bytes = `GET /paid HTTP/1.1\r\nHost: x\r\nPAYMENT-SIGNATURE: ${headerOf(payment)['payment-signature']}\r\n\r\n`;
      expect(await rawExchange(shop.url, bytes)).toBe('');
      expect(shop.payments.list({})[0]?.state).toBe('released');
      expect(shop.ledger.transfers).toBe(0);
    },
  );
});

describe('a server', () => {
  it.each(['HEAD', 'PUT', 'DELETE', 'OPTIONS'])(
    'does not start with a %s that is to be paid for',
    async (method) => {
      const start = openPaidApp({
        extend: (app) => {
          app.route({ method, url: '/x', config: { x402: resource('/x') }, handler: async () => ({}) });
        },
      });
      await expect(start).rejects.toThrow('only GET and POST can be');
    },
  );

  it('does not start when Fastify would add a HEAD by itself', async () => {
    await expect(openPaidApp({ serverOptions: { exposeHeadRoutes: true } })).rejects.toThrow(
      'exposeHeadRoute: false',
    );
  });

  it.each(['$0', '$0.0000001', '0'])('does not start at a price of %s', async (price) => {
    await expect(openPaidApp({ price })).rejects.toThrow('above zero');
  });
});
