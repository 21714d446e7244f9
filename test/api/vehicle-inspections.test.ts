import { afterEach, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { publishInspections, type TestInspections } from '../support/inspection-store.ts';
import { publishVehicles, type TestVehicleRelease } from '../support/vehicle-store.ts';
import { PLAIN_CAR } from './vehicle-samples.ts';

const apis: TestApi[] = [];
afterEach(async () => {
  for (const api of apis.splice(0)) await api.close();
});

/** The answer about a plain car, with some inspections. The register is of 2026-11-26. */
async function basic(
  inspections: TestInspections,
  { vehicles = {}, env = {} }: { vehicles?: TestVehicleRelease; env?: NodeJS.ProcessEnv } = {},
) {
  const api = await openTestApi(
    (dataDir) => {
      publishVehicles(dataDir, [PLAIN_CAR], vehicles);
      publishInspections(dataDir, inspections);
    },
    { env },
  );
  apis.push(api);
  return (await api.app.inject('/v1/vehicle/basic?licence_plate=85XXXB')).json();
}

const sourcesOf = (body: { source: { id: string; used_for: string[]; mode: string }[] }) =>
  Object.fromEntries(body.source.map(({ id, used_for }) => [id, used_for]));

const PLATE = '85XXXB';
const found = (date: string, code: string) => ({ plate: PLATE, date, code });

describe('/v1/vehicle/basic with inspections', () => {
  it('names the sources of the inspections beside the risk level, also where nothing was found', async () => {
    const body = await basic({});
    expect(body.risk_level).toBe('low');
    expect(sourcesOf(body)).toMatchObject({
      'inspection-reports': ['risk_level'],
      'inspection-defects': ['risk_level'],
    });
  });

  it('takes the expiry date of an inspection that the register does not know yet', async () => {
    const report = { plate: PLATE, date: '2026-11-25', validUntil: '2028-09-20' };
    const body = await basic({ reports: [report] });
    expect(body).toMatchObject({ apk_expiry: '2028-09-20', apk_valid: true });
    expect(sourcesOf(body)['inspection-reports']).toEqual(['apk_expiry', 'risk_level']);
  });

  it('keeps the date of the register where that is later, or must know of the inspection', async () => {
    for (const report of [
      { plate: PLATE, date: '2026-11-25', validUntil: '2027-09-01' },
      { plate: PLATE, date: '2026-11-01', validUntil: '2028-09-20' },
      { plate: PLATE, date: '2026-11-25', validUntil: '2028-09-20', kind: 'inbouw' },
    ]) {
      const body = await basic({ reports: [report] });
      expect(body.apk_expiry).toBe('2027-09-20');
      expect(sourcesOf(body)['inspection-reports']).toEqual(['risk_level']);
    }
  });

  it('pitfall 19: raises the level for a defect that comes back, not for a re-test', async () => {
    const again = { defects: [found('2025-09-20', 'AC4'), found('2026-09-20', 'AC4')] };
    const retest = { defects: [found('2026-09-01', 'AC4'), found('2026-09-20', 'AC4')] };
    expect((await basic(again)).risk_level).toBe('medium');
    expect((await basic(retest)).risk_level).toBe('low');
  });

  it('calls tampering with a tachograph high, and a report of a workshop nothing', async () => {
    const report = { plate: PLATE, date: '2026-09-20', kind: 'manipulatie tacho' };
    expect((await basic({ reports: [report] })).risk_level).toBe('low');
    const tampering = { reports: [report], defects: [found('2026-09-20', '853')] };
    expect((await basic(tampering)).risk_level).toBe('high');
  });

  it('never judges a vehicle of the register by inspections of the sample, whose plates may be real', async () => {
    const invented = { defects: [found('2026-09-20', '853')], label: 'sample' as const };
    const real = await basic(invented, { vehicles: { label: 'national' } });
    expect(real.risk_level).toBe('low');
    expect(sourcesOf(real)).not.toHaveProperty('inspection-reports');
    const sample = await basic(invented, { vehicles: { label: 'sample' } });
    expect(sample.risk_level).toBe('high');
    expect(sample.source.map(({ mode }: { mode: string }) => mode)).not.toContain('local');
  });

  it('leaves them out with VEHICLE_HISTORY=off, although they were loaded before', async () => {
    const body = await basic({ defects: [found('2026-09-20', '853')] }, { env: { VEHICLE_HISTORY: 'off' } });
    expect(body.risk_level).toBe('low');
    expect(sourcesOf(body)).not.toHaveProperty('inspection-reports');
  });
});
