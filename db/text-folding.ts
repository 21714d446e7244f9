/**
 * One way to compare names, for the index and for what a person types: without case, diacritics, ligatures and
 * punctuation. SQLite's own tokenizer leaves the Dutch ligature U+0132 and letters such as ø and ß as they are, so text
 * is folded before it gets there.
 */

/** Letters that Unicode does not decompose, with what people type for them. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'ng',
};

const UNDECOMPOSED = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');
const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

/**
 * Lower-case words of letters and digits, separated by single blanks: `'s-Gravenhage` becomes `s gravenhage`,
 * `A.B.C.-straat` becomes `a b c straat`, `Súdkant` becomes `sudkant`.
 */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text;
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      // Lower case of some capitals is decomposable once more.
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .replace(UNDECOMPOSED, (letter) => LETTERS[letter] ?? letter)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  );
}

/** Folded and without blanks, so that `Kerk straat`, `kerk-straat` and `Kerkstraat` are one. */
export function squeezeText(text: string): string {
  return foldText(text).replaceAll(' ', '');
}

/** The different three-letter pieces of a text. */
export function trigramsOf(text: string): string[] {
  const letters = [...text];
  const pieces = new Set<string>();
  for (let start = 0; start + 3 <= letters.length; start += 1) {
    pieces.add(letters.slice(start, start + 3).join(''));
  }
  return [...pieces];
}
