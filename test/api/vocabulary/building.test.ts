import { describe, expect, it } from 'vitest';
import {
  buildingStatusText,
  objectStatusText,
  objectTypeText,
  useTexts,
} from '../../../api/reports/building-words.ts';
import { BUILDING_STATUS_LIST, OBJECT_STATUS_LIST, USE_LIST } from '../../../api/vocabulary/building.ts';
import { BIT_OF_USE, STATUS_OF_BUILDING, STATUS_OF_OBJECT, TYPE_OF_OBJECT } from '../../../db/bag-values.ts';

/** What the register writes, and what an answer says: every value that the register's schema allows. */
describe('the words of the register of addresses and buildings', () => {
  it('has every status of a unit, berth or pitch', () => {
    const texts = Object.entries(STATUS_OF_OBJECT).map(([dutch, code]) => [dutch, objectStatusText(code)]);
    expect(Object.fromEntries(texts)).toEqual({
      'Verblijfsobject gevormd': 'formed (not yet in use)',
      'Verblijfsobject in gebruik': 'in use',
      'Verblijfsobject in gebruik (niet ingemeten)': 'in use (not yet surveyed)',
      'Verbouwing verblijfsobject': 'under renovation',
      'Verblijfsobject buiten gebruik': 'not in use',
      'Niet gerealiseerd verblijfsobject': 'never realised',
      'Verblijfsobject ingetrokken': 'withdrawn',
      'Verblijfsobject ten onrechte opgevoerd': 'registered in error',
      'Plaats aangewezen': 'designated',
      'Plaats ingetrokken': 'withdrawn',
    });
    expect(new Set(texts.map(([, text]) => text))).toEqual(new Set(OBJECT_STATUS_LIST));
  });

  it('has every status of a building', () => {
    const texts = Object.entries(STATUS_OF_BUILDING).map(([dutch, code]) => [
      dutch,
      buildingStatusText(code),
    ]);
    expect(Object.fromEntries(texts)).toEqual({
      'Bouwvergunning verleend': 'building permit granted',
      'Bouw gestart': 'construction started',
      'Pand in gebruik': 'in use',
      'Pand in gebruik (niet ingemeten)': 'in use (not yet surveyed)',
      'Verbouwing pand': 'under renovation',
      'Sloopvergunning verleend': 'demolition permit granted',
      'Pand buiten gebruik': 'not in use',
      'Niet gerealiseerd pand': 'never built',
      'Pand gesloopt': 'demolished',
      'Pand ten onrechte opgevoerd': 'registered in error',
    });
    expect(new Set(texts.map(([, text]) => text))).toEqual(new Set(BUILDING_STATUS_LIST));
  });

  it('has every use', () => {
    const texts = Object.entries(BIT_OF_USE).map(([dutch, bit]) => [dutch, useTexts(bit).join()]);
    expect(Object.fromEntries(texts)).toEqual({
      woonfunctie: 'residential',
      bijeenkomstfunctie: 'assembly',
      celfunctie: 'detention',
      gezondheidszorgfunctie: 'healthcare',
      industriefunctie: 'industrial',
      kantoorfunctie: 'office',
      logiesfunctie: 'lodging',
      onderwijsfunctie: 'education',
      sportfunctie: 'sport',
      winkelfunctie: 'retail',
      'overige gebruiksfunctie': 'other',
    });
    expect(texts.map(([, text]) => text)).toEqual(USE_LIST);
  });

  it('lists several uses in the order of the register, and none for none', () => {
    const { winkelfunctie = 0, woonfunctie = 0 } = BIT_OF_USE;
    expect(useTexts(winkelfunctie + woonfunctie)).toEqual(['residential', 'retail']);
    expect(useTexts(0)).toEqual([]);
  });

  it('has every kind of object', () => {
    expect(Object.entries(TYPE_OF_OBJECT).map(([dutch, code]) => [dutch, objectTypeText(code)])).toEqual([
      ['Verblijfsobject', 'unit'],
      ['Ligplaats', 'berth for a houseboat'],
      ['Standplaats', 'pitch for a caravan or mobile home'],
    ]);
  });

  it('has no text for a code that is none', () => {
    expect(objectStatusText(0)).toBeNull();
    expect(buildingStatusText(99)).toBeNull();
  });
});
