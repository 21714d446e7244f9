import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  dateValue,
  flagValue,
  isoDate,
  numberValue,
  outcomeValue,
  positiveValue,
  textValue,
} from '../../../db/vehicle-register/field-values.ts';

const never = () => {
  throw new Error('nothing should be discarded');
};

describe('values of the vehicle register', () => {
  it.each([
    '',
    '  ',
    'Niet geregistreerd',
    'N.v.t.',
    'Geen verstrekking in Open Data',
    'Niet bekend',
    '(Nog) niet bekend',
  ])('pitfall 4: "%s" says nothing', (text) => {
    expect(textValue(text)).toBeNull();
  });

  it('keeps texts as they are, without the blanks around them', () => {
    expect(textValue('3*RFN*')).toBe('3*RFN*');
    expect(textValue('ASTRA  ')).toBe('ASTRA');
  });

  it('an odometer verdict may be "not registered"', () => {
    expect(outcomeValue('Niet geregistreerd')).toBe('Niet geregistreerd');
    expect(outcomeValue('')).toBeNull();
  });

  it('pitfall 38: some columns say Ja and Nee, others J and N', () => {
    expect(['Ja', 'J', 'Nee', 'N'].map((text) => flagValue(text, 'taxi', never))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('pitfall 6: what does not apply or is absent is neither yes nor no', () => {
    expect(flagValue('N.v.t.', 'insured', never)).toBeNull();
    expect(flagValue('', 'insured', never)).toBeNull();
  });

  it('reports a flag that is none of the known words, and drops it', () => {
    const onDiscard = vi.fn();
    expect(flagValue('Misschien', 'taxi', onDiscard)).toBeNull();
    expect(onDiscard).toHaveBeenCalledWith('taxi', 'Misschien');
  });

  it.each([
    ['1499', 1499],
    ['0', 0],
    ['100.00', 100],
    ['6.900', 6.9],
    ['0.00039', 0.00039],
    ['1,796', 1796],
    ['1,234,567.5', 1_234_567.5],
    ['-3', -3],
    ['', null],
  ])('number "%s" is %s', (text, value) => {
    expect(numberValue(text, 'x', never)).toBe(value);
  });

  it.each(['12,5', '1e5', '0x10', 'Infinity', '1.2.3', 'elf', '1,79', '12 000'])(
    '"%s" is not a number here: it is dropped and reported',
    (text) => {
      const onDiscard = vi.fn();
      expect(numberValue(text, 'length', onDiscard)).toBeNull();
      expect(onDiscard).toHaveBeenCalledOnce();
    },
  );

  it('pitfall 5: 0 is "not recorded" where it cannot be true', () => {
    expect(positiveValue('0', 'lengthCm', never)).toBeNull();
    expect(positiveValue('0.00', 'netPowerKw', never)).toBeNull();
    expect(positiveValue('430', 'lengthCm', never)).toBe(430);
  });

  it.each([
    '20260230',
    '20261301',
    '20260001',
    '20250229',
    '19000229',
    '1',
    '99999999',
    '20260100',
    '202602',
  ])('pitfall 7: %s is no day of the calendar', (text) => {
    const onDiscard = vi.fn();
    expect(dateValue(text, 'firstAdmission', onDiscard)).toBeNull();
    expect(onDiscard).toHaveBeenCalledOnce();
  });

  it('pitfall 7: zeros are no date, and not an error', () => {
    for (const text of ['', '0', '00000000']) expect(dateValue(text, 'firstAdmission', never)).toBeNull();
  });

  it('reads days as they are: no clock and no time zone has a part in it', () => {
    expect(isoDate(dateValue('20240229', 'x', never))).toBe('2024-02-29');
    expect(isoDate(dateValue('20000229', 'x', never))).toBe('2000-02-29');
    expect(isoDate(null)).toBeNull();
  });

  it('pitfall 31: the second copies of dates, in whatever form, are not taken for dates', () => {
    for (const text of ['07/02/2023 12:00:00 AM', '2023-07-02T00:00:00.000', '2027-10-18T00:00:00']) {
      const onDiscard = vi.fn();
      expect(dateValue(text, 'x', onDiscard)).toBeNull();
      expect(onDiscard).toHaveBeenCalledOnce();
    }
  });

  it('accepts exactly the days that the calendar has', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 9999 }),
        fc.integer({ min: 0, max: 14 }),
        fc.integer({ min: 0, max: 33 }),
        (year, month, day) => {
          const text = `${year}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`;
          const date = new Date(Date.UTC(year, month - 1, day));
          const exists =
            date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
          expect(dateValue(text, 'x', () => {})).toBe(exists ? Number(text) : null);
        },
      ),
    );
  });

  it('whole numbers come back as they were written, with and without commas', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 40 }), (number) => {
        expect(numberValue(String(number), 'x', never)).toBe(number);
        expect(numberValue(number.toLocaleString('en-US'), 'x', never)).toBe(number);
      }),
    );
  });
});
