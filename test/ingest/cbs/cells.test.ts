import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFigure, parseRegionCode, parseText } from '../../../ingest/sources/cbs/cells.ts';

describe('a figure', () => {
  it.each<[string, unknown, number | null | undefined]>([
    ['a number', 1100, 1100],
    ['pitfall 11: zero, which is a value', 0, 0],
    ['pitfall 11: null, which is not zero', null, null],
    ['an absent cell', undefined, null],
    ['a padded number of the untyped set', '   135.5', 135.5],
    ['pitfall 22: a decimal comma', ' 26,4', 26.4],
    ['pitfall 22: a lone comma', ',', null],
    ['a padded dot', '       .', null],
    ['blanks', '    ', null],
    ['an x', 'x', null],
    ['a dash', '-', null],
    ['pitfall 9: a secret value', -99997, null],
    ['pitfall 9: one published later', '-99995', null],
    ['pitfall 9: the sentinel of 2021', -99999999, null],
    ['a negative value that is one', -12, -12],
    ['a text', 'geheim', undefined],
    ['thousands with a dot, which no table has', '1.234,5', undefined],
    ['an object', {}, undefined],
    ['not a number', Number.NaN, undefined],
  ])('%s', (_, cell, expected) => {
    expect(parseFigure(cell)).toBe(expected);
  });

  it('reads every number above the sentinels back, with a point, a comma or padding', () => {
    const figure = fc.double({ min: -99_989, max: 1e9, noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(figure, fc.nat(12), fc.boolean(), (exact, padding, comma) => {
        const text = exact.toFixed(1);
        const cell = ' '.repeat(padding) + (comma ? text.replace('.', ',') : text);
        expect(parseFigure(cell)).toBe(Number(text));
      }),
    );
  });
});

describe('a region code', () => {
  it('pitfall 5: keys are padded to 10', () => {
    expect(parseRegionCode('NL00      ')?.code).toBe('NL00');
    expect(parseRegionCode('GM0363    ')).toEqual({
      code: 'GM0363',
      kind: 'municipality',
      districtCode: null,
      municipalityCode: null,
    });
  });

  it('pitfall 10: Amsterdam has letters', () => {
    expect(parseRegionCode('BU0363AF09')).toEqual({
      code: 'BU0363AF09',
      kind: 'neighbourhood',
      districtCode: 'WK0363AF',
      municipalityCode: 'GM0363',
    });
    expect(parseRegionCode('WK0363AF  ')).toMatchObject({ kind: 'district', municipalityCode: 'GM0363' });
  });

  it.each(['', '.', 'PV25', 'BU363AF09', 'BU0363af09', 'LD01  ', null, 12])('refuses %j', (cell) => {
    expect(parseRegionCode(cell)).toBeUndefined();
  });
});

it('reads padded text, and a dot as none', () => {
  expect(parseText('Doesburg                                ')).toBe('Doesburg');
  expect(parseText('         .')).toBeNull();
});
