import { containsPoint, decodeArea } from '../geometry.ts';
import { preparedStatement, type Snapshot } from '../store.ts';
import type { Region } from './neighbourhoods.ts';

/** A region and the year of the map that says so. */
export interface LocatedRegion {
  readonly region: Region;
  /** Year of the division into areas, 1 January: the code may mean another area in another year. */
  readonly editionYear: number;
}

const neighbourhoodsAround = preparedStatement<
  [number, number, number, number],
  Region & { editionYear: number; rings: Buffer }
>(`
  SELECT region.id, region.code, region.kind, region.name, first_year AS firstYear, last_year AS lastYear,
         district_code AS districtCode, municipality_code AS municipalityCode,
         edition_year AS editionYear, rings
    FROM region_area_box AS box
    JOIN region_area ON region_area.id = box.id
    JOIN region ON region.id = region_area.region_id
   WHERE min_x_m <= ? AND max_x_m >= ? AND min_y_m <= ? AND max_y_m >= ? AND kind = 'neighbourhood'
   ORDER BY region.code`);

/**
 * The neighbourhood whose outline holds a point. Outlines are precise to some 10 to 50 m, so near a border it may be
 * the one next door; a point on a border is in both and gets the lower code. Water, and a few places on land that
 * the outlines leave open, have none.
 * @param xM RD New metres, as `yM`
 * @throws DatasetUnavailableError when no release of neighbourhoods is loaded
 */
export function neighbourhoodAt(snapshot: Snapshot, xM: number, yM: number): LocatedRegion | undefined {
  snapshot.require('neighbourhoods');
  for (const { rings, editionYear, ...region } of neighbourhoodsAround(snapshot).iterate(xM, xM, yM, yM)) {
    if (containsPoint(decodeArea(rings), xM, yM)) return { region, editionYear };
  }
  return undefined;
}
