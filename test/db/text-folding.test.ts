import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText, squeezeText } from '../../db/text-folding.ts';

describe('foldText', () => {
  it.each([
    ["'s-Gravenhage", 's gravenhage'],
    ['A.B.C.-straat', 'a b c straat'],
    ['Brânbuorren', 'branbuorren'],
    ['Súdkant', 'sudkant'],
    ['Curaçaostraat', 'curacaostraat'],
    ['Drieërweg', 'drieerweg'],
    ['\u0132sselkade', 'ijsselkade'],
    ['\u0133sselkade', 'ijsselkade'],
    ['Børgerstraße', 'borgerstrasse'],
    ['Laan 1940-1945', 'laan 1940 1945'],
    ['  Park  & Ride\tNoord ', 'park ride noord'],
    ['Ｄａｍ　１', 'dam 1'],
    ['van ’t Hoff', 'van t hoff'],
    ['\u0130zmirstraat', 'izmirstraat'],
    ['...', ''],
  ])('%s becomes "%s"', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('folds what is folded to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
    );
  });

  it('does not see case, composition or separators', () => {
    const name = fc.string({ unit: fc.constantFrom(...'abçéîöûÉÑ1234'), minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(name, name, fc.constantFrom(' ', '-', '. ', ' / ', "'"), (left, right, separator) => {
        const text = `${left}${separator}${right}`;
        expect(foldText(text.toUpperCase())).toBe(foldText(text));
        expect(foldText(text.normalize('NFD'))).toBe(foldText(text));
        expect(foldText(text)).toBe(`${foldText(left)} ${foldText(right)}`);
      }),
    );
  });

  it('leaves only letters, digits and single blanks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(foldText(text)).toMatch(/^(?:[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*)?$/u);
      }),
    );
  });
});

describe('squeezeText', () => {
  it('makes one of words that are written apart or together', () => {
    expect(squeezeText('Kerk straat')).toBe(squeezeText('kerk-straat'));
    expect(squeezeText('A.B.C.-straat')).toBe('abcstraat');
  });
});
