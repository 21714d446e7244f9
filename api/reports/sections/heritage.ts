import type { HeritageBlock } from '../../schemas/home.ts';

/** Monuments and protected areas. No group of data has them yet; an empty list would say that there are none. */
export function heritageSection(): HeritageBlock {
  return {
    listed_monuments_within_25m: null,
    protected_areas: null,
    note: 'The register of monuments and protected areas is not loaded on this service.',
  };
}
