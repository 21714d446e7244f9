import { describe, expect, it } from 'vitest';
import {
  SCHOOL_DENOMINATIONS,
  SCHOOL_KIND_TEXTS,
  schoolDenomination,
} from '../../../api/vocabulary/school.ts';
import { SCHOOL_KINDS } from '../../../db/schema/schools.ts';

describe('the words of schools', () => {
  it('have an English text for each kind', () => {
    expect(SCHOOL_KINDS.map((kind) => SCHOOL_KIND_TEXTS[kind])).toEqual([
      'primary school',
      'secondary school',
      'special school',
    ]);
  });

  it('have a text of its own for each denomination', () => {
    const texts = SCHOOL_DENOMINATIONS.map(schoolDenomination);
    expect(new Set(texts).size).toBe(SCHOOL_DENOMINATIONS.length);
    for (const dutch of SCHOOL_DENOMINATIONS) {
      // Without an English text it would be its own, in lower case.
      expect(schoolDenomination(dutch), dutch).not.toBe(dutch.toLowerCase());
    }
  });

  it.each([
    ['Openbaar', 'public'],
    ['Algemeen bijzonder', 'independent, non-denominational'],
    ['HINDOEÏSTISCH', 'Hindu'],
    ['Hindoeistisch', 'Hindu'],
    ['Hindoestisch', 'Hindu'],
    ['Joods orthodox', 'Orthodox Jewish'],
    ['Samenwerking PC, RK', 'Protestant and Roman Catholic'],
    // Without its last full stop.
    ['Samenwerking PC, RK, Alg. Bijz', 'Protestant, Roman Catholic and non-denominational independent'],
    // Cut off after 30 characters.
    ['Evangelische broedergemeenscha', 'Moravian'],
    ['Protestants-Christelijk/Evange', 'Protestant and Evangelical'],
    ['Samenwerking Opb., PC, Alg. Bi', 'public, Protestant and non-denominational independent'],
    [
      'Samenwerking Opb., PC, RK, Alg',
      'public, Protestant, Roman Catholic and non-denominational independent',
    ],
  ])('%s: %s', (dutch, english) => {
    expect(schoolDenomination(dutch)).toBe(english);
  });

  it('are null where no denomination is registered', () => {
    expect(schoolDenomination(null)).toBeNull();
    expect(schoolDenomination('Onbekend')).toBeNull();
  });

  it('give a denomination of tomorrow as it is', () => {
    expect(schoolDenomination('Boeddhistisch')).toBe('boeddhistisch');
  });
});
