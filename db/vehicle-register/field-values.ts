/**
 * How the vehicle register writes its values, whether in a CSV download or in JSON: both are text, and what is
 * absent in JSON is empty in CSV. Here and nowhere else its ways of saying "nothing" are known.
 */

/** A value that is not what its column holds: it is discarded and reported, its row is kept. */
export type OnDiscard = (column: string, value: string) => void;

const NOTHING = new Set([
  'Niet geregistreerd',
  'N.v.t.',
  'Geen verstrekking in Open Data',
  'Niet bekend',
  '(Nog) niet bekend',
]);

/** Text, trimmed; null for an empty one and for the publisher's words for "nothing". */
export function textValue(value: string): string | null {
  if (value === '') return null;
  const text = value.trim();
  return text === '' || NOTHING.has(text) ? null : text;
}

/** As {@link textValue}, for a column in which `Niet geregistreerd` is an outcome of its own. */
export function outcomeValue(value: string): string | null {
  const text = value.trim();
  return text === '' || text === 'N.v.t.' || text === 'Geen verstrekking in Open Data' ? null : text;
}

/** `Ja` and `Nee`, or `J` and `N` in some columns; null for everything that stands for "not stated". */
export function flagValue(value: string, column: string, onDiscard: OnDiscard): boolean | null {
  switch (value) {
    case 'Nee':
    case 'N':
      return false;
    case 'Ja':
    case 'J':
      return true;
    case '':
      return null;
    default:
      if (textValue(value) !== null) onDiscard(column, value);
      return null;
  }
}

/** The value of one to nine digits, as nearly all numbers are; -1 for every other text. */
function smallWhole(value: string): number {
  if (value.length > 9) return -1;
  let whole = 0;
  for (let at = 0; at < value.length; at += 1) {
    const digit = value.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    whole = whole * 10 + digit;
  }
  return whole;
}

// One export of the portal writes "1,796": a comma is a thousands separator when it stands before three digits.
const NUMBER = /^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/;

/** A number with a decimal point, with or without thousands commas. */
export function numberValue(value: string, column: string, onDiscard: OnDiscard): number | null {
  if (value === '') return null;
  const digits = smallWhole(value);
  if (digits >= 0) return digits;
  const text = value.trim();
  if (NUMBER.test(text)) return Number(text.includes(',') ? text.replaceAll(',', '') : text);
  if (textValue(text) !== null) onDiscard(column, value);
  return null;
}

/** As {@link numberValue}, for a column in which 0 says that the value was never recorded. */
export function positiveValue(value: string, column: string, onDiscard: OnDiscard): number | null {
  const number = numberValue(value, column, onDiscard);
  if (number === null || number === 0) return null;
  if (number > 0) return number;
  onDiscard(column, value);
  return null;
}

/**
 * A date `yyyymmdd` as an integer. Zeros stand for "unknown"; days that do not exist (20260230) are discarded.
 * The publisher's second copies of its dates (`..._dt`) have three different forms and are not read.
 */
export function dateValue(value: string, column: string, onDiscard: OnDiscard): number | null {
  if (value === '' || value === '0' || value === '00000000') return null;
  const number = numberValue(value, column, onDiscard);
  if (number === null) return null;
  if (isCalendarDay(number)) return number;
  onDiscard(column, value);
  return null;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isCalendarDay(yyyymmdd: number): boolean {
  if (!Number.isInteger(yyyymmdd) || yyyymmdd < 1000_01_01 || yyyymmdd > 9999_12_31) return false;
  const year = Math.floor(yyyymmdd / 10_000);
  const month = Math.floor(yyyymmdd / 100) % 100;
  const day = yyyymmdd % 100;
  const leapDay = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0;
  return month >= 1 && month <= 12 && day >= 1 && day <= (DAYS[month - 1] ?? 0) + leapDay;
}

/** `20260516` as `2026-05-16`. */
export function isoDate(yyyymmdd: number | null): string | null {
  if (yyyymmdd === null) return null;
  const text = String(yyyymmdd).padStart(8, '0');
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
}
