import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatPlate,
  integerToPlate,
  isPlate,
  normalisePlate,
  plateToInteger,
  sidecode,
} from '../../db/plate.ts';

/** One plate of each of the 14 shapes, with its dashes. */
const SHAPES = [
  [1, 'HJ1234', 'HJ-12-34'],
  [2, '1234HJ', '12-34-HJ'],
  [3, '12HJ34', '12-HJ-34'],
  [4, 'HJ12KL', 'HJ-12-KL'],
  [5, 'HJKL12', 'HJ-KL-12'],
  [6, '12HJKL', '12-HJ-KL'],
  [7, '12HJK3', '12-HJK-3'],
  [8, '1HJK23', '1-HJK-23'],
  [9, 'HJ123K', 'HJ-123-K'],
  [10, 'G001BB', 'G-001-BB'],
  [11, 'HJK12L', 'HJK-12-L'],
  [12, 'H12JKL', 'H-12-JKL'],
  [13, '1HJ234', '1-HJ-234'],
  [14, '123HJ4', '123-HJ-4'],
] as const;

const SAMPLES = '../shared/data/rdw/plates/sidecode-samples.json';

describe('licence plates', () => {
  it.each(SHAPES)('sidecode %i: %s is written %s', (series, plate, formatted) => {
    expect(sidecode(plate)).toBe(series);
    expect(formatPlate(plate)).toBe(formatted);
    expect(normalisePlate(formatted.toLowerCase())).toBe(plate);
  });

  describe.skipIf(!existsSync(SAMPLES))('the published samples', () => {
    it('have the series and the dashes that are stated for them, and letters are not judged', () => {
      const samples = JSON.parse(readFileSync(SAMPLES, 'utf8')) as {
        valid: { raw: string; formatted: string; series: number }[];
        forbidden: { plate: string }[];
      };
      for (const { raw, formatted, series } of samples.valid) {
        expect([raw, sidecode(raw), formatPlate(raw)]).toEqual([raw, series, formatted]);
      }
      // Such plates do exist in the register.
      for (const { plate } of samples.forbidden) expect(normalisePlate(plate)).toBe(plate);
    });
  });

  it.each(['11-ZKZ-3', '11 zkz 3', ' 11.ZKZ.3 ', '11–ZKZ–3', '11_zkz_3', '1-1-Z-K-Z-3'])(
    'reads "%s" as people write it',
    (written) => {
      expect(normalisePlate(written)).toBe('11ZKZ3');
    },
  );

  it('pitfall 34: letters that only look like, or fold to, ASCII are not accepted', () => {
    for (const written of ['11ZKß3', '1ßKZ3', '11ZKı3', '11ﬁZ3', '１１ZKZ3', '11ZKZ３']) {
      expect(normalisePlate(written)).toBeUndefined();
    }
  });

  it.each(['', '11ZKZ', '11ZKZ33', 'ABCDEF', '123456', 'A'.repeat(5000), '11-ZKZ-3; DROP', '11\tZKZ3'])(
    'refuses "%.20s"',
    (written) => {
      expect(normalisePlate(written)).toBeUndefined();
    },
  );

  it('O and 0 are two characters: neither is repaired', () => {
    expect(normalisePlate('0O11BB')).toBe('0O11BB');
  });

  it('pitfall 8: 0001TJ and 11E111 keep their characters as keys of the store', () => {
    expect(integerToPlate(plateToInteger('0001TJ'))).toBe('0001TJ');
    expect(integerToPlate(plateToInteger('11E111'))).toBe('11E111');
    expect(plateToInteger('000000')).toBe(0);
    expect(plateToInteger('ZZZZZZ')).toBe(36 ** 6 - 1);
  });

  const plates = fc.stringMatching(/^[A-Z0-9]{6}$/).filter((text) => /[A-Z]/.test(text) && /\d/.test(text));

  it('every plate survives the store and its own dashes', () => {
    fc.assert(
      fc.property(plates, (plate) => {
        expect(integerToPlate(plateToInteger(plate))).toBe(plate);
        expect(normalisePlate(formatPlate(plate))).toBe(plate);
      }),
    );
  });

  it('keys sort as plates do', () => {
    fc.assert(
      fc.property(plates, plates, (one, other) => {
        expect(Math.sign(plateToInteger(one) - plateToInteger(other))).toBe(
          one === other ? 0 : one < other ? -1 : 1,
        );
      }),
    );
  });

  it('whatever is typed, what comes out is a plate or nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (written) => {
        const plate = normalisePlate(written);
        expect(plate === undefined || isPlate(plate)).toBe(true);
      }),
    );
  });
});
