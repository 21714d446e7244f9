import { describe, expect, it } from 'vitest';
import { isCountryName, placeKey, placeKeys, provinceCodeOf } from '../../db/place-names.ts';

describe('placeKeys', () => {
  it.each([
    ['Den Haag', "'s-Gravenhage"],
    ['the hague', "'s-Gravenhage"],
    ['s-gravenhage', "'s-Gravenhage"],
    ['Gravenhage', "'s-Gravenhage"],
    ['den bosch', "'s-Hertogenbosch"],
    ['hertogenbosch', "'s-Hertogenbosch"],
    ['Gravenzande', "'s-Gravenzande"],
    ['Bergen', 'Bergen (NH)'],
    ['Bergen NH', 'Bergen (NH)'],
    ['Capelle a/d IJssel', 'Capelle aan den IJssel'],
    ['Alphen a.d. Rijn', 'Alphen aan den Rijn'],
    ['Alphen aan de Rijn', 'Alphen aan den Rijn'],
    ['St. Oedenrode', 'Sint-Oedenrode'],
    ['Gemeente Utrecht', 'Utrecht'],
    ['sudwest fryslan', 'Súdwest-Fryslân'],
    ['Flushing', 'Vlissingen'],
  ])('%s is %s', (typed, official) => {
    expect(placeKeys(official)).toContain(placeKey(typed));
  });

  it('pitfall 14: Den Haag finds nothing unless it is taken for its official name', () => {
    expect(placeKeys("'s-Gravenhage")).toContain('denhaag');
  });

  it('does not make one place of another', () => {
    expect(placeKeys('Bergen op Zoom')).not.toContain(placeKey('Bergen'));
    expect(placeKeys('Utrecht')).toEqual(['utrecht']);
  });
});

describe('provinces and the country', () => {
  it.each([
    ['Friesland', 'PV21'],
    ['Fryslân', 'PV21'],
    ['North Holland', 'PV27'],
    ['noord-brabant', 'PV30'],
  ])('%s is %s', (text, code) => {
    expect(provinceCodeOf(text)).toBe(code);
  });

  it('knows the country by its names', () => {
    expect(isCountryName('The Netherlands')).toBe(true);
    expect(isCountryName('Belgium')).toBe(false);
  });
});
