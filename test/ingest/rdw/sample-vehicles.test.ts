import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findVehicle } from '../../../db/queries/vehicles.ts';
import type { Snapshot } from '../../../db/store.ts';
import type { VehicleRecord } from '../../../db/vehicle-register/registered-vehicle.ts';
import { VEHICLES } from '../../../ingest/sources/rdw/vehicles.ts';
import { ingestFromMirror, snapshotOf } from '../../support/group-run.ts';

describe('the bundled sample of the vehicles, through the pipeline', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vehicles-'));
  let snapshot: Snapshot;

  beforeAll(async () => {
    await ingestFromMirror(VEHICLES, { dataDir, mirror: 'ingest/sample', label: 'sample' });
    snapshot = snapshotOf(dataDir);
  });
  afterAll(() => {
    snapshot?.database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const record = (plate: string): VehicleRecord => {
    const found = findVehicle(snapshot, plate);
    if (found === undefined) throw new Error(`${plate} is not in the sample`);
    return found;
  };

  it('rejects nothing and knows the day of its data', () => {
    for (const source of snapshot.require('vehicles').sources.values()) {
      expect(source).toMatchObject({ rejectedRows: 0, licence: 'CC0-1.0' });
      expect(source.stateDate).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
    expect(snapshot.require('vehicles').sources.get('registered-vehicles')?.stateDate).toBe('2026-11-21');
  });

  it('has a car with all it is known for', () => {
    const { vehicle, fuels, recalls, odometerExplanation } = record('K482TR');
    expect(vehicle).toEqual({
      plate: 'K482TR',
      kind: 'Personenauto',
      make: 'VOLKSWAGEN',
      model: 'GOLF',
      body: 'hatchback',
      primaryColour: 'BLAUW',
      secondaryColour: null,
      firstAdmission: '2020-03-16',
      firstDutchRegistration: '2020-03-16',
      holderSince: '2022-05-04',
      inspectionExpiry: '2028-03-16',
      tachographExpiry: null,
      insured: true,
      insuranceNotApplicable: false,
      exported: false,
      openRecallIndicated: false,
      taxi: false,
      transferPossible: true,
      odometerVerdict: 'Logisch',
      odometerCode: '00',
      odometerLastYear: 2026,
      seats: 5,
      doors: 4,
      wheels: 4,
      cylinders: 4,
      engineCm3: 1498,
      massEmptyKg: 1234,
      massRunningKg: 1334,
      massMaxKg: 1840,
      massTechnicalMaxKg: 1840,
      massCombinationMaxKg: 3340,
      payloadKg: null,
      towUnbrakedKg: 650,
      towBrakedKg: 1500,
      lengthCm: 428,
      widthCm: 179,
      heightCm: 149,
      wheelbaseCm: 262,
      topSpeedKmh: 216,
      cataloguePriceEur: 31290,
      grossBpmEur: 4211,
      euCategory: 'M1',
      efficiencyClass: 'C',
      type: 'CD',
      typeApproval: 'e1*2007/46*2010*02',
      variant: 'ACDADAX0',
      version: 'FM6FM62H020',
    });
    expect(fuels).toMatchObject([
      { sequence: 1, fuel: 'Benzine', co2NedcGPerKm: 112, co2WltpGPerKm: 132, netPowerKw: 96 },
    ]);
    expect(recalls).toEqual([]);
    expect(odometerExplanation).toContain('logisch');
  });

  it('pitfall 1: a hybrid is one vehicle with two fuels, in the order of their numbers', () => {
    expect(record('T905GL').fuels).toMatchObject([
      { sequence: 1, fuel: 'Benzine', hybridClass: 'OVC-HEV', co2WltpWeightedGPerKm: 46 },
      { sequence: 2, fuel: 'Elektriciteit', electricPowerKw: 130, rangeChargedWltpKm: 45 },
    ]);
    expect(snapshot.database.prepare('SELECT count(*) FROM vehicle').pluck().get()).toBe(22);
  });

  it('pitfall 4: colours that say "not applicable" or "not registered" are null', () => {
    expect(record('VKT38S').vehicle).toMatchObject({ primaryColour: null, secondaryColour: null });
    expect(record('DL4718').vehicle).toMatchObject({ primaryColour: 'GROEN', secondaryColour: 'CREME' });
  });

  it('pitfall 5: a car is never 0 cm long, a trailer does have 0 doors', () => {
    expect(record('15FRTS').vehicle).toMatchObject({ lengthCm: null, widthCm: null, heightCm: null });
    expect(record('WDLB58').vehicle).toMatchObject({ doors: 0, heightCm: null, lengthCm: 476 });
  });

  it('pitfall 6: insurance of a trailer does not apply; it is not "no"', () => {
    expect(record('WDLB58').vehicle).toMatchObject({ insured: null, insuranceNotApplicable: true });
    expect(record('2SLK57').vehicle).toMatchObject({ insured: false, insuranceNotApplicable: false });
  });

  it('pitfall 22: all recalls of a vehicle are there, the open one among them', () => {
    expect(record('84LHZ6').recalls).toMatchObject([
      { reference: 'MGP249901', statusCode: 'O', riskCode: 'ERN', hazardCodes: ['ONG', 'TEL'] },
      { reference: 'MGP169903', statusCode: 'P', hazardCodes: ['MIL'], url: null },
    ]);
    expect(record('47NGF2').recalls).toMatchObject([{ statusCode: 'P', published: '2014-10-13' }]);
  });

  it('pitfall 25: the model keeps the make that the publisher repeats in it', () => {
    expect(record('5TJB62').vehicle).toMatchObject({ make: 'FIAT', model: 'FIAT 500' });
  });

  it('reads numbers with a thousands comma', () => {
    const row = snapshot.database
      .prepare(`SELECT vehicles_total, vehicles_netherlands FROM recall_notice WHERE reference = 'MGP169903'`)
      .get();
    expect(row).toEqual({ vehicles_total: 23500, vehicles_netherlands: 1796 });
  });

  it('keeps "not registered" as a verdict on the odometer, and nothing else', () => {
    expect(record('MT47DX').vehicle).toMatchObject({
      odometerVerdict: 'Niet geregistreerd',
      odometerCode: 'NG',
      body: 'motorfiets',
    });
    expect(record('DKR46P').vehicle.body).toBeNull();
  });

  it('gives analysts texts and ISO dates', () => {
    expect(
      snapshot.database
        .prepare(`SELECT * FROM vehicle_text WHERE plate_number = (SELECT plate FROM vehicle
                  JOIN vehicle_make ON vehicle_make.id = make_id WHERE text = 'DAF')`)
        .get(),
    ).toMatchObject({ plate: '84BKR7', kind: 'Bedrijfsauto', first_admission: '2011-05-09', make: 'DAF' });
    expect(
      snapshot.database
        .prepare(`SELECT plate, sequence, fuel FROM vehicle_fuel_text WHERE fuel = 'LPG'`)
        .all(),
    ).toEqual([{ plate: '91PXGT', sequence: 2, fuel: 'LPG' }]);
  });

  it('knows no plate that is not in it', () => {
    expect(findVehicle(snapshot, 'ZZ999Z')).toBeUndefined();
  });
});
