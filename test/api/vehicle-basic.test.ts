import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { publishVehicles } from '../support/vehicle-store.ts';
import { PLAIN_CAR, SAMPLES } from './vehicle-samples.ts';

let api: TestApi;

beforeAll(async () => {
  api = await openTestApi((dataDir) => publishVehicles(dataDir, SAMPLES));
});
afterAll(() => api.close());

async function basic(plate: string) {
  const response = await api.app.inject(`/v1/vehicle/basic?licence_plate=${encodeURIComponent(plate)}`);
  return { status: response.statusCode, type: response.headers['content-type'], body: response.json() };
}

const source = (id: string, usedFor: string[]) => ({
  id,
  used_for: usedFor,
  name: `Data set ${id}`,
  publisher: 'A publisher',
  licence: 'CC0-1.0',
  licence_url: 'https://creativecommons.org/publicdomain/zero/1.0/',
  attribution: 'A publisher, CC0.',
  url: `https://publisher.example/${id}`,
  data_year: null,
  as_of: '2026-11-26',
  retrieved_at: '2026-11-27T05:10:00.000Z',
  mode: 'local',
});

describe('GET /v1/vehicle/basic', () => {
  it('answers with every documented key, in order', async () => {
    const { status, type, body } = await basic('85-xx-xb');
    expect(status).toBe(200);
    expect(type).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      plate: '85XXXB',
      plate_formatted: '85-XX-XB',
      make: 'Peugeot',
      model: '3*RFN*',
      vehicle_type: 'Passenger car',
      colour: 'black',
      first_registered: '2001-07-20',
      age_years: 25,
      fuel: ['petrol'],
      euro_class: 'EURO 3',
      apk_expiry: '2027-09-20',
      apk_valid: true,
      insured: true,
      open_recall: false,
      odometer_verdict: 'logical',
      risk_level: 'low',
      note: null,
      source: [
        source('registered-vehicles', ['vehicle', 'open_recall', 'odometer_verdict', 'risk_level']),
        source('vehicle-fuel', ['fuel', 'euro_class']),
        source('recall-status', ['open_recall', 'risk_level']),
      ],
    });
    expect(Object.keys(body).slice(0, 3)).toEqual(['plate', 'plate_formatted', 'make']);
  });

  it.each(['85XXXB', '85-XX-XB', ' 85 xxx b ', '85.xxx.b', '85–XX–XB'])('reads %s', async (plate) => {
    expect((await basic(plate)).body.plate).toBe('85XXXB');
  });

  it('pitfall 3: gives null for everything that a trailer does not have, and leaves no key out', async () => {
    const { status, body } = await basic('WX12YZ');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      vehicle_type: 'Centre-axle trailer',
      colour: null,
      fuel: [],
      euro_class: null,
      apk_expiry: null,
      apk_valid: null,
      insured: null,
      open_recall: null,
      odometer_verdict: 'not_registered',
      risk_level: 'low',
    });
    expect(Object.keys(body)).toHaveLength(18);
    expect(body.note).toContain('Insurance of its own does not apply');
  });

  it('pitfall 8: keeps the zeros of a plate', async () => {
    expect((await basic('0001TJ')).body).toMatchObject({ plate: '0001TJ', plate_formatted: '00-01-TJ' });
  });

  it('pitfall 22: finds the open recall behind a repaired one, and names the sources of its hazards', async () => {
    const { body } = await basic('00BBL8');
    expect(body).toMatchObject({ open_recall: true, risk_level: 'high' });
    expect(body.source.map((used: { id: string }) => used.id)).toEqual([
      'registered-vehicles',
      'vehicle-fuel',
      'recall-status',
      'recall-notices',
      'recall-hazards',
    ]);
  });

  it('pitfall 30: does not call the inspection of a car of 60 years expired', async () => {
    const { body } = await basic('AE1234');
    expect(body).toMatchObject({ age_years: 60, apk_expiry: null, apk_valid: null, risk_level: 'low' });
    expect(body.note).toBe(
      'Exempt from periodic inspection, being 50 years or older; an earlier inspection was valid until 2019-05-01.',
    );
  });

  it('pitfall 40: an inspection is valid through its last day in the Netherlands', async () => {
    const valid = async (now: string) => {
      api.setNow(now);
      return (await basic('85XXXB')).body.apk_valid;
    };
    // Summer time: the Dutch day ends at 22:00 UTC.
    expect(await valid('2027-09-20T21:59:59Z')).toBe(true);
    expect(await valid('2027-09-20T22:00:00Z')).toBe(false);
    api.setNow('2026-11-27T11:00:00Z');
  });
});

describe('a plate that cannot be answered', () => {
  it.each(['ABC', '12-34-56', 'ABCDEF', '85-XXX-BB', 'ß5XXXB', 'ı5XXXB', '85XXX٣', 'x'.repeat(500)])(
    'pitfall 34: refuses %s and says what a plate is',
    async (plate) => {
      const { status, type, body } = await basic(plate);
      expect(status).toBe(400);
      expect(type).toBe('application/problem+json; charset=utf-8');
      expect(body).toEqual({
        type: 'http://localhost:3000/openapi.json#/components/examples/licence_plate_invalid',
        title: 'Not a Dutch licence plate',
        status: 400,
        detail: expect.stringContaining('is not a Dutch licence plate.'),
        code: 'licence_plate_invalid',
        hint: 'Write the plate as 6 letters and digits, at least one of each, with or without dashes. For example: /v1/vehicle/basic?licence_plate=0001TJ',
        charged: false,
        errors: [
          {
            parameter: 'licence_plate',
            given: plate.length > 100 ? `${plate.slice(0, 99)}…` : plate,
            accepted: '6 letters and digits, at least one of each, with or without dashes',
          },
        ],
      });
    },
  );

  it('says of which day the register is, and what may have happened to the vehicle', async () => {
    const { status, body } = await basic('99-ZZZ-9');
    expect(status).toBe(400);
    expect(body).toEqual({
      type: 'http://localhost:3000/openapi.json#/components/examples/licence_plate_unknown',
      title: 'No vehicle with this licence plate',
      status: 400,
      detail:
        'The register has no vehicle with the plate 99-ZZZ-9 as of 2026-11-26. Scrapped vehicles leave the register, exported ones may after a while, and a new one appears some days after its registration.',
      code: 'licence_plate_unknown',
      hint: 'Check the plate, O and 0 and I and 1 above all. For example: /v1/vehicle/basic?licence_plate=0001TJ',
      charged: false,
      register_state_date: '2026-11-26',
    });
  });

  it('offers plates that exist and look alike, and does not put them in place of what was asked', async () => {
    const { body } = await basic('OOO1TJ');
    expect(body).toMatchObject({
      code: 'licence_plate_unknown',
      similar: ['0001TJ'],
      hint: expect.stringContaining('Did you mean 00-01-TJ?'),
    });
  });

  it('gives an example that works in every hint', async () => {
    for (const plate of ['ABC', '99ZZZ9']) {
      const example = /For example: (\S+)$/.exec((await basic(plate)).body.hint)?.[1];
      expect(example).toBeDefined();
      expect((await api.app.inject(example ?? '')).statusCode).toBe(200);
    }
  });

  it('says that only a sample is loaded, where that is so', async () => {
    const sample = await openTestApi((dataDir) => publishVehicles(dataDir, [PLAIN_CAR], { label: 'sample' }));
    const unknown = await sample.app.inject('/v1/vehicle/basic?licence_plate=99ZZZ9');
    expect(unknown.json().detail).toContain('Only the bundled sample of the register is loaded here');
    const known = await sample.app.inject('/v1/vehicle/basic?licence_plate=85XXXB');
    expect(known.json().source.map((used: { mode: string }) => used.mode)).toEqual([
      'sample',
      'sample',
      'sample',
    ]);
    await sample.close();
  });

  it('is 503, not unknown, when the register is not loaded', async () => {
    const empty = await openTestApi();
    const response = await empty.app.inject('/v1/vehicle/basic?licence_plate=85XXXB');
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('60');
    expect(response.json()).toMatchObject({
      code: 'dataset_unavailable',
      datasets: ['vehicles'],
      charged: false,
    });
    await empty.close();
  });
});
