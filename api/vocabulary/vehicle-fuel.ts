import { translate, vocabulary } from './translate.ts';

/** The fuels of the register (`brandstof_omschrijving`), and the longer names that gases had until some years ago. */
const FUELS = vocabulary({
  Benzine: 'petrol',
  Elektriciteit: 'electricity',
  Diesel: 'diesel',
  LPG: 'lpg',
  CNG: 'cng',
  LNG: 'lng',
  Alcohol: 'ethanol',
  Waterstof: 'hydrogen',
  'LPG (Liquified Petrol Gas)': 'lpg',
  'CNG (Compressed Natural Gas)': 'cng',
  'LNG (Liquified Natural Gas)': 'lng',
  'Liquified Natural Gas (Cryogeen)': 'lng',
});

/** English name of a fuel. */
export function fuelText(dutch: string): string {
  return translate(FUELS, dutch);
}
