import { foldText } from '../../db/text-folding.ts';

/**
 * Reads an address as people type it. Nothing here knows which streets and places exist: the outcome is every
 * reading that the words allow, the likeliest first, and the register decides among them.
 */

/** Longest free text that is read. */
const LONGEST_QUERY = 200;

/** A letter and four characters of addition: what is longer is no suffix. */
export const LONGEST_SUFFIX = 5;

/** One word, as typed and as compared. */
export interface Word {
  readonly raw: string;
  readonly folded: string;
  /** A comma, a bracket or a new line stands before it. */
  readonly afterBreak: boolean;
}

/** One way to read the words. */
export interface Reading {
  /** Empty where only a number was given beside a postcode. */
  readonly street: readonly Word[];
  readonly houseNumber: number;
  /** What follows the number, as typed, without separators: `2hg`, `A1`; empty for none. */
  readonly suffix: string;
  readonly place: readonly Word[];
}

export interface AddressText {
  readonly kind: 'address';
  /** `1012LG` */
  readonly postcode: string | null;
  readonly words: readonly Word[];
  /** At most {@link MOST_READINGS}. */
  readonly readings: readonly Reading[];
}

/** Register ids, 16 digits each: of the object, of the number designation, or both as `object-designation`. */
export interface RegisterIds {
  readonly kind: 'register_id';
  readonly ids: readonly number[];
}

/** Something that the register does not hold, though a letter would arrive. */
export interface NotAnAddress {
  readonly kind: 'not_an_address';
  readonly what: 'po_box' | 'care_of' | 'attention' | 'apartment';
  /** The words that say so, as typed. */
  readonly found: string;
}

export type FreeText = AddressText | RegisterIds | NotAnAddress;

const MOST_READINGS = 200;
const MOST_NUMBERS = 8;
const MOST_WORDS_AFTER_NUMBER = 12;
const LARGEST_HOUSE_NUMBER = 99_999;

// Letters SA, SD and SS are not given out. A digit may follow at once: 1012LG12.
const POSTCODE = /(?<![\p{L}\p{N}])([1-9]\d{3}) ?(?!S[ADS])([A-Z]{2})(?!\p{L})/giu;
const REGISTER_IDS = /^\d{16}(?:[-\s]\d{16})?$/;
const SEGMENT_BREAK = /[,;()[\]|\n\r\t]/;
/** Words that announce a number and are no part of it. */
const ANNOUNCING =
  /(?<![\p{L}\p{N}])(?:huisnummer|huisnr|house number|number|nummer|nr|no|№|#)[.:]?\s*(?=\d)/giu;

const NOT_ADDRESSES: readonly (readonly [NotAnAddress['what'], RegExp])[] = [
  ['po_box', /(?<![\p{L}\p{N}])(?:postbus|p\.?o\.? ?box|antwoordnummer)\s*\d+/iu],
  ['care_of', /(?<![\p{L}\p{N}])(?:c\/o|p\/a)(?![\p{L}\p{N}])/iu],
  ['attention', /(?<![\p{L}\p{N}])(?:t\.\s?a\.\s?v\b\.?|ter attentie van|attn?\.(?=\s)|attention:)/iu],
  ['apartment', /(?<![\p{L}\p{N}])(?:app?|apt|appt)\.?\s*(?:nr\.?\s*)?\d+/iu],
];

/**
 * All ways to read `text`, with its postcode taken out where there is one.
 * What looks like a postcode may be a number and the start of a name (`Plein 1944 ab`), so there can be a second
 * reading of the whole text, without a postcode.
 * @param text at most {@link LONGEST_QUERY} characters are looked at
 */
export function readFreeText(text: string): FreeText[] {
  const clean = text
    .slice(0, LONGEST_QUERY)
    .normalize('NFKC')
    .replace(/[‘’‛`´]/gu, "'")
    .replace(/[^\S\n\r\t]+/gu, ' ')
    .trim();
  if (REGISTER_IDS.test(clean)) {
    return [{ kind: 'register_id', ids: clean.split(/[-\s]/).map(Number) }];
  }
  for (const [what, pattern] of NOT_ADDRESSES) {
    const found = pattern.exec(clean);
    if (found !== null) return [{ kind: 'not_an_address', what, found: found[0].trim() }];
  }
  const plain = readAddress(clean, null);
  const match = [...clean.matchAll(POSTCODE)].at(-1);
  if (match === undefined) return [plain];
  const rest = `${clean.slice(0, match.index)},${clean.slice(match.index + match[0].length)}`;
  const withPostcode = readAddress(rest, `${match[1]}${match[2]}`.toUpperCase());
  // Without a blank between them, four digits and two letters are a postcode and nothing else.
  return match[0].includes(' ') ? [withPostcode, plain] : [withPostcode];
}

function readAddress(text: string, postcode: string | null): AddressText {
  const words = splitWords(text.replace(ANNOUNCING, ' '));
  return { kind: 'address', postcode, words, readings: readWords(words, postcode !== null) };
}

function splitWords(text: string): Word[] {
  const words: Word[] = [];
  for (const segment of text.split(SEGMENT_BREAK)) {
    let afterBreak = words.length > 0;
    for (const [raw] of segment.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
      for (const folded of foldText(raw).split(' ')) {
        if (folded === '') continue;
        words.push({ raw, folded, afterBreak });
        afterBreak = false;
      }
    }
  }
  return words;
}

interface NumberWord {
  readonly position: number;
  readonly houseNumber: number;
  /** Letters that are glued to the number, as typed. */
  readonly glued: string;
}

function readWords(words: readonly Word[], hasPostcode: boolean): Reading[] {
  const numbers = words.flatMap((word, position) => numberAt(word, position)).slice(-MOST_NUMBERS);
  const readings: Reading[] = [];
  // The last number leaves the longest street in front of it: `Plein 1944 12` is number 12 of Plein 1944.
  for (const number of numbers.toReversed()) {
    if (number.position === 0 && !hasPostcode) continue;
    readings.push(...readingsAround(words, number));
  }
  for (const number of numbers.toReversed()) {
    readings.push(...readingsWithPlaceInFront(words, number));
  }
  const first = numbers.find((number) => number.position === 0);
  if (first !== undefined) readings.push(...readingsOfNumberFirst(words, first));
  return readings.slice(0, MOST_READINGS);
}

function numberAt(word: Word, position: number): NumberWord[] {
  const match = /^(\d{1,5})(\p{L}[\p{L}\p{N}]*)?$/u.exec(word.folded);
  const houseNumber = Number(match?.[1] ?? 0);
  if (match === null || houseNumber < 1 || houseNumber > LARGEST_HOUSE_NUMBER) return [];
  return [{ position, houseNumber, glued: word.raw.replace(/^\p{N}+/u, '') }];
}

/** `street number [suffix] [place]`: where the suffix ends and the place begins is tried at every word. */
function readingsAround(words: readonly Word[], number: NumberWord): Reading[] {
  const street = words.slice(0, number.position);
  const after = words.slice(number.position + 1);
  return splitsOf(after).map((split) => ({
    street,
    houseNumber: number.houseNumber,
    suffix: number.glued + joined(after.slice(0, split)),
    place: after.slice(split),
  }));
}

/** Positions at which the place may begin: at the first comma, then the longest place first. */
function splitsOf(after: readonly Word[]): number[] {
  const comma = after.findIndex((word) => word.afterBreak);
  const last = Math.min(after.length, MOST_WORDS_AFTER_NUMBER);
  const positions = Array.from({ length: last + 1 }, (_, position) => position);
  return comma < 0 ? positions : [comma, ...positions.filter((position) => position !== comma)];
}

/** `Amsterdam, Damrak 1`, `Amsterdam Damrak 1` and `Damrak Amsterdam 1`. */
function readingsWithPlaceInFront(words: readonly Word[], number: NumberWord): Reading[] {
  const before = words.slice(0, number.position);
  const suffix = number.glued + joined(words.slice(number.position + 1));
  const readings: Reading[] = [];
  const add = (street: readonly Word[], place: readonly Word[]) => {
    if (street.length > 0 && place.length > 0) {
      readings.push({ street, houseNumber: number.houseNumber, suffix, place });
    }
  };
  const comma = before.findLastIndex((word) => word.afterBreak);
  if (comma > 0) add(before.slice(comma), before.slice(0, comma));
  for (let length = 1; length <= 4 && length < before.length; length += 1) {
    add(before.slice(0, -length), before.slice(-length));
    add(before.slice(length), before.slice(0, length));
  }
  return readings;
}

/** `12 Damrak, Amsterdam`, as the number is written in other countries. */
function readingsOfNumberFirst(words: readonly Word[], number: NumberWord): Reading[] {
  const after = words.slice(1);
  return splitsOf(after)
    .toReversed()
    .filter((split) => split > 0)
    .map((split) => ({
      street: after.slice(0, split),
      houseNumber: number.houseNumber,
      suffix: number.glued,
      place: after.slice(split),
    }));
}

function joined(words: readonly Word[]): string {
  return words.map((word) => word.raw).join('');
}

/** The words as one text, for a search by name. */
export function textOf(words: readonly Word[]): string {
  return words.map((word) => word.folded).join(' ');
}

/** The words as they were typed, for messages. */
export function typed(words: readonly Word[]): string {
  return words.map((word) => word.raw).join(' ');
}
