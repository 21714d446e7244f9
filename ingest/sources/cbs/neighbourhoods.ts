import { packPostcodeNumber } from '../../../db/postcode-number.ts';
import {
  type FigureName,
  keyFigures,
  postcodeNumber,
  region,
  TOPIC_NAMES,
  TOPICS,
  topicEdition,
} from '../../../db/schema/neighbourhoods.ts';
import { regionArea } from '../../../db/schema/neighbourhoods-areas.ts';
import { crimeYear, offence, registeredCrime } from '../../../db/schema/neighbourhoods-crime.ts';
import { municipalityPeriod, salePrice } from '../../../db/schema/neighbourhoods-municipalities.ts';
import { proximity, proximityEdition } from '../../../db/schema/neighbourhoods-proximity.ts';
import type { GroupDeclaration, LoadContext } from '../source.ts';
import { AreaRegister } from './areas.ts';
import {
  DISTRICT_MAP,
  fetchMap,
  filesOfMap,
  MAP_CANARIES,
  MAP_INVARIANTS,
  type MapFiles,
} from './district-map.ts';
import { type EditionFigures, type RegionTable, readEdition } from './edition-figures.ts';
import { FIGURE_NAMES } from './figure-columns.ts';
import { KEY_FIGURES } from './key-figures.ts';
import { loadCrime } from './load-crime.ts';
import { loadMap } from './load-map.ts';
import {
  fetchMunicipalityPeriods,
  filesOfMunicipalityPeriods,
  loadMunicipalityPeriods,
  MUNICIPALITY_PERIODS,
  type MunicipalityPeriodFiles,
} from './municipality-periods.ts';
import {
  CRIME_CANARIES,
  CRIME_INVARIANTS,
  type CrimeFiles,
  fetchCrime,
  filesOfCrime,
  POLICE_CRIME,
} from './police-crime.ts';
import {
  fetchPostcodeKeys,
  loadPostcodeKeys,
  POSTCODE_KEYS,
  type PostcodeKeyFiles,
} from './postcode-keys.ts';
import { deriveProximityEditions, loadProximity, PROXIMITY, PROXIMITY_INVARIANTS } from './proximity.ts';
import { resolveFigures } from './resolve-figures.ts';
import { loadSalePrices, SALE_PRICE_CANARIES, SALE_PRICE_INVARIANTS, SALE_PRICES } from './sale-prices.ts';
import { type EditionsOfTable, fetchEditions, filesOfEditions, oldestFirst } from './table-files.ts';

interface NeighbourhoodFiles {
  readonly keyFigures: EditionsOfTable;
  readonly proximity: EditionsOfTable;
  readonly salePrices: EditionsOfTable;
  readonly municipalityPeriods: MunicipalityPeriodFiles;
  readonly postcodeKeys: PostcodeKeyFiles;
  readonly crime: CrimeFiles;
  readonly map: MapFiles | undefined;
}

const KEY_FIGURE_TABLE: RegionTable<FigureName> = {
  names: FIGURE_NAMES,
  resolve: ({ edition }, columns) => resolveFigures(edition.id, columns),
  // Wealth can be a debt.
  signed: new Set(['medianHouseholdWealthEur']),
};

/** Figures of neighbourhoods, and which neighbourhood an address lies in. */
export const NEIGHBOURHOODS: GroupDeclaration<NeighbourhoodFiles> = {
  id: 'neighbourhoods',
  sources: [
    KEY_FIGURES,
    PROXIMITY,
    SALE_PRICES,
    MUNICIPALITY_PERIODS,
    POSTCODE_KEYS,
    POLICE_CRIME,
    DISTRICT_MAP,
  ],

  async fetch(fetcher) {
    const postcodeKeys = await fetchPostcodeKeys(fetcher);
    return {
      keyFigures: await fetchEditions(fetcher, KEY_FIGURES.id, 'WijkenEnBuurten'),
      proximity: await fetchEditions(fetcher, PROXIMITY.id, 'WijkenEnBuurten'),
      salePrices: await fetchEditions(fetcher, SALE_PRICES.id, null),
      municipalityPeriods: await fetchMunicipalityPeriods(fetcher),
      postcodeKeys,
      crime: await fetchCrime(fetcher),
      map: await fetchMap(fetcher, postcodeKeys.edition.year),
    };
  },
  files: (fetched) => [
    ...filesOfEditions(fetched.keyFigures),
    ...filesOfEditions(fetched.proximity),
    ...filesOfEditions(fetched.salePrices),
    ...filesOfMunicipalityPeriods(fetched.municipalityPeriods),
    fetched.postcodeKeys.file,
    ...filesOfCrime(fetched.crime),
    ...filesOfMap(fetched.map),
  ],

  async load(context, fetched) {
    const areas = new AreaRegister();
    await loadKeyFigures(context, fetched.keyFigures, areas);
    await loadProximity(context, fetched.proximity, areas);
    await loadSalePrices(context, fetched.salePrices);
    await loadMunicipalityPeriods(context, fetched.municipalityPeriods);
    await loadPostcodeKeys(context, fetched.postcodeKeys, areas);
    const editionYears = fetched.keyFigures.editions.map(({ edition }) => edition.year);
    await loadCrime(context, fetched.crime, areas, editionYears);
    await loadMap(context, fetched.map, areas);
    insertAreas(context, areas);
  },
  derive(context) {
    deriveTopicEditions(context);
    deriveProximityEditions(context);
  },

  tables: [
    region,
    keyFigures,
    proximity,
    salePrice,
    municipalityPeriod,
    postcodeNumber,
    topicEdition,
    proximityEdition,
    offence,
    crimeYear,
    registeredCrime,
    regionArea,
  ],
  minimumRows: {
    region: 17_000,
    key_figures: 17_000,
    proximity: 17_000,
    sale_price: 9_000,
    municipality_period: 340,
    postcode_number: 7_500_000,
  },
  maximumRejectedShare: 0.001,
  canaries: [
    { name: 'the country is there', sql: `SELECT 1 FROM region WHERE code = 'NL00'` },
    {
      name: 'Dam 1 (1012JS 1) is in Amsterdam',
      sql: `SELECT 1 FROM postcode_number JOIN region ON region.id = region_id
             WHERE key = ${packPostcodeNumber('1012JS', 1)} AND municipality_code = 'GM0363'`,
    },
    {
      name: 'the newest edition has 340 municipalities or more',
      sql: `SELECT count(*) FROM region WHERE kind = 'municipality'
                AND last_year = (SELECT max(edition_year) FROM key_figures) HAVING count(*) >= 340`,
    },
    {
      // Residents without a known location count in the municipality, not in its neighbourhoods.
      name: 'the municipalities add up to the country',
      sql: `SELECT count(*) FROM key_figures JOIN region ON region.id = region_id
             WHERE edition_year = (SELECT max(edition_year) FROM topic_edition WHERE topic = 'people' AND filled)
            HAVING sum(residents) FILTER (WHERE kind = 'municipality')
                 = sum(residents) FILTER (WHERE kind = 'country')`,
    },
    {
      name: 'each of people, housing and income is filled in some edition',
      sql: `SELECT count(*) FROM topic_edition WHERE filled AND topic IN ('people', 'housing', 'income')
            HAVING count(DISTINCT topic) = 3`,
    },
    ...SALE_PRICE_CANARIES,
    ...CRIME_CANARIES,
    ...MAP_CANARIES,
  ],
  invariants: [
    {
      // Counts of districts and neighbourhoods are rounded to 5, each at random.
      name: 'men and women are the residents',
      sql: `SELECT count(*) FROM key_figures WHERE abs(men + women - residents) > 10`,
    },
    {
      name: 'households are not more than residents',
      sql: `SELECT count(*) FROM key_figures WHERE households > residents + 10`,
      tolerated: 5,
    },
    {
      name: 'percentages are 0..100',
      sql: `SELECT count(*) FROM key_figures WHERE ${FIGURE_NAMES.filter((name) => name.endsWith('Pct'))
        .map((name) => `${keyFigures[name].name} NOT BETWEEN 0 AND 100`)
        .join(' OR ')}`,
    },
    {
      name: 'owner-occupied and rental homes are not more than all homes',
      sql: `SELECT count(*) FROM key_figures WHERE owner_occupied_pct + rental_pct > 102`,
    },
    {
      name: 'the urbanity class is 1..5',
      sql: `SELECT count(*) FROM key_figures WHERE urbanity_class NOT BETWEEN 1 AND 5`,
    },
    {
      name: 'amounts are in euros, not in thousands',
      sql: `SELECT count(*) FROM key_figures WHERE avg_home_value_eur < 10000 OR avg_income_per_resident_eur < 1000`,
    },
    {
      name: 'every postcode and number is in a region',
      sql: `SELECT count(*) FROM postcode_number WHERE region_id NOT IN (SELECT id FROM region)`,
    },
    {
      name: 'a code means one area at a time',
      sql: `SELECT count(*) FROM region AS one JOIN region AS other USING (code)
             WHERE one.id < other.id AND one.first_year <= other.last_year AND other.first_year <= one.last_year`,
    },
    ...PROXIMITY_INVARIANTS,
    ...SALE_PRICE_INVARIANTS,
    ...CRIME_INVARIANTS,
    ...MAP_INVARIANTS,
  ],
};

async function loadKeyFigures(
  context: LoadContext,
  fetched: EditionsOfTable,
  areas: AreaRegister,
): Promise<void> {
  const editions = oldestFirst(context, KEY_FIGURES.id, fetched);
  for (const files of editions) {
    const progress = context.progress(`key figures ${files.edition.year}`);
    insertEdition(context, await readEdition(context, KEY_FIGURE_TABLE, files, progress), areas);
    progress.done();
  }
  const newest = editions.at(-1)?.edition;
  if (newest === undefined) return;
  const { id, year } = newest;
  context.describe(KEY_FIGURES.id, { edition: id, dataYear: year, stateDate: `${year}-01-01` });
}

function insertEdition(context: LoadContext, edition: EditionFigures<FigureName>, areas: AreaRegister): void {
  const insert = context.insert(keyFigures, ['regionId', 'editionYear', 'bordersMoved', ...FIGURE_NAMES]);
  for (const row of edition.rows) {
    const area = areas.see(row, edition.year);
    insert([area.id, edition.year, row.change === '3' ? 1 : 0, ...row.values]);
  }
  if (edition.absent.length > 0) {
    context.note(KEY_FIGURES.id, `edition ${edition.year} does not have: ${edition.absent.join(', ')}`);
  }
}

function insertAreas(context: LoadContext, areas: AreaRegister): void {
  const insert = context.insert(region, [
    'id',
    'code',
    'kind',
    'name',
    'firstYear',
    'lastYear',
    'districtCode',
    'municipalityCode',
  ]);
  for (const area of areas) {
    insert([
      area.id,
      area.code,
      area.kind,
      area.name,
      area.firstYear,
      area.lastYear,
      area.districtCode,
      area.municipalityCode,
    ]);
  }
}

/** Measures over the neighbourhoods of each edition how far each topic is filled. */
function deriveTopicEditions(context: LoadContext): void {
  const insert = context.insert(topicEdition, ['topic', 'editionYear', 'filledShare', 'filled']);
  for (const name of TOPIC_NAMES) {
    const topic = TOPICS[name];
    const filled = topic.leading.map((figure) => `${keyFigures[figure].name} IS NOT NULL`).join(' AND ');
    const rows = context.database
      .prepare<[], { year: number; share: number }>(
        `SELECT edition_year AS year, avg(${filled}) AS share
           FROM key_figures JOIN region ON region.id = region_id
          WHERE kind = 'neighbourhood' GROUP BY edition_year`,
      )
      .all();
    for (const { year, share } of rows) insert([name, year, share, share >= topic.filledShare ? 1 : 0]);
  }
}
