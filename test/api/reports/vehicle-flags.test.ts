import { describe, expect, it } from 'vitest';
import { assessRisk, riskLevel } from '../../../api/reports/vehicle-flags.ts';
import { VEHICLE_SOURCES } from '../../../api/reports/vehicle-sources.ts';
import type { RegisteredVehicle, VehicleRecall } from '../../../db/vehicle-register/registered-vehicle.ts';
import { recallRow, vehicleRecord } from './vehicle-record.ts';

const TODAY = '2026-11-27';
const ALL = new Set<string>(Object.values(VEHICLE_SOURCES));
const NO_INSPECTIONS = { since: null, inspections: [] };

function assess(columns: Partial<RegisteredVehicle>, recalls: VehicleRecall[] = [], available = ALL) {
  return assessRisk(vehicleRecord(columns, { recalls }), TODAY, available, NO_INSPECTIONS);
}

/** Codes with their severity, as `code:severity`. */
function flags(
  columns: Partial<RegisteredVehicle>,
  recalls: VehicleRecall[] = [],
  available = ALL,
): string[] {
  return assess(columns, recalls, available).flags.map(({ code, severity }) => `${code}:${severity}`);
}

describe('flags', () => {
  it.each<[string, Partial<RegisteredVehicle>, string[]]>([
    ['nothing known', {}, []],
    ['logical odometer', { odometerVerdict: 'Logisch', odometerCode: '00' }, []],
    ['turned back', { odometerVerdict: 'Onlogisch', odometerCode: '04' }, ['odometer_illogical:high']],
    ['rolled over', { odometerVerdict: 'Geen oordeel', odometerCode: '01' }, ['odometer_rollover:medium']],
    [
      'counter replaced',
      { odometerVerdict: 'Geen oordeel', odometerCode: '02' },
      ['odometer_replaced:medium'],
    ],
    ['abroad before', { odometerCode: '05' }, ['odometer_foreign_or_replated:medium']],
    ['one reading', { odometerCode: '06' }, ['odometer_too_few_readings:info']],
    ['judged before', { odometerCode: '07' }, ['odometer_nap_illogical:medium']],
    ['not registered', { odometerVerdict: 'Niet geregistreerd' }, ['odometer_not_registered:info']],
    ['not registered, by code', { odometerCode: 'NG' }, ['odometer_not_registered:info']],
    ['transfer blocked', { transferPossible: false }, ['transfer_blocked:high']],
    ['taxi', { taxi: true }, ['taxi:medium']],
    ['not insured', { insured: false }, ['not_insured:medium']],
    ['pitfall 6: insurance not applicable', { insured: null, insuranceNotApplicable: true }, []],
    ['exported, so not insured here', { exported: true, insured: false }, ['exported:high']],
    [
      'imported after 61 days',
      { firstAdmission: '2020-01-01', firstDutchRegistration: '2020-03-02' },
      ['imported:medium'],
    ],
    ['sold after 60 days', { firstAdmission: '2020-01-01', firstDutchRegistration: '2020-03-01' }, []],
    ['price of one euro', { cataloguePriceEur: 1 }, ['catalogue_value_suspect:info']],
    ['pitfall 29: price of millions', { cataloguePriceEur: 9_904_818 }, ['catalogue_value_suspect:info']],
    ['price of an ordinary car', { cataloguePriceEur: 41_772 }, []],
    ['holder of 89 days', { holderSince: '2026-08-30' }, ['recent_owner_change:medium']],
    ['holder of 90 days', { holderSince: '2026-08-29' }, []],
    ['first holder of a new car', { holderSince: '2026-11-01', firstDutchRegistration: '2026-11-01' }, []],
    ['expired yesterday', { inspectionExpiry: '2026-11-26' }, ['apk_expired:medium']],
    ['expires today', { inspectionExpiry: '2026-11-27' }, ['apk_expiring_soon:info']],
    ['expires in 60 days', { inspectionExpiry: '2027-01-26' }, ['apk_expiring_soon:info']],
    ['expires in 61 days', { inspectionExpiry: '2027-01-27' }, []],
    ['expired, and exported', { inspectionExpiry: '2020-01-01', exported: true }, ['exported:high']],
    [
      'pitfall 30: expired, and 50 years old',
      { inspectionExpiry: '2019-01-01', firstAdmission: '1976-11-27' },
      ['apk_exempt:info'],
    ],
    [
      'expired, and 50 years old tomorrow',
      { inspectionExpiry: '2019-01-01', firstAdmission: '1976-11-28' },
      ['apk_expired:medium'],
    ],
  ])('%s', (_case, columns, expected) => {
    expect(flags(columns)).toEqual(expected);
  });

  it('say within 30 days that it is urgent', () => {
    const message = (expiry: string) => assess({ inspectionExpiry: expiry }).flags[0]?.message;
    expect(message('2026-12-27')).toBe('The periodic inspection expires in 30 days (urgent).');
    expect(message('2026-12-28')).toBe('The periodic inspection expires in 31 days.');
  });

  it('carry their evidence', () => {
    expect(assess({ odometerVerdict: 'Onlogisch', odometerCode: '04' }).flags).toEqual([
      {
        code: 'odometer_illogical',
        severity: 'high',
        message: 'A later odometer reading is lower than an earlier one: turned back, or a typing error.',
        evidence: { dataset: 'registered-vehicles', field: 'tellerstandoordeel', value: 'Onlogisch' },
      },
    ]);
  });
});

describe('recall flags', () => {
  it.each<[string, Partial<VehicleRecall>, string]>([
    ['accident with injury', { hazardCodes: ['ONG'] }, 'open_recall:high'],
    ['more serious injury', { hazardCodes: ['MIL', 'TEL'] }, 'open_recall:high'],
    ['fire', { hazardCodes: ['BRA'] }, 'open_recall:high'],
    ['environment only', { hazardCodes: ['MIL'], riskCode: 'ERN' }, 'open_recall:medium'],
    ['hazards unknown, rated serious', { riskCode: 'ERN' }, 'open_recall:high'],
    ['hazards unknown, not rated', {}, 'open_recall:medium'],
    ['repaired', { statusCode: 'P', hazardCodes: ['ONG'] }, 'recall_repaired:info'],
  ])('%s', (_case, columns, expected) => {
    expect(flags({}, [recallRow(columns)])).toEqual([expected]);
  });

  it('pitfall 22: every recall is looked at', () => {
    const recalls = [
      recallRow({ statusCode: 'P' }),
      recallRow({ reference: 'MGP180384', hazardCodes: ['BRA'] }),
    ];
    expect(flags({ openRecallIndicated: true }, recalls)).toEqual([
      'recall_repaired:info',
      'open_recall:high',
    ]);
  });

  it('report an indicator that no recall bears out', () => {
    expect(flags({ openRecallIndicated: true })).toEqual([
      'open_recall:medium',
      'recall_status_conflict:medium',
    ]);
  });

  it('say when recalls could not be looked at, and call that no conflict', () => {
    const { flags: found, basis } = assess(
      { openRecallIndicated: true },
      [],
      new Set([VEHICLE_SOURCES.vehicles]),
    );
    expect(found.map(({ code }) => code)).toEqual(['source_unavailable', 'open_recall']);
    expect(basis).toEqual(['registered-vehicles']);
  });
});

describe('risk level', () => {
  it.each([
    [[], 'low'],
    [['info', 'info', 'info'], 'low'],
    [['medium'], 'medium'],
    [['medium', 'info', 'medium'], 'medium'],
    [['medium', 'medium', 'medium'], 'high'],
    [['info', 'high'], 'high'],
  ] as const)('%j is %s', (severities, level) => {
    expect(riskLevel(severities.map((severity) => ({ severity })))).toBe(level);
  });
});
