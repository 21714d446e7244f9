import { describe, expect, it } from 'vitest';
import { isListed, locationQualityOf, numberOf, textOf } from '../../db/monument-values.ts';

describe('numbers', () => {
  it.each([
    ['523080', 523080],
    [523080, 523080],
    ['523080.0', 523080],
    [' 6575 ', 6575],
    ['', null],
    [null, null],
    [0, null],
    ['-1', null],
    ['RM523080', null],
    ['12.5', null],
    [{}, null],
  ])('%j is %j', (value, expected) => {
    expect(numberOf(value)).toBe(expected);
  });
});

describe('words', () => {
  it('are listed only as "rijksmonument", in any case', () => {
    expect(isListed('Rijksmonument')).toBe(true);
    for (const other of ['voorbeschermd', 'rijksmonument (afgevoerd)', '', null, 1]) {
      expect(isListed(other)).toBe(false);
    }
  });

  it.each([
    ['globaal', 'approximate'],
    ['Exact', 'exact'],
    ['besluit', 'decision'],
    ['onbekend', null],
    [null, null],
  ])('%j is the quality %j', (value, quality) => {
    expect(locationQualityOf(value)).toBe(quality);
  });

  it('are null where they are blank or no text', () => {
    expect(['', ' ', null, undefined, {}, true].map(textOf)).toEqual(Array(6).fill(null));
  });
});
