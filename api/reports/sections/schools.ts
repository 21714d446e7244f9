import { nearestSchools } from '../../../db/queries/schools.ts';
import type { School } from '../../schemas/home-schools.ts';
import { SCHOOL_KIND_TEXTS, schoolDenomination } from '../../vocabulary/school.ts';
import { HOME_SOURCES } from '../home-sources.ts';
import type { SectionContext } from './section.ts';

const OF_EACH_KIND = 3;

/** Two keys of the report: a list cannot carry its own note. */
export interface SchoolsSection {
  readonly schools: School[] | null;
  readonly schools_note: string | null;
}

/**
 * The nearest primary and secondary schools.
 * @throws DatasetUnavailableError when no release of schools is loaded
 */
export function schoolsSection({ snapshot, address, sources }: SectionContext): SchoolsSection {
  const release = snapshot.require('schools');
  const { rdXM, rdYM } = address;
  if (rdXM === null || rdYM === null) {
    return { schools: null, schools_note: 'The register has no usable location of this object.' };
  }
  sources.use(release, HOME_SOURCES.schools, 'schools');
  const nearest = (kind: 'primary' | 'secondary') =>
    nearestSchools(snapshot, rdXM, rdYM, kind, OF_EACH_KIND).map((school) => ({
      name: school.name,
      type: SCHOOL_KIND_TEXTS[kind],
      denomination: schoolDenomination(school.denomination),
      distance_m: Math.round(school.distanceM),
      // A school without one is not located, and was not found.
      location_quality: school.locationQuality ?? 'postcode',
    }));
  return { schools: [...nearest('primary'), ...nearest('secondary')], schools_note: null };
}
