import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packPostcodeNumber, unpackPostcodeNumber } from '../../db/postcode-number.ts';

const capital = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const postcode = fc
  .tuple(fc.integer({ min: 1000, max: 9999 }), capital, capital)
  .map(([digits, first, second]) => `${digits}${first}${second}`);
const houseNumber = fc.integer({ min: 1, max: 99_999 });

describe('a postcode and a number in one integer', () => {
  it('is what the schema says of 1012LG', () => {
    expect(packPostcodeNumber('1012LG', 1)).toBe(68_440_400_001);
  });

  it('comes back, and keeps the order of postcode and number', () => {
    fc.assert(
      fc.property(postcode, houseNumber, postcode, houseNumber, (one, number, other, otherNumber) => {
        const key = packPostcodeNumber(one, number) ?? Number.NaN;
        expect(Number.isSafeInteger(key)).toBe(true);
        expect(unpackPostcodeNumber(key)).toEqual({ postcode: one, houseNumber: number });
        const otherKey = packPostcodeNumber(other, otherNumber) ?? Number.NaN;
        const before = one === other ? number < otherNumber : one < other;
        expect(key < otherKey).toBe(before);
      }),
    );
  });

  it.each<[string, number]>([
    ['0123AB', 1],
    ['1012lg', 1],
    ['1012 LG', 1],
    ['1012L', 1],
    ['1012LG', 0],
    ['1012LG', 100_000],
    ['1012LG', 1.5],
  ])('refuses %s %d', (text, number) => {
    expect(packPostcodeNumber(text, number)).toBeUndefined();
  });
});
