import { postcodesBeginning, streetsAtPostcode } from '../../db/queries/address-suggest.ts';
import { type AddressRow, addressesAtPostcode } from '../../db/queries/addresses.ts';
import type { Snapshot } from '../../db/store.ts';
import { foldText } from '../../db/text-folding.ts';
import { joinedSuffix } from './address-suffix.ts';
import type { Word } from './free-text.ts';
import { byReadingOrder } from './pick-address.ts';
import type { SuggestionList } from './suggestion-list.ts';

/** Most postcodes of four digits that are listed: streets with these digits in their name come after them. */
const MOST_POSTCODES = 6;

/** `1012`, `1012l`, `1012 l`: postcodes that begin so. */
export function suggestPostcodes(snapshot: Snapshot, words: readonly Word[], list: SuggestionList): void {
  const typed = words.map((word) => word.folded).join('');
  if (words.length > 2 || !/^[1-9]\d{3}[a-z]?$/.test(typed)) return;
  const most = Math.min(MOST_POSTCODES, list.room);
  for (const postcode of postcodesBeginning(snapshot, typed.toUpperCase(), most)) {
    list.addPostcode(postcode, streetsAtPostcode(snapshot, postcode));
  }
}

/** `1012LG`, `1012lg 1`, `damrak 1 1012lg`: the postcode itself while no number was typed, then its addresses. */
export function suggestWithinPostcode(
  snapshot: Snapshot,
  postcode: string,
  words: readonly Word[],
  list: SuggestionList,
): void {
  const rows = addressesAtPostcode(snapshot, postcode);
  if (rows.length === 0) return;
  const number = typedNumber(words);
  if (number === undefined) list.addPostcode(postcode, streetsOf(rows));
  const fitting = rows.filter(
    (row) => isNamed(row, words) && (number === undefined || hasNumber(row, number)),
  );
  const wanted = number?.houseNumber;
  list.addAddresses(
    fitting.sort(
      (left, right) =>
        Number(left.houseNumber !== wanted) - Number(right.houseNumber !== wanted) ||
        byReadingOrder(left, right),
    ),
  );
}

interface TypedNumber {
  readonly houseNumber: number;
  /** What follows the number, folded, in one piece. */
  readonly suffix: string;
}

/** The last number, with the words behind it as its suffix. */
function typedNumber(words: readonly Word[]): TypedNumber | undefined {
  const at = words.findLastIndex((word) => /^\d{1,5}[a-z0-9]*$/.test(word.folded));
  const match = /^(\d{1,5})([a-z0-9]*)$/.exec(words[at]?.folded ?? '');
  if (match === null) return undefined;
  const [, digits = '', glued = ''] = match;
  const behind = words.slice(at + 1).filter((word) => word.folded.length <= 4);
  return { houseNumber: Number(digits), suffix: glued + behind.map((word) => word.folded).join('') };
}

/** `1` begins 1, 10 and 100; with a suffix the number is complete. `10 2` may be addition 2 or a blank too many. */
function hasNumber(row: AddressRow, { houseNumber, suffix }: TypedNumber): boolean {
  if (suffix === '') return String(row.houseNumber).startsWith(String(houseNumber));
  return row.houseNumber === houseNumber && foldText(joinedSuffix(row)).startsWith(suffix);
}

/** Words that are no part of a number begin words of the street or the town. */
function isNamed(row: AddressRow, words: readonly Word[]): boolean {
  const names = `${foldText(row.street)} ${foldText(row.town)}`.split(' ');
  return words.every(
    ({ folded }) => folded.length < 3 || /\d/.test(folded) || names.some((name) => name.startsWith(folded)),
  );
}

function streetsOf(rows: readonly AddressRow[]): { street: string; town: string }[] {
  return rows.map(({ street, town }) => ({ street, town })).slice(0, 100);
}
