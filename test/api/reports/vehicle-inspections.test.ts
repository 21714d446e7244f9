import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findingsOf,
  inspectionRounds,
  recurringCodes,
  withNewestExpiry,
} from '../../../api/reports/vehicle-inspections.ts';
import type { VehicleInspection } from '../../../db/vehicle-register/inspection-history.ts';
import { inspectionOn, vehicleRecord } from './vehicle-record.ts';

const attemptOn = (date: string, codes: readonly string[]) =>
  inspectionOn(date, codes, { kind: null, reported: false });

const days = (inspections: VehicleInspection[]) =>
  inspectionRounds(inspections).map(({ firstDay, lastDay }) => [firstDay, lastDay]);

describe('rounds of inspections', () => {
  it('pitfall 19: a re-test within 60 days belongs to the same round', () => {
    expect(days([inspectionOn('2026-03-02'), attemptOn('2026-01-01', ['205'])])).toEqual([
      ['2026-01-01', '2026-03-02'],
    ]);
  });

  it('a test after 61 days is another round', () => {
    expect(days([inspectionOn('2026-03-03'), attemptOn('2026-01-01', ['205'])])).toEqual([
      ['2026-03-03', '2026-03-03'],
      ['2026-01-01', '2026-01-01'],
    ]);
  });

  it('are measured from their first day: tests month after month are not one round for ever', () => {
    const monthly = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'].map((date) =>
      inspectionOn(date),
    );
    expect(days(monthly)).toEqual([
      ['2026-04-01', '2026-04-01'],
      ['2026-01-01', '2026-03-01'],
    ]);
  });

  it('work on a tachograph is none, whether it was reported or found wanting', () => {
    expect(
      days([inspectionOn('2026-01-01', [], { kind: 'inbouw' }), attemptOn('2026-01-01', ['31'])]),
    ).toEqual([]);
  });

  it('hold every periodic inspection once, in rounds of at most 60 days, in any order of input', () => {
    const dates = fc.array(
      fc.date({ min: new Date('2023-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }),
    );
    fc.assert(
      fc.property(dates, (given) => {
        const inspections = given.map((date) => inspectionOn(date.toISOString().slice(0, 10)));
        const rounds = inspectionRounds(inspections);
        expect(rounds.flatMap((round) => round.inspections).map(({ date }) => date)).toEqual(
          inspections
            .map(({ date }) => date)
            .sort()
            .reverse(),
        );
        for (const { firstDay, lastDay } of rounds) {
          expect(Date.parse(lastDay) - Date.parse(firstDay)).toBeLessThanOrEqual(60 * 86_400_000);
        }
      }),
    );
  });
});

describe('findings', () => {
  const [round] = inspectionRounds([
    inspectionOn('2026-01-20', ['AC1', '012', 'OP1', '882']),
    {
      ...attemptOn('2026-01-01', []),
      defects: [
        { code: 'AC1', count: 4, description: null },
        { code: '205', count: 2, description: null },
        { code: 'RA1', count: null, description: null },
      ],
    },
  ]);

  it('are each code of a round once, without remarks, odometer and administration', () => {
    if (round === undefined) throw new Error('There is no round.');
    expect([...findingsOf(round)].map(([code, { finding, count }]) => [code, finding, count])).toEqual(
      expect.arrayContaining([
        ['AC1', 'advisory', 4],
        ['205', 'defect', 2],
        ['RA1', 'repair_advice', null],
      ]),
    );
    expect(findingsOf(round).size).toBe(3);
  });

  it('pitfall 19: come back when they stand in two rounds, not at a test and its re-test', () => {
    const codes = (...inspections: VehicleInspection[]) => recurringCodes(inspectionRounds(inspections));
    expect(codes(attemptOn('2026-01-01', ['205']), inspectionOn('2026-01-20', ['205']))).toEqual([]);
    expect(codes(inspectionOn('2025-01-20', ['205']), inspectionOn('2026-01-20', ['205']))).toEqual(['205']);
    expect(codes(inspectionOn('2025-01-20', ['31']), inspectionOn('2026-01-20', ['031']))).toEqual([]);
    expect(codes(inspectionOn('2025-01-20', ['OP1']), inspectionOn('2026-01-20', ['OP1']))).toEqual([]);
  });

  it('of a car that was tested five times in three rounds, AC4 in all: it comes back', () => {
    const inspections = [
      inspectionOn('2026-09-22', ['AC4']),
      attemptOn('2026-09-15', ['AC4', '205']),
      inspectionOn('2025-09-20', ['AC4', 'AC1']),
      inspectionOn('2024-09-12', ['AC4']),
      attemptOn('2024-09-10', ['501']),
    ];
    expect(inspectionRounds(inspections)).toHaveLength(3);
    expect(recurringCodes(inspectionRounds(inspections))).toEqual(['AC4']);
  });
});

describe('the expiry date of the newest inspection', () => {
  const expiry = (
    registered: string | null,
    inspections: VehicleInspection[],
    registerDay = '2026-11-21',
  ) => {
    const { vehicle } = vehicleRecord({ inspectionExpiry: registered });
    return withNewestExpiry(vehicle, { since: '2023-11-01', inspections }, registerDay).inspectionExpiry;
  };
  const until = (date: string, validUntil: string | null, kind = 'periodieke controle') =>
    inspectionOn(date, [], { validUntil, kind });

  it('pitfall 40: is taken, as the day it is, where the register lags behind', () => {
    expect(expiry('2027-01-14', [until('2026-11-19', '2028-01-14')])).toBe('2028-01-14');
    expect(expiry('2027-01-14', [until('2026-11-23', '2028-01-14')])).toBe('2028-01-14');
    expect(expiry(null, [until('2026-11-19', '2028-01-14')])).toBe('2028-01-14');
  });

  it('is not taken where it is earlier, not stated, or not of a periodic inspection', () => {
    expect(expiry('2028-02-01', [until('2026-11-19', '2028-01-14')])).toBe('2028-02-01');
    expect(expiry('2027-01-14', [until('2026-11-19', null)])).toBe('2027-01-14');
    expect(expiry('2027-01-14', [until('2026-11-19', '2028-01-14', 'inbouw')])).toBe('2027-01-14');
    expect(expiry('2027-01-14', [])).toBe('2027-01-14');
  });

  it('is not taken from an inspection that the register must know: it has its reasons', () => {
    expect(expiry('2027-01-14', [until('2026-11-06', '2028-01-14')])).toBe('2027-01-14');
    expect(expiry('2027-01-14', [until('2026-11-07', '2028-01-14')])).toBe('2028-01-14');
  });

  it('leaves the vehicle as it is where there are no inspections', () => {
    const { vehicle } = vehicleRecord({ inspectionExpiry: '2027-01-14' });
    expect(withNewestExpiry(vehicle, undefined, '2026-11-21')).toBe(vehicle);
    const history = { since: null, inspections: [until('2026-11-19', '2028-01-14')] };
    expect(withNewestExpiry(vehicle, history, undefined)).toBe(vehicle);
  });
});
