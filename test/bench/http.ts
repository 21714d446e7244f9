import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { freePort } from '../support/free-port.ts';
import { giveKey } from '../support/keys.ts';
import { NO_RATE_LIMITS } from '../support/no-limits.ts';
import { PAY_TO } from '../support/paid-app.ts';
import { peakMemoryMb, runScript, startScript, whenAnswering } from './child.ts';
import { compared, limited, type Measurement, median } from './measurement.ts';
import { measurePaidCalls, openAgreeingFacilitator } from './paid-calls.ts';

const ROUNDS = 5;
const ROUND_SECONDS = 3;
const CONNECTIONS = 16;

/** Requests that the bundled sample answers. */
const ROUTES = {
  home_basic: '/v1/home/basic?postcode=1011PN&house_number=1',
  home_report: '/v1/home/report?postcode=1011PN&house_number=1',
  vehicle_basic: '/v1/vehicle/basic?licence_plate=15-FR-TS',
} as const;

/**
 * Requests per second of answers from local tables, nobody being asked live, against a bare Fastify route that sends
 * the same bytes, each in a process of its own, in turns. Also the server's peak memory under that load.
 */
export async function measureHttp(): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-http-'));
  const port = await freePort();
  const env = {
    DATA_DIR: folder,
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    LIVE: 'off',
    ...NO_RATE_LIMITS,
  };
  await runScript('ingest/cli.ts', ['sample', '--if-empty'], env);
  const server = startScript('test/bench/open-server.ts', [], env, ['--max-semi-space-size=4']);
  server.stdout?.resume();
  const measurements: Measurement[] = [];
  try {
    const base = `http://127.0.0.1:${port}`;
    await whenAnswering(`${base}/healthz`);
    for (const [id, route] of Object.entries(ROUTES)) {
      measurements.push(await againstBareRoute(`${id}_requests_per_s`, `${base}${route}`, folder));
    }
    if (server.pid !== undefined) {
      measurements.push(limited('server_peak_memory_mb', 'MB', peakMemoryMb(server.pid), 200));
    }
    measurements.push(...(await measureGate(env, `${base}${ROUTES.home_report}`)));
  } finally {
    server.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
  return measurements;
}

/** The same report at the server with its gate, by key and by payment, against the server whose doors are open. */
async function measureGate(env: typeof NO_RATE_LIMITS & { DATA_DIR: string }, openUrl: string) {
  const facilitator = await openAgreeingFacilitator();
  const port = await freePort();
  const plans = join(env.DATA_DIR, 'plans.json');
  writeFileSync(
    plans,
    '{"bench": {"included_calls_per_month": 1000000000, "trial_calls": 0, "expires_after_days": null}}',
  );
  const payments = {
    PORT: String(port),
    PLANS_FILE: plans,
    PAY_TO_ADDRESS: PAY_TO,
    FACILITATOR_URL: facilitator.url,
  };
  const server = startScript('api/server.ts', [], { ...env, ...payments }, ['--max-semi-space-size=4']);
  server.stdout?.resume();
  try {
    const base = `http://127.0.0.1:${port}`;
    await whenAnswering(`${base}/healthz`);
    const url = `${base}${ROUTES.home_report}`;
    const { authorization } = giveKey(env.DATA_DIR, { plan: 'bench' });
    const byKey: number[] = [];
    const free: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      free.push(await requestsPerSecond(openUrl));
      byKey.push(await requestsPerSecond(url, { authorization }));
    }
    const peer = { name: 'the same without a gate', value: median(free.slice(1)) };
    return [
      compared('key_call_requests_per_s', '1/s', median(byKey.slice(1)), peer, { atLeast: 0.5 }),
      await measurePaidCalls(url, openUrl, facilitator),
    ];
  } finally {
    server.kill('SIGTERM');
    facilitator.close();
  }
}

async function againstBareRoute(id: string, url: string, folder: string): Promise<Measurement> {
  const answer = await fetch(url);
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  const bodyPath = join(folder, 'body.json');
  writeFileSync(bodyPath, await answer.text());
  const bare = startScript('test/bench/bare-server.ts', [bodyPath]);
  try {
    const barePort = await firstLine(bare.stdout);
    const own: number[] = [];
    const peer: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      peer.push(await requestsPerSecond(`http://127.0.0.1:${barePort}/`));
      own.push(await requestsPerSecond(url));
    }
    // The first round warms both up.
    const value = median(own.slice(1));
    return compared(
      id,
      '1/s',
      value,
      { name: 'bare Fastify route', value: median(peer.slice(1)) },
      { atLeast: 0.5 },
    );
  } finally {
    bare.kill('SIGTERM');
  }
}

async function requestsPerSecond(url: string, headers: Record<string, string> = {}): Promise<number> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: ROUND_SECONDS });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx.`);
  return result.requests.average;
}

async function firstLine(stream: NodeJS.ReadableStream | null): Promise<string> {
  if (stream === null) throw new Error('The process has no output.');
  let text = '';
  for await (const chunk of stream) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0] ?? '';
}
