import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviationClass, situationClass } from '../../../ingest/sources/bzk/classes.ts';

describe('classes', () => {
  it.each([
    [3.34, 1],
    [3.7, 2],
    [3.8, 3],
    [3.9, 4],
    [3.95, 5],
    [4.05, 6],
    [4.15, 7],
    [4.2, 8],
    [4.473, 9],
  ])('the score %d is of class %d', (score, expected) => {
    expect(situationClass(score)).toBe(expected);
  });

  it.each([
    [-0.3, 1],
    [-0.2, 2],
    [-0.1, 3],
    [-0.05, 4],
    [0, 5],
    [0.05, 6],
    [0.1, 7],
    [0.2, 8],
    [0.371047, 9],
  ])('the deviation %d is of class %d', (deviation, expected) => {
    expect(deviationClass(deviation)).toBe(expected);
  });

  it('a larger value is never of a lower class', () => {
    const value = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(value, value, (one, other) => {
        const [smaller, larger] = one < other ? [one, other] : [other, one];
        expect(deviationClass(smaller)).toBeLessThanOrEqual(deviationClass(larger));
        expect(situationClass(4 + smaller)).toBeLessThanOrEqual(situationClass(4 + larger));
      }),
    );
  });
});
