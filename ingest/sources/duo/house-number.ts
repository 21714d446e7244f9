export interface HouseNumber {
  /** 1..99999; null where the field does not begin with one. */
  readonly houseNumber: number | null;
  /** What follows it, as published: a letter, an addition, or the last number of a range. */
  readonly suffix: string | null;
}

const PATTERN = /^0*([1-9]\d{0,4})(?!\d)(.*)$/s;
/** What stands between a number and its suffix, and what padding leaves at the end. */
const SEPARATORS = /^[\s\-/.,]+|[\s\-/.,]+$/g;

/**
 * Splits the publisher's one field `HUISNUMMER-TOEVOEGING`: `12`, `12 A`, `12A`, `12-14`, `4-H`, `51 bis`, padded with
 * blanks in older files.
 */
export function parseHouseNumber(text: string): HouseNumber {
  const [, digits = '', rest = ''] = PATTERN.exec(text.trim()) ?? [];
  if (digits === '') return { houseNumber: null, suffix: null };
  const suffix = rest.replace(SEPARATORS, '').replace(/\s+/g, ' ');
  return { houseNumber: Number(digits), suffix: suffix === '' ? null : suffix };
}
