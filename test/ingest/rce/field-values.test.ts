import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildingIdOf,
  conceptOf,
  dayOf,
  natureOf,
  objectIdOf,
} from '../../../ingest/sources/rce/field-values.ts';

describe('days', () => {
  it.each([
    ['2001-12-17', '2001-12-17'],
    ['2001-12-17Z', '2001-12-17'],
    ['2001-12-17+01:00', '2001-12-17'],
    ['2001-12-17T00:00:00', '2001-12-17'],
    ['1969/05/13', '1969-05-13'],
    ['19690513', '1969-05-13'],
    ['', null],
    [null, null],
    [undefined, null],
    ['1969', undefined],
    ['2001-02-30', undefined],
    ['2001-13-01', undefined],
    ['1969/05-13', undefined],
    ['196905131', undefined],
    ['13-05-1969', undefined],
  ])('%j is %j', (value, expected) => {
    expect(dayOf(value)).toBe(expected);
  });

  it('all three spellings of a day are the same day', () => {
    const date = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(date, (instant) => {
        const day = instant.toISOString().slice(0, 10);
        expect([day, day.replaceAll('-', '/'), day.replaceAll('-', '')].map(dayOf)).toEqual([day, day, day]);
      }),
    );
  });
});

describe('words', () => {
  it('pitfall 1: a concept is the same before and after its address got the "2/"', () => {
    const old = 'https://data.cultureelerfgoed.nl/term/id/rn/b2d9a59a-fe1e-4552-9a05-3c2acddff864';
    expect(conceptOf(old)).toBe('b2d9a59a-fe1e-4552-9a05-3c2acddff864');
    expect(conceptOf(old.replace('/rn/', '/rn/2/'))).toBe(conceptOf(old));
  });

  it('a monument is built or archaeological', () => {
    expect(natureOf('onroerend gebouwd')).toBe('built');
    expect(natureOf('archeologisch')).toBe('archaeological');
    expect(natureOf('roerend')).toBeUndefined();
    expect(natureOf(null)).toBeUndefined();
  });
});

describe('ids of the address register', () => {
  it.each([
    ['0599010000360091', { id: 599010000360091 }],
    ['599010000360091', { id: 599010000360091 }],
    ['0003010000125985', { id: 3010000125985 }],
    ['0363020012088102', { id: 363020012088102 }],
    ['0000000000000000', { refused: 'zeros' }],
    ['0599100000360091', { refused: 'malformed' }],
    ['12', { refused: 'malformed' }],
    ['', { refused: 'malformed' }],
    ['05990100003600911', { refused: 'malformed' }],
  ])('object %s is %j', (text, expected) => {
    expect(objectIdOf(text)).toEqual(expected);
  });

  it('a building is no object, and the other way round', () => {
    expect(buildingIdOf('654100000003531')).toEqual({ id: 654100000003531 });
    expect(buildingIdOf('654010000001819')).toEqual({ refused: 'malformed' });
  });
});
