/** Words for the publisher's classes of urbanity (mate van stedelijkheid), by addresses per square kilometre. */
const URBANITY = {
  /** 2,500 addresses or more. */
  1: 'very strongly urban',
  /** 1,500 to 2,500. */
  2: 'strongly urban',
  /** 1,000 to 1,500. */
  3: 'moderately urban',
  /** 500 to 1,000. */
  4: 'hardly urban',
  /** Fewer than 500. */
  5: 'not urban',
} as const;

export type UrbanityText = (typeof URBANITY)[keyof typeof URBANITY];

export const URBANITY_LIST: readonly UrbanityText[] = Object.values(URBANITY);

/** @param urbanityClass 1 to 5 */
export function urbanityText(urbanityClass: number | null): UrbanityText | null {
  return urbanityClass === null ? null : (URBANITY_LIST[urbanityClass - 1] ?? null);
}
