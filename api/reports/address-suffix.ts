/**
 * What follows a house number. The register splits it into a letter and an addition, people write it in one piece and
 * with all kinds of separators, so that `12-2hg`, `12 2 HG` and `12 2hg` are one.
 */

/** A row that has a letter and an addition, as the register stores them. */
export interface Suffixed {
  readonly houseLetter: string | null;
  readonly addition: string | null;
}

/** A suffix as it was given: in its parts, or as one text. Empty texts stand for none. */
export type WantedSuffix = { readonly letter: string; readonly addition: string } | { readonly text: string };

/**
 * The rows that have the wanted suffix, by the strictest comparison that finds any: the parts as stored, the parts
 * without case, both joined as stored, both joined without case. `a` and `A` can both exist on one number and are
 * legally different, so case decides where it can.
 */
export function withSuffix<Row extends Suffixed>(rows: readonly Row[], wanted: WantedSuffix): Row[] {
  const { letter, addition, text } = partsOf(wanted);
  const bare = withoutSeparators(text);
  const comparisons: ((row: Row) => boolean)[] = [];
  if (letter !== undefined) {
    const wantedAddition = withoutSeparators(addition);
    comparisons.push(
      (row) => (row.houseLetter ?? '') === letter && (row.addition ?? '') === wantedAddition,
      (row) => sameText(row.houseLetter ?? '', letter) && sameText(row.addition ?? '', wantedAddition),
    );
  }
  comparisons.push(
    (row) => joinedSuffix(row) === bare,
    (row) => sameText(joinedSuffix(row), bare),
  );
  for (const fits of comparisons) {
    const found = rows.filter(fits);
    if (found.length > 0) return found;
  }
  return [];
}

export function hasSuffix(row: Suffixed): boolean {
  return joinedSuffix(row) !== '';
}

/** Letter and addition in one piece, as stored. */
export function joinedSuffix(row: Suffixed): string {
  return (row.houseLetter ?? '') + (row.addition ?? '');
}

export function isEmptySuffix(wanted: WantedSuffix): boolean {
  return withoutSeparators(partsOf(wanted).text) === '';
}

function partsOf(wanted: WantedSuffix): { letter?: string; addition: string; text: string } {
  if ('text' in wanted) return { addition: '', text: wanted.text };
  return { letter: wanted.letter, addition: wanted.addition, text: wanted.letter + wanted.addition };
}

function withoutSeparators(text: string): string {
  return text.replace(/[-/\s.,_]+/gu, '');
}

function sameText(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
