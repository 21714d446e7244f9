import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { streetKey, streetKeys } from '../../db/street-key.ts';

describe('streetKey', () => {
  it.each([
    ['Kerkstr.', 'Kerkstraat'],
    ['Kerk str', 'Kerkstraat'],
    ['Europaln', 'Europalaan'],
    ['Geuzenkd', 'Geuzenkade'],
    ['Achtergr', 'Achtergracht'],
    ['Weteringpln', 'Weteringplein'],
    ['Nassausngl', 'Nassausingel'],
    ['Tuindwstr', 'Tuindwarsstraat'],
    ['Ringwg', 'Ringweg'],
    ['Burg. de Vlugtlaan', 'Burgemeester De Vlugtlaan'],
    ['Ds. Jansenweg', 'Dominee Jansenweg'],
    ['Prof. Dr. Donderslaan', 'Professor Doctor Donderslaan'],
    ['St. Jansstraat', 'Sint Jansstraat'],
    ['v.d. Helstplein', 'Van der Helstplein'],
    ['van de Helstplein', 'Van der Helstplein'],
    ['Laan v. Meerdervoort', 'Laan van Meerdervoort'],
    ['Eerste Sweelinckstraat', '1e Sweelinckstraat'],
    ['1ste Sweelinckstraat', '1e Sweelinckstraat'],
    ['2de Tuindwarsstraat', 'Tweede Tuindwarsstraat'],
    ['3de Industrieweg', 'Derde Industrieweg'],
    ['Weerdsingel Oostzijde', 'Weerdsingel O.Z.'],
    ['N.Z. Voorburgwal', 'Nieuwezijds Voorburgwal'],
    ['OZ Achterburgwal', 'Oudezijds Achterburgwal'],
    ['Oud Bussummerweg', 'Oude Bussummerweg'],
    ['Oudegracht', 'Oude Gracht'],
    ['Park en Ride', 'Park & Ride'],
  ])('"%s" is "%s"', (typed, official) => {
    expect(streetKey(typed)).toBe(streetKey(official));
  });

  it.each([
    ['Kerkstraat', 'Kerklaan'],
    ['1e Kerkstraat', '2e Kerkstraat'],
    ['Plein 1944', 'Plein 1940'],
    ['Oranjelaan Westzijde', 'Oranjelaan Oostzijde'],
    ['Kerkstraat', 'Oude Kerkstraat'],
  ])('"%s" is not "%s"', (left, right) => {
    expect(streetKey(left)).not.toBe(streetKey(right));
  });

  it('leaves a word that only happens to end like an abbreviation of one letter more', () => {
    expect(streetKey('Gr')).toBe('gr');
    expect(streetKey('De Str')).toBe('destraat');
  });

  it('does not trip over words that objects have by nature', () => {
    expect(streetKey('constructor toString')).toBe('constructortostring');
  });

  it('finds every street under its own name, in any case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (name) => {
        const keys = streetKeys(name, null);
        if (streetKey(name) !== '') expect(keys).toContain(streetKey(name));
        expect(keys).not.toContain('');
      }),
    );
  });

  it("also finds it under the register's official short name", () => {
    expect(streetKeys('Burgemeester de Vlugtlaan', 'Burg d Vlugtln')).toEqual(
      expect.arrayContaining(['burgemeesterdevlugtlaan', 'burgdvlugtln']),
    );
  });
});
