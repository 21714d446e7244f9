import { type NearbySchool, nearestSchools } from '../../../db/queries/schools.ts';
import type { SchoolsBlock } from '../../schemas/home-schools.ts';
import { SCHOOL_DENOMINATIONS, SCHOOL_KIND_TEXTS } from '../../vocabulary/school.ts';
import { translate } from '../../vocabulary/translate.ts';
import { HOME_SOURCES } from '../home-sources.ts';
import type { SectionContext } from './section.ts';

const OF_EACH_KIND = 3;

/**
 * The nearest primary and secondary schools. Null where the register has no location of the address; the note of
 * the address says so.
 * @throws DatasetUnavailableError when no release of schools is loaded
 */
export function schoolsSection({ snapshot, address, sources }: SectionContext): SchoolsBlock | null {
  const release = snapshot.require('schools');
  const { rdXM, rdYM } = address;
  if (rdXM === null || rdYM === null) return null;
  sources.use(release, HOME_SOURCES.schools, 'schools');
  const nearest = (kind: 'primary' | 'secondary') =>
    nearestSchools(snapshot, rdXM, rdYM, kind, OF_EACH_KIND).map((school) => ({
      name: school.name,
      type: SCHOOL_KIND_TEXTS[kind],
      denomination: denominationOf(school),
      distance_m: Math.round(school.distanceM),
      // A school without one is not located, and was not found.
      location_quality: school.locationQuality ?? 'postcode',
    }));
  return [...nearest('primary'), ...nearest('secondary')];
}

function denominationOf({ denomination }: NearbySchool): string | null {
  return denomination === null ? null : translate(SCHOOL_DENOMINATIONS, denomination);
}
