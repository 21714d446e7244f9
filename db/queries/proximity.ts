import { and, desc, eq, sql } from 'drizzle-orm';
import { remembered } from '../remembered.ts';
import { keyFigures } from '../schema/neighbourhoods.ts';
import { AMENITIES, type Amenity, proximity, proximityEdition } from '../schema/neighbourhoods-proximity.ts';
import { preparedQuery, type Snapshot } from '../store.ts';
import type { MissingReason, Region, TopicFigures } from './neighbourhoods.ts';

/** How far the residents of a region are from one kind of amenity. */
export interface Distance {
  /** Average over the residents, kilometres by road; null when `missing` says why. */
  readonly km: number | null;
  /** Year of the edition that was looked at; null when there is none. */
  readonly dataYear: number | null;
  readonly missing: MissingReason | null;
  /** The region's borders moved after `dataYear`: the distance is of the area within its older borders. */
  readonly bordersMoved: boolean;
  /** The proximity tables, or the key figures that stand in for them. */
  readonly origin: 'proximity' | 'key_figures';
}

/** All eighteen, always. */
export type RegionDistances = Readonly<Record<Amenity, Distance>>;

type ProximityRow = typeof proximity.$inferSelect;

/** What the key figures have too. */
const STAND_INS: Readonly<Partial<Record<Amenity, keyof TopicFigures<'distance'>['figures']>>> = {
  gpPractice: 'distanceGpPracticeKm',
  supermarket: 'distanceSupermarketKm',
  daycare: 'distanceDaycareKm',
  primarySchool: 'distancePrimarySchoolKm',
};

const rowOfEdition = preparedQuery((database) =>
  database
    .select()
    .from(proximity)
    .where(
      and(
        eq(proximity.regionId, sql.placeholder('regionId')),
        eq(proximity.editionYear, sql.placeholder('year')),
      ),
    )
    .prepare(),
);

const lastBorderMove = preparedQuery((database) =>
  database
    .select({ year: keyFigures.editionYear })
    .from(keyFigures)
    .where(and(eq(keyFigures.regionId, sql.placeholder('regionId')), eq(keyFigures.bordersMoved, true)))
    .orderBy(desc(keyFigures.editionYear))
    .limit(1)
    .prepare(),
);

/** Years in which each amenity is filled, newest first: the same for every request of a snapshot. */
const filledYears = preparedQuery((database) => {
  const rows = database
    .select()
    .from(proximityEdition)
    .where(eq(proximityEdition.filled, true))
    .orderBy(desc(proximityEdition.editionYear))
    .all();
  const years = new Map<Amenity, number[]>();
  for (const { amenity, editionYear } of rows)
    years.set(amenity, [...(years.get(amenity) ?? []), editionYear]);
  return years;
});

/**
 * The distances from a region to all kinds of amenities, each from the newest edition in which the amenity is
 * filled and which has this area. A distance that the publisher withholds in that edition is null, not older. Where
 * no edition has an amenity or the area, the key figures stand in for the four distances that they have.
 * @param fromKeyFigures the topic of distances of the same region
 * @throws DatasetUnavailableError when no release of neighbourhoods is loaded
 */
export const distancesOfRegion = remembered(
  (asked: Region, _fromKeyFigures: TopicFigures<'distance'>) => String(asked.id),
  readDistances,
);

function readDistances(
  snapshot: Snapshot,
  asked: Region,
  fromKeyFigures: TopicFigures<'distance'>,
): RegionDistances {
  snapshot.require('neighbourhoods');
  const years = filledYears(snapshot);
  const rows = new Map<number, ProximityRow | undefined>();
  const rowOf = (year: number) => {
    // Most amenities share the newest one or two editions.
    if (!rows.has(year)) rows.set(year, rowOfEdition(snapshot).get({ regionId: asked.id, year }));
    return rows.get(year);
  };
  const moved = lastBorderMove(snapshot).get({ regionId: asked.id })?.year ?? 0;
  return Object.fromEntries(
    AMENITIES.map((amenity) => {
      const found =
        fromProximity(amenity, years.get(amenity) ?? [], rowOf) ?? standIn(amenity, fromKeyFigures);
      const missing = years.has(amenity) ? 'area_absent' : 'not_published';
      const distance = found ?? { km: null, dataYear: null, missing, origin: 'proximity' };
      return [amenity, { ...distance, bordersMoved: moved > (distance.dataYear ?? moved) }];
    }),
  ) as RegionDistances;
}

type Found = Omit<Distance, 'bordersMoved'>;

function fromProximity(
  amenity: Amenity,
  years: readonly number[],
  rowOf: (year: number) => ProximityRow | undefined,
): Found | undefined {
  for (const dataYear of years) {
    const row = rowOf(dataYear);
    if (row === undefined) continue;
    const km = row[amenity];
    return { km, dataYear, missing: km === null ? 'suppressed' : null, origin: 'proximity' };
  }
  return undefined;
}

function standIn(
  amenity: Amenity,
  { dataYear, figures }: Pick<TopicFigures<'distance'>, 'dataYear' | 'figures'>,
): Found | undefined {
  const name = STAND_INS[amenity];
  if (name === undefined || dataYear === null) return undefined;
  const km = figures[name];
  return { km, dataYear, missing: km === null ? 'suppressed' : null, origin: 'key_figures' };
}
