import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { floorArea, postcode, yearBuilt } from '../../../../db/bag-values.ts';
import { encodeArea } from '../../../../db/geometry.ts';
import { BUILDING_STATUSES } from '../../../../db/schema/addresses.ts';
import type { BagVersion } from '../../../../ingest/sources/kadaster/bag-records.ts';
import { chooseBuilding } from '../../../../ingest/sources/kadaster/buildings.ts';
import {
  sinceDay,
  stateOfVersion,
  VersionPicker,
} from '../../../../ingest/sources/kadaster/current-version.ts';
import { municipalityOfTowns, type TownRelation } from '../../../../ingest/sources/kadaster/gwr.ts';
import {
  CBS_MUNICIPALITIES,
  fetchMunicipalities,
  municipalitiesOn,
  readMunicipalities,
} from '../../../../ingest/sources/kadaster/municipalities.ts';
import { type FetchedFile, type Fetcher, UnexpectedFormatError } from '../../../../ingest/sources/source.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const STATE = '2020-09-15';

describe('values that stand for "not known"', () => {
  it.each([
    ['1005', null],
    ['9999', null],
    ['2026', null],
    ['2025', 2025],
    ['1478', 1478],
    [null, null],
  ])('pitfall 3: built in %s, as of 2020 -> %s', (text, year) => {
    expect(yearBuilt(text, 2020)).toBe(year);
  });

  it.each([
    ['999999', null],
    ['1', null],
    ['2', 2],
    ['999998', 999_998],
    ['', null],
  ])('pitfall 3: floor area %s -> %s', (text, area) => {
    expect(floorArea(text)).toBe(area);
  });

  it('pitfall 8: no postcode is allowed, a wrong one is told from that', () => {
    expect(postcode(null)).toBeNull();
    expect(postcode('6981 ch')).toBe('6981CH');
    expect(postcode('0981CH')).toBeUndefined();
  });
});

describe('pitfall 12: the version that counts depends on the state date, not on the clock', () => {
  const version = (beginsOn: string, endsOn: string | null, more: Partial<BagVersion> = {}): BagVersion => ({
    id: 1,
    version: 1,
    beginsOn,
    endsOn,
    removed: false,
    status: '',
    ...more,
  });

  it.each([
    ['2010-01-01', null, 'current'],
    [STATE, null, 'current'],
    ['2010-01-01', '2020-09-16', 'current'],
    // The end is the first day on which it no longer holds.
    ['2010-01-01', STATE, 'past'],
    // Announced.
    ['2020-09-16', null, 'future'],
    // Same-day versions never held, not even on their day.
    [STATE, STATE, 'past'],
    ['2010-01-01', '2010-01-01', 'past'],
    // A real typing error of the publisher.
    ['2104-01-21', null, 'future'],
  ])('%s to %s: %s', (begin, end, state) => {
    expect(stateOfVersion(version(begin, end), STATE)).toBe(state);
    expect(stateOfVersion(version(begin, end, { removed: true }), STATE)).toBe('removed');
  });

  it('picks the current version of each object or, without one, the last of the past', () => {
    const picker = new VersionPicker(STATE);
    const picked = [
      version('2010-01-01', '2015-01-01'),
      version('2015-01-01', null, { version: 2 }),
      version('2021-01-01', null, { version: 3 }),
      version('2011-01-01', '2013-06-10', { id: 2 }),
      version('2010-01-01', '2011-01-01', { id: 2, version: 2 }),
      version('2030-01-01', null, { id: 3 }),
      version('2010-01-01', null, { id: 4, removed: true }),
      version('2019-01-01', null, { id: 5 }),
    ].flatMap((one) => picker.push(one) ?? []);
    picked.push(...[picker.flush() ?? []].flat());
    expect(picked.map((one) => [one.version.id, one.version.version, one.isCurrent, sinceDay(one)])).toEqual([
      [1, 2, true, '2015-01-01'],
      [2, 1, false, '2013-06-10'],
      [5, 1, true, '2019-01-01'],
    ]);
  });
});

describe('pitfall 27: one municipality for each town', () => {
  const relation = (
    municipality: string,
    beginsOn: string,
    more: Partial<TownRelation> = {},
  ): TownRelation => ({
    townId: 1432,
    municipality,
    beginsOn,
    endsOn: null,
    status: 'definitief',
    ...more,
  });
  const choose = (relations: TownRelation[], existing: readonly string[], day = STATE) =>
    municipalityOfTowns(relations, day, (code) => existing.includes(code)).get(1432);

  it('closed and open copies of one relation stand side by side (1432 in 0689): the municipality no longer exists', () => {
    const real = [
      relation('0689', '2010-01-01'),
      relation('0689', '2010-01-01', { endsOn: '2019-01-01' }),
      relation('1978', '2019-01-01'),
    ];
    expect(choose(real, ['1978'])).toBe('1978');
    expect(choose([...real].reverse(), ['1978'])).toBe('1978');
    // On an earlier day the same file gives the municipality of that day.
    expect(choose(real, ['0689'], '2018-12-31')).toBe('0689');
  });

  it('of two that exist the relation that began last counts', () => {
    expect(choose([relation('0080', '2018-01-01'), relation('0074', '2019-01-01')], ['0074', '0080'])).toBe(
      '0074',
    );
  });

  it('provisional, future and ended relations do not count', () => {
    const relations = [
      relation('0001', '2010-01-01', { status: 'voorlopig' }),
      relation('0001', '2020-09-16'),
      relation('0001', '2010-01-01', { endsOn: STATE }),
    ];
    expect(choose(relations, ['0001'])).toBeUndefined();
  });
});

describe('the building of a unit that lies in several', () => {
  const square = (x: number) => encodeArea([[Float64Array.of(x, 0, x + 10, 0, x + 10, 10, x, 10)]]);
  const { in_use, demolished, permit_granted } = BUILDING_STATUSES;
  const at = (x: number) => ({ x, y: 5 });

  it('is the one that contains its point, whatever the ids', () => {
    const two = [
      { id: 1, status: in_use, area: square(0) },
      { id: 2, status: in_use, area: square(20) },
    ];
    expect(chooseBuilding(two, at(25))).toBe(2);
    expect(chooseBuilding(two, at(5))).toBe(1);
    // Neither, or no point at all: the lowest id.
    expect(chooseBuilding([...two].reverse(), at(100))).toBe(1);
    expect(chooseBuilding(two, null)).toBe(1);
  });

  it('pitfall 11: is never a demolished one while another stands', () => {
    const gone = { id: 1, status: demolished, area: square(0) };
    expect(chooseBuilding([gone, { id: 2, status: in_use, area: null }], at(5))).toBe(2);
    expect(chooseBuilding([gone], at(5))).toBe(1);
    expect(chooseBuilding([], at(5))).toBeUndefined();
  });

  it('is a standing one before one on paper, where the point does not tell', () => {
    const paper = { id: 1, status: permit_granted, area: square(0) };
    const standing = { id: 2, status: in_use, area: square(20) };
    expect(chooseBuilding([paper, standing], at(50))).toBe(2);
    expect(chooseBuilding([paper, standing], at(5))).toBe(1);
  });
});

describe('the list of municipalities', () => {
  const folder = temporaryFolder();

  function fileOf(name: string, content: string): FetchedFile {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, name);
    writeFileSync(path, content);
    const rest = { bytes: content.length, sha256: '', etag: null, lastModified: null, retrievedAt: '' };
    return { sourceId: CBS_MUNICIPALITIES.id, url: name, path, ...rest, unchanged: false };
  }

  const HISTORY = `provinciecode;provincienaam;gemeentecode;gemeentenaam;begindatum;einddatum
27;Noord-Holland;0457;Weesp;1970-01-01;2022-03-24
27;Noord-Holland;0363;Amsterdam;1970-01-01;
21;Friesland;1900;Súdwest-Fryslân;2011-01-01;
`;

  it('with a history is exact to the day: Weesp until the day before 2022-03-24', async () => {
    const files = {
      form: 'history',
      rows: fileOf('history.csv', HISTORY),
      edition: 'history',
      year: null,
    } as const;
    const list = await readMunicipalities(files);
    expect(municipalitiesOn(list, '2022-03-23').get('0457')?.name).toBe('Weesp');
    expect(municipalitiesOn(list, '2022-03-24').has('0457')).toBe(false);
    expect(municipalitiesOn(list, '2010-12-31').has('1900')).toBe(false);
    expect(municipalitiesOn(list, '2022-03-24').get('1900')).toMatchObject({
      provinceName: 'Fryslân',
      provinceCode: '21',
    });
  });

  const PROPERTIES = {
    value: [
      { ID: 0, ParentID: null, Type: 'Dimension', Key: 'RegioS', Title: "Regio's" },
      { ID: 1, ParentID: null, Type: 'TopicGroup', Key: '', Title: 'Gemeenten' },
      { ID: 2, ParentID: 1, Type: 'Topic', Key: 'Code_1', Title: 'Code' },
      { ID: 3, ParentID: 1, Type: 'Topic', Key: 'Naam_2', Title: 'Naam' },
      { ID: 7, ParentID: null, Type: 'TopicGroup', Key: '', Title: 'Landsdelen' },
      { ID: 8, ParentID: 7, Type: 'Topic', Key: 'Code_28', Title: 'Code' },
      { ID: 9, ParentID: 7, Type: 'Topic', Key: 'Naam_29', Title: 'Naam' },
      { ID: 10, ParentID: null, Type: 'TopicGroup', Key: '', Title: 'Provincies' },
      { ID: 11, ParentID: 10, Type: 'Topic', Key: 'Code_30', Title: 'Code' },
      { ID: 12, ParentID: 10, Type: 'Topic', Key: 'Naam_31', Title: 'Naam' },
    ],
  };
  const ROWS = {
    value: [
      {
        ID: 0,
        RegioS: 'GM0221',
        Naam_2: 'Doesburg   ',
        Code_28: 'LD02  ',
        Code_30: 'PV25  ',
        Naam_31: 'Gelderland   ',
      },
      { ID: 1, RegioS: 'PV25', Naam_2: '', Code_28: '', Code_30: '', Naam_31: '' },
    ],
  };

  it('of a year is read by the titles of its columns: their numbers change every year', async () => {
    const list = await readMunicipalities({
      form: 'table',
      rows: fileOf('rows.json', JSON.stringify(ROWS)),
      properties: fileOf('properties.json', JSON.stringify(PROPERTIES)),
      edition: '84721NED',
      year: 2020,
    });
    expect(list).toEqual([
      {
        code: '0221',
        name: 'Doesburg',
        provinceCode: '25',
        provinceName: 'Gelderland',
        beginsOn: null,
        endsOn: null,
      },
    ]);
  });

  it('without its columns, or not whole, stops the load', async () => {
    const rows = fileOf('rows2.json', JSON.stringify({ ...ROWS, 'odata.nextLink': 'https://example.org' }));
    const properties = fileOf('properties2.json', JSON.stringify({ value: PROPERTIES.value.slice(0, 4) }));
    const table = { form: 'table', edition: '', year: 2020 } as const;
    await expect(
      readMunicipalities({ ...table, rows: fileOf('r.json', JSON.stringify(ROWS)), properties }),
    ).rejects.toThrow(/provincies/);
    await expect(
      readMunicipalities({ ...table, rows, properties: fileOf('p.json', JSON.stringify(PROPERTIES)) }),
    ).rejects.toThrow(UnexpectedFormatError);
    const csv = fileOf('bad.csv', 'gemeentecode;gemeentenaam\n0221;Doesburg\n');
    await expect(readMunicipalities({ form: 'history', edition: '', year: null, rows: csv })).rejects.toThrow(
      /provinciecode/,
    );
  });

  function fetcher(
    published: readonly string[],
    urls = CBS_MUNICIPALITIES.urls,
  ): { fetcher: Fetcher; asked: string[] } {
    const asked: string[] = [];
    const get = (url: string) => {
      asked.push(url);
      return published.some((id) => url.includes(id)) ? fileOf('any', '') : undefined;
    };
    return {
      asked,
      fetcher: {
        label: 'national',
        declaration: () => ({ ...CBS_MUNICIPALITIES, urls }),
        file: async ({ url }) => get(url) ?? Promise.reject(new Error(`404 ${url}`)),
        optionalFile: async ({ url }) => get(url),
      },
    };
  }

  it('is that of the state date: 2020 for an extract of 2020', async () => {
    const { fetcher: fake } = fetcher(['84721NED', '86059NED']);
    expect(await fetchMunicipalities(fake, STATE)).toMatchObject({
      edition: '84721NED',
      year: 2020,
      form: 'table',
    });
  });

  it('is the year before where that of the state date is not published yet', async () => {
    const { fetcher: fake } = fetcher(['86059NED']);
    expect(await fetchMunicipalities(fake, '2026-01-08')).toMatchObject({ year: 2025 });
  });

  it('is the file that the operator names, and nothing else is asked', async () => {
    const history = 'https://example.org/gemeentelijke-indeling.csv';
    const { fetcher: fake, asked } = fetcher(['indeling'], { ...CBS_MUNICIPALITIES.urls, history });
    expect(await fetchMunicipalities(fake, STATE)).toMatchObject({ form: 'history' });
    expect(asked).toEqual([history]);
  });

  it('that is missing for the state date says what to do', async () => {
    await expect(fetchMunicipalities(fetcher([]).fetcher, '1999-01-01')).rejects.toThrow(/urls\.history/);
  });
});
