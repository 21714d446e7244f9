import {
  dateValue,
  flagValue,
  numberValue,
  type OnDiscard,
  positiveValue,
  textValue,
} from './field-values.ts';

/**
 * Reading the fields of a row by position; -1 is a column that is absent. Plain functions and not closures over the
 * row: some are called forty times for each of 17 million rows.
 */
export function textField(fields: readonly string[], at: number): string | null {
  return textValue(fields[at] ?? '');
}

export function flagField(
  fields: readonly string[],
  at: number,
  column: string,
  onDiscard: OnDiscard,
): boolean | null {
  return flagValue(fields[at] ?? '', column, onDiscard);
}

export function dateField(
  fields: readonly string[],
  at: number,
  column: string,
  onDiscard: OnDiscard,
): number | null {
  return dateValue(fields[at] ?? '', column, onDiscard);
}

export function numberField(
  fields: readonly string[],
  at: number,
  column: string,
  onDiscard: OnDiscard,
): number | null {
  return numberValue(fields[at] ?? '', column, onDiscard);
}

/** A number that is not 0: there 0 says that it was never recorded. */
export function positiveField(
  fields: readonly string[],
  at: number,
  column: string,
  onDiscard: OnDiscard,
): number | null {
  return positiveValue(fields[at] ?? '', column, onDiscard);
}

/** As {@link positiveField}, rounded. */
export function wholeField(
  fields: readonly string[],
  at: number,
  column: string,
  onDiscard: OnDiscard,
): number | null {
  const value = positiveValue(fields[at] ?? '', column, onDiscard);
  return value === null ? null : Math.round(value);
}

/** As {@link numberField}, rounded. */
export function roundedField(
  fields: readonly string[],
  at: number,
  column: string,
  onDiscard: OnDiscard,
): number | null {
  const value = numberValue(fields[at] ?? '', column, onDiscard);
  return value === null ? null : Math.round(value);
}
