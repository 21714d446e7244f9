import { and, desc, eq, sql } from 'drizzle-orm';
import { remembered } from '../remembered.ts';
import { liveabilityScore, liveabilityYear } from '../schema/liveability.ts';
import { preparedQuery, type Snapshot } from '../store.ts';

export type LiveabilityScore = typeof liveabilityScore.$inferSelect;

export interface Liveability {
  /** The area's newest year. `kind` tells whether it is the neighbourhood or, in its place, the district. */
  readonly newest: LiveabilityScore;
  /** Number of areas among which the percentiles rank. */
  readonly scoredAreas: number;
  /** The area's year before that, for the development of the score; null where it has none. */
  readonly previous: LiveabilityScore | null;
}

const scoresOfArea = preparedQuery((database) =>
  database
    .select()
    .from(liveabilityScore)
    .where(eq(liveabilityScore.areaCode, sql.placeholder('areaCode')))
    .orderBy(desc(liveabilityScore.year))
    .limit(2)
    .prepare(),
);

const yearOfKind = preparedQuery((database) =>
  database
    .select()
    .from(liveabilityYear)
    .where(
      and(
        eq(liveabilityYear.year, sql.placeholder('year')),
        eq(liveabilityYear.kind, sql.placeholder('kind')),
      ),
    )
    .prepare(),
);

/** The newest year of the edition, by kind of area: an area without a score in it has none that counts today. */
const newestYears = preparedQuery((database) => {
  const rows = database.select().from(liveabilityYear).orderBy(liveabilityYear.year).all();
  return new Map(rows.map((row) => [row.kind, row.year]));
});

/**
 * Scores of the first of these areas that has one in the newest year: give the neighbourhood's code, then its
 * district's. Neighbourhoods of fewer than about 100 residents have no score of their own.
 * @throws DatasetUnavailableError when no release of liveability is loaded
 */
export const liveabilityOf = remembered((areaCodes: readonly string[]) => areaCodes.join(), readLiveability);

function readLiveability(snapshot: Snapshot, areaCodes: readonly string[]): Liveability | undefined {
  snapshot.require('liveability');
  for (const areaCode of areaCodes) {
    const [newest, previous] = scoresOfArea(snapshot).all({ areaCode });
    if (newest === undefined || newest.year !== newestYears(snapshot).get(newest.kind)) continue;
    const scoredAreas = yearOfKind(snapshot).get({ year: newest.year, kind: newest.kind })?.scoredAreas ?? 0;
    return { newest, scoredAreas, previous: previous ?? null };
  }
  return undefined;
}
