import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { publishInspections } from '../support/inspection-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { publishVehicles } from '../support/vehicle-store.ts';
import { startUpstreams, type Upstreams } from '../upstreams/server.ts';
import type { Misbehaviour } from '../upstreams/stand-in.ts';
import { VEHICLE_REGISTER_STAND_IN, WRONG_TOKEN } from '../upstreams/vehicle-register.ts';
import { PLAIN_CAR } from './vehicle-samples.ts';

/**
 * What a caller hears of a vehicle for every state of the store and of the register. Nothing is unknown because the
 * register was down, and no vehicle gets the facts of another.
 */

/** The release knows all of 2026-11-26. */
const NOW = {
  fresh: '2026-11-27T11:00:00Z',
  stale: '2026-12-03T11:00:00Z',
  'too old': '2026-12-11T00:00:00Z',
  absent: '2026-11-27T11:00:00Z',
  sample: '2027-06-01T11:00:00Z',
  'absent from the sample': '2026-11-27T11:00:00Z',
} as const;

type Local = keyof typeof NOW;

const FAILING = {
  slow: 'stall',
  down: 'down',
  'answering 500': 'status_500',
  'answering 403': 'status_403',
  'answering 429': 'status_429',
  'answering half': 'cut_body',
  'answering HTML': 'html',
  'answering about another': 'wrong_object',
} as const satisfies Record<string, Misbehaviour>;

type Register = keyof typeof FAILING | 'right' | 'right, to a wrong token' | 'without the plate';

const REGISTERS: readonly Register[] = [
  'right',
  'right, to a wrong token',
  'without the plate',
  ...(Object.keys(FAILING) as (keyof typeof FAILING)[]),
];

const isMisbehaving = (register: Register): register is keyof typeof FAILING =>
  Object.hasOwn(FAILING, register);

/** Plates by who has them: 85XXXB both, 0001TJ only the store, HBX12K only the register, 99ZZZ9 nobody. */
function plateFor(local: Local, register: Register): string {
  const isHeld = local !== 'absent' && local !== 'absent from the sample';
  if (register === 'without the plate') return isHeld ? '0001TJ' : '99ZZZ9';
  return isHeld ? '85XXXB' : 'HBX12K';
}

type Expected =
  | '200 local'
  | '200 local, behind'
  | '200 live'
  | '200 sample'
  | '400 licence_plate_unknown'
  | '503 upstream_unavailable';

function expected(local: Local, register: Register): Expected {
  if (local === 'fresh') return '200 local';
  if (local === 'sample') return '200 sample';
  if (local === 'absent from the sample') return '400 licence_plate_unknown';
  if (register === 'right' || register === 'right, to a wrong token') return '200 live';
  // For two weeks: what is held is better than nothing, and better than what may be an outage.
  if (local === 'stale') return '200 local, behind';
  return register === 'without the plate' ? '400 licence_plate_unknown' : '503 upstream_unavailable';
}

const CASES = (Object.keys(NOW) as Local[]).flatMap((local) =>
  REGISTERS.map((register) => [local, register, expected(local, register)] as const),
);

let upstreams: Upstreams;
let api: TestApi | undefined;

/** Each state of the store is made once and copied for each service. */
const root = temporaryFolder();

beforeAll(async () => {
  for (const label of ['national', 'sample'] as const) {
    const dataDir = join(root, label);
    mkdirSync(dataDir);
    publishVehicles(dataDir, [PLAIN_CAR, { ...PLAIN_CAR, plate: '0001TJ' }], { label });
    publishInspections(dataDir, { label });
  }
  upstreams = await startUpstreams({ standIns: [VEHICLE_REGISTER_STAND_IN] });
});
afterEach(async () => {
  await upstreams.misbehave('vehicle-register', undefined);
  await api?.close();
  api = undefined;
});
afterAll(() => upstreams.close());

async function openAt(local: Local, env: NodeJS.ProcessEnv = {}): Promise<TestApi> {
  const label = local.endsWith('sample') ? 'sample' : 'national';
  api = await openTestApi((dataDir) => cpSync(join(root, label), dataDir, { recursive: true }), {
    env: { LIVE: 'on', REPORT_DEADLINE_MS: '300', ...upstreams.env, ...env },
  });
  api.setNow(NOW[local]);
  return api;
}

async function ask(opened: TestApi, path: string, plate: string) {
  const response = await opened.app.inject(`/v1/vehicle/${path}?licence_plate=${plate}`);
  const body = response.json();
  return { status: response.statusCode, headers: response.headers, body };
}

type Answer = Awaited<ReturnType<typeof ask>>;

const source = ({ body }: Answer, id: string) =>
  (body.source as { id: string; mode: string; as_of: string | null }[]).find((one) => one.id === id);

function inShort(answer: Answer): string {
  const { status, body } = answer;
  if (status !== 200) return `${status} ${body.code}`;
  const behind = /are as of 2026-11-26/.test(body.note ?? '') ? ', behind' : '';
  return `${status} ${source(answer, 'registered-vehicles')?.mode}${behind}`;
}

describe.each(['basic', 'report'])('/v1/vehicle/%s', (path) => {
  it.each(CASES)('of a vehicle that is %s, with the register %s: %s', async (local, register, outcome) => {
    if (isMisbehaving(register)) await upstreams.misbehave('vehicle-register', FAILING[register]);
    const token = register === 'right, to a wrong token' ? { VEHICLE_APP_TOKEN: WRONG_TOKEN } : {};
    const seen = upstreams.requests.length;
    const answer = await ask(await openAt(local, token), path, plateFor(local, register));
    expect(inShort(answer)).toBe(outcome);

    const asked = upstreams.requests.length > seen;
    if (outcome === '503 upstream_unavailable') {
      expect(answer.body).toMatchObject({
        charged: false,
        detail: expect.stringMatching(/^The vehicle register /),
      });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(answer.headers.etag).toBeUndefined();
    }
    if (outcome === '200 local' || outcome === '200 sample' || local === 'absent from the sample') {
      expect(asked).toBe(false);
    }
    if (outcome === '200 local, behind') {
      expect(source(answer, 'registered-vehicles')?.as_of).toBe('2026-11-26');
      expect(answer.body).toMatchObject({ insured: true, open_recall: false, apk_expiry: '2027-09-20' });
    }
    if (outcome === '200 live' && local !== 'absent') {
      expect(answer.body).toMatchObject({
        insured: false,
        open_recall: true,
        apk_expiry: '2028-09-20',
        risk_level: 'high',
      });
      expect(source(answer, 'vehicle-fuel')?.mode).toBe('local');
      expect(source(answer, 'recall-notices')?.mode).toBe('live');
    }
    if (outcome === '200 live' && local === 'absent') {
      expect(answer.body).toMatchObject({ model: 'COROLLA', fuel: ['petrol', 'electricity'] });
      expect(source(answer, 'vehicle-fuel')?.mode).toBe('live');
    }
    // No release stands for what the register said, nor for what it may say next.
    const tagged = path === 'basic' && (outcome === '200 local' || outcome === '200 sample');
    expect(answer.headers.etag !== undefined).toBe(tagged);
  });
});

describe('with LIVE=off', () => {
  it.each([
    ['fresh', '200 local'],
    ['stale', '200 local, behind'],
    ['too old', '200 local, behind'],
    ['absent', '400 licence_plate_unknown'],
  ] as const)('a vehicle that is %s is %s', async (local, outcome) => {
    const opened = await openAt(local, { LIVE: 'off' });
    for (const path of ['basic', 'report']) {
      const answer = await ask(opened, path, plateFor(local, 'right'));
      expect(inShort(answer), path).toBe(outcome);
    }
  });
});

describe('what the register said', () => {
  it('is given again within its time, marked cached', async () => {
    const opened = await openAt('absent');
    const first = await ask(opened, 'basic', 'HBX12K');
    const seen = upstreams.requests.length;
    const second = await ask(opened, 'basic', 'HBX12K');
    expect(source(first, 'registered-vehicles')?.mode).toBe('live');
    expect(source(second, 'registered-vehicles')?.mode).toBe('cached');
    // That a plate has no recalls is no hit: a recall may be published any minute.
    expect(upstreams.requests.slice(seen).map(({ path }) => path)).toEqual(['/t49b-isb7.json']);
  });

  it('is not kept by anybody on the way for longer than a minute', async () => {
    const opened = await openAt('absent');
    expect((await ask(opened, 'basic', 'HBX12K')).headers['cache-control']).toBe('public, max-age=60');
    expect((await ask(opened, 'report', 'HBX12K')).headers['cache-control']).toBe('private, no-store');
  });

  it('takes the place of what a caller still holds from the release', async () => {
    const opened = await openAt('fresh');
    const { etag } = (await ask(opened, 'basic', '85XXXB')).headers;
    // Later on the same day, for a service that is to be no more than 10 hours behind.
    const strict = await openAt('fresh', { VEHICLE_MAX_AGE: '10h' });
    const again = await strict.app.inject({
      url: '/v1/vehicle/basic?licence_plate=85XXXB',
      headers: { 'if-none-match': String(etag) },
    });
    expect(again.statusCode).toBe(200);
    expect(again.json().apk_expiry).toBe('2028-09-20');
    await opened.close();
  });

  it('decides on a plate of a part of the register, and where nothing is loaded at all', async () => {
    const env = { LIVE: 'on', ...upstreams.env };
    const part = await openTestApi((dataDir) => publishVehicles(dataDir, [PLAIN_CAR], { label: 'partial' }), {
      env,
    });
    expect(inShort(await ask(part, 'basic', 'HBX12K'))).toBe('200 live');
    await part.close();
    const nothing = await openTestApi(undefined, { env });
    expect(inShort(await ask(nothing, 'basic', 'HBX12K'))).toBe('200 live');
    const unknown = await ask(nothing, 'basic', '99ZZZ9');
    expect(inShort(unknown)).toBe('400 licence_plate_unknown');
    expect(unknown.body.register_state_date).toBe('2026-11-27');
    await nothing.close();
  });

  it('of a plate that it had and has no longer is told', async () => {
    const { body } = await ask(await openAt('too old'), 'report', '0001TJ');
    expect(body.detail).toContain(
      'no longer has the vehicle with the plate 00-01-TJ, which it had on 2026-11-26',
    );
    expect(body.register_state_date).toBe('2026-12-11');
  });
});

describe('inspections that no release holds', () => {
  const withoutHistory = () => openAt('fresh', { VEHICLE_HISTORY: 'off' });

  it('are asked of the register for the report, and not for the free answer', async () => {
    const opened = await withoutHistory();
    const seen = upstreams.requests.length;
    expect((await ask(opened, 'basic', '85XXXB')).status).toBe(200);
    expect(upstreams.requests).toHaveLength(seen);
    const report = await ask(opened, 'report', '85XXXB');
    expect(report.body.inspections).toEqual([
      {
        date: '2026-09-18',
        type: 'periodic_inspection',
        category: 'light',
        reported: true,
        round: 1,
        valid_until: '2028-09-20',
        defects: [
          {
            code: 'AC1',
            description: expect.stringMatching(/tyre/i),
            translated: 'by_hand',
            description_nl: 'Advies: profiel van een band tussen 1.6 en 2.5 mm',
            severity: 'advisory',
            count: 2,
          },
        ],
      },
    ]);
    expect(report.body).toMatchObject({
      history_since: null,
      unavailable: [],
      risk_basis: expect.arrayContaining(['inspection-reports', 'inspection-defects']),
    });
    for (const id of ['inspection-reports', 'inspection-defects', 'defect-catalogue']) {
      expect(source(report, id)?.mode, id).toBe('live');
    }
  });

  it('and that the register does not give are 503, or named as missing on request', async () => {
    const opened = await withoutHistory();
    await upstreams.misbehave('vehicle-register', 'down');
    expect(inShort(await ask(opened, 'report', '85XXXB'))).toBe('503 upstream_unavailable');
    const partial = await ask(opened, 'report', '85XXXB&allow_partial=true');
    expect(partial.status).toBe(200);
    expect(partial.body).toMatchObject({
      inspections: null,
      history_since: null,
      unavailable: [
        {
          block: 'inspections',
          source_id: 'inspection-reports',
          reason: 'The vehicle register cannot be reached.',
        },
      ],
      note: 'Inspections could not be asked just now, so nothing is said of them.',
    });
    expect(partial.body.risk_basis).not.toContain('inspection-reports');
    expect(partial.body.flags.map(({ code }: { code: string }) => code)).toContain('source_unavailable');
  });

  it('are null and not empty with LIVE=off', async () => {
    const opened = await openAt('fresh', { VEHICLE_HISTORY: 'off', LIVE: 'off' });
    expect((await ask(opened, 'report', '85XXXB')).body).toMatchObject({
      inspections: null,
      history_since: null,
      note: 'This service holds no inspections, so nothing is said of them.',
    });
  });
});
