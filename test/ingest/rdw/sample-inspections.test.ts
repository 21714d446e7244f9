import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { historyOf } from '../../../db/queries/inspections.ts';
import type { Snapshot } from '../../../db/store.ts';
import { INSPECTIONS } from '../../../ingest/sources/rdw/inspections.ts';
import { ingestFromMirror, snapshotOf } from '../../support/group-run.ts';

describe('the bundled sample of the inspections, through the pipeline', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'inspections-'));
  let snapshot: Snapshot;

  beforeAll(async () => {
    await ingestFromMirror(INSPECTIONS, { dataDir, mirror: 'ingest/sample', label: 'sample' });
    snapshot = snapshotOf(dataDir);
  });
  afterAll(() => {
    snapshot?.database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const inspectionsOf = (plate: string) => historyOf(snapshot, plate).inspections;
  const rows = (sql: string) => snapshot.database.prepare(sql).all();

  it('rejects nothing and knows the day of its data', () => {
    for (const source of snapshot.require('inspections').sources.values()) {
      expect(source).toMatchObject({ rejectedRows: 0, licence: 'CC0-1.0', stateDate: '2026-11-21' });
      expect(source.name).toMatch(/^Dutch vehicle register open data: /);
    }
  });

  it('has a car with its inspections, newest first, and what was found at each', () => {
    expect(historyOf(snapshot, 'K482TR')).toEqual({
      since: '2023-11-27',
      inspections: [
        {
          date: '2026-03-02',
          time: '09:33',
          authorityCode: 'AL',
          authority: 'APK Lichte voertuigen',
          kind: 'periodieke controle',
          reported: true,
          validUntil: '2028-03-16',
          defects: [
            { code: 'AC1', count: 2, description: 'Advies: profiel van een band tussen 1.6 en 2.5 mm' },
          ],
        },
        {
          date: '2024-03-05',
          time: '10:42',
          authorityCode: 'AL',
          authority: 'APK Lichte voertuigen',
          kind: 'periodieke controle',
          reported: true,
          validUntil: '2026-03-16',
          defects: [],
        },
      ],
    });
  });

  it('pitfall 18: 933 is 09:33 and 5 is five past midnight', () => {
    expect(inspectionsOf('K482TR')[0]?.time).toBe('09:33');
    expect(inspectionsOf('91PXGT').at(-1)?.time).toBe('00:05');
  });

  it('pitfall 19: has an attempt with defects, and its re-test two weeks later', () => {
    expect(inspectionsOf('84LHZ6')).toMatchObject([
      { date: '2026-09-28', reported: true, defects: [{ code: 'AC2' }] },
      {
        date: '2026-09-14',
        reported: false,
        kind: null,
        defects: [{ code: '205', count: 2 }, { code: 'AC2' }],
      },
      { date: '2025-09-22', reported: true, defects: [] },
      { date: '2024-09-18', reported: true, defects: [] },
    ]);
  });

  it('pitfall 21: keeps 31, a seal, apart from 031, a number plate', () => {
    const defects = (plate: string) =>
      inspectionsOf(plate).flatMap((inspection) => inspection.defects.map((defect) => defect.code));
    expect(defects('84BKR7')).toEqual(['31']);
    expect(defects('XK573H')).toEqual(['031']);
    expect(rows(`SELECT code, text FROM defect_catalogue WHERE code IN ('31', '031') ORDER BY code`)).toEqual(
      [
        { code: '031', text: 'Kentekenplaten zijn niet die van het voertuig' },
        { code: '31', text: 'Nummer van een unieke zegel wijkt geheel af' },
      ],
    );
  });

  it('pitfall 33: keeps both reports of a truck in one minute, by bodies of two kinds', () => {
    expect(inspectionsOf('84BKR7').slice(0, 2)).toMatchObject([
      { time: '12:30', authorityCode: 'AZ', kind: 'periodieke controle', defects: [] },
      { time: '12:30', authorityCode: 'CA', kind: 'manipulatie tacho', defects: [{ code: '31' }] },
    ]);
  });

  it('takes two reports of a day for one test, and a defect of that day for found at it', () => {
    expect(inspectionsOf('2SLK57')[0]).toMatchObject({
      time: '09:20',
      validUntil: '2027-07-29',
      defects: [{ code: 'RA1' }],
    });
    expect(inspectionsOf('2SLK57')).toHaveLength(3);
    expect(inspectionsOf('XK573H')[0]).toMatchObject({ time: '08:45', defects: [{ code: '031' }] });
  });

  it('gives the meaning that a code had on the day', () => {
    const text = inspectionsOf('84LHZ6')[1]?.defects[0]?.description;
    expect(text).toBe('Profiel van een band minder dan 1.6 mm');
  });

  it('knows nothing of a plate without inspections, but since when it would', () => {
    expect(historyOf(snapshot, 'WDLB58')).toEqual({ since: '2023-11-27', inspections: [] });
  });

  it('is sorted by plate and holds each key once, without a second copy of the keys', () => {
    expect(
      rows(`SELECT name, wr FROM pragma_table_list WHERE name IN ('inspection', 'inspection_defect')`),
    ).toEqual(
      expect.arrayContaining([
        { name: 'inspection', wr: 1 },
        { name: 'inspection_defect', wr: 1 },
      ]),
    );
    expect(rows(`SELECT name FROM inspections.sqlite_master WHERE name = 'stage'`)).toEqual([]);
  });

  it('gives analysts texts, ISO dates and times', () => {
    expect(
      rows(`SELECT * FROM inspection_text WHERE plate = 'K482TR' ORDER BY date DESC LIMIT 1`),
    ).toMatchObject([{ date: '2026-03-02', time: '09:33', authority_code: 'AL', valid_until: '2028-03-16' }]);
    expect(rows(`SELECT plate, code, count, defect FROM inspection_defect_text WHERE code = '31'`)).toEqual([
      { plate: '84BKR7', code: '31', count: 1, defect: 'Nummer van een unieke zegel wijkt geheel af' },
    ]);
  });
});
