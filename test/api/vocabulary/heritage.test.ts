import { describe, expect, it } from 'vitest';
import { MONUMENT_CATEGORIES, PROTECTED_AREA_TEXTS } from '../../../api/vocabulary/heritage.ts';
import { translate } from '../../../api/vocabulary/translate.ts';
import { PROTECTED_AREA_KINDS } from '../../../db/schema/heritage.ts';

describe('the words of heritage', () => {
  it('have an English text for each kind of protected area', () => {
    expect(PROTECTED_AREA_KINDS.map((kind) => PROTECTED_AREA_TEXTS[kind])).toEqual([
      'Nationally protected town or village conservation area',
      'UNESCO World Heritage Site',
      'Nationally protected archaeological site',
    ]);
  });

  it('know all 13 main categories of monuments, each by a text of its own', () => {
    expect(new Set(MONUMENT_CATEGORIES.values()).size).toBe(13);
    expect(translate(MONUMENT_CATEGORIES, 'Woningen en woningbouwcomplexen')).toBe(
      'homes and housing complexes',
    );
    expect(translate(MONUMENT_CATEGORIES, 'Archeologie (N)')).toBe('archaeology');
  });

  it('give a category of tomorrow as it is', () => {
    expect(translate(MONUMENT_CATEGORIES, 'Ruimtevaart')).toBe('ruimtevaart');
  });
});
