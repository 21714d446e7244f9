import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { publishInspections } from '../support/inspection-store.ts';
import { publishVehicles } from '../support/vehicle-store.ts';
import { PLAIN_CAR, SAMPLES } from './vehicle-samples.ts';

let api: TestApi;

beforeAll(async () => {
  api = await openTestApi((dataDir) => {
    publishVehicles(dataDir, SAMPLES);
    publishInspections(dataDir, { reports: [{ plate: '85XXXB', date: '2026-09-18', kind: 'inbouw' }] });
  });
});
afterAll(() => api.close());

const ask = (query: string) => api.app.inject(`/v1/vehicle/report?${query}`);

describe('GET /v1/vehicle/report', () => {
  it('begins with the free answer', async () => {
    const free = (await api.app.inject('/v1/vehicle/basic?licence_plate=00BBL8')).json();
    const report = (await ask('licence_plate=00BBL8')).json();
    const { source: _source, ...facts } = free;
    expect(report).toMatchObject(facts);
    expect(Object.keys(report)).toEqual([
      ...Object.keys(free).filter((key) => key !== 'note' && key !== 'source'),
      'flags',
      'inspections',
      'recalls',
      'specifications',
      'power',
      'co2',
      'history',
      'value',
      'history_since',
      'risk_basis',
      'unavailable',
      'note',
      'source',
    ]);
  });

  it('belongs to its buyer: nobody on the way may keep it', async () => {
    const { headers } = await ask('licence_plate=85XXXB');
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers.etag).toBeUndefined();
  });

  it('shows each flag with the evidence that it rests on', async () => {
    const { flags } = (await ask('licence_plate=00BBL8')).json();
    expect(flags).toContainEqual({
      code: 'open_recall',
      severity: 'high',
      message: 'Recall MGP180384 is still to be carried out.',
      evidence: { dataset: 'recall-status', field: 'referentiecode_rdw', value: 'MGP180384' },
    });
  });

  it('does not call the mounting of a tachograph a round of inspection', async () => {
    expect((await ask('licence_plate=85XXXB')).json().inspections).toMatchObject([
      { type: 'tachograph_installation', round: null, valid_until: null, defects: [] },
    ]);
  });

  it('has null and not an empty list where recalls are not held', async () => {
    const without = ['recallStatus'] as const;
    const other = await openTestApi((dataDir) => publishVehicles(dataDir, [PLAIN_CAR], { without }));
    const body = (await other.app.inject('/v1/vehicle/report?licence_plate=85XXXB')).json();
    expect(body).toMatchObject({ recalls: null, inspections: null });
    expect(body.note).toContain('holds no recalls of single vehicles');
    expect(body.risk_basis).toEqual(['registered-vehicles', 'recall-notices', 'recall-hazards']);
    await other.close();
  });
});

describe('a request for a report that is mistyped', () => {
  it.each([
    ['licence_plate=ABC', 'licence_plate_invalid'],
    ['licence_plate=85-XXX-BB', 'licence_plate_invalid'],
    ['licence_plate=12-34-56', 'licence_plate_invalid'],
    ['licence_plate=99-ZZZ-9', 'licence_plate_unknown'],
    ['licence_plate=O0O1TJ', 'licence_plate_unknown'],
    ['', 'missing_input'],
    ['licence_plate=', 'missing_input'],
    ['plate=85XXXB', 'invalid_parameter'],
    ['licence_plate=85XXXB&licence_plate=0001TJ', 'invalid_parameter'],
    ['licence_plate=85XXXB&allow_partial=yes', 'invalid_parameter'],
  ])('"%s" is %s, and the example in its hint works', async (query, code) => {
    const response = await ask(query);
    const { hint, charged, ...body } = response.json();
    expect([response.statusCode, body.code, charged]).toEqual([400, code, false]);
    const example = /For example: (\/v1\/vehicle\/report\S+)$/.exec(hint)?.[1];
    expect(example, hint).toBeDefined();
    expect((await api.app.inject(example ?? '')).statusCode).toBe(200);
  });
});
