import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../api/config.ts';
import { createLiveClients, type LiveClients } from '../../../api/live/clients.ts';
import type { LiveAnswer } from '../../../api/live/live-source.ts';
import type { UnavailableReason } from '../../../api/live/upstream-unavailable.ts';
import { failureOf } from '../../support/towers.ts';
import { AHN_STAND_IN, standInHeightM } from '../../upstreams/ahn.ts';
import { ANNOUNCEMENTS_STAND_IN } from '../../upstreams/announcements.ts';
import { EP_ONLINE_STAND_IN, WRONG_KEY } from '../../upstreams/ep-online.ts';
import { startUpstreams, type Upstreams } from '../../upstreams/server.ts';
import type { Misbehaviour } from '../../upstreams/stand-in.ts';

/** The clients of height, energy label and notices, against stand-ins over real sockets. */
const STAND_INS = [AHN_STAND_IN, EP_ONLINE_STAND_IN, ANNOUNCEMENTS_STAND_IN];

let upstreams: Upstreams;
beforeAll(async () => {
  upstreams = await startUpstreams({ standIns: STAND_INS });
});
afterEach(async () => {
  for (const { id } of STAND_INS) await upstreams.misbehave(id, undefined);
});
afterAll(() => upstreams.close());

function clients(env: NodeJS.ProcessEnv = {}): LiveClients {
  const config = readConfig({ DATA_DIR: '/nowhere', EP_ONLINE_API_KEY: 'my-key', ...upstreams.env, ...env });
  return createLiveClients(config, { now: () => new Date('2026-11-27T11:00:00Z') });
}

const AMSTEL_1 = { xM: 121_828.874, yM: 486_751.728, objectId: '0363010012143319' };
const SEARCH = { postcode: '1011PN', streetAndNumber: 'Amstel 1', towns: ['Amsterdam'], since: '2024-11-27' };
const patiently = () => AbortSignal.timeout(20_000);

const ASKS: Readonly<
  Record<string, (live: LiveClients, signal?: AbortSignal) => Promise<LiveAnswer<unknown>>>
> = {
  ahn: (live, signal = patiently()) => live.heightModel.groundLevelAt(AMSTEL_1.xM, AMSTEL_1.yM, signal),
  'ep-online': async (live, signal = patiently()) => {
    if (live.energyLabels === undefined) throw new Error('a key is set');
    return live.energyLabels.labelsOf(AMSTEL_1.objectId, signal);
  },
  announcements: (live, signal = patiently()) => live.announcements.search(SEARCH, signal),
};

const REASONS: readonly (readonly [Misbehaviour, UnavailableReason])[] = [
  ['status_500', 'bad_status'],
  ['status_403', 'refused'],
  ['status_429', 'too_many_requests'],
  ['cut_body', 'unexpected_answer'],
  ['html', 'unexpected_answer'],
  ['wrong_object', 'unexpected_answer'],
  ['down', 'unreachable'],
];

describe.each(Object.entries(ASKS))('%s', (id, ask) => {
  it('is asked once, and again only after its time', async () => {
    const live = clients();
    const before = upstreams.requests.length;
    const first = await ask(live);
    expect(first).toMatchObject({ mode: 'live', retrievedAt: '2026-11-27T11:00:00.000Z' });
    expect(await ask(live)).toEqual({ ...first, mode: 'cached' });
    expect(upstreams.requests.length - before).toBe(1);
  });

  it.each(REASONS)('that does %s is unavailable: %s', async (misbehaviour, reason) => {
    await upstreams.misbehave(id, misbehaviour);
    const live = clients();
    expect(await failureOf(ask(live))).toMatchObject({ upstreamId: id, reason });
    // What failed is not kept.
    await upstreams.misbehave(id, undefined);
    if (misbehaviour !== 'status_429') expect((await ask(live)).mode).toBe('live');
  });

  it('that stalls is given up at the deadline', async () => {
    await upstreams.misbehave(id, 'stall');
    expect(await failureOf(ask(clients(), AbortSignal.timeout(200)))).toMatchObject({ reason: 'timeout' });
  });
});

describe('the height model', () => {
  it('gives the level of the ground around the house, where it has a hole', async () => {
    const { value } = await clients().heightModel.groundLevelAt(AMSTEL_1.xM, AMSTEL_1.yM, patiently());
    const expected = standInHeightM(AMSTEL_1.xM, AMSTEL_1.yM);
    expect(value?.heightM).toBeCloseTo(expected, 1);
    expect(value).toMatchObject({ cellSizeM: 0.5, cells: 100 });
    expect(value?.nearestM).toBeGreaterThan(7);
    expect(value?.nearestM).toBeLessThan(9);
  });

  it('is asked for whole cells of a window of 40 m', async () => {
    await clients().heightModel.groundLevelAt(150_500.3, 480_500.8, patiently());
    const { query } = upstreams.requests.at(-1) ?? {};
    expect(query?.getAll('SUBSET')).toEqual(['x(150480.5,150520.5)', 'y(480481,480521)']);
  });

  it('is asked for a wider window where the first has no ground, and keeps that too', async () => {
    const live = clients();
    const before = upstreams.requests.length;
    const first = await live.heightModel.groundLevelAt(120_029, 482_590, patiently());
    expect(first.value?.nearestM).toBeCloseTo(30, 0);
    expect(await live.heightModel.groundLevelAt(120_029, 482_590, patiently())).toMatchObject({
      mode: 'cached',
    });
    expect(upstreams.requests.length - before).toBe(2);
  });

  it('has no ground in the middle of a lake', async () => {
    const { value } = await clients().heightModel.groundLevelAt(150_000, 480_000, patiently());
    expect(value).toBeNull();
  });

  it('that reports an error with status 200 is unavailable', async () => {
    const ask = clients().heightModel.groundLevelAt(Number.NaN, 480_000, patiently());
    expect(await failureOf(ask)).toMatchObject({ reason: 'unexpected_answer' });
  });
});

describe('the register of energy labels', () => {
  it('is not there without a key', () => {
    expect(clients({ EP_ONLINE_API_KEY: undefined }).energyLabels).toBeUndefined();
  });

  it('gets the key as it is, and never in the address', async () => {
    await ASKS['ep-online']?.(clients({ EP_ONLINE_API_KEY: 'secret-abc' }));
    const seen = upstreams.requests.at(-1);
    expect(seen?.headers.authorization).toBe('secret-abc');
    expect(`${seen?.path}${seen?.query}`).not.toContain('secret-abc');
  });

  it('that does not know the key refuses', async () => {
    const ask = clients({ EP_ONLINE_API_KEY: WRONG_KEY }).energyLabels?.labelsOf(
      AMSTEL_1.objectId,
      patiently(),
    );
    expect(await failureOf(ask ?? Promise.resolve())).toMatchObject({ reason: 'refused' });
  });

  it('says that a unit has no label, which is not kept', async () => {
    const live = clients();
    const before = upstreams.requests.length;
    for (const _ of [1, 2]) {
      expect(await live.energyLabels?.labelsOf('0363010000801100', patiently())).toMatchObject({
        value: [],
        mode: 'live',
      });
    }
    expect(upstreams.requests.length - before).toBe(2);
  });

  it.each(['0000000000000000', '363010012143319', '036301001214331x', ''])(
    'is not asked for "%s", which would yield the labels of others',
    (id) => {
      const before = upstreams.requests.length;
      expect(() => clients().energyLabels?.labelsOf(id, patiently())).toThrow(RangeError);
      expect(upstreams.requests.length).toBe(before);
    },
  );
});

describe('the search service of notices', () => {
  it('gives the notices that mention the address or its postcode since a day, the newest as well as those elsewhere', async () => {
    const { value } = await clients().announcements.search(SEARCH, patiently());
    expect(value.announcements.map(({ id }) => id)).toEqual([
      'gmb-2026-310001',
      'gmb-2026-270002',
      'gmb-2026-120003',
      'gmb-2026-100004',
      'gmb-2026-90005',
    ]);
  });

  it('finds by street and town where there is no postcode', async () => {
    const search = { ...SEARCH, postcode: null, streetAndNumber: 'Kosterstraat 4', towns: ['Doesburg'] };
    const { value } = await clients().announcements.search(search, patiently());
    expect(value.announcements).toMatchObject([
      { id: 'wsb-2025-8006', authority: 'Waterschap Rijn en IJssel' },
    ]);
  });

  it('is not misled by quotation marks in a name', async () => {
    const search = { ...SEARCH, postcode: null, streetAndNumber: 'X" OR dt.creator="Amsterdam 1' };
    expect((await clients().announcements.search(search, patiently())).value.announcements).toEqual([]);
  });
});
