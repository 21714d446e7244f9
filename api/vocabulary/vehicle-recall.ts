export const RECALL_HAZARDS = ['injury_accident', 'injury', 'fire', 'environment'] as const;

export type RecallHazard = (typeof RECALL_HAZARDS)[number];

/** What may happen when a recall's defect is not repaired, by the register's codes. */
const HAZARDS: ReadonlyMap<string, RecallHazard> = new Map([
  ['ONG', 'injury_accident'],
  ['TEL', 'injury'],
  ['BRA', 'fire'],
  ['MIL', 'environment'],
]);

/** Null for a code that is not known here. */
export function recallHazard(code: string): RecallHazard | null {
  return HAZARDS.get(code) ?? null;
}

export const RECALL_STATUSES = ['open', 'repaired'] as const;

export type RecallStatus = (typeof RECALL_STATUSES)[number];

/** `O`: still to be repaired. `P`: the producer has reported the repair. */
export function recallStatus(code: string): RecallStatus | null {
  if (code === 'O') return 'open';
  if (code === 'P') return 'repaired';
  return null;
}
