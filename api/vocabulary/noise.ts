/**
 * How much noise a home has from all sources together, in the classes of the publisher's own check of a place:
 * zeer goed, goed, redelijk, matig, slecht.
 */
export const NOISE_LEVELS = ['very good', 'good', 'fair', 'moderate', 'poor'] as const;

export type NoiseLevel = (typeof NOISE_LEVELS)[number];

/** Highest whole dB Lden of each class but the last. */
const HIGHEST_DB = [45, 50, 55, 60] as const;

/** The class of a figure in whole dB Lden. */
export function noiseLevel(lden: number): NoiseLevel {
  const position = HIGHEST_DB.findIndex((highest) => lden <= highest);
  return NOISE_LEVELS[position] ?? 'poor';
}
