import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AMENITIES } from '../../../db/schema/neighbourhoods-proximity.ts';
import { resolveDistances } from '../../../ingest/sources/cbs/distance-columns.ts';
import {
  columnsOfDataProperties,
  columnsOfHeadings,
  UnresolvedFigureError,
} from '../../../ingest/sources/cbs/table-columns.ts';
import {
  type Column,
  columnKey,
  PROXIMITY_COLUMNS,
  proximityProperties,
} from '../../support/proximity-table.ts';

const TABLE = { edition: { year: 2024, id: '86134NED' }, protocol: 'v3' } as const;
const FILE = { ...TABLE, protocol: 'csv' } as const;

function resolve(columns: readonly Column[], shift = 0) {
  return resolveDistances(TABLE, columnsOfDataProperties(proximityProperties(columns, shift)));
}

function changed(stem: string, change: Partial<Column>): Column[] {
  return PROXIMITY_COLUMNS.map((column) => (column.stem === stem ? { ...column, ...change } : column));
}

describe('columns of distances', () => {
  it('pitfall 12: all eighteen are found, whatever numbers and order the edition gives them', () => {
    const order = fc.shuffledSubarray([...PROXIMITY_COLUMNS], { minLength: PROXIMITY_COLUMNS.length });
    fc.assert(
      fc.property(order, fc.nat(200), (columns, shift) => {
        const resolved = resolve(columns, shift);
        expect(resolved.absent).toEqual([]);
        for (const [position, column] of columns.entries()) {
          if (column.amenity === undefined) continue;
          expect(resolved.columns.get(column.amenity)).toEqual({
            key: columnKey(column, position, shift),
            factor: 1,
          });
        }
        expect(resolved.columns.size).toBe(AMENITIES.length);
      }),
      { numRuns: 30 },
    );
  });

  it('tells schools apart also where vmbo and havo/vwo stand inside the group of all secondary schools', () => {
    const nested = PROXIMITY_COLUMNS.map((column) =>
      ['Vmbo', 'Havo/vwo'].includes(column.groups[1] ?? '')
        ? { ...column, groups: ['Onderwijs', 'Voortgezet onderwijs', ...column.groups.slice(1)] }
        : column,
    );
    const { columns } = resolve(nested);
    const own = nested.findIndex((column) => column.amenity === 'secondarySchool');
    expect(columns.get('secondarySchool')?.key).toBe(`AfstandTotSchool_${5 + own}`);
  });

  it('stops when a column has another name, and says what was looked for', () => {
    const renamed = changed('AfstandTotBioscoop', { stem: 'AfstandTotFilmtheater' });
    expect(() => resolve(renamed)).toThrow(UnresolvedFigureError);
    expect(() => resolve(renamed)).toThrow(/cinema is not there \(looked for AfstandTotBioscoop\)/);
  });

  it('stops when the group of schools has another title, rather than take the first', () => {
    const renamed = PROXIMITY_COLUMNS.map((column) =>
      column.amenity === 'primarySchool' ? { ...column, groups: ['Onderwijs', 'Lagere scholen'] } : column,
    );
    expect(() => resolve(renamed)).toThrow(
      /primarySchool is not there .*found .*"lagerescholen < onderwijs"/,
    );
  });

  it('stops when two columns fit, and when a distance is in metres', () => {
    const twice = [...PROXIMITY_COLUMNS, { stem: 'AfstandTotApotheek', groups: ['Zorg'] }];
    expect(() => resolve(twice)).toThrow(/pharmacy fits AfstandTotApotheek_6 and AfstandTotApotheek_27/);
    expect(() => resolve(changed('AfstandTotApotheek', { unit: 'm' }))).toThrow(/unit "m" instead of km/);
  });

  it('takes the pool of 2018 under the name that it had', () => {
    const of2018 = changed('AfstandTotBinnenzwembad', { stem: 'AfstandTotZwembad' });
    expect(resolve(of2018).columns.has('swimmingPool')).toBe(true);
  });
});

describe('headings of portal files', () => {
  it('spell groups and unit', () => {
    const { columns, absent } = resolveDistances(
      FILE,
      columnsOfHeadings([
        'Wijken en buurten',
        'Regioaanduiding/Codering (code)',
        'Gezondheid en welzijn/Ziekenhuis (excl. buitenpolikliniek)/Afstand tot ziekenhuis (km)',
        'Gezondheid en welzijn/Ziekenhuis (incl. buitenpolikliniek)/Afstand tot ziekenhuis (km)',
        'Onderwijs/Basisonderwijs/Afstand tot school (km)',
        'Horeca/Cafés en dergelijke/Afstand tot café e.d. (km)',
      ]),
    );
    expect([...columns]).toEqual([
      [
        'hospital',
        {
          key: 'Gezondheid en welzijn/Ziekenhuis (incl. buitenpolikliniek)/Afstand tot ziekenhuis (km)',
          factor: 1,
        },
      ],
      ['cafe', { key: 'Horeca/Cafés en dergelijke/Afstand tot café e.d. (km)', factor: 1 }],
      ['primarySchool', { key: 'Onderwijs/Basisonderwijs/Afstand tot school (km)', factor: 1 }],
    ]);
    expect(absent).toHaveLength(15);
  });

  it('of keys cannot tell the schools and hospitals apart: those are left to other editions', () => {
    const { columns, absent } = resolveDistances(
      FILE,
      columnsOfHeadings([
        'WijkenEnBuurten',
        'AfstandTotApotheek_10',
        'AfstandTotZiekenhuis_11',
        'AfstandTotZiekenhuis_15',
        'AfstandTotSchool_60',
        'AfstandTotSchool_64',
      ]),
    );
    expect([...columns.keys()]).toEqual(['pharmacy']);
    expect(absent).toEqual(expect.arrayContaining(['hospital', 'primarySchool', 'secondarySchool']));
  });

  it('without a single distance are another table', () => {
    expect(() => resolveDistances(FILE, columnsOfHeadings(['Perioden', 'Codering (code)', 'Score']))).toThrow(
      /no distance of ours is in the file/,
    );
  });
});
