/**
 * Dutch licence plates: six characters, upper case, without dashes, e.g. `0001TJ`. They are text with leading zeros;
 * in the store they are base-36 integers, since 36^6 fits in 32 bits.
 */

/** Longest input that is looked at: a plate with a blank or a dash between all its characters, and then some. */
const MAXIMUM_INPUT_LENGTH = 32;

/** Blanks, full stops, underscores, the hyphen and the dashes U+2010 to U+2015 that word processors put in its place. */
const SEPARATORS = /[ ._\-\u2010-\u2015]/g;

/**
 * The shapes that have been issued or are reserved, by sidecode; exactly one fits a well-formed plate. Letters are
 * not judged: combinations that are said to be forbidden do occur in the register.
 */
const SIDECODES: readonly (readonly [sidecode: number, shape: RegExp])[] = [
  [1, /^[A-Z]{2}\d{4}$/],
  [2, /^\d{4}[A-Z]{2}$/],
  [3, /^\d{2}[A-Z]{2}\d{2}$/],
  [4, /^[A-Z]{2}\d{2}[A-Z]{2}$/],
  [5, /^[A-Z]{4}\d{2}$/],
  [6, /^\d{2}[A-Z]{4}$/],
  [7, /^\d{2}[A-Z]{3}\d$/],
  [8, /^\d[A-Z]{3}\d{2}$/],
  [9, /^[A-Z]{2}\d{3}[A-Z]$/],
  [10, /^[A-Z]\d{3}[A-Z]{2}$/],
  [11, /^[A-Z]{3}\d{2}[A-Z]$/],
  [12, /^[A-Z]\d{2}[A-Z]{3}$/],
  [13, /^\d[A-Z]{2}\d{3}$/],
  [14, /^\d{3}[A-Z]{2}\d$/],
];

const PLATE = /^(?=.*[A-Z])(?=.*\d)[A-Z0-9]{6}$/;

/** Whether a text is a normalised plate: six characters `[A-Z0-9]` with at least one letter and one digit. */
export function isPlate(text: string): boolean {
  return PLATE.test(text);
}

/**
 * Reads a plate as people write it: any case, with or without dashes, blanks or full stops.
 *
 * Only ASCII letters count. Unicode case folding would turn `ß` into SS and `ı` into I, and so accept what is not a
 * plate. O and 0, I and 1 are not exchanged: both spellings may exist.
 * @returns six characters `[A-Z0-9]` with at least one letter and one digit; `undefined` for anything else
 */
export function normalisePlate(input: string): string | undefined {
  if (input.length > MAXIMUM_INPUT_LENGTH) return undefined;
  const bare = input
    .trim()
    .replace(SEPARATORS, '')
    .replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 32));
  return isPlate(bare) ? bare : undefined;
}

/** The series a normalised plate belongs to, 1 to 14; `undefined` for a shape that has not been issued. */
export function sidecode(plate: string): number | undefined {
  return SIDECODES.find(([, shape]) => shape.test(plate))?.[0];
}

/**
 * Writes a normalised plate with its dashes, e.g. `11-ZKZ-3`: between runs of letters and digits, and in the middle
 * of a run of four.
 */
export function formatPlate(plate: string): string {
  const runs = plate.match(/[A-Z]+|\d+/g) ?? [];
  return runs.flatMap((run) => (run.length === 4 ? [run.slice(0, 2), run.slice(2)] : [run])).join('-');
}

/** The store's key of a normalised plate. Keys sort as plates do: digits before letters. */
export function plateToInteger(plate: string): number {
  let key = 0;
  for (let at = 0; at < 6; at += 1) {
    const code = plate.charCodeAt(at);
    key = key * 36 + (code < 58 ? code - 48 : code - 55);
  }
  return key;
}

/** The plate of a store's key, leading zeros included. */
export function integerToPlate(key: number): string {
  return key.toString(36).toUpperCase().padStart(6, '0');
}
