import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AddressRegister } from '../../../api/live/address-register.ts';
import { createBagApi } from '../../../api/live/bag-api.ts';
import { createBagWfs } from '../../../api/live/bag-wfs.ts';
import type { Geocoder, GeocoderQuestion } from '../../../api/live/geocoder.ts';
import { createLocatieserver } from '../../../api/live/locatieserver.ts';
import type { UpstreamUnavailable } from '../../../api/live/upstream-unavailable.ts';
import { BUILDING_STATUSES, OBJECT_STATUSES, OBJECT_TYPES, USES } from '../../../db/schema/addresses.ts';
import { BAG_API_STAND_IN, BAG_API_STAND_IN_KEY } from '../../upstreams/bag-api.ts';
import { BAG_WFS_STAND_IN } from '../../upstreams/bag-wfs.ts';
import { LOCATIESERVER_STAND_IN } from '../../upstreams/locatieserver.ts';
import { startUpstreams, type Upstreams } from '../../upstreams/server.ts';
import type { Misbehaviour } from '../../upstreams/stand-in.ts';

let upstreams: Upstreams;

beforeAll(async () => {
  upstreams = await startUpstreams({
    standIns: [LOCATIESERVER_STAND_IN, BAG_WFS_STAND_IN, BAG_API_STAND_IN],
  });
});

afterAll(() => upstreams.close());

afterEach(async () => {
  for (const { id } of [LOCATIESERVER_STAND_IN, BAG_WFS_STAND_IN, BAG_API_STAND_IN]) {
    await upstreams.misbehave(id, undefined);
  }
});

const deps = { now: () => new Date('2026-11-27T11:00:00Z') };
const signal = () => AbortSignal.timeout(4000);
const geocoder = (): Geocoder => createLocatieserver(upstreams.env.LOCATIESERVER_URL, deps);
const wfs = (): AddressRegister => createBagWfs(upstreams.env.BAG_WFS_URL, deps);
const bagApi = (key = BAG_API_STAND_IN_KEY): AddressRegister =>
  createBagApi(upstreams.env.BAG_API_URL, key, deps);

/** Every way of failing, and how the caller hears of it. The stalled one has a deadline of its own. */
const FAILURES: readonly [Misbehaviour, UpstreamUnavailable['reason']][] = [
  ['stall', 'timeout'],
  ['status_500', 'bad_status'],
  ['status_403', 'refused'],
  ['status_429', 'too_many_requests'],
  ['cut_body', 'unexpected_answer'],
  ['html', 'unexpected_answer'],
  ['wrong_object', 'unexpected_answer'],
  ['down', 'unreachable'],
];

const unit = (objectId: number, at = { xM: 121810.5, yM: 486710.25 }) => ({
  objectId,
  objectType: OBJECT_TYPES.unit,
  location: at,
});

describe('the geocoder', () => {
  it('finds all addresses on a number of a postcode, with everything that it knows of them', async () => {
    const answer = await geocoder().find({ by: 'postcode', postcode: '1011ZZ', houseNumber: 14 }, signal());
    expect(answer).toMatchObject({ mode: 'live', retrievedAt: '2026-11-27T11:00:00.000Z' });
    expect(answer.value).toHaveLength(2);
    expect(answer.value.find(({ addition }) => addition === '2')).toEqual({
      street: 'Nieuwe Proefweg',
      streetShortName: 'N Proefwg',
      streetId: 363300900000001,
      houseNumber: 14,
      houseLetter: 'a',
      addition: '2',
      postcode: '1011ZZ',
      town: 'Amsterdam',
      townId: 3594,
      municipalityCode: 'GM0363',
      municipality: 'Amsterdam',
      provinceCode: 'PV27',
      province: 'Noord-Holland',
      addressId: 363200900000003,
      objectId: 363010900000003,
      isMain: true,
      rdXM: 121840,
      rdYM: 486710,
      neighbourhood: { code: 'BU0363AF09', name: 'Waterloopleinbuurt' },
      district: { code: 'WK0363AF', name: 'Nieuwmarkt/Lastage' },
    });
  });

  it('has nothing for a number that does not exist', async () => {
    const { value } = await geocoder().find(
      { by: 'postcode', postcode: '1011ZZ', houseNumber: 13 },
      signal(),
    );
    expect(value).toEqual([]);
  });

  it('offers something for any text: whoever asks must check it', async () => {
    const { value } = await geocoder().find({ by: 'text', text: 'Nergenslaan 404, Nergenshuizen' }, signal());
    expect(value.length).toBeGreaterThan(0);
  });

  it.each([
    ['an object', 363010900000001, [363200900000001, 363200900000012]],
    ['a number designation', 363200900000012, [363200900000012]],
  ])('finds the addresses of %s by its id', async (_what, id, addressIds) => {
    const { value } = await geocoder().find({ by: 'id', id }, signal());
    expect(value.map(({ addressId }) => addressId).sort()).toEqual(addressIds);
  });

  it.each(['Proef"weg 12', 'Proefweg (12) [a]', 'Proefweg 12 && NOT x', 'Proefweg: 12!', 'Proefweg\\ ^12~'])(
    'asks for %j without what is an operator there',
    async (text) => {
      await expect(geocoder().find({ by: 'text', text }, signal())).resolves.toMatchObject({ mode: 'live' });
    },
  );

  it('keeps what it found for a while, and asks again for what it did not', async () => {
    const client = geocoder();
    const ask = (houseNumber: number) =>
      client.find({ by: 'postcode', postcode: '1011ZZ', houseNumber }, signal());
    await ask(12);
    expect((await ask(12)).mode).toBe('cached');
    await ask(13);
    expect((await ask(13)).mode).toBe('live');
  });

  it.each(FAILURES)('fails when it does: %s', async (misbehaviour, reason) => {
    await upstreams.misbehave(LOCATIESERVER_STAND_IN.id, misbehaviour);
    const question: GeocoderQuestion = { by: 'postcode', postcode: '1011ZZ', houseNumber: 12 };
    await expect(geocoder().find(question, AbortSignal.timeout(600))).rejects.toMatchObject({
      name: 'UpstreamUnavailable',
      reason,
    });
  });
});

/** Both ways to ask the register must come to the same facts. */
describe.each([
  ['the WFS', BAG_WFS_STAND_IN.id, wfs],
  ['the BAG API', BAG_API_STAND_IN.id, bagApi],
])('%s', (_name, id, register) => {
  it('has the unit and its building', async () => {
    const { value, mode } = await register().findObject(unit(363010900000001), signal());
    expect(mode).toBe('live');
    expect(value).toEqual({
      objectId: 363010900000001,
      status: OBJECT_STATUSES.in_use,
      floorAreaM2: 85,
      uses: USES.residential,
      building: {
        id: 363100900000001,
        yearBuilt: 1988,
        status: BUILDING_STATUSES.in_use,
        units: 5,
        uses: USES.residential + USES.office + USES.retail,
      },
      buildingCount: 1,
    });
  });

  it('knows in how many buildings a unit lies', async () => {
    const { value } = await register().findObject(
      unit(363010900000003, { xM: 121840, yM: 486710 }),
      signal(),
    );
    expect(value).toMatchObject({ buildingCount: 2, floorAreaM2: 240 });
  });

  it('takes the placeholders of the register for unknown', async () => {
    const { value } = await register().findObject(unit(363010900000009), signal());
    expect(value).toMatchObject({ floorAreaM2: null, building: { yearBuilt: null, units: 1 } });
  });

  it('has no building, area or use of a berth', async () => {
    const question = { ...unit(363020900000006), objectType: OBJECT_TYPES.berth };
    const { value } = await register().findObject(question, signal());
    expect(value).toEqual({
      objectId: 363020900000006,
      status: OBJECT_STATUSES.designated,
      floorAreaM2: null,
      uses: null,
      building: null,
      buildingCount: 0,
    });
  });

  it('says when it does not have the object', async () => {
    const { value } = await register().findObject(unit(363010900000008), signal());
    expect(value).toBeNull();
  });

  it.each(FAILURES)('fails when it does: %s', async (misbehaviour, reason) => {
    await upstreams.misbehave(id, misbehaviour);
    const asked = register().findObject(unit(363010900000001), AbortSignal.timeout(600));
    await expect(asked).rejects.toMatchObject({ name: 'UpstreamUnavailable', reason });
  });
});

describe('the WFS alone', () => {
  it('shows a unit with the building at its location', async () => {
    const { value } = await wfs().findObject(unit(363010900000003, { xM: 121840, yM: 486710 }), signal());
    expect(value?.building).toMatchObject({ id: 363100900000002, yearBuilt: 1905 });
  });

  it('asks with an XML filter, never with one that is ignored', async () => {
    await wfs().findObject(unit(363010900000001), signal());
    const asked = upstreams.requests.filter((request) => request.id === BAG_WFS_STAND_IN.id).at(-1);
    expect(asked?.query.get('CQL_FILTER')).toBeNull();
    expect(asked?.query.get('Filter')).toContain('<Literal>0363100900000001</Literal>');
  });
});

describe('the BAG API alone', () => {
  it('shows a unit with the building of the lowest id', async () => {
    const { value } = await bagApi().findObject(unit(363010900000003), signal());
    expect(value?.building).toMatchObject({ id: 363100900000001, yearBuilt: 1988 });
  });

  it('is refused with a wrong key', async () => {
    const asked = bagApi('another-key').findObject(unit(363010900000001), signal());
    await expect(asked).rejects.toMatchObject({ reason: 'refused' });
  });
});
