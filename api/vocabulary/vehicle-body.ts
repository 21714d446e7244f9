import { translate, vocabulary } from './translate.ts';

/**
 * Body descriptions (`inrichting`). The register has some 95; those that are not in this table are given in Dutch.
 */
const BODIES = vocabulary({
  hatchback: 'hatchback',
  stationwagen: 'estate',
  sedan: 'saloon',
  MPV: 'MPV',
  coupe: 'coupe',
  cabriolet: 'convertible',
  kampeerwagen: 'motorhome',
  caravan: 'caravan',
  'pick-up truck': 'pick-up',
  'gesloten opbouw': 'closed body',
  'open wagen': 'open body',
  'open laadvloer': 'flatbed',
  'open met huif of dekzeil': 'curtain or tilt body',
  opleggertrekker: 'tractor unit',
  kipper: 'tipper',
  'achterwaartse kipper': 'rear tipper',
  'geconditioneerd met temperatuurregeling': 'refrigerated',
  'geconditioneerd voertuig': 'refrigerated',
  koelwagen: 'refrigerated',
  betonmixer: 'concrete mixer',
  brandweerwagen: 'fire engine',
  ambulance: 'ambulance',
  lijkwagen: 'hearse',
  veewagen: 'livestock transport',
  'neerklapbare zijschotten': 'drop sides',
  'bijzondere personenauto': 'special-purpose passenger car',
  'voor vervoer voertuigen': 'car carrier',
  boottransport: 'boat trailer',
  demonstratiewagen: 'demonstration vehicle',
  winkelwagen: 'shop van',
  'rolstoeltoegankelijk voertuig': 'wheelchair accessible',
  'voor rolstoelen toegankelijk voertuig': 'wheelchair accessible',
});

/** English description of a body; null where none is registered. */
export function bodyText(dutch: string | null): string | null {
  return dutch === null ? null : translate(BODIES, dutch);
}
