import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinedSuffix, type Suffixed, withSuffix } from '../../../api/reports/address-suffix.ts';

/** `A|2`: letter and addition. */
function row(text: string): Suffixed {
  const [letter = '', addition = ''] = text.split('|');
  return { houseLetter: letter || null, addition: addition || null };
}

function found(rows: readonly string[], typed: string): string[] {
  return withSuffix(rows.map(row), { text: typed }).map(
    ({ houseLetter, addition }) => `${houseLetter ?? ''}|${addition ?? ''}`,
  );
}

describe('withSuffix, suffix in one piece', () => {
  it.each([
    ['2hg', ['|2HG', '|2', '|'], ['|2HG']],
    ['2 HG', ['|2HG'], ['|2HG']],
    ['-2hg', ['|2HG'], ['|2HG']],
    ['HS', ['|H', '|HS'], ['|HS']],
    ['H', ['|H', '|HS'], ['|H']],
    ['K1', ['K|1', '|1'], ['K|1']],
    ['K 1', ['K|1', '|1'], ['K|1']],
    ['A-1', ['A|1', 'A|', '|1'], ['A|1']],
    ['bis', ['|BIS', '|'], ['|BIS']],
    ['II', ['|II', '|I'], ['|II']],
    ['b', ['B|', '|'], ['B|']],
    ['', ['|', 'A|'], ['|']],
    ['C', ['A|', 'B|'], []],
  ])('"%s" among %j is %j', (typed, rows, expected) => {
    expect(found(rows, typed)).toEqual(expected);
  });

  it('lets case decide where a and A are two addresses, and only there', () => {
    expect(found(['a|', 'A|'], 'a')).toEqual(['a|']);
    expect(found(['a|', 'A|'], 'A')).toEqual(['A|']);
    expect(found(['a|'], 'A')).toEqual(['a|']);
  });

  it('pitfall 17: case and separators are no reason to miss an address', () => {
    expect(found(['A|'], '-a')).toEqual(['A|']);
    expect(found(['|A'], ' a')).toEqual(['|A']);
  });

  it('leaves it open when a letter and an addition read the same', () => {
    expect(found(['A|', '|A'], 'a')).toEqual(['A|', '|A']);
  });

  it('never finds a row that reads otherwise than what was typed', () => {
    const suffix = fc.record({
      houseLetter: fc.option(fc.constantFrom('A', 'a', 'B', 'H')),
      addition: fc.option(fc.string({ unit: fc.constantFrom(...'12aAHhS'), minLength: 1, maxLength: 4 })),
    });
    const separator = fc.constantFrom('', '-', ' ', '/', '. ');
    fc.assert(
      fc.property(
        fc.array(suffix, { maxLength: 8 }),
        suffix,
        separator,
        fc.boolean(),
        (rows, wanted, gap, lower) => {
          const joined = `${wanted.houseLetter ?? ''}${gap}${wanted.addition ?? ''}`;
          const typed = lower ? joined.toLowerCase() : joined;
          const matches = withSuffix(rows, { text: typed });
          for (const match of matches) {
            expect(joinedSuffix(match).toLowerCase()).toBe(joinedSuffix(wanted).toLowerCase());
          }
          const exists = rows.some(
            (candidate) => joinedSuffix(candidate).toLowerCase() === joinedSuffix(wanted).toLowerCase(),
          );
          expect(matches.length > 0).toBe(exists);
        },
      ),
    );
  });
});

describe('withSuffix, letter and addition apart', () => {
  it('tells a letter from an addition that reads the same (3581KL 49 has addition A and no letter)', () => {
    const rows = [row('A|'), row('|A')];
    expect(withSuffix(rows, { letter: 'A', addition: '' })).toEqual([row('A|')]);
    expect(withSuffix(rows, { letter: '', addition: 'a' })).toEqual([row('|A')]);
  });

  it('accepts both in the wrong field when that is the only one that fits', () => {
    expect(withSuffix([row('|A')], { letter: 'a', addition: '' })).toEqual([row('|A')]);
    expect(withSuffix([row('A|1')], { letter: '', addition: 'a-1' })).toEqual([row('A|1')]);
  });
});
