import { describe, expect, it } from 'vitest';
import { describeDistances } from '../../../api/reports/distances.ts';
import { AMENITY_TEXTS } from '../../../api/vocabulary/amenity.ts';
import type { Distance, RegionDistances } from '../../../db/queries/proximity.ts';
import { AMENITIES, type Amenity } from '../../../db/schema/neighbourhoods-proximity.ts';

const USUAL: Distance = { km: 1, dataYear: 2025, missing: null, bordersMoved: false, origin: 'proximity' };
const SHOWN = ['gpPractice', 'supermarket', 'trainStation'] as const;

function distances(changes: Partial<Record<Amenity, Partial<Distance>>>): RegionDistances {
  return Object.fromEntries(
    AMENITIES.map((amenity) => [amenity, { ...USUAL, ...changes[amenity] }]),
  ) as Record<Amenity, Distance>;
}

describe('what there is to say about distances', () => {
  it('is nothing when all are there and of one year', () => {
    expect(describeDistances(distances({}), AMENITIES)).toEqual({
      dataYear: 2025,
      missing: [],
      olderSentence: null,
      olderBordersYear: null,
    });
  });

  it('is which are older than the newest, by year', () => {
    const older = distances({
      cinema: { dataYear: 2023 },
      library: { dataYear: 2024 },
      swimmingPool: { dataYear: 2024 },
    });
    expect(describeDistances(older, AMENITIES).olderSentence).toBe(
      'The distances to a library and an indoor swimming pool are of 2024. The distance to a cinema is of 2023.',
    );
  });

  it('is only about those that are shown: their newest year, their gaps', () => {
    const mixed = distances({
      gpPractice: { dataYear: 2024 },
      supermarket: { dataYear: 2024 },
      trainStation: { dataYear: 2024 },
      cinema: { dataYear: 2019, km: null, missing: 'suppressed' },
    });
    expect(describeDistances(mixed, SHOWN)).toMatchObject({
      dataYear: 2024,
      missing: [],
      olderSentence: null,
    });
  });

  it('names those that are missing, by reason, unless it is all of them', () => {
    const none = { km: null, dataYear: null };
    const one = distances({ trainStation: { ...none, missing: 'not_published' } });
    expect(describeDistances(one, SHOWN).missing).toEqual([
      { reason: 'not_published', what: 'the distance to a train station' },
    ]);
    const withheld = { km: null, missing: 'suppressed' } as const;
    const all = distances({ gpPractice: withheld, supermarket: withheld, trainStation: withheld });
    expect(describeDistances(all, SHOWN)).toMatchObject({
      dataYear: 2025,
      missing: [{ reason: 'suppressed', what: 'distances' }],
    });
  });

  it('is the year of those whose area had other borders then', () => {
    const moved = distances({ trainStation: { dataYear: 2023, bordersMoved: true } });
    expect(describeDistances(moved, SHOWN).olderBordersYear).toBe(2023);
  });

  it('is said in words that differ for every amenity', () => {
    expect(new Set(AMENITIES.map((amenity) => AMENITY_TEXTS[amenity])).size).toBe(AMENITIES.length);
  });
});
