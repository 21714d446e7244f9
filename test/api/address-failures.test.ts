import { cpSync, mkdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { publishAddresses, type TestAddress } from '../support/address-store.ts';
import { openTestApi } from '../support/api.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { BAG_WFS_STAND_IN } from '../upstreams/bag-wfs.ts';
import { LOCATIESERVER_STAND_IN } from '../upstreams/locatieserver.ts';
import { startUpstreams, type Upstreams } from '../upstreams/server.ts';
import type { Misbehaviour } from '../upstreams/stand-in.ts';

/**
 * What a caller hears of an address for every state of the store and of the publishers. Nothing is unknown because a
 * publisher was down, and no address gets the building of another.
 */

const LOCALS = ['fresh', 'stale', 'partial', 'absent', 'sample'] as const;
type Local = (typeof LOCALS)[number];

const UPSTREAMS = ['right', 'slow', 'down', 'wrong object', 'html', 'unknown to it'] as const;
type Upstream = (typeof UPSTREAMS)[number];

const MISBEHAVIOURS: Readonly<Partial<Record<Upstream, Misbehaviour>>> = {
  slow: 'stall',
  down: 'down',
  'wrong object': 'wrong_object',
  html: 'html',
};

const street = { town: 'Amsterdam', postcode: '1011ZZ' } as const;
const ROWS: readonly TestAddress[] = [
  { ...street, at: 'Nieuwe Proefweg 12', floorAreaM2: 84 },
  { ...street, at: 'Nieuwe Proefweg 21', floorAreaM2: 84 },
  { ...street, at: 'Nieuwe Proefweg 33', withdrawnOn: '2024-05-01' },
];

/** Numbers of 1011ZZ by who has them: the store, the stand-ins. */
const NUMBERS = {
  known: { right: 12, unknown: 21 },
  missing: { right: 18, unknown: 13 },
} as const;

type Asked = keyof typeof NUMBERS;

/** Status, then the mode of the address's source or the error's code. */
type Expected = `200 ${'local' | 'live' | 'sample'}` | '400 address_unknown' | '503 upstream_unavailable';

function expected(asked: Asked, local: Local, upstream: Upstream): Expected {
  // The sample is a world of its own.
  if (local === 'sample') return asked === 'known' ? '200 sample' : '400 address_unknown';
  if (local !== 'absent' && asked === 'known') return '200 local';
  if (upstream === 'right') return '200 live';
  return upstream === 'unknown to it' ? '400 address_unknown' : '503 upstream_unavailable';
}

const CASES = (['known', 'missing'] as const).flatMap((asked) =>
  LOCALS.flatMap((local) =>
    UPSTREAMS.map((upstream) => [asked, local, upstream, expected(asked, local, upstream)] as const),
  ),
);

let upstreams: Upstreams;

beforeAll(async () => {
  for (const local of LOCALS) prepare(local);
  upstreams = await startUpstreams({ standIns: [LOCATIESERVER_STAND_IN, BAG_WFS_STAND_IN] });
});

afterEach(async () => {
  for (const { id } of [LOCATIESERVER_STAND_IN, BAG_WFS_STAND_IN]) await upstreams.misbehave(id, undefined);
});

afterAll(() => upstreams.close());

/** Each state of the store is made once and copied for each service. */
const root = temporaryFolder();

function prepare(local: Local): void {
  mkdirSync(`${root}/${local}`);
  if (local === 'absent') return;
  const label = local === 'sample' || local === 'partial' ? local : 'national';
  const stateDate = local === 'stale' ? '2025-01-08' : '2026-11-08';
  publishAddresses(`${root}/${local}`, ROWS, { label, stateDate });
}

/** The answer to one request, from a service of its own: a publisher that failed is not still left alone. */
async function get(local: Local, path: string, env: NodeJS.ProcessEnv = {}) {
  const live = { LIVE: 'on', REPORT_DEADLINE_MS: '300', ...upstreams.env, ...env };
  const api = await openTestApi((dataDir) => cpSync(`${root}/${local}`, dataDir, { recursive: true }), {
    env: live,
  });
  try {
    const response = await api.app.inject({ method: 'GET', url: path });
    return { status: response.statusCode, headers: response.headers, body: response.json() };
  } finally {
    await api.close();
  }
}

type Got = Awaited<ReturnType<typeof get>>;

function outcome({ status, body }: Got): string {
  const source = body.source?.find(({ used_for }: { used_for: string[] }) => used_for.includes('address'));
  return `${status} ${status === 200 ? source?.mode : body.code}`;
}

const basic = (number: number) => `/v1/home/basic?postcode=1011ZZ&house_number=${number}`;
const numberOf = (asked: Asked, upstream: Upstream) =>
  upstream === 'unknown to it' ? NUMBERS[asked].unknown : NUMBERS[asked].right;

describe('an address, when the geocoder misbehaves', () => {
  it.each(CASES)('%s; store %s, upstream %s: %s', async (asked, local, upstream, wanted) => {
    await upstreams.misbehave(LOCATIESERVER_STAND_IN.id, MISBEHAVIOURS[upstream]);
    const number = numberOf(asked, upstream);
    const got = await get(local, basic(number));
    expect(outcome(got)).toBe(wanted);
    if (got.status === 200) expect(got.body.address.label).toMatch(` ${number}, 1011ZZ Amsterdam`);
    if (got.status === 503) {
      expect(got.body.detail).toMatch(/^The geocoder of PDOK /);
      expect(Number(got.headers['retry-after'])).toBeGreaterThan(0);
      expect(got.body.charged).toBe(false);
    }
  });
});

describe('an address, when the register misbehaves', () => {
  const failing = UPSTREAMS.filter((upstream) => MISBEHAVIOURS[upstream] !== undefined);
  it.each(failing)('has no building of another: %s', async (upstream) => {
    await upstreams.misbehave(BAG_WFS_STAND_IN.id, MISBEHAVIOURS[upstream]);
    const got = await get('fresh', basic(18));
    expect(outcome(got)).toBe('503 upstream_unavailable');
    expect(got.body.detail).toMatch(/^The WFS of the register of addresses and buildings /);
  });

  it.each(failing)('is looked up all the same, for that needs no building: %s', async (upstream) => {
    await upstreams.misbehave(BAG_WFS_STAND_IN.id, MISBEHAVIOURS[upstream]);
    const got = await get('fresh', '/v1/address/lookup?postcode=1011ZZ&house_number=18');
    expect(outcome(got)).toBe('200 live');
    expect(got.body.bag.addressable_object_id).toBe('0363010900000009');
  });
});

describe('the rest of the contract', () => {
  it('keeps the store decisive with LIVE=off', async () => {
    const got = await get('fresh', basic(18), { LIVE: 'off' });
    expect(outcome(got)).toBe('400 address_unknown');
    expect(got.body.register_state_date).toBe('2026-11-08');
  });

  it('has no data at all with LIVE=off and no release', async () => {
    expect(outcome(await get('absent', basic(18), { LIVE: 'off' }))).toBe('503 dataset_unavailable');
  });

  it('keeps a withdrawn address withdrawn, and asks nobody', async () => {
    const before = upstreams.requests.length;
    const got = await get('fresh', basic(33));
    expect(outcome(got)).toBe('400 address_unknown');
    expect(got.body.withdrawn_on).toBe('2024-05-01');
    expect(upstreams.requests).toHaveLength(before);
  });

  it('says of a miss in the sample that only the sample is loaded', async () => {
    const got = await get('sample', basic(18));
    expect(got.body.detail).toContain('Only the bundled sample is loaded here');
  });

  it('says who does not know an address, and what comes near', async () => {
    const got = await get('fresh', basic(13));
    expect(got.body.detail).toMatch(/The geocoder of PDOK, asked just now, does not have it either\.$/);
    expect(got.body.other_matches.map(({ label }: { label: string }) => label)).toContain(
      'Nieuwe Proefweg 12, 1011ZZ Amsterdam',
    );
  });

  it('lets no cache keep a live answer by the release', async () => {
    const local = await get('fresh', basic(12));
    expect(local.headers.etag).toBeDefined();
    const live = await get('fresh', basic(18));
    expect(live.headers.etag).toBeUndefined();
  });

  it('says what is wrong with the input without any release, and asks nobody', async () => {
    const before = upstreams.requests.length;
    expect(outcome(await get('absent', '/v1/home/basic?postcode=1011ZZ'))).toBe('400 missing_input');
    expect(outcome(await get('absent', '/v1/home/basic?q=Nieuwe+Proefweg'))).toBe('400 missing_input');
    expect(outcome(await get('absent', '/v1/home/basic?q=Postbus+12'))).toBe('400 invalid_parameter');
    expect(upstreams.requests).toHaveLength(before);
  });
});
