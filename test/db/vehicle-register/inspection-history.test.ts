import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assembleInspections,
  type DefectReport,
  type InspectionReport,
} from '../../../db/vehicle-register/inspection-history.ts';

const report = (
  date: string,
  time: string | null,
  changes: Partial<InspectionReport> = {},
): InspectionReport => ({
  date,
  time,
  authorityCode: 'AL',
  authority: 'APK Lichte voertuigen',
  kind: 'periodieke controle',
  validUntil: '2027-05-17',
  ...changes,
});

const defect = (
  date: string,
  time: string | null,
  code: string,
  changes: Partial<DefectReport> = {},
): DefectReport => ({ date, time, authorityCode: 'AL', code, count: 1, description: null, ...changes });

/** As `2026-03-19 15:15 AL reported: AC1 205`. */
function lines(reports: InspectionReport[], defects: DefectReport[] = []): string[] {
  return assembleInspections(reports, defects).map(
    ({ date, time, authorityCode, reported, defects: found }) =>
      `${date} ${time} ${authorityCode} ${reported ? 'reported' : 'attempt'}: ${found.map(({ code }) => code).join(' ')}`.trim(),
  );
}

describe('the inspections of a vehicle', () => {
  it('come newest first, each with its defects', () => {
    expect(
      lines(
        [report('2024-03-28', '11:17'), report('2026-03-19', '15:15')],
        [defect('2026-03-19', '15:15', 'AC4'), defect('2026-03-19', '15:15', 'AC1')],
      ),
    ).toEqual(['2026-03-19 15:15 AL reported: AC1 AC4', '2024-03-28 11:17 AL reported:']);
  });

  it('pitfall 33: bodies of different kinds may report in the same minute', () => {
    expect(
      lines(
        [
          report('2026-05-04', '12:30', { authorityCode: 'AZ' }),
          report('2026-05-04', '12:30', { authorityCode: 'CA', kind: 'manipulatie tacho', validUntil: null }),
        ],
        [defect('2026-05-04', '12:30', '31', { authorityCode: 'CA' })],
      ),
    ).toEqual(['2026-05-04 12:30 AZ reported:', '2026-05-04 12:30 CA reported: 31']);
  });

  it('two reports of one day are one test: the time of the first, the expiry date of the second', () => {
    const inspections = assembleInspections(
      [
        report('2026-07-20', '14:05', { validUntil: '2027-07-29' }),
        report('2026-07-20', '09:20', { validUntil: '2027-07-20' }),
      ],
      [defect('2026-07-20', '14:05', 'RA1'), defect('2026-07-20', '08:50', '205')],
    );
    expect(inspections).toMatchObject([
      { time: '09:20', validUntil: '2027-07-29', defects: [{ code: '205' }, { code: 'RA1' }] },
    ]);
  });

  it('an attempt that was not approved shows in its defects only', () => {
    expect(
      assembleInspections(
        [report('2026-09-28', '11:45')],
        [defect('2026-09-14', '10:10', '205', { count: 2 })],
      ),
    ).toMatchObject([
      { date: '2026-09-28', reported: true, defects: [] },
      {
        date: '2026-09-14',
        time: '10:10',
        authority: 'APK Lichte voertuigen',
        kind: null,
        reported: false,
        validUntil: null,
        defects: [{ code: '205', count: 2 }],
      },
    ]);
  });

  it('a defect that stands again at the re-test of the same day is one, with its higher count', () => {
    const defects = [
      defect('2026-09-14', '10:10', '205', { count: 1 }),
      defect('2026-09-14', '15:10', '205', { count: 4 }),
      defect('2026-09-14', '16:10', '205', { count: null }),
    ];
    expect(assembleInspections([], defects)).toMatchObject([{ time: '10:10', defects: [{ count: 4 }] }]);
  });

  it('a defect of which the kind of body is not stated belongs to the report of its minute', () => {
    expect(
      lines(
        [report('2026-05-04', '08:00', { authorityCode: 'CA' }), report('2026-05-04', '12:30')],
        [defect('2026-05-04', '12:30', '210', { authorityCode: null })],
      ),
    ).toEqual(['2026-05-04 12:30 AL reported: 210', '2026-05-04 08:00 CA reported:']);
  });

  it('pitfall 21: 031 and 31 are two defects', () => {
    const defects = [defect('2026-05-04', '12:30', '31'), defect('2026-05-04', '12:30', '031')];
    expect(lines([report('2026-05-04', '12:30')], defects)).toEqual(['2026-05-04 12:30 AL reported: 031 31']);
  });

  it('no code of a day is lost or doubled, and the order of the rows does not matter', () => {
    const day = fc.constantFrom('2026-01-05', '2026-01-06', '2026-03-01');
    const time = fc.constantFrom('09:00', '12:00', null);
    const body = fc.constantFrom('AL', 'AZ', null);
    const reports = fc.array(
      fc.tuple(day, time, body).map(([date, at, authorityCode]) => report(date, at, { authorityCode })),
      { maxLength: 6 },
    );
    const defects = fc.array(
      fc
        .tuple(day, time, fc.constantFrom('AL', 'AZ'), fc.constantFrom('AC1', '31', '031'))
        .map(([date, at, authorityCode, code]) => defect(date, at, code, { authorityCode })),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(reports, defects, (given, found) => {
        const inspections = assembleInspections(given, found);
        const days = (code: string) =>
          new Set(found.filter((row) => row.code === code).map((row) => row.date));
        for (const code of ['AC1', '31', '031']) {
          const shown = inspections.filter((one) => one.defects.some((row) => row.code === code));
          expect(new Set(shown.map(({ date }) => date))).toEqual(days(code));
        }
        for (const { defects: own } of inspections) {
          expect(new Set(own.map(({ code }) => code)).size).toBe(own.length);
        }
        expect(inspections.map(({ date }) => date)).toEqual(
          inspections
            .map(({ date }) => date)
            .sort()
            .reverse(),
        );
      }),
    );
  });
});
