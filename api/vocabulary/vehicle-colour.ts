import { translate, vocabulary } from './translate.ts';

/**
 * The colours of the register; there is no silver, which is registered as grey. With its two words for "no colour"
 * (`N.v.t.` and `Niet geregistreerd`), which the store has as null already, it has 16 values.
 */
const COLOURS = vocabulary({
  ORANJE: 'orange',
  ROSE: 'pink',
  ROOD: 'red',
  WIT: 'white',
  BLAUW: 'blue',
  GROEN: 'green',
  GEEL: 'yellow',
  GRIJS: 'grey',
  BRUIN: 'brown',
  BEIGE: 'beige',
  PAARS: 'purple',
  CREME: 'cream',
  ZWART: 'black',
  DIVERSEN: 'various',
});

/** One colour, or two: `green and black`. Null where the first is not registered. */
export function colourText(primary: string | null, secondary: string | null): string | null {
  if (primary === null) return null;
  const first = translate(COLOURS, primary);
  if (secondary === null || secondary === primary) return first;
  return `${first} and ${translate(COLOURS, secondary)}`;
}
