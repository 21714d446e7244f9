import {
  AMENITIES,
  type Amenity,
  proximity,
  proximityEdition,
} from '../../../db/schema/neighbourhoods-proximity.ts';
import { CC_BY_4, type Invariant, type LoadContext, type SourceDeclaration } from '../source.ts';
import type { AreaRegister } from './areas.ts';
import { resolveDistances } from './distance-columns.ts';
import { type RegionTable, readEdition } from './edition-figures.ts';
import { type EditionsOfTable, oldestFirst } from './table-files.ts';

/**
 * Distances to amenities. A table is one year, and not every amenity is filled in every year: several years are
 * loaded and each amenity is answered from the newest that has it.
 */
export const PROXIMITY: SourceDeclaration = {
  id: 'cbs-proximity',
  name: 'Distances to amenities by district and neighbourhood (Nabijheid voorzieningen)',
  publisher: 'Statistics Netherlands (CBS)',
  licence: CC_BY_4,
  attribution: 'Source: Statistics Netherlands (CBS), Nabijheid voorzieningen, CC BY 4.0',
  homepage: 'https://www.cbs.nl/nl-nl/cijfers/detail/86270NED',
  cadence: 'a table a year; figures are added to it as they come',
  cron: '30 5 6 * *',
  urls: {
    v3: 'https://opendata.cbs.nl/ODataFeed/odata',
    v4: 'https://datasets.cbs.nl/odata/v1/CBS',
  },
  editions: [
    { year: 2025, id: '86270NED' },
    { year: 2024, id: '86134NED' },
    { year: 2023, id: '85830NED' },
    { year: 2022, id: '85560NED' },
    { year: 2021, id: '85231NED' },
    // There are tables back to 2013 (82341NED); a distance of then says nothing of now.
    { year: 2020, id: '84953NED' },
  ],
  options: {
    /** `v3` (wide rows, with the divisions' changes) or `v4` (one row a figure). */
    protocol: 'v3',
  },
};

/** Complete editions have a distance for 95 % of the neighbourhoods; one that is not published, for none. */
const FILLED_SHARE = 0.4;
/** Kilometres. Nobody lives further by road and ferry from any of them; metres would show. */
const LONGEST_KM = 200;

const TABLE: RegionTable<Amenity> = {
  names: AMENITIES,
  resolve: resolveDistances,
  signed: new Set(),
};

export const PROXIMITY_INVARIANTS: readonly Invariant[] = [
  {
    name: `distances are 0..${LONGEST_KM} km`,
    sql: `SELECT count(*) FROM proximity WHERE ${AMENITIES.map(
      (amenity) => `${proximity[amenity].name} NOT BETWEEN 0 AND ${LONGEST_KM}`,
    ).join(' OR ')}`,
  },
];

/**
 * Loads all editions that came; none is no error here, since the key figures have some of the distances too.
 * @param areas every region of the key figures, whose areas these are
 */
export async function loadProximity(
  context: LoadContext,
  fetched: EditionsOfTable,
  areas: AreaRegister,
): Promise<void> {
  const editions = fetched.editions.length === 0 ? [] : oldestFirst(context, PROXIMITY.id, fetched);
  const insert = context.insert(proximity, ['regionId', 'editionYear', ...AMENITIES]);
  for (const files of editions) {
    const { year } = files.edition;
    const progress = context.progress(`proximity ${year}`);
    const { rows, absent } = await readEdition(context, TABLE, files, progress);
    for (const { region, name, values } of rows)
      insert([areas.meantBy(region, name, year).id, year, ...values]);
    if (absent.length > 0) context.note(PROXIMITY.id, `edition ${year} does not have: ${absent.join(', ')}`);
    progress.done();
  }
  const newest = editions.at(-1)?.edition;
  if (newest === undefined) context.note(PROXIMITY.id, 'no table is offered');
  else {
    const { id, year } = newest;
    context.describe(PROXIMITY.id, { edition: id, dataYear: year, stateDate: `${year}-01-01` });
  }
}

/** Measures over the neighbourhoods of each edition how far each amenity is filled. */
export function deriveProximityEditions(context: LoadContext): void {
  const insert = context.insert(proximityEdition, ['amenity', 'editionYear', 'filledShare', 'filled']);
  const shares = AMENITIES.map((amenity) => `avg(${proximity[amenity].name} IS NOT NULL)`).join(', ');
  const rows = context.database
    .prepare<[], number[]>(
      `SELECT edition_year, ${shares} FROM proximity JOIN region ON region.id = region_id
        WHERE kind = 'neighbourhood' GROUP BY edition_year`,
    )
    .raw()
    .all();
  for (const [year = 0, ...filled] of rows) {
    for (const [position, amenity] of AMENITIES.entries()) {
      const share = filled[position] ?? 0;
      insert([amenity, year, share, share >= FILLED_SHARE ? 1 : 0]);
    }
  }
}
