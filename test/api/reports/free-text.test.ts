import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AddressText,
  type FreeText,
  type Reading,
  readFreeText,
  textOf,
} from '../../../api/reports/free-text.ts';

function addressTexts(text: string): AddressText[] {
  return readFreeText(text).filter((one: FreeText): one is AddressText => one.kind === 'address');
}

function lines(text: string): string[] {
  return (addressTexts(text)[0]?.readings ?? []).map(line);
}

function line({ street, houseNumber, suffix, place }: Reading): string {
  return `${textOf(street)} | ${houseNumber} | ${suffix} | ${textOf(place)}`;
}

describe('readFreeText', () => {
  it.each([
    ['Plein 1944 12', 'plein 1944 | 12 |  | '],
    ['Laan 1940-1945 3', 'laan 1940 1945 | 3 |  | '],
    ['16 april 1944 Pad 3', '16 april 1944 pad | 3 |  | '],
    ['1e dwarsstraat 2', '1e dwarsstraat | 2 |  | '],
    ['Dorpsstraat 15c, Nootdorp', 'dorpsstraat | 15 | c | nootdorp'],
    ['Damrak 12-2hg, Amsterdam', 'damrak 12 | 2 | hg | amsterdam'],
    ['Damrak 12, Amsterdam', 'damrak | 12 |  | amsterdam'],
    ['Damrak nr. 12', 'damrak | 12 |  | '],
  ])('reads "%s" first as "%s"', (text, first) => {
    expect(lines(text)[0]).toBe(first);
  });

  it.each([
    ['Damrak 12-2hg, Amsterdam', 'damrak | 12 | 2hg | amsterdam'],
    ['Damrak 12 2 HG Amsterdam', 'damrak | 12 | 2HG | amsterdam'],
    ['Kade 546 K 1', 'kade | 546 | K1 | '],
    ['Kade 22b', 'kade | 22 | b | '],
    ['Kade 22-2', 'kade | 22 | 2 | '],
    ['Kade 1 bis Utrecht', 'kade | 1 | bis | utrecht'],
    ['Amsterdam, Damrak 1', 'damrak | 1 |  | amsterdam'],
    ['Damrak Amsterdam 1', 'damrak | 1 |  | amsterdam'],
    ['12 Damrak, Amsterdam', 'damrak | 12 |  | amsterdam'],
    ['Plein 1944', 'plein | 1944 |  | '],
  ])('allows that "%s" means "%s"', (text, reading) => {
    expect(lines(text)).toContain(reading);
  });

  it.each([
    ['Damrak 1, 1012LG Amsterdam', '1012LG'],
    ['1012 lg 1', '1012LG'],
    ['1012LG1', '1012LG'],
    ['Damrak 1 1012LG', '1012LG'],
    ['Damrak 1,1012\u00a0LG', '1012LG'],
    ['Damrak 1, １０１２ＬＧ', '1012LG'],
  ])('takes the postcode out of "%s"', (text, postcode) => {
    expect(addressTexts(text)[0]?.postcode).toBe(postcode);
  });

  it.each(['Plein 1944 Noord 1', 'Damrak 1012 SS', 'Damrak 0123 AB', 'X11012LG'])(
    'finds no postcode in "%s"',
    (text) => {
      expect(addressTexts(text)[0]?.postcode).toBeNull();
    },
  );

  it('also reads four digits, a blank and two letters as a number and a word', () => {
    expect(addressTexts('Plein 1944 nr 12').map((one) => one.postcode)).toEqual(['1944NR', null]);
    expect(addressTexts('Dam 1, 1012LG').map((one) => one.postcode)).toEqual(['1012LG']);
  });

  it.each([
    ['Postbus 3099, Amsterdam', 'po_box'],
    ['PO Box 12', 'po_box'],
    ['Antwoordnummer 10001', 'po_box'],
    ['c/o Jansen, Damrak 1', 'care_of'],
    ['t.a.v. mw. Jansen, Damrak 1', 'attention'],
    ['Damrak 1 App. 13', 'apartment'],
  ])('"%s" is not an address but %s', (text, what) => {
    expect(readFreeText(text)).toEqual([expect.objectContaining({ kind: 'not_an_address', what })]);
  });

  it.each(['Postbusstraat 1', 'Appelweg 3', 'Stavangerweg 5', 'Attleeplantsoen 2'])(
    '"%s" is an address, whatever it begins with',
    (text) => {
      expect(readFreeText(text)[0]?.kind).toBe('address');
    },
  );

  it('takes register ids, also as object-designation', () => {
    expect(readFreeText('0363010012143319')).toEqual([{ kind: 'register_id', ids: [363010012143319] }]);
    expect(readFreeText('0363010012143319-0363200012145295')).toEqual([
      { kind: 'register_id', ids: [363010012143319, 363200012145295] },
    ]);
  });

  it('stays small, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        for (const one of readFreeText(text)) {
          if (one.kind !== 'address') continue;
          expect(one.readings.length).toBeLessThanOrEqual(200);
          for (const reading of one.readings) {
            expect(reading.houseNumber).toBeGreaterThanOrEqual(1);
            expect(reading.houseNumber).toBeLessThanOrEqual(99_999);
          }
        }
      }),
      { numRuns: 500 },
    );
    expect(lines('1 '.repeat(100)).length).toBeLessThanOrEqual(200);
  });

  it('always offers the reading that the text was made from', () => {
    const street = fc.constantFrom('Damrak', 'Plein 1944', 'Laan 1940-1945', '1e Dwarsstraat', "Van 't Hof");
    const suffix = fc.constantFrom('', 'A', '2', '2HG', 'bis');
    const place = fc.constantFrom('', 'Amsterdam', 'Den Haag', 'Capelle aan den IJssel');
    fc.assert(
      fc.property(
        street,
        fc.integer({ min: 1, max: 9999 }),
        suffix,
        fc.constantFrom(' ', '-'),
        place,
        fc.constantFrom(', ', ' '),
        (name, number, tail, gap, town, comma) => {
          const text = `${name} ${number}${tail === '' ? '' : gap + tail}${town === '' ? '' : comma + town}`;
          const wanted = [name, tail, town].map((part) =>
            part.toLowerCase().replace(/[-']/g, ' ').replace(/ +/g, ' '),
          );
          expect(lines(text).map((one) => one.toLowerCase())).toContain(
            `${wanted[0]?.trim()} | ${number} | ${wanted[1]} | ${wanted[2]}`,
          );
        },
      ),
    );
  });
});
