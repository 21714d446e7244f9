import {
  MONUMENT_LOCATION,
  monument,
  monumentBuilding,
  monumentObject,
  protectedArea,
  protectedAreaOutline,
} from '../../../db/schema/heritage.ts';
import type { GroupDeclaration, LoadContext } from '../source.ts';
import { fetchArchaeologicalSites, loadArchaeologicalSites, type SiteFiles } from './archaeological-sites.ts';
import { AreaWriter } from './area-writer.ts';
import {
  type FactFiles,
  fetchMonumentFacts,
  type Listing,
  loadRelations,
  readListings,
} from './monument-facts.ts';
import {
  fetchMonumentPoints,
  type MonumentPoint,
  type PointFiles,
  readMonumentPoints,
} from './monument-points.ts';
import { type AreaFiles, fetchProtectedAreas, loadProtectedAreas } from './protected-areas.ts';
import { LINKED_DATA, MONUMENTS, PROTECTED_AREAS } from './sources.ts';

interface HeritageFiles {
  readonly points: PointFiles;
  readonly sites: SiteFiles;
  readonly facts: FactFiles;
  readonly areas: AreaFiles;
}

/** Listed monuments with their addresses, and protected areas. */
export const HERITAGE: GroupDeclaration<HeritageFiles> = {
  id: 'heritage',
  sources: [MONUMENTS, LINKED_DATA, PROTECTED_AREAS],

  async fetch(fetcher) {
    return {
      points: await fetchMonumentPoints(fetcher),
      sites: await fetchArchaeologicalSites(fetcher),
      facts: await fetchMonumentFacts(fetcher),
      areas: await fetchProtectedAreas(fetcher),
    };
  },
  files: ({ points, sites, facts, areas }) => [
    ...points.layer,
    ...points.answers.flatMap((answer) => answer.files),
    ...sites.outlines,
    ...facts.builtListings,
    ...facts.archaeologicalListings,
    ...facts.objects,
    ...facts.buildings,
    ...areas.townscapes,
    ...areas.worldHeritage,
  ],

  async load(context, { points, sites, facts, areas }) {
    const listings = await readListings(context, facts);
    const monuments = await readMonumentPoints(context, points);
    dropUnlisted(context, monuments, listings);
    insertMonuments(context, monuments, listings);
    await loadRelations(context, facts, (number) => monuments.has(number));
    const writer = new AreaWriter(context);
    await loadProtectedAreas(context, areas, writer);
    await loadArchaeologicalSites(context, sites, listings, writer);
  },

  derive({ database }) {
    database.exec(
      `INSERT INTO ${MONUMENT_LOCATION} SELECT number, rd_x_m, rd_x_m, rd_y_m, rd_y_m FROM monument`,
    );
  },

  tables: [monument, monumentObject, monumentBuilding, protectedArea, protectedAreaOutline],
  // 63,073 points and 472 townscapes in 2025.
  minimumRows: { monument: 60_000, monument_object: 20_000, protected_area: 1_400 },
  maximumRejectedShare: 0.01,
  canaries: [
    {
      name: 'nine of ten monuments have the day of their listing',
      sql: 'SELECT count(*) FROM monument HAVING count(listed_since) >= 0.9 * count(*)',
    },
    {
      name: 'there are 400 protected townscapes or more',
      sql: `SELECT count(*) FROM protected_area WHERE kind = 'townscape' HAVING count(*) >= 400`,
    },
    {
      name: 'there are 5 world heritage sites or more',
      sql: `SELECT count(*) FROM protected_area WHERE kind = 'world_heritage' HAVING count(*) >= 5`,
    },
    {
      name: 'there are 1,000 archaeological monuments or more, most with their outline',
      sql: `SELECT count(*) FROM monument WHERE nature = 'archaeological' HAVING count(*) >= 1000
               AND (SELECT count(*) FROM protected_area WHERE kind = 'archaeological_site') >= 0.8 * count(*)`,
    },
    {
      // A church (H. Donatuskerk), and a house in Rotterdam: both are in the publisher's own records.
      name: 'monument 523080 is listed since 2001-12-17, or 524327 is unit 0599010000360091',
      sql: `SELECT 1 WHERE EXISTS (SELECT 1 FROM monument WHERE number = 523080 AND listed_since = '2001-12-17')
                OR EXISTS (SELECT 1 FROM monument_object
                            WHERE monument_number = 524327 AND object_id = 599010000360091)`,
    },
  ],
  invariants: [
    {
      name: 'monuments lie in the Netherlands',
      sql: `SELECT count(*) FROM monument
             WHERE rd_x_m NOT BETWEEN 0 AND 280000 OR rd_y_m NOT BETWEEN 300000 AND 625000`,
    },
    {
      name: 'monuments are listed after 1900 and not in the future',
      sql: `SELECT count(*) FROM monument WHERE listed_since NOT BETWEEN '1900-01-01' AND date('now', '+1 day')`,
    },
    {
      name: 'monuments have a page in the register',
      sql: `SELECT count(*) FROM monument WHERE register_url NOT LIKE 'https://%'`,
    },
    {
      name: 'every protected area has an outline',
      sql: `SELECT count(*) FROM protected_area
             WHERE id NOT IN (SELECT area_id FROM protected_area_outline)`,
    },
  ],
};

/** The knowledge graph is renewed daily, the map less often: what it says is off the list is off. */
function dropUnlisted(
  context: LoadContext,
  monuments: Map<number, MonumentPoint>,
  listings: ReadonlyMap<number, Listing>,
): void {
  for (const number of monuments.keys()) {
    if (listings.get(number)?.isListed !== false) continue;
    monuments.delete(number);
    context.note(MONUMENTS.id, 'on the map, and no longer listed in the knowledge graph');
  }
}

function insertMonuments(
  context: LoadContext,
  monuments: ReadonlyMap<number, MonumentPoint>,
  listings: ReadonlyMap<number, Listing>,
): void {
  const insert = context.insert(monument, [
    'number',
    'rdXM',
    'rdYM',
    'listedSince',
    'nature',
    'mainCategory',
    'subcategory',
    'locationQuality',
    'complexNumber',
    'registerUrl',
  ]);
  for (const point of monuments.values()) {
    const since = listings.get(point.number)?.since ?? null;
    if (since === null) context.note(LINKED_DATA.id, 'no day of listing of a monument on the map');
    insert([
      point.number,
      point.xM,
      point.yM,
      since,
      point.nature,
      point.mainCategory,
      point.subcategory,
      point.locationQuality,
      point.complexNumber,
      point.registerUrl,
    ]);
  }
}
