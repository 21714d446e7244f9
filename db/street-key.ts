import { foldText, squeezeText } from './text-folding.ts';

/**
 * The many ways to write one street name, brought to one key. The rules are applied to the register's names and to what
 * a person types alike, so a rule that goes too far can only make two streets share a key, never lose one.
 */

/** Whole words, mostly titles, as the register and the standard for short names (NEN 5825) abbreviate them. */
const WORDS: Readonly<Record<string, string>> = {
  burg: 'burgemeester',
  burgem: 'burgemeester',
  bgm: 'burgemeester',
  burgm: 'burgemeester',
  ds: 'dominee',
  dr: 'doctor',
  prof: 'professor',
  mr: 'meester',
  ir: 'ingenieur',
  st: 'sint',
  sinte: 'sint',
  gen: 'generaal',
  kol: 'kolonel',
  adm: 'admiraal',
  pres: 'president',
  past: 'pastoor',
  mgr: 'monseigneur',
  kard: 'kardinaal',
  gouv: 'gouverneur',
  goev: 'gouverneur',
  goeverneur: 'gouverneur',
  wethr: 'wethouder',
  weth: 'wethouder',
  prs: 'prinses',
  v: 'van',
  // Park & Ride: the sign is no word, so the word does not count either.
  en: '',
  oud: 'oude',
  str: 'straat',
  ln: 'laan',
  wg: 'weg',
  pln: 'plein',
  oostzijde: 'oz',
  westzijde: 'wz',
  noordzijde: 'nz',
  zuidzijde: 'zz',
  // Nieuwezijds and Oudezijds Voorburgwal are on the street signs as N.Z. and O.Z.
  nieuwezijds: 'nz',
  oudezijds: 'oz',
  eerste: '1e',
  tweede: '2e',
  derde: '3e',
  vierde: '4e',
  vijfde: '5e',
  zesde: '6e',
  zevende: '7e',
  achtste: '8e',
  negende: '9e',
  tiende: '10e',
};

/** Ends of words. The longer ones first: `dwstr` also ends in `str`. */
const ENDINGS: readonly (readonly [string, string])[] = [
  ['dwarsstr', 'dwarsstraat'],
  ['dwstr', 'dwarsstraat'],
  ['str', 'straat'],
  ['pln', 'plein'],
  ['sngl', 'singel'],
  ['sgl', 'singel'],
  ['stg', 'steeg'],
  ['hvn', 'haven'],
  ['ln', 'laan'],
  ['wg', 'weg'],
  ['gr', 'gracht'],
  ['kd', 'kade'],
  ['dk', 'dijk'],
];

/**
 * The key of a street's name in its everyday form: `Burg. de Vlugtln`, `2e Kerkstr.`, `Weerdsingel O.Z.` become what
 * the full names become.
 */
export function streetKey(text: string): string {
  const words = foldText(text)
    // Initials of a side: O.Z. and oz are one word.
    .replace(/\b([nozw]) z\b/g, '$1z')
    // van der, van den and van de are mixed up more often than they tell two streets apart.
    .replace(/\b(?:v|van) ?(?:der|den|de|d)\b/g, 'vd')
    .split(' ');
  return words.map(fullWord).join('');
}

function fullWord(word: string): string {
  const whole = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
  if (whole !== undefined) return whole;
  const ordinal = /^(\d{1,2})(?:ste|de|e)$/.exec(word);
  if (ordinal !== null) return `${ordinal[1]}e`;
  for (const [short, full] of ENDINGS) {
    // Two letters before it: `gr` alone is not a canal, and `Bolstr` is not told from a whole word otherwise.
    if (word.length >= short.length + 2 && word.endsWith(short)) return word.slice(0, -short.length) + full;
  }
  return word;
}

/** The keys under which a street is stored: its name and its official short name, as written and in full. */
export function streetKeys(name: string, shortName: string | null): string[] {
  const keys = new Set([squeezeText(name), streetKey(name)]);
  if (shortName !== null) {
    keys.add(squeezeText(shortName));
    keys.add(streetKey(shortName));
  }
  keys.delete('');
  return [...keys];
}
