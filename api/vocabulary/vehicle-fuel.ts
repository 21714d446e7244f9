import { translate, vocabulary } from './translate.ts';

/** The fuels of the register (`brandstof_omschrijving`). */
const FUELS = vocabulary({
  Benzine: 'petrol',
  Elektriciteit: 'electricity',
  Diesel: 'diesel',
  LPG: 'lpg',
  CNG: 'cng',
  LNG: 'lng',
  Alcohol: 'ethanol',
  Waterstof: 'hydrogen',
});

/** English name of a fuel. */
export function fuelText(dutch: string): string {
  return translate(FUELS, dutch);
}
