import { describe, expect, it } from 'vitest';
import { vehicleCo2, vehiclePower } from '../../../api/reports/vehicle-power.ts';
import { fuelRow } from './vehicle-record.ts';

const petrol = (columns = {}) => fuelRow({ sequence: 1, fuel: 'Benzine', ...columns });
const battery = (columns = {}) => fuelRow({ sequence: 2, fuel: 'Elektriciteit', ...columns });

describe('power', () => {
  it('pitfall 27: is that of the strongest motor, never a sum', () => {
    const fuels = [petrol({ netPowerKw: 55 }), battery({ continuousPowerKw: 10.1 })];
    expect(vehiclePower(fuels)).toMatchObject({
      power_kw: 55,
      power_hp: 75,
      power_kw_per_fuel: [
        { fuel: 'petrol', power_kw: 55 },
        { fuel: 'electricity', power_kw: 10.1 },
      ],
    });
  });

  it('of an electric motor is its maximum before what it can go on giving', () => {
    const motor = battery({ electricPowerKw: 135, continuousPowerKw: 70, netPowerKw: 1 });
    expect(vehiclePower([motor])).toMatchObject({ power_kw: 135, drivetrain: 'electric' });
    expect(vehiclePower([battery({ netPowerKw: 1 })]).power_kw).toBeNull();
  });

  it.each([
    ['an electric car', [battery({ rangeElectricWltpKm: 513, rangeOtherKm: 600 })], 513],
    [
      'a plug-in hybrid',
      [petrol({ hybridClass: 'OVC-HEV' }), battery({ rangeChargedWltpKm: 45, rangeElectricWltpKm: 50 })],
      45,
    ],
    ['a car that was tested otherwise', [battery({ rangeOtherKm: 412 })], 412],
    ['a petrol car', [petrol()], null],
    ['a trailer', [], null],
  ] as const)('range of %s', (_what, fuels, km) => {
    expect(vehiclePower(fuels).electric_range_km).toBe(km);
  });
});

describe('CO2', () => {
  it('pitfall 28: comes with the test it is from, the newer one first', () => {
    expect(
      vehicleCo2([
        petrol({
          co2NedcGPerKm: 122,
          co2WltpGPerKm: 157,
          consumptionNedcLPer100Km: 5.4,
          consumptionWltpLPer100Km: 6.9,
        }),
      ]),
    ).toEqual({
      g_per_km: 157,
      cycle: 'wltp',
      weighted: false,
      wltp_g_per_km: 157,
      nedc_g_per_km: 122,
      consumption_l_per_100km: 6.9,
    });
  });

  it('of a plug-in hybrid is the weighted figure, where there is one', () => {
    const plugIn = petrol({ hybridClass: 'OVC-HEV', co2WltpWeightedGPerKm: 46, co2WltpGPerKm: 160 });
    expect(vehicleCo2([plugIn, battery()])).toMatchObject({ g_per_km: 46, cycle: 'wltp', weighted: true });
    const former = petrol({ hybridClass: 'OVC-HEV', co2NedcGPerKm: 40, consumptionNedcLPer100Km: 1.7 });
    expect(vehicleCo2([former, battery()])).toMatchObject({
      g_per_km: 40,
      cycle: 'nedc',
      weighted: false,
      consumption_l_per_100km: 1.7,
    });
  });

  it('of another hybrid is never weighted', () => {
    const hybrid = petrol({ hybridClass: 'NOVC-HEV', co2WltpWeightedGPerKm: 46, co2WltpGPerKm: 103 });
    expect(vehicleCo2([hybrid, battery()])).toMatchObject({ g_per_km: 103, weighted: false });
  });

  it('is 0 for electricity alone, and not known for what is not registered', () => {
    expect(vehicleCo2([battery()])).toMatchObject({ g_per_km: 0, cycle: null });
    for (const fuels of [[], [petrol()], [fuelRow({ fuel: 'Waterstof' }), battery()]]) {
      expect(vehicleCo2(fuels)).toMatchObject({ g_per_km: null, cycle: null, weighted: null });
    }
  });
});
