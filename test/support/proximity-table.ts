import { AMENITIES, type Amenity } from '../../db/schema/neighbourhoods-proximity.ts';
import { DISTANCE_COLUMNS } from '../../ingest/sources/cbs/distance-columns.ts';
import { regionRows } from './key-figure-table.ts';
import { writeODataTable } from './odata-table.ts';

/** Positions and groups as in the publisher's tables of 2024 and 2025; columns that we do not want among them. */
const GROUPS: Readonly<Partial<Record<Amenity, readonly string[]>>> = {
  gpPractice: ['Gezondheid en welzijn', 'Huisartsenpraktijk'],
  hospital: ['Gezondheid en welzijn', 'Ziekenhuis (incl. buitenpolikliniek)'],
  primarySchool: ['Onderwijs', 'Basisonderwijs'],
  secondarySchool: ['Onderwijs', 'Voortgezet onderwijs'],
};
const OTHERS: readonly Column[] = [
  { stem: 'AfstandTotZiekenhuis', groups: ['Gezondheid en welzijn', 'Ziekenhuis (excl. buitenpolikliniek)'] },
  { stem: 'AfstandTotSchool', groups: ['Onderwijs', 'Vmbo'] },
  { stem: 'AfstandTotSchool', groups: ['Onderwijs', 'Havo/vwo'] },
  { stem: 'Binnen1Km', groups: ['Onderwijs', 'Basisonderwijs', 'Aantal scholen'], unit: 'aantal' },
];

export interface Column {
  readonly amenity?: Amenity;
  readonly stem: string;
  /** Titles of the groups around it, the outermost first. */
  readonly groups: readonly string[];
  readonly unit?: string;
}

/** Columns of an ordinary table. */
export const PROXIMITY_COLUMNS: readonly Column[] = [
  ...AMENITIES.map((amenity) => ({
    amenity,
    stem: DISTANCE_COLUMNS[amenity].stems[0],
    groups: GROUPS[amenity] ?? ['Voorzieningen'],
  })),
  ...OTHERS,
];

export interface ProximityRegion {
  readonly code: string;
  readonly name?: string;
  readonly change?: string;
  /** Cells as the publisher writes them. */
  readonly cells?: Readonly<Partial<Record<Amenity, unknown>>>;
}

export interface ProximityTable {
  readonly id: string;
  readonly year: number;
  readonly regions: readonly ProximityRegion[];
  readonly columns?: readonly Column[];
  /** Columns of other subjects before ours: all numbers in the column names shift by so many. */
  readonly shift?: number;
  readonly pageRows?: number;
  readonly period?: string | null;
}

/** Key of a column: its stem and its position. */
export function columnKey(column: Column, position: number, shift = 0): string {
  return `${column.stem}_${5 + shift + position}`;
}

/** `DataProperties` of columns in their groups. */
export function proximityProperties(columns: readonly Column[], shift = 0): Record<string, unknown>[] {
  const properties: Record<string, unknown>[] = [];
  const ids = new Map<string, number>();
  const add = (property: Record<string, unknown>) => properties.push({ ID: properties.length, ...property });
  add({ ParentID: null, Type: 'GeoDetail', Key: 'WijkenEnBuurten', Title: 'Wijken en buurten' });
  add({ ParentID: null, Type: 'Topic', Key: 'IndelingswijzigingGemeenteWijkBuurt_4', Unit: 'code' });
  for (const [position, column] of columns.entries()) {
    let parent: number | null = null;
    for (const [depth, title] of column.groups.entries()) {
      const path = column.groups.slice(0, depth + 1).join('/');
      if (!ids.has(path)) {
        ids.set(path, properties.length);
        add({ ParentID: parent, Type: 'TopicGroup', Key: '', Title: title });
      }
      parent = ids.get(path) ?? null;
    }
    const key = columnKey(column, position, shift);
    add({ ParentID: parent, Type: 'Topic', Key: key, Title: column.stem, Unit: column.unit ?? 'km' });
  }
  return properties;
}

/** Writes a proximity table of the publisher's OData v3 service into a mirror. */
export function writeProximityTable(mirror: string, table: ProximityTable): void {
  const { columns = PROXIMITY_COLUMNS, shift = 0, regions } = table;
  const cellOf = ({ amenity, unit }: Column, { cells = {} }: ProximityRegion) =>
    // What is not wanted has a value that shows when it is taken.
    amenity === undefined ? (unit === 'aantal' ? 9.9 : 77.7) : (cells[amenity] ?? null);
  writeODataTable(mirror, {
    id: table.id,
    properties: proximityProperties(columns, shift),
    rows: regions.map((region, at) => ({
      ID: at,
      WijkenEnBuurten: region.code.padEnd(10),
      IndelingswijzigingGemeenteWijkBuurt_4: region.change ?? '1',
      ...Object.fromEntries(
        columns.map((column, position) => [columnKey(column, position, shift), cellOf(column, region)]),
      ),
    })),
    regions: { dimension: 'WijkenEnBuurten', rows: regionRows(regions) },
    period: table.period === undefined ? String(table.year) : table.period,
    ...(table.pageRows === undefined ? {} : { pageRows: table.pageRows }),
  });
}

/** Cells of a neighbourhood in which every distance is filled, each with a value of its own. */
export const ALL_DISTANCES: Readonly<Record<Amenity, number>> = {
  gpPractice: 0.5,
  pharmacy: 0.6,
  hospital: 3.1,
  supermarket: 0.4,
  dailyGroceries: 0.3,
  departmentStore: 2.2,
  cafe: 0.2,
  restaurant: 0.1,
  daycare: 0.7,
  afterSchoolCare: 0.8,
  primarySchool: 0.9,
  secondarySchool: 1.5,
  trainStation: 13.9,
  mainRoadAccess: 2.5,
  library: 1.1,
  swimmingPool: 4.2,
  cinema: 9.8,
  fireStation: 1.6,
};
