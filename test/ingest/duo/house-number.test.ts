import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHouseNumber } from '../../../ingest/sources/duo/house-number.ts';

describe('HUISNUMMER-TOEVOEGING', () => {
  it.each([
    ['12', 12, null],
    ['60-A', 60, 'A'],
    ['60 A', 60, 'A'],
    ['60A', 60, 'A'],
    ['12-14', 12, '14'],
    ['12 - 14', 12, '14'],
    ['51 bis', 51, 'bis'],
    ['2-HG 3', 2, 'HG 3'],
    ['4/6', 4, '6'],
    ['  7   ', 7, null],
    ['7 -', 7, null],
    ['007', 7, null],
    ['99999', 99_999, null],
  ])('%j is number %d and suffix %j', (text, houseNumber, suffix) => {
    expect(parseHouseNumber(text)).toEqual({ houseNumber, suffix });
  });

  it.each(['', ' ', '-', 'A', 'ong.', '0', '123456', '-5'])('%j has no number', (text) => {
    expect(parseHouseNumber(text)).toEqual({ houseNumber: null, suffix: null });
  });

  const number = fc.integer({ min: 1, max: 99_999 });
  const blanks = fc.constantFrom('', ' ', '   ');

  it('any number and suffix come back, however they are joined and padded', () => {
    const separator = fc.constantFrom('-', ' ', ' - ', '/', '  -');
    const suffix = fc.stringMatching(/^[A-Za-z0-9]{1,4}$/);
    fc.assert(
      fc.property(blanks, number, separator, suffix, blanks, (before, houseNumber, join, text, after) => {
        expect(parseHouseNumber(`${before}${houseNumber}${join}${text}${after}`)).toEqual({
          houseNumber,
          suffix: text,
        });
      }),
    );
  });

  it('a letter needs no separator', () => {
    fc.assert(
      fc.property(number, fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,3}$/), (houseNumber, suffix) => {
        expect(parseHouseNumber(`${houseNumber}${suffix}`)).toEqual({ houseNumber, suffix });
      }),
    );
  });

  it('whatever the text is, a number is within its range and a suffix is trimmed and not empty', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d \-A-Z]{0,8}$/)), (text) => {
        const { houseNumber, suffix } = parseHouseNumber(text);
        if (houseNumber === null) expect(suffix).toBeNull();
        else expect(houseNumber >= 1 && houseNumber <= 99_999).toBe(true);
        if (suffix !== null) expect(suffix).toMatch(/^[^\s\-/.,](.*[^\s\-/.,])?$/s);
      }),
    );
  });
});
