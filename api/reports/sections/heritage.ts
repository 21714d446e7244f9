import {
  type Monument,
  monumentsOfObject,
  monumentsWithin,
  protectedAreasAt,
} from '../../../db/queries/heritage.ts';
import type { HeritageBlock } from '../../schemas/home.ts';
import { PROTECTED_AREA_TEXTS } from '../../vocabulary/heritage.ts';
import { HOME_SOURCES } from '../home-sources.ts';
import { noteOf, type SectionContext } from './section.ts';

/** How far from the address monuments are looked for. */
const RADIUS_M = 25;

/** Listed monuments near the address, and protected areas that it lies in. Empty lists mean that there are none. */
export function heritageSection({ snapshot, address, sources }: SectionContext): HeritageBlock {
  const release = snapshot.releases.heritage;
  if (release === undefined) {
    return unknown('The register of monuments and protected areas is not loaded on this service.');
  }
  const { rdXM, rdYM } = address;
  if (rdXM === null || rdYM === null) {
    return unknown(
      'The address has no usable location, so monuments and protected areas are not known here.',
    );
  }
  const nearby = monumentsWithin(snapshot, rdXM, rdYM, RADIUS_M);
  const areas = protectedAreasAt(snapshot, rdXM, rdYM);
  const own = monumentsOfObject(snapshot, address.objectId);
  sources.use(release, HOME_SOURCES.monuments, 'heritage.listed_monuments_within_25m');
  if (nearby.length > 0 || own.length > 0) {
    sources.use(release, HOME_SOURCES.monumentFacts, 'heritage.listed_monuments_within_25m');
  }
  sources.use(release, HOME_SOURCES.protectedAreas, 'heritage.protected_areas');
  if (areas.some(({ kind }) => kind === 'archaeological_site')) {
    sources.use(release, HOME_SOURCES.monuments, 'heritage.protected_areas');
  }
  const listed = new Set(nearby.map(({ number }) => number));
  return {
    listed_monuments_within_25m: nearby.map(({ registerUrl, listedSince }) => ({
      register_url: registerUrl,
      listed_since: listedSince,
    })),
    protected_areas: areas.map(({ kind }) => ({ type: PROTECTED_AREA_TEXTS[kind] })),
    note: noteOf(
      elsewhereSentence(own.filter(({ number }) => !listed.has(number))),
      approximateSentence(nearby.filter(({ locationQuality }) => locationQuality === 'approximate')),
      nearby.some(({ listedSince }) => listedSince === null) &&
        'Where listed_since is null, the register gives no day of listing.',
    ),
  };
}

function unknown(note: string): HeritageBlock {
  return { listed_monuments_within_25m: null, protected_areas: null, note };
}

/** The register names the address of a monument, and draws its point elsewhere: the address is what counts. */
function elsewhereSentence(monuments: readonly Monument[]): string | false {
  return (
    monuments.length > 0 &&
    `The register says that this address itself is listed (${numbersOf(monuments)}), with a point more than ${RADIUS_M} m away.`
  );
}

function approximateSentence(monuments: readonly Monument[]): string | false {
  return (
    monuments.length > 0 &&
    `The register gives only an approximate location, which may be tens to hundreds of metres off, of ${numbersOf(monuments)}.`
  );
}

function numbersOf(monuments: readonly Monument[]): string {
  const numbers = monuments.map(({ number }) => number);
  return `${numbers.length === 1 ? 'monument' : 'monuments'} ${numbers.join(', ')}`;
}
