import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { UnavailableReason } from '../../../api/live/upstream-unavailable.ts';
import { VehicleRegister } from '../../../api/live/vehicle-register.ts';
import {
  readDefectMeanings,
  readFuels,
  readRecallNotices,
  readVehicle,
} from '../../../api/live/vehicle-register-rows.ts';
import { VEHICLE_REGISTER } from '../../../api/live/vehicle-register-sources.ts';
import { INSPECTION_SOURCES, VEHICLE_SOURCES } from '../../../api/reports/vehicle-sources.ts';
import { INSPECTIONS } from '../../../ingest/sources/rdw/inspections.ts';
import { VEHICLES } from '../../../ingest/sources/rdw/vehicles.ts';
import { failureOf } from '../../support/towers.ts';
import { startUpstreams, type Upstreams } from '../../upstreams/server.ts';
import type { Misbehaviour } from '../../upstreams/stand-in.ts';
import { VEHICLE_REGISTER_STAND_IN, WRONG_TOKEN } from '../../upstreams/vehicle-register.ts';

let upstreams: Upstreams;
beforeAll(async () => {
  upstreams = await startUpstreams({ standIns: [VEHICLE_REGISTER_STAND_IN] });
});
afterEach(() => upstreams.misbehave('vehicle-register', undefined));
afterAll(() => upstreams.close());

const patiently = () => AbortSignal.timeout(20_000);

function register(token?: string) {
  const logged: string[] = [];
  const client = new VehicleRegister(
    { VEHICLE_API_URL: upstreams.env.VEHICLE_API_URL, VEHICLE_APP_TOKEN: token },
    {
      now: () => new Date('2026-11-27T11:00:00Z'),
      log: { warn: (details, message) => logged.push(JSON.stringify({ ...details, message })) },
    },
  );
  return { client, logged };
}

type Ask = (client: VehicleRegister, signal?: AbortSignal) => Promise<unknown>;

const ASKS: Readonly<Record<string, Ask>> = {
  vehicle: (client, signal = patiently()) => client.vehicle('85XXXB', signal),
  fuels: (client, signal = patiently()) => client.fuels('85XXXB', signal),
  recallStatus: (client, signal = patiently()) => client.recallStatus('85XXXB', signal),
  recallNotices: (client, signal = patiently()) => client.recallNotices(['MGP269901'], signal),
  recallHazards: (client, signal = patiently()) => client.recallHazards(['MGP269901'], signal),
  inspectionReports: (client, signal = patiently()) => client.inspectionReports('85XXXB', signal),
  defects: (client, signal = patiently()) => client.defects('85XXXB', signal),
  defectMeanings: (client, signal = patiently()) => client.defectMeanings(['AC1'], signal),
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

describe.each(Object.entries(ASKS))('%s of the vehicle register', (_name, ask) => {
  it('is asked once, and again only after its time', async () => {
    const { client } = register();
    const before = upstreams.requests.length;
    const first = await ask(client);
    expect(first).toMatchObject({ mode: 'live', retrievedAt: '2026-11-27T11:00:00.000Z' });
    expect(await ask(client)).toEqual({ ...(first as object), mode: 'cached' });
    expect(upstreams.requests.length - before).toBe(1);
  });

  it.each(REASONS)('that does %s is unavailable: %s', async (misbehaviour, reason) => {
    await upstreams.misbehave('vehicle-register', misbehaviour);
    const { client, logged } = register();
    expect(await failureOf(ask(client))).toMatchObject({ upstreamId: 'vehicle-register', reason });
    expect(logged.join()).not.toMatch(/85XXXB|MGP269901/);
  });

  it('that stalls is given up at the deadline', async () => {
    await upstreams.misbehave('vehicle-register', 'stall');
    const { client } = register();
    expect(await failureOf(ask(client, AbortSignal.timeout(200)))).toMatchObject({ reason: 'timeout' });
  });
});

describe('the application token', () => {
  it('is sent in its header, and never in the address', async () => {
    await register('my-token').client.fuels('85XXXB', patiently());
    const seen = upstreams.requests.at(-1);
    expect(seen?.headers['x-app-token']).toBe('my-token');
    expect(`${seen?.path}${seen?.query}`).not.toContain('my-token');
  });

  it('pitfall 17: that is wrong is worse than none, so it is left out from then on, and said once', async () => {
    const { client, logged } = register(WRONG_TOKEN);
    const before = upstreams.requests.length;
    expect((await client.vehicle('85XXXB', patiently())).value?.make).toBe('PEUGEOT');
    expect((await client.fuels('85XXXB', patiently())).value).toHaveLength(1);
    const tokens = upstreams.requests.slice(before).map(({ headers }) => headers['x-app-token']);
    expect(tokens).toEqual([WRONG_TOKEN, undefined, undefined]);
    expect(logged.filter((line) => line.includes('VEHICLE_APP_TOKEN is refused'))).toHaveLength(1);
    expect(logged.join()).not.toContain(WRONG_TOKEN);
  });
});

describe('a plate', () => {
  it('that the register does not have is an empty answer, which is not kept', async () => {
    const { client } = register();
    const before = upstreams.requests.length;
    expect((await client.vehicle('99ZZZ9', patiently())).value).toBeUndefined();
    expect((await client.vehicle('99ZZZ9', patiently())).value).toBeUndefined();
    const asked = upstreams.requests.slice(before).map(({ query }) => query.toString());
    // Whether the register has any vehicle is asked once.
    expect(asked).toEqual([
      'kenteken=99ZZZ9&%24limit=1000',
      '%24select=kenteken&%24limit=1',
      'kenteken=99ZZZ9&%24limit=1000',
    ]);
  });

  it('pitfall 14: is not unknown on a day when the whole data set is empty', async () => {
    const empty = await startUpstreams({
      standIns: [
        {
          ...VEHICLE_REGISTER_STAND_IN,
          answer: () => ({ contentType: 'application/json', body: '[]' }),
        },
      ],
    });
    const settings = { VEHICLE_API_URL: empty.env.VEHICLE_API_URL };
    const client = new VehicleRegister(settings, { now: () => new Date() });
    expect(await failureOf(client.vehicle('85XXXB', patiently()))).toMatchObject({
      reason: 'unexpected_answer',
    });
    await empty.close();
  });
});

describe('rows of the vehicle register', () => {
  const row = { kenteken: '85XXXB', voertuigsoort: 'Personenauto' };

  it('are texts, and what is absent is null', () => {
    expect(readVehicle([{ ...row, lengte: '430' }], '85XXXB')).toMatchObject({ lengthCm: 430, make: null });
    expect(readVehicle([], '85XXXB')).toBeUndefined();
  });

  it('of fuels sort by their number, which is text', () => {
    const fuels = ['10', '9', '1'].map((brandstof_volgnummer) => ({
      kenteken: '85XXXB',
      brandstof_volgnummer,
    }));
    expect(readFuels(fuels, '85XXXB').map(({ sequence }) => sequence)).toEqual([1, 9, 10]);
  });

  it('that lose a field, or name another plate, recall or code are no answer', () => {
    expect(() => readVehicle([{ kenteken: '85XXXB' }], '85XXXB')).toThrow('without a kind');
    expect(() => readVehicle([{ ...row, kenteken: '85XXXN' }], '85XXXB')).toThrow('another plate');
    expect(() => readVehicle([{ voertuigsoort: 'Bus' }], '85XXXB')).toThrow('another plate');
    const notice = { referentiecode_rdw: 'MGP269902', omschrijving_defect: 'Iets' };
    expect(() => readRecallNotices([notice], ['MGP269901'])).toThrow('another recall');
    const meaning = { gebrek_identificatie: '31', gebrek_omschrijving: 'Zegel' };
    expect(() => readDefectMeanings([meaning], ['031'])).toThrow('another code');
  });

  it('of any other shape are refused, and never break the reader', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        try {
          const vehicle = readVehicle(json, '85XXXB');
          return vehicle === undefined || vehicle.plate === '85XXXB';
        } catch (error) {
          return (error as Error).name === 'UnexpectedAnswer';
        }
      }),
    );
  });
});

it('data sets are named alike, live and in a release', () => {
  const ids = { ...VEHICLE_SOURCES, ...INSPECTION_SOURCES };
  for (const declared of [...VEHICLES.sources, ...INSPECTIONS.sources]) {
    const live = Object.values(VEHICLE_REGISTER).find(({ id }) => id === declared.id);
    if (declared.id === ids.odometerCodes) continue;
    expect(live, declared.id).toMatchObject({
      name: declared.name,
      publisher: declared.publisher,
      attribution: declared.attribution,
      url: declared.homepage,
    });
  }
});
