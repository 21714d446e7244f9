import fc from 'fast-check';
import { Check } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AddressSuggestion, AddressSuggestSchema } from '../../api/schemas/address-suggest.ts';
import { CASE_TOWNS, CASES } from '../support/address-cases.ts';
import { publishAddresses, type TestAddress } from '../support/address-store.ts';
import { openTestApi, type TestApi } from '../support/api.ts';

/** What is ranked: lengths, numbers, sizes of towns, suffixes. */
const RANKED: readonly TestAddress[] = [
  ...[
    'Kerkstraatje 1',
    'Kerkstraathof 1',
    'Oude Kerkstraat 1',
    'Kerkweg 1',
    'Dorpsweg 10 1',
    'Dorpsweg 2 1',
  ].map((at) => ({ at, town: 'Zutphen', postcode: '7201AA' })),
  ...[1, 2, 10, 11, 100].map((number) => ({ at: `Damrak ${number}`, town: 'Amsterdam', postcode: '1012LG' })),
  { at: 'Damrak 1|A', town: 'Amsterdam', postcode: '1012LG' },
  { at: 'Damrak 1|A|2', town: 'Amsterdam', postcode: '1012LG' },
  { at: 'Beursplein 5', town: 'Amsterdam', postcode: '1012JW' },
];

let api: TestApi;

beforeAll(async () => {
  api = await openTestApi((dataDir) =>
    publishAddresses(dataDir, [...CASES, ...RANKED], { towns: CASE_TOWNS }),
  );
});
afterAll(() => api.close());

const ask = (q: string, more = '') => api.app.inject(`/v1/address/suggest?q=${encodeURIComponent(q)}${more}`);
async function suggest(q: string, more = ''): Promise<AddressSuggestion[]> {
  const response = await ask(q, more);
  expect(response.statusCode).toBe(200);
  return response.json().suggestions;
}
const labels = async (q: string, more?: string) => (await suggest(q, more)).map(({ label }) => label);

describe('GET /v1/address/suggest', () => {
  it.each([
    ['Kerkstr', 'street', 'Kerkstraat, Amsterdam'],
    ['1012lg 1', 'address', 'Damrak 1, 1012LG Amsterdam'],
    ['s gravenhage', 'place', "'s-Gravenhage"],
    ['den haa', 'place', "'s-Gravenhage"],
    ['branbuorren', 'street', 'Brânbuorren, Ie'],
    ['plein 1944 1', 'address', 'Plein 1944 1, 6511JE Nijmegen'],
    ['plein 1944', 'street', 'Plein 1944, Nijmegen'],
    ['1012 LG', 'postcode', '1012LG Damrak, Amsterdam'],
    ['nijmegen', 'place', 'Nijmegen'],
    ['kerkstr 1 utr', 'address', 'Kerkstraat 1, 3512BA Utrecht'],
    ['kerkstr utr', 'street', 'Kerkstraat, Utrecht'],
    ['utrecht kerkstr 1', 'address', 'Kerkstraat 1, 3512BA Utrecht'],
    ['Kerkstraat, Doesburg 1', 'address', 'Kerkstraat 1, 6981CM Doesburg'],
    ['amstel 1a', 'address', 'Amstel 1, 1011PN Amsterdam'],
    ['a', 'place', 'Amsterdam'],
    ['vlugtl', 'street', 'Burgemeester de Vlugtlaan, Amsterdam'],
    ['burg vlugtl', 'street', 'Burgemeester de Vlugtlaan, Amsterdam'],
    ['curacaostr', 'street', 'Curaçaostraat, Amsterdam'],
    ['2e tuin', 'street', 'Tweede Tuindwarsstraat, Amsterdam'],
    ['abcstr', 'street', 'A.B.C.-straat, Utrecht'],
    ['kalfjesl amstelv', 'street', 'Kalfjeslaan, Amstelveen'],
    ['kade 2 1017', 'address', 'Kade 2-1, 1017EK Amsterdam'],
    ['curacaostraat 12a', 'address', 'Curaçaostraat 12a, 1058BV Amsterdam'],
    ['damrak 1a2', 'address', 'Damrak 1A-2, 1012LG Amsterdam'],
    ['0363200012145295', 'address', 'Amstel 1, 1011PN Amsterdam'],
  ])('offers first for "%s": %s %s', async (q, type, label) => {
    expect((await suggest(q))[0]).toMatchObject({ type, label });
  });

  it.each([
    ['amsetl', 'Amstel, Amsterdam'],
    ['weerdsignel', 'Weerdsingel O.Z., Utrecht'],
    ['kurkstraat doesburg', 'Kerkstraat, Doesburg'],
    ['brouwersgracth', undefined],
    ['amstell 1', 'Amstel 1, 1011PN Amsterdam'],
    ['nijmgen', 'Nijmegen'],
    ['burgemester de vlugt', 'Burgemeester de Vlugtlaan, Amsterdam'],
  ])('finds with a typing error: "%s"', async (q, label) => {
    expect((await labels(q))[0]).toBe(label);
  });

  it('puts exact names before longer ones, short before long, numbers in their order', async () => {
    expect((await labels('kerkstraat', '&limit=20')).filter((label) => label.endsWith('Zutphen'))).toEqual([
      'Kerkstraatje, Zutphen',
      'Kerkstraathof, Zutphen',
      'Oude Kerkstraat, Zutphen',
    ]);
    expect(await labels('dorpsweg')).toEqual(['Dorpsweg 2, Zutphen', 'Dorpsweg 10, Zutphen']);
  });

  it('puts large towns before small ones under one name', async () => {
    const streets = await labels('kerkstraat');
    expect(streets[0]).toBe('Kerkstraat, Amsterdam');
    expect(streets.slice(0, 5).every((label) => label.startsWith('Kerkstraat, '))).toBe(true);
  });

  it('puts the number itself before those that begin with its digits', async () => {
    const numbers = ['1', '1A', '1A-2', '10', '11', '100'].map(
      (number) => `Damrak ${number}, 1012LG Amsterdam`,
    );
    expect(await labels('damrak 1')).toEqual(numbers);
    expect(await labels('1012lg 1')).toEqual(numbers);
    expect(await labels('damrak 1a')).toEqual(numbers.slice(1, 3));
    expect(await labels('1012lg 10')).toEqual([numbers[3], numbers[5]]);
  });

  it('lists the beginnings of postcodes, and of a whole one its addresses', async () => {
    expect(await labels('1012')).toEqual([
      '1012JW Beursplein, Amsterdam',
      '1012LG Damrak, Amsterdam',
      '1012RJ Nieuwezijds Voorburgwal, Amsterdam',
    ]);
    expect(await labels('1012l')).toEqual(['1012LG Damrak, Amsterdam']);
    expect((await suggest('1012LG')).slice(0, 3)).toEqual([
      { type: 'postcode', label: '1012LG Damrak, Amsterdam', q: '1012LG', query: null },
      {
        type: 'address',
        label: 'Damrak 1, 1012LG Amsterdam',
        q: 'Damrak 1, 1012LG Amsterdam',
        query: 'postcode=1012LG&house_number=1',
      },
      expect.objectContaining({ query: 'postcode=1012LG&house_number=1&house_letter=A' }),
    ]);
    expect((await labels('7572BP'))[0]).toBe('7572BP Deurningerstraat / Hengelosestraat, Oldenzaal');
  });

  it('continues with the first numbers where one street is left', async () => {
    expect(await labels('beurspl')).toEqual(['Beursplein, Amsterdam', 'Beursplein 5, 1012JW Amsterdam']);
  });

  it('tells towns of one municipality apart, and reads that again', async () => {
    const places = (await suggest('utrecht')).filter(({ type }) => type === 'place');
    expect(places.map(({ q }) => q)).toEqual(['Utrecht', 'Vleuten (Utrecht)']);
    expect((await labels('Vleuten (Utrecht), kerkstraat 4'))[0]).toBe('Kerkstraat 4, 3451AA Vleuten');
  });

  it('gives queries that select what they say, also where an address has no postcode or two objects', async () => {
    for (const q of ['park & ride noord 3', 'akerstraat 58', 'brink 36', 'maliesingel 49', 'overvoorde 43']) {
      const found = (await suggest(q)).filter(({ type }) => type === 'address');
      expect(found.length, q).toBeGreaterThan(0);
      for (const { query, label } of found) {
        const answer = await api.app.inject(`/v1/home/basic?${query}`);
        expect(answer.json().address?.label, `${q}: ${query}`).toBe(label);
      }
    }
  });

  it('says each thing once', async () => {
    for (const q of ['brink', 'brink 36', '7411CC 36', 'kerk']) {
      const found = await labels(q, '&limit=20');
      expect(new Set(found).size, q).toBe(found.length);
    }
  });

  it('offers nothing that has been withdrawn', async () => {
    expect(await labels('roggestraat')).toEqual([]);
    expect(await labels('6981BJ 5')).toEqual([]);
  });

  it.each(['', ' ', '-', "'", '!!', 'xyzzyqwk', 'postbus 12', 'x'.repeat(200), '9999ZZ 1', '0', '99999'])(
    'answers "%s" with an empty list',
    async (q) => {
      const response = await ask(q);
      expect(response.statusCode).toBe(200);
      expect(response.json().suggestions).toEqual([]);
      expect(Check(AddressSuggestSchema, response.json())).toBe(true);
    },
  );

  it('takes no parameter at all for nothing typed yet', async () => {
    expect((await api.app.inject('/v1/address/suggest')).json().suggestions).toEqual([]);
  });

  it('answers whatever is typed, within the limit', async () => {
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc
        .array(
          fc.constantFrom(
            'kerk',
            'straat',
            'amst',
            '1',
            '12a',
            '1012',
            'lg',
            '"',
            '*',
            'AND',
            'NEAR(',
            ':',
            '-',
            'ĳ',
            'den',
          ),
          {
            maxLength: 12,
          },
        )
        .map((words) => words.join(' ')),
    );
    await fc.assert(
      fc.asyncProperty(typed, fc.integer({ min: 1, max: 20 }), async (q, limit) => {
        if (/\p{Cc}/u.test(q)) return;
        const response = await ask(q, `&limit=${limit}`);
        expect(response.statusCode, q).toBe(200);
        expect(response.json().suggestions.length).toBeLessThanOrEqual(limit);
        expect(Check(AddressSuggestSchema, response.json())).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it.each([`q=${'a'.repeat(201)}`, 'q=a&limit=0', 'q=a&limit=21', 'q=a&q=b', 'query=a'])(
    'refuses %s',
    async (query) => {
      const response = await api.app.inject(`/v1/address/suggest?${query}`);
      expect(response.statusCode).toBe(400);
      expect(response.json().code).toBe('invalid_parameter');
    },
  );

  it('is free: may be kept, asked with HEAD, and names its sources', async () => {
    const response = await ask('amstel');
    expect(response.headers['cache-control']).toBe('public, max-age=300');
    expect(response.headers.etag).toBeDefined();
    expect(response.json().source.map(({ id }: { id: string }) => id)).toEqual([
      'bag-extract',
      'cbs-municipalities',
    ]);
    const head = await api.app.inject({ method: 'HEAD', url: '/v1/address/suggest?q=amstel' });
    expect(head.statusCode).toBe(200);
  });

  it('says so when no addresses are loaded', async () => {
    const own = await openTestApi();
    const response = await own.app.inject('/v1/address/suggest?q=amstel');
    expect(response.statusCode).toBe(503);
    expect(response.json().code).toBe('dataset_unavailable');
    await own.close();
  });
});
