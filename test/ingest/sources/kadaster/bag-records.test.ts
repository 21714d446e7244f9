import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { XmlRecordError } from '../../../../ingest/formats/xml-scan.ts';
import { areaOf, locationOf } from '../../../../ingest/sources/kadaster/bag-geometry.ts';
import { type ObjectRecord, readBagRecord } from '../../../../ingest/sources/kadaster/bag-records.ts';
import {
  childrenOf,
  head,
  leaf,
  part,
  point,
  polygon,
  ref,
  type Snippet,
  stand,
  TAIL,
} from './bag-snippets.ts';
import { referenceRecords } from './reference-parser.ts';

const UNIT: Snippet = {
  type: 'Verblijfsobject',
  id: '0221010000330226',
  status: 'Verblijfsobject in gebruik',
  children: [
    ref('heeftAlsHoofdadres', 'Nummeraanduiding', '0221200000330227'),
    point(206335.699, 447529.842),
    leaf('gebruiksdoel', 'woonfunctie'),
    leaf('gebruiksdoel', 'winkelfunctie'),
    leaf('oppervlakte', '223'),
    ref('maaktDeelUitVan', 'Pand', '0221100000312938'),
  ],
};

describe('one version of an object', () => {
  it('pitfall 7: secondary addresses are found before and after the history, one or many in an element', () => {
    const more = ref('heeftAlsNevenadres', 'Nummeraanduiding', '0221200000330998', '0221200000330999');
    const expected = { mainNumberId: 221200000330227, otherNumberIds: [221200000330998, 221200000330999] };
    const before = stand(UNIT, [more, ...childrenOf(UNIT)]);
    const after = stand(UNIT, [...childrenOf(UNIT), more]);
    expect(readBagRecord(before, 'Verblijfsobject')).toMatchObject(expected);
    expect(readBagRecord(after, 'Verblijfsobject')).toMatchObject(expected);
  });

  it('reads text with entities and letters of any language', () => {
    const street: Snippet = {
      type: 'OpenbareRuimte',
      id: '0363300000003944',
      status: 'Naamgeving uitgegeven',
      children: [
        leaf('naam', 'P &amp; R &apos;t Súd'),
        leaf('type', 'Weg'),
        ref('ligtIn', 'Woonplaats', '3594'),
        '<Objecten:verkorteNaam><nen5825:VerkorteNaamOpenbareRuimte><nen5825:verkorteNaam>\n P&amp;R Súd\n</nen5825:verkorteNaam></nen5825:VerkorteNaamOpenbareRuimte></Objecten:verkorteNaam>',
      ],
    };
    const raw = Buffer.from(stand(street)).toString('latin1');
    expect(readBagRecord(raw, 'OpenbareRuimte')).toMatchObject({
      name: "P & R 't Súd",
      shortName: 'P&R Súd',
      townId: 3594,
      kind: 'Weg',
    });
  });

  it('an empty element is an absent one', () => {
    const number: Snippet = {
      type: 'Nummeraanduiding',
      id: '0362200001221879',
      status: 'Naamgeving uitgegeven',
      children: [
        leaf('huisnummer', '9'),
        leaf('huisletter', ''),
        '<Objecten:postcode/>',
        leaf('huisnummertoevoeging', ' '),
      ],
    };
    expect(readBagRecord(stand(number), 'Nummeraanduiding')).toMatchObject({
      houseNumber: '9',
      houseLetter: null,
      addition: null,
      postcode: null,
      streetId: null,
      townId: null,
    });
  });

  it.each([
    ['tijdstipInactief', true],
    ['tijdstipInactiefLV', true],
    ['tijdstipNietBagLV', true],
    ['eindRegistratie', false],
  ])('%s takes the object out: %s', (element, removed) => {
    const history = `<Historie:${element}>2012-01-01T00:00:00.000</Historie:${element}>`;
    expect(readBagRecord(stand({ ...UNIT, history }), 'Verblijfsobject').removed).toBe(removed);
  });

  it.each([
    ['no id', stand(UNIT, childrenOf(UNIT).slice(1)), /identificatie/],
    ['no history', stand(UNIT, childrenOf(UNIT).slice(0, -1)), /voorkomenidentificatie/],
    [
      'no status',
      stand(
        UNIT,
        childrenOf(UNIT).filter((child) => !child.includes(':status')),
      ),
      /status/,
    ],
    ['another object', stand({ ...UNIT, type: 'Gebouw' }), /one Verblijfsobject was expected/],
    [
      'two objects',
      stand(UNIT).replace(
        '</sl-bag-extract:bagObject>',
        `<Objecten:Verblijfsobject>${childrenOf(UNIT).join('')}</Objecten:Verblijfsobject></sl-bag-extract:bagObject>`,
      ),
      /2 objects/,
    ],
    ['an id that is none', stand({ ...UNIT, id: '221010000330226' }), /is no identificatie/],
    ['a date that is none', stand({ ...UNIT, begin: '15-09-2020' }), /is no date/],
  ])('refuses a record with %s: the format has changed', (_what, xml, message) => {
    expect(() => readBagRecord(xml, 'Verblijfsobject')).toThrow(XmlRecordError);
    expect(() => readBagRecord(xml, 'Verblijfsobject')).toThrow(message);
  });
});

describe('where an object lies', () => {
  const square = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
    [0, 0],
  ].map(([x = 0, y = 0]) => [200000 + x, 450000 + y] as const);

  function located(geometry: string, type: 'Ligplaats' | 'Verblijfsobject' = 'Ligplaats') {
    const record = readBagRecord(stand({ ...UNIT, type, children: [geometry] }), type) as ObjectRecord;
    return record.geometry;
  }

  it('pitfall 4: positions have two or three numbers, as the file says', () => {
    const flat = areaOf(located(polygon(2, [square])));
    const high = areaOf(located(polygon(3, [square])));
    expect(high).toEqual(flat);
    expect([...(flat[0]?.[0] ?? [])].slice(0, 4)).toEqual([200000, 450000, 200010, 450000]);
  });

  it('pitfall 4: without a stated dimension, the stated count tells it', () => {
    const unstated = polygon(3, [square]).replace(' srsDimension="3"', '');
    expect(areaOf(located(unstated))).toEqual(areaOf(located(polygon(3, [square]))));
  });

  it('pitfall 5: a berth lies at the centre of gravity of its area, not at the mean of its corners', () => {
    const crowded = [...square.slice(0, 2), [200010, 450001], [200010, 450002], ...square.slice(2)] as const;
    expect(locationOf(located(polygon(2, [crowded.map(([x = 0, y = 0]) => [x, y] as const)])))).toEqual({
      x: 200005,
      y: 450005,
    });
  });

  it('a unit may have an area instead of a point', () => {
    expect(locationOf(located(polygon(3, [square], 'vlak'), 'Verblijfsobject'))).toEqual({
      x: 200005,
      y: 450005,
    });
  });

  it('a point outside the country is none', () => {
    expect(locationOf(located(point(447529, 206335), 'Verblijfsobject'))).toBeNull();
    expect(locationOf({ point: null, rings: [] })).toBeNull();
  });
});

describe('any order, blanks and entities', () => {
  const text = fc.constantFrom('Kerkstraat', "'t Zand", 'Súd & Noard', 'a<b', 'Ĳsselkade', '2e straat');
  const escaped = (value: string) =>
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&apos;');
  const id = (letters: string) =>
    fc.integer({ min: 0, max: 99_999_999 }).map((n) => `0363${letters}00${String(n).padStart(8, '0')}`);
  const date = fc
    .date({ min: new Date('1990-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10));
  const base = {
    begin: date,
    version: fc.integer({ min: 1, max: 40 }),
    end: fc.option(date, { nil: undefined }),
  };
  const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
  const present = (children: readonly (string | undefined)[]) =>
    children.filter((child): child is string => child !== undefined);

  const unit = fc
    .record({
      ...base,
      id: id('01'),
      main: some(id('20')),
      others: fc.array(id('20'), { maxLength: 3 }),
      buildings: fc.array(id('10'), { maxLength: 4 }),
      uses: fc.array(text, { maxLength: 3 }),
      area: some(fc.integer({ min: 1, max: 999_999 })),
    })
    .map(({ main, others, buildings, uses, area, ...rest }) => ({
      ...rest,
      type: 'Verblijfsobject' as const,
      status: 'Verblijfsobject in gebruik',
      children: present([
        main && ref('heeftAlsHoofdadres', 'Nummeraanduiding', main),
        others.length > 0 ? ref('heeftAlsNevenadres', 'Nummeraanduiding', ...others) : undefined,
        ...uses.map((use) => leaf('gebruiksdoel', escaped(use))),
        ...buildings.map((building) => ref('maaktDeelUitVan', 'Pand', building)),
        area === undefined ? undefined : leaf('oppervlakte', String(area)),
        point(121000, 487000),
      ]),
    }));

  const number = fc
    .record({
      ...base,
      id: id('20'),
      houseNumber: fc.integer({ min: 1, max: 99_999 }),
      letter: some(fc.constantFrom('', 'A', 'a')),
      addition: some(text),
      town: some(fc.constant('1050')),
      street: some(id('30')),
    })
    .map(({ houseNumber, letter, addition, town, street, ...rest }) => ({
      ...rest,
      type: 'Nummeraanduiding' as const,
      status: 'Naamgeving uitgegeven',
      children: present([
        leaf('huisnummer', String(houseNumber)),
        letter === undefined ? undefined : leaf('huisletter', letter),
        addition && leaf('huisnummertoevoeging', escaped(addition)),
        town && ref('ligtIn', 'Woonplaats', town),
        street && ref('ligtAan', 'OpenbareRuimte', street),
        leaf('postcode', '1181BN'),
      ]),
    }));

  it('the fast reader finds what a general parser finds', () =>
    fc.assert(
      fc.property(
        fc.oneof(unit, number).chain((snippet) => {
          const { end, ...rest } = snippet;
          const whole: Snippet = end === undefined ? rest : { ...rest, end };
          const children = childrenOf(whole);
          return fc.record({
            whole: fc.constant(whole),
            type: fc.constant(snippet.type),
            children: fc.shuffledSubarray(children, { minLength: children.length }),
            pretty: fc.boolean(),
          });
        }),
        ({ whole, type, children, pretty }) => {
          const line = stand(whole, children);
          const xml = pretty ? line.replaceAll('><', '>\n      <') : line;
          const [expected] = referenceRecords(`${head('VBO', '2020-09-15')}${xml}${TAIL}`);
          expect(readBagRecord(Buffer.from(xml).toString('latin1'), type)).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    ));

  it('a whole part, too', () => {
    const xml = part('VBO', '2020-09-15', [stand(UNIT), stand({ ...UNIT, version: 2 })]);
    expect(referenceRecords(xml)).toHaveLength(2);
  });
});
