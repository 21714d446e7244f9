import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defectSeverity } from '../../api/vocabulary/vehicle-defect.ts';
import { historyOf } from '../../db/queries/inspections.ts';
import { findVehicle } from '../../db/queries/vehicles.ts';
import type { Snapshot } from '../../db/store.ts';
import { ask, withQuery } from '../support/ask.ts';
import { snapshotOf } from '../support/group-run.ts';
import {
  JOINED_PLATES,
  realDefectCodes,
  recordedRows,
  writeJoinedVehicles,
} from '../support/inspection-mirror.ts';
import { HAS_REAL_FILES } from '../support/real-mirror.ts';
import { ingestOrThrow, type Service, START_TIMEOUT_MS, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Real rows of vehicles, fuels, inspections and defects, joined by the plate, from the command line to HTTP. */
describe.skipIf(!HAS_REAL_FILES)("the register's own rows of whole vehicles", () => {
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  let service: Service;
  let snapshot: Snapshot;

  beforeAll(async () => {
    const mirror = join(folder, 'mirror');
    writeJoinedVehicles(mirror);
    await ingestOrThrow(['vehicles', 'inspections', '--mirror', mirror, '--label', 'partial'], {
      DATA_DIR: dataDir,
    });
    service = await startService({ DATA_DIR: dataDir });
    snapshot = snapshotOf(dataDir);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    snapshot?.database.close();
    await service?.stop();
  });

  const basic = (plate: string) => ask(service.url, withQuery('/v1/vehicle/basic', { licence_plate: plate }));

  it('nothing of them is refused', () => {
    for (const group of ['vehicles', 'inspections'] as const) {
      for (const source of snapshot.require(group).sources.values()) {
        expect(source.rejectedRows, source.id).toBe(0);
      }
    }
  });

  it('all 1,007 codes are there with their texts, 31 and 031 apart', () => {
    const held = snapshot.database
      .prepare(
        'SELECT code AS gebrek_identificatie, text AS gebrek_omschrijving FROM defect_catalogue ORDER BY code',
      )
      .all();
    const published = realDefectCodes().map((row) => ({
      ...row,
      gebrek_omschrijving: row.gebrek_omschrijving.trim(),
    }));
    expect(held).toHaveLength(1007);
    expect(held).toEqual(
      published.sort((one, other) => (one.gebrek_identificatie < other.gebrek_identificatie ? -1 : 1)),
    );
    const text = (code: string) =>
      snapshot.database
        .prepare<[string], string>('SELECT text FROM defect_catalogue WHERE code = ?')
        .pluck()
        .get(code);
    expect(text('031')).toContain('kentekenplaten');
    expect(text('31')).toContain('zegel');
    // A character that the publisher has lost is not made up for.
    expect(text('843')).toContain('\uFFFD');
  });

  it('TT601D: a diesel bus with two inspections and nothing found', async () => {
    expect((await basic('TT-601-D')).body).toMatchObject({
      make: 'Volkswagen',
      model: 'KOMBI',
      fuel: ['diesel'],
      euro_class: 'EURO 5 G',
      apk_expiry: '2027-05-17',
      insured: true,
    });
    const { inspections } = historyOf(snapshot, 'TT601D');
    expect(inspections).toMatchObject([
      { date: '2026-03-19', time: '15:15', authorityCode: 'AL', validUntil: '2027-05-17', defects: [] },
      { date: '2024-03-28', time: '11:17', authorityCode: 'AL', validUntil: '2025-05-17', defects: [] },
    ]);
    expect(inspections).toHaveLength(2);
  });

  it('3TKZ08: exported, last inspected with four tyres at the wrong pressure', async () => {
    expect((await basic('3TKZ08')).body).toMatchObject({
      make: 'Fiat',
      model: '500',
      fuel: ['petrol'],
      apk_expiry: '2025-05-04',
      apk_valid: false,
      insured: false,
      risk_level: 'high',
    });
    const { inspections } = historyOf(snapshot, '3TKZ08');
    expect(inspections).toMatchObject([
      {
        date: '2024-04-16',
        time: '15:37',
        kind: 'periodieke controle',
        validUntil: '2025-05-04',
        defects: [{ code: '210', count: 4, description: 'Bandenspanning niet op juiste waarde' }],
      },
    ]);
    expect(defectSeverity('210')).toBe('defect');
  });

  it('G921GS: green and black, and no inspection that is held', async () => {
    expect((await basic('G-921-GS')).body).toMatchObject({
      make: 'MINI',
      model: 'COUNTRYMAN COOPER',
      colour: 'green and black',
      euro_class: 'EURO 6 DG',
      apk_expiry: '2027-10-18',
      open_recall: false,
      odometer_verdict: 'logical',
    });
    expect(historyOf(snapshot, 'G921GS')).toEqual({ since: '2024-03-28', inspections: [] });
  });

  it.each(JOINED_PLATES)('%s is joined over its data sets as they were recorded', async (plate) => {
    const record = findVehicle(snapshot, plate);
    const [vehicle] = recordedRows(plate, 'm9d7-ebf2');
    const [fuel] = recordedRows(plate, '8ys7-d773');
    expect(record?.vehicle.kind).toBe(vehicle?.voertuigsoort);
    expect(record?.vehicle.massEmptyKg).toBe(Number(vehicle?.massa_ledig_voertuig));
    expect(record?.fuels).toHaveLength(1);
    expect(record?.fuels[0]).toMatchObject({
      fuel: fuel?.brandstof_omschrijving,
      netPowerKw: Number(fuel?.nettomaximumvermogen),
    });
    const { body } = await basic(plate);
    const sources = body.source as { id: string; name: string; mode: string }[];
    expect(sources.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['registered-vehicles', 'inspection-reports', 'inspection-defects']),
    );
    for (const { name, mode } of sources) {
      expect(mode).toBe('local');
      expect(name).toMatch(/^Dutch vehicle register open data/);
    }
  });
});
