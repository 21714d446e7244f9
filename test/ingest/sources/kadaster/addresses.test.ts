import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { OBJECT_STATUSES, USES } from '../../../../db/schema/addresses.ts';
import type { Snapshot } from '../../../../db/store.ts';
import type { RunReport } from '../../../../ingest/pipeline/run-report.ts';
import { ADDRESSES, BAG } from '../../../../ingest/sources/kadaster/addresses.ts';
import { CBS_MUNICIPALITIES } from '../../../../ingest/sources/kadaster/municipalities.ts';
import { ingestFromMirror, snapshotOf } from '../../../support/group-run.ts';
import { type MirrorContent, writeToMirror } from '../../../support/mirror-folder.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { leaf, part, point, polygon, ref, type Snippet, stand } from './bag-snippets.ts';

const STATE = '2020-09-15';
const HISTORY_URL = 'https://example.org/gemeentelijke-indeling.csv';
const HISTORY = `provinciecode;provincienaam;gemeentecode;gemeentenaam;begindatum;einddatum
27;Noord-Holland;0363;Amsterdam;1970-01-01;
27;Noord-Holland;0362;Amstelveen;1970-01-01;
27;Noord-Holland;0457;Weesp;1970-01-01;2019-01-01
`;

const town = (id: string, name: string): Snippet => ({
  type: 'Woonplaats',
  id,
  status: 'Woonplaats aangewezen',
  children: [leaf('naam', name)],
});
const relation = (townId: string, municipality: string, begin: string) =>
  `<gwr-product:GemeenteWoonplaatsRelatie><gwr-product:tijdvakgeldigheid><bagtypes:begindatumTijdvakGeldigheid>${begin}</bagtypes:begindatumTijdvakGeldigheid></gwr-product:tijdvakgeldigheid><gwr-product:gerelateerdeWoonplaats><gwr-product:identificatie>${townId}</gwr-product:identificatie></gwr-product:gerelateerdeWoonplaats><gwr-product:gerelateerdeGemeente><gwr-product:identificatie>${municipality}</gwr-product:identificatie></gwr-product:gerelateerdeGemeente><gwr-product:status>definitief</gwr-product:status></gwr-product:GemeenteWoonplaatsRelatie>`;

const RELATIONS = `<?xml version="1.0" encoding="UTF-8"?>
<!-- Disclaimer: this file is no official product. -->
<gwr-bestand:BAG-GWR-Deelbestand-LVC xmlns:gwr-bestand="a" xmlns:gwr-product="b" xmlns:bagtypes="c" xmlns:selecties-extract="d"><gwr-bestand:SelectieGegevens><selecties-extract:StandTechnischeDatum>${STATE}</selecties-extract:StandTechnischeDatum></gwr-bestand:SelectieGegevens><gwr-bestand:Product><gwr-product:GemeenteWoonplaatsRelatieProduct>
${relation('3594', '0363', '2010-01-01')}
${relation('3594', '0457', '2012-01-01')}
${relation('1050', '0362', '2010-01-01')}</gwr-product:GemeenteWoonplaatsRelatieProduct></gwr-bestand:Product></gwr-bestand:BAG-GWR-Deelbestand-LVC>`;

const street = (
  id: string,
  name: string,
  townId: string,
  more: Partial<Snippet> & { shortName?: string } = {},
): Snippet => ({
  type: 'OpenbareRuimte',
  id,
  status: 'Naamgeving uitgegeven',
  ...more,
  children: [
    leaf('naam', name),
    leaf('type', 'Weg'),
    ref('ligtIn', 'Woonplaats', townId),
    more.shortName === undefined
      ? ''
      : `<Objecten:verkorteNaam><nen5825:VerkorteNaamOpenbareRuimte><nen5825:verkorteNaam>${more.shortName}</nen5825:verkorteNaam></nen5825:VerkorteNaamOpenbareRuimte></Objecten:verkorteNaam>`,
  ],
});

const BORDER = '0363300000000001';
const KERK = '0363300000000002';

interface NumberFacts {
  postcode?: string;
  letter?: string;
  addition?: string;
  street?: string;
  town?: string;
}
const numberId = (n: number) => `03632000000${String(n).padStart(5, '0')}`;
const number = (
  n: number,
  houseNumber: number | string,
  facts: NumberFacts = {},
  more: Partial<Snippet> = {},
): Snippet => ({
  type: 'Nummeraanduiding',
  id: numberId(n),
  status: 'Naamgeving uitgegeven',
  ...more,
  children: [
    leaf('huisnummer', String(houseNumber)),
    leaf('huisletter', facts.letter ?? ''),
    leaf('huisnummertoevoeging', facts.addition ?? ''),
    facts.postcode === undefined ? '' : leaf('postcode', facts.postcode),
    ref('ligtAan', 'OpenbareRuimte', facts.street ?? KERK),
    facts.town === undefined ? '' : ref('ligtIn', 'Woonplaats', facts.town),
  ],
});

const unitId = (n: number) => `03630100000${String(n).padStart(5, '0')}`;
const buildingId = (n: number) => `03631000000${String(n).padStart(5, '0')}`;
interface UnitFacts {
  main?: number;
  others?: number[];
  buildings?: number[];
  uses?: string[];
  area?: string;
  geometry?: string;
}
const unit = (n: number, facts: UnitFacts, more: Partial<Snippet> = {}): Snippet => ({
  type: 'Verblijfsobject',
  id: unitId(n),
  status: 'Verblijfsobject in gebruik',
  ...more,
  children: [
    facts.main === undefined ? '' : ref('heeftAlsHoofdadres', 'Nummeraanduiding', numberId(facts.main)),
    ...(facts.uses ?? ['woonfunctie']).map((use) => leaf('gebruiksdoel', use)),
    leaf('oppervlakte', facts.area ?? '80'),
    facts.geometry ?? point(121005, 487005),
    ...(facts.buildings ?? [1]).map((id) => ref('maaktDeelUitVan', 'Pand', buildingId(id))),
    facts.others === undefined
      ? ''
      : ref('heeftAlsNevenadres', 'Nummeraanduiding', ...facts.others.map(numberId)),
  ],
});

const outline = (x: number) =>
  polygon(3, [
    [
      [x, 487000],
      [x + 10, 487000],
      [x + 10, 487010],
      [x, 487010],
      [x, 487000],
    ],
  ]);
const building = (n: number, x: number, year = '1900', more: Partial<Snippet> = {}): Snippet => ({
  type: 'Pand',
  id: buildingId(n),
  status: 'Pand in gebruik',
  ...more,
  children: [outline(x), leaf('oorspronkelijkBouwjaar', year)],
});

const PARTS: Readonly<Record<string, readonly Snippet[]>> = {
  WPL: [
    town('3594', 'Amsterdam'),
    town('1050', 'Amstelveen'),
    { ...town('9999', 'Oud'), status: 'Woonplaats ingetrokken' },
  ],
  OPR: [
    street(BORDER, 'Kalfjeslaan', '3594', { shortName: 'Kalfjesln' }),
    street(KERK, 'Kerkstraat', '3594', { shortName: 'Kerkstraat' }),
    street('0363300000000003', 'Oude Weg', '3594', { status: 'Naamgeving ingetrokken', begin: '2015-05-05' }),
  ],
  NUM: [
    number(1, 1, { postcode: '1181BN', street: BORDER, town: '1050' }),
    number(2, 2, { postcode: '1081HA', street: BORDER }),
    number(3, 10, { postcode: '1017GA' }),
    number(4, 10, { postcode: '1017GA', letter: 'A' }),
    number(5, 10, { postcode: '1017GA', letter: 'a', addition: 'BIS' }),
    number(6, 12),
    number(7, 14, { postcode: '1017GA' }),
    number(8, 16, { postcode: '1017GA' }),
    number(9, 18, { postcode: '1017GA' }, { status: 'Naamgeving ingetrokken', begin: '2016-06-06' }),
    number(10, 20, { postcode: '1017GA' }, { end: '2013-06-10' }),
    number(11, 22, { postcode: '1017GA' }),
    number(12, 24, { postcode: '1017GA' }),
    number(13, 26, { postcode: '1017GA' }),
    number(14, 28, { postcode: '1017GA' }, { begin: '2021-01-01' }),
    number(15, 'x', { postcode: '1017GA' }),
    number(16, 30, { postcode: '1017GA', street: '0363300000000099' }),
    number(17, 1, { postcode: '1017GA' }),
    number(18, 2, { postcode: '1017GA' }),
    number(19, 32, { postcode: '1017GA', street: '0363300000000003' }),
  ],
  VBO: [
    unit(1, { main: 1 }),
    unit(2, { main: 2, area: '1', buildings: [2], uses: ['kantoorfunctie', 'winkelfunctie'] }),
    unit(3, { main: 3, others: [4, 5], uses: ['woonfunctie', 'winkelfunctie'] }),
    unit(4, { main: 6, area: '999999' }),
    // The same address formed anew while the old one is in use, on one number; the id of the formed one is lower.
    unit(5, { main: 7 }, { status: 'Verblijfsobject gevormd' }),
    unit(6, { main: 7 }),
    // Withdrawn with its number still in service.
    unit(7, { main: 8 }, { version: 1, end: '2018-03-03' }),
    unit(7, { main: 8 }, { version: 2, begin: '2018-03-03', status: 'Verblijfsobject ingetrokken' }),
    unit(8, { main: 9 }, { status: 'Niet gerealiseerd verblijfsobject' }),
    // In two buildings, the point in that with the higher id; the lower one is gone.
    unit(9, { main: 11, buildings: [4, 3, 5], geometry: point(121045, 487005) }),
    // Its number is not in the extract, and one of which the building is not.
    unit(10, { main: 98 }),
    unit(11, { main: 12, buildings: [99] }),
    unit(12, {
      main: 13,
      geometry: polygon(
        3,
        [
          [
            [121000, 487000],
            [121004, 487000],
            [121004, 487004],
            [121000, 487004],
            [121000, 487000],
          ],
        ],
        'vlak',
      ),
    }),
    unit(13, { main: 19, geometry: point(487000, 121000) }),
  ],
  LIG: [
    {
      type: 'Ligplaats',
      id: '0363020000000001',
      status: 'Plaats aangewezen',
      children: [
        ref('heeftAlsHoofdadres', 'Nummeraanduiding', numberId(17)),
        polygon(2, [
          [
            [121000, 488000],
            [121020, 488000],
            [121020, 488004],
            [121000, 488004],
            [121000, 488000],
          ],
        ]),
      ],
    },
  ],
  STA: [
    {
      type: 'Standplaats',
      id: '0363030000000001',
      status: 'Plaats aangewezen',
      children: [
        ref('heeftAlsHoofdadres', 'Nummeraanduiding', numberId(18)),
        polygon(2, [
          [
            [121000, 489000],
            [121020, 489000],
            [121020, 489004],
            [121000, 489004],
            [121000, 489000],
          ],
        ]),
      ],
    },
  ],
  PND: [
    building(1, 121000, '1005'),
    building(2, 121020, '9999'),
    building(3, 121040, '1850', { status: 'Pand gesloopt' }),
    building(4, 121040, '1930'),
    building(5, 121060, '1931'),
    building(6, 121080, '2020', { status: 'Bouw gestart' }),
    building(7, 121090, '1800', { status: 'Pand gesloopt' }),
    building(8, 121099, '1700', { end: '2011-01-01' }),
  ],
};

function extract(parts = PARTS): MirrorContent {
  const zips = Object.entries(parts).map(([letters, snippets]) => {
    const half = Math.ceil(snippets.length / 2);
    const files: [string, string][] = [snippets.slice(0, half), snippets.slice(half)].map((some, index) => [
      `9999${letters}15092020-00000${index + 1}.xml`,
      part(
        letters,
        STATE,
        some.map((one) => stand(one)),
      ),
    ]);
    return [`9999${letters}15092020.zip`, Object.fromEntries(files)] as const;
  });
  return {
    ...Object.fromEntries(zips),
    // More levels, not to be read: an address in it would be found twice.
    '9999InOnderzoek15092020.zip': { '9999IOVBO15092020.zip': { 'x.xml': 'not even XML' } },
    'GEM-WPL-RELATIE-15092020.zip': { 'GEM-WPL-RELATIE-15092020-000001.xml': RELATIONS },
    '.DS_Store': 'x',
    'Leveringsdocument-BAG-Extract.xml': `<?xml version="1.0"?><xb:BAG-Extract-Levering xmlns:xb="a" xmlns:s="b"><s:StandTechnischeDatum>${STATE}</s:StandTechnischeDatum></xb:BAG-Extract-Levering>`,
  };
}

const OVERRIDES = {
  [BAG.id]: {
    urls: { extract: 'https://example.org/new.zip', extractFormer: 'https://example.org/extract.zip' },
  },
  [CBS_MUNICIPALITIES.id]: { urls: { ...CBS_MUNICIPALITIES.urls, history: HISTORY_URL } },
};

function ingest(folder: string, content: MirrorContent, maximumRejectedShare = 0.1): Promise<RunReport> {
  const mirror = join(folder, 'mirror');
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { recursive: true });
  writeToMirror(mirror, HISTORY_URL, HISTORY);
  // Only at the former address: the first answers 404.
  writeToMirror(mirror, 'https://example.org/extract.zip', content);
  return ingestFromMirror({ ...ADDRESSES, maximumRejectedShare }, { dataDir, mirror, overrides: OVERRIDES });
}

describe('from the extract to a release', () => {
  const folder = temporaryFolder();
  let report: RunReport;
  let snapshot: Snapshot;

  beforeAll(async () => {
    report = await ingest(folder, extract());
    snapshot = snapshotOf(join(folder, 'data'));
    return () => snapshot.database.close();
  });

  const rows = (sql: string, ...parameters: unknown[]) =>
    snapshot.database.prepare<unknown[], Record<string, unknown>>(sql).all(...parameters);
  const addressRows = (n: number) =>
    rows(`SELECT * FROM address_text WHERE address_id = ? ORDER BY object_id`, numberId(n));

  it('pitfall 1: the town of the number comes before that of its street, and so does its municipality', () => {
    expect(addressRows(1)).toMatchObject([
      {
        street: 'Kalfjeslaan',
        town: 'Amstelveen',
        municipality_code: 'GM0362',
        municipality: 'Amstelveen',
        province: 'Noord-Holland',
      },
    ]);
    expect(addressRows(2)).toMatchObject([
      { street: 'Kalfjeslaan', town: 'Amsterdam', municipality_code: 'GM0363' },
    ]);
  });

  it('pitfall 27: a municipality that no longer exists on the state date is not chosen, though its relation began last', () => {
    expect(rows(`SELECT municipality_code FROM town WHERE name = 'Amsterdam'`)).toEqual([
      { municipality_code: 'GM0363' },
    ]);
    expect(rows(`SELECT code FROM municipality ORDER BY code`)).toEqual([
      { code: 'GM0362' },
      { code: 'GM0363' },
    ]);
  });

  it('pitfall 3: dummies of year and area are nulls', () => {
    expect(addressRows(2)).toMatchObject([
      { year_built: null, floor_area_m2: null, building_id: buildingId(2) },
    ]);
    expect(addressRows(6)).toMatchObject([{ year_built: null, floor_area_m2: null }]);
  });

  it('pitfalls 6 and 7: secondary addresses share the unit of the main one, and are marked', () => {
    for (const [n, isMain] of [
      [3, 1],
      [4, 0],
      [5, 0],
    ] as const) {
      expect(addressRows(n)).toMatchObject([
        { object_id: unitId(3), is_main: isMain, uses: 'residential, retail', floor_area_m2: 80 },
      ]);
    }
    expect(addressRows(5)).toMatchObject([{ house_letter: 'a', addition: 'BIS' }]);
  });

  it('pitfall 8: an address without a postcode is kept', () => {
    expect(addressRows(6)).toMatchObject([{ postcode: null, house_number: 12, street: 'Kerkstraat' }]);
  });

  it('pitfall 9: two objects on one address, that in use first, whatever the ids', () => {
    const found = rows(`SELECT object_status FROM address WHERE house_number = 14 ORDER BY id`);
    expect(found).toEqual([
      { object_status: OBJECT_STATUSES.in_use },
      { object_status: OBJECT_STATUSES.formed },
    ]);
  });

  it('withdrawn addresses are kept slim, with the day since which they are gone', () => {
    expect(
      rows(`SELECT address_id, house_number, withdrawn_on FROM withdrawn_address_text ORDER BY address_id`),
    ).toEqual([
      // Its unit went, the number stayed.
      { address_id: numberId(8), house_number: 16, withdrawn_on: '2018-03-03' },
      { address_id: numberId(9), house_number: 18, withdrawn_on: '2016-06-06' },
      { address_id: numberId(10), house_number: 20, withdrawn_on: '2013-06-10' },
    ]);
    for (const n of [8, 9, 10]) expect(addressRows(n)).toEqual([]);
  });

  it('an announced address is none yet, and no withdrawn one either', () => {
    expect(addressRows(14)).toEqual([]);
  });

  it('pitfall 11: of several buildings the one around the point counts, not the demolished one', () => {
    expect(addressRows(11)).toMatchObject([
      { building_id: buildingId(4), year_built: 1930, building_status: 'in use' },
    ]);
    // The register still says so of the demolished one, which is told as it is.
    expect(rows(`SELECT printf('%016d', building_id) AS id FROM unit_building ORDER BY id`)).toEqual(
      [3, 4, 5].map((n) => ({ id: buildingId(n) })),
    );
    expect(rows(`SELECT status, units FROM building_text WHERE building_id = ?`, buildingId(3))).toEqual([
      { status: 'demolished', units: 1 },
    ]);
  });

  it('buildings know their units in service, each once, and the uses of all of them', () => {
    // Units 1, 3, 4, 5, 6, 10, 12 and 13; 7 and 8 are gone; 3 has three addresses; 10 has none.
    expect(rows(`SELECT units, uses FROM building WHERE id = ?`, Number(buildingId(1)))).toEqual([
      { units: 8, uses: USES.residential | USES.retail },
    ]);
    expect(rows(`SELECT units, uses FROM building WHERE id = ?`, Number(buildingId(2)))).toEqual([
      { units: 1, uses: USES.office | USES.retail },
    ]);
    expect(rows(`SELECT units, uses FROM building WHERE id = ?`, Number(buildingId(6)))).toEqual([
      { units: 0, uses: 0 },
    ]);
  });

  it('demolished buildings without a unit, and those of which all versions ended, are left out', () => {
    expect(rows(`SELECT building_id AS id FROM building_text ORDER BY id`).map((row) => row.id)).toEqual(
      [1, 2, 3, 4, 5, 6].map(buildingId),
    );
  });

  it('pitfalls 2 and 5: berths and pitches lie at the centre of their area, and have nothing of a unit', () => {
    expect(addressRows(17)).toMatchObject([
      {
        object_type: 'berth',
        object_status: 'designated',
        rd_x_m: 121010,
        rd_y_m: 488002,
        uses: null,
        building_id: null,
        year_built: null,
        floor_area_m2: null,
      },
    ]);
    expect(addressRows(18)).toMatchObject([{ object_type: 'pitch', rd_x_m: 121010, rd_y_m: 489002 }]);
  });

  it('a unit with an area instead of a point lies at its centre, one outside the country nowhere', () => {
    expect(addressRows(13)).toMatchObject([{ rd_x_m: 121002, rd_y_m: 487002 }]);
    expect(addressRows(19)).toMatchObject([{ rd_x_m: null, latitude: null, longitude: null }]);
  });

  it('a unit whose building is not in the extract is kept without one', () => {
    expect(addressRows(12)).toMatchObject([{ building_id: null, year_built: null, floor_area_m2: 80 }]);
  });

  it('what is left out is told: nothing is lost in silence', () => {
    expect(report.notes.map((note) => note.text).sort()).toEqual([
      'left out: 1 numbers in service without any object',
      'left out: 1 numbers of a street or town that is not in the extract',
      'left out: 1 numbers that objects in service name and that are not in the extract',
      'left out: 1 units in service of which the building is not in the extract',
    ]);
    expect(report.rejected.map(({ reason, rows: count }) => [reason, count]).sort()).toEqual([
      ['house number is not 1 to 99999', 1],
      ['object without a point in the Netherlands', 1],
    ]);
  });

  it('short names are kept where they differ; withdrawn streets and towns are marked', () => {
    expect(rows(`SELECT name, short_name, in_service FROM street ORDER BY id`)).toEqual([
      { name: 'Kalfjeslaan', short_name: 'Kalfjesln', in_service: 1 },
      { name: 'Kerkstraat', short_name: null, in_service: 1 },
      { name: 'Oude Weg', short_name: null, in_service: 0 },
    ]);
    expect(rows(`SELECT name, in_service FROM town WHERE id = 9999`)).toEqual([
      { name: 'Oud', in_service: 0 },
    ]);
  });

  it('rows lie in the order of postcode and number, those without a postcode last', () => {
    const order = rows(`SELECT postcode, house_number, house_letter, addition FROM address ORDER BY id`);
    const sorted = [...order].sort((a, b) => {
      const key = (row: Record<string, unknown>) =>
        `${row.postcode ?? '~'} ${String(row.house_number).padStart(5, '0')}${row.house_letter ?? ''}${row.addition ?? ''}`;
      return key(a) < key(b) ? -1 : 1;
    });
    expect(order).toEqual(sorted);
  });

  it('every point is found through the index of points', () => {
    const near = rows(
      `SELECT address.house_number FROM address_location JOIN address ON address.id = address_location.id
        WHERE max_x_m >= 121000 AND min_x_m <= 121020 AND max_y_m >= 488000 AND min_y_m <= 488010`,
    );
    expect(near).toEqual([{ house_number: 1 }]);
  });

  it('leaves no scratch file behind', () => {
    expect(readdirSync(join(folder, 'data', 'addresses')).filter((name) => name.includes('scratch'))).toEqual(
      [],
    );
    expect(existsSync(join(folder, 'data', 'addresses'))).toBe(true);
  });

  it('the release says what it describes', () => {
    expect(snapshot.require('addresses').sources.get('bag-extract')).toMatchObject({
      stateDate: STATE,
      dataYear: 2020,
      edition: 'BAG 2.0 extract',
    });
    expect(snapshot.require('addresses').sources.get('cbs-municipalities')).toMatchObject({
      stateDate: STATE,
    });
  });
});

describe('an extract that is not what it should be leaves the old release in use', () => {
  const folder = temporaryFolder();

  it.each([
    ['a type of object is missing', { ...PARTS, LIG: undefined }, /no entry matches .*LIG/],
    ['a file holds other objects', { ...PARTS, LIG: PARTS.STA }, /Ligplaats was expected/],
  ])('%s', async (what, parts, message) => {
    const complete = Object.fromEntries(
      Object.entries(parts).filter(([, snippets]) => snippets !== undefined),
    ) as typeof PARTS;
    await expect(ingest(join(folder, what), extract(complete))).rejects.toThrow(message);
    const left = readdirSync(join(folder, what, 'data', 'addresses'));
    expect(left.filter((name) => name.includes('building') || name.includes('scratch'))).toEqual([]);
  });

  it('more rejected rows than a sound register has', async () => {
    const { maximumRejectedShare } = ADDRESSES;
    await expect(ingest(join(folder, 'rejected'), extract(), maximumRejectedShare)).rejects.toThrow(
      /rejected rows/,
    );
  });

  it('a part of another state date is refused', async () => {
    const content = extract() as Record<string, MirrorContent>;
    const mixed = {
      ...content,
      '9999STA15092020.zip': { '9999STA15092020-000001.xml': part('STA', '2020-08-08', []) },
    };
    await expect(ingest(join(folder, 'mixed'), mixed)).rejects.toThrow(
      /state of 2020-09-15, found 2020-08-08/,
    );
  });
});
