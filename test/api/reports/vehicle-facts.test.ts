import { describe, expect, it } from 'vitest';
import { hasOpenRecall, inspectionState, wasImported } from '../../../api/reports/vehicle-facts.ts';
import { drivetrain, euroClass, fuelList } from '../../../api/reports/vehicle-fuel.ts';
import { lookAlikes } from '../../../api/reports/vehicle-plate.ts';
import type { VehicleFuel } from '../../../db/vehicle-register/registered-vehicle.ts';
import { fuelRow } from './vehicle-record.ts';

const rows = (...columns: Partial<VehicleFuel>[]) =>
  columns.map((one, index) => fuelRow({ sequence: index + 1, ...one }));

describe('inspection', () => {
  const state = (inspectionExpiry: string | null, firstAdmission: string | null = '2010-01-01') =>
    inspectionState({ inspectionExpiry, firstAdmission }, '2026-11-27');

  it.each([
    ['valid on its last day', '2026-11-27', { expiry: '2026-11-27', valid: true, exempt: false }],
    ['expired the day after', '2026-11-26', { expiry: '2026-11-26', valid: false, exempt: false }],
    ['not false where none is registered', null, { expiry: null, valid: null, exempt: false }],
  ])('pitfall 40: is %s', (_case, expiry, expected) => {
    expect(state(expiry)).toEqual(expected);
  });

  it('pitfall 30: of a vehicle of 50 years is not expired', () => {
    expect(state('2019-05-01', '1976-11-27')).toEqual({ expiry: null, valid: null, exempt: true });
    expect(state('2019-05-01', '1976-11-28')).toEqual({ expiry: '2019-05-01', valid: false, exempt: false });
  });

  it('of a vehicle of 50 years is shown while it is valid', () => {
    expect(state('2027-05-01', '1960-01-01')).toEqual({ expiry: '2027-05-01', valid: true, exempt: true });
  });

  it('does not need a date of first admission', () => {
    expect(state('2027-05-01', null)).toEqual({ expiry: '2027-05-01', valid: true, exempt: false });
  });
});

describe('open recall', () => {
  const repaired = { statusCode: 'P' };
  const open = { statusCode: 'O' };
  it.each([
    [true, [], true],
    [true, [repaired], true],
    [false, [], false],
    [false, [open], true],
    [null, [], null],
    [null, [repaired], false],
    [null, [repaired, open], true],
  ])('indicator %s with %j is %s', (openRecallIndicated, recalls, expected) => {
    expect(hasOpenRecall({ openRecallIndicated }, recalls)).toBe(expected);
  });
});

it('import needs both dates', () => {
  expect(wasImported({ firstAdmission: '2018-01-01', firstDutchRegistration: '2020-01-01' })).toBe(true);
  expect(wasImported({ firstAdmission: '2018-01-01', firstDutchRegistration: '2018-01-20' })).toBe(false);
  expect(wasImported({ firstAdmission: null, firstDutchRegistration: '2018-01-20' })).toBeNull();
});

describe('fuel', () => {
  it('pitfall 1: a hybrid is one vehicle with two fuels', () => {
    expect(fuelList(rows({ fuel: 'Benzine' }, { fuel: 'Elektriciteit' }))).toEqual(['petrol', 'electricity']);
  });

  it('pitfall 39: comes in the order of the sequence numbers, as numbers', () => {
    const disordered = [fuelRow({ sequence: 10, fuel: 'CNG' }), fuelRow({ sequence: 2, fuel: 'Benzine' })];
    expect(fuelList(disordered)).toEqual(['petrol', 'cng']);
  });

  it('is empty for a trailer, and keeps a fuel that is new to us', () => {
    expect(fuelList([])).toEqual([]);
    expect(fuelList(rows({ fuel: 'Ammoniak' }))).toEqual(['ammoniak']);
  });
});

describe('drive train', () => {
  it.each<[string, Partial<VehicleFuel>[], string | null]>([
    [
      'pitfall 2: hydrogen',
      [{ fuel: 'Elektriciteit' }, { fuel: 'Waterstof', hybridClass: 'NOVC-FCHV' }],
      'fuel_cell',
    ],
    [
      'charged from outside',
      [{ fuel: 'Benzine', hybridClass: 'OVC-HEV' }, { fuel: 'Elektriciteit' }],
      'plug_in_hybrid',
    ],
    [
      'not charged from outside',
      [{ fuel: 'Benzine' }, { fuel: 'Elektriciteit', hybridClass: 'NOVC-HEV' }],
      'hybrid',
    ],
    ['hybrid of unknown class', [{ fuel: 'Diesel' }, { fuel: 'Elektriciteit' }], 'hybrid'],
    ['battery', [{ fuel: 'Elektriciteit' }], 'electric'],
    ['petrol and gas', [{ fuel: 'Benzine' }, { fuel: 'LPG' }], 'bi_fuel'],
    ['diesel', [{ fuel: 'Diesel' }], 'combustion'],
    ['trailer', [], null],
  ])('%s', (_case, columns, expected) => {
    expect(drivetrain(rows(...columns))).toBe(expected);
  });
});

describe('emission class', () => {
  it.each<[string, Partial<VehicleFuel>[], string | null]>([
    ['as registered', [{ fuel: 'Benzine', emissionLevel: 'EURO 6 DG', emissionCode: '6' }], 'EURO 6 DG'],
    ['from the plain number', [{ fuel: 'Diesel', emissionCode: '4' }], 'EURO 4'],
    [
      'of an electric vehicle',
      [{ fuel: 'Elektriciteit', emissionLevel: 'AX', emissionCode: 'Z' }],
      'Zero emission',
    ],
    ['of an electric vehicle, by code', [{ fuel: 'Elektriciteit', emissionCode: 'Z' }], 'Zero emission'],
    [
      'of a hybrid, by the fuel that burns',
      [
        { fuel: 'Elektriciteit', emissionCode: 'Z' },
        { fuel: 'Benzine', emissionLevel: 'EURO 6 W' },
      ],
      'EURO 6 W',
    ],
    ['unknown', [{ fuel: 'Benzine' }], null],
    ['of a trailer', [], null],
  ])('%s', (_case, columns, expected) => {
    expect(euroClass(rows(...columns))).toBe(expected);
  });
});

describe('look-alike plates', () => {
  it('are none where no character has a twin', () => {
    expect(lookAlikes('85XXXB')).toEqual([]);
  });

  it('are all combinations, without the plate itself', () => {
    const alike = lookAlikes('0001TJ');
    // Four characters have a twin; the plate itself and OOOITJ, which has no digit, are left out.
    expect(alike).toHaveLength(2 ** 4 - 2);
    expect(alike).toContain('OO0ITJ');
    expect(alike).not.toContain('0001TJ');
  });

  it('are every reading that is still a plate', () => {
    expect(lookAlikes('O1ABCD').sort()).toEqual(['01ABCD', '0IABCD']);
  });
});
