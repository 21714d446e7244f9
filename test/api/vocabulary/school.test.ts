import { describe, expect, it } from 'vitest';
import { SCHOOL_DENOMINATIONS, SCHOOL_KIND_TEXTS } from '../../../api/vocabulary/school.ts';
import { translate } from '../../../api/vocabulary/translate.ts';
import { SCHOOL_KINDS } from '../../../db/schema/schools.ts';

describe('the words of schools', () => {
  it('have an English text for each kind', () => {
    expect(SCHOOL_KINDS.map((kind) => SCHOOL_KIND_TEXTS[kind])).toEqual([
      'primary school',
      'secondary school',
      'special school',
    ]);
  });

  it('have a text of its own for each denomination, in whatever case it is published', () => {
    expect(new Set(SCHOOL_DENOMINATIONS.values()).size).toBe(SCHOOL_DENOMINATIONS.size);
    expect(translate(SCHOOL_DENOMINATIONS, 'Openbaar')).toBe('public');
    expect(translate(SCHOOL_DENOMINATIONS, 'HINDOEÏSTISCH')).toBe('Hindu');
    expect(translate(SCHOOL_DENOMINATIONS, 'Algemeen bijzonder')).toBe('independent, non-denominational');
  });

  it('give a denomination of tomorrow as it is', () => {
    expect(translate(SCHOOL_DENOMINATIONS, 'Boeddhistisch')).toBe('boeddhistisch');
  });
});
