import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it, vi } from 'vitest';
import { FUEL_COLUMNS, rowOfJson, VEHICLE_COLUMNS } from '../../../db/vehicle-register/columns.ts';
import { parseFuel } from '../../../db/vehicle-register/parse-fuel.ts';
import { parseVehicle, registeredVehicle } from '../../../db/vehicle-register/parse-vehicle.ts';
import { resolveColumns } from '../../../ingest/formats/columns.ts';

type JsonRow = Record<string, string>;

const never = () => {
  throw new Error('nothing should be discarded');
};

function vehicleOf(json: JsonRow, onDiscard: (column: string, value: string) => void = never) {
  const { fields, at } = rowOfJson(VEHICLE_COLUMNS, json);
  const values = parseVehicle(fields, at, onDiscard);
  return values === undefined ? undefined : registeredVehicle(values);
}

function fuelOf(json: JsonRow) {
  const { fields, at } = rowOfJson(FUEL_COLUMNS, json);
  return parseFuel(fields, at, never);
}

describe('a row of the registered vehicles', () => {
  it('pitfall 3: every field but the plate may be absent', () => {
    const vehicle = vehicleOf({ kenteken: 'MT47DX' });
    expect(vehicle?.plate).toBe('MT47DX');
    const { plate, ...others } = vehicle ?? {};
    expect(new Set(Object.values(others))).toEqual(new Set([null]));
  });

  it('pitfall 8: a plate is text', () => {
    expect(vehicleOf({ kenteken: '0001TJ' })?.plate).toBe('0001TJ');
  });

  it.each(['', '1TJ', '12-HJ-34', 'ab12cd', '0001TJ7', '123456'])(
    '"%s" is not a plate of the register',
    (plate) => {
      expect(vehicleOf({ kenteken: plate })).toBeUndefined();
    },
  );

  it.each([
    ['Personenauto', null],
    ['Aanhangwagen', 0],
    ['Motorfiets', 0],
  ])('pitfall 5: %s with 0 doors has %s', (kind, doors) => {
    expect(vehicleOf({ kenteken: 'K482TR', voertuigsoort: kind, aantal_deuren: '0' })?.doors).toBe(doors);
  });

  it('pitfall 5: sizes and masses of 0 were never recorded, a tax of 0 was', () => {
    expect(
      vehicleOf({ kenteken: 'K482TR', lengte: '0', technische_max_massa_voertuig: '0', bruto_bpm: '0' }),
    ).toMatchObject({ lengthCm: null, massTechnicalMaxKg: null, grossBpmEur: 0 });
  });

  it('pitfall 29: a strange catalogue price is kept; judging it is for the answer', () => {
    expect(vehicleOf({ kenteken: 'K482TR', catalogusprijs: '9904818' })?.cataloguePriceEur).toBe(9_904_818);
    expect(vehicleOf({ kenteken: 'K482TR', catalogusprijs: '1' })?.cataloguePriceEur).toBe(1);
  });

  it('keeps a row with an impossible date and reports the date', () => {
    const onDiscard = vi.fn();
    expect(vehicleOf({ kenteken: 'K482TR', vervaldatum_apk: '20260230' }, onDiscard)).toMatchObject({
      plate: 'K482TR',
      inspectionExpiry: null,
    });
    expect(onDiscard).toHaveBeenCalledWith('inspectionExpiry', '20260230');
  });

  it('names of before March 2022 still name the same columns', () => {
    expect(
      vehicleOf({ kenteken: '11ZKZ3', datum_eerste_afgifte_nederland: '20130104', zuinigheidslabel: 'A' }),
    ).toMatchObject({ firstDutchRegistration: '2013-01-04', efficiencyClass: 'A' });
  });
});

describe('a row of the fuels', () => {
  it('pitfall 39: a sequence number is a number, whatever it is written as', () => {
    expect(fuelOf({ kenteken: 'R617FZ', brandstof_volgnummer: '2' })).toMatchObject({ sequence: 2 });
    expect(fuelOf({ kenteken: 'R617FZ', brandstof_volgnummer: '02' })).toMatchObject({ sequence: 2 });
    expect(fuelOf({ kenteken: 'R617FZ', brandstof_volgnummer: '' })).toBe('not a sequence number');
    expect(fuelOf({ kenteken: 'R617FZ', brandstof_volgnummer: '99' })).toBe('not a sequence number');
  });

  it('0 g of CO2 is a figure for electricity, and "not recorded" for petrol', () => {
    const row = { kenteken: 'S338NX', brandstof_volgnummer: '1', co2_uitstoot_gecombineerd: '0' };
    expect(fuelOf({ ...row, brandstof_omschrijving: 'Elektriciteit' })).toMatchObject({ co2NedcGPerKm: 0 });
    expect(fuelOf({ ...row, brandstof_omschrijving: 'Benzine' })).toMatchObject({ co2NedcGPerKm: null });
  });
});

const DATA = '../shared/data/rdw';

describe.skipIf(!existsSync(DATA))('real rows of the publisher', () => {
  const json = (name: string) => JSON.parse(readFileSync(`${DATA}/resource-json/${name}`, 'utf8'));

  it('85XXXB of the CSV of February 2023 is a black Peugeot hatchback of 2001', () => {
    const path = `${DATA}/csv/m9d7-ebf2_rows.csv_2023-02_header+3rows.csv`;
    const [header, ...rows] = parse(readFileSync(path));
    const { index } = resolveColumns(VEHICLE_COLUMNS, header ?? []);
    const vehicles = rows.map((fields) => parseVehicle(fields, index, never));
    const black = vehicles.find((values) => values?.plate === '85XXXB');
    expect(black === undefined ? undefined : registeredVehicle(black)).toMatchObject({
      make: 'PEUGEOT',
      model: '3*RFN*',
      body: 'hatchback',
      primaryColour: 'ZWART',
      secondaryColour: null,
      firstAdmission: '2001-07-20',
      inspectionExpiry: '2023-09-20',
      doors: 4,
      widthCm: null,
      cataloguePriceEur: null,
      insured: true,
      efficiencyClass: 'D',
    });
    // A camper with 0 doors and no length.
    expect(vehicles.find((values) => values?.plate === '85XXXA')).toMatchObject({
      doors: null,
      lengthCm: null,
    });
  });

  it('0001TJ, of 1972, has sentinels, zeros and the old name of a column', () => {
    expect(vehicleOf(json('m9d7-ebf2_0001TJ.json')[0])).toMatchObject({
      plate: '0001TJ',
      make: 'FORD',
      body: null,
      primaryColour: 'ROOD',
      secondaryColour: null,
      firstDutchRegistration: '1972-01-13',
      lengthCm: null,
      wheelbaseCm: 240,
      odometerVerdict: 'Geen oordeel',
      odometerCode: '01',
      seats: null,
    });
  });

  it('VXJ99N, a van without dates, is complete otherwise', () => {
    expect(vehicleOf(json('m9d7-ebf2_VXJ99N.json')[0])).toMatchObject({
      kind: 'Bedrijfsauto',
      primaryColour: null,
      firstAdmission: null,
      inspectionExpiry: null,
      insured: false,
      odometerVerdict: 'Niet geregistreerd',
      heightCm: 194,
    });
  });

  it('no known row has a value that has to be dropped', () => {
    for (const name of ['0001TJ', '11ZKZ3', 'VXJ99N', 'two-roadsters_plates-anonymised']) {
      for (const row of json(`m9d7-ebf2_${name}.json`)) vehicleOf({ ...row, kenteken: '11ZKZ3' });
    }
    for (const name of ['3TKZ08_field-subset', 'G921GS_2026-10-06', 'TT601D_2026-04']) {
      const sets = json(`multi-dataset_${name}.json`);
      for (const row of sets['m9d7-ebf2']) expect(vehicleOf(row)?.plate).toBe(row.kenteken);
      for (const row of sets['8ys7-d773']) {
        const fuel = fuelOf({ brandstof_volgnummer: '1', ...row });
        expect(fuel).toMatchObject({
          fuel: row.brandstof_omschrijving,
          netPowerKw: Number(row.nettomaximumvermogen),
        });
      }
    }
  });
});
