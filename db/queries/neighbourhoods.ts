import { and, desc, eq, gte, lte, sql } from 'drizzle-orm';
import { packPostcodeNumber } from '../postcode-number.ts';
import { remembered } from '../remembered.ts';
import {
  type FigureName,
  keyFigures,
  postcodeNumber,
  type RegionKind,
  region,
  TOPIC_NAMES,
  TOPICS,
  type Topic,
  type TopicName,
  topicEdition,
} from '../schema/neighbourhoods.ts';
import { preparedQuery, type Snapshot } from '../store.ts';

export type Region = typeof region.$inferSelect;
type KeyFigures = typeof keyFigures.$inferSelect;

/** Why a topic, or the leading facts of it, have no value. */
export type MissingReason =
  /** No loaded edition has the topic filled. */
  | 'not_published'
  /** The area is new, or its code belonged to another area: no edition in which the topic is filled has it. */
  | 'area_absent'
  /** The publisher gives no value for this area in that edition: too few residents, dwellings or households. */
  | 'suppressed';

/** Figures of one topic, all of one area and one year. */
export interface TopicFigures<Name extends TopicName = TopicName> {
  /** Year of the edition that the figures come from; null when there is none. */
  readonly dataYear: number | null;
  /** The area that the figures describe; larger than the one asked for only where the topic may widen. */
  readonly level: RegionKind;
  readonly regionCode: string;
  readonly regionName: string | null;
  readonly figures: Readonly<Record<(typeof TOPICS)[Name]['figures'][number], number | null>>;
  /** Set when a leading fact of the topic is null. */
  readonly missing: MissingReason | null;
  /** The area's borders moved after `dataYear`: the figures describe it within its older borders. */
  readonly bordersMoved: boolean;
}

export type RegionFigures = { readonly [Name in TopicName]: TopicFigures<Name> };

const regionByKey = preparedQuery((database) =>
  database
    .select({
      id: region.id,
      code: region.code,
      kind: region.kind,
      name: region.name,
      firstYear: region.firstYear,
      lastYear: region.lastYear,
      districtCode: region.districtCode,
      municipalityCode: region.municipalityCode,
    })
    .from(postcodeNumber)
    .innerJoin(region, eq(region.id, postcodeNumber.regionId))
    .where(eq(postcodeNumber.key, sql.placeholder('key')))
    .prepare(),
);

const newestRegion = preparedQuery((database) =>
  database
    .select()
    .from(region)
    .where(eq(region.code, sql.placeholder('code')))
    .orderBy(desc(region.lastYear))
    .limit(1)
    .prepare(),
);

const regionOfYear = preparedQuery((database) =>
  database
    .select()
    .from(region)
    .where(
      and(
        eq(region.code, sql.placeholder('code')),
        lte(region.firstYear, sql.placeholder('year')),
        gte(region.lastYear, sql.placeholder('year')),
      ),
    )
    .limit(1)
    .prepare(),
);

const editionsOfRegion = preparedQuery((database) =>
  database
    .select({ year: keyFigures.editionYear, bordersMoved: keyFigures.bordersMoved })
    .from(keyFigures)
    .where(eq(keyFigures.regionId, sql.placeholder('regionId')))
    .orderBy(desc(keyFigures.editionYear))
    .prepare(),
);

const rowOfEdition = preparedQuery((database) =>
  database
    .select()
    .from(keyFigures)
    .where(
      and(
        eq(keyFigures.regionId, sql.placeholder('regionId')),
        eq(keyFigures.editionYear, sql.placeholder('year')),
      ),
    )
    .prepare(),
);

/** Years in which each topic is filled: some forty rows, the same for every request of a snapshot. */
const filledYears = preparedQuery((database) => {
  const rows = database.select().from(topicEdition).where(eq(topicEdition.filled, true)).all();
  const years = new Map<TopicName, ReadonlySet<number>>();
  for (const topic of TOPIC_NAMES) {
    years.set(topic, new Set(rows.filter((row) => row.topic === topic).map((row) => row.editionYear)));
  }
  return years;
});

/**
 * The neighbourhood that the publisher's key file gives for a postcode and house number.
 * @param postcode `1012LG`
 * @throws DatasetUnavailableError when no release of neighbourhoods is loaded
 */
export function neighbourhoodOfAddress(
  snapshot: Snapshot,
  postcode: string,
  houseNumber: number,
): Region | undefined {
  snapshot.require('neighbourhoods');
  const key = packPostcodeNumber(postcode, houseNumber);
  return key === undefined ? undefined : regionByKey(snapshot).get({ key });
}

/**
 * A region by its code: the area that had the code in `year`, or else the newest that has or had it.
 * @throws DatasetUnavailableError when no release of neighbourhoods is loaded
 */
export function findRegion(snapshot: Snapshot, code: string, year?: number): Region | undefined {
  snapshot.require('neighbourhoods');
  if (year !== undefined) {
    const exact = regionOfYear(snapshot).get({ code, year });
    if (exact !== undefined) return exact;
  }
  return newestRegion(snapshot).get({ code });
}

/** The district and the municipality around a region, as they were in the region's newest year. */
export function surroundingRegions(
  snapshot: Snapshot,
  inner: Region,
): { district: Region | undefined; municipality: Region | undefined } {
  const find = (code: string | null) =>
    code === null ? undefined : findRegion(snapshot, code, inner.lastYear);
  return { district: find(inner.districtCode), municipality: find(inner.municipalityCode) };
}

/**
 * All topics for a region, each from the newest edition in which the topic is filled and which has this area. A
 * figure that the publisher withholds in that edition is null, not older. Only topics that may widen (income,
 * wealth) fall back to the district and then the municipality, as `level` says.
 */
export const figuresOfRegion = remembered(
  (asked: Region) => String(asked.id),
  (snapshot, asked): RegionFigures => {
    const areas = new WideningAreas(snapshot, asked);
    const years = filledYears(snapshot);
    const topics = TOPIC_NAMES.map((name) => [name, topicFigures(name, areas, years.get(name))] as const);
    return Object.fromEntries(topics) as RegionFigures;
  },
);

/**
 * A region, its district and its municipality, each looked up when a topic first needs it, and of each only the
 * editions that are needed: a row has fifty columns, and most topics share two or three rows.
 */
class WideningAreas {
  readonly asked: AreaEditions;
  readonly #snapshot: Snapshot;
  #larger: readonly AreaEditions[] | undefined;

  constructor(snapshot: Snapshot, asked: Region) {
    this.#snapshot = snapshot;
    this.asked = new AreaEditions(snapshot, asked);
  }

  get larger(): readonly AreaEditions[] {
    if (this.#larger === undefined) {
      const { district, municipality } = surroundingRegions(this.#snapshot, this.asked.area);
      this.#larger = [district, municipality]
        .filter((area) => area !== undefined)
        .map((area) => new AreaEditions(this.#snapshot, area));
    }
    return this.#larger;
  }
}

/** The editions of one area, newest first. */
class AreaEditions {
  readonly area: Region;
  readonly #snapshot: Snapshot;
  readonly #rows = new Map<number, KeyFigures | undefined>();
  #editions: readonly { year: number; bordersMoved: boolean }[] | undefined;

  constructor(snapshot: Snapshot, area: Region) {
    this.#snapshot = snapshot;
    this.area = area;
  }

  newestOf(years: ReadonlySet<number>): KeyFigures | undefined {
    const year = this.#all().find((edition) => years.has(edition.year))?.year;
    if (year === undefined) return undefined;
    if (!this.#rows.has(year)) {
      this.#rows.set(year, rowOfEdition(this.#snapshot).get({ regionId: this.area.id, year }));
    }
    return this.#rows.get(year);
  }

  movedAfter(year: number): boolean {
    return this.#all().some((edition) => edition.year > year && edition.bordersMoved);
  }

  #all(): readonly { year: number; bordersMoved: boolean }[] {
    this.#editions ??= editionsOfRegion(this.#snapshot).all({ regionId: this.area.id });
    return this.#editions;
  }
}

function topicFigures(
  name: TopicName,
  areas: WideningAreas,
  years: ReadonlySet<number> = new Set(),
): TopicFigures {
  const topic: Topic = TOPICS[name];
  const look = (editions: AreaEditions) => {
    const row = editions.newestOf(years);
    const complete = row !== undefined && topic.leading.every((figure) => row[figure] !== null);
    return { editions, row, complete };
  };
  let chosen = look(areas.asked);
  if (topic.widens && !chosen.complete) {
    chosen = areas.larger.map(look).find((candidate) => candidate.complete) ?? chosen;
  }
  const { editions, row } = chosen;
  return {
    dataYear: row?.editionYear ?? null,
    level: editions.area.kind,
    regionCode: editions.area.code,
    regionName: editions.area.name,
    figures: pickFigures(topic.figures, row),
    missing: chosen.complete ? null : missingReason(row, years),
    bordersMoved: row !== undefined && editions.movedAfter(row.editionYear),
  };
}

function missingReason(row: KeyFigures | undefined, years: ReadonlySet<number>): MissingReason {
  if (row !== undefined) return 'suppressed';
  return years.size === 0 ? 'not_published' : 'area_absent';
}

function pickFigures(names: readonly FigureName[], row: KeyFigures | undefined): TopicFigures['figures'] {
  return Object.fromEntries(names.map((name) => [name, row?.[name] ?? null])) as TopicFigures['figures'];
}
