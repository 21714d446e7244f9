import { foldText, squeezeText } from './text-folding.ts';

/**
 * Names of places that people use and the register does not: everyday names beside official ones, English and
 * Frisian names. Official name first.
 */
const SYNONYMS: readonly (readonly string[])[] = [
  ["'s-Gravenhage", 'Den Haag', 'The Hague', 'Haag'],
  ["'s-Hertogenbosch", 'Den Bosch', 'Bosch'],
  ['Vlissingen', 'Flushing'],
  ['Hoek van Holland', 'Hook of Holland'],
  ['Leeuwarden', 'Ljouwert'],
  ['Sneek', 'Snits'],
  ['Bolsward', 'Boalsert'],
  ['Harlingen', 'Harns'],
  ['Franeker', 'Frjentsjer'],
  ['IJlst', 'Drylts'],
  ['Workum', 'Warkum'],
  ['Grou', 'Grouw'],
  ['Jirnsum', 'Irnsum'],
  ['Súdwest-Fryslân', 'Zuidwest-Friesland'],
  ['Noardeast-Fryslân', 'Noordoost-Friesland'],
  ['De Fryske Marren', 'De Friese Meren'],
];

/** Provinces by the code of Statistics Netherlands, with the names under which people know them. */
const PROVINCES: Readonly<Record<string, readonly string[]>> = {
  PV20: ['Groningen'],
  PV21: ['Fryslân', 'Friesland'],
  PV22: ['Drenthe'],
  PV23: ['Overijssel'],
  PV24: ['Flevoland'],
  PV25: ['Gelderland', 'Guelders'],
  PV26: ['Utrecht'],
  PV27: ['Noord-Holland', 'North Holland'],
  PV28: ['Zuid-Holland', 'South Holland'],
  PV29: ['Zeeland', 'Zealand'],
  PV30: ['Noord-Brabant', 'North Brabant', 'Brabant'],
  PV31: ['Limburg'],
};

const COUNTRY = ['Nederland', 'Netherlands', 'The Netherlands', 'Holland', 'NL', 'NLD'];

const synonymsByKey = new Map(
  SYNONYMS.flatMap((names) => names.map((name) => [squeezeText(name), names] as const)),
);
const provincesByKey = new Map(
  Object.entries(PROVINCES).flatMap(([code, names]) =>
    names.map((name) => [squeezeText(name), code] as const),
  ),
);
const countryKeys = new Set(COUNTRY.map(squeezeText));

/** All names of a place in words, its own first: `Bergen (NH)` is also `Bergen`, `'s-Gravenhage` also `Den Haag`. */
export function placeNames(officialName: string): string[] {
  const names = new Set([officialName]);
  const bare = officialName.replace(/\s*\(.*\)\s*/g, ' ').trim();
  if (bare !== '') names.add(bare);
  // 's-Gravenzande, 's-Heerenberg: the leading article is often left out.
  const withoutArticle = officialName.replace(/^['’]s[- ]/i, '');
  names.add(withoutArticle);
  for (const synonym of synonymsByKey.get(squeezeText(officialName)) ?? []) names.add(synonym);
  return [...names];
}

/** The keys under which a place is stored and found; see {@link placeKey}. */
export function placeKeys(officialName: string): string[] {
  const keys = new Set<string>();
  for (const name of placeNames(officialName)) {
    keys.add(squeezeText(name));
    keys.add(placeKey(name));
  }
  keys.delete('');
  return [...keys];
}

/** What a person typed as a place, as it is looked up: `Capelle a/d IJssel` and `Capelle aan den IJssel` are one. */
export function placeKey(text: string): string {
  return foldText(text)
    .replace(/^gemeente (?=.)/, '')
    .replace(/\b(?:aan (?:den|de|het)|a d|ad)\b/g, 'ad')
    .replace(/\b(?:op den|op de|op|o d)\b(?= )/g, 'op')
    .replace(/^(?:st|sint|sinte)\b(?= )/, 'sint')
    .replaceAll(' ', '');
}

/** The code of the province that a text names, e.g. `PV21` for Friesland. */
export function provinceCodeOf(text: string): string | undefined {
  return provincesByKey.get(squeezeText(text));
}

export function isCountryName(text: string): boolean {
  return countryKeys.has(squeezeText(text));
}
