import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProblemError } from '../../../api/errors.ts';
import { queryReader } from '../../../api/query-parameters.ts';
import { addressLabel, registerId } from '../../../api/reports/address-text.ts';
import { resolveAddress } from '../../../api/reports/resolve-address.ts';
import type { ResolvedAddress } from '../../../api/reports/resolved-address.ts';
import { type AddressQuery, AddressQuerySchema } from '../../../api/schemas/address-input.ts';
import type { AddressMatch } from '../../../api/schemas/address-match.ts';
import type { AddressRow } from '../../../db/queries/addresses.ts';
import { DatasetUnavailableError, type Snapshot, Store } from '../../../db/store.ts';
import { CASE_TOWNS, CASES } from '../../support/address-cases.ts';
import { publishAddresses } from '../../support/address-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();
let store: Store;
let snapshot: Snapshot;

beforeAll(() => {
  publishAddresses(folder, CASES, { towns: CASE_TOWNS });
  store = new Store({ dataDir: folder });
  snapshot = store.current;
});

afterAll(() => store.close());

/** As a caller asks: the texts of a query go through the same reading as those of a request. */
function ask(query: string | Record<string, string>): ResolvedAddress {
  const given = typeof query === 'string' ? { q: query } : query;
  const read = queryReader(AddressQuerySchema)(given);
  if ('error' in read) throw read.error;
  return resolveAddress(snapshot, read.value as AddressQuery);
}

function labelOf(query: string | Record<string, string>): string {
  return addressLabel(ask(query).address);
}

function problemOf(query: string | Record<string, string>): ProblemError {
  try {
    const { address } = ask(query);
    throw new Error(`It was found: ${addressLabel(address)}`);
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
}

function matchesOf(problem: ProblemError): AddressMatch[] {
  return (problem.members.other_matches ?? []) as AddressMatch[];
}

describe('free text', () => {
  it.each([
    // Digits in the street's name: the longest known street goes first.
    ['Plein 1944 12', 'Plein 1944 12, 6511JE Nijmegen'],
    ['plein 1944 12 nijmegen', 'Plein 1944 12, 6511JE Nijmegen'],
    ['Plein 12', "Plein 12, 2511CR 's-Gravenhage"],
    ['Laan 1940-1945 3', 'Laan 1940-1945 3, 6981AA Doesburg'],
    ['16 april 1944 Pad 3', '16 april 1944 Pad 3, 1951AB Velsen-Noord'],
    ['1e dwarsstraat 2', '1e Dwarsstraat 2, 6981AB Doesburg'],
    ['Eerste Dwarsstraat 2', '1e Dwarsstraat 2, 6981AB Doesburg'],
    ['3de Industrieweg 5', 'Derde Industrieweg 5, 6981AC Doesburg'],
    ['E 10th Street 5', 'E 10th Street 5, 6981AD Doesburg'],
    // Suffixes.
    ['Tweede Tuindwarsstraat 12', 'Tweede Tuindwarsstraat 12, 1015RZ Amsterdam'],
    ['Tweede Tuindwarsstraat 12-2hg', 'Tweede Tuindwarsstraat 12-2HG, 1015RZ Amsterdam'],
    ['Tweede Tuindwarsstraat 12 2 HG', 'Tweede Tuindwarsstraat 12-2HG, 1015RZ Amsterdam'],
    ['Tweede Tuindwarsstraat 12 2, Amsterdam', 'Tweede Tuindwarsstraat 12-2, 1015RZ Amsterdam'],
    ['Kade 3HS', 'Kade 3-HS, 1017EK Amsterdam'],
    ['Kade 3-HS', 'Kade 3-HS, 1017EK Amsterdam'],
    ['Kade 546 K 1', 'Kade 546K-1, 1017EK Amsterdam'],
    ['Kade 2 1', 'Kade 2-1, 1017EK Amsterdam'],
    ['Kade 279 H', 'Kade 279-H, 1017EK Amsterdam'],
    ['Kade 22b', 'Kade 22b, 1017EK Amsterdam'],
    ['Kade 22-2', 'Kade 22-2, 1017EK Amsterdam'],
    ['Kade 9 II', 'Kade 9-II, 1017EK Amsterdam'],
    ['Kade 1 metro', 'Kade 1M-etro, 1017EK Amsterdam'],
    ['A.B.C.-straat 1 bis, Utrecht', 'A.B.C.-straat 1-bis, 3581AB Utrecht'],
    ['a b c straat 1 BIS', 'A.B.C.-straat 1-bis, 3581AB Utrecht'],
    ['Laan van Nieuw Oost-Indie 265 A-1', "Laan van Nieuw Oost-Indië 265A-1, 2594AN 's-Gravenhage"],
    // Case decides only where both exist.
    ['Curacaostraat 12a', 'Curaçaostraat 12a, 1058BV Amsterdam'],
    ['Curacaostraat 12A', 'Curaçaostraat 12A, 1058BV Amsterdam'],
    ['Dorpsstraat 15C, Nootdorp', 'Dorpsstraat 15c, 2631CR Nootdorp'],
    // Diacritics, ligatures, apostrophes.
    ['branbuorren 2', 'Brânbuorren 2, 9131EE Ie'],
    ['sudkant 5', 'Súdkant 5, 8911AA Leeuwarden'],
    ['\u0132sselkade 9', 'IJsselkade 9, 6981LG Doesburg'],
    // Abbreviations and official short names.
    ['2e Tuindwarsstr. 12', 'Tweede Tuindwarsstraat 12, 1015RZ Amsterdam'],
    ['Burg. de Vlugtln 10', 'Burgemeester de Vlugtlaan 10, 1064AB Amsterdam'],
    ['Burg de Vlugtln 10', 'Burgemeester de Vlugtlaan 10, 1064AB Amsterdam'],
    ['v.d. Helstplein 3', 'Van der Helstplein 3, 1072PA Amsterdam'],
    ['NZ Voorburgwal 147', 'Nieuwezijds Voorburgwal 147, 1012RJ Amsterdam'],
    // Wind directions belong to the street.
    ['Weerdsingel O.Z. 7', 'Weerdsingel O.Z. 7, 3514AC Utrecht'],
    ['Weerdsingel oostzijde 7', 'Weerdsingel O.Z. 7, 3514AC Utrecht'],
    ['Oranjelaan Westzijde 41', 'Oranjelaan Westzijde 41, 3331AA Zwijndrecht'],
    // Places.
    ['Spui 70 Den Haag', "Spui 70, 2511BT 's-Gravenhage"],
    ['Spui 70, The Hague, Netherlands', "Spui 70, 2511BT 's-Gravenhage"],
    ['Spui 70 s gravenhage', "Spui 70, 2511BT 's-Gravenhage"],
    ['Spui 70 (Den Haag)', "Spui 70, 2511BT 's-Gravenhage"],
    ['Groeneplaats 1, Holland (Den Burg)', 'Groeneplaats 1, 1791CA Den Burg'],
    ['Groeneplaats 1 Texel', 'Groeneplaats 1, 1791CA Den Burg'],
    ['Groeneplaats 1, Den Burg, Texel, Noord-Holland', 'Groeneplaats 1, 1791CA Den Burg'],
    ['Karel de Grotelaan 4 Bergen', 'Karel de Grotelaan 4, 1861AB Bergen (NH)'],
    ['Súdkant 5 Leeuwarden Friesland', 'Súdkant 5, 8911AA Leeuwarden'],
    ['Kerkstraat 1, Gelderland', 'Kerkstraat 1, 6981CM Doesburg'],
    ['Kerkstraat 1, 6981 Doesburg', 'Kerkstraat 1, 6981CM Doesburg'],
    ['Doesburg, Kerkstraat 1', 'Kerkstraat 1, 6981CM Doesburg'],
    ['1 Kerkstraat, Doesburg', 'Kerkstraat 1, 6981CM Doesburg'],
    // The town that bears the name goes before others of its municipality.
    ['Kerkstraat 1 Utrecht', 'Kerkstraat 1, 3512BA Utrecht'],
    ['Kerkstraat 4 Utrecht', 'Kerkstraat 4, 3451AA Vleuten'],
    // Postcodes, anywhere.
    ['1011PN 1', 'Amstel 1, 1011PN Amsterdam'],
    ['1 1011 pn', 'Amstel 1, 1011PN Amsterdam'],
    ['Amstel 1, 1011 PN  AMSTERDAM', 'Amstel 1, 1011PN Amsterdam'],
    ['1011PN Amsterdam Amstel 1', 'Amstel 1, 1011PN Amsterdam'],
    ['Plein 1944 12, 6511JE', 'Plein 1944 12, 6511JE Nijmegen'],
    ['Plein 1944 nr 12', 'Plein 1944 12, 6511JE Nijmegen'],
    ['Deurningerstraat 8, 7572BP', 'Deurningerstraat 8, 7572BP Oldenzaal'],
    // A typing error in a name that a postcode and a number make certain.
    ['Amstl 1 1011PN Amsterdam', 'Amstel 1, 1011PN Amsterdam'],
    ['Amstel 1 1011PN Amstredam', 'Amstel 1, 1011PN Amsterdam'],
    // Without a postcode, and on a border.
    ['Park en Ride Noord 3', 'Park & Ride Noord 3, Amsterdam'],
    ['Kalfjeslaan 1 Amstelveen', 'Kalfjeslaan 1, 1181BN Amstelveen'],
    ['Kalfjeslaan 2', 'Kalfjeslaan 2, 1081HA Amsterdam'],
    // Register ids.
    ['0363200012145295', 'Amstel 1, 1011PN Amsterdam'],
    ['0363010012143319', 'Amstel 1, 1011PN Amsterdam'],
    ['0363010012143319-0363200012145295', 'Amstel 1, 1011PN Amsterdam'],
    ['0518010000000001', "Binnenhof 1A, 2513AA 's-Gravenhage"],
  ])('"%s" is %s', (text, label) => {
    expect(labelOf(text)).toBe(label);
  });

  it('pitfall 26: digits of a street are no house number', () => {
    const problem = problemOf('Plein 1944');
    expect(problem.code).toBe('missing_input');
    expect(problem.message).toContain('house number is missing');
    expect(matchesOf(problem).map((match) => match.label)).toContain('Plein 1944 1, 6511JE Nijmegen');
    expect(problemOf('Plein 1944, Nijmegen').code).toBe('missing_input');
    expect(problemOf('Damrak, Amsterdam').code).toBe('address_unknown');
  });

  it('pitfall 18: nonsense finds nothing, and every part must agree', () => {
    for (const text of [
      'asdf qwer 12',
      'Amstel 1 Doesburg',
      'Amstel 1, Limburg',
      'Amstel 1, 1012 Amsterdam',
      'Spui 1, 1011PN',
      'Amstel 1, 1011PN Doesburg',
      'Amstel 1 achterkamer, Amsterdam',
      'Amstel 1A',
    ]) {
      expect(problemOf(text).code, text).toBe('address_unknown');
    }
  });

  it('takes the end of a text for a place before it takes it for a suffix', () => {
    // Kerkstraat 12-EE exists in Amsterdam; Ee is a town that has a Kerkstraat without number 12.
    const problem = problemOf('Kerkstraat 12 Ee');
    expect(problem.code).toBe('address_unknown');
    expect(matchesOf(problem).map((match) => match.label)).toEqual(['Kerkstraat 11, 9131KA Ee']);
    expect(labelOf('Kerkstraat 12 EE Amsterdam')).toBe('Kerkstraat 12-EE, 1017GA Amsterdam');
  });

  it('lists the towns when a street and a number are in several', () => {
    const problem = problemOf('Kerkstraat 1');
    expect(problem.code).toBe('address_ambiguous');
    expect(
      matchesOf(problem)
        .map((match) => match.city)
        .sort(),
    ).toEqual(['Amsterdam', 'Doesburg', 'Utrecht', 'Vleuten']);
  });

  it.each([
    ['Amstell 1, Amsterdam', 'Amstel 1, 1011PN Amsterdam'],
    ['Kurkstraat 1 Doesburg', 'Kerkstraat 1, 6981CM Doesburg'],
    ['Weerdsignel O.Z. 7', 'Weerdsingel O.Z. 7, 3514AC Utrecht'],
    ['Vlugtlaan 10', 'Burgemeester de Vlugtlaan 10, 1064AB Amsterdam'],
    ['Amstel 1 Amstredam', 'Amstel 1, 1011PN Amsterdam'],
    ['Amstel 1 Doesburg', 'Amstel 1, 1011PN Amsterdam'],
    ['Amstel 3', 'Amstel 1, 1011PN Amsterdam'],
    ['Overvoorde 43-7', 'Overvoorde 43-1, 1082GB Amsterdam'],
    ['Spui 1, 1011PN', 'Amstel 1, 1011PN Amsterdam'],
  ])('refuses "%s" and offers %s', (text, offered) => {
    const problem = problemOf(text);
    expect(problem.code).toBe('address_unknown');
    expect(matchesOf(problem).map((match) => match.label)).toContain(offered);
    expect(problem.hint).toContain(matchesOf(problem)[0]?.query);
  });

  it.each([
    ['1011PN', 'missing_input', /house number is missing after 1011PN/],
    ['1011 pn Amsterdam', 'missing_input', /house number/],
    ['Amstel Amsterdam', 'missing_input', /house number/],
    ['9999ZZ', 'address_unknown', /no postcode 9999ZZ/],
    ['9999ZZ 1', 'address_unknown', /no postcode 9999ZZ/],
    ['Postbus 3099, Amsterdam', 'invalid_parameter', /PO box/],
    ['c/o Jansen, Amstel 1', 'invalid_parameter', /whom a letter is for/],
    ['t.a.v. Jansen, Amstel 1', 'invalid_parameter', /whom a letter is for/],
    ['Amstel 1 App. 13', 'invalid_parameter', /apartment/],
    ['...', 'missing_input', /q was given without/],
    ['1234567890123456', 'address_unknown', /no address in service with id/],
  ])('answers "%s" with %s', (text, code, detail) => {
    const problem = problemOf(text);
    expect(problem.code).toBe(code);
    expect(problem.message).toMatch(detail);
    expect(problem.hint.length).toBeGreaterThan(20);
  });

  it('refuses more than 200 characters', () => {
    expect(problemOf(`Amstel 1 ${'x'.repeat(200)}`).code).toBe('invalid_parameter');
  });

  it('throws nothing but problems, whatever is typed', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        'Kerkstraat',
        'Plein',
        '1944',
        '12',
        '2hg',
        'Amsterdam',
        '1011PN',
        '1012 LG',
        ',',
        '(',
        '"',
        "'",
      ),
      fc.constantFrom(
        'NEAR(',
        'AND',
        'OR',
        'NOT',
        '*',
        '^',
        '-',
        'name:',
        '{',
        '"a" OR "b"',
        '--',
        ';',
        '%',
        '\u0000',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        try {
          resolveAddress(snapshot, { q: pieces.join(' ').slice(0, 200) });
        } catch (error) {
          expect(error).toBeInstanceOf(ProblemError);
          expect(['missing_input', 'address_unknown', 'address_ambiguous', 'invalid_parameter']).toContain(
            (error as ProblemError).code,
          );
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('postcode and house number', () => {
  it.each([
    [{ postcode: '1011PN', house_number: '1' }, 'Amstel 1, 1011PN Amsterdam'],
    [{ postcode: ' 1011 pn ', house_number: ' 1 ' }, 'Amstel 1, 1011PN Amsterdam'],
    [{ postcode: '1015RZ', house_number: '12' }, 'Tweede Tuindwarsstraat 12, 1015RZ Amsterdam'],
    [
      { postcode: '1015RZ', house_number: '12', addition: '2hg' },
      'Tweede Tuindwarsstraat 12-2HG, 1015RZ Amsterdam',
    ],
    [
      { postcode: '1015RZ', house_number: '12', addition: '2-hg' },
      'Tweede Tuindwarsstraat 12-2HG, 1015RZ Amsterdam',
    ],
    [{ postcode: '1058BV', house_number: '12', house_letter: 'a' }, 'Curaçaostraat 12a, 1058BV Amsterdam'],
    [{ postcode: '1058BV', house_number: '12', house_letter: 'A' }, 'Curaçaostraat 12A, 1058BV Amsterdam'],
    [{ postcode: '1017EK', house_number: '22', house_letter: 'B' }, 'Kade 22b, 1017EK Amsterdam'],
    [
      { postcode: '1017EK', house_number: '546', house_letter: 'k', addition: '1' },
      'Kade 546K-1, 1017EK Amsterdam',
    ],
    [{ postcode: '1017EK', house_number: '546', addition: 'K-1' }, 'Kade 546K-1, 1017EK Amsterdam'],
    [{ postcode: '1017EK', house_number: '279', house_letter: 'h' }, 'Kade 279-H, 1017EK Amsterdam'],
    [{ postcode: '3581KL', house_number: '49', house_letter: 'A' }, 'Maliesingel 49A, 3581KL Utrecht'],
    [{ postcode: '3581KL', house_number: '49', addition: 'A' }, 'Maliesingel 49-A, 3581KL Utrecht'],
    // Both given: the structured input decides.
    [{ postcode: '1011PN', house_number: '1', q: 'Spui 70, Den Haag' }, 'Amstel 1, 1011PN Amsterdam'],
    // An empty field counts as not given.
    [
      { postcode: '1011PN', house_number: '1', house_letter: '', addition: ' ' },
      'Amstel 1, 1011PN Amsterdam',
    ],
  ])('%j is %s', (query, label) => {
    expect(labelOf(query)).toBe(label);
  });

  it('is ambiguous where the number exists only with suffixes', () => {
    const problem = problemOf({ postcode: '2594AN', house_number: '265' });
    expect(problem.code).toBe('address_ambiguous');
    expect(matchesOf(problem).map((match) => match.label)).toEqual([
      "Laan van Nieuw Oost-Indië 265A, 2594AN 's-Gravenhage",
      "Laan van Nieuw Oost-Indië 265A-1, 2594AN 's-Gravenhage",
      "Laan van Nieuw Oost-Indië 265A-2, 2594AN 's-Gravenhage",
      "Laan van Nieuw Oost-Indië 265B, 2594AN 's-Gravenhage",
      "Laan van Nieuw Oost-Indië 265B-3, 2594AN 's-Gravenhage",
      "Laan van Nieuw Oost-Indië 265D, 2594AN 's-Gravenhage",
    ]);
  });

  it('is ambiguous where postcode and number are on two streets (7572BP 8)', () => {
    const problem = problemOf({ postcode: '7572BP', house_number: '8' });
    expect(problem.code).toBe('address_ambiguous');
    expect(matchesOf(problem).map((match) => match.query)).toEqual([
      expect.stringMatching(/^q=\d{16}-\d{16}$/),
      expect.stringMatching(/^q=\d{16}-\d{16}$/),
    ]);
  });

  it('pitfall 9: of two objects on one address the one in use is answered, the other listed', () => {
    const { address, duplicates, sameNumber } = ask({ postcode: '6431HE', house_number: '58' });
    expect(registerId(address.objectId)).toBe('0917010000017630');
    expect(duplicates.map((row) => registerId(row.objectId))).toEqual(['0917011313168891']);
    expect(sameNumber.map(addressLabel)).toEqual(['Akerstraat 58-A, 6431HE Hoensbroek']);
  });

  it('takes the same one of two every time (7411CC 36)', () => {
    const { address, duplicates } = ask({ postcode: '7411CC', house_number: '36' });
    expect(duplicates).toHaveLength(1);
    expect(ask('Brink 36 Deventer').address.id).toBe(address.id);
  });

  it('pitfall 10: a postcode lies in two towns, so the place is never derived from it', () => {
    expect(labelOf({ postcode: '1222AB', house_number: '2' })).toBe('Comeniuslaan 2, 1222AB Bussum');
    expect(labelOf({ postcode: '1222AB', house_number: '4' })).toBe('Comeniuslaan 4, 1222AB Hilversum');
    expect(labelOf('Comeniuslaan 4 Hilversum')).toBe('Comeniuslaan 4, 1222AB Hilversum');
    expect(problemOf('Comeniuslaan 4 Bussum').code).toBe('address_unknown');
  });

  it('says since when an address is gone, by postcode and by name', () => {
    for (const query of [{ postcode: '6981BJ', house_number: '5' }, 'Roggestraat 5, Doesburg', '6981BJ 5']) {
      const problem = problemOf(query);
      expect(problem.code).toBe('address_unknown');
      expect(problem.members).toMatchObject({
        register_state_date: '2026-11-08',
        withdrawn_on: '2023-06-14',
      });
      expect(problem.message).toContain(
        'Roggestraat 5, 6981BJ Doesburg has been withdrawn since 2023-06-14.',
      );
    }
    const undated = problemOf('Kerkstraat 99 Doesburg');
    expect(undated.message).toContain('has been withdrawn.');
    expect(undated.members.withdrawn_on).toBeUndefined();
  });

  it('offers the nearest numbers of the postcode', () => {
    const problem = problemOf({ postcode: '1017EK', house_number: '21' });
    expect(problem.message).toContain('The register as of 2026-11-08 has no number 21 in postcode 1017EK.');
    expect(matchesOf(problem)[0]?.house_number).toBe(22);
  });

  it.each([
    [{}, 'No address was given.'],
    [{ postcode: '1011PN' }, 'postcode was given without house_number.'],
    [{ house_number: '1' }, 'house_number was given without postcode.'],
    [{ addition: 'A' }, 'addition was given without postcode and house_number.'],
    [{ postcode: '1011PN', q: 'Amstel 1' }, 'postcode was given without house_number.'],
  ])('%j lacks input', (query, detail) => {
    const problem = problemOf(query as Record<string, string>);
    expect(problem.code).toBe('missing_input');
    expect(problem.message).toBe(detail);
  });

  it.each([
    [{ postcode: '0123AB', house_number: '1' }, 'postcode'],
    [{ postcode: '1012', house_number: '1' }, 'postcode'],
    [{ postcode: '1012  LG', house_number: '1' }, 'postcode'],
    [{ postcode: '1012LGX', house_number: '1' }, 'postcode'],
    [{ postcode: '1012LG', house_number: '0' }, 'house_number'],
    [{ postcode: '1012LG', house_number: '12a' }, 'house_number'],
    [{ postcode: '1012LG', house_number: '100000' }, 'house_number'],
    [{ postcode: '1012LG', house_number: '1', house_letter: 'AB' }, 'house_letter'],
    [{ postcode: '1012LG', house_number: '1', house_letter: '1' }, 'house_letter'],
    [{ postcode: '1012LG', house_number: '1', addition: 'é' }, 'addition'],
    [{ huisnummer: '1' }, 'huisnummer'],
  ])('refuses %j because of %s', (query, parameter) => {
    const problem = problemOf(query as Record<string, string>);
    expect(problem.code).toBe('invalid_parameter');
    expect(problem.members.errors?.map((error) => error.parameter)).toEqual([parameter]);
  });

  it('pitfall 16: an addition of more than four characters is refused here, before anything else', () => {
    const problem = problemOf({ postcode: '1012LG', house_number: '1', addition: 'ABCDE' });
    expect(problem.code).toBe('invalid_parameter');
  });
});

describe('what is listed can be asked for', () => {
  it('leads to exactly the address that each query stands for', () => {
    const rows = CASES.filter((row) => row.withdrawnOn === undefined);
    const seen = new Map<number, AddressRow>();
    for (const row of rows) {
      const street = row.at.split('|')[0];
      let matches: AddressMatch[];
      try {
        const { address, duplicates, sameNumber } = ask(`${street}, ${row.town}`);
        for (const one of [address, ...duplicates, ...sameNumber]) seen.set(one.id, one);
        continue;
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        matches = matchesOf(error);
      }
      expect(matches.length, row.at).toBeGreaterThan(0);
      for (const match of matches) {
        const { address } = ask(Object.fromEntries(new URLSearchParams(match.query)));
        seen.set(address.id, address);
        expect(addressLabel(address)).toBe(match.label);
        expect(registerId(address.addressId)).toBe(match.bag.address_id);
        expect(registerId(address.objectId)).toBe(match.bag.addressable_object_id);
      }
    }
    expect(seen.size).toBe(rows.length);
  });

  it('finds every address under its own label', () => {
    for (const row of CASES.filter((one) => one.withdrawnOn === undefined)) {
      const [line = '', letter = '', addition = ''] = row.at.split('|');
      const label = `${line}${letter}${addition === '' ? '' : `-${addition}`}, ${row.postcode ?? ''} ${row.town}`;
      // Letter A and addition A read the same in every way but by the hyphen, which does not count.
      if (row.at.startsWith('Maliesingel')) continue;
      const { address } = ask(label);
      expect([address.street, address.town, address.postcode]).toEqual([
        line.replace(/ \d+$/, ''),
        row.town,
        row.postcode ?? null,
      ]);
      expect([address.houseLetter ?? '', address.addition ?? '']).toEqual([letter, addition]);
    }
  });
});

describe('what is loaded', () => {
  it('says so when only a sample or a part is loaded, since "unknown" means less then', () => {
    for (const [label, text] of [
      ['sample', 'Only the bundled sample is loaded here'],
      ['partial', 'Only a part of the country is loaded here'],
    ] as const) {
      const dataDir = `${folder}/${label}`;
      publishAddresses(dataDir, CASES.slice(0, 1), { label });
      const small = new Store({ dataDir });
      expect(() => resolveAddress(small.current, { q: 'Damrak 1' })).toThrow(text);
      small.close();
    }
  });

  it('is unavailable, not unknown, when no addresses are loaded', () => {
    const empty = new Store({ dataDir: `${folder}/empty` });
    expect(() => resolveAddress(empty.current, { q: 'Damrak 1' })).toThrow(DatasetUnavailableError);
    expect(() => resolveAddress(empty.current, {})).toThrow(DatasetUnavailableError);
    empty.close();
  });
});
