import type { LocationQuality } from './schema/heritage.ts';

const QUALITIES: ReadonlyMap<string, LocationQuality> = new Map([
  ['exact', 'exact'],
  ['globaal', 'approximate'],
  ['besluit', 'decision'],
]);

/** Text of an attribute; null where it is absent or blank. */
export function textOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value).trim();
  return text === '' ? null : text;
}

/** A register number, which shapefiles keep as a real and linked data as text; null for anything else, and for 0. */
export function numberOf(value: unknown): number | null {
  const text = textOf(value);
  if (text === null || !/^\d{1,9}(\.0+)?$/.test(text)) return null;
  const number = Number(text);
  return number === 0 ? null : number;
}

/** True for a monument that is listed now: not one under procedure, and not one that was taken off the list. */
export function isListed(status: unknown): boolean {
  return textOf(status)?.toLowerCase() === 'rijksmonument';
}

/** `exact`, `globaal` and `besluit`; null for any other word. */
export function locationQualityOf(value: unknown): LocationQuality | null {
  return QUALITIES.get(textOf(value)?.toLowerCase() ?? '') ?? null;
}
