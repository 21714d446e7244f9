import { describe, expect, it } from 'vitest';
import { AMENITY_TEXTS } from '../../../api/vocabulary/amenity.ts';
import { AMENITIES } from '../../../db/schema/neighbourhoods-proximity.ts';

describe('the words of amenities', () => {
  it('are there for all 18, each its own', () => {
    expect(Object.keys(AMENITY_TEXTS).sort()).toEqual([...AMENITIES].sort());
    expect(AMENITIES).toHaveLength(18);
    expect(new Set(Object.values(AMENITY_TEXTS)).size).toBe(18);
  });

  it('fit after "the distance to"', () => {
    expect(AMENITY_TEXTS.hospital).toBe('a hospital');
    for (const text of Object.values(AMENITY_TEXTS)) expect(text).toMatch(/^(an? |after-)/);
  });
});
