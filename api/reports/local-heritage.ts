import {
  type Monument,
  monumentsOfObject,
  monumentsWithin,
  type NearbyMonument,
  type ProtectedArea,
  protectedAreasAt,
} from '../../db/queries/heritage.ts';
import type { AttachedRelease } from '../../db/store.ts';
import { HOME_SOURCES } from './home-sources.ts';
import { noteOf, type SectionContext } from './sections/section.ts';

/** How far from the address monuments are looked for. */
export const HERITAGE_RADIUS_M = 25;

/** What the loaded register has at and around an address. */
export interface LocalHeritage {
  /** Monuments within the radius, the nearest first. */
  readonly nearby: readonly NearbyMonument[];
  readonly areas: readonly ProtectedArea[];
  /** Monuments that the address itself is, wherever their points lie. */
  readonly own: readonly Monument[];
}

/** Looks the address up at its place in metres of the Dutch grid, and names the sources. */
export function localHeritage(
  { snapshot, address, sources }: SectionContext,
  release: AttachedRelease,
  rdXM: number,
  rdYM: number,
): LocalHeritage {
  const nearby = monumentsWithin(snapshot, rdXM, rdYM, HERITAGE_RADIUS_M);
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
  return { nearby, areas, own };
}

/** What a reader must know of these monuments. */
export function heritageNote({ nearby, own }: LocalHeritage): string | null {
  const listed = new Set(nearby.map(({ number }) => number));
  return noteOf(
    elsewhereSentence(own.filter(({ number }) => !listed.has(number))),
    approximateSentence(nearby),
    nearby.some(({ listedSince }) => listedSince === null) &&
      'Where listed_since is null, the register gives no day of listing.',
  );
}

/** The register names the address of a monument, and draws its point elsewhere: the address is what counts. */
function elsewhereSentence(monuments: readonly Monument[]): string | false {
  return (
    monuments.length > 0 &&
    `The register says that this address itself is listed (${monumentNumbers(monuments)}), with a point more than ${HERITAGE_RADIUS_M} m away.`
  );
}

/** Which of these points may be far off. */
export function approximateSentence(
  monuments: readonly Pick<Monument, 'number' | 'locationQuality'>[],
): string | false {
  const approximate = monuments.filter(({ locationQuality }) => locationQuality === 'approximate');
  return (
    approximate.length > 0 &&
    `The register gives only an approximate location, which may be tens to hundreds of metres off, of ${monumentNumbers(approximate)}.`
  );
}

/** `monument 12`, `monuments 12, 34`. */
export function monumentNumbers(monuments: readonly Pick<Monument, 'number'>[]): string {
  const numbers = monuments.map(({ number }) => number);
  return `${numbers.length === 1 ? 'monument' : 'monuments'} ${numbers.join(', ')}`;
}
