import { SITUATION_CLASSES } from '../../db/schema/liveability.ts';

/** Classes of the liveability score, the worst first. "Weak" ranks above "insufficient", as with the publisher. */
export type LiveabilityClass = (typeof SITUATION_CLASSES)[keyof typeof SITUATION_CLASSES];

export const LIVEABILITY_CLASSES: readonly LiveabilityClass[] = Object.values(SITUATION_CLASSES);

/** The name of a class 1..9; null for any other number. */
export function liveabilityClass(number: number): LiveabilityClass | null {
  return LIVEABILITY_CLASSES[number - 1] ?? null;
}
