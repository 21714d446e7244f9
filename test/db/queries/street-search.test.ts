import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeKey } from '../../../db/place-names.ts';
import {
  searchStreets,
  similarPlaces,
  similarStreets,
  streetsNamed,
  townsOfPlace,
} from '../../../db/queries/street-search.ts';
import { type Snapshot, Store } from '../../../db/store.ts';
import { CASE_TOWNS, CASES } from '../../support/address-cases.ts';
import { publishAddresses } from '../../support/address-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();
let store: Store;
let snapshot: Snapshot;

const STREETS_TO_RANK = [
  'Kerkstraat 1',
  'Kerkstraatje 1',
  'Kerkstraathof 1',
  'Oude Kerkstraat 1',
  'Dorpsweg 2 1',
  'Dorpsweg 10 1',
];

beforeAll(() => {
  const ranked = STREETS_TO_RANK.map((at) => ({ at, town: 'Zutphen', postcode: '7201AA' }));
  publishAddresses(folder, [...CASES, ...ranked], { towns: CASE_TOWNS });
  store = new Store({ dataDir: folder });
  snapshot = store.current;
});

afterAll(() => store.close());

const labels = (streets: readonly { name: string; town: string }[]) =>
  streets.map(({ name, town }) => `${name}, ${town}`);

describe('searchStreets', () => {
  it('puts exact names first, then beginnings, then the rest, short before long', () => {
    expect(labels(searchStreets(snapshot, 'kerkstraat zutphen', 10))).toEqual([
      'Kerkstraat, Zutphen',
      'Kerkstraatje, Zutphen',
      'Kerkstraathof, Zutphen',
      'Oude Kerkstraat, Zutphen',
    ]);
    expect(
      labels(searchStreets(snapshot, 'kerkstraat', 20)).filter((label) => label.endsWith('Zutphen')),
    ).toEqual([
      'Kerkstraat, Zutphen',
      'Kerkstraatje, Zutphen',
      'Kerkstraathof, Zutphen',
      'Oude Kerkstraat, Zutphen',
    ]);
  });

  it('puts numbers in their natural order', () => {
    expect(labels(searchStreets(snapshot, 'dorpsweg', 10))).toEqual([
      'Dorpsweg 2, Zutphen',
      'Dorpsweg 10, Zutphen',
    ]);
  });

  it.each([
    ['branbuorren', 'Brânbuorren, Ie'],
    ['sudk', 'Súdkant, Leeuwarden'],
    ['"s gravenhage" spui', "Spui, 's-Gravenhage"],
    ['spui den haag', "Spui, 's-Gravenhage"],
    ['a b c straat', 'A.B.C.-straat, Utrecht'],
    ['abcstr', 'A.B.C.-straat, Utrecht'],
    ['1e dwars', '1e Dwarsstraat, Doesburg'],
    ['laan 1940', 'Laan 1940-1945, Doesburg'],
    ['plein 19', 'Plein 1944, Nijmegen'],
    ['vlugtlaan', 'Burgemeester de Vlugtlaan, Amsterdam'],
    ['groenep texel', 'Groeneplaats, Den Burg'],
    ['kalfjes amstelveen', 'Kalfjeslaan, Amstelveen'],
  ])('finds by "%s": %s', (text, label) => {
    expect(labels(searchStreets(snapshot, text, 10))).toContain(label);
  });

  it('leaves out streets whose name has been withdrawn', () => {
    expect(searchStreets(snapshot, 'roggestraat', 10)).toEqual([]);
  });

  it('takes whatever is typed for words, never for search syntax', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom(
        '"',
        '""',
        'a"b',
        'NEAR(a b)',
        'name : x',
        'AND',
        'NOT a',
        '^a',
        'a*',
        '-a',
        '{a}',
        "'; DROP",
        'a\u0000b',
      ),
    );
    fc.assert(
      fc.property(typed, typed, (left, right) => {
        const text = `${left} ${right}`;
        expect(searchStreets(snapshot, text, 5).length).toBeLessThanOrEqual(5);
        expect(similarStreets(snapshot, text, null, 5).length).toBeLessThanOrEqual(5);
        expect(streetsNamed(snapshot, text, [1000, 1001])).toEqual(expect.any(Array));
        expect(similarPlaces(snapshot, placeKey(text), 5).length).toBeLessThanOrEqual(5);
      }),
      { numRuns: 300 },
    );
  });
});

describe('similarStreets', () => {
  it.each([
    ['Amstell', 'Amstel, Amsterdam'],
    ['Kurkstraat', 'Kerkstraat, Doesburg'],
    ['Weerdsignel oz', 'Weerdsingel O.Z., Utrecht'],
    ['Brgemeester de Vluchtlaan', 'Burgemeester de Vlugtlaan, Amsterdam'],
    ['Curacoastraat', 'Curaçaostraat, Amsterdam'],
  ])('takes "%s" for %s', (text, label) => {
    expect(labels(similarStreets(snapshot, text, null, 10))).toContain(label);
  });

  it('keeps to the places that are asked for', () => {
    const [doesburg] = townsOfPlace(snapshot, placeKey('Doesburg'));
    expect(labels(similarStreets(snapshot, 'Kurkstraat', [doesburg ?? 0], 10))).toEqual([
      'Kerkstraat, Doesburg',
    ]);
  });

  it('offers nothing for a name that is like no other', () => {
    expect(similarStreets(snapshot, 'Xyzzyplein', null, 10)).toEqual([]);
  });
});

describe('places', () => {
  it('are found by their own name, their municipality and what people call them', () => {
    const townsNamed = (text: string) => townsOfPlace(snapshot, placeKey(text)).length;
    expect(townsNamed('Utrecht')).toBe(2);
    expect(townsNamed('Vleuten')).toBe(1);
    expect(townsNamed('Den Haag')).toBe(1);
    expect(townsNamed('Texel')).toBe(1);
    expect(townsNamed('Nergenshuizen')).toBe(0);
  });

  it('are found with a typing error', () => {
    expect(similarPlaces(snapshot, placeKey('Amstredam'), 5)).toEqual(townsOfPlace(snapshot, 'amsterdam'));
  });
});

/** What the publisher's own search is expected to find, in its test data (invented combinations of real names). */
const EXPECTATIONS = '../shared/data/address/gokoala-search';

describe.skipIf(!existsSync(EXPECTATIONS))("the publisher's ranking tests", () => {
  it('names the same synonyms of places', () => {
    const rewrites = readFileSync(`${EXPECTATIONS}/rewrites.csv`, 'utf8');
    const places = rewrites.split('\n').filter((line) => /^(Gravenhage|hertogenbosch),/.test(line));
    expect(places).toHaveLength(2);
    for (const line of places) {
      const keys = line.split(',').map(placeKey);
      const official = `'s-${line.split(',')[0]}`;
      publishAddresses(`${folder}/${keys[0]}`, [{ at: 'Spui 70', town: official }]);
      const small = new Store({ dataDir: `${folder}/${keys[0]}` });
      for (const key of keys) expect(townsOfPlace(small.current, key), key).toHaveLength(1);
      small.close();
    }
  });
});
