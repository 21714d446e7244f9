import { AMENITIES, type Amenity } from '../../../db/schema/neighbourhoods-proximity.ts';
import {
  foldName,
  type ResolvedFigure,
  type ResolvedFigures,
  type TableColumn,
  UnresolvedFigureError,
} from './table-columns.ts';
import type { TableFiles } from './table-files.ts';

/** Where the distance to an amenity stands in the publisher's table. */
interface DistanceColumn {
  /** Names without their number, which is a position: `_64` is another column in another year. */
  readonly stems: readonly [string, ...string[]];
  /** Of columns with one name, the one in a group whose folded title fits. */
  readonly group?: { readonly is: RegExp; readonly isNot: RegExp };
}

/** Our amenities in the publisher's words, all editions from 2018. */
export const DISTANCE_COLUMNS: Readonly<Record<Amenity, DistanceColumn>> = {
  gpPractice: { stems: ['AfstandTotHuisartsenpraktijk'] },
  pharmacy: { stems: ['AfstandTotApotheek'] },
  hospital: {
    stems: ['AfstandTotZiekenhuis'],
    // "Ziekenhuis (incl. buitenpolikliniek)"; a second column leaves the outpatient clinics out.
    group: { is: /ziekenhuis.*incl/, isNot: /ziekenhuis.*excl/ },
  },
  supermarket: { stems: ['AfstandTotGroteSupermarkt'] },
  dailyGroceries: { stems: ['AfstandTotOvDagelLevensmiddelen'] },
  departmentStore: { stems: ['AfstandTotWarenhuis'] },
  cafe: { stems: ['AfstandTotCafeED'] },
  restaurant: { stems: ['AfstandTotRestaurant'] },
  daycare: { stems: ['AfstandTotKinderdagverblijf'] },
  afterSchoolCare: { stems: ['AfstandTotBuitenschoolseOpvang'] },
  primarySchool: {
    stems: ['AfstandTotSchool'],
    group: { is: /^basisonderwijs/, isNot: /voortgezetonderwijs/ },
  },
  secondarySchool: {
    stems: ['AfstandTotSchool'],
    // All secondary schools; two more columns count only those with vmbo, and those with havo or vwo.
    group: { is: /voortgezetonderwijs/, isNot: /vmbo|havo|vwo|basisonderwijs/ },
  },
  trainStation: { stems: ['AfstandTotTreinstationsTotaal'] },
  mainRoadAccess: { stems: ['AfstandTotOpritHoofdverkeersweg'] },
  library: { stems: ['AfstandTotBibliotheek'] },
  swimmingPool: { stems: ['AfstandTotBinnenzwembad', 'AfstandTotZwembad'] },
  cinema: { stems: ['AfstandTotBioscoop'] },
  fireStation: { stems: ['AfstandTotBrandweerkazerne'] },
};

/**
 * Finds the column of each distance by name, group and unit. Tables have all of them, filled or not. A portal file
 * has those that its maker chose, and if its headings are keys it cannot tell the schools and hospitals apart:
 * what it lacks is taken from another edition.
 * @throws UnresolvedFigureError when a table lacks one, two columns fit, or a portal file has none
 */
export function resolveDistances(
  { edition, protocol }: Pick<TableFiles, 'edition' | 'protocol'>,
  columns: readonly TableColumn[],
): ResolvedFigures<Amenity> {
  const found = new Map<Amenity, ResolvedFigure>();
  const problems: string[] = [];
  const absent: Amenity[] = [];
  for (const amenity of AMENITIES) {
    const candidates = candidatesFor(amenity, columns);
    const [column] = candidates;
    if (column === undefined) absent.push(amenity);
    else if (candidates.length > 1) problems.push(`${amenity} fits ${keysOf(candidates)}`);
    else if (column.unit !== null && column.unit.toLowerCase() !== 'km') {
      problems.push(`${amenity} (${column.key}) has the unit "${column.unit}" instead of km`);
    } else found.set(amenity, { key: column.key, factor: 1 });
  }
  if (protocol !== 'csv') problems.push(...absent.map((amenity) => missedText(amenity, columns)));
  else if (found.size === 0) problems.push('no distance of ours is in the file');
  if (problems.length > 0) {
    throw new UnresolvedFigureError(
      `table ${edition.id}: ${problems.join('; ')}. If the publisher renamed a column, add its name to ` +
        'ingest/sources/cbs/distance-columns.ts; to go on without this table, leave it out of the editions of the source.',
    );
  }
  return { columns: found, absent };
}

function candidatesFor(amenity: Amenity, columns: readonly TableColumn[]): readonly TableColumn[] {
  const { stems, group } = DISTANCE_COLUMNS[amenity];
  for (const stem of stems) {
    const named = columns.filter((column) => column.name === foldName(stem));
    const candidates = group === undefined ? named : nearest(named.filter(fits(group)), group.is);
    if (candidates.length > 0) return candidates;
  }
  return [];
}

function fits({ is, isNot }: NonNullable<DistanceColumn['group']>): (column: TableColumn) => boolean {
  return ({ groups }) => groups.some((title) => is.test(title)) && !groups.some((title) => isNot.test(title));
}

/** Of columns in groups within groups those whose own group fits: the total stands above its parts. */
function nearest(columns: readonly TableColumn[], group: RegExp): readonly TableColumn[] {
  const depthOf = (column: TableColumn) => column.groups.findIndex((title) => group.test(title));
  const depth = Math.min(...columns.map(depthOf));
  return columns.filter((column) => depthOf(column) === depth);
}

function missedText(amenity: Amenity, columns: readonly TableColumn[]): string {
  const { stems, group } = DISTANCE_COLUMNS[amenity];
  const names = stems.map(foldName);
  const named = columns.filter((column) => names.includes(column.name));
  const looked = `looked for ${stems.join(', ')}`;
  if (group === undefined || named.length === 0) return `${amenity} is not there (${looked})`;
  const groups = named.map(({ key, groups: titles }) => `${key} in "${titles.join(' < ')}"`).join(', ');
  return `${amenity} is not there (${looked} in a group like ${group.is.source}; found ${groups})`;
}

function keysOf(columns: readonly TableColumn[]): string {
  return columns.map((column) => column.key).join(' and ');
}
