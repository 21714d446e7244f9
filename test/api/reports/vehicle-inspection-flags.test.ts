import { describe, expect, it } from 'vitest';
import { assessRisk } from '../../../api/reports/vehicle-flags.ts';
import { inspectionHistoryFlags } from '../../../api/reports/vehicle-inspection-flags.ts';
import type { VehicleInspection } from '../../../db/vehicle-register/inspection-history.ts';
import type { RegisteredVehicle } from '../../../db/vehicle-register/registered-vehicle.ts';
import { inspectionOn, vehicleRecord } from './vehicle-record.ts';

const SINCE = '2023-11-01';

function flags(inspections: VehicleInspection[], columns: Partial<RegisteredVehicle> = {}) {
  return inspectionHistoryFlags(vehicleRecord(columns).vehicle, { since: SINCE, inspections });
}

const codes = (...given: Parameters<typeof flags>) =>
  flags(...given).map(({ code, severity }) => `${code}:${severity}`);

describe('flags of the inspections', () => {
  it('are none for a vehicle without findings', () => {
    expect(codes([])).toEqual([]);
    expect(codes([inspectionOn('2026-03-02'), inspectionOn('2024-03-05')])).toEqual([]);
  });

  it('pitfall 20: tell defects from advice, and never speak of failing', () => {
    const [flag, ...others] = flags([inspectionOn('2026-03-02', ['AC1', 'AC2', 'RA1', '205', 'OP1', '013'])]);
    expect(others).toEqual([]);
    expect(flag).toEqual({
      code: 'defects_at_last_inspection',
      severity: 'info',
      message:
        'Found at the last inspection, on 2026-03-02: 1 kind of defect, 1 item of repair advice, 2 advisories.',
      evidence: { dataset: 'inspection-defects', field: 'gebrek_identificatie', value: '205, AC1, AC2, RA1' },
    });
  });

  it('pitfall 19: count a re-test as the same inspection', () => {
    const found = flags([
      inspectionOn('2026-09-28', ['AC2']),
      inspectionOn('2026-09-14', ['205', 'AC2'], { kind: null, reported: false }),
    ]);
    expect(found.map(({ code }) => code)).toEqual(['defects_at_last_inspection']);
    expect(found[0]?.message).toContain('of 2026-09-14 to 2026-09-28: 1 kind of defect, 1 advisory.');
  });

  it('name what comes back, as one flag however much it is', () => {
    const found = flags([
      inspectionOn('2026-09-28', ['AC1', 'AC2', 'AC4']),
      inspectionOn('2025-09-28', ['AC1', 'AC2', 'AC4']),
    ]);
    expect(found.map(({ code, severity }) => `${code}:${severity}`)).toEqual([
      'defects_at_last_inspection:info',
      'recurring_defect:medium',
    ]);
    expect(found[1]?.evidence.value).toBe('AC1, AC2, AC4');
  });

  it('speak of the last inspection only, not of the one before', () => {
    expect(codes([inspectionOn('2026-09-28'), inspectionOn('2025-09-28', ['205'])])).toEqual([]);
  });

  const tachograph = (codesFound: string[], kind: string | null = 'manipulatie tacho') =>
    inspectionOn('2026-05-04', codesFound, { authorityCode: 'CA', kind });

  it('accuse of tampering by the codes that say so, never by the report of a workshop', () => {
    expect(codes([tachograph([])])).toEqual(['tachograph_workshop_report:info']);
    expect(codes([tachograph([], 'zegelverbreking tacho')])).toEqual(['tachograph_workshop_report:info']);
    expect(codes([tachograph(['850', '852', '31'])])).toEqual(['tachograph_workshop_report:info']);
    expect(codes([tachograph(['853'])])).toEqual([
      'tachograph_tampering:high',
      'tachograph_workshop_report:info',
    ]);
    expect(codes([tachograph(['951'], 'inbouw')])).toEqual(['tachograph_tampering:high']);
    expect(codes([tachograph(['953'], null)])).toEqual(['tachograph_tampering:high']);
  });

  it.each<[string, Partial<RegisteredVehicle>, VehicleInspection[], string[]]>([
    [
      'an older vehicle that is inspected',
      { firstAdmission: '2013-05-17' },
      [inspectionOn('2026-03-02')],
      ['history_window_limited:info'],
    ],
    [
      'an older vehicle whose last inspection is longer ago',
      { firstAdmission: '2000-10-11', inspectionExpiry: '2023-10-11' },
      [],
      ['history_window_limited:info'],
    ],
    ['a vehicle of which all is held', { firstAdmission: SINCE }, [inspectionOn('2026-03-02')], []],
    ['a trailer that is never inspected', { firstAdmission: '2015-05-01' }, [], []],
  ])('say since when inspections are held: %s', (_case, columns, inspections, expected) => {
    expect(codes(inspections, columns)).toEqual(expected);
  });
});

describe('the risk level', () => {
  const SOURCES = new Set(['registered-vehicles', 'inspection-reports', 'inspection-defects']);

  it('rests on the inspections where they are held', () => {
    const history = {
      since: SINCE,
      inspections: [inspectionOn('2026-03-30', ['AC4']), inspectionOn('2025-04-03', ['AC4'])],
    };
    const { level, basis } = assessRisk(vehicleRecord({}), '2026-11-27', SOURCES, history);
    expect(level).toBe('medium');
    expect(basis).toEqual(['registered-vehicles', 'inspection-reports', 'inspection-defects']);
  });

  it('says so where they are not', () => {
    const {
      level,
      basis,
      flags: found,
    } = assessRisk(
      vehicleRecord({}),
      '2026-11-27',
      new Set(['registered-vehicles', 'recall-status']),
      undefined,
    );
    expect(level).toBe('low');
    expect(basis).toEqual(['registered-vehicles', 'recall-status']);
    expect(found.map(({ code, evidence }) => `${code} ${evidence.dataset}`)).toEqual([
      'source_unavailable inspection-reports',
    ]);
  });
});
