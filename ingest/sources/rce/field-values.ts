import { textOf } from '../../../db/monument-values.ts';
import type { MONUMENT_NATURES } from '../../../db/schema/heritage.ts';

type Nature = (typeof MONUMENT_NATURES)[number];

/**
 * A day: `2001-12-17` with or without a time zone or a time, `1969/05/13`, or `19690513`.
 * @returns `YYYY-MM-DD`; null for blanks; undefined for what is no day
 */
export function dayOf(value: unknown): string | null | undefined {
  const text = textOf(value);
  if (text === null) return null;
  const match = /^(\d{4})([-/]?)(\d{2})\2(\d{2})(?![\d/-])/.exec(text);
  if (match === null) return undefined;
  const day = `${match[1]}-${match[3]}-${match[4]}`;
  // Days that the calendar does not have roll over.
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? undefined : day;
}

/** `onroerend gebouwd` and `archeologisch`; undefined for any other word. */
export function natureOf(value: unknown): Nature | undefined {
  const text = textOf(value)?.toLowerCase() ?? '';
  if (/^archeologisch/.test(text)) return 'archaeological';
  return /gebouwd$/.test(text) ? 'built' : undefined;
}

/** The last part of a concept's address, which stays when what stands before it changes. */
export function conceptOf(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1).toLowerCase();
}

/** Kinds of object in digits 5 and 6 of a BAG id. */
const OBJECT_KINDS = ['01', '02', '03'];
const BUILDING_KINDS = ['10'];

export type BagReference = { readonly id: number } | { readonly refused: 'zeros' | 'malformed' };

/** Id of an addressable object: unit, berth or pitch. Leading zeros may have been lost; 16 zeros are no object. */
export function objectIdOf(text: string): BagReference {
  return bagId(text, OBJECT_KINDS);
}

/** Id of a building. */
export function buildingIdOf(text: string): BagReference {
  return bagId(text, BUILDING_KINDS);
}

function bagId(text: string, kinds: readonly string[]): BagReference {
  const digits = text.trim();
  if (/^0+$/.test(digits)) return { refused: 'zeros' };
  if (!/^\d{13,16}$/.test(digits)) return { refused: 'malformed' };
  const kind = digits.padStart(16, '0').slice(4, 6);
  return kinds.includes(kind) ? { id: Number(digits) } : { refused: 'malformed' };
}
