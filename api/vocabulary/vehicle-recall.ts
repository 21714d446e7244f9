/** What may happen when a recall's defect is not repaired, by the register's codes. */
const HAZARDS: ReadonlyMap<string, RecallHazard> = new Map([
  ['ONG', 'injury_accident'],
  ['TEL', 'injury'],
  ['BRA', 'fire'],
  ['MIL', 'environment'],
]);

export type RecallHazard = 'injury_accident' | 'injury' | 'fire' | 'environment';

/** Null for a code that is not known here. */
export function recallHazard(code: string): RecallHazard | null {
  return HAZARDS.get(code) ?? null;
}

/** `O`: still to be repaired. `P`: the producer has reported the repair. */
export function recallStatus(code: string): 'open' | 'repaired' | null {
  if (code === 'O') return 'open';
  if (code === 'P') return 'repaired';
  return null;
}
