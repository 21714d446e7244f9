import type { HeritageBlock } from '../../schemas/home.ts';
import { PROTECTED_AREA_TEXTS } from '../../vocabulary/heritage.ts';
import { heritageNote, localHeritage } from '../local-heritage.ts';
import type { SectionContext } from './section.ts';

/** Listed monuments near the address, and protected areas that it lies in. Empty lists mean that there are none. */
export function heritageSection(context: SectionContext): HeritageBlock {
  const release = context.snapshot.releases.heritage;
  if (release === undefined) {
    return unknown('The register of monuments and protected areas is not loaded on this service.');
  }
  const { rdXM, rdYM } = context.address;
  if (rdXM === null || rdYM === null) {
    return unknown(
      'The address has no usable location, so monuments and protected areas are not known here.',
    );
  }
  const heritage = localHeritage(context, release, rdXM, rdYM);
  return {
    listed_monuments_within_25m: heritage.nearby.map(({ registerUrl, listedSince }) => ({
      register_url: registerUrl,
      listed_since: listedSince,
    })),
    protected_areas: heritage.areas.map(({ kind }) => ({ type: PROTECTED_AREA_TEXTS[kind] })),
    note: heritageNote(heritage),
  };
}

function unknown(note: string): HeritageBlock {
  return { listed_monuments_within_25m: null, protected_areas: null, note };
}
