import type { MissingReason } from '../../db/queries/neighbourhoods.ts';
import type { Distance, RegionDistances } from '../../db/queries/proximity.ts';
import type { Amenity } from '../../db/schema/neighbourhoods-proximity.ts';
import { AMENITY_TEXTS } from '../vocabulary/amenity.ts';

/** The distances that an answer shows, of one area but not of one year. */
export interface ShownDistances {
  /** Year of the newest of them; null when there is none. */
  readonly dataYear: number | null;
  /** What those have in common that have no value, by reason, e.g. "the distance to a cinema". */
  readonly missing: readonly { readonly reason: MissingReason; readonly what: string }[];
  /** Says which are older than `dataYear`; null when none is. */
  readonly olderSentence: string | null;
  /** Newest year of those whose area had other borders then; null when there is none. */
  readonly olderBordersYear: number | null;
}

/** What there is to say about the distances to some amenities, over and above their values. */
export function describeDistances(distances: RegionDistances, amenities: readonly Amenity[]): ShownDistances {
  const shown = amenities.map((amenity) => ({ amenity, ...distances[amenity] }));
  const dataYear = newestOf(shown);
  const older = shown.filter((one) => one.km !== null && one.dataYear !== null && one.dataYear !== dataYear);
  const years = [...new Set(older.map((one) => one.dataYear))].sort().reverse();
  const ofYears = years.map((year) => {
    const names = older.filter((one) => one.dataYear === year).map((one) => one.amenity);
    return `${sentenceStart(distanceTo(names))} ${names.length === 1 ? 'is' : 'are'} of ${year}.`;
  });
  const reasons = [...new Set(shown.flatMap(({ missing }) => (missing === null ? [] : [missing])))];
  return {
    dataYear,
    missing: reasons.map((reason) => {
      const names = shown.filter((one) => one.missing === reason).map((one) => one.amenity);
      return { reason, what: names.length === shown.length ? 'distances' : distanceTo(names) };
    }),
    olderSentence: ofYears.length === 0 ? null : ofYears.join(' '),
    olderBordersYear: newestOf(shown.filter((one) => one.bordersMoved)),
  };
}

function newestOf(distances: readonly Pick<Distance, 'dataYear'>[]): number | null {
  const years = distances.flatMap(({ dataYear }) => (dataYear === null ? [] : [dataYear]));
  return years.length === 0 ? null : Math.max(...years);
}

/** Costs more to make than to use. */
const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' });

function distanceTo(amenities: readonly Amenity[]): string {
  const texts = amenities.map((amenity) => AMENITY_TEXTS[amenity]);
  const list = LIST.format(texts);
  return texts.length === 1 ? `the distance to ${list}` : `the distances to ${list}`;
}

function sentenceStart(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
