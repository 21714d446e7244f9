import { describe, expect, it } from 'vitest';
import { ask, type JsonObject, withQuery } from '../support/ask.ts';
import { openRelease } from '../support/release-file.ts';
import { sampleService } from '../support/sample-service.ts';

const sample = sampleService();

const vehicle = (plate: string) => ask(sample.url, withQuery('/v1/vehicle/basic', { licence_plate: plate }));

/** Only what does not change with the calendar. */
const CASES: readonly (readonly [of: string, plate: string, answer: JsonObject])[] = [
  ['a petrol car', '47NGF2', { make: 'Honda', vehicle_type: 'Passenger car', fuel: ['petrol'] }],
  ['a car that also runs on LPG', '91PXGT', { make: 'Opel', fuel: ['petrol', 'lpg'] }],
  ['a make that stands in the trade name too', '5TJB62', { make: 'Fiat', model: '500' }],
  ['a hybrid', 'R617FZ', { fuel: ['petrol', 'electricity'] }],
  ['a plug-in hybrid', 'T905GL', { fuel: ['petrol', 'electricity'] }],
  ['an electric car', 'S338NX', { make: 'Tesla', fuel: ['electricity'], euro_class: 'Zero emission' }],
  ['a hydrogen car', 'N746PK', { fuel: expect.arrayContaining(['hydrogen']) }],
  ['a van', 'VKT38S', { vehicle_type: 'Van', colour: null }],
  [
    'a motorcycle: no inspection',
    'MT47DX',
    { vehicle_type: 'Motorcycle', apk_expiry: null, apk_valid: null },
  ],
  ['a trailer: no fuel, no insurance', 'WDLB58', { fuel: [], insured: null, apk_valid: null }],
  ['an exported car', '6KLD93', { insured: false, risk_level: 'high' }],
  ['an open recall', '84LHZ6', { open_recall: true }],
  ['an illogical odometer', '15FRTS', { odometer_verdict: 'illogical', risk_level: 'high' }],
  ['a car over 50 years old: exempt', 'DL4718', { apk_valid: null, first_registered: '1968-04-11' }],
  ['an inspection that has long expired', '39HBVP', { apk_expiry: '2023-10-11', apk_valid: false }],
  ['an inspection that the register does not know yet', '15FRTS', { apk_expiry: '2028-01-14' }],
  ['a finding that comes back at every inspection', '47NGF2', { risk_level: 'medium' }],
  ['a car without insurance', '2SLK57', { insured: false }],
];

describe('/v1/vehicle/basic knows', () => {
  it.each(CASES)('%s: %s', async (_of, plate, answer) => {
    const { status, body } = await vehicle(plate);
    expect(body).toMatchObject({ plate, ...answer });
    expect(status).toBe(200);
  });

  it('a plate with dashes, blanks, in any case', async () => {
    for (const written of ['15-FR-TS', '15 fr ts', ' 15frts ', '15-fr-TS']) {
      expect((await vehicle(written)).body, written).toMatchObject({ plate: '15FRTS' });
    }
  });

  it('every vehicle of the sample, each answer marked sample and in neutral words', async () => {
    const release = openRelease(sample.dataDir, 'vehicles');
    const plates = release.prepare<[], string>('SELECT plate FROM vehicle_text').pluck().all();
    release.close();
    expect(plates.length).toBeGreaterThanOrEqual(20);
    for (const plate of plates) {
      const { status, body } = await vehicle(plate);
      expect(status, plate).toBe(200);
      const sources = body.source as JsonObject[];
      expect(sources.length).toBeGreaterThan(0);
      for (const source of sources) {
        expect(source).toMatchObject({
          mode: 'sample',
          name: expect.stringMatching(/^Dutch vehicle register open data/),
        });
      }
    }
  });
});
