import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ODataRow } from '../../../ingest/formats/odata.ts';
import { resolveFigures } from '../../../ingest/sources/cbs/resolve-figures.ts';
import {
  columnsOfDataProperties,
  columnsOfMeasures,
  foldName,
  UnresolvedFigureError,
} from '../../../ingest/sources/cbs/table-columns.ts';
import { dataProperties, type KeyFigureTable, tableColumns } from '../../support/key-figure-table.ts';

const TABLE: KeyFigureTable = { year: 2023, id: '85618NED', regions: [] };

function resolve(properties: readonly ODataRow[]) {
  return resolveFigures('85618NED', columnsOfDataProperties(properties));
}

describe('columns of figures', () => {
  it('pitfall 12: are found by name, whatever number the edition gives them', () => {
    fc.assert(
      fc.property(fc.nat(200), (shift) => {
        const table = { ...TABLE, shift };
        const { columns } = resolve(dataProperties(table));
        for (const { name, key } of tableColumns(table)) expect(columns.get(name)?.key).toBe(key);
      }),
      { numRuns: 20 },
    );
  });

  it('pitfall 8: amounts are in thousands of euros, because the table says so', () => {
    const properties = dataProperties(TABLE);
    expect(resolve(properties).columns.get('avgHomeValueEur')?.factor).toBe(1000);
    const inEuros = properties.map((row) =>
      String(row.Key).startsWith('GemiddeldeWOZ') ? { ...row, Unit: 'euro' } : row,
    );
    expect(resolve(inEuros).columns.get('avgHomeValueEur')?.factor).toBe(1);
    expect(resolve(properties).columns.get('residents')?.factor).toBe(1);
  });

  it('stops when a required figure has another name, and says what was looked for', () => {
    const renamed = dataProperties(TABLE).map((row) =>
      String(row.Key).startsWith('HuishoudensTotaal') ? { ...row, Key: 'Huishoudingen_12' } : row,
    );
    expect(() => resolve(renamed)).toThrow(UnresolvedFigureError);
    expect(() => resolve(renamed)).toThrow(/households is not there \(looked for HuishoudensTotaal\)/);
  });

  it('stops when a figure has another unit', () => {
    const counted = dataProperties(TABLE).map((row) =>
      String(row.Key).startsWith('Koopwoningen') ? { ...row, Unit: 'aantal' } : row,
    );
    expect(() => resolve(counted)).toThrow(/ownerOccupiedPct .*has the unit "aantal" instead of %/);
  });

  it('takes an edition that does not have a topic at all, but not one without residents', () => {
    const people = ['residents', 'men', 'women', 'households'];
    const onlyPeople = dataProperties(TABLE).slice(0, 4 + 13);
    const { columns, absent } = resolve(onlyPeople);
    expect([...columns.keys()]).toEqual(expect.arrayContaining(people));
    expect(absent).toContain('avgHomeValueEur');
    expect(() => resolve(dataProperties(TABLE).slice(0, 4))).toThrow(/residents is not there/);
  });

  it('takes either way of telling the age of homes, but not neither', () => {
    const since2024: KeyFigureTable = {
      ...TABLE,
      without: ['builtBefore2000Pct', 'builtFrom2000Pct', 'lowIncomeHouseholdsPct'],
    };
    const { columns, absent } = resolve(dataProperties(since2024));
    expect(columns.has('builtOver10YearsAgoPct')).toBe(true);
    expect(absent).toEqual(['builtBefore2000Pct', 'builtFrom2000Pct', 'lowIncomeHouseholdsPct']);
    const neither = ['builtBefore2000Pct', 'builtOver10YearsAgoPct'] as const;
    expect(() => resolve(dataProperties({ ...TABLE, without: neither }))).toThrow(/builtBefore2000Pct/);
  });

  it('tells columns of one name apart by their group, and stops where it cannot', () => {
    const properties = dataProperties(TABLE);
    const school = { ID: 900, ParentID: 901, Type: 'Topic', Key: 'AfstandTotSchool_64', Unit: 'km' };
    const group = { ID: 901, ParentID: null, Type: 'TopicGroup', Key: '', Title: 'Voortgezet onderwijs' };
    const own = tableColumns(TABLE).find((column) => column.name === 'distancePrimarySchoolKm')?.key;
    expect(resolve([...properties, group, school]).columns.get('distancePrimarySchoolKm')?.key).toBe(own);
    const twice = { ...school, ParentID: 2 };
    expect(() => resolve([...properties, twice])).toThrow(
      /distancePrimarySchoolKm fits .* and AfstandTotSchool_64/,
    );
  });
});

it.each([
  ['k_65JaarOfOuder_12', '65 jaar of ouder'],
  ['GemGestandaardiseerdInkomenVanHuish_75', 'Gem. gestandaardiseerd inkomen van huish'],
  ['k_40HuishoudensMetLaagsteInkomen_76', '40% huishoudens met laagste inkomen'],
  ['WmoClienten_89', 'Wmo-cliënten  '],
])('folds the key %s and the title "%s" to the same', (key, title) => {
  expect(foldName(key)).toBe(foldName(title));
});

const REAL = '../shared/data/cbs';

function rows(name: string): ODataRow[] {
  return (JSON.parse(readFileSync(`${REAL}/${name}.json`, 'utf8')) as { value: ODataRow[] }).value;
}

describe.skipIf(!existsSync(REAL))('real metadata', () => {
  it('v3, 2020: every figure is found but those of later years', () => {
    const { columns, absent } = resolveFigures(
      '84799NED',
      columnsOfDataProperties(rows('kwb2020_84799NED_DataProperties')),
    );
    expect(absent).toEqual(['builtOver10YearsAgoPct', 'builtLast10YearsPct', 'personsInPovertyPct']);
    expect(columns.get('residents')).toEqual({ key: 'AantalInwoners_5', factor: 1 });
    expect(columns.get('avgHomeValueEur')).toEqual({ key: 'GemiddeldeWoningwaarde_35', factor: 1000 });
    expect(columns.get('avgIncomePerResidentEur')?.key).toBe('GemiddeldInkomenPerInwoner_72');
    expect(columns.get('distancePrimarySchoolKm')?.key).toBe('AfstandTotSchool_108');
  });

  it('v4, 2017: figures are found by title and group; wealth and standardised income came later', () => {
    const { columns, absent } = resolveFigures(
      '83765NED',
      columnsOfMeasures(rows('kwb2017_83765NED_v4_MeasureCodes'), rows('kwb2017_83765NED_v4_MeasureGroups')),
    );
    expect(columns.get('residents')?.key).toBe('T001036');
    expect(columns.get('households')?.key).toBe('1050010_2');
    expect(columns.get('avgHomeValueEur')).toEqual({ key: 'M003039', factor: 1000 });
    expect(columns.get('ownerOccupiedPct')?.key).toBe('1014800_1');
    expect(columns.get('avgElectricityKwh')?.key).toBe('M000221_2');
    expect(columns.get('avgIncomePerResidentEur')?.key).toBe('M000224');
    expect(columns.get('distancePrimarySchoolKm')?.key).toBe('D000045');
    expect(absent).toEqual(
      expect.arrayContaining(['avgStandardisedHouseholdIncomeEur', 'medianHouseholdWealthEur']),
    );
  });
});
