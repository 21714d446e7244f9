import { Agent } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { LeefbaarometerMap } from '../../../api/live/leefbaarometer.ts';
import { MonumentMap } from '../../../api/live/rce.ts';
import { EnvironmentMaps } from '../../../api/live/rivm.ts';
import type { UpstreamDeps } from '../../../api/live/upstream.ts';
import { UpstreamUnavailable } from '../../../api/live/upstream-unavailable.ts';
import { LEEFBAAROMETER_STAND_IN, placeIn } from '../../upstreams/leefbaarometer.ts';
import { RCE_STAND_IN } from '../../upstreams/rce.ts';
import { RIVM_STAND_IN } from '../../upstreams/rivm.ts';
import { startUpstreams, type Upstreams } from '../../upstreams/server.ts';
import type { Misbehaviour } from '../../upstreams/stand-in.ts';

/** The three map services that stand in for a release, asked over real sockets. Places are the sample's. */

let upstreams: Upstreams;
beforeAll(async () => {
  upstreams = await startUpstreams({ standIns: [LEEFBAAROMETER_STAND_IN, RIVM_STAND_IN, RCE_STAND_IN] });
});
afterEach(async () => {
  for (const id of ['leefbaarometer', 'rivm', 'rce']) await upstreams.misbehave(id, undefined);
  (upstreams.requests as unknown[]).length = 0;
});
afterAll(() => upstreams.close());

function clients() {
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.destroy());
  const logged: unknown[] = [];
  let nowMs = Date.parse('2026-11-27T11:00:00Z');
  const deps: UpstreamDeps = {
    now: () => new Date(nowMs),
    dispatcher,
    log: { warn: (details, message) => logged.push({ ...details, message }) },
  };
  return {
    leefbaarometer: new LeefbaarometerMap(upstreams.env.LEEFBAAROMETER_WFS_URL, deps),
    rivm: new EnvironmentMaps(upstreams.env.RIVM_WMS_URL, deps),
    rce: new MonumentMap(upstreams.env.RCE_WFS_URL, deps),
    logged,
    later: (ms: number) => {
      nowMs += ms;
    },
  };
}

const soon = () => AbortSignal.timeout(5000);
const AMSTEL = [121_828.874, 486_751.728] as const;
const KOEPOORTSTRAAT = [206_420, 447_413] as const;
const AT_SEA = [78_500, 490_000] as const;

describe('the Leefbaarometer', () => {
  it('gives the score of the neighbourhood that holds the place', async () => {
    const answer = await clients().leefbaarometer.scoreAt(...AMSTEL, soon());
    expect(answer).toEqual({
      value: {
        kind: 'neighbourhood',
        code: 'BU0363AF09',
        name: 'Waterloopleinbuurt',
        year: 2024,
        score: expect.closeTo(4.345242, 6),
        situationClass: 9,
      },
      mode: 'live',
      retrievedAt: '2026-11-27T11:00:00.000Z',
    });
    expect(Object.fromEntries(upstreams.requests[0]?.query ?? [])).toMatchObject({
      typeName: 'lbm3:buurtscore24',
      CQL_FILTER: 'INTERSECTS(geom,POINT(121828.874 486751.728))',
      srsName: 'EPSG:28992',
    });
  });

  it('gives that of the district where the neighbourhood has none', async () => {
    // Its district is drawn by this neighbourhood of too few residents alone.
    const { leefbaarometer } = clients();
    const { value } = await leefbaarometer.scoreAt(...placeIn('BU0363AD01'), soon());
    expect(value).toMatchObject({ kind: 'district', code: 'WK0363AD', name: 'Burgwallen-Nieuwe Zijde' });
    expect(upstreams.requests.map(({ query }) => query.get('typeName'))).toEqual([
      'lbm3:buurtscore24',
      'lbm3:wijkscore24',
    ]);
  });

  it('gives null where neither has one, and asks again the next time', async () => {
    const { leefbaarometer } = clients();
    expect((await leefbaarometer.scoreAt(...AT_SEA, soon())).value).toBeNull();
    expect((await leefbaarometer.scoreAt(...AT_SEA, soon())).mode).toBe('live');
  });

  it('is kept', async () => {
    const { leefbaarometer } = clients();
    await leefbaarometer.scoreAt(...AMSTEL, soon());
    expect((await leefbaarometer.scoreAt(...AMSTEL, soon())).mode).toBe('cached');
    expect(upstreams.requests).toHaveLength(1);
  });
});

describe('the noise and air maps', () => {
  it('give the figure of each map with its year; what they do not offer is passed over for an hour', async () => {
    const { rivm, logged, later } = clients();
    const readings = await rivm.readingsAt(...AMSTEL, soon());
    const shown = Object.entries(readings).map(([key, answer]) => [
      key,
      answer?.value.value,
      answer?.value.state,
      answer?.value.dataYear,
    ]);
    expect(shown).toEqual([
      ['noise_all_sources', 61, 'value', 2022],
      ['noise_road', 61, 'value', 2022],
      ['noise_rail', null, 'no_source', 2020],
      ['noise_aircraft', 39, 'value', 2022],
      ['noise_industry', 35, 'value', 2008],
      ['noise_wind_turbines', null, 'no_source', 2021],
      ['air_no2', 23, 'value', 2024],
      ['air_pm25', 9.4, 'value', 2024],
      ['air_pm10', 18.1, 'value', 2024],
    ]);
    expect(logged).toEqual([
      {
        upstream: 'rivm',
        layer: 'rivm_20250101_Geluid_lden_treinverkeer_2022',
        message: 'a layer is not offered any more',
      },
    ]);
    expect(upstreams.requests).toHaveLength(10);
    await rivm.readingsAt(...KOEPOORTSTRAAT, soon());
    expect(upstreams.requests).toHaveLength(19);
    later(3_600_001);
    await rivm.readingsAt(KOEPOORTSTRAAT[0] + 1, KOEPOORTSTRAAT[1], soon());
    expect(upstreams.requests).toHaveLength(29);
  });

  it('have no figure at sea, and none outside of them', async () => {
    const { rivm } = clients();
    const states = async (x: number, y: number) =>
      new Set(Object.values(await rivm.readingsAt(x, y, soon())).map((answer) => answer?.value.state));
    expect(await states(...AT_SEA)).toEqual(new Set(['no_data']));
    expect(await states(10_000, 400_000)).toEqual(new Set(['outside']));
  });
});

describe('the register of monuments', () => {
  it('gives those within the distance, each once, with what the map has of them', async () => {
    const { value } = await clients().rce.monumentsWithin(...KOEPOORTSTRAAT, 25, soon());
    expect(value).toEqual([
      {
        number: 990001,
        registerUrl: 'https://monumentenregister.cultureelerfgoed.nl/monumenten/990001',
        mainCategory: 'Woningen en woningbouwcomplexen',
        locationQuality: 'exact',
        distanceM: expect.closeTo(Math.hypot(5.9, 6.2), 6),
      },
    ]);
    expect(upstreams.requests[0]?.query.get('bbox')).toBe(
      '206395,447388,206445,447438,urn:ogc:def:crs:EPSG::28992',
    );
  });

  it('leaves out those in the corners of the box, and those that are not listed', async () => {
    const { rce } = clients();
    const ofCorner = await rce.monumentsWithin(206_425.9 - 20, 447_419.2 - 20, 25, soon());
    expect(ofCorner.value).toEqual([]);
    const underProcedure = await rce.monumentsWithin(80_770, 455_961, 25, soon());
    expect(underProcedure.value).toEqual([]);
  });
});

describe('each of them', () => {
  const CASES: readonly [Misbehaviour, string][] = [
    ['stall', 'timeout'],
    ['status_500', 'bad_status'],
    ['status_403', 'refused'],
    ['status_429', 'too_many_requests'],
    ['cut_body', 'unexpected_answer'],
    ['html', 'unexpected_answer'],
    ['wrong_object', 'unexpected_answer'],
    ['down', 'unreachable'],
  ];
  const ASKS = {
    leefbaarometer: ({ leefbaarometer }: ReturnType<typeof clients>, signal: AbortSignal) =>
      leefbaarometer.scoreAt(...AMSTEL, signal),
    rivm: ({ rivm }: ReturnType<typeof clients>, signal: AbortSignal) => rivm.readingsAt(...AMSTEL, signal),
    rce: ({ rce }: ReturnType<typeof clients>, signal: AbortSignal) =>
      rce.monumentsWithin(...KOEPOORTSTRAAT, 25, signal),
  };
  const TABLE = Object.keys(ASKS).flatMap((id) =>
    CASES.map(([misbehaviour, reason]) => [id as keyof typeof ASKS, misbehaviour, reason] as const),
  );

  it.each(TABLE)(
    '%s, on %s: is not available (%s), and is nothing else',
    async (id, misbehaviour, reason) => {
      await upstreams.misbehave(id, misbehaviour);
      const all = clients();
      const signal = AbortSignal.timeout(misbehaviour === 'stall' ? 300 : 5000);
      const failure = await ASKS[id](all, signal).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(UpstreamUnavailable);
      expect(failure).toMatchObject({ upstreamId: id, reason });
    },
  );
});
