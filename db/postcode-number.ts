const LETTERS = 26;
const NUMBERS = 100_000;
const PATTERN = /^([1-9][0-9]{3})([A-Z]{2})$/;
const A = 'A'.charCodeAt(0);

/**
 * One integer for a postcode and a house number, in the order of postcode and number: the rowid of the table
 * `postcode_number`. Nine million rows with a text key would take three times the space.
 * @param postcode four digits and two capitals, `1012LG`
 * @param houseNumber 1..99999
 * @returns `undefined` when either is not of that form
 */
export function packPostcodeNumber(postcode: string, houseNumber: number): number | undefined {
  const match = PATTERN.exec(postcode);
  if (match === null || !Number.isInteger(houseNumber) || houseNumber < 1 || houseNumber >= NUMBERS) {
    return undefined;
  }
  const [, digits = '', letters = ''] = match;
  const position = (letters.charCodeAt(0) - A) * LETTERS + letters.charCodeAt(1) - A;
  return (Number(digits) * LETTERS * LETTERS + position) * NUMBERS + houseNumber;
}

/** The inverse of {@link packPostcodeNumber}. */
export function unpackPostcodeNumber(key: number): { postcode: string; houseNumber: number } {
  const houseNumber = key % NUMBERS;
  const place = (key - houseNumber) / NUMBERS;
  const position = place % (LETTERS * LETTERS);
  const digits = (place - position) / (LETTERS * LETTERS);
  const letters = String.fromCharCode(A + Math.floor(position / LETTERS), A + (position % LETTERS));
  return { postcode: `${String(digits).padStart(4, '0')}${letters}`, houseNumber };
}
