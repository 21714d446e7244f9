import { BIT_OF_USE, STATUS_OF_BUILDING, STATUS_OF_OBJECT } from '../../db/bag-values.ts';

/** The register's words, as live answers have them, as the store's codes. A word that is not known has none. */

export function objectStatus(word: string): number | null {
  return codeOf(STATUS_OF_OBJECT, word);
}

export function buildingStatus(word: string): number | null {
  return codeOf(STATUS_OF_BUILDING, word);
}

/** Uses as a sum of bits. A use that is not known is left out, as the ingest leaves it out. */
export function useBits(words: readonly string[]): number {
  return words.reduce((bits, word) => bits | (codeOf(BIT_OF_USE, word.trim()) ?? 0), 0);
}

/** Register ids are numbers inside and texts of 16 digits outside. */
export function sixteenDigits(id: number): string {
  return String(id).padStart(16, '0');
}

function codeOf(table: Readonly<Record<string, number>>, word: string): number | null {
  return Object.hasOwn(table, word) ? (table[word] ?? null) : null;
}
