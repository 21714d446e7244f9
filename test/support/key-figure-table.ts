import type { FigureName } from '../../db/schema/neighbourhoods.ts';
import { FIGURE_COLUMNS, FIGURE_NAMES } from '../../ingest/sources/cbs/figure-columns.ts';
import { writeODataTable } from './odata-table.ts';

export interface TableRegion {
  readonly code: string;
  readonly name?: string;
  /** `1`, `2` or `3`; a dot for municipalities. */
  readonly change?: string;
  /** Cells as the publisher writes them: thousands of euros, padded text, null. */
  readonly cells?: Readonly<Partial<Record<FigureName, unknown>>>;
}

export interface KeyFigureTable {
  readonly year: number;
  readonly id: string;
  readonly regions: readonly TableRegion[];
  /** Figures that the table does not have; by default those that 2023 does not. */
  readonly without?: readonly FigureName[];
  /** Columns of other subjects before ours: all numbers in the column names shift by so many. */
  readonly shift?: number;
  /** Rows a page; by default all on one. */
  readonly pageRows?: number;
  /** What `TableInfos` says; left out of the mirror when null. */
  readonly period?: string | null;
}

const NOT_IN_2023: readonly FigureName[] = [
  'builtOver10YearsAgoPct',
  'builtLast10YearsPct',
  'personsInPovertyPct',
];

/** Units as the publisher writes them, by what our names end in. */
function unitOf(name: FigureName): string {
  if (name.endsWith('Eur')) return 'x 1 000 euro';
  if (name.endsWith('Pct')) return '%';
  if (name === 'householdsLowest40Pct' || name === 'householdsHighest20Pct') return '%';
  if (name === 'residentsPerKm2') return 'aantal inwoners per km²';
  if (name === 'addressesPerKm2') return 'per km²';
  if (name.endsWith('Km')) return 'km';
  if (name.endsWith('Kwh')) return 'kWh';
  if (name.endsWith('M3')) return 'm³';
  return name === 'urbanityClass' ? 'code' : 'aantal';
}

/** The table's columns, numbered by position as in the publisher's tables. */
export function tableColumns(table: KeyFigureTable): { name: FigureName; key: string; unit: string }[] {
  const without = table.without ?? NOT_IN_2023;
  return FIGURE_NAMES.filter((name) => !without.includes(name)).map((name, position) => ({
    name,
    key: `${FIGURE_COLUMNS[name].stems[0]}_${5 + (table.shift ?? 0) + position}`,
    unit: unitOf(name),
  }));
}

/** `DataProperties` of the table: two groups, the schools in one of their own. */
export function dataProperties(table: KeyFigureTable): Record<string, unknown>[] {
  const columns = tableColumns(table);
  return [
    { ID: 0, ParentID: null, Type: 'GeoDetail', Key: 'WijkenEnBuurten', Title: 'Wijken en buurten' },
    { ID: 1, ParentID: null, Type: 'TopicGroup', Key: '', Title: 'Cijfers' },
    { ID: 2, ParentID: 1, Type: 'TopicGroup', Key: '', Title: 'Basisonderwijs' },
    { ID: 3, ParentID: 1, Type: 'Topic', Key: 'IndelingswijzigingWijkenEnBuurten_4', Unit: 'code' },
    ...columns.map(({ name, key, unit }, position) => ({
      ID: 4 + position,
      ParentID: name === 'distancePrimarySchoolKm' ? 2 : 1,
      Type: 'Topic',
      Key: key,
      Title: key,
      Unit: unit,
    })),
  ];
}

/** Writes a table of the publisher's OData v3 service into a mirror. */
export function writeTable(mirror: string, table: KeyFigureTable): void {
  const columns = tableColumns(table);
  const rows = table.regions.map((region, position) => ({
    ID: position,
    WijkenEnBuurten: region.code.padEnd(10),
    SoortRegio_2: 'Buurt     ',
    IndelingswijzigingWijkenEnBuurten_4: region.change ?? '1',
    ...Object.fromEntries(columns.map(({ name, key }) => [key, region.cells?.[name] ?? null])),
  }));
  writeODataTable(mirror, {
    id: table.id,
    properties: dataProperties(table),
    rows,
    regions: { dimension: 'WijkenEnBuurten', rows: regionRows(table.regions) },
    period: table.period === undefined ? String(table.year) : table.period,
    ...(table.pageRows === undefined ? {} : { pageRows: table.pageRows }),
  });
}

/** The dimension of the regions: keys padded to 10, and names. */
export function regionRows(regions: readonly Pick<TableRegion, 'code' | 'name'>[]): object[] {
  return regions.map(({ code, name }) => ({ Key: code.padEnd(10), Title: name ?? null }));
}

/** Cells of an ordinary neighbourhood in which every topic is filled. */
export const ORDINARY_CELLS: Readonly<Partial<Record<FigureName, unknown>>> = {
  residents: 2480,
  men: 1235,
  women: 1245,
  age0To14: 300,
  age15To24: 280,
  age25To44: 500,
  age45To64: 800,
  age65Plus: 600,
  households: 1345,
  householdsOnePerson: 650,
  householdsWithoutChildren: 400,
  householdsWithChildren: 295,
  avgHouseholdSize: 1.8,
  residentsPerKm2: 5200,
  urbanityClass: 3,
  addressesPerKm2: 1400,
  dwellings: 1400,
  avgHomeValueEur: 335,
  singleFamilyPct: 60,
  multiFamilyPct: 40,
  vacantPct: 5,
  ownerOccupiedPct: 48,
  rentalPct: 52,
  housingCorporationPct: 40,
  otherRentalPct: 12,
  builtBefore2000Pct: 90,
  builtFrom2000Pct: 10,
  avgElectricityKwh: 2480,
  avgGasM3: 1010,
  districtHeatingPct: 0,
  incomeRecipients: 2000,
  avgIncomePerResidentEur: 26.4,
  avgIncomePerRecipientEur: 32.7,
  avgStandardisedHouseholdIncomeEur: 29.1,
  householdsLowest40Pct: 41.2,
  householdsHighest20Pct: 18.3,
  lowIncomeHouseholdsPct: 7.1,
  medianHouseholdWealthEur: 121,
  distanceGpPracticeKm: 0.5,
  distanceSupermarketKm: 0.4,
  distanceDaycareKm: 0.3,
  distancePrimarySchoolKm: 0.6,
};
