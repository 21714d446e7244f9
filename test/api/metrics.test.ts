import { describe, expect, it, onTestFinished } from 'vitest';
import { ServiceMetrics } from '../../api/metrics.ts';
import { openTestApi, TEST_NOW } from '../support/api.ts';
import { callerOf, failureOf, ofTower, TOWERS } from '../support/towers.ts';
import { publishVehicles } from '../support/vehicle-store.ts';
import { startUpstreams } from '../upstreams/server.ts';
import { PLAIN_CAR } from './vehicle-samples.ts';

async function openApi() {
  const api = await openTestApi((dataDir) => publishVehicles(dataDir, [PLAIN_CAR]));
  onTestFinished(() => api.close());
  return api;
}

/** The samples of a text of Prometheus: name with labels, value. */
function samplesOf(text: string): Readonly<Record<string, number>> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

describe('/metrics', () => {
  it('counts answers by route and status, and never says what was asked', async () => {
    const { app } = await openApi();
    await app.inject(`/v1/vehicle/basic?licence_plate=${PLAIN_CAR.plate}`);
    await app.inject('/v1/vehicle/basic?licence_plate=XX99XX');
    await app.inject('/v1/vehicle/basic?licence_plate=XX99XX');
    await app.inject('/wp-login.php?user=me');
    const { body, headers, statusCode } = await app.inject('/metrics');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(samplesOf(body)).toMatchObject({
      'http_requests_total{method="GET",route="/v1/vehicle/basic",status="200"}': 1,
      'http_requests_total{method="GET",route="/v1/vehicle/basic",status="400"}': 2,
      'http_requests_total{method="GET",route="none",status="404"}': 1,
      'http_request_duration_seconds_count{route="/v1/vehicle/basic"}': 3,
    });
    expect(body).not.toMatch(/XX99XX|wp-login|127\.0\.0\.1/);
    expect(body).not.toContain(PLAIN_CAR.plate);
  });

  it('tells the age of what is served, and of nothing else', async () => {
    const { app, setNow } = await openApi();
    const before = samplesOf((await app.inject('/metrics')).body);
    // Built at 06:00, asked at 11:00.
    expect(before['release_age_seconds{group="vehicles",label="national"}']).toBe(5 * 3600);
    setNow('2026-11-28T06:00:00Z');
    const after = samplesOf((await app.inject('/metrics')).body);
    expect(after['release_age_seconds{group="vehicles",label="national"}']).toBe(24 * 3600);
    expect(Object.keys(after).filter((name) => name.startsWith('release_age'))).toHaveLength(1);
  });

  it('tells of the process once it listens', async () => {
    const { app } = await openApi();
    await app.listen({ host: '127.0.0.1', port: 0 });
    expect((await app.inject('/metrics')).body).toMatch(/^process_resident_memory_bytes \d+/m);
  });

  it('is for collectors, not for callers: the interface description leaves it out', async () => {
    const { app } = await openApi();
    const { paths } = (await app.inject('/openapi.json')).json() as { paths: object };
    expect(paths).not.toHaveProperty('/metrics');
  });
});

describe('metrics of publishers', () => {
  it('count questions by outcome, and show who is left alone', async () => {
    const { store } = await openApi();
    const upstreams = await startUpstreams({ standIns: [TOWERS] });
    onTestFinished(() => upstreams.close());
    const metrics = new ServiceMetrics(store, () => new Date(TEST_NOW));
    const { upstream } = callerOf(upstreams.env.AHN_WCS_URL, {}, { metrics });
    await upstream.ask(ofTower('Dom', { ttlMs: 60_000 }));
    await upstream.ask(ofTower('Dom', { ttlMs: 60_000 }));
    expect(samplesOf((await metrics.text()).body)).toMatchObject({
      'upstream_requests_total{upstream="towers",outcome="answered"}': 1,
      'upstream_requests_total{upstream="towers",outcome="cached"}': 1,
      'upstream_request_duration_seconds_count{upstream="towers"}': 1,
      'upstream_breaker_open{upstream="towers"}': 0,
    });

    await upstreams.misbehave('towers', 'status_403');
    for (let index = 0; index < 6; index += 1) await failureOf(upstream.ask(ofTower('Martinitoren')));
    const samples = samplesOf((await metrics.text()).body);
    expect(samples).toMatchObject({
      'upstream_requests_total{upstream="towers",outcome="refused"}': 5,
      'upstream_requests_total{upstream="towers",outcome="resting"}': 1,
      'upstream_breaker_open{upstream="towers"}': 1,
    });
    expect(JSON.stringify(samples)).not.toMatch(/Dom|Martinitoren/);
  });
});
