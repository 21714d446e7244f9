/**
 * Lower limits of the classes 2..9 of the score. The score files have no classes; these limits are the middles of
 * the gaps between the publisher's own classes of all 12,147 neighbourhoods of 2024, which they all separate.
 */
const SITUATION_LIMITS = [3.674, 3.7484, 3.8208, 3.9382, 3.9993, 4.11241, 4.19181, 4.27023];

/**
 * Lower limits of the classes 2..9 of a deviation, found likewise: about 1/4, 1/2, 1 and 1.5 of 0.156788 on either
 * side of -0.000003. They are not quite symmetric about zero.
 */
const DEVIATION_LIMITS = [-0.235185, -0.156791, -0.078397, -0.0392, 0.039194, 0.078391, 0.156785, 0.235179];

/** Class 1..9 of a score: "very poor" to "excellent". */
export function situationClass(score: number): number {
  return classOf(score, SITUATION_LIMITS);
}

/** Class 1..9 of a deviation from the national mean, of the score or of one dimension; 5 is about the mean. */
export function deviationClass(deviation: number): number {
  return classOf(deviation, DEVIATION_LIMITS);
}

function classOf(value: number, limits: readonly number[]): number {
  return 1 + limits.filter((limit) => value >= limit).length;
}
