import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Snapshot } from '../../../db/store.ts';
import { mirrorPaths } from '../../../ingest/pipeline/mirror.ts';
import type { RunReport } from '../../../ingest/pipeline/run-report.ts';
import { INSPECTIONS } from '../../../ingest/sources/rdw/inspections.ts';
import { writeVehicleHistory } from '../../national/vehicle-history-csv.ts';
import { ingestFromMirror, snapshotOf } from '../../support/group-run.ts';
import { copySample } from '../../support/mirror-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ROWS = 100_000;

/** Enough rows for reading threads, for blocks in disorder, and for a stray one to be one in a hundred thousand. */
describe('a hundred thousand inspections, in the order of reporting', () => {
  const folder = temporaryFolder();
  const mirror = join(folder, 'mirror');
  let report: RunReport;
  let snapshot: Snapshot;

  beforeAll(async () => {
    copySample(mirror);
    const path = (portalId: string) =>
      mirrorPaths(mirror, `https://opendata.rdw.nl/api/views/${portalId}/rows.csv?accessType=DOWNLOAD`)[0] ??
      '';
    await writeVehicleHistory({ inspections: path('sgfe-77wx'), defects: path('a34c-vvps'), rows: ROWS });
    appendFileSync(
      path('sgfe-77wx'),
      '01THFD,AL,20030101,900,APK Lichte voertuigen,periodieke controle,,,,,\n',
    );
    report = await ingestFromMirror(INSPECTIONS, { dataDir: join(folder, 'data'), mirror });
    snapshot = snapshotOf(join(folder, 'data'));
  }, 60_000);
  afterAll(() => {
    snapshot?.database.close();
  });

  const value = (sql: string) => snapshot.database.prepare<[], number>(sql).pluck().get();
  const duplicates = (sourceId: string) =>
    report.notes.find((note) => note.sourceId === sourceId && note.text.startsWith('row whose key'))?.rows ??
    0;

  it('are all loaded, but for those whose key came twice', () => {
    expect(report.rejected).toEqual([]);
    expect(value('SELECT count(*) FROM inspection')).toBe(ROWS + 1 - duplicates('inspection-reports'));
    const read =
      value(`SELECT rows_read FROM inspections.source_rows WHERE source_id = 'inspection-defects'`) ?? 0;
    expect(duplicates('inspection-defects')).toBeGreaterThan(0);
    expect(value('SELECT count(*) FROM inspection_defect')).toBe(read - duplicates('inspection-defects'));
  });

  it('begin where nearly all of them do, not with a slip of the keyboard', () => {
    expect(value('SELECT oldest_yyyymmdd FROM inspection_window')).toBe(20231122);
    expect(value('SELECT min(date_yyyymmdd) FROM inspection')).toBe(20030101);
  });

  it('take up no more room than planned: 30 bytes a row', () => {
    const bytes = value(
      `SELECT sum(pgsize) FROM dbstat('inspections') WHERE name IN ('inspection', 'inspection_defect')`,
    );
    const rows =
      (value('SELECT count(*) FROM inspection') ?? 0) +
      (value('SELECT count(*) FROM inspection_defect') ?? 0);
    expect((bytes ?? Number.NaN) / rows).toBeLessThan(30);
  });
});
