/**
 * Lower limits of the classes 2..9 of the score. The score files have no classes; these limits separate the
 * publisher's own classes in all 12,147 neighbourhoods of 2024 without exception.
 */
const SITUATION_LIMITS = [3.674, 3.748, 3.821, 3.938, 3.999, 4.1124, 4.1918, 4.2702];

/** 1/4, 1/2, 1 and 1.5 of 0.1568 on either side of the national mean. */
const DEVIATION_LIMITS = [0.0392, 0.0784, 0.1568, 0.2352];

/** Class 1..9 of a score: "very poor" to "excellent". */
export function situationClass(score: number): number {
  return 1 + SITUATION_LIMITS.filter((limit) => score >= limit).length;
}

/** Class 1..9 of a deviation from the national mean, of the score or of one dimension; 5 is about the mean. */
export function deviationClass(deviation: number): number {
  const above = DEVIATION_LIMITS.filter((limit) => deviation >= limit).length;
  const below = DEVIATION_LIMITS.filter((limit) => -deviation >= limit).length;
  return 5 + above - below;
}
