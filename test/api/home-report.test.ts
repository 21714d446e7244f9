import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Check } from 'typebox/value';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type HomeReport, HomeReportSchema } from '../../api/schemas/home-report.ts';
import { HOME_REPORT_EXAMPLE } from '../../api/schemas/home-report-example.ts';
import type { Problem } from '../../api/schemas/problem.ts';
import type { Group } from '../../db/groups.ts';
import { manifestPath } from '../../db/manifest.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { ingestOrThrow } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startUpstreams, type Upstreams } from '../upstreams/server.ts';
import type { Misbehaviour } from '../upstreams/stand-in.ts';

/** The full report on the sample, with every publisher stood in for over real sockets. */
const sample = join(temporaryFolder(), 'data');
const AMSTEL = 'postcode=1011PN&house_number=1';
const DEADLINE_MS = 700;
/** A busy machine may need this long for all that is not waiting. */
const MARGIN_MS = 1000;

let upstreams: Upstreams;
const open: TestApi[] = [];

beforeAll(async () => {
  await ingestOrThrow(['sample'], { DATA_DIR: sample });
  upstreams = await startUpstreams();
});
afterEach(async () => {
  for (const api of open.splice(0)) await api.close();
  for (const id of ['ahn', 'ep-online', 'announcements']) await upstreams.misbehave(id, undefined);
});
afterAll(() => upstreams.close());

interface Setting {
  readonly env?: NodeJS.ProcessEnv;
  readonly without?: readonly Group[];
}

/** A service of its own, so that no test sees another's cache or breaker. */
async function service({ env = {}, without = [] }: Setting = {}): Promise<TestApi> {
  const api = await openTestApi(
    (dataDir) => {
      cpSync(sample, dataDir, { recursive: true });
      const path = manifestPath(dataDir);
      const manifest = JSON.parse(readFileSync(path, 'utf8')) as { groups: Partial<Record<Group, unknown>> };
      for (const group of without) delete manifest.groups[group];
      writeFileSync(path, JSON.stringify(manifest));
    },
    {
      env: {
        LIVE: 'on',
        ...upstreams.env,
        EP_ONLINE_API_KEY: 'a-key',
        REPORT_DEADLINE_MS: String(DEADLINE_MS),
        ...env,
      },
    },
  );
  open.push(api);
  return api;
}

async function ask<Body>(api: TestApi, query: string) {
  const begun = performance.now();
  const response = await api.app.inject(`/v1/home/report?${query}`);
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.json() as Body,
    ms: performance.now() - begun,
  };
}

describe('GET /v1/home/report', () => {
  it('answers with every block in order, as the document shows it', async () => {
    const { status, headers, body } = await ask<HomeReport>(await service(), AMSTEL);
    expect(status).toBe(200);
    expect(Check(HomeReportSchema, body)).toBe(true);
    expect(Object.keys(body)).toEqual([
      'address',
      'building',
      'neighbourhood',
      'safety',
      'heritage',
      'liveability',
      'elevation',
      'environment',
      'energy_label',
      'permits',
      'permits_note',
      'schools',
      'schools_note',
      'unavailable',
      'source',
      'related',
    ]);
    const timeless = (report: HomeReport) => ({
      ...report,
      source: report.source.map((one) => ({ ...one, retrieved_at: '' })),
    });
    expect(timeless(body)).toEqual(timeless(HOME_REPORT_EXAMPLE));
    // What was bought is the buyer's.
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers.etag).toBeUndefined();
  });

  it('says the same in the blocks that the free answer has', async () => {
    const api = await service();
    const { body } = await ask<HomeReport>(api, AMSTEL);
    const free = (await api.app.inject(`/v1/home/basic?${AMSTEL}`)).json();
    expect(body.address).toMatchObject(free.address);
    expect(body.building).toMatchObject(free.building);
    expect(body.neighbourhood).toMatchObject({
      people: free.neighbourhood.people,
      housing: free.neighbourhood.housing,
      distance_km: free.neighbourhood.distance_km,
    });
    expect(body.safety).toMatchObject(free.safety);
    expect(body.heritage).toMatchObject(free.heritage);
    expect(body.liveability).toMatchObject(free.liveability);
  });

  it('names publishers that were asked just now beside the loaded data', async () => {
    const { source } = (await ask<HomeReport>(await service(), AMSTEL)).body;
    const modes = Object.fromEntries(source.map(({ used_for, mode }) => [used_for.join(), mode]));
    expect(modes).toMatchObject({
      elevation: 'live',
      energy_label: 'live',
      permits: 'live',
      schools: 'sample',
    });
  });

  it('takes the same from its own cache, and says so', async () => {
    const api = await service();
    await ask(api, AMSTEL);
    const { body } = await ask<HomeReport>(api, AMSTEL);
    expect(body.source.find(({ used_for }) => used_for.includes('elevation'))?.mode).toBe('cached');
  });

  it.each([
    ['', 'missing_input'],
    ['postcode=1011PN&house_number=99', 'address_unknown'],
    ['postcode=1082GB&house_number=43', 'address_ambiguous'],
    [`${AMSTEL}&allow_partial=perhaps`, 'invalid_parameter'],
    [`${AMSTEL}&allow_partial=true&allow_partial=false`, 'invalid_parameter'],
  ])('refuses "%s" as %s, with a hint that works', async (query, code) => {
    const api = await service();
    const { status, body } = await ask<Problem>(api, query);
    expect([status, body.code, body.charged]).toEqual([400, code, false]);
    const example = /(\/v1\/home\/report\?\S+)$/.exec(body.hint)?.[1];
    if (example !== undefined) expect((await api.app.inject(example)).statusCode).toBe(200);
  });

  it('is not there for HEAD', async () => {
    const api = await service();
    const response = await api.app.inject({ method: 'HEAD', url: `/v1/home/report?${AMSTEL}` });
    expect(response.statusCode).toBe(405);
  });
});

/** Publisher, the block that needs it. */
const LIVE_BLOCKS = [
  ['ahn', 'elevation'],
  ['ep-online', 'energy_label'],
  ['announcements', 'permits'],
] as const;
const FAILURES: readonly Misbehaviour[] = ['stall', 'status_500', 'html', 'wrong_object', 'down'];
const CASES = LIVE_BLOCKS.flatMap(([id, block]) => FAILURES.map((how) => [id, block, how] as const));

describe('a publisher that fails', () => {
  let whole: HomeReport;
  beforeAll(async () => {
    whole = (await ask<HomeReport>(await service(), AMSTEL)).body;
  });

  it.each(CASES)('%s (%s, %s) makes a 503 that names it, or on request the rest', async (id, block, how) => {
    await upstreams.misbehave(id, how);
    const api = await service();
    const failed = await ask<Problem>(api, AMSTEL);
    expect(failed.status).toBe(503);
    expect(failed.body).toMatchObject({ code: 'upstream_unavailable', charged: false });
    expect(failed.body.unavailable).toEqual([{ block, source_id: id, reason: expect.stringMatching(/\.$/) }]);
    expect(failed.body.hint).toContain('allow_partial=true');
    expect(Number(failed.headers['retry-after'])).toBeGreaterThan(0);
    expect(failed.ms).toBeLessThan(DEADLINE_MS + MARGIN_MS);

    const { status, body, ms } = await ask<HomeReport>(api, `${AMSTEL}&allow_partial=true`);
    expect(status).toBe(200);
    expect(body[block]).toBeNull();
    expect(body.unavailable.map(({ block: name, source_id }) => [name, source_id])).toEqual([[block, id]]);
    const rest = ({ source, unavailable, ...report }: HomeReport) => ({ ...report, [block]: null });
    expect(rest(body)).toEqual({ ...rest(whole), ...(block === 'permits' && { permits_note: null }) });
    expect(body.source.flatMap(({ used_for }) => used_for)).not.toContain(block);
    expect(ms).toBeLessThan(DEADLINE_MS + MARGIN_MS);
  });

  it('is named together with all others that fail, within one deadline', async () => {
    for (const [id] of LIVE_BLOCKS) await upstreams.misbehave(id, 'stall');
    const api = await service();
    const failed = await ask<Problem>(api, AMSTEL);
    expect(failed.body.unavailable?.map(({ source_id }) => source_id)).toEqual([
      'ahn',
      'ep-online',
      'announcements',
    ]);
    expect(failed.ms).toBeLessThan(DEADLINE_MS + MARGIN_MS);
    const partial = await ask<HomeReport>(api, `${AMSTEL}&allow_partial=true`);
    expect(partial.status).toBe(200);
    expect(partial.body.neighbourhood?.people.residents).toBe(835);
    expect(partial.ms).toBeLessThan(DEADLINE_MS + MARGIN_MS);
  });

  it('does not slow the free answer', async () => {
    for (const [id] of LIVE_BLOCKS) await upstreams.misbehave(id, 'stall');
    const api = await service();
    const begun = performance.now();
    expect((await api.app.inject(`/v1/home/basic?${AMSTEL}`)).statusCode).toBe(200);
    expect(performance.now() - begun).toBeLessThan(DEADLINE_MS);
  });
});

describe('without a network or a key', () => {
  it('LIVE=off asks nobody: those blocks are null and say why', async () => {
    const asked = upstreams.requests.length;
    const { status, body } = await ask<HomeReport>(await service({ env: { LIVE: 'off' } }), AMSTEL);
    expect(status).toBe(200);
    expect(body.elevation).toMatchObject({ ground_level_m_nap: null, note: expect.stringContaining('off') });
    expect(body.energy_label).toMatchObject({ label: null, note: expect.stringContaining('off') });
    expect([body.permits, body.permits_note]).toEqual([null, expect.stringContaining('off')]);
    expect(body.unavailable).toEqual([]);
    expect(upstreams.requests).toHaveLength(asked);
  });

  it('no key of the energy labels is no failure', async () => {
    const { status, body } = await ask<HomeReport>(await service({ env: { EP_ONLINE_API_KEY: '' } }), AMSTEL);
    expect(status).toBe(200);
    expect(body.energy_label).toMatchObject({ label: null, note: expect.stringContaining('key') });
  });
});

describe('data that are not loaded', () => {
  it.each([
    ['neighbourhoods', ['neighbourhood', 'safety']],
    ['schools', ['schools']],
  ] as const)(
    '%s make the report a 503 that names them, or leave their blocks out',
    async (group, blocks) => {
      const api = await service({ without: [group] });
      const { status, headers, body } = await ask<Problem>(api, AMSTEL);
      expect([status, body.code]).toEqual([503, 'dataset_unavailable']);
      expect(body.datasets).toEqual([group]);
      expect(body.unavailable?.map(({ block }) => block)).toEqual([...blocks]);
      expect(headers['retry-after']).toBeDefined();

      const partial = await ask<HomeReport>(api, `${AMSTEL}&allow_partial=true`);
      expect(partial.status).toBe(200);
      expect(partial.body.unavailable.map(({ block, source_id }) => [block, source_id])).toEqual(
        blocks.map((block) => [block, group]),
      );
      for (const block of blocks) expect(partial.body[block]).toBeNull();
      expect(partial.body.building?.year_built).toBe(1986);
    },
  );
});
