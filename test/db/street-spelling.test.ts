import fc from 'fast-check';
import { distance } from 'fastest-levenshtein';
import { describe, expect, it } from 'vitest';
import { streetKey } from '../../db/street-key.ts';
import { beginningsOneErrorAway, keysOneErrorAway } from '../../db/street-spelling.ts';

const NAME = fc.stringMatching(/^[a-z]{3,20}$/);

describe('keysOneErrorAway', () => {
  it.each([
    ['a letter too many', 'keerkstraat'],
    ['a letter too few', 'krkstraat'],
    ['another letter', 'kurkstraat'],
    ['two that changed places', 'krekstraat'],
    ['an abbreviation', 'kurkstr'],
    ['the first letter', 'lerkstraat'],
    ['the last letter', 'kerkstraad'],
  ])('has the right name after %s: %s', (_what, typed) => {
    expect(keysOneErrorAway(typed)).toContain('kerkstraat');
  });

  it('never has the name itself, nor one that is farther away than a change of places', () => {
    fc.assert(
      fc.property(NAME, (name) => {
        const key = streetKey(name);
        const keys = keysOneErrorAway(name);
        expect(keys).not.toContain(key);
        expect(keys.every((one) => distance(one, key) <= 2)).toBe(true);
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });

  it('leaves names alone that are too long for it', () => {
    expect(keysOneErrorAway('a'.repeat(25))).toEqual([]);
  });
});

describe('beginningsOneErrorAway', () => {
  it('corrects what has been typed so far, and never only shortens it', () => {
    expect(beginningsOneErrorAway('keizesrgr')).toContain('keizersgr');
    expect(beginningsOneErrorAway('keiizersgr')).toContain('keizersgr');
    fc.assert(
      fc.property(NAME, (typed) => {
        expect(beginningsOneErrorAway(typed).some((one) => typed.startsWith(one))).toBe(false);
      }),
    );
  });
});
