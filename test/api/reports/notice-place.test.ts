import { describe, expect, it } from 'vitest';
import { placeOfNotice } from '../../../api/reports/notice-place.ts';
import type { PermitPlace } from '../../../api/schemas/home-permits.ts';

type Address = Parameters<typeof placeOfNotice>[1];
type Place = Parameters<typeof placeOfNotice>[0]['places'][number];

const KLOOSTERSTRAAT_40: Address = {
  street: 'Kloosterstraat',
  houseNumber: 40,
  houseLetter: null,
  addition: null,
  postcode: '6981CD',
  rdXM: 206_354,
  rdYM: 447_392,
};

const place = (fields: Partial<Place>): Place => ({
  postcode: null,
  houseNumber: null,
  suffix: null,
  label: null,
  points: [],
  ...fields,
});

const placeOf = (title: string, places: readonly Place[] = [], address: Partial<Address> = {}) =>
  placeOfNotice({ title, places }, { ...KLOOSTERSTRAAT_40, ...address }, ['Doesburg']);

describe('where a notice is about, by its title', () => {
  it.each<[string, PermitPlace | null]>([
    ['Toestemming voor het plaatsen van zonnepanelen aan Kloosterstraat 40 te Doesburg', 'this address'],
    ['Aanvraag vergunning, Kloosterstraat 40, 6981CD Doesburg', 'this address'],
    ['Aanvraag vergunning, Kloosterstraat 40, 6981 CD', 'this address'],
    ['aanvraag vergunning KLOOSTERSTRAAT 40 DOESBURG', 'this address'],
    ['Vergunning Kloosterstraat 40-44 te Doesburg', 'this address'],
    ['Vergunning Kloosterstraat 38, 6981CD Doesburg', 'its postcode'],
    ['Vergunning Kloosterstraat 40A, 6981CD Doesburg', 'its postcode'],
    ['Vergunning Kloosterstraat 400, 6981CD Doesburg', 'its postcode'],
    ['Vergunning Oude Kloosterstraatje 40, 6981CD Doesburg', 'its postcode'],
    ['Vergunning Kloosterstraat 15 te Doesburg', null],
    ['Vergunning Kloosterstraat 40, 5038VL Tilburg', null],
    // The same street name in another town.
    ['Vergunning Kloosterstraat 40 te Tilburg', null],
    ['Verordening op de markten', null],
  ])('%s: %s', (title, expected) => {
    expect(placeOf(title)).toBe(expected);
  });

  it.each<[string, PermitPlace]>([
    ['Vergunning Kloosterstraat 40-2, 6981CD', 'this address'],
    ['Vergunning Kloosterstraat 40, 6981CD', 'this address'],
    ['Vergunning Kloosterstraat 40-3, 6981CD', 'its postcode'],
    ['Vergunning Kloosterstraat 40-44, 6981CD', 'its postcode'],
  ])('%s, for an address with addition 2: %s', (title, expected) => {
    expect(placeOf(title, [], { addition: '2' })).toBe(expected);
  });

  it('with a street that has signs of a pattern in it', () => {
    const address = { street: 'Weerdsingel O.Z. (noord)', houseNumber: 7 };
    expect(placeOf('Vergunning Weerdsingel O.Z. (noord) 7 te Doesburg', [], address)).toBe('this address');
    expect(placeOf('Vergunning Weerdsingel OxZx (noord) 7 te Doesburg', [], address)).toBeNull();
  });
});

describe('where a notice is about, by its markings', () => {
  it.each<[string, Partial<Place>, PermitPlace | null]>([
    ['its number', { postcode: '6981CD', houseNumber: 40 }, 'this address'],
    ['another letter', { postcode: '6981CD', houseNumber: 40, suffix: 'B' }, 'its postcode'],
    ['another number', { postcode: '6981CD', houseNumber: 42 }, 'its postcode'],
    ['its postcode', { postcode: '6981CD' }, 'its postcode'],
    ['another postcode', { postcode: '6981CE', houseNumber: 40 }, null],
    ['its label', { label: 'Kloosterstraat 40, 6981CD Doesburg' }, 'this address'],
    ['a point near', { points: [{ xM: 206_400, yM: 447_450 }] }, 'within 100 m'],
    [
      'a corner near',
      {
        points: [
          { xM: 0, yM: 400_000 },
          { xM: 206_400, yM: 447_450 },
        ],
      },
      'within 100 m',
    ],
    ['a point farther away', { points: [{ xM: 206_454, yM: 447_400 }] }, null],
    // What names another postcode is not here, however near.
    [
      'a point near in another postcode',
      { postcode: '6981CE', points: [{ xM: 206_355, yM: 447_392 }] },
      null,
    ],
    ['nothing', {}, null],
  ])('%s', (_what, fields, expected) => {
    expect(placeOf('Besluit omgevingsvergunning', [place(fields)])).toBe(expected);
  });

  it('of several, any that is here', () => {
    const places = [place({ postcode: '6981CE' }), place({ postcode: '6981CD', houseNumber: 40 })];
    expect(placeOf('Besluit', places)).toBe('this address');
  });

  it('is not known for an address without a location or a postcode that nothing names', () => {
    const address = { postcode: null, rdXM: null, rdYM: null };
    expect(placeOf('Besluit', [place({ points: [{ xM: 206_354, yM: 447_392 }] })], address)).toBeNull();
  });
});
