import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { readFreeText } from '../../../api/reports/free-text.ts';
import { liveAddressRow } from '../../../api/reports/live-address-row.ts';
import { matchByName, matchByPostcode, matchSuffix } from '../../../api/reports/match-live-address.ts';
import type { AddressRow } from '../../../db/queries/addresses.ts';
import { Snapshot } from '../../../db/store.ts';

/** No release is needed: nothing here asks the store. */
const snapshot = new Snapshot(new Database(':memory:'), {});
let nextId = 363200000000001;

const PROVINCES: Readonly<Record<string, string>> = { Ee: 'PV21', Leeuwarden: 'PV21', Epe: 'PV25' };

/** @param at `Kerkstraat 12|letter|addition` */
function row(at: string, town: string, postcode: string | null = null, municipality = town): AddressRow {
  const [line = '', letter = '', addition = ''] = at.split('|');
  const [, street = '', number] = /^(.*) (\d+)$/.exec(line) ?? [];
  nextId += 1;
  return liveAddressRow(snapshot, {
    street,
    streetShortName: null,
    streetId: null,
    houseNumber: Number(number),
    houseLetter: letter === '' ? null : letter,
    addition: addition === '' ? null : addition,
    postcode,
    town,
    townId: null,
    municipalityCode: null,
    municipality,
    provinceCode: PROVINCES[town] ?? null,
    province: null,
    addressId: nextId,
    objectId: nextId - 190_000_000_000_000,
    isMain: true,
    rdXM: null,
    rdYM: null,
    neighbourhood: null,
    district: null,
  });
}

/** What the geocoder offers, whatever is asked. */
const OFFERED = [
  row('Kerkstraat 12||EE', 'Amsterdam', '1017GA'),
  row('Kerkstraat 11', 'Ee', '9131KA', 'Noardeast-Fryslân'),
  row('Kerkstraat 1', 'Amsterdam', '1017GA'),
  row('Kerkstraat 1', 'Leeuwarden', '8911AA'),
  row('Dorpsstraat 12', 'Epe', '8161AA'),
  row('Plein 1944 12', 'Nijmegen', '6511JE'),
  row('Plein 12', "'s-Gravenhage", '2511CR'),
  row('Curaçaostraat 12|a', 'Amsterdam', '1058BV'),
  row('Curaçaostraat 12|A', 'Amsterdam', '1058BV'),
  row('Weerdsingel O.Z. 7', 'Utrecht', '3514AC'),
  row('Kade 22|b', 'Amsterdam', '1017EK'),
  row('Kade 22||2', 'Amsterdam', '1017EK'),
];

function match(text: string) {
  const [reading] = readFreeText(text);
  if (reading?.kind !== 'address') throw new Error(`${text} is no address.`);
  const { postcode } = reading;
  return postcode === null
    ? matchByName(reading, OFFERED)
    : matchByPostcode(reading, postcode, (houseNumber) =>
        OFFERED.filter((one) => one.postcode === postcode && one.houseNumber === houseNumber),
      );
}

function label({ street, houseNumber, houseLetter, addition, town }: AddressRow): string {
  return `${street} ${houseNumber}${houseLetter ?? ''}${addition ?? ''} ${town}`;
}

describe('what a geocoder offers', () => {
  it.each([
    ['Kerkstraat 11 Ee', 'Kerkstraat 11 Ee'],
    ['Kerkstraat 11, Ee, Friesland', 'Kerkstraat 11 Ee'],
    ['Kerkstraat 11 Noardeast-Fryslân', 'Kerkstraat 11 Ee'],
    ['Kerkstraat 12-ee Amsterdam', 'Kerkstraat 12EE Amsterdam'],
    ['Kerkstraat 1, 8911 Leeuwarden', 'Kerkstraat 1 Leeuwarden'],
    ['Plein 1944 12', 'Plein 1944 12 Nijmegen'],
    ['Plein 12, Den Haag', "Plein 12 's-Gravenhage"],
    ['curacaostr. 12A amsterdam', 'Curaçaostraat 12A Amsterdam'],
    ['Curaçaostraat 12a Amsterdam', 'Curaçaostraat 12a Amsterdam'],
    ['Weerdsingel oz 7 utrecht', 'Weerdsingel O.Z. 7 Utrecht'],
    ['1017 EK 22b', 'Kade 22b Amsterdam'],
    ['Kade 22-2, 1017ek', 'Kade 222 Amsterdam'],
  ])('%s is %s', (text, wanted) => {
    const found = match(text);
    expect(found.kind).toBe('one');
    if (found.kind === 'one') expect(label(found.address)).toBe(wanted);
  });

  it.each([
    ['a street that is in the place without this number', 'Kerkstraat 12 Ee'],
    ['a place that is known', 'Dorpsstraat 99 Epe'],
    ['another place', 'Kerkstraat 1, Doesburg'],
    ['a place in another province', 'Kerkstraat 11, Ee, Limburg'],
    ['another street', 'Kerkplein 1, Amsterdam'],
    ['another street beside the postcode', 'Damrak 1, 1017GA'],
    ['another town beside the postcode', 'Kerkstraat 1, 1017GA Groningen'],
    ['another suffix', 'Kade 22-9, Amsterdam'],
  ])('is not taken for %s: %s', (_what, text) => {
    expect(match(text).kind).toBe('none');
  });

  it.each([
    ['places', 'Kerkstraat 1', 2],
    ['suffixes', 'Kade 22, Amsterdam', 2],
  ])('is not chosen from when it is in several %s: %s', (_what, text, count) => {
    const found = match(text);
    expect(found.kind).toBe('several');
    if (found.kind === 'several') expect(found.rows).toHaveLength(count);
  });

  it('has near what shares the number', () => {
    const rows = OFFERED.filter(({ street }) => street === 'Kade');
    const found = matchSuffix(rows, { letter: 'C', addition: '' }, '1017EK 22');
    expect(found).toMatchObject({ kind: 'none', lacks: 'no 1017EK 22C, but other addresses on that number' });
    if (found.kind === 'none')
      expect(found.near.map(label)).toEqual(['Kade 222 Amsterdam', 'Kade 22b Amsterdam']);
  });
});
